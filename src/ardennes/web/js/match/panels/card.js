// The card beside the map for short decisions, above all those of the side that is not moving.
import { small, spoken } from "../../map/counters.js";
import { clicks, h, rule } from "../../lib/dom.js";
import { placesOf } from "./boxes.js";
import { t } from "../../lib/text.js";
import { carryFrom } from "../../map/pointer.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Choice} Choice */
/** @typedef {import("../../types.gen.js").Choices} Choices */
/** @typedef {import("../../types.gen.js").Battle} Battle */

export const MANY = 9; // more buttons than this go to the side panel instead

/** @param {Table} table @param {Choice} entry @param {boolean} [main] */
export function orderButton(table, entry, main = false) {
  const { actions } = table;
  return h("button", {
    class: main ? "main" : "", "data-do": entry.order.do, title: main ? table.staff.reason() : null, onclick: () => actions.give(entry.order),
    onpointerenter: () => actions.light(entry), onfocus: () => actions.light(entry), onpointerleave: () => actions.light(null),
  }, entry.label);
}

/** The next order of a set-up as in history; where that is the end, the end's own button says so. @param {Choices} choices */
function historical({ history }) {
  return history?.end ? null : history;
}

/** The orders that are listed one by one. @param {Choices} choices */
function listedOf(choices) {
  const history = JSON.stringify(historical(choices)?.order);
  return choices.buttons.filter((b) => !b.end && JSON.stringify(b.order) !== history);
}

/** Are there several answers to choose from? @param {Choices} choices */
export function isQuestion(choices) {
  const listed = listedOf(choices).length;
  return choices.mine && !choices.picker && !historical(choices) && listed > 0 && listed < MANY && choices.buttons.length > 1;
}

/** Is there a card? @param {Choices} choices */
export function hasCard(choices) {
  const listed = listedOf(choices).length;
  const few = listed > 0 && listed < MANY;
  return choices.mine && !choices.picker && Boolean(few || choices.card.length || choices.answers || Object.keys(choices.hexes).length || historical(choices) || choices.arrange.length);
}

/** @param {Table} table */
export function decisionCard(table) {
  const { stage, state } = table;
  const { choices, board } = state;
  if (!hasCard(choices)) return null;
  const history = historical(choices);
  const listed = listedOf(choices);
  const few = listed.length > 0 && listed.length < MANY;
  const hexes = Object.keys(choices.hexes).length;
  const sides = Object.keys(choices.sides).length;
  const click = hexes ? t("panels.card.hexes", { n: hexes, click: clicks() })
    : sides ? t("panels.card.hexsides", { click: clicks() }) : "";
  return h("div", { class: `card-over ${choices.answers ? "answers" : ""}`, role: "region", "aria-label": t("panels.card.title") },
    choices.answers ? h("div", { class: "tag" }, t("panels.card.answer")) : null,
    h("h2", { class: choices.answers || board.battle ? "" : "visually-hidden" }, choices.decision?.prompt ?? "", " ", rule(stage.game, choices.decision?.rule ?? "")),
    board.battle ? battleLine(table, board.battle) : null,
    history ? h("div", { class: "options" }, h("button", { class: "main", id: "history", onclick: () => table.automation.setUp() }, t("panels.card.history"))) : null,
    choices.card.length ? h("div", { class: "picks" }, choices.card.map((id) => unitButton(table, id))) : null,
    choices.arrange.length ? arranger(table, choices.arrange) : null,
    few ? h("div", { class: "options" }, listed.map((b) => orderButton(table, b, !history && (choices.buttons.length === 1 || table.staff.advises(b.order))))) : null,
    click ? h("p", { class: "quiet" }, click) : null, table.automation.lasting());
}

/** @param {Table} table @param {string} id */
function unitButton(table, id) {
  const unit = table.stage.units[id];
  const state = table.unitAt(id);
  const hooks = { class: "pick", "data-pick": id, title: unit.name, "aria-label": spoken(unit, state) };
  const node = h("button", { ...hooks, onclick: () => table.modes.select(id) },
    small(unit, state?.marks ?? [], table.stage.signs, 50), h("small", {}, unit.short));
  carryFrom(node, (hex) => table.board.act.drag(id, hex), (hex) => table.board.act.drop(id, hex));
  return node;
}

/** @param {Table} table @param {Battle} battle */
function battleLine(table, battle) {
  const { stage } = table;
  return h("div", { class: "battle" },
    h("div", { class: "row" }, battle.attackers.map((id) => small(stage.units[id], [], stage.signs, 42)),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("b", {}, placesOf(stage, battle.targets))),
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
      h("button", { "aria-label": t("panels.card.earlier", { unit: unit.name }), disabled: at === 0, onclick: () => move(at, -1) }, "↑"),
      h("button", { "aria-label": t("panels.card.later", { unit: unit.name }), disabled: at === list.length - 1, onclick: () => move(at, 1) }, "↓"));
  };
  const draw = () => box.replaceChildren(...list.map(row));
  const give = () => {
    const found = entries.find((entry) => entry.units.join() === list.join());
    if (found) table.actions.give(found.order);
  };
  draw();
  return h("div", {}, box, h("div", { class: "options" }, h("button", { class: "main", "data-do": "arrange", onclick: give }, t("panels.card.sequence"))));
}
