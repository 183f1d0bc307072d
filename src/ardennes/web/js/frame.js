// The fixed parts of the page: bar, phase strip, buttons, tabs, toolbar.
import { h, keep, settings, side_name } from "./dom.js";
import { find } from "./find.js";
import { logPanel } from "./log.js";
import { menu } from "./menu.js";
import { togglesOf } from "./overlays.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").BoardState} BoardState */

/** @type {[string, string][]} */
const TABS = [["orders", "Orders"], ["sheet", "Sheet"], ["forces", "Forces"], ["campaign", "Campaign"], ["command", "Command"]];
const NARROW = "(max-width: 820px)";

export class Frame {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.prompt = h("div", { class: "prompt", id: "prompt", tabindex: -1, role: "status", "aria-live": "polite" });
    this.when = h("div", { class: "when" });
    this.strip = h("ol", { class: "strip", "aria-label": "Phases" });
    this.undo = h("button", { id: "undo", onclick: () => table.giving.undo("undo") }, "Undo");
    this.end = h("button", { class: "main", id: "end", onclick: () => table.giving.end() }, "End");
    this.panel = h("div", { class: "panel", role: "tabpanel" });
    this.log = h("section", { class: "log", "aria-label": "Log" });
    this.card = h("div", { class: "cardplace over" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, TABS.filter(([id]) => id !== "sheet" || table.stage.sheet).map(([id, label]) =>
      h("button", { role: "tab", id: `tab-${id}`, "data-tab": id, onclick: () => table.turnTab(id) }, label)));
    this.legend = h("div", { class: "legendplace", role: "status" });
    this.toolbar = this.makeToolbar();
    this.watchbar = this.makeWatchbar();
    this.about = "";
  }

  show() {
    const { table } = this;
    const { node } = table.board;
    node.append(this.legend, this.toolbar, this.card, this.watchbar);
    const acts = h("div", { class: "acts" }, table.countdown.node,
      h("button", { id: "more", onclick: () => menu(table) }, "Menu"),
      h("button", { id: "hint", title: "What would the staff do? (I)", onclick: () => table.giving.hint() }, "Hint"),
      this.undo,
      h("button", { id: "restart", title: "Begin this phase anew", onclick: () => table.giving.undo("restart") }, "Restart"),
      this.end);
    const title = h("a", { class: "title", href: "#/", title: "To the lobby" }, table.stage.name);
    table.app.replaceChildren(h("div", { class: "table", "data-match": table.match },
      h("header", { class: "bar" }, title, this.when, this.prompt, acts, this.strip),
      h("main", { class: "map", "aria-label": "Map" }, node),
      h("aside", { class: "side", "aria-label": "Orders and log", tabindex: 0 }, this.tabs, this.panel, this.log), table.command.messages.told));
  }

  makeToolbar() {
    const { table } = this;
    const { camera } = table.board;
    const toggle = (/** @type {string[]} */ [id, label, key]) => h("button", {
      "aria-pressed": String(Boolean(table.overlays.on[id])), "data-toggle": id, title: `${label} (${key})`, onclick: () => table.overlays.toggle(id),
    }, label, h("kbd", {}, key));
    return h("div", { class: `toggles over${table.stage.layers ? " many" : ""}`, role: "toolbar", "aria-label": "Map" }, togglesOf(table.stage).map(toggle),
      h("button", { id: "find", title: "Find a unit, formation, place or hex (/)", onclick: () => find(table) }, "Find", h("kbd", {}, "/")),
      h("button", { title: "Zoom in (+)", "aria-label": "Zoom in", onclick: () => camera.zoomMiddle(1.25) }, "+"),
      h("button", { title: "Zoom out (−)", "aria-label": "Zoom out", onclick: () => camera.zoomMiddle(0.8) }, "−"),
      h("button", { title: "Whole map (F)", onclick: () => camera.fit() }, "Fit", h("kbd", {}, "F")));
  }

  /** @param {HTMLElement | null} made what the layers that are on mean */
  drawLegend(made) {
    this.legend.replaceChildren(...(made ? [made] : []));
  }

  /** While the other side's moves are shown: how fast, and a way to skip them. */
  makeWatchbar() {
    const speeds = [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"]];
    const pick = (/** @type {string} */ id) => {
      keep("speed", id);
      this.markSpeed();
    };
    return h("div", { class: "watchbar over", role: "toolbar", "aria-label": "The other side moves", hidden: true },
      h("span", {}, "The other side moves"),
      speeds.map(([id, label]) => h("button", { "data-speed": id, "aria-pressed": String(settings.speed === id), onclick: () => pick(id) }, label)),
      h("button", { class: "main skipper", onclick: () => this.table.watching.skip() }, "Skip ▶|"));
  }

  markSpeed() {
    for (const node of this.watchbar.querySelectorAll("[data-speed]")) {
      node.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (node).dataset.speed === settings.speed));
    }
  }

  /** @param {BoardState} board */
  drawTop(board) {
    const parts = [`Turn ${board.turn} of ${board.turns}`, board.date, board.weather].filter(Boolean);
    this.when.textContent = board.turn ? parts.join(" · ") : "Set-up";
    const steps = (board.strip ?? []).map((x) =>
      h("li", { class: x.now ? "now" : "", "aria-current": x.now ? "step" : null }, x.label));
    this.strip.replaceChildren(h("li", { class: "whose" }, side_name(board.phase?.side ?? "")), ...steps);
    const now = this.strip.querySelector(".now");
    if (now instanceof HTMLElement) this.strip.scrollLeft = now.offsetLeft - this.strip.clientWidth / 2;
  }

  drawButtons() {
    const { choices, undo } = this.table.state;
    const end = choices.buttons.find((b) => b.end);
    const ready = this.table.command.button();
    this.end.textContent = ready?.label ?? end?.label ?? "End phase";
    this.end.setAttribute("aria-disabled", String(!end && !ready));
    this.end.title = ready ? `${ready.title} (Enter)` : end ? "Enter" : choices.end?.facts ?? "There is nothing to end now";
    this.undo.setAttribute("aria-disabled", String(Boolean(undo)));
    this.undo.title = undo || "Take back your last order (U)";
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
    node.replaceChildren("Command", unread ? h("span", { class: "unread", "aria-label": `${unread} new` }, String(unread)) : "");
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
    this.log.replaceChildren(...logPanel(table.stage, table.watching.log, table.state.board.turn, table.filter, {
      go: (hex) => table.go(hex),
      unit: (id) => table.goToUnit(id),
      replay: (at) => table.look(at),
      filter: (turn) => {
        table.filter = turn;
        this.drawLog();
      },
    }));
  }

  placeCard() {
    const narrow = matchMedia(NARROW).matches;
    const { node } = this.table.board;
    if (narrow && this.card.parentNode === node) this.panel.before(this.card);
    if (!narrow && this.card.parentNode !== node) node.append(this.card);
    this.card.classList.toggle("docked", narrow);
  }

  /** The card goes where it hides the fewest of these hexes. @param {string[]} hexes */
  clearOf(hexes) {
    const { card } = this;
    const { geometry, camera, node } = this.table.board;
    if (card.classList.contains("docked") || !card.firstElementChild) return;
    const map = node.getBoundingClientRect();
    const hidden = (/** @type {string} */ place) => {
      card.dataset.place = place;
      const box = /** @type {Element} */ (card.firstElementChild).getBoundingClientRect();
      const margin = geometry.radius * camera.k * 0.6;
      return hexes.filter((id) => {
        const [x, y] = [map.left + camera.x + geometry.hexes[id].x * camera.k, map.top + camera.y + geometry.hexes[id].y * camera.k];
        return x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin;
      }).length;
    };
    const tried = ["middle", "left", "right"].map((place) => ({ place, covers: hidden(place) }));
    card.dataset.place = tried.reduce((best, x) => x.covers < best.covers ? x : best).place;
  }
}
