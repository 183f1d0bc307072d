// The graph under the replay's scrubber: both sides' chances order by order, turning points as marks; a click goes there.
import { dated, h, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { wholePercents } from "../panels/percents.js";

/** @typedef {import("../../types.gen.js").Account} Account */
/** @typedef {import("../../types.gen.js").Summary} Summary */
/** @typedef {import("../../types.gen.js").Moment} Moment */

const WIDE = 690, TALL = 64, FLOOR = 70;

/** The German's chances at a moment; the account tells the first side's. @param {Moment} moment @param {number} german */
export function germanChance({ win, draw, low, high }, german) {
  return german === 0 ? { win, draw, low, high } : { win: 1 - win - draw, draw, low: Math.max(0, 1 - high - draw), high: Math.max(0, 1 - low - draw) };
}

/** A chance too close to never or always for a whole percentage. @param {number} chance */
const bounded = (chance) => chance > 0 && chance < 0.01 ? t("replay.chance.under") : chance > 0.99 && chance < 1 ? t("replay.chance.over") : "";

/** A chance alone: 48, under 1, over 99. @param {number} chance */
export const percent = (chance) => bounded(chance) || String(Math.round(100 * chance));

export class ChanceGraph {
  /** @param {Account | null} account @param {Summary} summary @param {number} orders @param {(order: number) => unknown} go */
  constructor(account, summary, orders, go) {
    this.account = account?.trust && account.curve.length > 1 ? account : null;
    this.summary = summary;
    this.orders = Math.max(1, orders);
    this.go = go;
    this.here = s("g", { class: "here" });
    this.told = h("div", { class: "chance", role: "status" });
    this.node = this.draw();
  }

  /** Where an order lies across. @param {number} order */
  x(order) {
    return order / this.orders * WIDE;
  }

  draw() {
    const { account, summary } = this;
    const click = (/** @type {MouseEvent} */ e) => {
      const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
      this.go(Math.round((e.clientX - box.left) / box.width * this.orders));
    };
    const parts = account ? this.chances(account) : this.score();
    const svg = s("svg", { class: "graph", viewBox: `0 -14 ${WIDE} ${FLOOR + 34}`, preserveAspectRatio: "none", onclick: click, "aria-hidden": "true" },
      parts, this.days(summary), this.here);
    const marks = (account?.swings ?? []).map((swing) => h("button", {
      class: "turn", title: swing.name, "aria-label": t("replay.chance.swing", { name: swing.name, why: swing.why }), onclick: () => this.go(swing.step), style: `left:${100 * swing.step / this.orders}%`,
    }, "▼"));
    const plans = this.clear().map((one) => h("button", {
      class: "turn plan", title: `${one.kind}: ${one.better}`, "aria-label": `${one.kind}: ${one.better}`, onclick: () => this.go(one.order), style: `left:${100 * one.order / this.orders}%`,
    }, "◆"));
    return h("div", { class: "graphplace" }, h("div", { class: "graphbox" }, svg, marks, plans), this.told);
  }

  /** The decisions for which there was a better plan. */
  clear() {
    return (this.account?.verdicts?.found ?? []).filter((one) => one.kind !== "no clear difference");
  }

  /** The better plan at an order. @param {number} order */
  better(order) {
    return this.clear().find((one) => one.order === order);
  }

  /** @param {Account} account */
  chances(account) {
    const { german } = this.summary;
    const points = account.curve.map((moment) => ({ x: this.x(moment.order), ...germanChance(moment, german) }));
    const y = (/** @type {number} */ value) => TALL * (1 - value);
    const line = (/** @type {(one: typeof points[0]) => number} */ of) => points.map((one) => `${one.x.toFixed(1)},${y(of(one)).toFixed(1)}`);
    const area = (/** @type {string[]} */ over, /** @type {string} */ kind) => s("polygon", { points: [...over, `${WIDE},${TALL}`, `${points[0].x.toFixed(1)},${TALL}`].join(" "), class: kind });
    const band = [...line((one) => one.high), ...line((one) => one.low).reverse()].join(" ");
    return [s("rect", { x: 0, y: 0, width: WIDE, height: TALL, class: "other" }), area(line((one) => one.win + one.draw), "drawn"), area(line((one) => one.win), "win"),
      s("polygon", { points: band, class: "band" }), s("polyline", { points: line((one) => one.win + one.draw).join(" "), class: "otherline" }), s("polyline", { points: line((one) => one.win).join(" "), class: "winline" })];
  }

  /** Where there is no model: the score, if the match had ended then. */
  score() {
    const { growth } = this.summary;
    const values = growth.map((row) => row.margin);
    const low = Math.min(0, ...values), high = Math.max(1, ...values);
    const points = growth.map((row) => `${this.x(row.order).toFixed(1)},${(TALL * (1 - (row.margin - low) / (high - low))).toFixed(1)}`);
    return [s("rect", { x: 0, y: 0, width: WIDE, height: TALL, class: "blank" }), s("polyline", { points: points.join(" "), class: "winline" })];
  }

  /** @param {Summary} summary */
  days({ growth }) {
    const first = new Map();
    let before = 0;
    for (const row of growth) {
      if (!first.has(row.day)) first.set(row.day, [before, row.order]);
      else first.get(row.day)[1] = row.order;
      before = row.order;
    }
    const many = first.size > 16;
    return [...first].map(([day, [from, to]], at) => s("g", {}, s("line", { x1: this.x(from), x2: this.x(from), y1: 0, y2: TALL, class: "dayline" }),
      many && at % 2 ? "" : s("text", { x: this.x((from + to) / 2), y: FLOOR + 12, "text-anchor": "middle" }, String(day > 31 ? day - 31 : day))));
  }

  /** The order that is shown now. @param {number} order */
  show(order) {
    const x = this.x(order);
    this.here.replaceChildren(s("line", { x1: x, x2: x, y1: -6, y2: TALL + 6 }));
    const { summary, account } = this;
    const row = summary.growth.find((one) => one.order >= order) ?? summary.growth.at(-1);
    const day = row ? dated(row.day) : "";
    if (!account) {
      this.told.replaceChildren(h("b", {}, row?.level ?? ""), h("small", {}, " ", t("replay.chance.if-ended", { day })));
      return;
    }
    const plan = this.better(order);
    const moment = account.curve.filter((one) => one.order <= order).at(-1) ?? account.curve[0];
    const { win, draw, low, high } = germanChance(moment, summary.german);
    const chances = [win, draw, Math.max(0, 1 - win - draw)];
    const whole = wholePercents(chances.map((chance) => 100 * chance));
    const [first, drawn, second] = chances.map((chance, at) => bounded(chance) || String(whole[at]));
    this.told.replaceChildren(h("div", {}, h("b", { class: "german" }, t("replay.percent", { percent: first })), " ", h("b", {}, t("replay.chance.victory", { side: summary.sides[0] })),
      " ", h("small", {}, t("replay.chance.range", { low: percent(low), high: percent(high) }))),
    h("small", {}, draw >= 0.005 ? `${t("replay.chance.draw", { percent: drawn })} · ` : "", `${t("replay.chance.victory", { side: summary.sides[1] })} `, h("b", { class: "allied" }, t("replay.percent", { percent: second })),
      ` · ${[day, moment.phase].filter(Boolean).join(", ")}`), plan ? h("p", {}, t("replay.chance.better", { plan: plan.better })) : "");
  }
}
