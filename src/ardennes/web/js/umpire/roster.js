// The roster: status before and now, supply, marks; and a form for one unit.
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { fileButton, line, segments, select, sheet, stepper, textField, toggle } from "./dialogs.js";
import { byFormation } from "./pick.js";
import { symbol } from "./symbols.js";
import { unitName } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./desk.js").Desk} Desk */

const TYPES = ["infantry", "light", "tank", "heavy-tank", "mixed", "heavy-mixed", "recce", "guns", "flak", "field", "medium", "heavy", "rocket", "infantry-guns"];
/** Marks in one letter, as the foot of the roster explains them. */
const LETTERS = /** @type {const} */ ([["prepared", "P"], ["dug_in", "D"], ["defended", "H"], ["marched", "M"], ["immobilised", "X"]]);

/** Status at the beginning of this turn, of units that lost some since. @param {Desk} desk */
function statusBefore({ shown: { log, undone } }) {
  /** @type {Record<string, number>} */
  const before = {};
  for (const entry of log.toReversed()) {
    if (undone.includes(entry.id) || entry.undoes) continue;
    if (entry.changes?.some(({ path }) => path[0] === "game" && path[2] === "turn")) break;
    for (const { path: [table, id, field], before: was, dropped } of entry.changes ?? []) if (table === "units" && field === "status" && typeof was === "number" && !dropped) before[id] = was;
  }
  return before;
}

/** @param {Desk} desk @param {Set<string>} busy units of the open row */
export function rosterPanel(desk, busy) {
  const before = statusBefore(desk);
  const row = (/** @type {string} */ id, /** @type {Unit} */ unit) => {
    const was = before[id] !== undefined && before[id] !== unit.status ? before[id] : null;
    const marks = LETTERS.filter(([field]) => unit[field]).map(([field, letter]) => h("i", { title: t(`umpire.field.${field}`) }, letter));
    return h("li", {}, h("button", { class: `unitrow ${busy.has(id) ? "sel" : ""} ${unit.status ? "" : "gone"}`, "data-unit": id, onclick: () => editUnit(desk, id).catch((e) => notice(e.message)) },
      symbol(unit), h("span", { class: "name" }, unitName(id, unit), marks), h("span", { class: "sp" }, t("umpire.sp", { points: unit.sp ?? 3 })), h("span", { class: "status" }, was === null ? null : h("s", {}, was), h("b", {}, unit.status))));
  };
  const groups = byFormation(desk.tables);
  return h("section", { class: "rosterpanel" }, h("div", { class: "ptop" }, h("h2", {}, t("umpire.roster")), h("span", { class: "options inline" },
    fileButton(t("umpire.roster.import"), ".csv,text/csv", (text, name) => importRoster(desk, text, name), "link"), h("button", { class: "link", onclick: () => editUnit(desk, "").catch((e) => notice(e.message)) }, t("umpire.roster.add")))),
  groups.length ? groups.map((group) => h("section", {}, h("h3", {}, group.name), h("ul", {}, group.units.map(([id, unit]) => row(id, unit)))))
    : h("p", { class: "empty" }, t("umpire.roster.empty")),
  h("p", { class: "quiet letters" }, t("umpire.roster.letters")));
}

/** Add the units of a CSV file; mistakes are listed with their lines. @param {Desk} desk @param {string} roster @param {string} file */
export async function importRoster(desk, roster, file) {
  try {
    await desk.change("roster", { roster, file });
    notice(t("umpire.roster.imported", { file }));
  } catch (error) {
    await sheet(t("umpire.roster.mistake"), () => h("p", { class: "mistake" }, /** @type {Error} */ (error).message));
  }
}

/** Change a unit by hand, or add one. @param {Desk} desk @param {string} id "" for a new unit */
export async function editUnit(desk, id) {
  const sides = Object.keys(desk.tables.sides);
  const unit = desk.units[id];
  /** @type {Record<string, any>} */
  const fields = unit ? {} : { side: sides[0], type: TYPES[0], status: 6, formation: "" };
  let name = id;
  const put = (/** @type {string} */ field) => (/** @type {any} */ value) => { fields[field] = value; };
  const done = await sheet(id ? unitName(id, unit) : t("umpire.roster.add"), (close) => {
    const wrong = h("p", { class: "mistake", role: "alert", hidden: true });
    const keep = async () => {
      try {
        if (Object.keys(fields).length) await desk.change("set", { table: "units", id: name.trim(), fields });
        close(true);
      } catch (error) {
        wrong.textContent = /** @type {Error} */ (error).message;
        wrong.hidden = false;
      }
    };
    return [unit ? null : line(t("umpire.field.id"), textField(t("umpire.field.id"), "", (value) => { name = value; })),
      unit ? null : line(t("umpire.side"), segments(t("umpire.side"), sides.map((one) => /** @type {const} */ ([one, desk.sideName(one)])), sides[0], put("side"))),
      line(t("umpire.field.formation"), textField(t("umpire.field.formation"), unit?.formation ?? "", put("formation"), { list: "formations" })),
      line(t("umpire.kind"), select(t("umpire.kind"), TYPES, unit?.type ?? TYPES[0], put("type"))),
      line(t("umpire.field.status"), stepper(t("umpire.field.status"), unit?.status ?? 6, 0, 99, put("status"))),
      line(t("umpire.field.sp"), stepper(t("umpire.field.sp"), unit?.sp ?? 3, 0, 99, put("sp"))),
      line(t("umpire.field.place"), textField(t("umpire.field.place"), unit?.place ?? "", put("place"))),
      h("div", { class: "switches" }, LETTERS.map(([field]) => toggle(t(`umpire.field.${field}`), Boolean(unit?.[field]), put(field)))), wrong,
      h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: keep }, t("umpire.save")))];
  });
  return done;
}

/** Give supply points to the units of a formation. @param {Desk} desk @param {string} formation */
export function issueSupply(desk, formation) {
  /** @type {Record<string, number>} */
  const points = {};
  const units = Object.entries(desk.units).filter(([, unit]) => unit.formation === formation && unit.status);
  return sheet(t("umpire.supply.of", { formation: desk.tables.formations?.[formation]?.name || formation }), (close) => [
    units.map(([id, unit]) => {
      points[id] = 0;
      return line(t("umpire.supply.unit", { unit: unitName(id, unit), points: unit.sp ?? 3 }), stepper(unitName(id, unit), 0, 0, 9, (value) => { points[id] = value; }));
    }),
    h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: () => desk.change("supply", { formation, points }).then(() => close(true)).catch((e) => notice(e.message)) }, t("umpire.supply.issue"))),
  ]);
}
