// What happened, shown on the map at a pace the player sets: battles one by one, and the other side's turn as a film.
import { get } from "../../lib/api.js";
import { small } from "../../map/counters.js";
import { h, settings, side_name } from "../../lib/dom.js";
import { hexName } from "../../lib/hex-names.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/text.js";
import { Strip } from "./battle-view.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "banner" | "board" | "frame" | "overlays">} Parts */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../../types.gen.js").GameEvent} GameEvent */
/** @typedef {import("../../types.gen.js").BattleShow} BattleShow */
/** @typedef {import("../../types.gen.js").UnitState} UnitState */
/** @typedef {{event: GameEvent, line: string, as: string}} Moment */
/** @typedef {{kind: string, title: string, words: string, unit: string, moments: Moment[], show?: BattleShow, order: number}} Scene */

const FACTOR = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.4 });
const MOVE = 700; // milliseconds a card of the film
const BATTLE = 3500; // ... a battle with its rest
const LONGEST = 12000; // ... a whole turn: a longer one goes faster
const HEX = 90; // ... a hex of a counter's way
const WAY = 600; // ... at most
const REST = 900;
const FOLLOW = 4000; // after so long without a touch the camera follows again
const TOGETHER = 6; // moves of one formation in one card
const TRAILS = 3;
const NEAR = 0.95; // the scale at which a battle can be read
const SUMMARY = 6000;
const AFTER = ["retreat", "advance", "loss", "hurt"];
const OWN = ["battle", "after", "air", "bridge"]; // what is shown of one's own orders

export class Playback {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.strip = new Strip(table);
    this.moving = false;
    this.finished = Promise.resolve();
    this.skipping = false; // until one has to decide again
    this.paused = false;
    this.hurry = false; // on to the next scene
    /** @type {number | null} */
    this.to = null; // another scene is asked for
    this.scale = 1;
    this.spent = 0; // milliseconds of this turn's film so far
    this.touched = -FOLLOW;
    /** @type {SVGElement[]} */
    this.trails = [];
    /** @type {SVGElement[]} counters that were lost */
    this.lost = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.closing = undefined;
    /** @type {UnitState[]} the counters as they are shown now */
    this.units = [];
  }

  /** The map is touched: while something is shown a click pauses it, and the camera waits. @param {HTMLElement} node */
  listen(node) {
    const touch = () => { this.touched = performance.now(); };
    node.addEventListener("wheel", touch, { passive: true });
    node.addEventListener("pointermove", (e) => e.buttons && touch());
    node.addEventListener("click", (e) => {
      if (!this.moving || (e.target instanceof Element && e.target.closest(".over, button"))) return;
      e.stopPropagation();
      this.pause(true);
    }, true);
  }

  // ---- scenes

  /** The entries of the log as scenes. @param {LogEntry[]} entries @param {boolean} own @returns {Scene[]} */
  cut(entries, own) {
    /** @type {Scene[]} */
    const scenes = [];
    for (const entry of entries) {
      entry.events.forEach((event, at) => {
        const show = entry.battles?.find((x) => x.at === at);
        const as = this.table.stage.events[event.event]?.card ?? "";
        const moment = { event, line: entry.lines[at] ?? "", as };
        if (show) scenes.push(this.battleScene(show, entry.order));
        else if (as) this.add(scenes, moment, entry.order);
      });
    }
    return own ? scenes.filter((x) => OWN.includes(x.kind)) : scenes;
  }

  /** @param {BattleShow} show @param {number} order @returns {Scene} */
  battleScene(show, order) {
    const count = show.attackers?.length ?? 0;
    const who = count === 1 ? t("replay.unit-attacks", { unit: this.name(show.attackers?.[0] ?? "") }) : count ? t("replay.units-attack", { n: count }) : t("replay.enemy-attacks");
    const words = show.column ? t("replay.attack-odds", { attack: who, odds: show.column }) : who;
    return { kind: "battle", title: t("replay.battle-at", { place: this.place(show.targets[0]) }), words, unit: show.attackers?.[0] ?? "", moments: [], show, order };
  }

  /** @param {Scene[]} scenes @param {Moment} moment @param {number} order */
  add(scenes, moment, order) {
    const { event, as } = moment;
    const last = scenes.at(-1);
    if (AFTER.includes(as)) {
      if (last?.kind === "battle" || last?.kind === "after") return void last.moments.push(moment);
      if (this.strip.fight) return void scenes.push({ ...this.scene(moment, order), kind: "after" });
      if (as === "hurt") return undefined;
    }
    const moves = as === "move" || as === "retreat" || as === "advance";
    const unit = this.moved(event)[0] ?? "";
    const group = this.table.stage.units[unit]?.group;
    const same = last?.kind === "move" && moves && group && group === this.table.stage.units[last.unit]?.group && last.moments.length < TOGETHER;
    if (same && last) {
      last.moments.push(moment);
      last.words = t("replay.more-of-formation", { n: last.moments.length - 1 });
      return undefined;
    }
    if (last && last.kind === as && as === "arrival" && last.moments.length < TOGETHER) {
      last.moments.push(moment);
      last.words = t("replay.more-arrive", { n: last.moments.length - 1 });
      return undefined;
    }
    scenes.push({ ...this.scene(moment, order), kind: moves ? "move" : as });
    return undefined;
  }

  /** @param {Moment} moment @param {number} order @returns {Scene} */
  scene({ event, line, as }, order) {
    const [unit] = this.moved(event);
    const path = event.path ?? [];
    const ways = path.length > 1 ? t("replay.from-to", { from: this.place(path[0]), to: this.place(path.at(-1)) }) : "";
    const title = unit ? this.name(unit) : TITLES[as] ?? "";
    return { kind: as, title, words: ways || plain(line), unit: unit ?? "", moments: [{ event, line, as }], order };
  }

  /** The units an event is about. @param {GameEvent} event @returns {string[]} */
  moved(event) {
    return [event.unit ?? event.units ?? []].flat().filter((id) => this.table.stage.units[id]);
  }

  /** @param {string} unit */
  name(unit) {
    return this.table.stage.units[unit]?.name ?? "";
  }

  /** @param {string} hex */
  place(hex) {
    return hexName(hex);
  }

  // ---- the show

  /** Show the results of orders on the board as it was. @param {LogEntry[]} entries @param {boolean} own whether they are the player's */
  show(entries, own) {
    this.finished = this.present(entries, own);
    return this.finished;
  }

  /** @param {LogEntry[]} entries @param {boolean} own */
  async present(entries, own) {
    const { table } = this;
    if (own) this.skipping = false;
    if (!entries.length || !FACTOR[settings.speed] || document.hidden || table.replay) return;
    const scenes = this.cut(entries, own);
    if (!scenes.length) return;
    if (this.skipping) return this.sumUp(scenes);
    clearTimeout(this.closing);
    table.banner.fold();
    Object.assign(this, { moving: true, paused: false, to: null, units: table.state.board.units, trails: [], lost: [] });
    const total = scenes.reduce((sum, x) => sum + (x.kind === "battle" ? BATTLE : MOVE), 0);
    this.scale = own ? 1 : Math.min(1, Math.max(1500, LONGEST - this.spent) / total);
    const began = performance.now();
    const { camera } = table.board;
    const looked = { x: camera.x, y: camera.y, k: camera.k };
    table.app.querySelector(".table")?.classList.add("showing");
    table.board.marks.clear();
    table.frame.card.replaceChildren();
    const whose = own ? "" : side_name(entries[0].side);
    if (whose) table.frame.prompt.replaceChildren(t("replay.side-moves", { side: whose }), " ", h("span", { class: "second" }, t("replay.look-around")));
    await this.run(scenes);
    this.spent += own ? 0 : performance.now() - began;
    this.moving = false;
    table.app.querySelector(".table")?.classList.remove("showing");
    table.board.marks.clear();
    this.strip.steer.replaceChildren();
    if (looked.k !== camera.k && performance.now() - this.touched > FOLLOW) {
      Object.assign(camera, looked); // it was taken nearer: back to how the player had it
      camera.apply();
      camera.settle();
    }
    if (this.skipping) this.sumUp(scenes);
  }

  /** @param {Scene[]} scenes */
  async run(scenes) {
    /** @type {UnitState[][]} as the board was before each scene */
    const before = [];
    const film = scenes.some((x) => x.kind !== "battle" && x.kind !== "after");
    for (let at = 0; at < scenes.length && !this.stopped(); at++) {
      before[at] ??= this.units.map((u) => ({ ...u }));
      this.hurry = false;
      this.steer(scenes, at, film);
      if (film && scenes[at].kind !== "battle" && scenes[at].kind !== "after") this.strip.film(scenes, at);
      await this.play(scenes[at], at, film ? scenes.length : 1);
      if (this.to === null) continue;
      const to = Math.max(0, Math.min(at, this.to));
      this.units.splice(0, this.units.length, ...before[to].map((u) => ({ ...u })));
      this.redraw();
      this.to = null;
      at = to - 1;
    }
    for (const scene of scenes) for (const { event, as } of scene.moments) this.settleUnit(event, as); // also what was skipped
  }

  stopped() {
    return this.skipping || this.table.closed;
  }

  /** Skipped from here until one has to decide. */
  skip() {
    this.skipping = true;
    this.paused = false;
  }

  next() {
    this.hurry = true;
    this.paused = false;
  }

  back() {
    this.to = (this.now ?? 0) - 1;
    this.next();
  }

  /** @param {boolean} [on] */
  pause(on = !this.paused) {
    this.paused = on;
    const button = this.strip.steer.querySelector("[data-pause]");
    button?.replaceChildren(on ? "▶" : "❚❚");
    button?.setAttribute("aria-label", on ? t("replay.play") : t("replay.pause"));
    this.strip.node.classList.toggle("paused", on);
  }

  /** A key while something is shown: true when it was for the show. @param {string} key */
  key(key) {
    const { film } = this;
    if (key === " " || key === "Enter") film && !this.fighting ? this.pause() : this.next();
    else if (key === "Escape") this.skip();
    else if (key === "ArrowLeft") this.back();
    else if (key === "ArrowRight") this.next();
    else return false;
    return true;
  }

  /** What is pressed beside the strip. @param {Scene[]} scenes @param {number} at @param {boolean} film */
  steer(scenes, at, film) {
    this.now = at;
    this.film = film;
    const battles = scenes.filter((x) => x.kind === "battle");
    const fight = scenes[at].kind === "battle";
    this.fighting = fight;
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => unknown} */ act, more = {}) =>
      h("button", { "aria-label": label, title: label, onclick: act, ...more }, sign);
    if (!film) {
      const { attacks } = this.table.state.board;
      const fought = attacks.filter((x) => x.status === "fought").length;
      const many = battles.length > 1 ? battles.length : Math.max(1, attacks.filter((x) => x.status !== "cancelled" && x.status !== "void").length);
      const number = Math.min(many, battles.length > 1 ? battles.indexOf(scenes[at]) + 1 || battles.length : fought + 1);
      const pips = Array.from({ length: Math.min(many, 12) }, (_, i) => h("i", { class: i + 1 < number ? "past" : i + 1 === number ? "now" : "" }));
      const more = battles.length > 1 && number < many;
      this.strip.controls([h("span", {}, many > 1 ? t("replay.battle-of", { number, many }) : t("replay.battle")), h("span", { class: "pips" }, pips)],
        h("button", { class: "main next", onclick: () => this.next() }, more ? t("replay.next-battle") : t("replay.continue"), h("kbd", {}, t("panels.key.space"))),
        h("button", { class: "skipper", onclick: () => this.skip() }, t("replay.skip-all")));
      return;
    }
    const left = scenes.slice(at).reduce((sum, x) => sum + (x.kind === "battle" ? BATTLE : MOVE), 0) * this.scale * (FACTOR[settings.speed] ?? 1);
    const seconds = Math.max(1, Math.round(left / 1000));
    const place = fight ? t("replay.battle-of", { number: battles.indexOf(scenes[at]) + 1, many: battles.length }) : t("replay.scene-of", { number: at + 1, many: scenes.length });
    const then = !fight && battles.length ? ` · ${t("replay.strip.battles", { n: battles.length })}` : "";
    this.strip.controls([h("span", {}, place + then), h("span", {}, t("replay.time-left", { time: `0:${String(seconds).padStart(2, "0")}` }))],
      [button("❙◀", t("replay.back-key"), () => this.back()), button("❚❚", t("replay.pause-key"), () => this.pause(), { "data-pause": "" }), button("▶❙", t("replay.next-key"), () => this.next())],
      h("button", { class: "main skipper", title: t("replay.skip-key"), onclick: () => this.skip() }, t("replay.skip"), h("kbd", {}, t("panels.key.esc"))));
    this.pause(this.paused);
  }

  // ---- time

  /** Waits at the pace chosen; pausing stops the clock, "next" and "skip" end it. @param {number} ms */
  async wait(ms) {
    let left = ms * this.scale;
    let then = performance.now();
    while (left > 0 && !this.hurry && !this.stopped()) {
      await new Promise((done) => setTimeout(done, Math.min(30, left)));
      const now = performance.now();
      if (!this.paused) left -= (now - then) / (FACTOR[settings.speed] || 1);
      then = now;
    }
  }

  /** Is motion wanted? */
  moves() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** How long a motion takes; 0 where it is not wanted. @param {number} ms */
  motion(ms) {
    return this.moves() ? ms * this.scale * (FACTOR[settings.speed] ?? 1) : 0;
  }

  redraw() {
    const { table } = this;
    table.board.drawUnits(this.units, { hidden: !table.overlays.on.counters });
  }

  /** Brings hexes into view, gently; not while the player looks around. @param {string[]} hexes the last of them is the most important @param {boolean} [near] so near that counters can be read */
  async bring(hexes, near = false) {
    const { camera } = this.table.board;
    if (performance.now() - this.touched < FOLLOW) return;
    if (near && camera.k < NEAR && hexes.length) {
      camera.fit(hexes, NEAR);
      camera.fill();
      return;
    }
    const from = [camera.x, camera.y];
    for (const id of hexes) camera.reveal(id);
    const to = [camera.x, camera.y];
    const ms = this.motion(300);
    if ((from[0] === to[0] && from[1] === to[1]) || !ms) return;
    const began = performance.now();
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const frame = (/** @type {number} */ now) => {
        const t = this.stopped() ? 1 : Math.max(0, Math.min(1, (now - began) / ms));
        const soft = t * t * (3 - 2 * t);
        camera.x = from[0] + (to[0] - from[0]) * soft;
        camera.y = from[1] + (to[1] - from[1]) * soft;
        camera.apply();
        if (t >= 1) done();
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }

  // ---- one scene

  /** @param {Scene} scene @param {number} at @param {number} many */
  async play(scene, at, many) {
    if (scene.show) {
      await this.freshen(scene);
      return this.playBattle(scene.show, scene.moments);
    }
    if (scene.kind === "after") {
      this.strip.open("fight");
      return this.follow(scene.moments);
    }
    const began = performance.now();
    const number = many > 1 ? String(at + 1) : "";
    const ends = scene.moments.map(({ event }) => event.path?.at(-1) ?? this.hexOf(event)).filter(Boolean);
    await this.bring(ends.slice(-3));
    if (scene.kind === "move") await Promise.all(scene.moments.map(({ event }) => this.carry(event, number)));
    else await this.moment(scene);
    const gone = (performance.now() - began) / (this.scale * (FACTOR[settings.speed] || 1));
    return this.wait(Math.max(80, MOVE - gone));
  }

  /** What was hidden may have come to light: then the board before the battle is asked for. @param {Scene} scene */
  async freshen({ show, order }) {
    const { table } = this;
    const here = new Set(this.units.filter((u) => u.hex).map((u) => u.id));
    if (!show?.attackers?.length || show.attackers.some((id) => here.has(id))) return;
    try {
      const { board } = await get(table.path(`/replay?at=${order - 1}`), table.token());
      this.units.splice(0, this.units.length, ...board.units);
      this.redraw();
    } catch {
      // it is shown with the counters that are known
    }
  }

  /** Where an event happens. @param {GameEvent} event @returns {string} */
  hexOf(event) {
    const shown = this.table.stage.events[event.event] ?? {};
    const [named] = [event[shown.at || "hex"] ?? event.hex ?? event.target ?? ""].flat();
    return String(named).split("/")[0];
  }

  /** Something that is no move: a word over its hex. @param {Scene} scene */
  async moment(scene) {
    const { table } = this;
    const { event, as } = scene.moments[0];
    if (as === "bridge") sound("bridge");
    if (as === "air") sound("gun");
    for (const each of scene.moments) this.settleUnit(each.event, each.as);
    this.redraw();
    const hex = this.hexOf(event);
    const shown = table.stage.events[event.event] ?? {};
    if (!table.board.geometry.hexes[hex]) return;
    const node = table.board.marks.chip(hex, shown.word || TITLES[as] || scene.title, "#26241f");
    table.board.marks.chips.append(node);
    await this.wait(MOVE - 100);
    node.remove();
  }

  /** A unit, or a stack, goes its way; the way stays for a while. @param {GameEvent} event @param {string} number @param {string} [colour] */
  async carry(event, number, colour = "#2f5d1e") {
    const { table } = this;
    const ids = this.moved(event);
    const pieces = this.units.filter((u) => ids.includes(u.id));
    const path = table.board.geometry.known(event.path ?? []);
    if (path.length > 1) {
      this.trails.push(this.trail(path, number, colour));
      this.trails = this.trails.slice(-TRAILS);
      table.board.marks.arrows.replaceChildren(...this.trails, ...this.lost);
    }
    const ms = this.motion(Math.min(WAY, HEX * (path.length - 1)));
    if (pieces.length && path.length > 1 && ms && !this.stopped()) {
      for (const each of pieces) each.hex = "";
      this.redraw();
      await table.board.carry(table.stage.units[pieces[0].id], path, ms, () => this.stopped() || this.hurry);
    }
    this.settleUnit(event, "move");
    this.redraw();
  }

  /** The board after an event. @param {GameEvent} event @param {string} as */
  settleUnit(event, as) {
    const { stage } = this.table;
    const shown = stage.events[event.event] ?? {};
    for (const id of this.moved(event)) {
      const piece = this.units.find((u) => u.id === id);
      const end = event.path?.at(-1) ?? (as === "advance" ? event.hex : undefined);
      if (piece && end && this.table.board.geometry.hexes[end]) piece.hex = end;
      if (shown.does === "vanish" && piece) piece.hex = "";
      if (!piece && (shown.does === "appear" || as === "arrival") && event.hex) this.units.push({ id, hex: event.hex, marks: [] });
    }
  }

  /** @param {string[]} path @param {string} number @param {string} colour */
  trail(path, number, colour) {
    const { marks, geometry } = this.table.board;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const head = marks.head(path);
    head.setAttribute("fill", colour);
    group.append(...marks.line(path, colour, "none", marks.size / 2 + 14), head);
    const middle = path[Math.floor((path.length - 1) / 2)];
    if (number && geometry.hexes[middle]) {
      const chip = marks.chip(middle, number, "#1c1b18");
      chip.setAttribute("transform", `translate(${geometry.hexes[middle].x} ${geometry.hexes[middle].y})`);
      group.append(chip);
    }
    group.setAttribute("class", "trail");
    return group;
  }

  // ---- a battle

  /** Ring and wedges, die, cell, words, losses, retreat, advance, rest. @param {BattleShow} show @param {Moment[]} moments */
  async playBattle(show, moments) {
    const { table, strip } = this;
    const { marks } = table.board;
    strip.begin(show, this.units);
    const from = this.units.filter((u) => show.attackers?.includes(u.id) && u.hex).map((u) => u.hex);
    const ways = moments.flatMap(({ event }) => event.path ?? []);
    await this.bring(table.board.geometry.known([...ways, ...from, ...show.targets]), true);
    marks.showTargets(show.targets, show.targets.map((id) => [id, show.column ?? ""]).filter(([, word]) => word).map(([id, word]) => /** @type {[string, string]} */ ([id, word])));
    marks.showArrows([...new Set(from)].flatMap((a) => show.targets.filter((b) => table.board.geometry.hexes[a]?.near.includes(b)).map((b) => ({ from: a, to: b, kind: /** @type {const} */ ("attack"), label: "" }))));
    table.board.drawUnits(this.units, { hidden: !table.overlays.on.counters, lit: new Set(show.attackers ?? []) });
    this.trails = [];
    await this.wait(300);
    sound("die");
    await strip.tumble((ms) => this.wait(ms), this.moves());
    await this.wait(150);
    strip.say();
    if ((show.cells?.[show.thrown ?? -1]?.tone ?? 0) > 0) sound("gun");
    await this.wait(200);
    await this.follow(moments);
    await this.wait(REST);
    this.lost = [];
    marks.clear();
  }

  /** What follows a battle: losses on the counters, retreats along their arrows, advances. @param {Moment[]} moments */
  async follow(moments) {
    const { table, strip } = this;
    const { marks } = table.board;
    const hit = moments.filter((x) => x.as === "loss" || x.as === "hurt");
    for (const { event, line, as } of hit) {
      for (const unit of this.moved(event)) {
        const at = this.units.find((u) => u.id === unit);
        strip.mark(unit, as);
        if (at?.hex && as === "loss") this.lost.push(this.cross(unit, at.hex));
        else if (at?.hex) this.lost.push(marks.chip(at.hex, table.stage.events[event.event]?.word || t("replay.hit"), "#b40e28"));
      }
      strip.add(line);
      this.settleUnit(event, as);
    }
    if (hit.length) {
      marks.chips.replaceChildren();
      marks.arrows.append(...this.lost);
      this.redraw();
      await this.wait(200);
    }
    for (const as of ["retreat", "advance"]) {
      for (const { event, line } of moments.filter((x) => x.as === as)) {
        strip.add(line);
        const hexes = event.path ?? [];
        if (hexes.length > 1) await this.carry(event, "", as === "retreat" ? "#b40e28" : "#c9a227");
        else {
          this.settleUnit(event, as);
          this.redraw();
        }
        await this.wait(120);
      }
    }
    if (moments.length) await this.wait(200);
  }

  /** A counter that is lost, small and crossed out beside its hex. @param {string} unit @param {string} hex */
  cross(unit, hex) {
    const { board, stage } = this.table;
    const { x, y } = board.geometry.hexes[hex];
    const size = board.pieces.size * 0.6;
    const node = small(stage.units[unit], [], stage.signs, size);
    node.setAttribute("x", String(x + size * 0.35));
    node.setAttribute("y", String(y - size * 1.25));
    node.setAttribute("class", "crossed");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [name, value] of Object.entries({ d: "M4 4L48 48M48 4L4 48", stroke: "#c8102e", "stroke-width": "7", fill: "none", "stroke-linecap": "round" })) line.setAttribute(name, value);
    node.append(line);
    return node;
  }

  // ---- the end

  /** What was skipped, in three lines. @param {Scene[]} scenes */
  sumUp(scenes) {
    const { stage, closed } = this.table;
    const lines = scenes.flatMap(({ show }) => show ? [`${this.place(show.targets[0])}: ${show.title}`] : []);
    if (!lines.length || closed || !stage) return;
    clearTimeout(this.closing);
    this.strip.sum(lines);
    this.closing = setTimeout(() => this.strip.close(), SUMMARY);
  }

  /** A new position is taken: the strip goes, unless its battle goes on or a summary stands in it. @param {import("../../types.gen.js").MatchView} state @param {boolean} summing */
  settle(state, summing = false) {
    if (state.choices.mine || state.board.result) {
      this.skipping = false;
      this.spent = 0;
    }
    if (this.moving || summing) return;
    if (!state.board.battle && !this.strip.told.querySelector(".summary")) this.strip.close();
  }

  /** A battle of a turn that is played again: nobody waits for it. @param {BattleShow} show @param {UnitState[]} units */
  recall(show, units) {
    const { strip } = this;
    const later = (/** @type {number} */ ms, /** @type {() => void} */ act) => setTimeout(() => strip.fight === show && act(), this.motion(ms));
    this.scale = 1;
    strip.begin(show, units);
    strip.steer.replaceChildren();
    later(250, () => strip.fall());
    later(450, () => strip.say());
  }
}

const TITLES = /** @type {Record<string, string>} */ ({ air: t("replay.card.air"), bridge: t("replay.card.bridge"), weather: t("replay.card.weather"), place: t("replay.card.place"), arrival: t("replay.card.arrival"), loss: t("replay.card.loss") });

/** A line without its rules. @param {string} line */
function plain(line) {
  return line.replace(/ ?\[[A-Z0-9.-]+\]/g, "");
}
