// Moments: the map centers on a place, a flag rises, the band says what happened. One after the other, the bigger last.
import { dayOf, h, s, settings } from "../../lib/dom.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/text.js";
import { STAR, colourOf } from "../../map/goals.js";
import { findMoments } from "./moments-found.js";
import { outline, ring, risingFlag, sinking } from "./moment-art.js";
import { resolves } from "./turn.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "banner" | "board" | "frame" | "overlays" | "playback">} Parts */
/** @typedef {import("../../types.gen.js").MatchView} MatchView */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("./moments-found.js").Felt} Felt */

const MOST = 3; // in a turn
const STARS = 8; // drawn at most
/** Milliseconds: the map centers, the flag starts, the title comes, the line of the goals flips, the end. */
const CENTRE = 300, FLAG = 100, TITLE = 300, FLIP = 200, REST = 600;

/** Until when the marks of a phase stay. @param {BoardState} board */
export const phaseOf = (board) => `${board.turn}/${board.phase?.id ?? ""}`;

export class Moments {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.layer = s("g", { class: "felt", "pointer-events": "none" });
    this.under = s("g", { class: "felt", "pointer-events": "none" }); // rings, below the names
    this.remains = s("g", { class: "remains", "pointer-events": "none" }); // what stays on the map until the turn or the phase ends
    this.dim = h("div", { class: "feltdim", hidden: true });
    this.turn = "";
    this.shown = 0; // in this turn
    this.hasLed = table.state.board.stand?.ahead === table.side;
    /** @type {{found: Felt[], state: MatchView} | null} what waits until a resolved turn was replayed */
    this.later = null;
  }

  listen() {
    const { goals, marks, node } = this.table.board;
    goals.layer.before(this.under);
    marks.chips.before(this.remains);
    marks.chips.after(this.layer);
    node.append(this.dim);
  }

  /** A new state is about to be taken: find its moments, and show them unless the turn has its own replay. @param {MatchView} state @param {LogEntry[]} entries that are new */
  async meet(state, entries) {
    const { table } = this;
    if (state.side !== table.state.side || state.seq < table.state.seq) return;
    const happened = findMoments({ stage: table.stage, side: table.side, before: table.state.board, after: state.board, entries }, this.hasLed);
    this.hasLed ||= state.board.stand?.ahead === table.side;
    if (table.replay) return; // it shows another time
    if (entries.some((entry) => resolves(table, entry))) this.later = { found: happened, state };
    else await this.show(happened, state);
  }

  /** What waited for the replay of a turn. */
  async meetLater() {
    const { later } = this;
    this.later = null;
    if (later) await this.show(later.found, later.state);
  }

  /** Show the biggest of what happened. @param {Felt[]} found the smallest first @param {MatchView} state */
  async show(found, state) {
    const { table } = this;
    const { playback, app, board } = table;
    this.settle(state.board);
    const list = found.slice(Math.max(0, found.length - (MOST - this.shown)));
    if (!list.length || settings.speed === "off" || document.hidden || playback.skipping || table.closed) return;
    this.shown += list.length;
    const frame = app.querySelector(".table");
    const { camera } = board;
    const looked = { x: camera.x, y: camera.y, k: camera.k };
    table.banner.fold();
    playback.begin();
    frame?.classList.add("showing");
    board.marks.clear();
    table.frame.card.replaceChildren();
    board.drawUnits(state.board.units, { hidden: !table.overlays.on.counters });
    for (const [at, felt] of list.entries()) if (!playback.stopped()) await this.play(felt, state.board, list.length - at - 1);
    this.clear();
    playback.end();
    if (looked.k !== camera.k && !playback.isTouched()) {
      Object.assign(camera, looked); // back to how the player had it
      camera.apply();
      camera.settle();
    }
    playback.strip.open("fight"); // its result, if the battle continues
    frame?.classList.remove("showing");
  }

  /** @param {Felt} felt @param {BoardState} board after it @param {number} left so many follow */
  async play(felt, board, left) {
    const { playback, frame, board: map } = this.table;
    const { hex, good } = felt;
    const isHere = Boolean(map.geometry.hexes[hex]);
    this.clear();
    playback.hurry = false;
    const band = this.band(felt, board, left);
    playback.strip.feel(band.node, felt.good);
    if (isHere) {
      await playback.centre(hex, CENTRE);
      this.shade(hex, felt.kind);
      this.under.replaceChildren(ring(map, hex, good));
    }
    sound(good ? "bell" : "muffled");
    await playback.wait(FLAG);
    if (isHere && felt.kind === "loss") this.sink(felt, board);
    else if (isHere) this.layer.append(risingFlag(map, hex, felt.side));
    await playback.wait(TITLE);
    band.title.classList.add("up");
    await playback.wait(FLIP);
    frame.drawTop(board);
    map.showGoals(board.victory);
    await playback.wait(REST);
    await playback.hold();
  }

  /** @param {Felt} felt @param {BoardState} board */
  sink({ hex, units: [unit] }, board) {
    const map = this.table.board;
    this.layer.append(sinking(map, hex, unit));
    const left = outline(map, hex, unit, dayOf(board));
    left.dataset.until = String(board.turn);
    this.remains.append(left);
  }

  /** The edges of the map are darker, around the place. @param {string} hex @param {string} kind */
  shade(hex, kind) {
    const { camera, geometry } = this.table.board;
    const { x, y } = geometry.hexes[hex];
    this.dim.style.setProperty("--x", `${(camera.x + x * camera.k).toFixed(0)}px`);
    this.dim.style.setProperty("--y", `${(camera.y + y * camera.k).toFixed(0)}px`);
    this.dim.dataset.kind = kind;
    this.dim.hidden = false;
  }

  clear() {
    this.under.replaceChildren();
    this.layer.replaceChildren();
    this.dim.hidden = true;
  }

  /** The band: stars and what is needed, the title, Continue. @param {Felt} felt @param {BoardState} board @param {number} left */
  band({ title, count, words, kind }, board, left) {
    const { playback } = this.table;
    const head = h("h2", {}, title, count ? h("i", {}, ` · ${count}`) : null);
    const titled = h("div", { class: "head", role: "status" }, head, words ? h("p", {}, words) : null);
    const node = h("div", { class: "moment", "data-moment": kind }, h("div", { class: "need" }, this.stars(board, count), this.needs(board)), titled,
      h("div", { class: "go" }, h("button", { class: "main next", onclick: () => playback.next() }, t("replay.continue"), h("kbd", {}, t("panels.key.space"))),
        left ? h("span", {}, t("replay.moment.more", { n: left })) : null));
    return { node, title: titled };
  }

  /** Stars won and missing. @param {BoardState} board @param {string} count such as "1 of 2" */
  stars({ stand }, count) {
    const [won, all] = (/^(\d+) of (\d+)$/.exec(count) ?? []).slice(1).map(Number);
    if (!stand || !all || all > STARS) return null;
    const { sides } = this.table.stage;
    const star = (/** @type {boolean} */ on) => s("svg", { width: 50, height: 50, viewBox: "-20 -20 40 40", class: on ? "won" : "missing" },
      s("circle", { r: 18, fill: on ? colourOf(sides, sides[0]) : "none", stroke: on ? "#fff" : "#7d7766", "stroke-width": 2, "stroke-dasharray": on ? "none" : "4 4" }),
      s("path", { d: STAR, transform: "scale(1.25)", fill: on ? "#FFD84a" : "none", stroke: on ? "#3b2f05" : "#7d7766", "stroke-width": 1.2 }));
    return h("div", { class: "stars", "aria-hidden": "true" }, Array.from({ length: Math.max(all, won) }, (_, i) => star(i < won)));
  }

  /** What this side still needs. @param {BoardState} board */
  needs({ stand }) {
    const { side } = this.table;
    const aim = stand?.aims.find((x) => x.side === side) ?? stand?.aims[0];
    const needs = (stand?.tallies ?? []).map((x) => x.needs).filter(Boolean).join(" · ");
    return h("p", {}, needs ? [h("b", {}, needs), h("br")] : null, aim?.text ?? "");
  }

  /** A new position: what stays on the map for a turn or a phase goes. @param {BoardState} board */
  settle(board) {
    const turn = `${board.turn} ${board.phase?.side ?? ""}`;
    if (turn !== this.turn) this.shown = 0;
    this.turn = turn;
    const now = [String(board.turn), phaseOf(board)];
    for (const node of [...this.remains.children]) if (node instanceof SVGElement && !now.includes(node.dataset.until ?? "")) node.remove();
  }
}
