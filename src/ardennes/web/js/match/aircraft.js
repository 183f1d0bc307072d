// Aircraft as chips on the phase bar: a target can be chosen at any time of the turn, and is ordered when it is asked for.
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { hexName } from "../lib/hex-names.js";
import { BLUE } from "../map/colours.js";
import { carryFrom } from "../map/pointer.js";
import { isText, objectOf, readValues, store, withFields } from "../lib/storage.js";
import { SendAircraft } from "./modes/send-aircraft.js";

/** @typedef {import("../types.gen.js").Wing} Wing */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {import("./modes/mode.js").Parts & Pick<import("./match.js").Table, "automation">} Parts */

const STORED = "ardennes.aircraft";
const MATCHES = 20; // so many matches are stored
const FEW = 2; // more grounded aircraft than this share a chip

export class Aircraft {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.node = h("div", { class: "air", role: "group", "aria-label": t("match.air.title") });
  }

  /** @returns {Wing[]} */
  wings() {
    return this.parts.state.choices.wings ?? [];
  }

  // ---- targets chosen in advance

  /** @returns {Record<string, Record<string, {hex: string, turn: string}>>} by match and side, then aircraft */
  stored() {
    return readValues(STORED, objectOf(withFields({ hex: isText, turn: isText })));
  }

  key() {
    return `${this.parts.match} ${this.parts.side}`;
  }

  /** The target chosen for an aircraft this turn, while it can still be reached. @param {Wing} wing */
  planned(wing) {
    const plan = this.stored()[this.key()]?.[wing.id];
    return plan && plan.turn === String(this.parts.state.board.turn) && plan.hex in wing.targets ? plan.hex : "";
  }

  /** @param {Wing} wing @param {string} hex empty: none */
  plan(wing, hex) {
    const { [this.key()]: here = {}, ...others } = this.stored();
    const { [wing.id]: _, ...rest } = here;
    const plans = hex ? { ...rest, [wing.id]: { hex, turn: String(this.parts.state.board.turn) } } : rest;
    store(STORED, JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(1 - MATCHES)), [this.key()]: plans }));
    this.draw();
    this.parts.automation.schedule();
  }

  /** Whether the open decision sends this aircraft. @param {Wing} wing @param {string} hex */
  isAsked(wing, hex) {
    const { choices } = this.parts.state;
    return choices.mine && (choices.hexes[hex] ?? []).some(({ order }) => order.do === wing.order.do);
  }

  /** The order for the next target chosen in advance, when it is asked for. @returns {{order: Order, note: string} | null} */
  next() {
    for (const wing of this.wings()) {
      const hex = this.planned(wing);
      if (hex && this.isAsked(wing, hex)) return { order: { ...wing.order, [wing.field]: hex }, note: t("match.air.sent", { aircraft: wing.name, place: hexName(hex) }) };
    }
    return null;
  }

  // ---- on the bar

  /** Click the map next: the first aircraft that can fly and has no target, or the one after that in hand. */
  aim() {
    const free = this.wings().filter((wing) => !wing.why && !this.planned(wing));
    const { mode } = this.parts;
    const at = mode instanceof SendAircraft ? free.findIndex((wing) => wing.id === mode.wing.id) + 1 : 0;
    if (free.length) this.take(free[at % free.length]);
  }

  /** @param {Wing} wing */
  take(wing) {
    if (wing.why) return this.parts.explain(wing.name, [{ rule: wing.rule, facts: wing.why, way_out: "" }]);
    if (this.planned(wing)) return this.plan(wing, "");
    return this.parts.enter(new SendAircraft(this.parts, wing, (hex) => this.send(wing, hex)));
  }

  /** @param {Wing} wing @param {string | null} hex */
  send(wing, hex) {
    if (!hex || !(hex in wing.targets)) return;
    this.plan(wing, hex);
    this.parts.leave();
  }

  draw() {
    const { state, replay } = this.parts;
    const wings = replay || state.board.result ? [] : this.wings();
    const grounded = wings.filter((wing) => wing.why && !wing.target);
    const together = grounded.length > FEW;
    const shown = together ? wings.filter((wing) => !grounded.includes(wing)) : wings;
    this.node.hidden = !wings.length;
    this.node.replaceChildren(...shown.map((wing) => this.chip(wing)), ...(together ? [this.chip(grounded[0], t("match.air.grounded", { n: grounded.length }))] : []));
  }

  /** The targets chosen so far, on the map. */
  mark() {
    const { board: { marks }, mode, replay } = this.parts;
    if (replay || mode instanceof SendAircraft) return;
    for (const wing of this.wings()) {
      const hex = wing.target || this.planned(wing);
      if (hex) marks.chips.append(marks.chip(hex, `✈ ${wing.short}`, BLUE));
    }
  }

  /** @param {Wing} wing @param {string} [words] */
  chip(wing, words = "") {
    const hex = wing.target || this.planned(wing);
    const kind = wing.target ? "used" : hex ? "planned" : wing.why ? "grounded" : "ready";
    const label = words || (hex ? t("match.air.to", { aircraft: wing.short, place: hexName(hex) }) : wing.short);
    const { mode } = this.parts;
    const node = h("button", {
      class: `wing ${kind} ${this.parts.side}`, "data-wing": wing.id, title: wing.why || t(hex ? "match.air.tip-planned" : "match.air.tip", { aircraft: wing.name }),
      "aria-pressed": String(mode instanceof SendAircraft && mode.wing.id === wing.id), onclick: () => this.take(wing),
    }, h("span", { class: "plane", "aria-hidden": "true" }, "✈"), label);
    if (kind === "ready") carryFrom(node, (over) => this.drag(wing, over), (over) => this.send(wing, over));
    return node;
  }

  /** @param {Wing} wing @param {string | null} over */
  drag(wing, over) {
    const { mode } = this.parts;
    if (!(mode instanceof SendAircraft) || mode.wing.id !== wing.id) this.take(wing);
    else if (mode.over !== over) {
      mode.over = over;
      mode.highlight();
    }
  }
}
