// The log: every change with its time, and Undo for each entry.
import { ask, h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { umpireName } from "./desk.js";
import { unitName } from "./words.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./desk.js").Desk} Desk */

const MOST = 5; // changes of one entry that are written out
const FULL = 3; // supply points of a unit that has used none

/** @param {number} number */
const signed = (number) => number < 0 ? `−${-number}` : `+${number}`;

/** What an entry did to units, in short: "I/77 6 → 5, −1 SP". @param {Desk} desk @param {Entry} entry */
function effects(desk, entry) {
  /** @type {Map<string, string[]>} */
  const units = new Map();
  const made = new Set((entry.changes ?? []).filter(({ path }) => path[0] === "units" && path[2] === "side").map(({ path }) => path[1]));
  for (const { path: [table, id, field], before, after, dropped } of entry.changes ?? []) {
    if (table !== "units" || dropped || made.has(id)) continue;
    const words = field === "status" ? `${before} → ${after}` : field === "sp" ? t("umpire.log.sp", { points: signed((after ?? FULL) - (before ?? FULL)) }) : field === "retired" && after ? t("umpire.log.retires", { km: after }) : "";
    if (words) units.set(id, [...units.get(id) ?? [], words]);
  }
  const shown = [...units].map(([id, words]) => `${unitName(id, desk.units[id])} ${words.join(", ")}`);
  return shown.length > MOST ? [...shown.slice(0, MOST), t("umpire.log.more", { n: shown.length - MOST })] : shown;
}

/** Take back an entry. If others were built on it, they are listed and taken back first. @param {Desk} desk @param {string} id */
export async function undoEntry(desk, id) {
  /** @type {{entries: Entry[]}} */
  const { entries } = await desk.ask("built_on", { entry: id });
  if (entries.length) {
    const yes = await ask(t("umpire.log.built-on"), h("ul", {}, entries.map((one) => h("li", {}, one.what))),
      [[t("umpire.log.undo-all", { n: entries.length + 1 }), true, true], [t("common.cancel"), false]]);
    if (!yes) return;
  }
  for (const one of [...entries.map((entry) => entry.id).reverse(), id]) await desk.change("undo", { entry: one });
}

/** Take back the last entry. @param {Desk} desk */
export async function undoLast(desk) {
  const last = lastInForce(desk);
  if (!last) return notice(t("umpire.log.nothing"));
  await desk.change("undo");
  notice(t("umpire.log.undone", { what: last.what }));
}

/** The entry that Undo would take back. @param {Desk} desk */
export const lastInForce = ({ shown: { log, undone } }) => log.slice(1).findLast((one) => !one.undoes && !undone.includes(one.id));

/** @param {Desk} desk */
export function logPanel(desk) {
  const { log, undone } = desk.shown;
  const row = (/** @type {Entry} */ one, /** @type {number} */ at) => {
    const gone = undone.includes(one.id);
    const shown = effects(desk, one);
    const button = at && !one.undoes && !gone ? h("button", { class: "link", "aria-label": t("umpire.log.undo-what", { what: one.what }), onclick: () => undoEntry(desk, one.id).catch((e) => notice(e.message)) }, t("umpire.undo")) : null;
    return h("li", { class: gone ? "gone" : "" }, h("span", { class: "at" }, one.time || one.at), h("span", {}, one.what, shown.length ? h("small", {}, shown.join("; ")) : null, one.by === umpireName() ? null : h("small", {}, one.by)), button);
  };
  return h("section", { class: "logpanel" }, h("div", { class: "ptop" }, h("h2", {}, t("umpire.log")), h("span", {}, t("umpire.log.about"))),
    h("ol", { class: "entries" }, log.map(row).reverse()));
}
