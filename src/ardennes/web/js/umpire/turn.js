// A whole turn on one page: roster, worksheet, slips and log; on a phone one of them at a time.
import { h, keep, notice, settings } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { nightButton } from "../lib/theme.js";
import { umpireName } from "./desk.js";
import { sheet, textField, line } from "./dialogs.js";
import { TaskForm, dayWords, doneForm, rowTitle } from "./form.js";
import { logPanel, undoLast } from "./log.js";
import { printMenu } from "./print.js";
import { rosterPanel } from "./roster.js";
import { closeTurn, showSettings, weatherName } from "./settings.js";
import { ordersOf, slipsPanel } from "./slips.js";
import { addRow, promptWords, stepNow, worksheetPanel } from "./worksheet.js";
import { listOf, splitValue } from "./words.js";
import { rememberUmpire } from "./desk.js";
import { saveCopy } from "./files.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").Row} Row */

const TABS = /** @type {const} */ (["turn", "roster", "slips", "log"]);

export class TurnPage {
  /** @param {HTMLElement} app @param {Desk} desk @param {Question[]} questions @param {string} task the open one, or "" */
  constructor(app, desk, questions, task) {
    this.app = app;
    this.desk = desk;
    this.questions = questions;
    this.task = task;
    this.chosen = task || desk.sheet.next;
    /** @type {import("./types.js").Chance[] | null} */
    this.chances = null;
    this.node = h("main", { class: "udesk" });
    desk.changed = () => this.draw();
    desk.keeps = (all) => { this.node.dataset.stored = all ? "all" : "soon"; };
    desk.keeps(true);
    const keys = (/** @type {KeyboardEvent} */ e) => this.key(e);
    document.addEventListener("keydown", keys);
    this.leave = () => {
      document.removeEventListener("keydown", keys);
      desk.changed = () => {};
      desk.keeps = () => {};
    };
    app.replaceChildren(this.node);
    this.draw();
  }

  /** Rows that are adjudicated, in the order of the sheet. @returns {Row[]} */
  get rows() {
    return this.desk.sheet.steps.filter((one) => one.step !== "orders" && one.step !== "supply").flatMap((one) => one.rows);
  }

  /** @param {string} id */
  open(id) {
    location.hash = `#/umpire/${this.desk.stored.id}${id ? `/${encodeURIComponent(id)}` : ""}`;
  }

  draw() {
    const { desk } = this;
    document.title = t("umpire.title", { game: desk.stored.name });
    const task = desk.tables.tasks?.[this.task];
    if (!this.rows.some((row) => row.id === this.chosen)) this.chosen = this.rows.find((row) => row.state !== "done")?.id ?? "";
    const scroll = [...this.node.querySelectorAll("[data-scroll]")].map((one) => one.scrollTop);
    this.node.classList.toggle("asking", Boolean(task));
    this.node.dataset.tab = settings.umpire_tab ?? TABS[0];
    this.node.dataset.seq = String(desk.shown.log.length);
    const ways = { back: () => this.open(""), open: (/** @type {string} */ id) => this.open(id) };
    const question = this.questions.find((one) => one.name === task?.question);
    const middle = !task || !question ? [worksheetPanel(desk, { chosen: this.chosen, choose: (id) => this.choose(id), open: (id) => this.open(id), chances: this.chances, questions: this.questions }), ordersOf(desk, this.row())]
      : task.done ? [doneForm(desk, this.task, ways)] : [new TaskForm(desk, this.task, question, ways).node];
    this.node.replaceChildren(this.bar(), this.steps(),
      h("aside", { class: "ucol ros", "data-scroll": "", "aria-label": t("umpire.roster") }, rosterPanel(desk, this.busy())),
      h("div", { class: "ucol ws", "data-scroll": "" }, middle),
      h("aside", { class: "ucol right", "aria-label": t("umpire.slips") }, h("div", { class: "rightscroll", "data-scroll": "" }, slipsPanel(desk, (page) => this.print(page)), logPanel(desk)), this.foot(Boolean(task))),
      this.tabs());
    this.node.querySelectorAll("[data-scroll]").forEach((one, at) => { one.scrollTop = task ? 0 : scroll[at] ?? 0; });
    if (!task) this.look();
  }

  row() {
    return this.rows.find((one) => one.id === this.chosen);
  }

  /** The units of the open or chosen row. */
  busy() {
    const row = this.row();
    return new Set(Object.values(row ? this.desk.valuesOf(row) : {}).flatMap(listOf).map((value) => splitValue(String(value), this.desk.units).id));
  }

  /** Ask for the chances of the chosen row, once for each. */
  async look() {
    const row = this.row();
    if (!row || row.state === "done" || !this.questions.find((one) => one.name === row.question)?.dice || this.looked === `${row.id} ${this.desk.shown.log.length}`) return;
    this.looked = `${row.id} ${this.desk.shown.log.length}`;
    this.chances = null;
    try {
      this.chances = (await this.desk.ask("what_if", { question: row.question, values: this.desk.valuesOf(row) })).what_if;
    } catch {
      return; // it is not complete yet
    }
    if (this.chosen === row.id && !this.task && this.node.isConnected) this.draw();
  }

  /** @param {string} id */
  choose(id) {
    if (this.chosen === id) return;
    this.chosen = id;
    this.chances = null;
    this.draw();
  }

  /** @param {string} page */
  print(page) {
    location.hash = `#/umpire/${this.desk.stored.id}/print/${page}`;
  }

  bar() {
    const { desk } = this, { now, then } = promptWords(desk);
    const n = desk.sheet.steps.reduce((sum, one) => sum + one.of - one.done, 0);
    return h("header", { class: "bar ubar" }, h("button", { class: "burger", "aria-label": t("umpire.menu"), onclick: () => this.menu().catch((e) => notice(e.message)) }, "☰"),
      h("div", { class: "when" }, h("b", {}, dayWords(desk)), h("span", {}, [desk.sheet.date ? t("umpire.turn", { turn: desk.sheet.turn }) : "", weatherName(desk.sheet.weather), desk.stored.name].filter(Boolean).join(" · "))),
      h("h1", { class: "prompt", id: "prompt", tabindex: -1 }, now, " ", h("i", {}, then)),
      h("span", { class: "does" }, h("button", { id: "print", onclick: () => printMenu((page) => this.print(page)) }, t("common.print")), h("button", { id: "undo", onclick: () => undoLast(desk).catch((e) => notice(e.message)) }, t("umpire.undo"), h("kbd", {}, "U")),
        h("button", { id: "close-turn", title: desk.sheet.left.join("; "), onclick: () => closeTurn(desk).catch((e) => notice(e.message)) }, n ? t("umpire.close.why", { n }) : t("umpire.close"))));
  }

  steps() {
    const at = stepNow(this.desk);
    return h("div", { class: "stepline" }, h("ol", {}, this.desk.sheet.steps.map((one, n) => {
      const complete = one.of > 0 && one.done === one.of;
      return h("li", { class: n === at ? "now" : complete ? "past" : "" }, complete ? "✓ " : "", one.name);
    })), h("span", { class: "umpires" }, h("i", { class: "letter", "aria-hidden": "true" }, umpireName()[0]?.toUpperCase()), h("span", {}, t("umpire.you", { name: umpireName() })), h("span", { class: this.desk.saved ? "saved" : "saved not" }, this.desk.saved ? t("umpire.saved") : t("umpire.not-saved"))));
  }

  /** @param {boolean} asking */
  foot(asking) {
    const row = this.rows.find((one) => one.id === this.chosen && one.state !== "done") ?? this.rows.find((one) => one.state !== "done");
    if (asking) return null;
    const { short } = row ? rowTitle(this.desk, row.id) : { short: "" };
    const button = row ? h("button", { class: "main", id: "adjudicate", onclick: () => this.open(row.id) }, t("umpire.adjudicate", { what: short }), h("kbd", {}, "⏎"))
      : this.rows.length && !this.desk.sheet.left.length ? h("button", { class: "main", id: "adjudicate", onclick: () => closeTurn(this.desk) }, t("umpire.close"))
        : h("button", { class: "main", id: "adjudicate", onclick: () => addRow(this.desk, this.questions, (id) => this.open(id)).catch((e) => notice(e.message)) }, t("umpire.add-row"));
    return h("div", { class: "ufoot" }, button);
  }

  tabs() {
    const show = (/** @type {string} */ tab) => {
      keep("umpire_tab", tab);
      this.draw();
    };
    return h("nav", { class: "utabs", "aria-label": t("umpire.parts") }, TABS.map((one) => h("button", { "aria-current": (settings.umpire_tab ?? TABS[0]) === one ? "page" : null, onclick: () => show(one) }, t(`umpire.tab.${one}`))));
  }

  async menu() {
    const { desk } = this;
    const go = (/** @type {() => unknown} */ work) => (/** @type {() => void} */ close) => () => { close(); work(); };
    await sheet(desk.stored.name, (close) => {
      const button = (/** @type {string} */ words, /** @type {() => unknown} */ work) => h("button", { class: "pickrow", onclick: go(work)(close) }, words);
      return h("div", { class: "picklist" }, line(t("umpire.your-name"), textField(t("umpire.your-name"), umpireName(), (name) => rememberUmpire(name.slice(0, 80)))),
        button(t("umpire.settings"), () => showSettings(desk).catch((e) => notice(e.message))), button(t("umpire.print-pages"), () => printMenu((page) => this.print(page))),
        button(t("umpire.redo"), () => desk.change("redo").catch((e) => notice(e.message))), button(t("umpire.export"), () => saveCopy(desk).catch((e) => notice(e.message))),
        button(t("umpire.games"), () => { location.hash = "#/umpire"; }), h("span", { class: "row" }, nightButton()));
    });
    this.draw();
  }

  /** ↑ ↓ choose a row, Enter opens it, P prints, U undoes. @param {KeyboardEvent} e */
  key(e) {
    const on = e.target instanceof Element ? e.target : document.body;
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || on.closest("input, textarea, select")) return;
    const key = e.key.toLowerCase(), { rows } = this, at = rows.findIndex((row) => row.id === this.chosen);
    if (key === "u") undoLast(this.desk).catch((error) => notice(error.message));
    else if (key === "p") printMenu((page) => this.print(page));
    else if (key === "escape" && this.task) this.open("");
    else if (key === "arrowdown" && !this.task && at + 1 < rows.length) this.choose(rows[at + 1].id);
    else if (key === "arrowup" && !this.task && at > 0) this.choose(rows[at - 1].id);
    else if (key === "enter" && !on.closest("button, a, summary")) this.press();
    else if (this.task && /^[1-6]$/.test(key)) /** @type {HTMLElement | null} */ (this.node.querySelector(`.faces [data-face="${key}"]`))?.click();
    else return;
    e.preventDefault();
  }

  /** Enter presses the gold button. */
  press() {
    /** @type {HTMLElement | null} */ (this.node.querySelector("button.main:not([disabled])"))?.click();
  }
}
