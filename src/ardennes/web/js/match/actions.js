// Giving orders: choosing among several, ending a phase, undo, and the staff's advice.
import { post } from "../lib/api.js";
import { ask, h, hold, notice } from "../lib/dom.js";
import { placeOf } from "./panels/boxes.js";
import { playFresh, resolves } from "./replay/turn.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {import("../types.gen.js").Hint} Hint */
/** @typedef {{label: string, order: Order, left?: string, measure?: string, about?: string}} Offer */
/** @typedef {Error & {status?: number, body?: any}} Failure */

const AGAIN = 6; // times a change is sent again when others were quicker
const MOST = 24; // so many orders are listed in a question

/** What stands in a lit hex, in words: the points of a way, or what else it measures. @param {import("../types.gen.js").Stage} stage @param {{left?: string, measure?: string}} way */
export function amount({ points, spent }, { left, measure }) {
  return measure ? `${left} ${measure}` : `${left} ${points} ${spent ? "used" : "left"}`;
}

export class Giving {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.busy = false;
    this.sending = ""; // the order on its way
    /** @type {Promise<void>} */
    this.sent = Promise.resolve(); // ... when it has arrived
    /** @type {Order[]} given while the server did not answer */
    this.waiting = [];
  }

  /** One order is given; of several, the player is asked which, beside the hex. @param {Offer[]} entries @param {string} [hex] */
  async pick(entries, hex = "") {
    if (!entries.length) return null;
    const [first] = entries;
    if (entries.length === 1 && !first.about) return this.give(first.order);
    const beside = this.table.board.node.querySelector(`.hexhit[data-hex="${hex}"]`);
    if (entries.length === 1) {
      const sure = await ask(`${first.label}?`, h("p", { class: "quiet" }, first.about ?? ""), [["Do it", true, true], ["Not now", false]], { beside });
      return sure ? this.give(first.order) : null;
    }
    /** @type {import("../lib/dom.js").Button[]} */
    const buttons = entries.slice(0, MOST).map((x) => [x.left ? `${x.label} (${amount(this.table.stage, x)})` : x.label, x.order, this.table.staff.would(x.order)]);
    const order = await ask(hex ? placeOf(this.table.stage, hex) : "Your order", null, [...buttons, ["Not now", null]], { beside });
    return order ? this.give(order) : null;
  }

  /**
   * Sends a change with the number of the last one that was seen. Where all write at once, somebody of one's own side may
   * have been quicker, or the other side has sealed: that changes nothing for one's own sheet, and it is sent again.
   * @param {string} path @param {Record<string, unknown>} body @returns {Promise<any>}
   */
  async send(path, body) {
    const { table } = this;
    for (let again = 0; ; again++) {
      try {
        return await post(table.path(path), { seq: table.state.seq, ...body }, table.token());
      } catch (error) {
        const failure = /** @type {Failure} */ (error);
        if (failure.status !== 409 || again >= AGAIN || !table.goesOn(failure.body)) throw failure;
        table.take(failure.body, true);
      }
    }
  }

  /** @param {Order} order @param {boolean} [goesOn] it follows from an order before @param {boolean} [byItself] ... and nobody asked for it: the log says so */
  async give(order, goesOn = false, byItself = false) {
    const { table } = this;
    if (!goesOn) table.flow.ordered();
    const text = JSON.stringify(order);
    if (this.busy) {
      if (this.sending === text) return; // a double click
      await this.sent; // the order before is still on its way: this one waits for it, it is not lost
    }
    if (this.busy || table.replay) return;
    table.banner.fold();
    this.busy = true;
    this.sending = text;
    let done = () => {};
    this.sent = new Promise((resolve) => { done = resolve; });
    const before = table.picking.unit;
    const picked = table.stage.sheet ? before : null; // what is written for it is corrected in several steps
    const held = document.activeElement instanceof SVGElement ? document.activeElement.dataset.hex : undefined;
    try {
      const answer = await this.send("/orders", byItself ? { order, by_itself: true } : { order });
      const fresh = await table.watching.moreLog(answer);
      await table.film.show(fresh.filter((entry) => !resolves(table, entry)), true);
      if (table.closed) return;
      const other = table.picking.unit === before ? null : table.picking.unit; // one has picked meanwhile
      table.take(answer);
      if (held) table.board.focus(held);
      if (fresh.some((entry) => resolves(table, entry))) {
        await playFresh(table, fresh);
        return;
      }
      if (!fresh.some((entry) => entry.battles?.length)) table.watching.flashes(answer.log_tail.at(-1)?.events ?? []);
      await this.goOn(String(other ?? order.unit ?? picked ?? ""));
    } catch (error) {
      await this.failed(/** @type {Failure} */ (error), order);
    } finally {
      this.busy = false;
      done();
    }
  }

  /** An order given from one of the tabs: one comes back to it, unless a reason is told. @param {string} tab @param {Order} order */
  async giveFrom(tab, order) {
    const { table } = this;
    const { seq } = table.state;
    await this.give(order);
    if (table.state.seq !== seq && !table.why) table.turnTab(tab);
  }

  /** The line is back: what was given meanwhile is sent now. Returns how much that was. */
  async resume() {
    const orders = this.waiting;
    this.waiting = [];
    if (orders.length) await this.giveAll(orders);
    return orders.length - this.waiting.length;
  }

  /** Several orders, one after the other, as long as they are taken. @param {Order[]} orders */
  async giveAll(orders) {
    const { table } = this;
    const { side } = table;
    const kind = table.state.choices.decision?.kind;
    for (const [at, order] of orders.entries()) {
      const { seq } = table.state;
      await this.give(order);
      if (this.waiting.length) {
        this.waiting.push(...orders.slice(at + 1));
        return;
      }
      const { choices } = table.state;
      const asked = !choices.mine || table.side !== side || choices.decision?.kind !== kind; // something else is decided first
      if (table.state.seq === seq || asked) return;
    }
  }

  /** A unit that can do more stays picked, where the game has it so. @param {string} unit */
  async goOn(unit) {
    const { stage, state, picking } = this.table;
    if (stage.keeps && state.choices.mine && state.choices.units.includes(unit)) await picking.select(unit);
  }

  /** @param {Failure} error @param {Order} [order] what was to be done */
  async failed(error, order) {
    const { table } = this;
    if (!error.status && order) { // it never arrived, or its answer did not: the number it is sent with keeps it from being done twice
      this.waiting.push(order);
      notice("The server does not answer. The order is kept, and given when the line is back.");
    } else if (error.status === 409) {
      notice("The match has moved on meanwhile; look again.");
      table.take(error.body);
      await table.watching.moreLog(error.body);
      table.frame.drawLog();
    } else if (error.body?.rule) table.explain("", [error.body]);
    else notice(error.message);
  }

  /** @param {"undo" | "restart"} what */
  async undo(what) {
    const { table } = this;
    if (table.film.moving) return null;
    if (table.state.undo) return notice(table.state.undo);
    const { byHand } = table.flow;
    table.flow.undone(); // before it is told to others: what they are told comes here too, maybe sooner than the answer
    try {
      let state = table.state;
      for (let left = what === "undo" ? table.staff.together() : 1; left && !state.undo; left--) {
        state = await post(table.path(`/${what}`), { seq: state.seq }, table.token());
      }
      await table.watching.moreLog(state);
      table.take(state);
    } catch (error) {
      const failure = /** @type {Failure} */ (error);
      table.flow.byHand = byHand;
      if (failure.status === 409) table.refresh();
      notice(failure.message);
    }
    return null;
  }

  async end() {
    const { choices } = this.table.state;
    if (this.table.command.button()) {
      await this.table.command.toggle();
      return;
    }
    const end = choices.buttons.find((b) => b.end);
    if (!end) {
      if (choices.mine && choices.end) this.table.explain("end now", [choices.end]);
      else notice(choices.mine ? "This decision has an answer to choose; there is nothing to end." : "The other side decides now.");
      return;
    }
    if (!await this.table.flow.sure(end.label)) return;
    this.table.flow.left();
    await this.give(end.order);
  }

  /** What would the staff do? Shown on the map, with a button that does it. @param {Hint} [staffs] one has it and
   * asks whoever thinks longer */
  async hint(staffs) {
    const { table } = this;
    const { seq } = table.state;
    if (staffs) hold(`The ${staffs.slower} plays plans out; a turn takes it about ${Math.ceil(staffs.seconds)} s …`);
    else notice("The staff is thinking …");
    try {
      const hint = await (staffs ? table.staff.ponder() : table.staff.hint());
      if (table.closed || table.state.seq !== seq) return notice("The match has gone on since you asked.");
      const { words, why, player, slower, final, ...found } = hint;
      const order = /** @type {any} */ (found.order);
      if (order.unit && table.state.choices.units.includes(order.unit)) await table.picking.select(order.unit);
      this.light({ label: words, order, units: order.attackers ?? order.units ?? [] });
      const act = () => {
        document.querySelector(".notice")?.remove();
        this.give(order);
      };
      hold(h("b", {}, `The ${player} would: ${words}. `), why ?? "", " ", final ? `${final} ` : "", h("button", { onclick: act }, "Do it"),
        slower && [" ", h("button", { onclick: () => this.hint(hint) }, `Ask the ${slower}`)]);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** Shows on the map what an order would do. @param {{label: string, order: any, units?: string[]} | null} entry */
  light(entry) {
    const { table } = this;
    if (!entry) {
      table.drawPieces();
      return table.highlight();
    }
    const { order, units } = entry;
    const { marks } = table.board;
    const path = (order.path ?? order.route ?? (order.hex ? [order.hex] : [])).map((/** @type {string} */ x) => x.replace(/r$/, ""));
    const from = table.unitAt(order.unit);
    if (path.length) marks.showPath(from?.hex ?? path[0], path, table.stage.units[order.unit], from?.marks);
    const declared = typeof order.attack === "number" ? table.state.board.attacks[order.attack]?.targets : null;
    const targets = order.targets ?? declared ?? (order.target ? [order.target] : null);
    if (targets) marks.showTargets(targets);
    const lit = units?.length ? units : order.attackers;
    if (lit?.length) table.board.drawUnits(table.state.board.units, { lit: new Set(lit), selected: table.picking.unit });
    return undefined;
  }
}
