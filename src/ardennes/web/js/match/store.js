// The data of a match on this page: the stage, the state that the server sent last, and the mode of the page.
import { seatsOf, sideOf } from "../lib/api.js";
import { useHexNames } from "../lib/hex-names.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").MatchView} MatchView */
/** @typedef {import("../types.gen.js").BoardState} BoardState */
/** @typedef {import("./modes/mode.js").Mode} Mode */

export class Store {
  /** @param {string} match @param {string[]} seats of this screen @param {Stage} stage @param {MatchView} state */
  constructor(match, seats, stage, state) {
    this.match = match;
    this.seats = seats;
    this.seat = seats[0];
    this.side = sideOf(this.seat);
    this.stage = stage;
    useHexNames(stage);
    this.state = state;
    this.tab = "orders";
    this.closed = false;
    this.offline = false;
    /** @type {import("../rules/case-trial.js").Trial | null} a case that is tried on this board */
    this.trial = null;
    /** @type {import("./replay/slider.js").Replay | import("./replay/turn.js").TurnPlay | null} */
    this.replay = null;
    /** @type {BoardState | null} the earlier board that a replay shows */
    this.moment = null;
    /** @type {Mode} what a click and a key mean now */
    this.mode;
  }

  token() {
    return seatsOf(this.match)[this.seat];
  }

  /** @param {string} rest */
  path(rest) {
    return `/api/matches/${this.match}${rest}`;
  }

  /** The board that is shown. */
  shown() {
    return this.moment ?? this.state.board;
  }

  /** @param {string} unit */
  unitAt(unit) {
    return this.state.board.units.find((u) => u.id === unit);
  }

  /** @param {string} unit */
  isOwn(unit) {
    return this.stage.units[unit].side === this.side;
  }

  /** The sides other than the player's. */
  foes() {
    return this.stage.sides.filter((side) => side !== this.side);
  }

  /**
   * Whether both sides write orders at once and nothing but other seats has changed in a new state: then the player's
   * own work is not disturbed.
   * @param {MatchView} state
   */
  isSameWriting(state) {
    const { choices, board } = this.state;
    return Boolean(this.stage.sheet && choices.mine && state.choices.mine && board.turn === state.board.turn && state.side === this.state.side);
  }
}
