// The advice of the staff: its order for the current decision, and how many orders it gave last.
import { get } from "../lib/api.js";
import { t } from "../lib/text.js";
import { isQuestion } from "./panels/card.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("../types.gen.js").Hint} Hint */
/** @typedef {import("../types.gen.js").Order} Order */
/** @typedef {Store & Pick<Table, "automation" | "drawCard">} Parts */

export class Staff {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** the orders given last, and the change they led to @type {{seq: number, orders: number}} */
    this.block = { seq: -1, orders: 0 };
    /** the advice at a change of the match @type {{seq: number, hint: Promise<Hint>, known: Hint | null}} */
    this.advice = { seq: -1, hint: Promise.reject(), known: null };
    this.advice.hint.catch(() => {}); // nobody has asked
  }

  /** Return the staff's order; the server is asked once for each change. @returns {Promise<Hint>} */
  hint() {
    const { parts } = this;
    const { seq } = parts.state;
    if (this.advice.seq === seq) return this.advice.hint;
    const advice = { seq, hint: get(parts.path("/hint"), parts.token()), known: /** @type {Hint | null} */ (null) };
    this.advice = advice;
    advice.hint.then((/** @type {Hint} */ hint) => { advice.known = hint; }, () => { advice.seq = -1; });
    return advice.hint;
  }

  /** Return the order of the player that thinks longer. @returns {Promise<Hint>} */
  slowHint() {
    return get(this.parts.path("/hint?patient=1"), this.parts.token());
  }

  /** Make the staff's answer to a question the gold button; without advice, no button is. */
  async advise() {
    const { parts } = this;
    const { seq, choices } = parts.state;
    if (parts.replay || !isQuestion(choices) || parts.automation.next()) return;
    try {
      const { order } = await this.hint();
      if (parts.closed || parts.replay || parts.state.seq !== seq || !choices.buttons.some((b) => !b.end && isSame(b.order, order))) return;
    } catch {
      return; // the staff has no time, or no advice
    }
    parts.automation.askedAt = performance.now(); // Enter was meant for something else
    parts.drawCard();
  }

  /** Whether the staff advises this order. @param {Order} order */
  advises(order) {
    const { seq, known } = this.advice;
    return Boolean(known && seq === this.parts.state.seq && isSame(known.order, order));
  }

  reason() {
    const { known } = this.advice;
    if (!known) return null;
    const { player, why } = known;
    return why ? t("match.staff.reason", { player, why }) : t("match.staff.choice", { player });
  }

  /** How many orders Undo takes back now: those of the staff together. */
  undoCount() {
    return this.block.seq === this.parts.state.seq ? Math.max(1, this.block.orders) : 1;
  }
}

/** Whether two orders have the same fields. @param {Order} a @param {Order} b */
const isSame = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
