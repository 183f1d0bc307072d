// The keyboard: one table of all keys. A key means the same in every mode; some keys exist in one mode only.
import { ask, h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { find } from "./panels/find.js";
import { Glide } from "../map/pan.js";
import { togglesOf } from "../map/overlays.js";
import { textBoard } from "./text-board.js";

/** @typedef {import("./match.js").Table} Table */
/**
 * @typedef {object} KeyRow
 * @property {string[]} keys as `nameOf` names them
 * @property {import("../lib/text.js").PlainKey} text what they do
 * @property {string} [shown] how the dialog writes them, if not one by one
 * @property {string} [mode] the only mode that has them
 * @property {boolean} [looks] they work while the other side's moves are shown
 * @property {boolean} [continues] they fold the banner of a turn
 * @property {boolean} [held] they act while they are held, and have another row for a tap
 * @property {(table: Table, key: string) => unknown} [does] none: the element with the focus acts, or the show
 */

/** Pixels by which a key pans the map. @type {Record<string, [number, number]>} */
const PAN = {
  "Shift+ArrowUp": [0, 90], "Shift+ArrowDown": [0, -90], "Shift+ArrowLeft": [90, 0], "Shift+ArrowRight": [-90, 0],
  "Shift+w": [0, 90], "Shift+s": [0, -90], "Shift+a": [90, 0], "Shift+d": [-90, 0],
};
const CHIP = "[data-attacker], [data-take]"; // Space presses it; Enter confirms the whole

/** @type {KeyRow[]} */
const ORDER_KEYS = [
  { keys: ["Tab", "Shift+Tab"], text: "match.key.next", looks: true },
  { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], text: "match.key.arrows", shown: "↑ ↓ ← →", looks: true },
  { keys: ["Enter"], text: "match.key.enter", continues: true, does: (table) => pressGold(table) },
  { keys: [" "], text: "match.key.space", continues: true },
  { keys: ["Escape"], text: "match.key.escape", continues: true, does: (table) => table.cancel() },
  { keys: ["e"], text: "match.key.end-phase", does: (table) => table.actions.end() },
  { keys: ["Shift+e"], text: "match.key.end-turn", shown: "Shift+E", does: (table) => table.automation.endTurn() },
  { keys: ["u", "Ctrl+z"], text: "match.key.undo", shown: "U  Ctrl+Z", does: (table) => table.actions.undo("undo") },
  { keys: ["i"], text: "match.key.hint", does: (table) => table.actions.hint() },
  { keys: ["w"], text: "match.key.draw", does: (table) => table.modes.toggleDrawing() },
  { keys: ["Backspace"], text: "match.key.step-back", mode: "draw-way", does: (table, key) => table.mode.onKey(key) },
  { keys: ["q"], text: "match.key.results", mode: "attack", does: (table, key) => table.mode.onKey(key) },
  { keys: [..."123456789"], text: "match.key.pick", shown: "1–9", mode: "pick-units", does: (table, key) => table.mode.onKey(key) },
  { keys: ["a"], text: "match.key.pick-all", mode: "pick-units", does: (table, key) => table.mode.onKey(key) },
  { keys: ["0"], text: "match.key.pick-none", mode: "pick-units", does: (table, key) => table.mode.onKey(key) },
  { keys: ["l"], text: "match.key.formation", does: (table) => table.modes.wholeFormation() },
  { keys: ["o"], text: "match.key.reinforce", does: (table) => table.modes.reinforceHere() },
  { keys: ["g", "/"], text: "match.key.find", does: (table) => find(table) },
];
/** @type {KeyRow[]} */
const VIEW_KEYS = [
  { keys: ["b"], text: "match.key.map", does: (table) => table.board.focus(table.unitAt(table.mode.unit)?.hex ?? table.board.focused()) },
  { keys: ["d"], text: "match.key.decision", does: ({ app }) => focusFirst(app.querySelectorAll(`.panel :is(${CHIP})`)) || focusFirst(app.querySelectorAll(".cardplace button")) },
  { keys: ["p"], text: "match.key.panel", does: ({ app }) => focusFirst(app.querySelectorAll(".side :is(button, [tabindex='0'])")) },
  { keys: ["j"], text: "match.key.command", does: (table) => table.command.shows() && table.turnTab("command") },
  { keys: ["r"], text: "match.key.replay", does: (table) => table.look(null) },
  { keys: ["t"], text: "match.key.text", does: (table) => textBoard(table) },
  { keys: ["+", "="], text: "match.key.zoom-in", shown: "+", looks: true, does: (table) => table.board.camera.zoomMiddle(1.25) },
  { keys: ["-"], text: "match.key.zoom-out", shown: "−", looks: true, does: (table) => table.board.camera.zoomMiddle(0.8) },
  { keys: ["f"], text: "match.key.fit", looks: true, does: (table) => table.board.camera.fit() },
  { keys: Object.keys(PAN), text: "match.key.pan", shown: "Shift+↑ ↓ ← →", looks: true, does: (table, key) => table.board.camera.pan(...PAN[key]) },
  { keys: [..."wasd"], text: "match.key.glide", shown: "W A S D", looks: true, held: true },
  { keys: ["?"], text: "match.key.help", does: (table) => help(table) },
];
export const KEYS = [...ORDER_KEYS, ...VIEW_KEYS];

/** The key of an event: "e", "Shift+e", "Ctrl+z", "ArrowUp", "?". @param {KeyboardEvent} e */
export function nameOf(e) {
  const isSign = e.key.length === 1 && !/[a-z]/i.test(e.key);
  return `${e.ctrlKey ? "Ctrl+" : ""}${e.shiftKey && !isSign ? "Shift+" : ""}${e.key.length === 1 ? e.key.toLowerCase() : e.key}`;
}

/** What each key does at a match, with the layers that its game has. @param {import("../types.gen.js").Stage} stage @returns {Map<string, KeyRow>} */
function rowsByKey(stage) {
  const layers = togglesOf(stage).map(([id, , key]) => /** @type {KeyRow} */ ({ keys: [key.toLowerCase()], text: "match.key.layers", looks: true, does: (table) => table.overlays.toggle(id) }));
  return new Map([...KEYS.filter((row) => !row.held), ...layers].flatMap((row) => row.keys.map((key) => [key, row])));
}

/** Focus the first visible element. @param {Iterable<Element>} nodes */
function focusFirst(nodes) {
  const node = [...nodes].find((x) => x instanceof HTMLElement && x.offsetParent && !x.hasAttribute("disabled"));
  if (node instanceof HTMLElement) node.focus();
  return Boolean(node);
}

/** Press the gold button, or end the phase. A question that has only just come up is not answered, and a notice never is. @param {Table} table */
function pressGold(table) {
  if (table.automation.isFresh() && !table.mode.isTouched) return null;
  const gold = [".panel", ".cardplace"].map((place) => table.app.querySelector(`${place} button.main:not([disabled])`)).find(Boolean);
  return gold instanceof HTMLElement && gold.offsetParent ? gold.click() : table.actions.end();
}

/** Return a handler for `keydown`. @param {Table} table */
export function keyHandler(table) {
  const rows = rowsByKey(table.stage);
  const act = (/** @type {string} */ key) => {
    const row = rows.get(key) ?? rows.get(key.replace("Shift+", ""));
    if (!row?.does || (row.mode && row.mode !== table.mode.name)) return false;
    row.does(table, key);
    return true;
  };
  const glide = new Glide(table.board.camera, act);
  return (/** @type {KeyboardEvent} */ e) => {
    const at = e.target instanceof Element ? e.target : null;
    if (at?.closest("input, select, textarea, dialog, .tour") || document.querySelector(".cover, dialog[open]") || e.altKey || e.metaKey) return;
    const key = nameOf(e);
    if (table.ended.covers()) {
      if (key === "Escape") table.ended.close();
      return;
    }
    const control = at?.closest("button, a, summary, [data-bridge]")?.matches(":focus-visible");
    if (table.playback.moving && !control && !e.ctrlKey && (table.playback.key(e.key) || !(rows.get(key)?.looks || key === "Shift" || "wasd".includes(key)))) {
      if (!e.shiftKey) e.preventDefault();
      return;
    }
    if (table.banner.shown && !control && rows.get(key)?.continues) {
      e.preventDefault();
      table.banner.fold();
      return;
    }
    if (key === "Tab" || key === "Shift+Tab") {
      nextByTab(table, e, Boolean(control || at?.closest(".side")));
      return;
    }
    if (key.startsWith("Arrow") && at?.matches(CHIP)) {
      e.preventDefault();
      table.mode.onKey(key);
      return;
    }
    if ((key === "Enter" && control && !at?.matches(CHIP)) || (key === " " && control)) return;
    if (glide.press(key) || act(key)) e.preventDefault();
  };
}

/** Tab goes to the next unit that can act; if there is none, through the page. @param {Table} table @param {KeyboardEvent} e @param {boolean} isElsewhere */
function nextByTab(table, e, isElsewhere) {
  if (isElsewhere || table.tabFree || table.replay) {
    table.tabFree = false;
    return;
  }
  const { units, targets, hexes } = table.state.choices;
  if (!units.length && !targets.length && !Object.keys(hexes).length) return;
  e.preventDefault();
  table.mode.next(e.shiftKey ? -1 : 1);
}

/** @type {Record<string, import("../lib/text.js").PlainKey>} */
const NAMES = { " ": "match.key-name.space", Escape: "match.key-name.escape" };

/** How a key is written. @param {string} key */
const written = (key) => NAMES[key] ? t(NAMES[key]) : key.length === 1 ? key.toUpperCase() : key;

/** Show all keys. @param {{stage: import("../types.gen.js").Stage}} table */
export function help({ stage }) {
  const row = (/** @type {string} */ keys, /** @type {string} */ text) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, text)];
  const list = (/** @type {KeyRow[]} */ rows) => h("dl", { class: "facts keys" }, rows.map((x) => row(x.shown ?? x.keys.map(written).join("  "), t(x.text))));
  const part = (/** @type {import("../lib/text.js").PlainKey} */ title, /** @type {KeyRow[]} */ rows) => [h("h3", {}, t(title)), list(rows)];
  const layers = togglesOf(stage).map(([, label, key]) => row(key, label));
  return ask(t("match.keys"), h("div", { class: "keylists" },
    h("div", {}, list(ORDER_KEYS.filter((x) => !x.mode)),
      part("match.keys.attack", KEYS.filter((x) => x.mode === "attack")),
      part("match.keys.draw-way", KEYS.filter((x) => x.mode === "draw-way")),
      part("match.keys.pick-units", KEYS.filter((x) => x.mode === "pick-units"))),
    h("div", {}, list(VIEW_KEYS), h("h3", {}, t("match.keys.layers")), h("dl", { class: "facts keys" }, layers))), [[t("common.close"), true, true]], { wide: true });
}
