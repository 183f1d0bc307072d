// A turn that was resolved at once, played again as this seat was told of it: phase by phase, with a slider.
import { get } from "../../lib/api.js";
import { h, notice, side_name, turnWords, withRules } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { withNames } from "../panels/log.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "banner" | "board" | "feed" | "frame" | "lookBack" | "lookForward" | "pace" | "playback" | "showMoment">} Parts */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../../types.gen.js").GameEvent} GameEvent */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {{phase: string, text: string, hex: string, texts: string[], events: GameEvent[], show?: import("../../types.gen.js").BattleShow}} Scene */

const FRAMES = 24; // pictures of the movement in a turn
const PAUSE = 620; // milliseconds of a scene
const FIGHT = 1900; // ... of a battle
const TOLD = 3; // steps of one moment told one by one

/** The entry of the log that resolved the last turn. @param {Parts} table @returns {LogEntry | undefined} */
export function lastTurn(table) {
  return table.feed.log.findLast((entry) => resolves(table, entry));
}

/** Every entry that resolved a turn. @param {Parts} table @returns {LogEntry[]} */
export function turns(table) {
  return table.feed.log.filter((entry) => resolves(table, entry));
}

/** Whether an entry resolved a turn. @param {Pick<Parts, "stage">} table @param {LogEntry} entry */
export function resolves(table, entry) {
  return entry.events.some((event) => table.stage.events[event.event]?.phase);
}

/** What a turn is called: the one that the entry before announced. @param {Parts} table @param {LogEntry} entry */
export function turnName(table, entry) {
  const before = table.feed.log.filter((x) => x.order < entry.order).flatMap((x) => x.events).findLast((x) => x.turn !== undefined);
  return String(before?.turn ?? table.stage.first_turn ?? "");
}

/** A line of the log; once the match is over, with the side that was told it. @param {Parts} table @param {LogEntry} entry @param {number} at */
export function toldTo(table, entry, at) {
  const { to } = entry.events[at];
  const side = table.state.over && typeof to === "number" ? table.stage.sides[to] : "";
  return side ? `${side_name(side)}: ${entry.lines[at]}` : entry.lines[at];
}

export class TurnPlay {
  /** @param {Parts} table @param {LogEntry} entry */
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
    this.onward = false; // from one turn to the next
    this.fresh = false; // it has just been resolved: the next one begins after it
    const { camera } = table.board;
    this.looked = { x: camera.x, y: camera.y, k: camera.k }; // where the map lay before
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("replay.turn.moment") }));
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.label = h("b", { class: "label", role: "status" });
    this.told = h("p", { class: "told" });
    this.button = h("button", { onclick: () => this.play(), "aria-label": t("replay.play") }, "▶");
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
      h("button", { onclick: act, "aria-label": label, title: label }, sign);
    const several = table.state.over && turns(table).length > 1;
    this.node = h("div", { class: "replay over turnplay", role: "region", "aria-label": t("replay.turn.title") },
      h("div", { class: "row" }, several ? step("◀◀", t("replay.turn.previous"), () => this.toTurn(-1)) : null,
        step("|◀", t("replay.turn.phase-back"), () => this.toPhase(-1)), this.button, step("▶|", t("replay.turn.phase-next"), () => this.toPhase(1)),
        several ? step("▶▶", t("replay.turn.next"), () => this.toTurn(1)) : null,
        this.slider, this.label, h("button", { class: "main", id: "turnplay-close", title: t("panels.key.esc"), onclick: () => this.close() }, t("replay.close"))),
      this.told);
    this.node.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const control = e.target instanceof HTMLButtonElement;
    /** @type {Record<string, () => unknown>} */
    const does = { Escape: () => this.close(), PageUp: () => this.toPhase(-1), PageDown: () => this.toPhase(1) };
    if (!control) does[" "] = () => this.play();
    if (!does[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    does[e.key]();
  }

  /** Lies over the map now; false where it could not. */
  async open() {
    const { table } = this;
    if (table.replay || !await this.load()) return false;
    if (table.closed || table.replay) return false;
    table.lookBack(this);
    table.tab = "orders";
    table.board.node.append(this.node);
    table.app.querySelector(".table")?.classList.add("replaying");
    this.go(0);
    this.slider.focus();
    return true;
  }

  /** The turn as it began, and its scenes; false where it could not be had. */
  async load() {
    const { table, entry } = this;
    try {
      const { board } = await get(table.path(`/replay?at=${Math.max(0, entry.order - 1)}`), table.token());
      if (entry !== this.entry) return false; // another turn was asked for meanwhile
      this.before = board;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      return false;
    }
    table.banner.fold();
    this.scenes = this.cut();
    this.slider.max = String(this.scenes.length);
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
      const text = withNames(stage, toldTo(this.table, this.entry, at));
      if (shown.phase) phase = text.replace(/\.$/, "");
      const now = shown.step && stage.clock ? Math.floor(event.clock * FRAMES / stage.clock) : -1;
      const last = scenes.at(-1);
      if (now >= 0 && now === frame && last) {
        last.events.push(event);
        last.texts.push(text);
        last.text = [...last.texts.slice(0, TOLD), ...(last.texts.length > TOLD ? [t("replay.turn.more", { n: last.texts.length - TOLD })] : [])].join(" ");
      } else if (shown.phase || shown.step || shown.does || shown.report) {
        scenes.push({ phase, text: shown.phase ? "" : text, texts: [text], hex: shown.step || !shown.does ? "" : String(event[shown.at ?? "hex"] ?? ""), events: [event], show: this.entry.battles?.find((x) => x.at === at) });
      }
      frame = now;
    });
    return scenes;
  }

  /** The board after so many scenes. @param {number} at @returns {BoardState} */
  board(at) {
    const before = /** @type {BoardState} */ (this.before);
    const { stage } = this.table;
    const units = new Map(before.units.map((u) => [u.id, { ...u, marks: u.marks.filter((m) => !stage.signs[m]?.done) }]));
    /** @type {Map<string, string[]>} the ways gone so far */
    const ways = new Map();
    let contacts = [...(before.contacts ?? [])];
    for (const event of this.scenes.slice(0, at).flatMap((x) => x.events)) {
      const shown = stage.events[event.event] ?? {};
      const unit = units.get(event.unit);
      const comes = (shown.step || shown.does === "appear") && !unit && stage.units[event.unit]; // it was not on the map before
      if (comes) units.set(event.unit, { id: event.unit, hex: event[shown.step ?? "hex"], marks: [] });
      if (shown.step && unit) {
        ways.set(unit.id, [...(ways.get(unit.id) ?? [unit.hex]), event[shown.step]]);
        unit.hex = event[shown.step];
      }
      if (shown.sight) contacts = [...contacts.filter((c) => c.hex !== event.hex || !c.age), this.contact(event)];
      if (shown.does === "vanish") units.delete(event.unit);
    }
    const gone = [...ways].filter(([id]) => units.has(id)).map(([unit, path]) => ({ unit, kind: /** @type {const} */ ("move"), look: "", path }));
    if (this.table.state.over) contacts = []; // the umpire sees the units themselves
    return { ...before, units: [...units.values()], contacts, traces: at ? gone : before.traces, strip: this.phases(at), phase: null };
  }

  /** The phases of the turn, for the strip. @param {number} at */
  phases(at) {
    const now = this.scenes[at - 1]?.phase ?? "";
    return [...new Set(this.scenes.map((x) => x.phase))].filter(Boolean).map((label) => ({ label, now: label === now }));
  }

  /** What was just reported, as a report on the map. @param {GameEvent} event @returns {import("../../types.gen.js").Contact} */
  contact(event) {
    const { glyphs, sizes, points } = this.table.stage.sights ?? { glyphs: {}, sizes: {}, points: [] };
    const direction = points.indexOf(event.direction) * 360 / points.length;
    const told = { glyph: glyphs[event.type] ?? "", size_mark: sizes[event.size] ?? "", formation: event.formation ?? "" };
    return { hex: event.hex, ...told, direction: event.direction ? direction : -1, age: 0, stale: false, words: t("replay.turn.report") };
  }

  /** @param {number} wanted */
  go(wanted) {
    const { table } = this;
    this.at = Math.max(0, Math.min(this.scenes.length, wanted));
    this.slider.value = String(this.at);
    const scene = this.scenes[this.at - 1];
    this.label.textContent = scene?.phase ?? t("replay.turn.start");
    const empty = scene && !this.scenes.some((x) => x.phase === scene.phase && x.text);
    this.told.replaceChildren(...withRules(table.stage.game, scene?.text || (empty ? t("replay.report.nothing") : "")).filter((x) => x !== null));
    this.slider.setAttribute("aria-valuetext", `${this.label.textContent}. ${this.told.textContent}`);
    table.showMoment(this.board(this.at), null);
    table.frame.prompt.replaceChildren(t("replay.turn.prompt", { turn: turnWords(turnName(table, this.entry)), moment: this.label.textContent ?? "" }));
    table.frame.panel.querySelector(".scenes [aria-current]")?.scrollIntoView({ block: "nearest" });
    this.showWords(scene);
    if (scene?.show) table.playback.recall(scene.show, table.shown().units);
  }

  /** Over the map: what is told now, and the fights there have been. @param {Scene | undefined} scene */
  showWords(scene) {
    const { board, stage } = this.table;
    const said = (/** @type {GameEvent} */ event) => {
      const shown = stage.events[event.event] ?? {};
      return shown.word ?? (shown.parts ?? []).map((part) => String(event[part] ?? "").replaceAll("_", " ")).filter(Boolean).join(" ");
    };
    /** @type {Map<string, string>} */
    const fights = new Map();
    for (const x of this.scenes.slice(0, this.at)) {
      if (stage.results?.[said(x.events[0])]) fights.set(x.hex, said(x.events[0]));
    }
    const [hex] = board.geometry.known(scene?.hex ? [scene.hex] : []);
    if (hex) fights.delete(hex);
    const chips = board.geometry.known([...fights.keys()]).map((id) => board.marks.chip(id, fights.get(id) ?? "", "#7d1020"));
    if (hex && scene) {
      board.camera.reveal(hex);
      chips.push(board.marks.chip(hex, said(scene.events[0]) || t("replay.turn.seen"), "#26241f"));
    }
    board.marks.chips.replaceChildren(...chips);
  }

  /** Beside the map: all scenes, by phase, each to be gone to. */
  panel() {
    const { table } = this;
    const row = (/** @type {Scene} */ x, /** @type {number} */ at) => x.text
      ? [h("li", {}, h("button", { class: "link", "aria-current": at + 1 === this.at ? "step" : null, onclick: () => {
        this.stop();
        this.go(at + 1);
      } }, x.text.replace(/ ?\[[A-Z0-9-]+\]/g, "")))] : [];
    const names = [...new Set(this.scenes.map((x) => x.phase))];
    const parts = names.map((name) => ({ name, rows: this.scenes.flatMap((x, at) => x.phase === name ? row(x, at) : []) })).filter((x) => x.rows.length);
    return h("section", { class: "scenes", "data-panel": "scenes" }, h("h2", {}, t("replay.turn.moments", { turn: side_name(turnWords(turnName(table, this.entry))) })),
      parts.length ? parts.map(({ name, rows }) => [h("h3", {}, name), h("ul", { class: "plain" }, rows)]) : h("p", { class: "quiet" }, t("replay.report.nothing")));
  }

  /** @param {number} by */
  toPhase(by) {
    this.stop();
    const starts = [0, ...this.scenes.flatMap((x, at) => x.events.some((e) => this.table.stage.events[e.event]?.phase) ? [at + 1] : []), this.scenes.length];
    const next = by > 0 ? starts.find((x) => x > this.at) : starts.findLast((x) => x < this.at);
    this.go(next ?? this.at);
  }

  /** Another turn, where all of them are open. @param {number} by @returns {Promise<boolean>} */
  async toTurn(by) {
    const all = turns(this.table);
    const next = all[all.findIndex((x) => x.order === this.entry.order) + by];
    if (!next) return false;
    if (!this.onward) this.stop();
    this.entry = next;
    if (!await this.load() || !this.node.isConnected) return false;
    this.go(0);
    return true;
  }

  /** @param {boolean} [onward] through all turns that follow */
  play(onward = false) {
    if (this.playing) return this.stop();
    this.onward = onward;
    if (this.at >= this.scenes.length) this.at = 0;
    this.button.textContent = "❚❚";
    this.button.setAttribute("aria-label", t("replay.pause"));
    const step = async () => {
      if (!this.node.isConnected) return this.stop();
      if (this.at >= this.scenes.length) {
        if (!this.onward || !await this.toTurn(1)) return this.stop();
      } else this.go(this.at + 1);
      const empty = !this.scenes[this.at - 1]?.text; // the heading of a phase in which nothing happened is passed over
      if (this.playing) this.playing = setTimeout(step, empty ? 60 : this.pause());
      return undefined;
    };
    this.playing = setTimeout(step, 0);
    return undefined;
  }

  /** How long the scene stays. */
  pause() {
    const ms = this.scenes[this.at - 1]?.show ? FIGHT : PAUSE;
    return this.table.pace(ms) || ms;
  }

  stop() {
    if (this.playing) clearTimeout(this.playing);
    this.playing = null;
    this.onward = false;
    this.button.textContent = "▶";
    this.button.setAttribute("aria-label", t("replay.play"));
  }

  close() {
    const { table } = this;
    this.stop();
    this.node.remove();
    table.app.querySelector(".table")?.classList.remove("replaying");
    table.playback.strip.close();
    table.lookForward();
    if (this.fresh && table.state.choices.mine) table.banner.open();
    const { camera } = table.board;
    Object.assign(camera, this.looked);
    camera.apply();
    camera.settle();
    document.getElementById("turnplay")?.focus({ preventScroll: true });
  }
}

/** A turn has just been resolved: it is played, where motion is wanted. @param {Parts} table @param {LogEntry[]} fresh */
export async function playFresh(table, fresh) {
  const entry = fresh.findLast((x) => resolves(table, x));
  if (!entry || !table.pace(1) || document.hidden || table.replay) return;
  const again = new TurnPlay(table, entry);
  again.fresh = true;
  if (await again.open()) again.play();
}
