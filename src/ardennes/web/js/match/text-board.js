// The board as tables of text.
import { ask, h, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "board">} Table */

/** @param {Table} table */
export function textBoard(table) {
  const { stage, state } = table;
  const { choices } = state;
  const board = table.shown();
  const rows = (/** @type {string} */ side) => board.units
    .filter((u) => stage.units[u.id].side === side)
    .sort((a, b) => a.hex.localeCompare(b.hex, "en", { numeric: true }))
    .map((u) => h("tr", {}, h("td", {}, u.hex), h("td", {}, table.board.geometry.hexes[u.hex].text), h("td", {}, stage.units[u.id].name),
      h("td", {}, u.print ?? stage.units[u.id].print), h("td", {}, u.marks.join(", "))));
  const head = (/** @type {import("../lib/text.js").PlainKey[]} */ ...keys) => h("thead", {}, h("tr", {}, keys.map((key) => h("th", { scope: "col" }, t(key)))));
  const roster = (/** @type {string} */ caption, /** @type {Node} */ heading, /** @type {Node[]} */ body) => h("table", { class: "roster" }, h("caption", {}, caption), heading, h("tbody", {}, body));
  const list = (/** @type {string} */ side) =>
    roster(side_name(side), head("match.text.hex", "match.text.ground", "match.text.unit", "match.text.factors", "match.text.state"), rows(side));
  const reports = (board.contacts ?? []).map((c) => h("tr", {}, h("td", {}, c.hex), h("td", {}, c.words)));
  const bridges = board.bridges.filter((b) => b.state !== "intact").map((b) => `${b.id} ${b.state}`).join(", ");
  const decision = choices.decision ? `${side_name(stage.sides[choices.decision.side])}: ${choices.decision.prompt}` : t("match.over");
  const goals = board.victory.map(({ text, met, side }) => met ? t("match.text.goal-held", { text, side }) : t("match.text.goal-open", { text, side })).join(", ");
  const title = board.turn ? t("match.text.turn", { turn: board.turn }) : t("match.text.set-up");
  return ask([title, board.date, board.weather].filter(Boolean).join(", "), h("div", { class: "textboard", tabindex: 0 },
    h("p", {}, decision), stage.sides.map(list),
    reports.length ? roster(t("match.text.reports"), head("match.text.hex", "match.text.report"), reports) : null,
    h("p", {}, bridges ? t("match.text.bridges", { bridges }) : t("match.text.bridges-intact")),
    h("p", {}, t("match.text.victory", { goals }))), [[t("common.close"), true, true]], { wide: true });
}
