// Order of battle, turn track, reinforcements and victory, for any game.
import { small } from "../../map/counters.js";
import { h, side_name } from "../../lib/dom.js";
import { facts } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {import("../../types.gen.js").Unit} Unit */

/** Order of battle: every unit of every side and where it is. @param {Table} table */
export function roster(table) {
  const { stage } = table;
  const board = table.shown();
  const at = Object.fromEntries(board.units.map((u) => [u.id, u]));
  const away = whereabouts(board);
  const prints = new Map([...board.units, ...board.off_map.due.map((d) => ({ id: d.unit, print: d.print }))].map((u) => [u.id, u.print]));
  const row = (/** @type {[string, Unit]} */ [id, unit]) => h("tr", { class: at[id] ? "" : "away" },
    h("td", {}, small(unit, at[id]?.marks ?? [], stage.signs, 32, prints.get(id))),
    h("td", {}, at[id] ? h("button", { class: "link", onclick: () => table.goToUnit(id) }, unit.name) : unit.name),
    h("td", {}, prints.get(id) ?? unit.print), h("td", {}, at[id]?.hex ?? away.get(id)));
  const heads = ["", "Unit", "", "Where"].map((t) => t ? h("th", { scope: "col" }, t) : h("td", {}));
  return stage.sides.map((/** @type {string} */ side) => {
    const known = Object.entries(/** @type {Record<string, Unit>} */ (stage.units)).filter(([id, u]) => u.side === side && (at[id] || away.has(id)));
    const here = known.filter(([id]) => at[id]);
    const lost = known.filter(([id]) => board.off_map.dead.includes(id));
    const sum = `${here.length} on the map · ${lost.length} lost · ${known.length - here.length - lost.length} elsewhere`;
    const groups = [...new Set(known.map(([, u]) => u.group ?? ""))];
    const lines = groups.flatMap((group) => [
      ...(group ? [h("tr", { class: "group" }, h("th", { colspan: 4, scope: "rowgroup" }, group))] : []),
      ...known.filter(([, u]) => (u.group ?? "") === group).map(row),
    ]);
    return h("section", {}, h("h2", {}, side_name(side)), h("p", { class: "quiet" }, sum),
      h("table", { class: "roster" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, lines)));
  });
}

/** Where units are that are not on the map. @param {BoardState} board @returns {Map<string, string>} */
function whereabouts(board) {
  return new Map([
    ...board.off_map.due.map((d) => /** @type {[string, string]} */ ([d.unit, `turn ${d.turn}`])),
    ...board.off_map.exited.map((id) => /** @type {[string, string]} */ ([id, "off the map"])),
    ...board.off_map.dead.map((id) => /** @type {[string, string]} */ ([id, "lost"])),
  ]);
}

/** @param {Table} table */
export function campaign(table) {
  return [turnTrack(table.shown()), victory(table), arrivals(table)];
}

/** @param {BoardState} board */
function turnTrack(board) {
  const look = (/** @type {number} */ turn) => turn === board.turn ? "now" : turn < board.turn ? "past" : "";
  const due = (/** @type {number} */ turn) => board.off_map.due.filter((d) => d.turn === turn).length;
  const turns = Array.from({ length: board.turns }, (_, k) => k + 1);
  return h("section", {}, h("h2", {}, board.turn ? `Turn ${board.turn} of ${board.turns}` : "Set-up"),
    h("p", { class: "quiet" }, [board.turn ? board.date : "", board.weather].filter(Boolean).join(" · ")),
    h("ol", { class: "track", "aria-label": "Turns, with the units that arrive" }, turns.map((turn) =>
      h("li", { class: look(turn), title: due(turn) ? `${due(turn)} units arrive` : "", "aria-current": turn === board.turn ? "step" : null },
        String(turn), due(turn) ? h("small", {}, `+${due(turn)}`) : null))));
}

/** @param {Table} table */
function victory(table) {
  const rows = table.shown().victory.map((goal) => /** @type {import("../../types.gen.js").Row} */ ({
    what: goal.text, rule: goal.rule, group: side_name(goal.side), mark: goal.met ? "met" : "open", ...(goal.hex ? { hex: goal.hex } : {}),
  }));
  return h("section", { "data-panel": "victory" }, h("h2", {}, "Victory"), facts(table, rows));
}

/** Reinforcements by turn. @param {Table} table */
function arrivals(table) {
  const { stage } = table;
  const board = table.shown();
  const { due } = board.off_map;
  const turns = [...new Set(due.map((d) => d.turn))];
  const piece = (/** @type {import("../../types.gen.js").Due} */ d) =>
    h("span", { class: "pick", title: `${stage.units[d.unit].name}, ${d.edge} edge` }, small(stage.units[d.unit], [], stage.signs, 46, d.print), h("small", {}, d.edge));
  return h("section", { "data-panel": "arrivals" }, h("h2", {}, "To come"), turns.length ? turns.map((turn) =>
    h("div", { class: "due" }, h("h3", {}, turn <= board.turn ? "Waiting now" : `Turn ${turn}`),
      h("div", { class: "picks" }, due.filter((d) => d.turn === turn).map(piece)))) : h("p", { class: "quiet" }, "Nobody."));
}
