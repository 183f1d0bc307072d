// What the page does without asking: the only order there is, answers that stand for the whole match, a set-up as in
// history, the rest of a turn. Which orders these are the server says; here they are given, and said in one line.
import { ask, h, keep, notice, settings } from "../lib/dom.js";
import { isText, objectOf, readValues, store, withFields } from "../lib/storage.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {import("../types.gen.js").Standing} Standing */
/** @typedef {import("../types.gen.js").LastingAnswer} LastingAnswer */
/** @typedef {{id: string, label: string}} Answer */
/** @typedef {Record<string, Answer>} Answers by the name of the question */
/** @typedef {{order: Order, words: string}} Given words: empty where the player asked for it */

const KEPT = "ardennes.standing";
const MATCHES = 60; // so many matches are remembered
const ASKED = "asked"; // one wants to be asked, although the game would answer by itself
const SET_UP = "Set-up";
const UNWARNED = "Warning before the end of a phase";
const GUARD = 700; // milliseconds in which Enter does not end what has only just been asked
const LINES = 3;

/** All answers this browser remembers, by match and side. @returns {Record<string, Record<string, Answers>>} */
function remembered() {
  return readValues(KEPT, objectOf(objectOf(withFields({ id: isText, label: isText }))));
}

/** Does one place one's units oneself, or are they set up as in history? */
export function byHand() {
  const box = h("input", { type: "checkbox", name: "by-hand", checked: Boolean(settings.by_hand), onchange: () => keep("by_hand", !settings.by_hand) });
  return h("label", { class: "check" }, box, " I set up by hand (else as in history)");
}

export class Flow {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.byHand = false; // after an Undo nothing is given by itself, until one has given an order
    this.history = ""; // the side whose set-up is made as in history
    this.turn = 0; // the turn that is being ended
    /** @type {string[]} what was given by itself since the last order of one's own */
    this.said = [];
    this.asked = "";
    this.since = 0; // ... when that was asked
    this.going = false;
  }

  // ---- answers that stand

  /** @returns {Answers} */
  answers() {
    const { match, side } = this.table;
    return remembered()[match]?.[side] ?? {};
  }

  /** @param {string} key @param {Answer | null} answer */
  remember(key, answer) {
    const { match, side } = this.table;
    const { [match]: here = {}, ...others } = remembered();
    const { [key]: _, ...rest } = here[side] ?? {};
    const kept = { ...Object.fromEntries(Object.entries(others).slice(1 - MATCHES)), [match]: { ...here, [side]: answer ? { ...rest, [key]: answer } : rest } };
    store(KEPT, JSON.stringify(kept));
  }

  /** This answer now, and whenever it is asked again. @param {Standing} standing @param {LastingAnswer} answer */
  always({ key }, { id, label, order }) {
    this.remember(key, { id, label });
    return this.table.giving.give(order);
  }

  /** The answer to a standing question that need not be asked. @param {Standing | null | undefined} standing @returns {LastingAnswer | undefined} */
  answer(standing) {
    if (!standing) return undefined;
    const id = this.answers()[standing.key]?.id ?? standing.unasked;
    return standing.answers.find((x) => x.id === id);
  }

  // ---- what is given by itself

  /** What would be given now without asking. @returns {Given | null} */
  next() {
    const { state, replay, closed, lost, side } = this.table;
    const { choices } = state;
    if (!choices.mine || replay || closed || lost || this.byHand || this.table.trial) return null;
    const { history, passes, standing, usual } = choices;
    if (history && this.history === side) return { order: history.order, words: "" };
    if (history && this.untouched()) return { order: history.order, words: "Set up as in history." };
    const answer = this.answer(standing);
    if (answer && standing) return { order: answer.order, words: `${standing.key}: ${answer.label}.` };
    if (passes) return { order: passes.order, words: `${passes.label}: nothing else to do.` };
    return this.turn && usual ? { order: usual.order, words: "" } : null;
  }

  /** Is a set-up only beginning that one need not make oneself? */
  untouched() {
    const { state, side, watching } = this.table;
    return !settings.by_hand && !state.board.turn && !this.answers()[SET_UP] && !watching.log.some((entry) => entry.side === side);
  }

  /** The table has a new state: on with what need not be asked. */
  soon() {
    const { board, choices } = this.table.state;
    const asked = `${choices.decision?.side} ${choices.decision?.kind} ${board.turn}`;
    if (asked !== this.asked) this.since = performance.now();
    this.asked = asked;
    if (board.turn !== this.turn || choices.answers || (board.phase?.side && board.phase.side !== this.table.side)) this.turn = 0;
    if (!this.next()) {
      this.stop();
      return;
    }
    if (this.going) return;
    this.going = true;
    setTimeout(() => this.step());
  }

  async step() {
    const { table } = this;
    while (table.giving.busy || table.film.moving) await new Promise((done) => setTimeout(done, 20));
    this.going = false;
    const found = this.next();
    if (!found) return;
    if (found.words) this.said.push(found.words);
    if (this.table.state.choices.history?.order === found.order) this.history = this.table.side;
    this.keepUnasked();
    await table.giving.give(found.order, true, Boolean(found.words));
  }

  /** What the game answers by itself stands in the list as well, to be taken back. */
  keepUnasked() {
    const { standing } = this.table.state.choices;
    const answer = this.answer(standing);
    if (standing?.unasked && answer && !this.answers()[standing.key]) this.remember(standing.key, { id: answer.id, label: answer.label });
  }

  /** Here somebody has to decide: what passed meanwhile is said. */
  stop() {
    this.history = "";
    if (this.table.state.choices.mine) this.turn = 0;
    const lines = this.said.splice(0);
    if (!lines.length) return;
    const back = this.table.state.undo ? null : h("button", { "data-undo": "", onclick: () => this.table.giving.undo("undo") }, "Undo");
    notice(lines.slice(0, LINES).join(" "), lines.length > LINES ? ` And ${lines.length - LINES} more, in the log.` : "", " ", back);
  }

  /** One gives an order of one's own. */
  ordered() {
    this.byHand = false;
    this.said = [];
  }

  /** Something was taken back: from here on one decides oneself. */
  undone() {
    this.byHand = true;
    if (!this.table.state.board.turn || this.history) this.remember(SET_UP, { id: ASKED, label: "" });
    this.history = "";
    this.turn = 0;
    this.said = [];
  }

  /** Has the question only just come up? What is pressed then was meant for the one before. */
  fresh() {
    return performance.now() - this.since < GUARD;
  }

  // ---- what one presses

  /** The whole set-up as in history. */
  setUp() {
    this.ordered();
    this.history = this.table.side;
    this.soon();
  }

  /** Before a phase ends for good: is one sure? @param {string} label @param {string} more */
  async sure(label, more = "") {
    const { leaves, final } = this.table.state.choices;
    if (!leaves || !(final || more) || this.answers()[UNWARNED]?.id === "none") return true;
    const answer = await ask(`${label}?`, h("p", {}, leaves, more), [[label, "yes", true], [`${label}, and do not warn again this match`, "always"], ["Not yet", ""]]);
    if (answer === "always") this.remember(UNWARNED, { id: "none", label: "none" });
    return Boolean(answer);
  }

  /** What is left undone is said where the end can still be taken back. */
  left() {
    const { leaves, final } = this.table.state.choices;
    if (leaves && !final) this.said.push(leaves);
  }

  /** May the rest of the turn be passed? */
  mayEndTurn() {
    const { choices } = this.table.state;
    return choices.mine && !choices.answers && Boolean(choices.usual);
  }

  /** Everything that is left of one's turn is passed. */
  async endTurn() {
    const { board, choices } = this.table.state;
    if (!this.mayEndTurn()) {
      if (choices.mine && choices.end) this.table.explain("end the turn now", [choices.end]);
      else notice(choices.mine ? "This has to be decided first." : "The other side decides now.");
      return;
    }
    if (!await this.sure("End the turn", " The phases that follow are passed as well.")) return;
    this.ordered();
    this.turn = board.turn;
    this.soon();
  }

  // ---- what is shown

  /** The answers one may give for the whole match, a button each. */
  lasting() {
    const { standing, mine } = this.table.state.choices;
    if (!standing || !mine) return null;
    return h("div", { class: "lasting", role: "group", "aria-label": "Do not ask again this match" },
      h("span", { class: "quiet" }, "Do not ask again this match:"),
      standing.answers.map((x) => h("button", { "data-always": x.id, "aria-label": `${x.label}, for the whole match`, onclick: () => this.always(standing, x) }, x.label)));
  }

  /** For the menu: what is answered for this match, each to be taken back. */
  list() {
    const known = Object.entries(this.answers()).filter(([, x]) => x.id !== ASKED);
    const row = (/** @type {[string, Answer]} */ [key, x]) => {
      const back = (/** @type {Event} */ e) => {
        this.remember(key, { id: ASKED, label: "" });
        /** @type {HTMLElement} */ (e.target).closest("li")?.remove();
      };
      return h("li", { "data-standing": key }, h("span", {}, `${key}: ${x.label}`), h("button", { onclick: back }, "Ask me again"));
    };
    return known.length ? h("section", { class: "standing" }, h("h3", {}, "Not asked in this match"), h("ul", { class: "plain" }, known.map(row))) : null;
  }
}
