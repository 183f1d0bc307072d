// How a turn begins: day and weather, who arrives, what the other side did in three lines, how one wins.
import { small } from "../../map/counters.js";
import { dayOf, h, s, settings, side_name } from "../../lib/dom.js";
import { sound } from "../../lib/sound.js";
import { t } from "../../lib/text.js";
import { placeOf } from "../panels/boxes.js";
import { fromEdge } from "../panels/forces.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "board" | "feed" | "frame" | "look" | "front1944" | "playback">} Parts */
/** @typedef {import("../../types.gen.js").MatchView} MatchView */
/** @typedef {import("./playback.js").Scene} Scene */
/** @typedef {{unit: string, bold: string, words: string, hex: string}} Line */

const WEIGHT = /** @type {Record<string, number>} */ ({ place: 4, battle: 3, loss: 2.5, bridge: 2, air: 1.5, arrival: 1, move: 0.5 });
const LINES = 3;
const ARRIVING = 4; // counters shown of those who arrive
/** By a word of the weather: its sign. @type {[string, string][]} */
const SKY = [
  ["snow", "M24 6V42M8 15L40 33M40 15L8 33M24 12l-5-5M24 12l5-5M24 36l-5 5M24 36l5 5"],
  ["fog", "M8 16H34M14 24H42M6 32H32M18 39H38"],
  ["clear", "M24 16a8 8 0 1 0 .1 0ZM24 4v6M24 38v6M4 24h6M38 24h6M10 10l4 4M34 34l4 4M38 10l-4 4M14 34l-4 4"],
  ["", "M14 36h22a8 8 0 0 0 0-16a12 12 0 0 0-23 3a6.6 6.6 0 0 0 1 13Z"],
];

export class Banner {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.node = h("section", { class: "banner over", "aria-label": t("replay.briefing.title"), hidden: true });
    this.numbers = s("g", { class: "numbers" });
    this.turn = ""; // whose turn it was when one last looked
    this.after = 0; // the orders given when the other side's turn began
    this.known = false;
  }

  /** The date in the bar opens it again. */
  listen() {
    const { board, frame } = this.table;
    board.node.append(this.node);
    board.marks.chips.parentNode?.appendChild(this.numbers);
    board.node.addEventListener("pointerdown", (e) => {
      if (!(e.target instanceof Element && e.target.closest(".over"))) this.fold();
    }, true);
    frame.when.setAttribute("role", "button");
    frame.when.tabIndex = 0;
    frame.when.title = t("replay.briefing.open");
    const open = () => this.node.hidden ? this.open() : this.fold();
    frame.when.addEventListener("click", open);
    frame.when.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== " ") return;
      e.preventDefault();
      e.stopPropagation();
      open();
    });
  }

  get shown() {
    return !this.node.hidden;
  }

  /** A new position: at the beginning of one's own turn it comes down. @param {MatchView} state */
  settle(state) {
    const { board, choices } = state;
    const { side, stage } = this.table;
    const mine = stage.sheet ? choices.mine : board.phase?.side === side;
    const turn = `${board.turn} ${mine}`;
    const first = !this.known;
    this.known = true;
    if (turn === this.turn || side === "watch") return;
    this.turn = turn;
    if (!mine) {
      this.after = state.orders;
      this.fold();
      return;
    }
    const begun = this.table.feed.log.findLast((x) => x.side === side)?.order ?? 0;
    if (first) this.after = this.before();
    const wanted = board.turn && !board.phase?.setup && !board.result && settings.speed !== "off" && !this.table.replay;
    if (!wanted || !choices.mine || (first && begun && begun >= state.orders)) return;
    sound("bell");
    this.open();
  }

  /** The last order before the other side's turn; an order of one's own between two of theirs was an answer. */
  before() {
    const { side, feed: { log } } = this.table;
    const own = (/** @type {number} */ at) => log[at]?.side === side;
    let at = log.length - 1;
    while (at >= 0 && own(at)) at--; // this turn's
    while (at >= 0 && !(own(at) && own(at - 1))) at--;
    return log[at]?.order ?? 0;
  }

  open() {
    const { table } = this;
    const { board } = table.state;
    if (!board.turn || table.replay) return;
    const lines = this.lines();
    this.node.replaceChildren(this.day(), this.arrivals(), this.deeds(lines), this.winning(lines));
    this.tell();
    this.node.hidden = false;
    table.app.querySelector(".table")?.classList.add("briefed");
    const { marks, geometry } = table.board;
    this.numbers.replaceChildren(...lines.flatMap((line, i) => geometry.hexes[line.hex] ? [marks.chip(line.hex, String(i + 1), "#1c1b18")] : []));
  }

  /** What happened that day in 1944, below all else. */
  tell() {
    this.node.querySelector(".past")?.remove();
    this.node.append(this.table.front1944.told(this.table.state.board));
  }

  fold() {
    if (this.node.hidden) return;
    this.node.hidden = true;
    this.numbers.replaceChildren();
    this.table.app.querySelector(".table")?.classList.remove("briefed");
  }

  day() {
    const { board } = this.table.state;
    const word = board.weather.toLowerCase();
    const [, sign] = SKY.find(([name]) => word.includes(name)) ?? SKY[SKY.length - 1];
    const pips = Array.from({ length: Math.min(board.turns, 20) }, (_, i) => h("i", { class: i + 1 < board.turn ? "past" : i + 1 === board.turn ? "now" : "" }));
    return h("div", { class: "day" },
      h("div", { class: "date" }, s("svg", { width: 42, height: 42, viewBox: "0 0 48 48", "aria-hidden": "true" }, s("path", { d: sign, fill: "none", stroke: "#e6edf2", "stroke-width": 3, "stroke-linecap": "round", "stroke-linejoin": "round" })),
        h("h2", {}, dayOf(board))),
      h("b", {}, [side_name(board.weather), this.table.stage.sheet ? "" : ` · ${t("replay.briefing.turn", { side: side_name(this.table.side) })}`]), h("div", { class: "pips", "aria-label": t("panels.turn-of", { turn: board.turn, turns: board.turns }), role: "img" }, pips),
      h("p", {}, board.morning?.sky ?? ""));
  }

  arrivals() {
    const { stage, state, side, feed } = this.table;
    const { board } = state;
    const due = board.off_map.due.filter((x) => x.turn === board.turn);
    const came = feed.log.filter((x) => x.order >= this.after).flatMap((x) => x.events)
      .filter((e) => stage.events[e.event]?.card === "arrival").flatMap((e) => [e.unit ?? e.units ?? []].flat().map((unit) => ({ unit, edge: "" })));
    const all = [...due.map(({ unit, edge }) => ({ unit, edge })), ...came].filter((x) => stage.units[x.unit]);
    const own = all.filter((x) => stage.units[x.unit].side === side);
    const theirs = [...new Set(all.filter((x) => stage.units[x.unit].side !== side).map((x) => stage.units[x.unit].name))];
    const row = (/** @type {{unit: string, edge: string}} */ x) => h("li", {}, small(stage.units[x.unit], [], stage.signs, 48),
      h("span", {}, h("b", {}, stage.units[x.unit].name), x.edge ? h("span", { class: "quiet" }, fromEdge(x.edge)) : null));
    const others = [theirs.slice(0, 4).join(", "), theirs.length > 4 ? t("replay.briefing.more", { n: theirs.length - 4 }) : ""].join(" ");
    return h("div", { class: "arriving" }, h("h3", {}, t("replay.briefing.arrivals")), own.length ? h("ul", { class: own.length > 1 ? "many" : "" }, own.slice(0, ARRIVING).map(row)) : h("p", {}, t("panels.none")),
      own.length > ARRIVING ? h("p", {}, t("replay.briefing.more", { n: own.length - ARRIVING })) : null, theirs.length ? h("p", {}, t("replay.briefing.enemy", { units: others })) : null);
  }

  /** What the other side did, the biggest first. @returns {Line[]} */
  lines() {
    const { table } = this;
    const { feed, playback, side, stage } = table;
    const theirs = feed.log.filter((x) => x.order > this.after && (x.side !== side || x.battles?.length)); // one's own answer may have decided a battle
    const scenes = playback.cut(theirs, false).filter((x) => x.kind !== "weather" && x.kind !== "after");
    const weight = (/** @type {Scene} */ x) => (WEIGHT[x.kind] ?? 0) + Math.min(0.4, x.moments.length / 20) + Math.abs(x.show?.cells?.[x.show.thrown ?? -1]?.tone ?? 0) / 3;
    return scenes.map((x) => ({ x, w: weight(x) })).sort((a, b) => b.w - a.w).slice(0, LINES).map(({ x }) => {
      const hex = x.show?.targets[0] ?? x.moments[0]?.event.path?.at(-1) ?? (x.moments[0] ? playback.hexOf(x.moments[0].event) : "");
      if (!x.show) return { unit: x.unit, bold: x.unit ? x.title : "", words: x.kind === "move" ? `${x.words}.` : x.words, hex };
      const own = x.show.attackers?.some((id) => stage.units[id]?.side === side);
      return { unit: x.unit, bold: own ? t("replay.briefing.own-attack") : t("replay.briefing.attack"), words: this.battleWords(hex, x.show), hex };
    });
  }

  /** @param {string} hex @param {import("../../types.gen.js").BattleShow} show */
  battleWords(hex, { column, title }) {
    const place = placeOf(this.table.stage, hex);
    return column ? t("replay.briefing.battle-odds", { place, odds: column, result: title }) : t("replay.briefing.battle", { place, result: title });
  }

  /** @param {Line[]} lines */
  deeds(lines) {
    const { table } = this;
    const { stage } = table;
    const foe = side_name(table.foes()[0]);
    const row = (/** @type {Line} */ line, /** @type {number} */ i) => h("li", { onmouseenter: () => this.pulse(i, true), onmouseleave: () => this.pulse(i, false) },
      h("span", { class: "number" }, String(i + 1)), stage.units[line.unit] ? small(stage.units[line.unit], [], stage.signs, 40) : null,
      h("span", { class: "said" }, h("b", {}, line.bold), ` ${line.words}`),
      table.board.geometry.hexes[line.hex] ? h("button", { class: "link", onclick: () => table.board.camera.visit(line.hex) }, t("replay.briefing.show")) : null);
    return h("div", { class: "deeds" }, h("h3", {}, stage.sheet ? t("replay.briefing.last-turn") : t("replay.briefing.enemy-turn", { side: foe })), lines.length ? h("ol", {}, lines.map(row)) : h("p", {}, t("replay.briefing.nothing")));
  }

  /** @param {number} i @param {boolean} on */
  pulse(i, on) {
    this.numbers.children[i]?.classList.toggle("pulse", on);
  }

  /** @param {Line[]} lines */
  winning(lines) {
    const { table } = this;
    return h("div", { class: "winning" }, h("p", {}, h("b", {}, t("replay.briefing.to-win")), " ", table.state.board.morning?.wins ?? ""),
      lines.length ? h("button", { onclick: () => this.again() }, t("replay.briefing.again"), h("kbd", {}, "R")) : null,
      h("button", { class: "main", onclick: () => this.fold() }, t("replay.briefing.begin"), h("kbd", {}, t("panels.key.space"))));
  }

  /** The replay, from where their turn began. */
  again() {
    this.fold();
    this.table.look(this.after);
  }
}
