// What people call units, and how values of a form name them.
import { t } from "../lib/text.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {Record<string, Unit>} Units */

export const MARKS = /** @type {const} */ (["prepared", "dug-in", "defended", "marched", "no-supply"]);
/** @typedef {typeof MARKS[number]} Mark */
/** Marks that the roster keeps. @type {Record<string, "prepared" | "dug_in" | "defended" | "marched">} */
export const MARK_FIELDS = { prepared: "prepared", "dug-in": "dug_in", defended: "defended", marched: "marched" };

/** The name of a unit; the end of a long one names its formation, which is shown apart. @param {string} id @param {Unit | undefined} unit */
export const unitName = (id, unit) => unit?.name?.split(", ")[0] || id;

/** The unit of the roster that a value names, and the words after it. @param {string} value @param {Units} units */
export function splitValue(value, units) {
  const words = value.split(" ");
  for (let length = words.length; length; length--) {
    const name = words.slice(0, length).join(" ");
    if (Object.hasOwn(units, name)) return { id: name, rest: words.slice(length) };
  }
  return { id: "", rest: words };
}

/** A unit as a chip shows it: what it is, its status, its marks. @param {string} value @param {Units} units */
export function chipWords(value, units) {
  const { id, rest } = splitValue(value, units);
  const unit = units[id];
  if (!unit) return { name: value, below: t("umpire.pick.typed"), unit };
  const shown = MARKS.filter((mark) => rest.includes(mark) || unit[/** @type {"prepared"} */ (MARK_FIELDS[mark])]);
  const marks = shown.map((mark) => t(`umpire.mark.${mark}`)).join(", ");
  const other = rest.filter((word) => !MARKS.includes(/** @type {Mark} */ (word))).join(" ");
  return { name: unitName(id, unit), below: [`${unit.type} ${unit.status}`, marks, other].filter(Boolean).join(", "), unit };
}

/** @param {any} value @returns {string[]} */
export const listOf = (value) => Array.isArray(value) ? value : value === undefined || value === "" ? [] : [String(value)];

/** Attackers, defenders or other units of a row, by name. @param {import("./types.js").Values} values @param {Units} units */
export function sidesOf(values, units) {
  const names = (/** @type {string} */ field) => listOf(values[field]).map((one) => chipWords(one, units).name);
  return { attack: names("attacker"), defence: names("defender"), other: [...names("unit"), ...names("troops"), ...names("carried-unit")] };
}

/** Split a text at its numbers, so that they can be shown bold. @param {string} text */
export const atNumbers = (text) => text.split(/([−+]?\d+(?:½|¼|¾)?(?:\s(?:km|SP)\b)?)/);

/** The entry of a table that applies, as a range: "bad terrain, 12–19". @param {string} table */
export function rangeOf(table) {
  const [name, rest] = table.split(": ");
  const cells = (rest ?? "").split("  ");
  const at = cells.findIndex((cell) => cell.startsWith("["));
  const from = cells[at]?.match(/^\[(\d+)\+/)?.[1];
  if (!from) return "";
  const above = cells[at - 1]?.match(/^(\d+)\+/)?.[1];
  return `${name}, ${above ? `${from}–${Number(above) - 1}` : `${from}+`}`;
}
