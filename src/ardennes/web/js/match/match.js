// A match on the page: the parts that show it and act on it, and the state that the server sends.
// The page shows what the server says and offers what the server offers; it decides no rule.
import { Actions } from "./actions.js";
import { forgetSeats, get, seatWords, seatsOf, sideOf, sitDown, watch } from "../lib/api.js";
import { Automation } from "./automation.js";
import { Banner } from "./replay/briefing.js";
import { Board } from "../map/board.js";
import { Command } from "./command.js";
import { EnemyReports } from "../map/enemy-reports.js";
import { Countdown } from "./countdown.js";
import { decisionCard } from "./panels/card.js";
import { find } from "./panels/find.js";
import { menu } from "./panels/menu.js";
import { giveShare } from "./dice-share.js";
import { ask, h, named, notice, rule, settings, side_name } from "../lib/dom.js";
import { EndPage } from "../end/end-page.js";
import { Frame } from "./panels/frame.js";
import { Glossary } from "../lib/glossary.js";
import { startTour } from "./guide.js";
import { handover } from "./handover.js";
import { Hover } from "./hover.js";
import { keyHandler } from "./keys.js";
import { LogFeed } from "./log-feed.js";
import { Modes } from "./modes/modes.js";
import { Select } from "./modes/select.js";
import { DrawWay } from "./modes/draw-way.js";
import { Overlays } from "../map/overlays.js";
import { Front1944 } from "../map/front-1944.js";
import { Playback } from "./replay/playback.js";
import { playFresh, resolves } from "./replay/turn.js";
import { Replay } from "./replay/slider.js";
import { sidePanels } from "./panels/side.js";
import { Staff } from "./staff.js";
import { Store } from "./store.js";
import { t } from "../lib/text.js";
import { Tokens } from "../map/tokens.js";
import { PlannedOrders } from "../map/planned-orders.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").MatchView} MatchView */
/** @typedef {import("../types.gen.js").BoardState} BoardState */
/** @typedef {import("../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../types.gen.js").Refusal} Refusal */
/** @typedef {import("./modes/mode.js").Mode} Mode */

const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.4, off: 0 });
/** Why the connection was closed for good, by its code. @type {Record<number, import("../lib/text.js").PlainKey>} */
const CLOSED = { 4404: "match.deleted", 4410: "match.other-rules" };

/**
 * @param {HTMLElement} app @param {string} match @param {string} [at] an order to look at first
 * @param {{stage: Stage, begin: (table: Table) => void}} [tried] a case has its own stage
 */
export async function showTable(app, match, at, tried) {
  const { seats, first } = await takeSeats(match);
  /** @type {Stage} */
  const stage = turned(tried?.stage ?? await get(`/api/games/${first.game}/stage`));
  const table = new Table(app, match, seats, stage, first);
  tried?.begin(table);
  await table.open(at === undefined ? null : Number(at));
  return () => table.close();
}

/** Return the stage with the other side of the map at the top, if the player prefers that and the game has such a map. @param {Stage} stage @returns {Stage} */
function turned(stage) {
  const other = settings.turned ? stage.turned : undefined;
  if (!other) return stage;
  return { ...stage, map: other.map, turned: { ...other, map: stage.map }, hexes: stage.hexes.map((hex) => ({ ...hex, x: other.at[hex.id][0], y: other.at[hex.id][1] })) };
}

/** Return this browser's seats at a match and the view of the first; ask for a new token if the server refuses the old one. @param {string} match */
async function takeSeats(match) {
  await sitDown(match, askTakeBack);
  const view = async () => {
    const seats = seatWords(match);
    /** @type {MatchView} */
    const first = await get(`/api/matches/${match}`, seatsOf(match)[seats[0]]);
    return { seats, first };
  };
  try {
    return await view();
  } catch (error) {
    const { status, body } = /** @type {{status?: number, body?: {ended?: string}}} */ (error);
    if (status !== 401 && status !== 403) throw error;
    const [lost] = seatWords(match);
    forgetSeats(match, lost);
    if (body?.ended || lost.includes(":")) throw error; // it says how the seat was taken
    forgetSeats(match);
    await sitDown(match);
    return view();
  }
}

/** Ask the host whether to take a seat of this screen back from the player that came by a link. @param {string} why */
const askTakeBack = (why) => ask(t("match.seat.ask-take-back"), h("p", {}, why), [[t("match.seat.take-back"), true, true], [t("common.cancel"), false]]);

/** How the match ended; a summary that begins with the level says it once. @param {{level: string, summary?: string}} result */
function outcome({ level, summary = "" }) {
  return [h("b", {}, level), summary.startsWith(level) ? summary.slice(level.length) : ` ${summary}`];
}

export class Table extends Store {
  /** @param {HTMLElement} app @param {string} match @param {string[]} seats @param {Stage} stage @param {MatchView} state */
  constructor(app, match, seats, stage, state) {
    super(match, seats, stage, state);
    this.app = app;
    this.filter = "";
    this.queue = Promise.resolve();
    this.isQueued = false; // a request for the state waits in the queue
    this.tabFree = false; // the next Tab leaves the map
    this.hasLooked = false; // the map of a match that has begun was brought into view
    /** @type {LogFeed} */
    this.feed = new LogFeed(this);
    /** @type {Modes} */
    this.modes = new Modes(this);
    /** @type {Mode} */
    this.mode = this.modes.home();
    /** @type {Actions} */
    this.actions = new Actions(this);
    /** @type {Automation} */
    this.automation = new Automation(this);
    /** @type {Staff} */
    this.staff = new Staff(this);
    /** @type {Overlays} */
    this.overlays = new Overlays(this);
    /** @type {Hover} */
    this.hover = new Hover(this);
    this.board = this.makeBoard();
    this.tokens = new Tokens(this.board);
    /** @type {Command} */
    this.command = new Command(this);
    this.countdown = new Countdown();
    this.enemyReports = new EnemyReports(this.board);
    this.plannedOrders = new PlannedOrders(this.board);
    /** @type {Frame} */
    this.frame = new Frame(this);
    this.glossary = new Glossary(stage.game);
    /** @type {Playback} */
    this.playback = new Playback(this);
    /** @type {Banner} */
    this.banner = new Banner(this);
    /** @type {EndPage} */
    this.ended = new EndPage(this);
    /** @type {Front1944} */
    this.front1944 = new Front1944(this);
    this.onKey = keyHandler(this);
    this.onResize = () => {
      this.board.camera.apply();
      if (!this.replay) this.drawCard();
    };
    this.unwatch = () => {};
  }

  /** @returns {Board} */
  makeBoard() {
    const { modes, hover } = this;
    const unlessMoving = (/** @type {() => unknown} */ act) => this.playback.moving ? undefined : act();
    return new Board(this.stage, {
      hex: (id, how) => unlessMoving(() => this.mode.onHex(id, how)),
      unit: (id, hex, how) => unlessMoving(() => this.mode.onUnit(id, hex, how)),
      side: (id) => this.actions.choose(this.state.choices.sides[id] ?? []),
      formation: (key) => this.mode.onFormation(key),
      cancel: () => this.cancel(),
      hover: (hex, point, unit, held) => hover.show(hex, point, unit, held),
      leave: () => hover.hide(),
      redraw: () => this.drawPieces(),
      drag: async (unit, hex) => {
        if (this.mode.unit !== unit) await modes.select(unit);
        if (!(this.mode instanceof Select) || !this.mode.ways.length || !hex) return;
        hover.hide();
        const way = this.mode instanceof DrawWay ? this.mode : hex === this.mode.start() ? null : modes.drawWay(this.mode);
        way?.drag(hex);
      },
      drop: (unit, hex) => this.mode instanceof DrawWay && this.mode.unit === unit ? this.mode.drop(hex)
        : this.mode instanceof Select && this.mode.unit === unit && hex && hex !== this.mode.start() ? this.mode.onHex(hex) : undefined,
    });
  }

  /** Another seat of this screen takes over. @param {string} seat */
  sit(seat) {
    this.seat = seat;
    this.side = sideOf(seat);
    if (this.tab === "command") this.tab = "orders";
    this.command.messages.clear();
    if (this.state.command) this.command.messages.load();
  }

  /** Scale a duration by the chosen speed; 0 where motion is not wanted. @param {number} ms */
  pace(ms) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return ms * (SPEEDS[settings.speed] ?? 1);
  }

  /** @param {number | null} replayAt */
  async open(replayAt) {
    this.frame.show();
    this.playback.listen(this.board.node);
    this.banner.listen();
    this.board.theme(settings.theme);
    this.board.keepTo(this.state.board.ground ?? []);
    this.lookFirst();
    addEventListener("keydown", this.onKey);
    addEventListener("resize", this.onResize);
    this.take(this.state);
    const { seat } = this;
    const onChange = async (/** @type {number} */ seq, /** @type {number | undefined} */ mail) => {
      if (mail !== undefined && seat === this.seat) this.command.messages.arrived(mail);
      while (this.actions.busy) await this.actions.sent; // the answer says the same
      if (seq > this.state.seq) this.refresh();
    };
    this.unwatch = watch(this.match, this.token(), onChange, (open, code) => this.onConnection(open, code));
    this.front1944.load().catch(() => {}); // the match goes on without it
    await this.feed.update();
    this.frame.drawLog();
    await this.glossary.ready.catch(() => {});
    if (this.closed) return;
    this.drawPanel(); // it may need the log
    this.banner.settle(this.state);
    if (replayAt !== null) await this.look(replayAt);
    if (!settings.toured && this.side !== "watch" && !this.trial) startTour(this);
  }

  /** Bring the units into view: at first, and again when the set-up is over, unless the player has moved the map. */
  lookFirst() {
    if (this.hasLooked || (this.playback.touched > 0 && this.state.board.turn)) return;
    this.hasLooked = Boolean(this.state.board.turn);
    this.board.camera.begin(this.middle());
  }

  /** Return a hex in the middle of the units that can act, or of all. */
  middle() {
    const { board, choices } = this.state;
    const able = new Set([...choices.units, ...choices.targets.flatMap((target) => target.attackers)]);
    const units = board.units.filter((u) => !able.size || able.has(u.id));
    const hexes = units.map((u) => this.board.geometry.hexes[u.hex]).sort((a, b) => a.y - b.y);
    return hexes[Math.floor(hexes.length / 2)]?.id ?? "";
  }

  close() {
    removeEventListener("keydown", this.onKey);
    removeEventListener("resize", this.onResize);
    this.unwatch();
    this.replay?.stop();
    this.countdown.stop();
    this.closed = true;
    document.querySelector(".cover")?.remove();
    document.querySelector(".tour")?.remove();
  }

  /** The connection to the server opens or closes. @param {boolean} open @param {number} [code] */
  onConnection(open, code) {
    if (open && this.offline) this.reconnect();
    if (!open && code === 4403) this.onSeatLost();
    else if (!open && !this.offline) notice(t(CLOSED[code ?? 0] ?? "match.offline"));
    this.offline = !open;
    this.app.querySelector(".table")?.classList.toggle("cut", !open);
  }

  /** Somebody else has the seat now: the answer to any request says why. */
  async onSeatLost() {
    const why = await get(this.path(""), this.token()).then(() => "", (error) => error.message);
    if (why && !this.closed) ask(t("match.seat.lost"), h("p", { id: "unseated" }, why), [[t("common.ok"), true, true]]);
  }

  async reconnect() {
    notice(t("match.online"));
    await this.refresh();
    const n = await this.actions.resume();
    if (n && !this.closed) notice(t("match.online"), " ", t("match.resent", { n }));
  }

  // ---- what the server says

  /** Fetch what is new and show it, one request after the other. */
  refresh() {
    if (this.isQueued) return this.queue; // the request that waits will bring this as well
    this.isQueued = true;
    this.queue = this.queue.then(() => {
      this.isQueued = false;
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
    const fresh = await this.feed.update(state);
    const others = fresh.filter((e) => e.side !== this.side && !resolves(this, e)); // a whole turn has a replay of its own
    if (!this.replay) await this.playback.show(others, false);
    const isNewer = state.seq >= this.state.seq; // an order may have been given meanwhile
    if (!this.closed && isNewer) this.take(state, this.isSameWriting(state));
    await this.playTurns(fresh);
  }

  /** Take a new state. @param {MatchView} state @param {boolean} [keepsMode] what is selected stays selected */
  take(state, keepsMode = false) {
    const isChanged = state.seat_changes.length > this.state.seat_changes.length && state.side === this.state.side;
    if (isChanged) notice(state.seat_changes[state.seat_changes.length - 1].words);
    this.state = state;
    giveShare(this.match, this.seat, state.dice.asked);
    this.countdown.show(state.due);
    this.playback.settle(state);
    const { choices } = state;
    const side = choices.decision && this.stage.sides[choices.decision.side];
    const next = side !== this.side && !this.trial?.busy && this.seats.find((seat) => sideOf(seat) === side);
    if (next) return handover(this, next);
    if (!keepsMode || this.mode.idle) this.begin(this.modes.home());
    this.board.asked = choices.mine ? [...choices.targets.map((target) => target.hex), ...Object.keys(choices.hexes)] : [];
    const isAlone = choices.mine && choices.units.length === 1 && !choices.targets.length;
    if (isAlone && !keepsMode && (!choices.end || choices.card.length === 1)) this.modes.select(choices.units[0]);
    const subject = choices.mine ? choices.look?.[0] ?? this.questionHex(state) : "";
    if (!this.replay) this.draw();
    if (state.board.turn) this.lookFirst();
    if (subject && !this.replay) this.board.camera.bring(subject); // the panel may have taken room from the map
    if (this.feed.seq) this.banner.settle(state);
    if (state.open && this.stage.sheet) this.command.messages.opened();
    this.frame.stamp(state.seq);
    this.automation.schedule();
    this.staff.advise();
    this.ended.settle();
    return this.frame.drawLog();
  }

  /** Return the hex that a question is about. @param {MatchView} state */
  questionHex({ choices: { picker, answers }, board }) {
    if (picker) return picker.hex || board.units.find((unit) => unit.id === picker.units[0]?.id)?.hex;
    return answers ? board.battle?.targets[0] : "";
  }

  // ---- the mode

  /** Set the mode without drawing it. @param {Mode} mode */
  begin(mode) {
    if (this.replay && mode.name !== "look-back") return; // a replay keeps its own
    const hadCard = this.mode.card();
    this.mode = mode;
    mode.why = null;
    this.hover.hide();
    if (hadCard) this.drawCard();
  }

  /** Set the mode and draw it. @param {Mode} mode */
  enter(mode) {
    this.begin(mode);
    this.closeFan();
    this.drawAll();
  }

  /** Back to the mode in which nothing is selected. */
  leave() {
    this.begin(this.modes.home());
    this.closeFan();
    this.drawAll();
    if (!this.replay) this.drawCard();
  }

  /** Escape; when there is nothing to cancel, the next Tab leaves the map. */
  cancel() {
    if (this.mode.idle) this.tabFree = true;
    this.mode.cancel();
  }

  /** No stack is spread out. */
  closeFan() {
    this.board.pieces.fan = null;
    this.board.pieces.keepsFan = false;
  }

  // ---- what is shown

  draw() {
    const { board, choices } = this.state;
    this.frame.drawTop(board);
    this.frame.prompt.replaceChildren(...this.sentence());
    this.frame.drawButtons();
    this.drawAll();
    this.drawCard();
    document.title = choices.mine ? t("match.your-turn", { game: this.stage.name }) : this.stage.name;
  }

  /** The line at the top: the decision and its rule, and the side that decides if it is another. */
  sentence() {
    const { board, choices, thinking, trouble } = this.state;
    const { decision } = choices;
    const words = [];
    if (board.result) words.push(...outcome(board.result));
    else if (decision) {
      const side = side_name(this.stage.sides[decision.side]);
      const whose = `${thinking?.length ? t("match.thinking", { side }) : side}: `;
      words.push(choices.mine ? "" : whose, ...named(decision.prompt), " ", rule(this.stage.game, decision.rule) ?? "", this.command.status());
    }
    if (trouble) words.push(" ", h("b", {}, trouble));
    return words;
  }

  /** Over the map, or on a small screen above the panel, where it hides nothing. */
  drawCard() {
    const card = this.mode.card() ?? decisionCard(this);
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
    const can = new Set([...choices.units, ...choices.targets.flatMap((target) => target.attackers)]);
    return this.board.drawUnits(board.units, { can, lit: new Set(this.mode.lit()), hidden, selected: this.mode.unit || null });
  }

  /** What can be done now, on the map. */
  highlight() {
    const { marks } = this.board;
    const shown = this.shown();
    marks.clear();
    this.overlays.draw();
    marks.showBridges(shown.bridges);
    this.tokens.draw(shown.tokens ?? []);
    this.enemyReports.draw(shown.contacts ?? []);
    this.plannedOrders.draw(shown.traces ?? []);
    marks.showSides(this.replay ? [] : Object.keys(this.state.choices.sides));
    this.mode.highlight();
  }

  drawPanel() {
    this.frame.drawTabs();
    if (this.tab === "command") this.command.show(this.frame.panel);
    else this.frame.panel.replaceChildren(...sidePanels(this));
    this.glossary.dot(this.frame.panel);
    this.frame.scrollTo([this.tab, this.mode.subject, this.state.choices.decision?.prompt].join());
  }

  /** @param {string} id */
  turnTab(id) {
    this.tab = id;
    this.drawPanel();
    this.frame.focusTab(id);
  }

  /** Say in the panel why something is not possible. @param {string} asked @param {Refusal[]} refusals */
  explain(asked, refusals) {
    this.mode.why = { asked, refusals };
    this.tab = "orders";
    this.drawPanel();
    this.frame.showWhy();
  }

  /** @param {string} hex */
  go(hex) {
    this.board.camera.visit(hex);
    this.board.focus(hex);
  }

  /** Select a unit wherever it is. @param {string} id */
  goToUnit(id) {
    const hex = this.shown().units.find((u) => u.id === id)?.hex;
    if (!hex) return notice(t("match.not-on-map", { unit: this.stage.units[id].name }));
    this.go(hex);
    return this.mode.onFound(id);
  }

  openMenu() {
    return menu(this);
  }

  openFind() {
    return find(this);
  }

  // ---- looking back

  /** Play a turn that was resolved just now. @param {LogEntry[]} entries */
  playTurns(entries) {
    return playFresh(this, entries);
  }

  /** Open the replay. @param {number | null} at an order; null: the latest */
  look(at) {
    if (this.replay) return this.replay.go(at ?? this.state.orders);
    const replay = new Replay(this);
    this.lookBack(replay);
    return replay.open(at);
  }

  /** Show a replay instead of the decision. @param {NonNullable<Store["replay"]>} replay */
  lookBack(replay) {
    this.replay = replay;
    this.begin(this.modes.home());
    this.frame.card.replaceChildren();
  }

  /** Return from a replay to the decision. */
  lookForward() {
    this.replay = null;
    this.moment = null;
    this.begin(this.modes.home());
    this.draw();
  }

  /** Show an earlier board. @param {BoardState} board @param {LogEntry | null} entry */
  showMoment(board, entry) {
    this.moment = board;
    this.frame.drawTop(board);
    this.frame.prompt.replaceChildren(t("match.replay"), " ", ...named(entry?.lines[0] ?? t("match.replay-start")));
    this.drawAll();
    const moved = entry?.events.find((e) => e.path?.length > 1);
    if (moved) this.board.marks.showPath(moved.path[0], moved.path.slice(1));
  }
}
