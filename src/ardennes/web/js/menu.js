// The menu of a match: replay, text, theme, keys, guide.
import { ask, h, keep, settings } from "./dom.js";
import { find } from "./find.js";
import { KEYS } from "./keys.js";
import { lightPicker } from "./light.js";
import { textBoard } from "./textboard.js";
import { startTour } from "./tour.js";

/** @typedef {import("./table.js").Table} Table */

const SPEEDS = [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["off", "not shown"]];

/** @param {Table} table */
export async function menu(table) {
  const pick = (/** @type {Event} */ e) => keep("speed", /** @type {HTMLSelectElement} */ (e.target).value);
  const speed = h("select", { "aria-label": "Speed of the other side's moves", onchange: pick },
    SPEEDS.map(([id, label]) => h("option", { value: id, selected: id === settings.speed }, label)));
  const { commitment, dice } = table.state;
  const body = h("div", {}, h("p", {}, h("label", {}, "Moves of the other side: ", speed)), h("p", {}, lightPicker()),
    h("p", {}, h("a", { href: `#/rules/${table.stage.game}`, target: "_blank" }, "Rulebook")),
    commitment ? h("p", { class: "quiet small" }, `Dice sealed as ${commitment.slice(0, 16)}…, known to ${dice.known_to}.`) : null);
  const theme = settings.theme === "winter" ? "Paper map" : "Winter map";
  const what = await ask("Menu", body, [
    ["Replay", "replay", true], ["Board as text", "text"], [theme, "theme"], ...turning(table), ["Keys", "keys"], ["Guided turn", "tour"],
    ["Go to a hex, place or unit", "goto"], ["To the lobby", "lobby"], ["Close", null],
  ], { wide: true });
  if (what === "replay") table.look(null);
  if (what === "text") textBoard(table);
  if (what === "theme") turnTheme(table);
  if (what === "turn") turnMap();
  if (what === "keys") help(table);
  if (what === "tour") startTour(table.app);
  if (what === "goto") find(table);
  if (what === "lobby") location.hash = "#/";
}

/** @param {Table} table */
function turnTheme(table) {
  keep("theme", settings.theme === "winter" ? "paper" : "winter");
  table.board.theme(settings.theme);
}

/** The other way up, where the map can be turned. @param {Table} table @returns {[string, string][]} */
function turning({ stage }) {
  return stage.turned ? [[settings.turned ? stage.turned.back : stage.turned.words, "turn"]] : [];
}

/** The table is laid anew, with another side of the map at the top. */
function turnMap() {
  keep("turned", !settings.turned);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** @param {Table} table */
export function help({ stage }) {
  const own = (stage.layers ?? []).map((x) => /** @type {[string, string]} */ ([x.key, x.label.toLowerCase()]));
  const list = [...KEYS.slice(0, -1), ...own, ...KEYS.slice(-1)].map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]);
  return ask("Keys", h("dl", { class: "facts keys" }, list), [["Good", true, true]], { wide: true });
}
