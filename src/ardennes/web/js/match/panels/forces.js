// Order of battle, turn track, reinforcements and victory, for any game.
import { small } from "../../map/counters.js";
import { h, side_name } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { facts, placeOf } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {import("../../types.gen.js").Unit} Unit */

const EDGES = /** @type {Record<string, string>} */ ({ N: t("panels.edge.n"), S: t("panels.edge.s"), E: t("panels.edge.e"), W: t("panels.edge.w"), NW: t("panels.edge.nw") });

/** Where a unit enters: "from the east edge". @param {string} edge several are "N/E" */
export const fromEdge = (edge) => t("panels.from-edge", { edge: edge.split("/").map((x) => EDGES[x] ?? x).join(` ${t("panels.or")} `) });

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
    h("td", {}, prints.get(id) ?? unit.print), h("td", {}, at[id]?.hex ? placeOf(stage, at[id].hex) : away.get(id)));
  const heads = ["", t("panels.forces.unit"), "", t("panels.forces.where")].map((head) => head ? h("th", { scope: "col" }, head) : h("td", {}));
  return stage.sides.map((/** @type {string} */ side) => {
    const known = Object.entries(/** @type {Record<string, Unit>} */ (stage.units)).filter(([id, u]) => u.side === side && (at[id] || away.has(id)));
    const here = known.filter(([id]) => at[id]);
    const lost = known.filter(([id]) => board.off_map.dead.includes(id));
    const sum = t("panels.forces.sum", { here: here.length, lost: lost.length, elsewhere: known.length - here.length - lost.length });
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
    ...board.off_map.due.map((d) => /** @type {[string, string]} */ ([d.unit, t("panels.due", { turn: d.turn })])),
    ...board.off_map.exited.map((id) => /** @type {[string, string]} */ ([id, t("panels.off-map")])),
    ...board.off_map.dead.map((id) => /** @type {[string, string]} */ ([id, t("panels.lost")])),
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
  return h("section", {}, h("h2", {}, board.turn ? t("panels.turn-of", { turn: board.turn, turns: board.turns }) : t("panels.set-up")),
    h("p", { class: "quiet" }, [board.turn ? board.date : "", board.weather].filter(Boolean).join(" · ")),
    h("ol", { class: "track", "aria-label": t("panels.campaign.turns") }, turns.map((turn) =>
      h("li", { class: look(turn), title: due(turn) ? t("panels.campaign.arrive", { n: due(turn) }) : "", "aria-current": turn === board.turn ? "step" : null },
        String(turn), due(turn) ? h("small", {}, `+${due(turn)}`) : null))));
}

/** @param {Table} table */
function victory(table) {
  const rows = table.shown().victory.map((goal) => /** @type {import("../../types.gen.js").Row} */ ({
    what: goal.text, rule: goal.rule, group: side_name(goal.side), mark: goal.met ? "met" : "open", ...(goal.hex ? { hex: goal.hex } : {}),
  }));
  return h("section", { "data-panel": "victory" }, h("h2", {}, t("panels.campaign.victory")), facts(table, rows));
}

/** Reinforcements by turn. @param {Table} table */
function arrivals(table) {
  const { stage } = table;
  const board = table.shown();
  const { due } = board.off_map;
  const turns = [...new Set(due.map((d) => d.turn))];
  const piece = (/** @type {import("../../types.gen.js").Due} */ d) =>
    h("span", { class: "pick", title: t("panels.campaign.unit-from", { unit: stage.units[d.unit].name, from: fromEdge(d.edge) }) }, small(stage.units[d.unit], [], stage.signs, 46, d.print), h("small", {}, d.edge));
  return h("section", { "data-panel": "arrivals" }, h("h2", {}, t("panels.campaign.due")), turns.length ? turns.map((turn) =>
    h("div", { class: "due" }, h("h3", {}, turn <= board.turn ? t("panels.campaign.waiting") : t("panels.turn", { turn })),
      h("div", { class: "picks" }, due.filter((d) => d.turn === turn).map(piece)))) : h("p", { class: "quiet" }, t("panels.none")));
}
