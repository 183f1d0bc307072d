// One question on the umpire's desk, from top to bottom: units, score, die, result, what each team may hear.
import { ask, askText, h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { chanceBars, diceRow, effects, hearing, ledger, result } from "./answer.js";
import { sheet } from "./dialogs.js";
import { Mistake } from "./engine.js";
import { asked, control, labelled, unitChips } from "./fields.js";
import { undoEntry, undoLast } from "./log.js";
import { compose } from "./pick.js";
import { splitValue, listOf } from "./words.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./desk.js").Desk} Desk */
/** Where the form leads. @typedef {{back: () => void, open: (task: string) => void}} Ways */

const WAIT = 120; // milliseconds after a change before the score is asked for
const STRIP = ["ground", "prepared", "dug-in", "river", "breakthrough", "surprise"]; // of a battle, in reach at once
const MISSING = "missing"; // how an error of an empty field begins

/** The name of a row: "Fight 3: Marnach wood". @param {Desk} desk @param {string} id */
export function rowTitle(desk, id) {
  const task = desk.tables.tasks?.[id];
  const step = desk.sheet.steps.find((one) => one.rows.some((row) => row.id === id));
  const number = (step?.rows.findIndex((row) => row.id === id) ?? 0) + 1;
  const kind = task ? t(`umpire.question.${/** @type {"fight"} */ (task.question)}`) : "";
  const own = task?.label && !task.label.startsWith(`${task.question} `) ? `: ${task.label}` : "";
  return { title: `${kind} ${number}${own}`, short: `${kind} ${number}`.toLowerCase(), step };
}

/** The row after this one that waits for the umpire. @param {Desk} desk @param {string} id */
export function rowAfter(desk, id) {
  const rows = desk.sheet.steps.filter((one) => one.step !== "orders" && one.step !== "supply").flatMap((one) => one.rows);
  const at = rows.findIndex((row) => row.id === id);
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find((row) => row.state !== "done");
}

/** The day and part of the turn, for heads. @param {Desk} desk */
export const dayWords = ({ sheet: { date, part, turn } }) => [date || t("umpire.turn", { turn }), t(`umpire.part.${/** @type {"day"} */ (part)}`)].join(", ");

export class TaskForm {
  /** @param {Desk} desk @param {string} id @param {Question} question @param {Ways} ways */
  constructor(desk, id, question, ways) {
    this.desk = desk;
    this.id = id;
    this.question = question;
    this.ways = ways;
    this.draft = desk.draft(id);
    /** @type {Answer | null} */
    this.answer = null;
    this.error = "";
    this.byUnit = false;
    this.chosen = -1; // a rolled die that the next face replaces
    this.asking = 0;
    this.fields = h("div", { class: "formfields" });
    this.below = h("div", { class: "formanswer" });
    this.foot = h("footer", { class: "formfoot" });
    this.node = h("section", { class: "form", "data-task": id }, this.head(), h("div", { class: "formbody" }, this.fields, this.below), this.foot);
    this.redraw();
    this.show();
    this.soon(0);
  }

  get values() {
    return this.draft.values;
  }

  head() {
    const { title, step } = rowTitle(this.desk, this.id);
    const rename = async () => {
      const label = await askText(t("umpire.form.name"), this.desk.tables.tasks?.[this.id]?.label);
      if (label) await this.desk.change("set", { table: "tasks", id: this.id, fields: { label } });
    };
    return h("header", { class: "formtop" }, h("button", { class: "icon back", "aria-label": t("umpire.back"), onclick: () => this.ways.back() }, "‹"),
      h("button", { class: "when", title: t("umpire.form.name"), onclick: () => rename().catch((e) => notice(e.message)) }, h("b", {}, title), h("span", {}, t("umpire.form.progress", { day: dayWords(this.desk), done: step?.done ?? 0, of: step?.of ?? 0 }))),
      this.question.name === "score" || !this.question.dice && this.question.name !== "move" ? null : h("button", { class: "whatif", onclick: () => this.whatIf().catch((e) => notice(e.message)) }, t("umpire.what-if")));
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (value === undefined) delete this.values[name];
    else this.values[name] = value;
    this.draft.hear = {};
    this.desk.keepDrafts();
    this.soon();
  }

  redraw() {
    this.fields.replaceChildren(...(this.question.name === "fight" ? this.battleFields() : this.plainFields()));
  }

  plainFields() {
    const fields = this.question.fields.filter((field) => asked(field, this.values));
    const rare = fields.filter((field) => field.rare && this.values[field.name] === undefined);
    const common = fields.filter((field) => !rare.includes(field));
    const open = this.fields.querySelector("details")?.open;
    return [h("div", { class: "plainfields" }, common.map((field) => labelled(this, field))),
      rare.length ? h("details", { class: "morefields", open }, h("summary", {}, t("umpire.form.more")), rare.map((field) => labelled(this, field))) : null].filter((one) => one !== null);
  }

  /** The side of the first unit of a field. @param {string} name */
  sideOf(name) {
    const [first] = listOf(this.values[name]);
    return first ? this.desk.units[splitValue(first, this.desk.units).id]?.side ?? "" : "";
  }

  /** @param {string} side */
  otherSide(side) {
    return side ? Object.keys(this.desk.tables.sides).find((one) => one !== side) ?? "" : "";
  }

  battleFields() {
    const by = Object.fromEntries(this.question.fields.map((field) => [field.name, field]));
    const attack = this.sideOf("attacker"), defence = this.sideOf("defender");
    const row = (/** @type {string} */ name, /** @type {string} */ words, /** @type {string} */ below, /** @type {string} */ side) =>
      h("div", { class: "pickline" }, h("b", {}, words, h("small", {}, below)), unitChips(this, by[name], side));
    const rest = this.question.fields.filter((field) => !STRIP.includes(field.name) && !["attacker", "defender", "place"].includes(field.name) && asked(field, this.values));
    const shown = rest.filter((field) => this.values[field.name] !== undefined);
    const drop = (/** @type {Field} */ field, /** @type {string} */ one) => {
      const list = listOf(this.values[field.name]).filter((value) => value !== one);
      this.set(field.name, field.kind === "many" && list.length ? list : undefined);
      this.redraw();
    };
    const chips = shown.flatMap((field) => (field.kind === "many" ? listOf(this.values[field.name]) : [field.kind === "flag" ? field.label : `${field.label} ${this.values[field.name]}`]).map((one) =>
      h("button", { type: "button", class: `item ${field.type}`, "aria-label": t("umpire.remove", { what: one }), onclick: () => drop(field, one) }, one, h("i", {}, "×"))));
    const more = () => sheet(t("umpire.form.factors"), () => {
      const box = h("div", { class: "plainfields" });
      const side = (/** @type {Field} */ { name }) => name.startsWith("attack") ? attack : name.startsWith("defence") ? defence : "";
      const one = (/** @type {Field} */ field) => labelled({ desk: this.desk, values: this.values, set: (name, value) => this.set(name, value), redraw: draw }, field, side(field));
      const flags = rest.filter((field) => field.kind === "flag"), support = rest.filter((field) => field.kind === "many" && field.type !== "modifier");
      const others = rest.filter((field) => !flags.includes(field) && !support.includes(field));
      const draw = () => box.replaceChildren(...support.map(one), h("div", { class: "switches" }, flags.map(one)), ...others.map(one));
      draw();
      return box;
    }).then(() => this.redraw());
    return [
      row("attacker", t("umpire.attack"), this.values.prepared ? t("umpire.mark.prepared") : "", attack || this.otherSide(defence)),
      row("defender", t("umpire.defence"), String(this.values.ground ?? by.ground.default), defence || this.otherSide(attack)),
      h("div", { class: "factorstrip" }, control(this, by.ground), STRIP.slice(1).map((name) => control(this, by[name])), chips,
        h("button", { type: "button", class: "item add", id: "more-factors", onclick: more }, t("umpire.form.more-factors"))),
    ];
  }

  /** Ask for the score soon: several changes are one question. @param {number} [wait] */
  soon(wait = WAIT) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(), wait);
  }

  async find() {
    const turn = ++this.asking;
    try {
      const answer = await this.desk.ask("ask", { question: this.question.name, values: this.values, dice: this.draft.dice });
      if (turn !== this.asking) return;
      this.answer = answer;
      this.error = "";
    } catch (error) {
      if (turn !== this.asking) return;
      this.answer = null;
      this.error = this.words(/** @type {Error} */ (error));
    }
    this.show();
  }

  /** @param {Error} error */
  words(error) {
    if (!(error instanceof Mistake)) return error.message;
    const field = this.question.fields.find((one) => one.name === error.field);
    if (field && error.message.startsWith(MISSING)) return t("umpire.form.needs", { field: field.label, about: field.about });
    return field ? `${field.label}: ${error.message}` : error.message;
  }

  show() {
    const { answer } = this;
    const dice = this.question.dice && answer ? diceRow(answer, {
      dice: this.draft.dice, chosen: this.chosen,
      choose: (at) => { this.chosen = this.chosen === at ? -1 : at; this.show(); },
      roll: (face) => this.roll(face),
      clear: () => { this.draft.dice = []; this.chosen = -1; this.desk.keepDrafts(); this.soon(0); },
    }) : null;
    const texts = answer?.hear && Object.keys(answer.hear).length ? hearing(answer.hear, this.draft.hear, (side) => this.teamName(side), (side, text) => {
      this.draft.hear[side] = text;
      this.desk.keepDrafts();
    }) : null;
    const modifier = this.question.fields.some((field) => field.name === "attack-modifier");
    this.below.replaceChildren(...[
      this.error ? h("p", { class: "mistake", role: "status" }, this.error) : null,
      answer ? ledger(answer, { byUnit: this.byUnit, flip: () => { this.byUnit = !this.byUnit; this.show(); }, modify: modifier ? (defence) => this.modify(defence) : null }) : null,
      dice, answer ? result(answer) : null, texts, answer ? effects(answer) : null,
    ].filter((one) => one !== null));
    this.drawFoot();
  }

  /** @param {string} side or a role, where units are typed */
  teamName(side) {
    const role = /** @type {const} */ (["attacker", "defender", "mover", "flyer", "bombed"]).find((one) => one === side);
    return role ? t(`umpire.role.${role}`) : this.desk.sideName(side);
  }

  drawFoot() {
    const ready = this.answer?.needs === null;
    const next = rowAfter(this.desk, this.id);
    const words = ready ? next ? t("umpire.form.apply-next", { next: rowTitle(this.desk, next.id).short }) : t("umpire.form.apply")
      : this.answer?.needs ? t("umpire.form.roll-for", { what: this.answer.needs }) : t("umpire.form.apply");
    this.foot.replaceChildren(h("button", { class: "undo", onclick: () => undoLast(this.desk).catch((e) => notice(e.message)) }, t("umpire.undo")),
      h("button", { class: "main apply", disabled: !ready, onclick: () => this.apply().catch((e) => notice(e.message)) }, words));
  }

  /** @param {number} face */
  roll(face) {
    const { dice } = this.draft;
    if (this.chosen >= 0) dice[this.chosen] = face;
    else dice.push(face);
    this.chosen = -1;
    this.draft.hear = {};
    this.desk.keepDrafts();
    this.soon(0);
  }

  /** @param {boolean} defence */
  async modify(defence) {
    const name = defence ? "defence-modifier" : "attack-modifier";
    const words = await compose(this.desk, defence ? t("umpire.modifier.defence") : t("umpire.modifier.attack"), "modifier");
    if (!words) return;
    this.set(name, [...listOf(this.values[name]), words]);
    this.redraw();
  }

  async whatIf() {
    const { what_if } = await this.desk.ask("what_if", { question: this.question.name, values: this.values });
    await ask(t("umpire.what-if"), chanceBars(what_if), [[t("common.close"), true, true]]);
  }

  async apply() {
    const hear = this.answer?.hear ?? {};
    const edited = Object.fromEntries(Object.entries(this.draft.hear).filter(([side, text]) => hear[side] && hear[side].text !== text));
    const next = rowAfter(this.desk, this.id);
    await this.desk.change("adjudicate", { task: this.id, dice: this.draft.dice, values: this.values });
    const stored = this.desk.tables.tasks?.[this.id]?.hear ?? {};
    if (Object.keys(edited).length) {
      const hear = Object.fromEntries(Object.entries(stored).map(([side, one]) => [side, { ...one, text: edited[side] ?? one.text }]));
      await this.desk.change("set", { table: "tasks", id: this.id, fields: { hear }, what: t("umpire.hear.edited", { what: rowTitle(this.desk, this.id).title }) });
    }
    if (next) this.ways.open(next.id);
    else this.ways.back();
  }
}

/** A row that is done: its result, what the teams heard, and how to take it back. @param {Desk} desk @param {string} id @param {Ways} ways */
export function doneForm(desk, id, ways) {
  const task = desk.tables.tasks?.[id];
  const { title, step } = rowTitle(desk, id);
  const entry = desk.shown.log.findLast((one) => !desk.shown.undone.includes(one.id) && one.changes?.some(({ path, after }) => path[0] === "tasks" && path[1] === id && path[2] === "done" && after === true));
  /** @type {Record<string, string>} */
  const edited = {};
  const texts = task?.hear ?? {};
  const keep = async () => {
    const hear = Object.fromEntries(Object.entries(texts).map(([side, one]) => [side, { ...one, text: edited[side] ?? one.text }]));
    await desk.change("set", { table: "tasks", id, fields: { hear }, what: t("umpire.hear.edited", { what: title }) });
    notice(t("umpire.hear.kept"));
  };
  const full = Object.fromEntries(Object.entries(texts).map(([side, one]) => [side, { ...one, text: one.text ?? "", units: one.units ?? [] }]));
  return h("section", { class: "form", "data-task": id }, h("header", { class: "formtop" }, h("button", { class: "icon back", "aria-label": t("umpire.back"), onclick: ways.back }, "‹"),
    h("div", { class: "when" }, h("b", {}, title), h("span", {}, t("umpire.form.progress", { day: dayWords(desk), done: step?.done ?? 0, of: step?.of ?? 0 })))),
  h("div", { class: "formbody" }, h("section", { class: "res even" }, h("h2", {}, (task?.result ?? "").replace(/^./, (one) => one.toUpperCase())), h("p", {}, entry ? t("umpire.form.done-by", { by: entry.by, time: entry.time ?? "" }) : "")),
    Object.keys(full).length ? hearing(full, {}, (side) => desk.sideName(side), (side, text) => { edited[side] = text; }) : null,
    Object.keys(full).length ? h("button", { onclick: () => keep().catch((e) => notice(e.message)) }, t("umpire.hear.keep")) : null),
  h("footer", { class: "formfoot" }, h("button", { class: "undo", disabled: !entry, onclick: () => entry && undoEntry(desk, entry.id).catch((e) => notice(e.message)) }, t("umpire.undo")), h("button", { onclick: ways.back }, t("umpire.back"))));
}
