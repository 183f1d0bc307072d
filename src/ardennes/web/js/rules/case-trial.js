// A case of the rulebook on a live board: its position, its orders ready to give, what it expects beside what came out.
import { forgetSeats, get, post, preferSeat, rememberSeats } from "../lib/api.js";
import { h, notice, rule, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { takeOver } from "../match/handover.js";
import { showTable } from "../match/match.js";

/** The parts of the match that it uses. @typedef {import("../match/store.js").Store & Pick<import("../match/match.js").Table, "actions" | "app" | "drawPanel" | "explain" | "feed" | "sit" | "take">} Parts */
/** @typedef {import("../types.gen.js").TrialBoard} TrialBoard */
/** @typedef {import("../types.gen.js").TrialFinding} TrialFinding */
/** @typedef {import("../types.gen.js").TrialStep} TrialStep */

/** The order without the side it is for, which is told before it. @param {TrialStep} step */
const spoken = ({ words }) => words.replace(/^\w+:\s*/, "");

/** @param {HTMLElement} app @param {string} game @param {string} file @param {string} id */
export async function showTrial(app, game, file, id) {
  /** @type {TrialBoard} */
  const board = await post(`/api/rules/${game}/cases`, { file, id });
  rememberSeats(board.id, board.tokens);
  if (board.steps.length) preferSeat(board.id, board.steps[0].side);
  const leave = await showTable(app, board.id, undefined, { stage: board.stage, begin: (table) => { table.trial = new Trial(table, board); } });
  return () => {
    leave();
    forgetSeats(board.id);
  };
}

export class Trial {
  /** @param {Parts} table @param {TrialBoard} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.busy = false; // the case's orders are being given: no seat changes by itself
    this.tried = false; // the last one has been given, and may have been refused
    this.seen = "";
    /** @type {number | null} so many steps have been given */
    this.given = 0;
    /** @type {TrialFinding[]} */
    this.findings = [];
  }

  /** The steps up to the next order that the case names itself; all that are left where it names no more. */
  due() {
    const left = this.board.steps.slice(this.given ?? this.board.steps.length);
    const named = left.findIndex((step) => !step.usual);
    return named < 0 ? left : left.slice(0, named + 1);
  }

  async next() {
    const { table } = this;
    const due = this.due();
    this.busy = true;
    try {
      for (const step of due) {
        if (table.side !== step.side) await takeOver(table, step.side);
        const { seq } = table.state;
        this.tried = step === this.board.steps.at(-1);
        if (step.passed) table.explain(t("rules.not-asked"), [step.passed]);
        else await table.actions.give(step.order);
        if (table.state.seq === seq) break; // refused
      }
    } finally {
      this.busy = false;
    }
    await this.look();
    table.drawPanel();
  }

  async look() {
    const { table } = this;
    const { given, findings } = await get(table.path("/trial"), table.token());
    this.given = given;
    this.findings = findings;
    if (given === null || given < this.board.steps.length - 1) this.tried = false;
  }

  /** Asks how far the case has come whenever the match has moved. */
  follow() {
    const { table } = this;
    const now = `${table.seat} ${table.state.seq}`;
    if (now === this.seen || this.busy) return;
    this.seen = now;
    this.look().then(() => table.closed || table.drawPanel(), (error) => notice(error.message));
  }

  panel() {
    this.follow();
    const { table, board: { case: { id, about, rules, given, when }, steps } } = this;
    const due = this.due(), last = due.at(-1);
    const over = this.given !== null && (this.given >= steps.length || this.tried);
    const restart = () => dispatchEvent(new HashChangeEvent("hashchange"));
    return h("section", { class: "box trial", "data-given": String(this.given), "data-over": String(over) },
      h("h2", {}, t("rules.trying", { name: id })), about ? h("p", {}, about) : null,
      h("p", {}, rules.map((one) => [rule(table.stage.game, one), " "])),
      h("ol", { class: "steps" }, steps.map((step, at) => this.step(step, at))),
      this.given === null ? h("p", { class: "why" }, t("rules.other-orders")) : null,
      h("div", { class: "options" },
        last && !over ? h("button", { class: "main", "data-give": "", onclick: () => this.next() }, last.usual ? t("rules.continue") : t("rules.give", { order: spoken(last) })) : null,
        h("button", { onclick: restart }, t("rules.restart"))),
      over ? this.verdict() : null,
      h("details", {}, h("summary", {}, t("rules.full-case")), h("pre", {}, given), when ? h("pre", {}, when) : null));
  }

  /** @param {TrialStep} step @param {number} at */
  step(step, at) {
    const done = this.given !== null && at < this.given;
    return h("li", { class: `${done ? "done" : ""} ${step.usual ? "quiet" : ""}` },
      done ? h("span", { role: "img", "aria-label": t("rules.given") }, "✓ ") : null, `${side_name(step.side)}: `, step.usual ? t("rules.by-default", { order: step.words }) : h("code", {}, spoken(step)));
  }

  verdict() {
    const row = (/** @type {TrialFinding} */ x) => [
      h("dt", { class: x.holds ? "holds" : "fails" }, h("span", { role: "img", "aria-label": x.holds ? t("rules.holds") : t("rules.fails") }, x.holds ? "✓ " : "✗ "), `${x.field} = ${x.expected}`),
      h("dd", {}, x.got)];
    return h("div", { class: "verdict", role: "status" }, h("h3", {}, t("rules.results")), h("dl", {}, this.findings.map(row)));
  }
}
