// A pool of units of which some are picked as counters: who advances, who loses how many steps. The order is made of
// those picked; the server judges it when it is given.
import { small, spoken } from "../../map/counters.js";
import { h, rule } from "../../lib/dom.js";
import { placeOf, whyBox } from "../panels/boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Picker} Picker */
/** @typedef {import("../../types.gen.js").Pickable} Pickable */

export class Pool {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Picker | null} */
    this.picker = null;
    /** @type {string[]} in the order in which they were picked, each as often as it is */
    this.picked = [];
    this.keeps = 0; // which part keeps what they have in common
    this.asked = "";
  }

  /** What is decided now; what was picked stays as long as it is the same. */
  take() {
    const { choices } = this.table.state;
    const picker = choices.mine ? choices.picker ?? null : null;
    const asked = JSON.stringify(picker);
    if (asked === this.asked) return;
    this.asked = asked;
    this.picker = picker;
    this.picked = [...picker?.first ?? []];
    this.keeps = 0;
  }

  open() {
    return this.picker && !this.table.replay ? this.picker : null;
  }

  /** @param {string} id */
  times(id) {
    return this.picked.filter((x) => x === id).length;
  }

  /** Once more, or none again; where all room is taken, instead of the one picked last. @param {Pickable} one */
  turn(one) {
    const { picker } = this;
    if (!picker || one.why) return;
    const most = one.words.length - 1;
    if (this.times(one.id) >= most) {
      this.picked = this.picked.filter((x) => x !== one.id);
      this.picked.push(...Array.from({ length: one.least }, () => one.id));
    } else {
      if (most === 1 && this.picked.length >= picker.count && picker.least !== undefined) this.picked.pop();
      this.picked.push(one.id);
    }
    this.draw(one.id);
  }

  /** @param {string[]} units */
  pick(units) {
    this.picked = [...units];
    this.draw();
  }

  /** @param {string} [focus] */
  draw(focus) {
    const { table } = this;
    table.why = null;
    table.drawAll();
    const node = focus ? table.frame.panel.querySelector(`[data-take="${focus}"]`) : null;
    if (node instanceof HTMLElement) node.focus({ preventScroll: true });
  }

  /** A counter on the map is the same as the one in the panel. @param {string} id */
  click(id) {
    const one = this.open()?.units.find((x) => x.id === id);
    if (!one) return false;
    this.turn(one);
    return true;
  }

  /** Why it cannot be done as it is picked; empty where it can, as far as numbers go. */
  wrong() {
    const { picker, picked } = this;
    if (!picker) return "";
    const few = picker.least ?? picker.count;
    if (picked.length > picker.count) return picked.length - picker.count === 1 ? "One too many" : `${picked.length - picker.count} too many`;
    if (picked.length < few) return few - picked.length === 1 ? "Pick one more" : `Pick ${few - picked.length} more`;
    return picked.length || picker.none ? "" : "Pick somebody";
  }

  /** Those who cannot simply be parted, where some of them go and some stay. */
  parted() {
    const { parting } = this.picker ?? {};
    const going = parting?.units.filter((u) => this.picked.includes(u)) ?? [];
    const staying = parting?.units.filter((u) => !this.picked.includes(u)) ?? [];
    return parting && going.length && staying.length ? { parting, parts: [going, staying] } : null;
  }

  give() {
    const { picker, picked, table } = this;
    if (!picker || this.wrong()) return null;
    if (!picked.length && picker.none) return table.giving.give(picker.none.order);
    const parted = this.parted();
    const keep = parted ? { [parted.parting.field]: parted.parts[this.keeps] } : {};
    const order = this.picker?.units.flatMap((one) => picked.filter((x) => x === one.id)) ?? [];
    return table.giving.give(/** @type {any} */ ({ ...picker.order, [picker.field]: order, ...keep }));
  }

  /** Digits, A, 0 and Enter. @param {KeyboardEvent} e @returns {boolean} was it for the pool? */
  press(e) {
    const picker = this.open();
    if (!picker || e.shiftKey) return false;
    const at = document.activeElement;
    if (e.key === "Enter" && (!at?.closest("button, a, summary") || at.matches(".table .pool [data-take]"))) {
      this.give();
      return true;
    }
    if (e.key.toLowerCase() === "a") this.pick(picker.first);
    else if (e.key === "0" && picker.least === 0) this.pick([]);
    else if (/^[1-9]$/.test(e.key)) {
      const one = picker.units.filter((x) => !x.why)[Number(e.key) - 1];
      if (!one) return false;
      this.turn(one);
    } else return false;
    return true;
  }

  /** On the map: where they go, how many, from where. */
  show() {
    const picker = this.open();
    if (!picker?.hex) return false;
    const { marks } = this.table.board;
    const froms = [...new Set(this.picked.map((u) => this.table.unitAt(u)?.hex ?? "").filter(Boolean))];
    marks.showHexes([picker.hex]);
    marks.chips.replaceChildren(marks.chip(picker.hex, String(this.picked.length), "#0b63ce"));
    marks.showArrows(froms.map((from) => ({ from, to: picker.hex ?? "", kind: /** @type {const} */ ("move"), label: "" })));
    return true;
  }

  words() {
    const { picker, picked } = this;
    if (!picker) return "";
    const many = picked.length;
    if (!many && picker.none) return picker.none.label;
    return picker.noun ? `${picker.do} ${many} ${picker.noun}${many === 1 ? "" : "s"}` : picker.do;
  }

  panel() {
    const picker = this.open();
    if (!picker) return null;
    const { table } = this;
    const { stage } = table;
    const hexes = [...new Set(picker.units.map((one) => table.unitAt(one.id)?.hex ?? ""))];
    const wrong = this.wrong();
    const parted = this.parted();
    const counter = (/** @type {string} */ id, /** @type {number} */ size) => small(stage.units[id], table.unitAt(id)?.marks ?? [], stage.signs, size, table.unitAt(id)?.print);
    const slot = (/** @type {unknown} */ _, /** @type {number} */ at) => h("span", { class: this.picked[at] ? "slot full" : "slot" }, this.picked[at] ? counter(this.picked[at], 46) : null);
    const slots = picker.count <= 8 ? h("div", { class: "slots", role: "img", "aria-label": `${this.picked.length} of ${picker.count} picked` }, Array.from({ length: picker.count }, slot)) : null;
    const set = (/** @type {import("../../types.gen.js").PickSet} */ x, /** @type {number} */ i) => h("button", {
      class: x.units.join() === [...this.picked].sort((a, b) => x.units.indexOf(a) - x.units.indexOf(b)).join() ? "on" : "", onclick: () => this.pick(x.units),
    }, x.label, i ? null : h("kbd", {}, "A"));
    return h("section", { class: "pool picker" },
      h("header", { class: "pinned" }, h("h2", {}, picker.title, " ", rule(stage.game, picker.rule)), picker.about ? h("p", { class: "quiet" }, picker.about) : null, slots),
      h("div", { class: "body" },
        table.why ? whyBox(stage.game, table.why.asked, table.why.found) : null,
        picker.sets?.length ? h("div", { class: "options sets" }, picker.sets.map(set)) : null,
        hexes.map((hex) => h("div", { role: "group", "aria-label": hex ? `In ${placeOf(stage, hex)}` : picker.title },
          h("h3", { class: "lab" }, hex ? `${picker.hex ? "From" : "In"} ${placeOf(stage, hex)}` : ""),
          h("div", { class: "picks" }, picker.units.filter((one) => (table.unitAt(one.id)?.hex ?? "") === hex).map((one) => this.button(picker, one))))),
        parted ? h("div", {}, h("h3", { class: "lab" }, parted.parting.title), h("div", { class: "options" }, parted.parting.words.map((words, i) => h("button", {
          class: this.keeps === i ? "on" : "", "aria-pressed": String(this.keeps === i), onclick: () => { this.keeps = i; this.draw(); },
        }, words)))) : null,
        picker.units.filter((one) => one.why).map((one) => h("p", { class: "quiet small" }, h("b", {}, `Why not ${stage.units[one.id].short || stage.units[one.id].name}? `), one.why))),
      h("footer", { class: "options" },
        picker.least === 0 ? h("button", { onclick: () => this.pick([]) }, "Nobody", h("kbd", {}, "0")) : null,
        h("button", { class: "main", "data-do": "picked", disabled: Boolean(wrong), onclick: () => this.give() }, wrong || this.words(), wrong ? null : h("kbd", {}, "⏎"))));
  }

  /** @param {Picker} picker @param {Pickable} one */
  button(picker, one) {
    const { table } = this;
    const unit = table.stage.units[one.id];
    const state = table.unitAt(one.id);
    const times = this.times(one.id);
    const words = one.why ? "may not" : one.words[times] ?? String(times);
    const digit = picker.units.filter((x) => !x.why).indexOf(one) + 1;
    const place = times && one.words.length === 2 ? this.picked.indexOf(one.id) + 1 : 0;
    return h("button", {
      class: times ? "pick on" : "pick", "data-take": one.id, "data-times": times, "aria-pressed": String(times > 0), disabled: Boolean(one.why),
      title: one.why || `${unit.name}${digit && digit < 10 ? ` (${digit})` : ""}`, "aria-label": `${spoken(unit, state)}: ${one.why || words}`, onclick: () => this.turn(one),
    }, place ? h("span", { class: "nth", "aria-hidden": "true" }, String(place)) : null,
    small(unit, state?.marks ?? [], table.stage.signs, 50, state?.print), h("b", {}, unit.short), picker.least === undefined || one.why ? h("small", {}, words) : null);
  }
}
