// Orders that the page gives without asking: the only legal order, answers for the whole match, the historical set-up, the
// rest of a turn. The server says which orders these are; here they are given, and a notice reports them.
import { ask, h, keep, notice, settings } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { isText, objectOf, readValues, store, withFields } from "../lib/storage.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "actions" | "explain" | "feed" | "playback">} Parts */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {import("../types.gen.js").Standing} Standing */
/** @typedef {import("../types.gen.js").LastingAnswer} LastingAnswer */
/** @typedef {{id: string, label: string}} Answer */
/** @typedef {Record<string, Answer>} Answers by the name of the question */
/** @typedef {{order: Order, note: string}} Automatic note: empty if the player asked for it */

const STORED = "ardennes.standing";
const MATCHES = 60; // so many matches are stored
const ASKED = "asked"; // the player wants to be asked, although the game would answer by itself
const SET_UP = "set-up"; // names in storage, which no question has
const UNWARNED = "end-warning";
const ONCE = 1, ALWAYS = 2; // answers
const GUARD = 700; // milliseconds in which Enter does not answer a new question
const LINES = 3;

/** Return all answers that this browser stores, by match and side. @returns {Record<string, Record<string, Answers>>} */
function readAnswers() {
  return readValues(STORED, objectOf(objectOf(withFields({ id: isText, label: isText }))));
}

/** A check box: whether the player sets up the units, instead of the historical set-up. */
export function manualSetUp() {
  const box = h("input", { type: "checkbox", name: "by-hand", checked: Boolean(settings.by_hand), onchange: () => keep("by_hand", !settings.by_hand) });
  return h("label", { class: "check" }, box, " ", t("match.setup.by-hand"));
}

export class Automation {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.paused = false; // after an Undo, until the player gives an order
    this.history = ""; // the side that gets the historical set-up
    this.turn = 0; // the turn that is being ended
    /** @type {string[]} what was given since the player's last order */
    this.notes = [];
    this.question = "";
    this.askedAt = 0; // when that came up
    this.scheduled = false;
  }

  // ---- answers for the whole match

  /** @returns {Answers} */
  answers() {
    const { match, side } = this.parts;
    return readAnswers()[match]?.[side] ?? {};
  }

  /** @param {string} key @param {Answer | null} answer */
  remember(key, answer) {
    const { match, side } = this.parts;
    const { [match]: here = {}, ...others } = readAnswers();
    const { [key]: _, ...rest } = here[side] ?? {};
    const stored = { ...Object.fromEntries(Object.entries(others).slice(1 - MATCHES)), [match]: { ...here, [side]: answer ? { ...rest, [key]: answer } : rest } };
    store(STORED, JSON.stringify(stored));
  }

  /** Give this answer now, and whenever the question comes up again. @param {Standing} standing @param {LastingAnswer} answer */
  always({ key }, { id, label, order }) {
    this.remember(key, { id, label });
    return this.parts.actions.give(order);
  }

  /** Return the answer to a standing question, if it need not be asked. @param {Standing | null | undefined} standing @returns {LastingAnswer | undefined} */
  answer(standing) {
    if (!standing) return undefined;
    const id = this.answers()[standing.key]?.id ?? standing.unasked;
    return standing.answers.find((x) => x.id === id);
  }

  // ---- automatic orders

  /** Return the order to give now without asking. @returns {Automatic | null} */
  next() {
    const { state, replay, closed, offline, trial, side } = this.parts;
    const { choices } = state;
    if (!choices.mine || replay || closed || offline || this.paused || trial) return null;
    const { history, passes, standing, usual } = choices;
    if (history && this.history === side) return { order: history.order, note: "" };
    if (history && this.isSetUpUntouched()) return { order: history.order, note: t("match.setup.done") };
    const answer = this.answer(standing);
    if (answer && standing) return { order: answer.order, note: `${standing.key}: ${answer.label}.` };
    if (passes) return { order: passes.order, note: t("match.auto.passed", { action: passes.label }) };
    return this.turn && usual ? { order: usual.order, note: "" } : null;
  }

  /** Whether a set-up is only beginning, and the player does not want to make it. */
  isSetUpUntouched() {
    const { state, side, feed } = this.parts;
    return !settings.by_hand && !state.board.turn && !this.answers()[SET_UP] && !feed.log.some((entry) => entry.side === side);
  }

  /** After a new state: give the next automatic order soon. */
  schedule() {
    const { board, choices } = this.parts.state;
    const question = `${choices.decision?.side} ${choices.decision?.kind} ${board.turn}`;
    if (question !== this.question) this.askedAt = performance.now();
    this.question = question;
    if (board.turn !== this.turn || choices.answers || (board.phase?.side && board.phase.side !== this.parts.side)) this.turn = 0;
    if (!this.next()) {
      this.stop();
      return;
    }
    if (this.scheduled) return;
    this.scheduled = true;
    setTimeout(() => this.step());
  }

  async step() {
    const { actions, playback } = this.parts;
    while (actions.busy || playback.moving) await Promise.all([actions.sent, playback.finished]);
    this.scheduled = false;
    const next = this.next();
    if (!next) return;
    if (next.note) this.notes.push(next.note);
    if (this.parts.state.choices.history?.order === next.order) this.history = this.parts.side;
    this.rememberUnasked();
    await actions.give(next.order, true, Boolean(next.note));
  }

  /** List an answer that the game gives by itself, so that the player can take it back. */
  rememberUnasked() {
    const { standing } = this.parts.state.choices;
    const answer = this.answer(standing);
    if (standing?.unasked && answer && !this.answers()[standing.key]) this.remember(standing.key, { id: answer.id, label: answer.label });
  }

  /** A player has to decide: report what was given meanwhile. */
  stop() {
    this.history = "";
    if (this.parts.state.choices.mine) this.turn = 0;
    const lines = this.notes.splice(0);
    if (!lines.length) return;
    const back = this.parts.state.undo ? null : h("button", { "data-undo": "", onclick: () => this.parts.actions.undo("undo") }, t("match.undo"));
    notice(lines.slice(0, LINES).join(" "), lines.length > LINES ? ` ${t("match.auto.more", { n: lines.length - LINES })}` : "", " ", back);
  }

  /** The player gives an order. */
  onOrder() {
    this.paused = false;
    this.notes = [];
  }

  /** The player takes an order back, and wants to decide. */
  onUndo() {
    this.paused = true;
    if (!this.parts.state.board.turn || this.history) this.remember(SET_UP, { id: ASKED, label: "" });
    this.history = "";
    this.turn = 0;
    this.notes = [];
  }

  /** Whether the question has only just come up: a key was meant for the question before. */
  isFresh() {
    return performance.now() - this.askedAt < GUARD;
  }

  // ---- buttons

  /** Make the whole historical set-up. */
  setUp() {
    this.onOrder();
    this.history = this.parts.side;
    this.schedule();
  }

  /** Ask before a phase ends for good. @param {string} label @param {string} more */
  async confirmEnd(label, more = "") {
    const { leaves, final } = this.parts.state.choices;
    if (!leaves || !(final || more) || this.answers()[UNWARNED]?.id === "none") return true;
    const answer = await ask(t("match.sure", { action: label }), h("p", {}, leaves, more), [[label, ONCE, true], [t("match.end.always", { action: label }), ALWAYS], [t("common.cancel"), ""]]);
    if (answer === ALWAYS) this.remember(UNWARNED, { id: "none", label: "" });
    return Boolean(answer);
  }

  /** Report what is unfinished, if the end can still be taken back. */
  noteUnfinished() {
    const { leaves, final } = this.parts.state.choices;
    if (leaves && !final) this.notes.push(leaves);
  }

  /** Whether the player may pass the rest of the turn. */
  mayEndTurn() {
    const { choices } = this.parts.state;
    return choices.mine && !choices.answers && Boolean(choices.usual);
  }

  /** Pass the rest of the turn. */
  async endTurn() {
    const { board, choices } = this.parts.state;
    if (!this.mayEndTurn()) {
      if (choices.mine && choices.end) this.parts.explain(t("match.end-turn"), [choices.end]);
      else notice(choices.mine ? t("match.decide-first") : t("match.other-side"));
      return;
    }
    if (!await this.confirmEnd(t("match.end-turn"), ` ${t("match.end-turn.effect")}`)) return;
    this.onOrder();
    this.turn = board.turn;
    this.schedule();
  }

  // ---- what is shown

  /** A button for each answer that can be given for the whole match. */
  lasting() {
    const { standing, mine } = this.parts.state.choices;
    if (!standing || !mine) return null;
    return h("div", { class: "lasting", role: "group", "aria-label": t("match.lasting") },
      h("span", { class: "quiet" }, `${t("match.lasting")}:`),
      standing.answers.map((x) => h("button", { "data-always": x.id, "aria-label": t("match.lasting.label", { answer: x.label }), onclick: () => this.always(standing, x) }, x.label)));
  }

  /** For the menu: the answers for this match, each with a button to take it back. */
  list() {
    const known = Object.entries(this.answers()).filter(([, x]) => x.id !== ASKED);
    const row = (/** @type {[string, Answer]} */ [key, x]) => {
      const back = (/** @type {Event} */ e) => {
        this.remember(key, { id: ASKED, label: "" });
        /** @type {HTMLElement} */ (e.target).closest("li")?.remove();
      };
      return h("li", { "data-standing": key }, h("span", {}, key === UNWARNED ? t("match.end.unwarned") : `${key}: ${x.label}`), h("button", { onclick: back }, t("match.lasting.ask")));
    };
    return known.length ? h("section", { class: "standing" }, h("h3", {}, t("match.lasting.list")), h("ul", { class: "plain" }, known.map(row))) : null;
  }
}
