// A turn that was resolved at once, played again as this seat was told of it: phase by phase, with a slider; and its report.
import { get } from "./api.js";
import { h, notice, withRules } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {{phase: string, text: string, hex: string, events: GameEvent[]}} Scene */

const FRAMES = 24; // pictures of the movement in a turn
const PAUSE = 420; // milliseconds of a scene

/** The entry of the log that resolved the last turn. @param {Table} table @returns {LogEntry | undefined} */
export function lastTurn(table) {
  return table.watching.log.findLast((entry) => resolves(table, entry));
}

/** @param {Table} table @param {LogEntry} entry */
export function resolves(table, entry) {
  return entry.events.some((event) => table.stage.events[event.event]?.phase);
}

/** What the turn brought, under its headings. @param {Table} table @returns {Node | null} */
export function turnReport(table) {
  const entry = lastTurn(table);
  if (!entry) return null;
  /** @type {Record<string, string[]>} */
  const told = {};
  entry.events.forEach((event, at) => {
    const group = table.stage.events[event.event]?.report;
    if (group) (told[group] ??= []).push(entry.lines[at]);
  });
  const group = (/** @type {[string, string[]]} */ [name, lines]) => h("details", { open: lines.length < 9 }, h("summary", {}, `${name} (${lines.length})`),
    h("ul", { class: "plain" }, lines.map((text) => h("li", {}, withRules(table.stage.game, text)))));
  return h("section", { class: "turnreport", "data-panel": "turnreport" }, h("h2", {}, "What the last turn brought"),
    h("div", { class: "options" }, h("button", { id: "turnplay", onclick: () => new TurnPlay(table, entry).open() }, "Play the turn again")),
    table.state.over ? everyTurn(table) : null,
    Object.entries(told).map(group));
}

/** Once the match is over every turn can be played again, now with all that happened. @param {Table} table */
function everyTurn(table) {
  const turns = table.watching.log.filter((entry) => resolves(table, entry));
  const button = (/** @type {LogEntry} */ entry, /** @type {number} */ at) =>
    h("button", { "data-turn": at + 1, onclick: () => new TurnPlay(table, entry).open() }, `Turn ${at + 1}`);
  return [h("p", { class: "quiet" }, "As the umpire saw it, both sides:"), h("div", { class: "options" }, turns.map(button))];
}

export class TurnPlay {
  /** @param {Table} table @param {LogEntry} entry */
  constructor(table, entry) {
    this.table = table;
    this.entry = entry;
    this.at = 0;
    /** @type {BoardState | null} as the turn began */
    this.before = null;
    /** @type {Scene[]} */
    this.scenes = [];
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.playing = null;
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": "Moment of the turn" }));
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.label = h("b", { class: "label", role: "status" });
    this.told = h("p", { class: "told" });
    this.button = h("button", { onclick: () => this.play(), "aria-label": "Play" }, "▶");
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
      h("button", { onclick: act, "aria-label": label, title: label }, sign);
    this.node = h("div", { class: "replay over turnplay", role: "region", "aria-label": "The turn again" },
      h("div", { class: "row" }, step("|◀", "The phase before", () => this.toPhase(-1)), this.button, step("▶|", "The next phase", () => this.toPhase(1)),
        this.slider, this.label, h("button", { class: "main", id: "turnplay-close", onclick: () => this.close() }, "Back to now")),
      this.told);
  }

  /** Lies over the map now; false where it could not. */
  async open() {
    const { table } = this;
    if (table.replay) return false;
    try {
      this.before = (await get(table.path(`/replay?at=${Math.max(0, this.entry.order - 1)}`), table.token())).board;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      return false;
    }
    if (table.closed || table.replay) return false;
    this.scenes = this.cut();
    this.slider.max = String(this.scenes.length);
    table.forget();
    table.frame.card.replaceChildren();
    table.replay = this;
    table.board.node.append(this.node);
    table.app.querySelector(".table")?.classList.add("replaying");
    this.go(0);
    this.slider.focus();
    return true;
  }

  /** The events as scenes: steps of the same moment are one. @returns {Scene[]} */
  cut() {
    const { stage } = this.table;
    /** @type {Scene[]} */
    const scenes = [];
    let phase = "";
    let frame = -1;
    this.entry.events.forEach((event, at) => {
      const shown = stage.events[event.event] ?? {};
      const text = this.entry.lines[at];
      if (shown.phase) phase = text;
      const now = shown.step && stage.clock ? Math.floor(event.clock * FRAMES / stage.clock) : -1;
      const last = scenes.at(-1);
      if (now >= 0 && now === frame && last) {
        last.events.push(event);
        last.text = `${last.events.length} steps`;
      } else if (shown.phase || shown.step || shown.does || shown.report) {
        scenes.push({ phase, text: shown.phase ? "" : text, hex: shown.step || !shown.does ? "" : String(event[shown.at ?? "hex"] ?? ""), events: [event] });
      }
      frame = now;
    });
    return scenes;
  }

  /** The board after so many scenes. @param {number} at @returns {BoardState} */
  board(at) {
    const before = /** @type {BoardState} */ (this.before);
    const units = new Map(before.units.map((u) => [u.id, { ...u, marks: u.marks.filter((m) => !this.table.stage.signs[m]?.done) }]));
    let contacts = [...(before.contacts ?? [])];
    for (const event of this.scenes.slice(0, at).flatMap((x) => x.events)) {
      const shown = this.table.stage.events[event.event] ?? {};
      const unit = units.get(event.unit);
      if (shown.step && unit) unit.hex = event[shown.step];
      if (shown.sight) contacts = [...contacts.filter((c) => c.hex !== event.hex || !c.age), this.contact(event)];
      if (shown.does === "vanish") units.delete(event.unit);
      if (shown.does === "appear" && !unit && this.table.stage.units[event.unit]) units.set(event.unit, { id: event.unit, hex: event.hex, marks: [] });
    }
    return { ...before, units: [...units.values()], contacts, traces: at ? [] : before.traces };
  }

  /** What was just reported, as a report on the map. @param {GameEvent} event @returns {import("./types.js").Contact} */
  contact(event) {
    const { glyphs, sizes, points } = this.table.stage.sights ?? { glyphs: {}, sizes: {}, points: [] };
    const direction = points.indexOf(event.direction) * 360 / points.length;
    const told = { glyph: glyphs[event.type] ?? "", size_mark: sizes[event.size] ?? "", formation: event.formation ?? "" };
    return { hex: event.hex, ...told, direction: event.direction ? direction : -1, age: 0, stale: false, words: "reported now" };
  }

  /** @param {number} wanted */
  go(wanted) {
    const { table } = this;
    this.at = Math.max(0, Math.min(this.scenes.length, wanted));
    this.slider.value = String(this.at);
    const scene = this.scenes[this.at - 1];
    this.label.textContent = scene?.phase ?? "As the turn began";
    this.told.textContent = scene?.text ?? "";
    this.slider.setAttribute("aria-valuetext", `${this.label.textContent} ${this.told.textContent}`);
    table.showMoment(this.board(this.at), null);
    table.frame.prompt.replaceChildren("The turn again: ", this.label.textContent ?? "");
    const hexes = table.board.geometry.known(scene?.hex ? [scene.hex] : []);
    if (!hexes.length) return;
    table.board.camera.reveal(hexes[0]);
    const [event] = scene.events;
    const shown = table.stage.events[event.event] ?? {};
    const word = shown.word ?? (shown.parts ?? []).map((part) => String(event[part] ?? "").replaceAll("_", " ")).filter(Boolean).join(" ");
    table.board.marks.chips.replaceChildren(table.board.marks.chip(hexes[0], word || "seen", "#26241f"));
  }

  /** @param {number} by */
  toPhase(by) {
    this.stop();
    const starts = [0, ...this.scenes.flatMap((x, at) => x.events.some((e) => this.table.stage.events[e.event]?.phase) ? [at + 1] : []), this.scenes.length];
    const next = by > 0 ? starts.find((x) => x > this.at) : starts.findLast((x) => x < this.at);
    this.go(next ?? this.at);
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at >= this.scenes.length) this.at = 0;
    this.button.textContent = "❚❚";
    this.button.setAttribute("aria-label", "Pause");
    const step = () => {
      if (!this.node.isConnected || this.at >= this.scenes.length) return this.stop();
      this.go(this.at + 1);
      const empty = !this.scenes[this.at - 1]?.text; // the heading of a phase in which nothing happened is passed over
      this.playing = setTimeout(step, empty ? 60 : this.table.pace(PAUSE) || PAUSE);
      return undefined;
    };
    this.playing = setTimeout(step, 0);
    return undefined;
  }

  stop() {
    if (this.playing) clearTimeout(this.playing);
    this.playing = null;
    this.button.textContent = "▶";
    this.button.setAttribute("aria-label", "Play");
  }

  close() {
    this.stop();
    this.node.remove();
    this.table.app.querySelector(".table")?.classList.remove("replaying");
    this.table.replay = null;
    this.table.moment = null;
    this.table.draw();
  }
}

/** A turn has just been resolved: it is played, where motion is wanted. @param {Table} table @param {LogEntry[]} fresh */
export async function playFresh(table, fresh) {
  const entry = fresh.findLast((x) => resolves(table, x));
  if (!entry || !table.pace(1) || document.hidden || table.replay) return;
  const again = new TurnPlay(table, entry);
  if (await again.open()) again.play();
}
