// Picking from the roster: a sheet with search, in which several units can be tapped; and small forms for guns, aircraft and routes.
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { line, segments, select, sheet, stepper, textField, toggle } from "./dialogs.js";
import { symbol } from "./symbols.js";
import { MARKS, MARK_FIELDS, splitValue, unitName } from "./words.js";

/** @typedef {import("./types.js").Tables} Tables */
/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./desk.js").Desk} Desk */

const GUNS = ["field", "medium", "heavy", "rocket", "infantry-guns"];
const SUPPORT = ["german-ga", "allied-ga", "heavy-bomber"];
const FORCES = ["spitfire", "typhoon", "mustang", "fortress", "liberator", "lancaster", "halifax", "stirling", "light", "medium", "heavy", "artillery"];
const GROUNDS = ["clear", "rough", "forest", "town", "marsh"];
const SEEN = ["vehicles", "armour", "infantry"];

/** Units by formation, those of a side first or alone. @param {Tables} tables @param {string} side */
export function byFormation(tables, side = "") {
  /** @type {Map<string, [string, Unit][]>} */
  const groups = new Map();
  for (const [id, unit] of Object.entries(tables.units ?? {})) {
    if (side && unit.side !== side) continue;
    const key = unit.formation || unit.side;
    const group = groups.get(key) ?? [];
    group.push([id, unit]);
    groups.set(key, group);
  }
  return [...groups].map(([key, units]) => ({ key, name: tables.formations?.[key]?.name || key, side: units[0][1].side, units }));
}

/**
 * Pick units. Resolves with the new values, or null.
 * @param {Desk} desk @param {string} title @param {string[]} values @param {{side?: string, one?: boolean, fits?: (unit: Unit) => boolean}} [wish]
 * @returns {Promise<string[] | null>}
 */
export function pickUnits(desk, title, values, { side = "", one = false, fits = () => true } = {}) {
  const picked = [...values];
  const sides = Object.keys(desk.tables.sides);
  return sheet(title, (close) => {
    let shown = side, words = "";
    const list = h("div", { class: "picklist" });
    const draw = () => list.replaceChildren(...rows());
    const has = (/** @type {string} */ id) => picked.findIndex((value) => splitValue(value, desk.units).id === id);
    const tap = (/** @type {string} */ id) => {
      if (one) return close([id]);
      const at = has(id);
      if (at >= 0) picked.splice(at, 1);
      else picked.push(id);
      draw();
    };
    const row = (/** @type {string} */ id, /** @type {Unit} */ unit) => h("button", { type: "button", class: "pickrow", "aria-pressed": String(has(id) >= 0), "data-unit": id, disabled: !unit.status, onclick: () => tap(id) },
      symbol(unit), h("span", {}, h("b", {}, unitName(id, unit)), h("small", {}, [unit.type, ...MARKS.filter((mark) => unit[/** @type {"prepared"} */ (MARK_FIELDS[mark])]).map((mark) => t(`umpire.mark.${mark}`))].join(", "))),
      h("span", { class: "sp" }, t("umpire.sp", { points: unit.sp ?? 3 })), h("b", { class: "status" }, unit.status));
    const rows = () => {
      const wanted = words.toLowerCase();
      const match = (/** @type {[string, Unit]} */ [id, unit]) => fits(unit) && (!wanted || `${id} ${unit.name ?? ""} ${unit.formation ?? ""}`.toLowerCase().includes(wanted));
      const groups = byFormation(desk.tables, shown).map((group) => ({ ...group, units: group.units.filter(match) })).filter((group) => group.units.length);
      return [
        ...groups.map((group) => h("section", {}, h("h3", {}, group.name), group.units.map(([id, unit]) => row(id, unit)))),
        ...(words && !one ? [h("button", { type: "button", class: "pickrow typed", onclick: () => { picked.push(words.trim()); close(picked); } }, t("umpire.pick.use-typed", { text: words.trim() }))] : []),
        ...(groups.length || words ? [] : [h("p", { class: "quiet" }, t("umpire.pick.none"))]),
      ];
    };
    draw();
    const search = h("input", { type: "search", placeholder: t("umpire.pick.search"), "aria-label": t("umpire.pick.search"), oninput: () => { words = search.value; draw(); } });
    const choose = segments(t("umpire.side"), [...sides.map((id) => /** @type {const} */ ([id, desk.sideName(id)])), ["", t("umpire.all")]], shown, (id) => { shown = id; draw(); });
    return [h("div", { class: "pickhead" }, search, sides.length > 1 ? choose : null), list,
      one ? null : h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: () => close(picked) }, t("umpire.pick.done")))];
  });
}

/** Change the marks of one picked unit, or take it out. Resolves with the new value, "" to take it out. @param {Desk} desk @param {string} value @returns {Promise<string | null>} */
export function editPick(desk, value) {
  const { id, rest } = splitValue(value, desk.units);
  const marks = new Set(rest.filter((word) => MARKS.includes(/** @type {import("./words.js").Mark} */ (word))));
  const other = rest.filter((word) => !marks.has(word));
  const at = other.includes("of") ? other.indexOf("of") : other.length; // marks come before the formation of a typed unit
  const unit = desk.units[id];
  return sheet(unit ? unitName(id, unit) : value, (close) => [
    unit ? h("p", { class: "quiet" }, t("umpire.pick.factors", { type: unit.type, status: unit.status, points: unit.sp ?? 3 })) : null,
    h("div", { class: "switches" }, MARKS.map((mark) => {
      const fixed = Boolean(unit?.[/** @type {"prepared"} */ (MARK_FIELDS[mark])]);
      const button = toggle(t(`umpire.mark.${mark}`), fixed || marks.has(mark), (on) => { if (on) marks.add(mark); else marks.delete(mark); });
      if (fixed) button.disabled = true; // the roster says so
      return button;
    })),
    h("div", { class: "sheetfoot" }, h("button", { onclick: () => close("") }, t("umpire.pick.remove")),
      h("button", { class: "main", onclick: () => close([...(id ? [id] : []), ...other.slice(0, at), ...marks, ...other.slice(at)].join(" ")) }, t("common.ok"))),
  ]);
}

/** Words of one item of a list, by the type of its field. @typedef {{fields: import("../lib/dom.js").Child, words: () => string}} Composer */

/** @param {string[]} names @param {boolean} far @returns {Composer} */
function counted(names, far) {
  let number = 1, name = names[0], km = "10";
  return {
    fields: [line(t("umpire.number"), stepper(t("umpire.number"), number, 1, 99, (value) => { number = value; })),
      line(t("umpire.kind"), select(t("umpire.kind"), names, name, (value) => { name = value; })),
      far ? line(t("umpire.km"), textField(t("umpire.km"), km, (value) => { km = value; }, { inputmode: "decimal" })) : null],
    words: () => [number, name, ...(far ? [km] : [])].join(" "),
  };
}

/** @returns {Composer} */
function legComposer() {
  let km = "6", ground = "clear", river = false;
  return {
    fields: [line(t("umpire.km"), textField(t("umpire.km"), km, (value) => { km = value; }, { inputmode: "decimal" })),
      line(t("umpire.ground"), segments(t("umpire.ground"), GROUNDS.map((one) => /** @type {const} */ ([one, one])), ground, (value) => { ground = value; })),
      toggle(t("umpire.leg.river"), river, (on) => { river = on; })],
    words: () => [km, ground, ...(river ? ["river"] : [])].join(" "),
  };
}

/** @returns {Composer} */
function targetComposer() {
  let number = 1, kind = SEEN[0], ground = "clear", moving = false, road = false, square = "";
  return {
    fields: [line(t("umpire.number"), stepper(t("umpire.number"), number, 1, 99, (value) => { number = value; })),
      line(t("umpire.kind"), segments(t("umpire.kind"), SEEN.map((one) => /** @type {const} */ ([one, one])), kind, (value) => { kind = value; })),
      h("div", { class: "switches" }, toggle(t("umpire.target.moving"), moving, (on) => { moving = on; }), toggle(t("umpire.target.road"), road, (on) => { road = on; })),
      line(t("umpire.ground"), segments(t("umpire.ground"), GROUNDS.map((one) => /** @type {const} */ ([one, one])), ground, (value) => { ground = value; })),
      line(t("umpire.target.square"), textField(t("umpire.target.square"), square, (value) => { square = value; }))],
    words: () => [number, kind, ...(moving ? ["moving"] : []), ...(road ? ["by-road"] : []), ground, ...(square.trim() ? ["in", square.trim()] : [])].join(" "),
  };
}

/** @returns {Composer} */
export function modifierComposer() {
  let number = 1, sign = "+", reason = "";
  return {
    fields: [line(t("umpire.modifier.sign"), segments(t("umpire.modifier.sign"), [["+", t("umpire.modifier.add")], ["-", t("umpire.modifier.take")]], sign, (value) => { sign = value; })),
      line(t("umpire.number"), stepper(t("umpire.number"), number, 1, 20, (value) => { number = value; })),
      line(t("umpire.modifier.reason"), textField(t("umpire.modifier.reason"), reason, (value) => { reason = value; }, { maxlength: 80 }))],
    words: () => `${sign}${number} ${reason.trim() || t("umpire.modifier.judgement")}`,
  };
}

/** @type {Record<string, () => Composer>} */
const COMPOSERS = {
  guns: () => counted(GUNS, true), aircraft: () => counted(SUPPORT, false), force: () => counted(FORCES, false), leg: legComposer, target: targetComposer,
  modifier: modifierComposer,
};
export const composes = (/** @type {string} */ type) => Object.hasOwn(COMPOSERS, type);

/**
 * Compose one item of a list. Guns and aircraft of the roster are offered first. Resolves with its words.
 * @param {Desk} desk @param {string} title @param {string} type @param {string} side whose guns and aircraft; "" for all
 * @returns {Promise<string | null>}
 */
export function compose(desk, title, type, side = "") {
  const made = COMPOSERS[type]();
  return sheet(title, (close) => {
    let km = "10";
    const guns = type === "guns" ? Object.entries(desk.units).filter(([, unit]) => GUNS.includes(unit.type) && unit.status && (!side || unit.side === side)) : [];
    const flown = type === "aircraft" ? Object.entries(desk.tables.aircraft ?? {}).filter(([, one]) => one.squadrons && (!side || one.side === side) && (SUPPORT.includes(one.type) || /bomber|fortress|liberator|lancaster|halifax|stirling|typhoon|spitfire|mustang/.test(one.type))) : [];
    const chips = [
      ...guns.map(([id, unit]) => h("button", { type: "button", class: "pickrow", onclick: () => close(`${id} ${km}`) }, symbol(unit), h("span", {}, h("b", {}, unitName(id, unit)), h("small", {}, unit.type)), h("b", { class: "status" }, unit.status))),
      ...flown.map(([id, one]) => h("button", { type: "button", class: "pickrow", onclick: () => close(id) }, h("span", {}, h("b", {}, id), h("small", {}, one.type)), h("b", { class: "status" }, one.squadrons))),
    ];
    return [
      chips.length ? h("section", {}, h("h3", {}, t("umpire.pick.roster")), guns.length ? line(t("umpire.km"), textField(t("umpire.km"), km, (value) => { km = value; }, { inputmode: "decimal" })) : null, chips, h("h3", {}, t("umpire.pick.or-type"))) : null,
      h("div", { class: "composer" }, made.fields),
      h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: () => close(made.words()) }, t("umpire.add"))),
    ];
  });
}
