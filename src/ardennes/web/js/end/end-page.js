// The end of a match is a page: who won and why, the front of every evening beside 1944, what it cost, what to do next.
import { download, get, lobbyToken, post, rememberSeats } from "../lib/api.js";
import { fronts, lossChart, scoreBar } from "./charts.js";
import { percent } from "../match/replay/win-chance.js";
import { dated, h, notice, rule } from "../lib/dom.js";
import { parts, t } from "../lib/text.js";
import { showLinks } from "../lobby/new-match.js";
import { remember } from "../lobby/record.js";

/** The parts of the match that it uses. @typedef {import("../match/store.js").Store & Pick<import("../match/match.js").Table, "app" | "frame" | "look">} Parts */
/** @typedef {import("../types.gen.js").Summary} Summary */
/** @typedef {import("../types.gen.js").Account} Account */

const PEOPLE = ["me", "beside", "invited"];

export class EndPage {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {Promise<Account | null> | null} */
    this.asked = null;
    /** @type {Account | null} */
    this.told = null;
    this.node = h("section", { class: "ended", "aria-labelledby": "ended", hidden: true });
    this.shown = false; // it has been shown by itself
  }

  /** The match is over, and everything in it may be told. */
  may() {
    const { state, trial } = this.table;
    return Boolean(state.over && state.open && state.board.result && !trial);
  }

  /** Shows itself once, when the match has ended or a finished one is opened. */
  settle() {
    if (this.shown || this.table.replay || !this.may()) return;
    this.shown = true;
    this.open().catch((error) => notice(error.message));
  }

  async open() {
    const { table } = this;
    if (!this.summary) this.summary = /** @type {Summary} */ (await get(table.path("/end"), table.token()));
    if (table.closed || table.replay) return;
    this.draw();
    table.app.append(this.node);
    this.node.hidden = false;
    table.app.querySelector(".table")?.toggleAttribute("inert", true);
    /** @type {HTMLElement | null} */
    const head = this.node.querySelector("#ended");
    head?.focus({ preventScroll: true });
    const account = await this.account();
    this.told = account;
    if (!account?.trust || this.node.hidden) return;
    this.summary = /** @type {Summary} */ (await get(table.path("/end"), table.token())); // now with the luck in it
    if (!this.node.hidden) this.draw();
  }

  /** Chance, luck and turning points, asked for once; null where they cannot be had. @returns {Promise<Account | null>} */
  account() {
    const { table } = this;
    this.asked ??= get(table.path("/account"), table.token()).then((account) => {
      remember(table, account);
      return account;
    }, () => null);
    return this.asked;
  }

  /** It lies over the table. */
  covers() {
    return this.node.isConnected && !this.node.hidden;
  }

  close() {
    this.node.hidden = true;
    this.table.app.querySelector(".table")?.toggleAttribute("inert", false);
    this.table.frame.ending.focus();
  }

  draw() {
    const { summary } = this;
    if (!summary) return;
    const { table } = this;
    const on = document.activeElement?.id;
    this.node.replaceChildren(this.bar(summary), h("div", { class: "endpage" },
      h("figure", { class: "endmap" }, fronts(summary, table.stage.map.size), caption(summary)),
      h("div", { class: "endwords" }, this.verdict(summary), numbers(summary), losses(summary), history(summary))));
    if (on) document.getElementById(on)?.focus({ preventScroll: true });
  }

  /** @param {Summary} summary */
  bar(summary) {
    const { table } = this;
    const about = [summary.scenario, ...summary.options.slice(0, 2), t("end.ended", { turn: summary.turn, turns: summary.turns, date: summary.date.replace(/^\w+: /, "") })];
    const tried = (/** @type {() => unknown} */ act) => async () => {
      try {
        await act();
      } catch (error) {
        notice(/** @type {Error} */ (error).message);
      }
    };
    const plays = table.side !== "watch" || lobbyToken();
    return h("header", { class: "endbar" }, h("b", {}, summary.name), h("span", {}, about.join(" · ")),
      h("div", { class: "options" },
        h("button", { id: "to-board", onclick: () => this.close() }, t("end.board")),
        plays ? h("button", { id: "again", onclick: tried(() => this.again(false)) }, t("end.again")) : null,
        plays ? h("button", { id: "swap", onclick: tried(() => this.again(true)) }, t("end.swap")) : null,
        h("button", { id: "keep", onclick: tried(() => this.keep()) }, t("end.export")),
        h("button", { id: "report", class: "main", onclick: () => { location.hash = `#/report/${table.match}`; } }, t("end.open-report"))));
  }

  /** @param {Summary} summary */
  verdict(summary) {
    const { game } = this.table.stage;
    const lines = summary.lead.flatMap((line, at) => at ? [" ", line] : [strong(line)].flat());
    return h("div", { class: "verdict" }, h("h1", { id: "ended", tabindex: -1 }, summary.title),
      h("p", { class: "lead" }, lines, " ", rule(game, summary.rule)), this.turns(), scoreBar(summary));
  }

  /** The turning points, each a link to its moment in the replay. */
  turns() {
    const swings = this.told?.swings ?? [];
    if (!swings.length) return null;
    const { table } = this;
    const side = Math.max(0, table.side === "watch" ? this.summary?.german ?? 0 : table.stage.sides.indexOf(table.side));
    const seen = (/** @type {number} */ chance) => percent(side === 0 ? chance : 1 - chance);
    const links = swings.flatMap((swing, at) => [at ? " · " : " ", h("a", {
      href: `#/match/${table.match}/${swing.step}`, title: swing.why, onclick: (/** @type {MouseEvent} */ e) => this.show(e, swing.step),
    }, swing.name), " ", t("end.change", { before: seen(swing.before), after: seen(swing.after) })]);
    return h("p", { class: "turns" }, h("b", {}, t("end.turning-points", { n: swings.length })), " ", swings[0].check ? t("end.checked") : t("end.estimated"), ":", links);
  }

  /** Shows a moment in the replay of this table; a click that opens a new tab follows the link. @param {MouseEvent} e @param {number} order */
  show(e, order) {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    this.close();
    this.table.look(order);
  }

  /** The same match anew, or with the players at each other's side. @param {boolean} swap */
  async again(swap) {
    const { table } = this;
    const { state } = table;
    const sides = table.stage.sides;
    const owner = Boolean(lobbyToken());
    const seats = Object.fromEntries(sides.map((side, at) => {
      const before = swap ? sides[1 - at] : side;
      const guest = !owner && PEOPLE.includes(state.seats[before]); // whoever came by a link invites the others
      return [side, guest ? before === table.side ? "me" : "invited" : state.seats[before]];
    }));
    const made = owner
      ? await post("/api/matches", { game: state.game, scenario: state.scenario, options: state.options, seats })
      : await post(table.path("/fork"), { at: 0, seats, name: state.name }, table.token());
    rememberSeats(made.id, made.tokens);
    await showLinks(made, {}, t("common.open-table"));
    location.hash = `#/match/${made.id}`;
  }

  async keep() {
    const { table } = this;
    download(`${table.state.name}.json`, await get(table.path("/export"), table.token()));
    notice(t("end.exported"));
  }
}

/** The days of the first sentence are what one looks for. @param {string} line */
function strong(line) {
  const found = /^(.*? on )(\d[\w ]*?(?:December|January))(.*)$/.exec(line);
  return found ? [found[1], h("b", {}, found[2]), found[3]] : [line];
}

/** @param {Summary} summary */
function caption(summary) {
  const first = summary.fronts[0]?.day ?? 16;
  const line = [h("span", { class: "dashes", "aria-hidden": "true" }), " ", h("b", {}, t("end.1944"))];
  return h("figcaption", {}, parts("end.caption", { fronts: h("b", {}, t("end.caption-fronts")), first: dated(first), last: dated(summary.day), line, then: dated(summary.then.day) }));
}

/** @param {Summary} summary */
function numbers(summary) {
  return h("ul", { class: "figures", "aria-label": t("end.figures") }, summary.figures.map((one) =>
    h("li", {}, h("b", {}, one.value), h("span", {}, one.what), one.beside ? h("small", {}, one.beside) : null)));
}

/** @param {Summary} summary */
function losses(summary) {
  const [first, second] = summary.rates.map((men) => men.toLocaleString("en"));
  const men = first === second ? t("end.men", { men: first }) : t("end.men-each", { first, second, side: summary.sides[0], other: summary.sides[1] });
  const top = Math.max(1, ...summary.losses.flatMap((row) => [...row.men, ...(row.then ?? [])]));
  return h("div", { class: "losses" }, h("div", { class: "row" }, h("h2", {}, t("end.losses")),
    h("small", {}, h("span", { class: "tick", "aria-hidden": "true" }), h("b", {}, summary.partly ? t("end.whole-front") : t("end.1944")), "; ", t("end.scale", { unit: summary.unit, men }))),
  h("div", { class: "pair" }, [0, 1].map((which) => lossChart(summary, which, top))));
}

/** @param {Summary} summary */
function history(summary) {
  if (!summary.history && !summary.differs) return null;
  return h("div", { class: "thatday" }, h("h2", {}, `${dated(summary.day)} ${summary.day > 31 ? 1945 : 1944}`),
    h("p", {}, summary.history, " ", h("span", { class: "quiet" }, summary.differs)));
}
