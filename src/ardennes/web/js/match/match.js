// A match on the table: what the server says, and the rooms that show it and act on it.
// It shows what the server says and offers what the server offers; it decides no rule.
import { Aiming } from "./modes/aim.js";
import { forgetSeats, get, seatWords, seatsOf, sideOf, sitDown, watch } from "../lib/api.js";
import { Attack } from "./modes/attack.js";
import { Banner } from "./replay/briefing.js";
import { Board } from "../map/board.js";
import { decisionCard } from "./panels/card.js";
import { Comers } from "./modes/reinforce.js";
import { Command } from "./command.js";
import { Contacts } from "../map/enemy-reports.js";
import { Countdown } from "./countdown.js";
import { ask, h, named, notice, rule, settings, side_name } from "../lib/dom.js";
import { EndPage } from "../end/end-page.js";
import { Film } from "./replay/playback.js";
import { Flow } from "./automation.js";
import { Frame } from "./panels/frame.js";
import { Giving } from "./actions.js";
import { Glossary } from "../lib/glossary.js";
import { Group } from "./modes/formation.js";
import { handover } from "./handover.js";
import { useHexNames } from "../lib/hex-names.js";
import { keyMap } from "./keys.js";
import { Overlays } from "../map/overlays.js";
import { Past } from "../map/front-1944.js";
import { Pool } from "./modes/pick-units.js";
import { Picking } from "./modes/select.js";
import { Replay } from "./replay/slider.js";
import { Setups } from "./saved-setups.js";
import { giveShare } from "./dice-share.js";
import { sidePanels } from "./panels/side.js";
import { Tokens } from "../map/tokens.js";
import { Staff } from "./modes/staff-plan.js";
import { startTour } from "./guide.js";
import { Traces } from "../map/planned-orders.js";
import { playFresh, resolves } from "./replay/turn.js";
import { Watching } from "./log-feed.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").MatchView} MatchView */
/** @typedef {import("../types.gen.js").BoardState} BoardState */
/** @typedef {import("../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../types.gen.js").Refusal} Refusal */

const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.4, off: 0 });

/**
 * @param {HTMLElement} app @param {string} match @param {string} [at] an order to look at first
 * @param {{stage: Stage, begin: (table: Table) => void}} [tried] a case has a stage of its own
 */
export async function showTable(app, match, at, tried) {
  const { seats, first } = await sitAt(match);
  /** @type {Stage} */
  const stage = turned(tried?.stage ?? await get(`/api/games/${first.game}/stage`));
  const table = new Table(app, match, seats, stage, first);
  tried?.begin(table);
  await table.open(at === undefined ? null : Number(at));
  return () => table.close();
}

/** The stage with the other side of the map at the top, where the player has it so and the game has such a map. @param {Stage} stage @returns {Stage} */
function turned(stage) {
  const other = settings.turned ? stage.turned : undefined;
  if (!other) return stage;
  return { ...stage, map: other.map, turned: { ...other, map: stage.map }, hexes: stage.hexes.map((hex) => ({ ...hex, x: other.at[hex.id][0], y: other.at[hex.id][1] })) };
}

/** The seats one has at a match and what the first of them sees; a token no longer known is asked for anew. @param {string} match */
async function sitAt(match) {
  await sitDown(match, takeBack);
  const look = async () => {
    const seats = seatWords(match);
    /** @type {MatchView} */
    const first = await get(`/api/matches/${match}`, seatsOf(match)[seats[0]]);
    return { seats, first };
  };
  try {
    return await look();
  } catch (error) {
    const { status, body } = /** @type {{status?: number, body?: {ended?: string}}} */ (error);
    if (status !== 401 && status !== 403) throw error;
    const [lost] = seatWords(match);
    forgetSeats(match, lost);
    if (body?.ended || lost.includes(":")) throw error; // it says how the seat was taken
    forgetSeats(match);
    await sitDown(match);
    return look();
  }
}

/** Does the host take a seat of this screen back from the player that came by a link? @param {string} why */
const takeBack = (why) => ask("Take the seat back?", h("p", {}, why), [["Take the seat back", true, true], ["Don't take it", false]]);

/** How the match ended; a summary that begins with the level says it once. @param {{level: string, summary?: string}} result */
function outcome({ level, summary = "" }) {
  return [h("b", {}, level), summary.startsWith(level) ? summary.slice(level.length) : ` ${summary}`];
}

export class Table {
  /** @param {HTMLElement} app @param {string} match @param {string[]} seats @param {Stage} stage @param {MatchView} state */
  constructor(app, match, seats, stage, state) {
    this.app = app;
    this.match = match;
    this.seats = seats;
    this.seat = seats[0];
    this.side = sideOf(this.seat);
    this.stage = stage;
    useHexNames(stage);
    this.state = state;
    this.tab = "orders";
    this.filter = "";
    this.queue = Promise.resolve();
    this.due = false; // a look at the server waits in the queue
    this.closed = false;
    this.lost = false;
    this.tabFree = false; // the next Tab leaves the map
    /** @type {import("../rules/case-trial.js").Trial | null} a case that is tried on this board */
    this.trial = null;
    this.looked = false; // the map of a match that has begun has been looked at
    /** @type {{asked: string, found: Refusal[]} | null} */
    this.why = null;
    /** @type {Replay | import("./replay/turn.js").TurnPlay | null} */
    this.replay = null;
    /** @type {BoardState | null} an earlier board, while one looks back */
    this.moment = null;
    this.picking = new Picking(this);
    this.attack = new Attack(this);
    this.pool = new Pool(this);
    this.group = new Group(this);
    this.comers = new Comers(this);
    this.setups = new Setups(this);
    this.giving = new Giving(this);
    this.flow = new Flow(this);
    this.staff = new Staff(this);
    this.aiming = new Aiming(this);
    this.watching = new Watching(this);
    this.overlays = new Overlays(this);
    this.board = this.makeBoard();
    this.tokens = new Tokens(this.board);
    this.command = new Command(this);
    this.countdown = new Countdown();
    this.contacts = new Contacts(this.board);
    this.traces = new Traces(this.board);
    this.frame = new Frame(this);
    this.glossary = new Glossary(stage.game);
    this.film = new Film(this);
    this.banner = new Banner(this);
    this.ended = new EndPage(this);
    this.past = new Past(this);
    this.keys = keyMap(this);
    this.resized = () => {
      this.board.camera.apply();
      if (!this.replay) this.drawCard();
    };
    this.unwatch = () => {};
  }

  /** @returns {Board} */
  makeBoard() {
    const { picking, giving } = this;
    return new Board(this.stage, {
      hex: (id, how) => picking.clickHex(id, how),
      unit: (id, hex, how) => picking.clickUnit(id, hex, how),
      side: (id) => giving.pick(this.state.choices.sides[id] ?? []),
      formation: (key) => this.group.pick(key, key === this.group.key), // a second click goes there
      cancel: () => this.cancel(),
      plans: () => Boolean(this.attack.making()),
      hover: (hex, point, unit, held) => picking.hover(hex, point, unit, held),
      leave: () => picking.untip(),
      redraw: () => this.drawPieces(),
      drag: (unit, hex) => picking.drag(unit, hex),
      drop: (unit, hex) => picking.drop(unit, hex),
    });
  }

  token() {
    return seatsOf(this.match)[this.seat];
  }

  /** Another seat looks at the table now. @param {string} seat */
  sit(seat) {
    this.seat = seat;
    this.side = sideOf(seat);
    if (this.tab === "command") this.tab = "orders";
    this.command.messages.forget();
    if (this.state.command) this.command.messages.load();
  }

  /** @param {string} rest */
  path(rest) {
    return `/api/matches/${this.match}${rest}`;
  }

  /** How long something that takes `ms` takes at the speed chosen; 0 where motion is not wanted. @param {number} ms */
  pace(ms) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return ms * (SPEEDS[settings.speed] ?? 1);
  }

  /** The board that is shown. */
  shown() {
    return this.moment ?? this.state.board;
  }

  /** @param {string} unit */
  unitAt(unit) {
    return this.state.board.units.find((u) => u.id === unit);
  }

  /** The sides that are not one's own. */
  foes() {
    return this.stage.sides.filter((side) => side !== this.side);
  }

  /** @param {number | null} replayAt */
  async open(replayAt) {
    this.frame.show();
    this.film.listen(this.board.node);
    this.banner.listen();
    this.board.theme(settings.theme);
    this.board.keepTo(this.state.board.ground ?? []);
    this.lookFirst();
    addEventListener("keydown", this.keys);
    addEventListener("resize", this.resized);
    this.take(this.state);
    const { seat } = this;
    const moved = async (/** @type {number} */ seq, /** @type {number | undefined} */ mail) => {
      if (mail !== undefined && seat === this.seat) this.command.messages.arrived(mail);
      while (this.giving.busy) await new Promise((done) => setTimeout(done, 20)); // the answer tells it as well
      if (seq > this.state.seq) this.refresh();
    };
    this.unwatch = watch(this.match, this.token(), moved, (open, code) => this.link(open, code));
    this.past.load().catch(() => {}); // the match goes on without it
    await this.watching.moreLog();
    this.frame.drawLog();
    await this.glossary.ready.catch(() => {});
    if (this.closed) return;
    this.drawPanel(); // it may tell of what is in the log
    this.banner.settle(this.state);
    if (replayAt !== null) await this.look(replayAt);
    if (!settings.toured && this.side !== "watch" && !this.trial) startTour(this);
  }

  /** The first look; another one when the set-up is over, unless the player has looked around meanwhile. */
  lookFirst() {
    if (this.looked || (this.film.touched > 0 && this.state.board.turn)) return;
    this.looked = Boolean(this.state.board.turn);
    this.board.camera.begin(this.middle());
  }

  /** The hex one would look at first: amid the units that can act, or amid all. */
  middle() {
    const { board, choices } = this.state;
    const able = new Set([...choices.units, ...choices.targets.flatMap((t) => t.attackers)]);
    const units = board.units.filter((u) => !able.size || able.has(u.id));
    const hexes = units.map((u) => this.board.geometry.hexes[u.hex]).sort((a, b) => a.y - b.y);
    return hexes[Math.floor(hexes.length / 2)]?.id ?? "";
  }

  close() {
    removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.resized);
    this.unwatch();
    this.replay?.stop();
    this.countdown.stop();
    this.closed = true;
    document.querySelector(".cover")?.remove();
    document.querySelector(".tour")?.remove();
  }

  /** The line to the server comes or goes. @param {boolean} open @param {number} [code] */
  link(open, code) {
    if (open && this.lost) this.comeBack();
    if (!open && code === 4403) this.unseated();
    else if (!open && !this.lost) {
      notice(code === 4404 ? "This match has been deleted."
        : code === 4410 ? "This program cannot play this match on: it was begun under other rules."
        : "The line to the server is cut; trying again …");
    }
    this.lost = !open;
    this.app.querySelector(".table")?.classList.toggle("cut", !open);
  }

  /** Somebody else has the seat now: the answer to any request says how that came. */
  async unseated() {
    const why = await get(this.path(""), this.token()).then(() => "", (error) => error.message);
    if (why && !this.closed) ask("You have lost your seat", h("p", { id: "unseated" }, why), [["OK", true, true]]);
  }

  async comeBack() {
    notice("The line to the server is back.");
    await this.refresh();
    const given = await this.giving.resume();
    const words = given === 1 ? "The order you gave meanwhile has been given now." : `The ${given} orders you gave meanwhile have been given now.`;
    if (given && !this.closed) notice(`The line to the server is back. ${words}`);
  }

  // ---- what the server says

  /** Fetches what is new and shows it, one after the other. */
  refresh() {
    if (this.due) return this.queue; // what is fetched next has this as well
    this.due = true;
    this.queue = this.queue.then(() => {
      this.due = false;
      return this.catchUp();
    }).catch((error) => {
      if (!this.closed) notice(error.message);
    });
    return this.queue;
  }

  async catchUp() {
    if (this.closed) return;
    const state = await get(this.path(""), this.token());
    if (state.seq === this.state.seq && state.side === this.state.side) return;
    const fresh = await this.watching.moreLog(state);
    const others = fresh.filter((e) => e.side !== this.side && !resolves(this, e)); // a whole turn has a replay of its own
    if (!this.replay) await this.film.show(others, false);
    const newer = state.seq >= this.state.seq; // an order may have been given meanwhile
    if (!this.closed && newer) this.take(state, this.goesOn(state));
    await playFresh(this, fresh);
  }

  /** Where both write at once: the other has sealed, and one's own writing is not disturbed. @param {MatchView} state */
  goesOn(state) {
    const { choices, board } = this.state;
    return Boolean(this.stage.sheet && choices.mine && state.choices.mine && board.turn === state.board.turn && state.side === this.state.side);
  }

  /** @param {MatchView} state @param {boolean} [keeping] what is picked stays picked */
  take(state, keeping = false) {
    const changed = state.seat_changes.length > this.state.seat_changes.length && state.side === this.state.side;
    if (changed) notice(state.seat_changes[state.seat_changes.length - 1].words);
    this.state = state;
    giveShare(this.match, this.seat, state.dice.asked);
    this.countdown.show(state.due);
    this.film.settle(state);
    const { choices } = state;
    const side = choices.decision && this.stage.sides[choices.decision.side];
    const beside = side !== this.side && !this.trial?.busy && this.seats.find((seat) => sideOf(seat) === side);
    if (beside) return handover(this, beside);
    if (!keeping) this.forget();
    this.pool.take();
    this.board.asked = choices.mine ? [...choices.targets.map((t) => t.hex), ...Object.keys(choices.hexes)] : [];
    const alone = choices.mine && choices.units.length === 1 && !choices.targets.length;
    const only = alone && !keeping && (!choices.end || choices.card.length === 1);
    if (only) this.picking.select(choices.units[0]);
    const about = choices.mine ? choices.look?.[0] ?? this.asks(state) : "";
    if (!this.replay) this.draw();
    if (state.board.turn) this.lookFirst();
    if (about && !this.replay) this.board.camera.bring(about); // the panel may have taken room from the map
    if (this.watching.heard) this.banner.settle(state);
    if (state.open && this.stage.sheet) this.command.messages.opened();
    this.frame.stamp(state.seq);
    this.flow.soon();
    this.staff.advise();
    this.ended.settle();
    return this.frame.drawLog();
  }

  /** The hex a question is about: where units go that are picked, or where they are; a battle. @param {MatchView} state */
  asks({ choices: { picker, answers }, board }) {
    if (picker) return picker.hex || board.units.find((unit) => unit.id === picker.units[0]?.id)?.hex;
    return answers ? board.battle?.targets[0] : "";
  }

  /** Nothing is picked. */
  forget() {
    this.picking.forget();
    this.picking.untip();
    this.attack.forget();
    this.group.forget();
    this.comers.forget();
    this.aiming.forget();
    this.staff.forget();
    this.why = null;
  }

  cancel() {
    const nothing = !this.picking.unit && !this.attack.plan && !this.why && !this.group.key && !this.comers.hex && !this.aiming.plan && !this.staff.plan;
    if (nothing) this.tabFree = true;
    this.forget();
    this.cancelFan();
    this.drawAll();
    this.drawCard();
  }

  /** No stack is spread out. */
  cancelFan() {
    this.board.pieces.fan = null;
    this.board.pieces.kept = false;
  }

  // ---- what is shown

  draw() {
    const { board, choices } = this.state;
    this.frame.drawTop(board);
    this.frame.prompt.replaceChildren(...this.sentence());
    this.frame.drawButtons();
    this.drawAll();
    this.drawCard();
    document.title = choices.mine ? `● Your turn – ${this.stage.name}` : this.stage.name;
  }

  /** The line at the top: who decides what, and the rule. */
  sentence() {
    const { board, choices, thinking, trouble } = this.state;
    const { decision } = choices;
    const words = [];
    if (board.result) words.push(...outcome(board.result));
    else if (decision) {
      const whose = `${side_name(this.stage.sides[decision.side])}${thinking?.length ? " (the computer thinks)" : ""}: `;
      words.push(choices.mine ? "" : whose, ...named(decision.prompt), " ", rule(this.stage.game, decision.rule) ?? "", this.command.words());
    }
    if (trouble) words.push(" ", h("b", {}, trouble));
    return words;
  }

  /** Over the map, or on a small screen above the panel, where it hides nothing. */
  drawCard() {
    const card = this.aiming.card() ?? decisionCard(this);
    this.frame.card.replaceChildren(...(card ? [card] : []));
  }

  drawAll() {
    this.drawPieces();
    this.highlight();
    this.drawPanel();
  }

  /** @returns {void} */
  drawPieces() {
    const { choices, board } = this.state;
    const hidden = !this.overlays.on.counters;
    if (this.replay) return this.board.drawUnits(this.moment?.units ?? [], { hidden });
    const can = new Set([...choices.units, ...choices.targets.flatMap((t) => t.attackers)]);
    const lit = new Set(this.attack.plan?.attackers ?? (this.pool.open() ? this.pool.picked : []));
    return this.board.drawUnits(board.units, { can, lit, hidden, selected: this.picking.unit });
  }

  /** What can be done now, on the map. */
  highlight() {
    const { choices, board } = this.state;
    const { marks } = this.board;
    marks.clear();
    this.overlays.draw();
    marks.showBridges(this.shown().bridges);
    this.tokens.draw(this.shown().tokens ?? []);
    this.contacts.draw(this.shown().contacts ?? []);
    this.traces.draw(this.shown().traces ?? []);
    marks.showSides(this.replay ? [] : Object.keys(choices.sides));
    if (this.replay) return marks.showArrows(this.shown().arrows ?? []);
    if (this.attack.plan) return this.attack.show();
    if (this.pool.show() || this.aiming.show() || this.staff.show()) return undefined;
    if (this.group.show() || this.comers.show()) return undefined;
    const zoc = this.foes().flatMap((side) => board.zoc[side] ?? []);
    if (this.picking.show(zoc)) return undefined;
    const lit = Object.keys(choices.hexes);
    if (choices.targets.length) {
      const must = choices.targets.filter((t) => t.owed);
      marks.showTargets([], must.map((t) => [t.hex, "must"]), choices.targets.map((t) => t.hex));
    } else if (lit.length) marks.showHexes(lit);
    else if (choices.look?.length) marks.showHexes(choices.look);
    else if (board.battle) marks.showTargets(board.battle.targets, board.battle.targets.map((t) => [t, board.battle?.chip ?? ""]));
    const fought = board.battle?.targets ?? []; // their chip says more
    return marks.showArrows((board.arrows ?? []).map((a) => fought.includes(a.to) ? { ...a, label: "" } : a));
  }

  drawPanel() {
    this.frame.drawTabs();
    if (this.tab === "command") this.command.show(this.frame.panel);
    else this.frame.panel.replaceChildren(...sidePanels(this));
    this.glossary.dot(this.frame.panel);
    this.frame.scrollTo([this.tab, this.picking.unit, this.attack.plan?.targets, this.state.choices.decision?.prompt].join());
  }

  /** @param {string} id */
  turnTab(id) {
    this.tab = id;
    this.drawPanel();
    this.frame.focusTab(id);
  }

  /** Why not? In the panel, with its rules. @param {string} asked @param {Refusal[]} found */
  explain(asked, found) {
    this.why = { asked, found };
    this.tab = "orders";
    this.drawPanel();
    this.frame.showWhy();
  }

  /** @param {string} hex */
  go(hex) {
    this.board.camera.visit(hex);
    this.board.focus(hex);
  }

  /** Picks a unit wherever it stands; one that is gone is only named. @param {string} id */
  goToUnit(id) {
    const hex = this.shown().units.find((u) => u.id === id)?.hex;
    if (!hex) return notice(`${this.stage.units[id].name} is not on the map.`);
    this.go(hex);
    return this.replay ? undefined : this.picking.select(id);
  }

  // ---- looking back

  /** @param {number | null} at */
  look(at) {
    if (this.replay) return this.replay.go(at ?? this.state.orders);
    this.forget();
    this.frame.card.replaceChildren();
    this.replay = new Replay(this);
    return this.replay.open(at);
  }

  /** Shows an earlier board; what is decided now waits. @param {BoardState} board @param {LogEntry | null} entry */
  showMoment(board, entry) {
    this.moment = board;
    this.frame.drawTop(board);
    this.frame.prompt.replaceChildren("Replay: ", ...named(entry?.lines[0] ?? "the beginning"));
    this.drawAll();
    const moved = entry?.events.find((e) => e.path?.length > 1);
    if (moved) this.board.marks.showPath(moved.path[0], moved.path.slice(1));
  }
}
