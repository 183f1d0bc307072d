// The fields of a question as controls for a thumb: chips, segments, steppers, switches.
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { line, segments, select, stepper, textField, toggle } from "./dialogs.js";
import { compose, composes, editPick, pickUnits } from "./pick.js";
import { symbol } from "./symbols.js";
import { chipWords, listOf } from "./words.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Values} Values */
/** @typedef {import("./desk.js").Desk} Desk */
/** The values of an open form. `set` stores one; `redraw` draws the fields again. @typedef {{desk: Desk, values: Values, set: (name: string, value: any) => void, redraw: () => void}} Form */

const SHARES = ["0", "1/4", "1/3", "1/2", "2/3", "3/4", "1"];
const READ_ELSEWHERE = "reading"; // set for the whole game, with the house rules

/** Whether a field is asked now. @param {Field} field @param {Values} values */
export function asked(field, values) {
  if (field.type === READ_ELSEWHERE) return false;
  return !field.needs || field.needs.values.includes(String(values[field.needs.field] ?? ""));
}

/** Store a list, or nothing if it is empty. @param {Form} form @param {string} name @param {string[]} list */
function put(form, name, list) {
  form.set(name, list.length ? list : undefined);
  form.redraw();
}

/** Chips of the units of a field, and a button to pick more. @param {Form} form @param {Field} field @param {string} [side] that is offered first */
export function unitChips(form, field, side = "") {
  const { desk, values } = form;
  const list = listOf(values[field.name]);
  const edit = async (/** @type {number} */ at) => {
    const next = await editPick(desk, list[at]);
    if (next !== null) put(form, field.name, next ? list.with(at, next) : list.toSpliced(at, 1));
  };
  const more = async () => {
    const next = await pickUnits(desk, field.label, list, { side });
    if (next) put(form, field.name, next);
  };
  return h("div", { class: "unitchips", "data-field": field.name },
    list.map((value, at) => {
      const { name, below, unit } = chipWords(value, desk.units);
      return h("button", { type: "button", class: "unitchip", onclick: () => edit(at) }, symbol(unit), h("span", {}, h("b", {}, name), h("small", {}, below)));
    }),
    h("button", { type: "button", class: "unitchip add", "aria-label": t("umpire.pick.add-to", { field: field.label }), onclick: more }, "+"));
}

/** A list of typed items. @param {Form} form @param {Field} field @param {string} [side] */
export function itemChips(form, field, side = "") {
  const { desk, values } = form;
  const list = listOf(values[field.name]);
  const add = async () => {
    const one = await compose(desk, field.label, field.type, side);
    if (one) put(form, field.name, [...list, one]);
  };
  const fromRoster = async () => {
    const next = await pickUnits(desk, field.label, list);
    if (next) put(form, field.name, next);
  };
  return h("div", { class: "unitchips", "data-field": field.name },
    list.map((value, at) => h("button", { type: "button", class: `item ${field.type}`, "aria-label": t("umpire.remove", { what: value }), onclick: () => put(form, field.name, list.toSpliced(at, 1)) }, value, h("i", {}, "×"))),
    field.type === "target" && Object.keys(desk.units).length ? h("button", { type: "button", class: "item add", onclick: fromRoster }, t("umpire.pick.from-roster")) : null,
    h("button", { type: "button", class: "item add", "aria-label": t("umpire.pick.add-to", { field: field.label }), onclick: add }, t("umpire.add")));
}

/** @param {Form} form @param {Field} field */
function choice(form, field) {
  const { values } = form;
  const now = String(values[field.name] ?? field.default ?? "");
  return segments(field.label, field.choices.map((one) => /** @type {const} */ ([one, one])), now, (value) => {
    form.set(field.name, value);
    form.redraw(); // others may depend on it
  });
}

/** Troops of a march: a kind, or a unit of the roster. @param {Form} form @param {Field} field */
function troops(form, field) {
  const now = String(form.values[field.name] ?? "");
  const pick = async () => {
    const next = await pickUnits(form.desk, field.label, [], { one: true });
    if (!next) return;
    form.set(field.name, next[0]);
    form.redraw();
  };
  const { name, below, unit } = chipWords(now, form.desk.units);
  return h("div", { class: "unitchips" },
    unit ? h("button", { type: "button", class: "unitchip", onclick: pick }, symbol(unit), h("span", {}, h("b", {}, name), h("small", {}, below)))
      : h("button", { type: "button", class: "item add", onclick: pick }, t("umpire.pick.from-roster")),
    choice(form, field));
}

/** Squadrons: a number, or those of the roster. @param {Form} form @param {Field} field */
function flight(form, field) {
  const now = String(form.values[field.name] ?? field.default ?? "0");
  const flown = Object.keys(form.desk.tables.aircraft ?? {});
  const number = stepper(field.label, Number(now) || 0, field.low ?? 0, field.high || 99, (value) => form.set(field.name, String(value)));
  if (!flown.length) return number;
  const typed = t("umpire.pick.typed-number");
  return h("span", { class: "row" }, select(field.label, ["", ...flown], flown.includes(now) ? now : "", (value) => {
    form.set(field.name, value || undefined);
    form.redraw();
  }, (one) => one || typed), flown.includes(now) ? null : number);
}

/** One unit of the roster. @param {Form} form @param {Field} field */
function oneUnit(form, field) {
  const now = String(form.values[field.name] ?? "");
  const pick = async () => {
    const next = await pickUnits(form.desk, field.label, [], { one: true });
    if (!next) return;
    form.set(field.name, next[0]);
    form.redraw();
  };
  return h("button", { type: "button", class: "item add", onclick: pick }, now ? chipWords(now, form.desk.units).name : t("umpire.pick.from-roster"));
}

/** The control of a field. @param {Form} form @param {Field} field @param {string} [side] @returns {HTMLElement} */
export function control(form, field, side = "") {
  const now = form.values[field.name] ?? field.default ?? "";
  const set = (/** @type {any} */ value) => form.set(field.name, value === "" ? undefined : value);
  if (field.kind === "flag") return toggle(field.label, Boolean(now), (on) => set(on || undefined), field.about);
  if (field.type === "troops") return troops(form, field);
  if (field.kind === "many" && field.type === "unit") return unitChips(form, field, side);
  if (field.kind === "many" && composes(field.type)) return itemChips(form, field, side);
  if (field.type === "unit") return oneUnit(form, field);
  if (field.choices.length) return choice(form, field);
  if (field.type === "flight") return flight(form, field);
  if (field.type === "number") return stepper(field.label, Number(now) || 0, field.low ?? 0, field.high || 99, (value) => set(String(value)));
  if (field.type === "share") return select(field.label, SHARES, String(now), set);
  return textField(field.label, String(now), set, field.type === "distance" ? { inputmode: "decimal", placeholder: t("umpire.km") } : {});
}

/** A field with its label; a flag has its own. @param {Form} form @param {Field} field @param {string} [side] */
export const labelled = (form, field, side = "") => field.kind === "flag" ? control(form, field, side) : line(field.label, control(form, field, side));
