// The board as a list, for screen readers and for those who would rather read.
import { ask, h, side_name } from "./dom.js";

export function textBoard(table) {
  const { board, choices } = table.state, { stage } = table;
  const rows = (side) => board.units.filter((u) => stage.units[u.id].side === side).sort((a, b) => a.hex - b.hex).map((u) =>
    h("tr", {}, h("td", {}, u.hex), h("td", {}, table.board.hexes[u.hex].text), h("td", {}, stage.units[u.id].name), h("td", {}, `${stage.units[u.id].factor}-${stage.units[u.id].moves}`), h("td", {}, u.marks.join(", "))));
  const list = (side) => h("table", { class: "roster" }, h("caption", {}, side_name(side)), h("thead", {}, h("tr", {}, ["Hex", "Ground", "Unit", "Factors", "State"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows(side)));
  const gone = board.bridges.filter((b) => b.state !== "intact");
  return ask(`Turn ${board.turn}, ${board.date}, ${board.weather}`, h("div", { class: "textboard", tabindex: 0 },
    h("p", {}, choices.decision ? `${side_name(stage.sides[choices.decision.side])}: ${choices.decision.prompt}` : "The match is over."), stage.sides.map(list),
    h("p", {}, gone.length ? `Bridges: ${gone.map((b) => `${b.id} ${b.state}`).join(", ")}.` : "Every bridge of the map stands."),
    h("p", {}, `Victory: ${board.victory.map((v) => `${v.text} ${v.met ? "held" : "not held"} (${v.side})`).join(", ")}.`)), [["Back to the map", true, true]], { wide: true });
}
