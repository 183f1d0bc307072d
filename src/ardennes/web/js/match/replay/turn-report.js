// What the last turn brought, beside the map: what became of one's orders and why, then everything else by its heading.
import { h, rule, turnWords } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { lines, words } from "../panels/log.js";
import { TurnPlay, lastTurn, toldTo, turnName, turns } from "./turn.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../../types.gen.js").Carried} Carried */
/** @typedef {import("../panels/log.js").Line} Line */

const LONG = 9; // a list this long is closed to begin with
const SIGN = /** @type {Record<string, [string, string]>} */ ({ good: ["✓", t("replay.report.done")], bad: ["✗", t("replay.report.failed")] });

/** @param {Table} table @returns {Node | null} */
export function turnReport(table) {
  const entry = lastTurn(table);
  if (!entry) return dayReport(table);
  const { stage } = table;
  /** @type {Record<string, Line[]>} */
  const told = Object.fromEntries((stage.reports ?? []).map((name) => [name, []]));
  const own = new Set((table.state.board.carried ?? []).map((x) => x.unit));
  entry.events.forEach((event, at) => {
    const group = stage.events[event.event]?.report;
    if (group && !(event.why && own.has(event.unit))) (told[group] ??= []).push(...lines(stage, [{ ...entry, events: [event], lines: [toldTo(table, entry, at)], why: "" }]));
  });
  return h("section", { class: "turnreport", "data-panel": "turnreport" }, h("h2", {}, t("replay.report.title", { turn: turnWords(turnName(table, entry)) })),
    h("div", { class: "options" }, h("button", { id: "turnplay", onclick: () => new TurnPlay(table, entry).open() }, t("replay.report.replay"))),
    table.state.over ? everyTurn(table) : null,
    orders(table, entry),
    Object.entries(told).filter(([, list]) => list.length).map(([name, list]) => heading(table, name, list)));
}

/** The turn before, where a turn is many orders: everything by its heading, as the page was told of it. @param {Table} table @returns {Node | null} */
function dayReport(table) {
  const { stage, state, feed } = table;
  const { before } = state.board.morning ?? {};
  if (!stage.reports || !before) return null;
  const now = state.board.result ? state.board.turn : state.board.turn - 1;
  /** @type {Record<string, Line[]>} */
  const told = Object.fromEntries(stage.reports.map((name) => [name, []]));
  let turn = stage.no_setup ? 1 : 0;
  let first = 0;
  for (const entry of feed.log) {
    entry.events.forEach((event, at) => {
      turn = Number(event.turn ?? turn);
      const group = stage.events[event.event]?.report;
      if (turn !== now) return;
      first ||= entry.order;
      if (group) (told[group] ??= []).push(...lines(stage, [{ ...entry, events: [event], lines: [entry.lines[at]], why: "" }], now));
    });
  }
  const groups = Object.entries(told).filter(([, list]) => list.length);
  return h("section", { class: "turnreport", "data-panel": "turnreport" }, h("h2", {}, t("replay.report.title", { turn: before })),
    h("div", { class: "options" }, h("button", { id: "dayreplay", onclick: () => table.look(first) }, t("replay.report.replay"))),
    groups.length ? groups.map(([name, list]) => heading(table, name, list)) : h("p", { class: "quiet" }, t("replay.report.nothing")));
}

/** @param {Table} table @param {string} name @param {Line[]} list */
function heading(table, name, list) {
  return h("details", { open: list.length < LONG }, h("summary", {}, `${name} (${list.length})`),
    h("ul", { class: "plain" }, list.map((line) => h("li", {}, said(table, line)))));
}

/** A line with its hexes, units and rules to click. @param {Table} table @param {Line} line */
function said(table, line) {
  return words(table.stage, line, { go: (hex) => table.go(hex), unit: (id) => table.goToUnit(id), replay: () => {}, filter: () => {} });
}

/** What became of one's own orders, those that failed first. @param {Table} table @param {LogEntry} entry */
function orders(table, entry) {
  const list = [...(table.state.board.carried ?? [])];
  if (!list.length) return null;
  const marks = new Map(list.map((x) => [x, markOf(table, entry, x)]));
  const rank = (/** @type {Carried} */ x) => ["bad", "", "good"].indexOf(marks.get(x) ?? "");
  list.sort((a, b) => rank(a) - rank(b));
  return h("details", { open: true, class: "carried" }, h("summary", {}, t("replay.report.orders", { count: list.length })),
    h("ul", { class: "plain" }, list.map((x) => order(table, entry, x, marks.get(x) ?? ""))));
}

/** The fight an order led to. @param {Table} table @param {LogEntry} entry @param {Carried} x */
function fought(table, entry, x) {
  return entry.events.find((e) => table.stage.results?.[result(e)] && e.hex === x.hex && (e.own ?? []).includes(x.unit));
}

/** Why an order was not carried out as it was written. @param {LogEntry} entry @param {Carried} x */
function reasons(entry, x) {
  return entry.events.filter((e) => e.unit === x.unit && e.why);
}

/** Did it go well? As the server says, or as the fight went. @param {Table} table @param {LogEntry} entry @param {Carried} x */
function markOf(table, entry, x) {
  const fight = fought(table, entry, x);
  const tone = fight ? table.stage.results?.[result(fight)]?.tone ?? 0 : 0;
  return x.mark || (tone > 0 ? "good" : tone < 0 || reasons(entry, x).length ? "bad" : "");
}

/** @param {Table} table @param {LogEntry} entry @param {Carried} x @param {string} mark */
function order(table, entry, x, mark) {
  const { stage } = table;
  const fight = fought(table, entry, x);
  const sign = SIGN[mark];
  const came = [fight ? result(fight) : "", x.came].filter(Boolean).join("; ");
  const why = mark === "good" ? [] : reasons(entry, x).map((e) => h("div", { class: "quiet" }, `${e.why} `, rule(stage.game, e.rule)));
  return h("li", { "data-carried": x.unit, class: mark }, sign ? h("span", { class: "sign", role: "img", "aria-label": sign[1] }, sign[0]) : h("span", { class: "sign" }, "·"),
    h("span", {}, h("button", { class: "link", onclick: () => table.goToUnit(x.unit) }, stage.units[x.unit].name), ` ${x.words}`, came ? h("b", {}, `: ${came}`) : null, why));
}

/** How a fight ended, in the words of the stage. @param {import("../../types.gen.js").GameEvent} event */
function result(event) {
  return String(event.result ?? "").replaceAll("_", " ");
}

/** Once the match is over every turn can be played again, now with all that happened. @param {Table} table */
function everyTurn(table) {
  const all = turns(table);
  const play = async () => {
    const again = new TurnPlay(table, all[0]);
    if (await again.open()) again.play(true);
  };
  return [h("h3", {}, t("replay.report.umpire")),
    h("div", { class: "options" }, h("button", { class: "main", id: "playall", onclick: play }, t("replay.report.play-all")),
      all.map((entry, at) => h("button", { "data-turn": at + 1, onclick: () => new TurnPlay(table, entry).open() }, turnName(table, entry))))];
}
