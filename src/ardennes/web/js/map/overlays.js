// What the player switches on and off above the map.
import { side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { GROUND, areas, legend, rings, skies } from "./layers.js";

/** The parts of the match that it uses. @typedef {import("../match/store.js").Store & Pick<import("../match/match.js").Table, "board" | "drawPieces" | "frame" | "highlight" | "front1944">} Parts */

/** Toggle, label, key. */
export const TOGGLES = [
  ["counters", t("map.layer.counters"), "H"], ["zoc", t("map.layer.zoc"), "Z"], ["supply", t("map.layer.supply"), "S"], ["control", t("map.layer.control"), "C"],
  ["victory", t("map.layer.victory"), "V"], ["cost", t("map.layer.cost"), "M"], ["names", t("map.layer.names"), "N"],
];

/** Those of every game, and those this one has. @param {import("../types.gen.js").Stage} stage @returns {string[][]} */
export function togglesOf(stage) {
  return [...TOGGLES, ...(stage.layers ?? []).map((x) => [x.id, x.label, x.key])];
}

export class Overlays {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    /** @type {Record<string, boolean>} */
    this.on = { counters: true, zoc: false, supply: false, control: false, victory: false, cost: false, names: false };
    this.drawn = "";
  }

  /** @param {string} name */
  toggle(name) {
    const { table } = this;
    this.on[name] = !this.on[name];
    for (const node of table.frame.toolbar.querySelectorAll("[data-toggle]")) {
      node.setAttribute("aria-pressed", String(this.on[/** @type {HTMLElement} */ (node).dataset.toggle ?? ""]));
    }
    table.frame.victory.draw(table.shown());
    if (name === "names") return table.board.nameAll(this.on.names);
    table.drawPieces();
    return table.highlight();
  }

  /** Draws them anew only where the board or the choice has changed. */
  draw() {
    const { table, on } = this;
    const moment = table.moment ? `@${table.replay?.at}` : `#${table.state.seq}`;
    const { mode } = table;
    const key = `${moment} ${Object.keys(table.front1944.days).length} ${table.side} ${mode.ways.length ? mode.method : "-"} ${mode.unit} ${JSON.stringify(on)}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const shapes = [
      ...(on.control ? this.control() : []), ...(on.supply ? this.supply() : []), ...(on.zoc ? this.zones() : []),
      ...(on.victory ? this.victory() : []), ...(on.cost ? this.costs() : []),
      ...(on.skies ? skies(table) : []), ...(on.areas ? areas(table) : []), ...(on.rings ? rings(table) : []), ...(on.history ? table.front1944.front() : []),
    ];
    table.board.marks.over.replaceChildren(...shapes);
    table.frame.drawLegend(legend(table, on));
  }

  /** One's own side; for those who watch the first. */
  own() {
    const { stage, side } = this.table;
    return stage.sides.includes(side) ? side : stage.sides[0];
  }

  control() {
    const { stage, board } = this.table;
    const { control } = this.table.shown();
    const held = (/** @type {string} */ side) =>
      stage.hexes.filter((/** @type {import("../types.gen.js").Hex} */ x) => (control[x.id] ?? x.side) === side).map((x) => x.id);
    const tints = stage.sides.flatMap((/** @type {string} */ side, /** @type {number} */ at) => board.marks.tint(held(side), GROUND[at], 0.27));
    return [...tints, ...board.marks.edge(held(stage.sides[1]), "#8A4B3C", 4)];
  }

  supply() {
    const { marks } = this.table.board;
    const own = this.own();
    const { supply, units } = this.table.shown();
    const reached = new Set(supply[own]);
    const cut = units.filter((u) => this.table.stage.units[u.id].side === own && !reached.has(u.hex)).map((u) => u.hex);
    return [...marks.tint(supply[own], "#1F6FB2", 0.22), ...marks.edge(supply[own], "#1F6FB2", 3), ...marks.tint(cut, "#C8102E", 0.4)];
  }

  zones() {
    const { zoc } = this.table.shown();
    const own = this.own();
    return this.table.stage.sides.flatMap((/** @type {string} */ side) => this.table.board.marks.hatch(zoc[side], side === own));
  }

  victory() {
    /** @type {Record<string, [string, boolean][]>} */
    const claims = {};
    for (const goal of this.table.shown().victory) {
      if (goal.hex && this.table.board.geometry.hexes[goal.hex]) (claims[goal.hex] ??= []).push([side_name(goal.side), goal.met]);
    }
    return Object.entries(claims).map(([hex, list]) => this.table.board.marks.star(hex, list));
  }

  costs() {
    /** @type {[string, string][]} */
    const words = this.table.stage.hexes.map((x) => [x.id, [...new Set(x.cost.map((c) => c.value))].join(" / ")]);
    return this.table.board.marks.words(words);
  }
}
