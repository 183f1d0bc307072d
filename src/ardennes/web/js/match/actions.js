// Give orders: choose among several, end a phase, undo, and show the staff's advice.
import { post } from "../lib/api.js";
import { ask, h, hold, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { placeOf } from "./panels/boxes.js";
import { resolves } from "./replay/turn.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("./store.js").Store & Pick<Table, "automation" | "banner" | "board" | "command" | "drawPieces" | "explain" | "feed" | "frame" | "highlight" | "modes" | "playback" | "playTurns" | "refresh" | "staff" | "take" | "turnTab">} Parts */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {import("../types.gen.js").Hint} Hint */
/** @typedef {{label: string, order: Order, left?: string, measure?: string, about?: string}} Offer */
/** @typedef {Error & {status?: number, body?: any}} Failure */

const RETRIES = 6; // times a change is sent again when others were faster
const MOST = 24; // so many orders are listed in a question

/** What a way uses or leaves: "3 MP left". @param {import("../types.gen.js").Stage} stage @param {{left?: string, measure?: string}} way */
export function amount({ points, spent }, { left, measure }) {
  const amount = left ?? "";
  return measure ? `${amount} ${measure}` : spent ? t("match.points-used", { amount, points }) : t("match.points-left", { amount, points });
}

export class Actions {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.busy = false;
    this.sending = ""; // the order on its way
    /** @type {Promise<void>} */
    this.sent = Promise.resolve(); // ... when it has arrived
    /** @type {Order[]} given while the server did not answer */
    this.waiting = [];
  }

  /** Give an order; if there are several, ask which, next to the hex. @param {Offer[]} entries @param {string} [hex] */
  async choose(entries, hex = "") {
    if (!entries.length) return null;
    const [first] = entries;
    if (entries.length === 1 && !first.about) return this.give(first.order);
    const beside = this.parts.board.node.querySelector(`.hexhit[data-hex="${hex}"]`);
    if (entries.length === 1) {
      const sure = await ask(t("match.sure", { action: first.label }), h("p", { class: "quiet" }, first.about ?? ""), [[t("match.do-it"), true, true], [t("common.cancel"), false]], { beside });
      return sure ? this.give(first.order) : null;
    }
    /** @type {import("../lib/dom.js").Button[]} */
    const buttons = entries.slice(0, MOST).map((x) => [x.left ? `${x.label} (${amount(this.parts.stage, x)})` : x.label, x.order, this.parts.staff.advises(x.order)]);
    const order = await ask(hex ? placeOf(this.parts.stage, hex) : t("match.your-order"), null, [...buttons, [t("common.cancel"), null]], { beside });
    return order ? this.give(order) : null;
  }

  /**
   * Send a change with the number of the last change that this page has seen. Where all players write at once, another
   * player may have been faster: that changes nothing for this player's orders, and the change is sent again.
   * @param {string} path @param {Record<string, unknown>} body @returns {Promise<any>}
   */
  async send(path, body) {
    const { parts } = this;
    for (let retries = 0; ; retries++) {
      try {
        return await post(parts.path(path), { seq: parts.state.seq, ...body }, parts.token());
      } catch (error) {
        const failure = /** @type {Failure} */ (error);
        if (failure.status !== 409 || retries >= RETRIES || !parts.isSameWriting(failure.body)) throw failure;
        parts.take(failure.body, true);
      }
    }
  }

  /** @param {Order} order @param {boolean} [follows] it follows from an order before @param {boolean} [isAutomatic] ... and the player did not ask for it: the log says so */
  async give(order, follows = false, isAutomatic = false) {
    const { parts } = this;
    if (!follows) parts.automation.onOrder();
    const text = JSON.stringify(order);
    if (this.busy) {
      if (this.sending === text) return; // a double click
      await this.sent; // this order waits for the one before
    }
    if (this.busy || parts.replay) return;
    parts.banner.fold();
    this.busy = true;
    this.sending = text;
    let done = () => {};
    this.sent = new Promise((resolve) => { done = resolve; });
    const before = parts.mode.unit;
    const focus = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex : undefined;
    try {
      const answer = await this.send("/orders", isAutomatic ? { order, by_itself: true } : { order });
      const fresh = await parts.feed.update(answer);
      await parts.playback.show(fresh.filter((entry) => !resolves(parts, entry)), true);
      if (parts.closed) return;
      const other = parts.mode.unit === before ? "" : parts.mode.unit; // selected meanwhile
      parts.take(answer);
      if (focus) parts.board.focus(focus);
      if (fresh.some((entry) => resolves(parts, entry))) {
        await parts.playTurns(fresh);
        return;
      }
      if (!fresh.some((entry) => entry.battles?.length)) parts.feed.flash(answer.log_tail.at(-1)?.events ?? []);
      const written = parts.stage.sheet ? before : ""; // a written order is corrected in several steps
      await this.keepSelected(String(other || order.unit || written));
    } catch (error) {
      await this.onFailure(/** @type {Failure} */ (error), order);
    } finally {
      this.busy = false;
      done();
    }
  }

  /** Give an order from one of the tabs, and come back to it unless a reason is shown. @param {string} tab @param {Order} order */
  async giveFrom(tab, order) {
    const { parts } = this;
    const { seq } = parts.state;
    await this.give(order);
    if (parts.state.seq !== seq && !parts.mode.why) parts.turnTab(tab);
  }

  /** Send the orders given while the server did not answer; return how many. */
  async resume() {
    const orders = this.waiting;
    this.waiting = [];
    if (orders.length) await this.giveAll(orders);
    return orders.length - this.waiting.length;
  }

  /** Give several orders, one after the other, as long as they are accepted. @param {Order[]} orders */
  async giveAll(orders) {
    const { parts } = this;
    const { side } = parts;
    const kind = parts.state.choices.decision?.kind;
    for (const [at, order] of orders.entries()) {
      const { seq } = parts.state;
      await this.give(order);
      if (this.waiting.length) {
        this.waiting.push(...orders.slice(at + 1));
        return;
      }
      const { choices } = parts.state;
      const isOther = !choices.mine || parts.side !== side || choices.decision?.kind !== kind; // something else is decided first
      if (parts.state.seq === seq || isOther) return;
    }
  }

  /** Keep a unit selected that can do more, in games that want it. @param {string} unit */
  async keepSelected(unit) {
    const { stage, state, modes } = this.parts;
    if (stage.keeps && state.choices.mine && state.choices.units.includes(unit)) await modes.select(unit);
  }

  /** Handle a failed request. @param {Failure} error @param {Order} [order] that was sent */
  async onFailure(error, order) {
    const { parts } = this;
    if (!error.status && order) { // the request or its answer was lost; its number prevents that the order is done twice
      this.waiting.push(order);
      notice(t("match.no-answer"));
    } else if (error.status === 409) {
      notice(t("match.outdated"));
      parts.take(error.body);
      await parts.feed.update(error.body);
      parts.frame.drawLog();
    } else if (error.body?.rule) parts.explain("", [error.body]);
    else notice(error.message);
  }

  /** @param {"undo" | "restart"} what */
  async undo(what) {
    const { parts } = this;
    if (parts.playback.moving) return null;
    if (parts.state.undo) return notice(parts.state.undo);
    const { paused } = parts.automation;
    parts.automation.onUndo(); // before the request: the news of the undo may come before its answer
    try {
      let state = parts.state;
      for (let left = what === "undo" ? parts.staff.undoCount() : 1; left && !state.undo; left--) {
        state = await post(parts.path(`/${what}`), { seq: state.seq }, parts.token());
      }
      await parts.feed.update(state);
      parts.take(state);
    } catch (error) {
      const failure = /** @type {Failure} */ (error);
      parts.automation.paused = paused;
      if (failure.status === 409) parts.refresh();
      notice(failure.message);
    }
    return null;
  }

  async end() {
    const { choices } = this.parts.state;
    if (this.parts.command.button()) {
      await this.parts.command.toggle();
      return;
    }
    const end = choices.buttons.find((b) => b.end);
    if (!end) {
      if (choices.mine && choices.end) this.parts.explain(t("match.end-phase"), [choices.end]);
      else notice(choices.mine ? t("match.choose-answer") : t("match.other-side"));
      return;
    }
    if (!await this.parts.automation.confirmEnd(end.label)) return;
    this.parts.automation.noteUnfinished();
    await this.give(end.order);
  }

  /** Show the staff's order on the map, with a button that gives it. @param {Hint} [fast] the staff's own hint: ask the player that thinks longer */
  async hint(fast) {
    const { parts } = this;
    const { seq } = parts.state;
    if (fast) hold(t("match.hint.slow", { player: fast.slower, n: Math.ceil(fast.seconds) }));
    else notice(t("match.staff.thinking"));
    try {
      const hint = await (fast ? parts.staff.slowHint() : parts.staff.hint());
      if (parts.closed || parts.state.seq !== seq) return notice(t("match.hint.outdated"));
      const { words, why, player, slower, final } = hint;
      const order = /** @type {any} */ (hint.order);
      if (order.unit && parts.state.choices.units.includes(order.unit)) await parts.modes.select(order.unit);
      this.light({ label: words, order, units: order.attackers ?? order.units ?? [] });
      const give = () => {
        document.querySelector(".notice")?.remove();
        this.give(order);
      };
      hold(h("b", {}, t("match.hint", { player, order: words })), " ", why ?? "", " ", final ? `${final} ` : "", h("button", { onclick: give }, t("match.do-it")),
        slower && [" ", h("button", { onclick: () => this.hint(hint) }, t("match.hint.ask", { player: slower }))]);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** Show on the map what an order would do. @param {{label: string, order: any, units?: string[]} | null} entry */
  light(entry) {
    const { parts } = this;
    if (!entry) {
      parts.drawPieces();
      return parts.highlight();
    }
    const { order, units } = entry;
    const { marks } = parts.board;
    const path = (order.path ?? order.route ?? (order.hex ? [order.hex] : [])).map((/** @type {string} */ x) => x.replace(/r$/, ""));
    const from = parts.unitAt(order.unit);
    if (path.length) marks.showPath(from?.hex ?? path[0], path, parts.stage.units[order.unit], from?.marks);
    const declared = typeof order.attack === "number" ? parts.state.board.attacks[order.attack]?.targets : null;
    const targets = order.targets ?? declared ?? (order.target ? [order.target] : null);
    if (targets) marks.showTargets(targets);
    const lit = units?.length ? units : order.attackers;
    if (lit?.length) parts.board.drawUnits(parts.state.board.units, { lit: new Set(lit), selected: parts.mode.unit || null });
    return undefined;
  }
}
