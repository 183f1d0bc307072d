// All counters of a game on pages to print and cut out, by side.
import { get } from "../lib/api.js";
import { small } from "../map/counters.js";
import { h, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

const SIZE = 60; // pixels; 16 mm on paper

/** @param {HTMLElement} app @param {string} game */
export async function showCounters(app, game) {
  /** @type {import("../types.gen.js").Stage} */
  const stage = await get(`/api/games/${game}/stage`);
  const sheet = (/** @type {string} */ side) => h("section", { class: "counters" }, h("h2", {}, side_name(side)), h("div", { class: "grid" },
    Object.values(stage.units).filter((unit) => unit.side === side).map((unit) => h("span", { title: unit.name }, small(unit, [], stage.signs, SIZE)))));
  app.replaceChildren(h("main", { class: "book sheetpage" }, h("article", {}, h("h1", {}, t("lobby.counters", { game: stage.name })),
    h("p", { class: "noprint" }, h("a", { href: `#/rules/${game}` }, t("lobby.counters-rulebook")), " ", h("button", { onclick: () => print() }, t("common.print"))), stage.sides.map(sheet))));
}
