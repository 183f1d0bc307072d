// A mode says what a click, a key and the map mean: this one while nothing is selected. The others extend it.
import { get } from "../../lib/api.js";
import { notice } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { placeOf } from "../panels/boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../types.gen.js").Refusal} Refusal */
/** @typedef {import("../../types.gen.js").Way & {marks: string[], sign: string, ask: boolean, path: string[]}} Way with defaults for what the server leaves out */
/** @typedef {import("../../map/board.js").How} How */
/** The parts of a match that a mode uses. @typedef {Store & Pick<Table, "modes" | "actions" | "board" | "frame" | "drawAll" | "drawCard" | "drawPanel" | "drawPieces" | "highlight" | "explain" | "begin" | "enter" | "leave">} Parts */

/** @type {How} */
const PLAIN = { shift: false, keyboard: false };

export class Mode {
  name = "overview";
  fills = false; // its panel takes the whole side
  hasSubject = false; // the panel is about something, so general advice is left out
  unit = ""; // the selected unit
  /** @type {Way[]} where that unit can go */
  ways = [];
  method = ""; // how the unit sets out
  isTouched = false; // the player has already worked in this mode
  /** @type {{asked: string, refusals: Refusal[]} | null} why something is not possible */
  why = null;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** Whether Escape has nothing to cancel. */
  get idle() {
    return !this.why;
  }

  /** Where the panel begins again at its top when this changes. */
  get subject() {
    return this.unit;
  }

  // ---- clicks

  /** @param {string} id @param {string} hex @param {How} how @returns {unknown} */
  onUnit(id, hex, how) {
    const { choices } = this.parts.state;
    if (!this.parts.isOwn(id) && choices.targets.some((t) => t.hex === hex)) return this.onTarget(hex, how);
    return choices.hexes[hex] ? this.onHex(hex, how) : this.parts.modes.select(id);
  }

  /** @param {string} id @param {How} [how] @returns {unknown} */
  onHex(id, how = PLAIN) {
    const { state, actions } = this.parts;
    if (this.canAttack(id)) return this.onTarget(id, how);
    if (state.choices.hexes[id]) return actions.choose(state.choices.hexes[id], id);
    return this.onOtherHex(id, how);
  }

  /** @param {string} hex that can be attacked @param {How} _how @returns {unknown} */
  onTarget(hex, _how) {
    return this.parts.modes.attack(hex, this.unit);
  }

  /** A formation's sign. @param {string} key @returns {unknown} */
  onFormation(key) {
    return this.parts.modes.formation(key);
  }

  /** The player asks for a unit by its name. @param {string} id @returns {unknown} */
  onFound(id) {
    return this.parts.modes.select(id);
  }

  /** A key that only this mode has. @param {string} _key @returns {unknown} */
  onKey(_key) {
    return undefined;
  }

  /** The pointer is over this hex. @param {string | null} _hex @returns {Way | undefined} the way there */
  onHover(_hex) {
    return undefined;
  }

  /** Whether the hex can be attacked; where orders are written one by one, by the selected unit. @param {string} id */
  canAttack(id) {
    const { state, stage } = this.parts;
    const target = state.choices.targets.find((t) => t.hex === id);
    return Boolean(target && (!stage.sheet || !this.unit || target.attackers.includes(this.unit)));
  }

  /** A hex for which nothing is offered: select from its stack, or say why not. @param {string} id @param {How} how @returns {unknown} */
  onOtherHex(id, how) {
    const { modes, board, stage, state: { choices } } = this.parts;
    const stack = board.pieces.stacks[id] ?? [];
    const ready = stack.filter((u) => choices.units.includes(u.id));
    const isHere = stack.some((u) => u.id === this.unit);
    if (how.keyboard && (ready.length || isHere)) { // Enter walks through the stack
      const list = ready.length ? ready : stack;
      const at = list.findIndex((u) => u.id === this.unit);
      return modes.select(list[(at + 1) % list.length].id);
    }
    if (isHere) return this.spreadOut(id);
    const asks = this.unit || (choices.targets.length && !stage.sheet) || (choices.mine && Object.keys(choices.hexes).length && !stack.length);
    if (asks) return this.askWhy(id);
    if (stack.length) return modes.select(stack[stack.length - 1].id);
    return choices.mine && choices.units.length ? modes.reinforce(id) : this.parts.leave();
  }

  /** A click on the selected stack spreads it out; the next one closes it. @param {string} hex */
  spreadOut(hex) {
    const { pieces } = this.parts.board;
    if (pieces.fan === hex || pieces.stacks[hex].length < 2) return this.parts.leave();
    pieces.fan = hex;
    pieces.keepsFan = true;
    return this.parts.drawPieces();
  }

  /** @param {string} hex */
  async askWhy(hex) {
    const { parts } = this;
    const unit = this.unit ? `&unit=${encodeURIComponent(this.unit)}` : "";
    try {
      const { why } = await get(parts.path(`/why?hex=${encodeURIComponent(hex)}${unit}`), parts.token());
      parts.explain(placeOf(parts.stage, hex), why);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** The next unit, target or hex that can act. @param {number} step @returns {unknown} */
  next(step) {
    const { modes, board, state: { choices } } = this.parts;
    if (choices.units.length) {
      const id = following(choices.units, this.unit, step);
      const hex = this.parts.unitAt(id)?.hex;
      if (hex) board.focus(hex);
      return modes.select(id);
    }
    const list = choices.targets.length ? choices.targets.map((t) => t.hex) : Object.keys(choices.hexes);
    const focus = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex ?? "" : "";
    return list.length ? board.focus(following(list, focus, step)) : undefined;
  }

  // ---- what is shown

  /** Hexes that only another method reaches. @returns {string[]} */
  beyond() {
    return [];
  }

  /** The units that are part of what is planned. @returns {string[]} */
  lit() {
    return [];
  }

  /** What can be done now, on the map. @returns {void} */
  highlight() {
    const { state: { choices, board }, board: { marks } } = this.parts;
    const hexes = Object.keys(choices.hexes);
    if (choices.targets.length) {
      const owed = choices.targets.filter((t) => t.owed);
      marks.showTargets([], owed.map((x) => [x.hex, t("match.must")]), choices.targets.map((t) => t.hex));
    } else if (hexes.length) marks.showHexes(hexes);
    else if (choices.look?.length) marks.showHexes(choices.look);
    else if (board.battle) marks.showTargets(board.battle.targets, board.battle.targets.map((t) => [t, board.battle?.chip ?? ""]));
    const fought = board.battle?.targets ?? []; // their chip says more
    marks.showArrows((board.arrows ?? []).map((a) => fought.includes(a.to) ? { ...a, label: "" } : a));
  }

  /** The panel at the side. @param {Table} _table @returns {Node | null} */
  panel(_table) {
    return null;
  }

  /** What lies over the map instead of the card of the decision. @returns {Node | null} */
  card() {
    return null;
  }

  /** Escape, and Cancel. */
  cancel() {
    this.parts.leave();
  }
}

/** The element `step` places after `current`, going around. @param {string[]} list @param {string} current @param {number} step */
export const following = (list, current, step) => list[(list.indexOf(current) + step + list.length) % list.length];
