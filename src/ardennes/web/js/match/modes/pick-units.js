// The decision picks units as counters: which of them advance, which lose how many steps. The order is made of those
// picked; the server judges it when it is given.
import { h, rule } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { small, spoken } from "../../map/counters.js";
import { placeOf, whyBox } from "../panels/boxes.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").Picker} Picker */
/** @typedef {import("../../types.gen.js").Pickable} Pickable */
/** @typedef {import("../../types.gen.js").PickSet} PickSet */

export class PickUnits extends Mode {
  name = "pick-units";
  fills = true;
  keeping = 0; // which part keeps what the units have in common

  /** @param {Parts} parts @param {Picker} picker */
  constructor(parts, picker) {
    super(parts);
    this.picker = picker;
    this.picked = [...picker.first]; // in the order in which they were picked, each as often as it is
  }

  get subject() {
    return this.picker.title;
  }

  // ---- clicks and keys

  /** A counter on the map is the same as the one in the panel. @param {string} id */
  onUnit(id) {
    const unit = this.picker.units.find((x) => x.id === id);
    if (unit) this.toggle(unit);
  }

  /** @param {string} id */
  onHex(id) {
    const choices = this.parts.state.choices.hexes[id];
    return choices ? this.parts.actions.choose(choices, id) : undefined;
  }

  onFormation() {}

  onFound() {}

  /** @param {string} key */
  onKey(key) {
    const { picker } = this;
    if (key === "a") return this.pick(picker.first);
    if (key === "0") return picker.least === 0 ? this.pick([]) : undefined;
    const unit = picker.units.filter((x) => !x.why)[Number(key) - 1];
    return unit ? this.toggle(unit) : undefined;
  }

  // ---- what is picked

  /** @param {string} id */
  times(id) {
    return this.picked.filter((x) => x === id).length;
  }

  /** Pick a unit once more, or not at all; if there is no room, instead of the one picked last. @param {Pickable} unit */
  toggle(unit) {
    const { picker } = this;
    if (unit.why) return;
    const most = unit.words.length - 1;
    if (this.times(unit.id) >= most) {
      this.picked = this.picked.filter((x) => x !== unit.id);
      this.picked.push(...Array.from({ length: unit.least }, () => unit.id));
    } else {
      if (most === 1 && this.picked.length >= picker.count && picker.least !== undefined) this.picked.pop();
      this.picked.push(unit.id);
    }
    this.draw(unit.id);
  }

  /** @param {string[]} units */
  pick(units) {
    this.picked = [...units];
    this.draw();
  }

  /** @param {string} [focus] */
  draw(focus) {
    this.isTouched = true;
    this.why = null;
    this.parts.drawAll();
    const node = focus ? this.parts.frame.panel.querySelector(`[data-take="${focus}"]`) : null;
    if (node instanceof HTMLElement) node.focus({ preventScroll: true });
  }

  /** Why what is picked cannot be ordered, by its number alone; empty if it can. */
  problem() {
    const { picker, picked } = this;
    const least = picker.least ?? picker.count;
    if (picked.length > picker.count) return t("match.pick.too-many", { n: picked.length - picker.count });
    if (picked.length < least) return t("match.pick.too-few", { n: least - picked.length });
    return picked.length || picker.none ? "" : t("match.pick.none");
  }

  /** Units that cannot simply be parted, if some of them go and some stay. */
  parted() {
    const { parting } = this.picker;
    const going = parting?.units.filter((u) => this.picked.includes(u)) ?? [];
    const staying = parting?.units.filter((u) => !this.picked.includes(u)) ?? [];
    return parting && going.length && staying.length ? { parting, parts: [going, staying] } : null;
  }

  give() {
    const { picker, picked, parts: { actions } } = this;
    if (this.problem()) return null;
    if (!picked.length && picker.none) return actions.give(picker.none.order);
    const parted = this.parted();
    const shared = parted ? { [parted.parting.field]: parted.parts[this.keeping] } : {};
    const units = picker.units.flatMap((one) => picked.filter((x) => x === one.id));
    return actions.give(/** @type {any} */ ({ ...picker.order, [picker.field]: units, ...shared }));
  }

  // ---- what is shown

  lit() {
    return this.picked;
  }

  /** Where the units go, how many, and from where. */
  highlight() {
    const { hex } = this.picker;
    if (!hex) return super.highlight();
    const { marks } = this.parts.board;
    const starts = [...new Set(this.picked.map((u) => this.parts.unitAt(u)?.hex ?? "").filter(Boolean))];
    marks.showHexes([hex]);
    marks.chips.replaceChildren(marks.chip(hex, String(this.picked.length), "#0b63ce"));
    marks.showArrows(starts.map((from) => ({ from, to: hex, kind: /** @type {const} */ ("move"), label: "" })));
    return undefined;
  }

  /** What the button says. */
  label() {
    const { picker, picked } = this;
    if (!picked.length && picker.none) return picker.none.label;
    return picker.noun ? `${picker.do} ${picked.length} ${picker.noun}${picked.length === 1 ? "" : "s"}` : picker.do;
  }

  panel() {
    const { picker, parts: { stage } } = this;
    const hexes = [...new Set(picker.units.map((one) => this.hexOf(one.id)))];
    const problem = this.problem();
    const barred = picker.units.filter((one) => one.why);
    return h("section", { class: "pool picker" },
      h("header", { class: "pinned" }, h("h2", {}, picker.title, " ", rule(stage.game, picker.rule)), picker.about ? h("p", { class: "quiet" }, picker.about) : null, this.slots()),
      h("div", { class: "body" },
        this.why ? whyBox(stage.game, this.why.asked, this.why.refusals) : null,
        picker.sets?.length ? h("div", { class: "options sets" }, picker.sets.map((set, at) => this.setButton(set, at))) : null,
        hexes.map((hex) => this.hexGroup(hex)),
        this.partingChoice(),
        barred.map((one) => h("p", { class: "quiet small" }, h("b", {}, `${t("match.pick.why-not", { unit: stage.units[one.id].short || stage.units[one.id].name })} `), one.why))),
      h("footer", { class: "options" },
        picker.least === 0 ? h("button", { onclick: () => this.pick([]) }, t("match.pick.clear"), h("kbd", {}, "0")) : null,
        h("button", { class: "main", "data-do": "picked", disabled: Boolean(problem), onclick: () => this.give() }, problem || this.label(), problem ? null : h("kbd", {}, "⏎"))));
  }

  /** @param {string} id */
  hexOf(id) {
    return this.parts.unitAt(id)?.hex ?? "";
  }

  /** @param {string} id @param {number} size */
  counter(id, size) {
    const { stage } = this.parts, state = this.parts.unitAt(id);
    return small(stage.units[id], state?.marks ?? [], stage.signs, size, state?.print);
  }

  /** A place for each unit that may be picked, where these are few. */
  slots() {
    const { picked, picker: { count } } = this;
    if (count > 8) return null;
    const slot = (/** @type {unknown} */ _, /** @type {number} */ at) => h("span", { class: picked[at] ? "slot full" : "slot" }, picked[at] ? this.counter(picked[at], 46) : null);
    return h("div", { class: "slots", role: "img", "aria-label": t("match.pick.count", { picked: picked.length, count }) }, Array.from({ length: count }, slot));
  }

  /** @param {PickSet} set @param {number} at */
  setButton({ units, label }, at) {
    const isPicked = units.join() === [...this.picked].sort((a, b) => units.indexOf(a) - units.indexOf(b)).join();
    return h("button", { class: isPicked ? "on" : "", onclick: () => this.pick(units) }, label, at ? null : h("kbd", {}, "A"));
  }

  /** The units of a hex. @param {string} hex */
  hexGroup(hex) {
    const { picker, parts: { stage } } = this;
    const values = { place: placeOf(stage, hex) };
    return h("div", { role: "group", "aria-label": hex ? t("match.pick.in", values) : picker.title },
      h("h3", { class: "lab" }, !hex ? "" : picker.hex ? t("match.pick.from", values) : t("match.pick.in", values)),
      h("div", { class: "picks" }, picker.units.filter((one) => this.hexOf(one.id) === hex).map((one) => this.button(one))));
  }

  partingChoice() {
    const { parting } = this.parted() ?? {};
    if (!parting) return null;
    return h("div", {}, h("h3", { class: "lab" }, parting.title), h("div", { class: "options" }, parting.words.map((words, at) => h("button", {
      class: this.keeping === at ? "on" : "", "aria-pressed": String(this.keeping === at), onclick: () => { this.keeping = at; this.draw(); },
    }, words))));
  }

  /** @param {Pickable} one */
  button(one) {
    const { picker, parts } = this;
    const unit = parts.stage.units[one.id];
    const times = this.times(one.id);
    const words = one.why ? t("match.pick.barred") : one.words[times] ?? String(times);
    const digit = picker.units.filter((x) => !x.why).indexOf(one) + 1;
    const place = times && one.words.length === 2 ? this.picked.indexOf(one.id) + 1 : 0;
    return h("button", {
      class: times ? "pick on" : "pick", "data-take": one.id, "data-times": times, "aria-pressed": String(times > 0), disabled: Boolean(one.why),
      title: one.why || `${unit.name}${digit && digit < 10 ? ` (${digit})` : ""}`, "aria-label": `${spoken(unit, parts.unitAt(one.id))}: ${one.why || words}`, onclick: () => this.toggle(one),
    }, place ? h("span", { class: "nth", "aria-hidden": "true" }, String(place)) : null,
    this.counter(one.id, 50), h("b", {}, unit.short), picker.least === undefined || one.why ? h("small", {}, words) : null);
  }
}
