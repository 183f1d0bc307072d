// The fixed parts of the page: bar, phase strip, buttons, tabs, toolbar.
import { dayOf, h, s, side_name } from "../../lib/dom.js";
import { withoutNumbers } from "../../lib/hex-names.js";
import { t } from "../../lib/text.js";
import { logPanel } from "./log.js";
import { togglesOf } from "../../map/overlays.js";
import { VictoryLine } from "./victory.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "actions" | "ended" | "command" | "automation" | "app" | "board" | "countdown" | "feed" | "filter" | "glossary" | "go" | "goToUnit" | "look" | "openFind" | "openMenu" | "overlays" | "turnTab">} Parts */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */

/** @type {[string, string][]} */
const TABS = [["orders", t("panels.tab.orders")], ["sheet", t("panels.tab.sheet")], ["forces", t("panels.tab.forces")], ["campaign", t("panels.tab.campaign")], ["command", t("panels.tab.command")]];

export class Frame {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.prompt = h("div", { class: "prompt", id: "prompt", tabindex: -1, role: "status", "aria-live": "polite" });
    this.when = h("div", { class: "when" });
    this.strip = h("ol", { class: "strip", "aria-label": t("panels.bar.phases") });
    this.hint = h("button", { id: "hint", title: t("panels.bar.hint-tip"), onclick: () => table.actions.hint() }, t("panels.bar.hint"));
    this.undo = h("button", { id: "undo", onclick: () => table.actions.undo("undo") }, t("panels.bar.undo"));
    this.end = h("button", { class: "main", id: "end", onclick: () => table.actions.end() }, t("panels.bar.end"));
    this.ending = h("button", { class: "main", id: "ending", title: t("panels.bar.result-tip"), hidden: true, onclick: () => table.ended.open() }, t("panels.bar.result"));
    this.endTurn = h("button", { id: "end-turn", title: t("panels.bar.end-turn-tip"), onclick: () => table.automation.endTurn() }, t("panels.bar.end-turn"));
    this.panel = h("div", { class: "panel", role: "tabpanel" });
    this.log = h("section", { class: "log", "aria-label": t("panels.log.title") });
    this.card = h("div", { class: "cardplace" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("panels.bar.panels") }, TABS.filter(([id]) => id !== "sheet" || table.stage.sheet).map(([id, label]) =>
      h("button", { role: "tab", id: `tab-${id}`, "data-tab": id, onclick: () => table.turnTab(id) }, label)));
    this.legend = h("div", { class: "legendplace", role: "status" });
    this.toolbar = this.makeToolbar();
    this.victory = new VictoryLine(table);
    this.about = "";
  }

  show() {
    const { table } = this;
    const { node } = table.board;
    node.append(this.legend, this.toolbar);
    const acts = h("div", { class: "acts" }, table.countdown.node,
      this.hint, this.undo, this.endTurn, this.end, this.ending);
    const more = h("button", { id: "more", class: "burger", "aria-label": t("panels.menu.title"), title: t("panels.menu.title-of", { scenario: table.stage.name }), onclick: () => table.openMenu() },
      s("svg", { width: 20, height: 16, "aria-hidden": "true" }, s("path", { d: "M1 2h18M1 8h18M1 14h18", stroke: "currentColor", "stroke-width": 2.4 })));
    table.app.replaceChildren(h("div", { class: "table", "data-match": table.match },
      h("header", { class: "bar" }, h("h1", { class: "visually-hidden" }, table.stage.name), more, this.when, this.prompt, acts, h("div", { class: "below" }, this.strip, this.victory.node)),
      h("main", { class: "map", "aria-label": t("panels.bar.map") }, node),
      h("aside", { class: "side", "aria-label": t("panels.bar.side"), tabindex: 0 }, this.tabs, this.card, this.panel, this.log), table.command.messages.news));
  }

  makeToolbar() {
    const { table } = this;
    const { camera } = table.board;
    const toggle = (/** @type {string[]} */ [id, label, key]) => h("button", {
      "aria-pressed": String(Boolean(table.overlays.on[id])), "data-toggle": id, title: `${label} (${key})`, "aria-label": label, onclick: () => table.overlays.toggle(id),
    }, h("span", {}, label), h("kbd", {}, key));
    return h("div", { class: `toggles over${(table.stage.layers?.length ?? 0) > 1 ? " many" : ""}`, role: "toolbar", "aria-label": t("panels.tools.title") }, togglesOf(table.stage).map(toggle),
      h("button", { id: "find", title: t("panels.tools.find-tip"), "aria-label": t("panels.tools.find"), onclick: () => table.openFind() }, h("span", {}, t("panels.tools.find")), h("kbd", {}, "/")),
      h("button", { title: t("panels.tools.in-tip"), "aria-label": t("panels.tools.in"), onclick: () => camera.zoomMiddle(1.25) }, "+"),
      h("button", { title: t("panels.tools.out-tip"), "aria-label": t("panels.tools.out"), onclick: () => camera.zoomMiddle(0.8) }, "−"),
      h("button", { title: t("panels.tools.fit-tip"), "aria-label": t("panels.tools.fit"), onclick: () => camera.fit() }, h("span", {}, t("panels.tools.fit")), h("kbd", {}, "F")));
  }

  /** @param {HTMLElement | null} made what the layers that are on mean */
  drawLegend(made) {
    this.legend.replaceChildren(...(made ? [made] : []));
    this.table.glossary.dot(this.legend);
  }

  /** @param {BoardState} board */
  drawTop(board) {
    const now = board.strip.find((x) => x.now)?.label;
    const part = (/** @type {string} */ kind, /** @type {string | undefined} */ words) => words ? h("span", { class: kind }, ` · ${words}`) : "";
    const turn = board.turn ? [t("panels.turn", { turn: board.turn }), h("span", { class: "of" }, " ", t("panels.bar.of", { turns: board.turns }))] : this.table.stage.name;
    this.when.replaceChildren(h("b", {}, board.turn ? [dayOf(board), part("weather", side_name(board.weather))] : t("panels.set-up")),
      h("span", {}, turn, part("whose", side_name(board.phase?.side)), part("step", now)));
    const steps = (board.strip ?? []).map((x) =>
      h("li", { class: x.now ? "now" : x.done ? "done" : "", "aria-current": x.now ? "step" : null }, x.done ? h("span", { role: "img", "aria-label": t("panels.bar.done") }, "✓ ") : null, x.label));
    this.victory.draw(board);
    this.strip.replaceChildren(h("li", { class: "whose" }, side_name(board.phase?.side ?? "")), ...steps);
    const lit = this.strip.querySelector(".now");
    if (lit instanceof HTMLElement) this.strip.scrollLeft = lit.offsetLeft - this.strip.clientWidth / 2;
  }

  drawButtons() {
    const { choices, undo, board } = this.table.state;
    for (const node of [this.hint, this.undo, this.end]) node.hidden = Boolean(board.result);
    this.ending.hidden = !this.table.ended.may();
    if (this.table.trial) this.hint.hidden = true; // the staff knows no board of a case
    const end = choices.buttons.find((b) => b.end);
    const ready = this.table.command.button();
    this.end.textContent = withoutNumbers(ready?.label ?? end?.label ?? t("panels.bar.end-phase"));
    this.end.setAttribute("aria-disabled", String(!end && !ready));
    this.end.title = ready ? t("panels.bar.enter", { action: ready.title }) : end ? t("panels.key.enter") : withoutNumbers(choices.end?.facts ?? t("panels.bar.nothing-to-end"));
    this.endTurn.hidden = !this.table.automation.mayEndTurn();
    this.undo.setAttribute("aria-disabled", String(Boolean(undo)));
    this.undo.title = undo || t("panels.bar.undo-tip");
  }

  drawTabs() {
    const { tab } = this.table;
    for (const node of this.tabs.children) {
      const on = /** @type {HTMLElement} */ (node).dataset.tab === tab;
      node.setAttribute("aria-selected", String(on));
      /** @type {HTMLElement} */ (node).tabIndex = on ? 0 : -1;
    }
    this.drawMail();
    this.log.hidden = tab !== "orders";
    this.panel.setAttribute("aria-labelledby", `tab-${tab}`);
  }

  /** The tab of the command, where there is one, with how many messages are new. */
  drawMail() {
    const { command } = this.table;
    const node = this.tabs.querySelector('[data-tab="command"]');
    if (!(node instanceof HTMLElement)) return;
    node.hidden = !command.shows();
    const unread = command.messages.unread();
    node.replaceChildren(t("panels.tab.command"), unread ? h("span", { class: "unread", "aria-label": t("panels.tab.new", { n: unread }) }, String(unread)) : "");
  }

  /** @param {string} id */
  focusTab(id) {
    const node = this.tabs.querySelector(`[data-tab="${id}"]`);
    if (node instanceof HTMLElement) node.focus();
  }

  /** The change of the match that is shown now, for those who look at the page from outside. @param {number} seq */
  stamp(seq) {
    this.table.app.querySelector(".table")?.setAttribute("data-seq", String(seq));
  }

  /** What is new in the panel is read from its beginning. @param {string} about what the panel is about */
  scrollTo(about) {
    if (this.about === about) return;
    const first = !this.about; // it stands at its beginning, and asking would have the whole page laid out
    this.about = about;
    if (!first && this.panel.parentElement) this.panel.parentElement.scrollTop = 0;
  }

  /** The reason just asked for is brought into view. */
  showWhy() {
    this.panel.querySelector(".whynot")?.scrollIntoView({ block: "nearest" });
  }

  drawLog() {
    const { table } = this;
    this.log.replaceChildren(...logPanel(table.stage, table.feed.log, table.state.board.turn, table.filter, {
      go: (hex) => table.go(hex),
      unit: (id) => table.goToUnit(id),
      replay: (at) => table.look(at),
      filter: (turn) => {
        table.filter = turn;
        this.drawLog();
      },
    }, table.state.seat_changes));
  }
}
