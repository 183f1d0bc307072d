// The card over the map for short decisions, above all those of the side that is not moving.
import { small, spoken } from "./counters.js";
import { h, rule } from "./dom.js";
import { placeOf } from "./panels.js";
import { pickerBox } from "./picker.js";
import { carryFrom } from "./pointer.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Battle} Battle */

export const MANY = 9; // more buttons than this go to the side panel instead

/** @param {Table} table @param {Choice} entry @param {boolean} [main] */
export function orderButton(table, entry, main = false) {
  const { giving } = table;
  return h("button", {
    class: main ? "main" : "", "data-do": entry.order.do, onclick: () => giving.give(entry.order),
    onpointerenter: () => giving.light(entry), onfocus: () => giving.light(entry), onpointerleave: () => giving.light(null),
  }, entry.label);
}

/** @param {Table} table */
export function decisionCard(table) {
  const { stage, state } = table;
  const { choices, board } = state;
  const listed = choices.buttons.filter((b) => !b.end);
  const few = listed.length > 0 && listed.length < MANY;
  const hexes = Object.keys(choices.hexes).length;
  const sides = Object.keys(choices.sides).length;
  if (!choices.mine || !(few || choices.card.length || choices.answers || hexes || choices.arrange.length)) return null;
  const click = hexes ? `Click one of ${hexes} lit hex${hexes === 1 ? "" : "es"}.`
    : sides ? "Click a ringed hexside, or choose from the list beside the map." : "";
  return h("div", { class: `card-over over ${choices.answers ? "answers" : ""}`, role: "region", "aria-label": "Decision" },
    choices.answers ? h("div", { class: "tag" }, "Your answer is needed") : null,
    h("h2", {}, choices.decision?.prompt ?? "", " ", rule(stage.game, choices.decision?.rule ?? "")),
    board.battle ? battleLine(table, board.battle) : null,
    choices.card.length ? h("div", { class: "picks" }, choices.card.map((id) => unitButton(table, id))) : null,
    choices.arrange.length ? arranger(table, choices.arrange) : null,
    choices.picker ? pickerBox(table, choices.picker) : null,
    few && !choices.picker ? h("div", { class: "options" }, listed.map((b, i) => orderButton(table, b, i === 0 && listed.length <= 3))) : null,
    click ? h("p", { class: "quiet" }, click) : null);
}

/** @param {Table} table @param {string} id */
function unitButton(table, id) {
  const unit = table.stage.units[id];
  const state = table.unitAt(id);
  const hooks = { class: "pick", "data-pick": id, title: unit.name, "aria-label": spoken(unit, state) };
  const node = h("button", { ...hooks, onclick: () => table.picking.select(id) },
    small(unit, state?.marks ?? [], table.stage.signs, 50), h("small", {}, unit.short));
  carryFrom(node, (hex) => table.picking.drag(id, hex), (hex) => table.picking.drop(id, hex));
  return node;
}

/** @param {Table} table @param {Battle} battle */
function battleLine(table, battle) {
  const { stage } = table;
  return h("div", { class: "battle" },
    h("div", { class: "row" }, battle.attackers.map((id) => small(stage.units[id], [], stage.signs, 42)),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("b", {}, battle.targets.map((t) => placeOf(stage, t)).join(" and "))),
    h("p", {}, battle.words));
}

/** Units to be put in an order: first, second, third. Every order there is was offered. @param {Table} table @param {Choice[]} entries */
function arranger(table, entries) {
  const list = [...entries[0].units];
  const box = h("ol", { class: "arrange" });
  const move = (/** @type {number} */ at, /** @type {number} */ by) => {
    [list[at], list[at + by]] = [list[at + by], list[at]];
    draw();
    const node = box.querySelector(`[data-arrange="${list[at + by]}"] button:not([disabled])`);
    if (node instanceof HTMLElement) node.focus();
  };
  const row = (/** @type {string} */ id, /** @type {number} */ at) => {
    const unit = table.stage.units[id];
    return h("li", { "data-arrange": id }, h("b", { class: "place" }, `${at + 1}.`),
      small(unit, table.unitAt(id)?.marks ?? [], table.stage.signs, 44), h("span", { class: "name" }, unit.name),
      h("button", { "aria-label": `${unit.name} earlier`, disabled: at === 0, onclick: () => move(at, -1) }, "↑"),
      h("button", { "aria-label": `${unit.name} later`, disabled: at === list.length - 1, onclick: () => move(at, 1) }, "↓"));
  };
  const draw = () => box.replaceChildren(...list.map(row));
  const give = () => {
    const found = entries.find((entry) => entry.units.join() === list.join());
    if (found) table.giving.give(found.order);
  };
  draw();
  return h("div", {}, box, h("div", { class: "options" }, h("button", { class: "main", "data-do": "arrange", onclick: give }, "In this order")));
}
