// Finding a unit, a formation, a place or a hex by its name, and going there.
import { ask, h, notice, side_name } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { placeOf } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {{words: string, kind: string, where: string, rank: number, go: () => unknown}} Found */

const MANY = 12; // so many are listed

/** Letters only, so that Liege finds Liège. @param {string} word */
const plain = (word) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** How well a name fits what was typed: 0 exactly, 1 its beginning, 2 the beginning of one of its words, 3 a part; -1 not at all. @param {string} name @param {string} text */
function fits(name, text) {
  const word = plain(name);
  if (word === text) return 0;
  if (word.startsWith(text)) return 1;
  if (word.includes(` ${text}`)) return 2;
  return word.includes(text) ? 3 : -1;
}

/** @param {Table} table @param {string} typed @returns {Found[]} the best first */
function search(table, typed) {
  const text = plain(typed);
  if (!text) return [];
  return [...hexes(table, text), ...formations(table, text), ...units(table, text)]
    .sort((a, b) => a.rank - b.rank).slice(0, MANY);
}

/** @param {Table} table @param {string} text @returns {Found[]} */
function hexes(table, text) {
  return table.stage.hexes.flatMap((x) => {
    const exact = plain(x.id) === text ? 0 : -1;
    const named = x.place ? fits(x.place, text) : -1;
    const rank = exact === 0 ? 0 : named;
    return rank < 0 ? [] : [{ words: x.place || x.id, kind: x.kind || (x.place ? t("panels.find.place") : t("panels.find.hex")), where: x.id, rank, go: () => table.go(x.id) }];
  });
}

/** @param {Table} table @param {string} text @returns {Found[]} */
function formations(table, text) {
  const { stage } = table;
  const at = table.shown().units;
  return Object.entries(stage.formations ?? {}).flatMap(([side, all]) => Object.entries(all).flatMap(([group, look]) => {
    const rank = fits(look.name, text);
    if (rank < 0) return [];
    const here = at.filter((u) => stage.units[u.id].side === side && stage.units[u.id].group === group).length;
    return [{ words: look.name, kind: t("panels.find.formation", { side: side_name(side) }), where: t("panels.find.on-map", { n: here }), rank: rank - 0.5, go: () => table.modes.formation(`${side}/${group}`, true) }];
  }));
}

/** @param {Table} table @param {string} text @returns {Found[]} */
function units(table, text) {
  const { stage } = table;
  const board = table.shown();
  const at = new Map(board.units.map((u) => [u.id, u.hex]));
  const away = new Map([...board.off_map.due.map((d) => /** @type {[string, string]} */ ([d.unit, t("panels.due", { turn: d.turn })])),
    ...board.off_map.dead.map((id) => /** @type {[string, string]} */ ([id, t("panels.lost")]))]);
  return Object.entries(stage.units).flatMap(([id, unit]) => {
    const rank = Math.max(fits(unit.name, text), [id, unit.short].some((word) => plain(word) === text) ? 0 : -1);
    const hex = at.get(id);
    const where = hex ? placeOf(table.stage, hex) : away.get(id);
    return rank < 0 || !where ? [] : [{ words: unit.name, kind: t("panels.find.unit", { side: side_name(unit.side) }), where, rank: rank + (at.has(id) ? 0.2 : 0.8), go: () => table.goToUnit(id) }];
  });
}

/** @param {Table} table */
export async function find(table) {
  const list = h("ul", { class: "found", role: "listbox", id: "found", "aria-label": t("panels.find.results") });
  const input = h("input", {
    type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "found", "aria-label": t("panels.find.label"), autocomplete: "off", style: "width:100%",
  });
  /** @type {Found[]} */
  let found = [];
  let at = 0;
  const close = () => /** @type {HTMLElement | null | undefined} */ (input.closest("dialog")?.querySelector("button.main"))?.click();
  const draw = () => {
    list.replaceChildren(...found.map((x, i) => h("li", {
      role: "option", id: `found-${i}`, "aria-selected": String(i === at), class: i === at ? "on" : "", onclick: () => { at = i; close(); },
    }, h("b", {}, x.words), h("span", {}, x.kind), h("span", {}, x.where))));
    input.setAttribute("aria-activedescendant", found.length ? `found-${at}` : "");
  };
  input.addEventListener("input", () => {
    found = search(table, input.value);
    at = 0;
    draw();
  });
  input.addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && found.length) {
      at = (at + step + found.length) % found.length;
      draw();
    }
    if (e.key === "Enter") close();
    if (step || e.key === "Enter") e.preventDefault();
  });
  const yes = await ask(t("panels.find.title"), h("div", {}, input, list), [[t("panels.find.go"), true, true], [t("common.cancel"), false]]);
  if (!yes || !input.value.trim()) return undefined;
  return found[at] ? found[at].go() : notice(t("panels.find.nothing", { typed: input.value.trim() }));
}
