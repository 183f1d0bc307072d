// The board as a list, for screen readers and for those who would rather read.
import { ask, h, side_name } from "../lib/dom.js";

/** @typedef {import("./match.js").Table} Table */

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
  const list = (/** @type {string} */ side) => h("table", { class: "roster" }, h("caption", {}, side_name(side)),
    h("thead", {}, h("tr", {}, ["Hex", "Ground", "Unit", "Factors", "State"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows(side)));
  const gone = board.bridges.filter((b) => b.state !== "intact");
  const decided = choices.decision ? `${side_name(stage.sides[choices.decision.side])}: ${choices.decision.prompt}` : "The match is over.";
  const goals = board.victory.map((v) => `${v.text} ${v.met ? "held" : "not held"} (${v.side})`).join(", ");
  return ask([`Turn ${board.turn}`, board.date, board.weather].join(", "), h("div", { class: "textboard", tabindex: 0 },
    h("p", {}, decided), stage.sides.map(list),
    board.contacts?.length ? h("table", { class: "roster" }, h("caption", {}, "Reports of the enemy"),
      h("thead", {}, h("tr", {}, ["Hex", "Report"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", {}, board.contacts.map((c) => h("tr", {}, h("td", {}, c.hex), h("td", {}, c.words))))) : null,
    h("p", {}, gone.length ? `Bridges: ${gone.map((b) => `${b.id} ${b.state}`).join(", ")}.` : "Every bridge of the map stands."),
    h("p", {}, `Victory: ${goals}.`)), [["Back to the map", true, true]], { wide: true });
}
