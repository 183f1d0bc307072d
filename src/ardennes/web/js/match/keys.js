// The keyboard: everything the mouse can do.
import { ask, h } from "../lib/dom.js";
import { find } from "./panels/find.js";
import { Glide } from "../map/pan.js";
import { textBoard } from "./text-board.js";

/** @typedef {import("./match.js").Table} Table */

/** @type {[string, string][]} */
const KEYS = [
  ["Tab, Shift+Tab", "next, previous unit or target that can act"],
  ["Arrows", "walk from hex to hex"],
  ["Space", "on with what is shown; folds the banner of a turn"],
  ["Enter", "on a hex: act there; elsewhere: what the gold button does"],
  ["E", "end the phase"],
  ["Shift+E", "end the turn: the phases that follow are passed as well"],
  ["← → Space Enter T", "while an attack is planned: walk its units, add or drop one, plan it, show the table"],
  ["1–9 A 0 Enter", "while units are picked: one of them, all that fit, nobody, done"],
  ["W", "draw the way of the unit picked: Enter adds a hex, on the last one it goes; Backspace takes one back"],
  ["Esc", "drop what is picked; again: Tab leaves the map"],
  ["U, Ctrl+Z", "undo"],
  ["I", "hint"],
  ["P", "to the panel"],
  ["J", "to the command of your side and its messages, where several share it"],
  ["B", "to the map"],
  ["D", "to the decision"],
  ["R", "replay"],
  ["T", "board as text"],
  ["+ − F", "zoom in, out, whole map"],
  ["W A S D, held", "pan; with Shift, as with Shift and the arrows, step by step"],
  ["G, /", "find a unit, formation, place or hex"],
  ["L", "the whole formation of the unit picked"],
  ["O", "who can come to the hex one stands on"],
  ["H Z S C V M N", "counters, zones, supply, control, victory, costs, names"],
  ["?", "these keys"],
];
/** @type {Record<string, [number, number]>} */
const PAN = {
  ArrowUp: [0, 90], ArrowDown: [0, -90], ArrowLeft: [90, 0], ArrowRight: [-90, 0],
  W: [0, 90], S: [0, -90], A: [90, 0], D: [-90, 0],
};

const LOOKING = [..."wasdf+=-hzcvmny", "arrowup", "arrowdown", "tab", "shift"]; // what one may do while something is shown

/** @param {Table} table @returns {Record<string, () => unknown>} */
function deeds(table) {
  const { camera } = table.board;
  const focusFirst = (/** @type {string} */ where, /** @type {string} */ what) => {
    const nodes = [...table.app.querySelector(where)?.querySelectorAll(what) ?? []];
    const node = nodes.find((x) => x instanceof HTMLElement && x.offsetParent); // one that is seen
    if (node instanceof HTMLElement) node.focus();
  };
  const toggle = (/** @type {string} */ name) => () => table.overlays.toggle(name);
  const layers = Object.fromEntries((table.stage.layers ?? []).map((x) => [x.key.toLowerCase(), toggle(x.id)]));
  return {
    ...layers,
    Escape: () => table.cancel(), Enter: () => enter(table), e: () => table.giving.end(),
    Backspace: () => table.picking.drawn.length && table.picking.stepBack(),
    u: () => table.giving.undo("undo"), i: () => table.giving.hint(), w: () => table.picking.toggleDrawing(),
    h: toggle("counters"), z: toggle("zoc"), s: toggle("supply"), c: toggle("control"), v: toggle("victory"), m: toggle("cost"), n: toggle("names"),
    f: () => camera.fit(), "+": () => camera.zoomMiddle(1.25), "=": () => camera.zoomMiddle(1.25), "-": () => camera.zoomMiddle(0.8),
    g: () => find(table), "/": () => find(table), l: () => table.group.pickWhole(), o: () => table.comers.askHere(), r: () => table.look(null), t: () => textBoard(table), "?": () => help(table),
    j: () => table.command.shows() && table.turnTab("command"),
    p: () => focusFirst(".side", "button, [tabindex='0']"), d: () => table.pool.open() ? focusFirst(".pool", "[data-take]:not([disabled])") : focusFirst(".cardplace", "button"),
    b: () => table.board.focus(table.unitAt(table.picking.unit ?? "")?.hex ?? table.board.focused()),
  };
}

/** Enter does what the gold button does; what has only just been asked is not ended by it. @param {Table} table */
function enter(table) {
  if (table.flow.fresh()) return null;
  const gold = [".panel", ".cardplace"].map((place) => table.app.querySelector(`${place} button.main:not([disabled])`)).find(Boolean);
  return gold instanceof HTMLElement && gold.offsetParent ? gold.click() : table.giving.end();
}

/** What a key does at the table; a function for `keydown`. @param {Table} table */
export function keyMap(table) {
  const does = deeds(table);
  const glide = new Glide(table.board.camera, (key) => does[key]?.());
  return (/** @type {KeyboardEvent} */ e) => {
    const at = e.target instanceof Element ? e.target : null;
    if (at?.closest("input, select, textarea, dialog, .tour") || document.querySelector(".cover, dialog[open]") || e.altKey || e.metaKey) return;
    if (table.ended.covers()) {
      if (e.key === "Escape") table.ended.close();
      return;
    }
    if (e.ctrlKey) {
      if (e.key !== "z") return;
      e.preventDefault();
      table.giving.undo("undo");
      return;
    }
    const control = at?.closest("button, a, summary, [data-bridge]")?.matches(":focus-visible");
    if (table.film.moving && !control && (table.film.key(e.key) || !LOOKING.includes(e.key.toLowerCase()))) {
      if (!e.shiftKey) e.preventDefault();
      return;
    }
    if (table.banner.shown && !control && (e.key === " " || e.key === "Enter" || e.key === "Escape")) {
      e.preventDefault();
      table.banner.fold();
      return;
    }
    if (e.shiftKey && PAN[e.key]) {
      e.preventDefault();
      table.board.camera.pan(...PAN[e.key]);
      return;
    }
    if (e.shiftKey && e.key === "E") {
      table.flow.endTurn();
      return;
    }
    if (table.attack.press(e) || table.pool.press(e)) {
      e.preventDefault();
      return;
    }
    if (e.key === "Tab") {
      nextByTab(table, e, Boolean(control || at?.closest(".side")));
      return;
    }
    if ((e.key === "Enter" || e.key === " ") && control) return;
    if (glide.press(e.key.toLowerCase())) return;
    const act = does[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  };
}

/** Tab goes to the next unit that can act, and where there is none on through the page. @param {Table} table @param {KeyboardEvent} e @param {boolean} elsewhere */
function nextByTab(table, e, elsewhere) {
  if (elsewhere || table.tabFree || table.replay) {
    table.tabFree = false;
    return;
  }
  const { units, targets, hexes } = table.state.choices;
  if (!units.length && !targets.length && !Object.keys(hexes).length) return;
  e.preventDefault();
  const step = e.shiftKey ? -1 : 1;
  if (table.attack.making() && targets.length) table.attack.next(step);
  else table.picking.next(step);
}

/** Which keys there are. @param {Table} table */
export function help({ stage }) {
  const own = (stage.layers ?? []).map((x) => /** @type {[string, string]} */ ([x.key, x.label.toLowerCase()]));
  const list = [...KEYS.slice(0, -1), ...own, ...KEYS.slice(-1)].map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]);
  return ask("Keys", h("dl", { class: "facts keys" }, list), [["Good", true, true]], { wide: true });
}
