// Whether the other player of a match by link is at the table.
import { h, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

const LINK = "invited";
const PEOPLE = ["me", LINK];

/** @typedef {Pick<import("./store.js").Store, "stage" | "state" | "side" | "trial">} Parts */
/** Numbers of the sides. @typedef {{here: number[], left: number[]}} Present */

export class Presence {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.node = h("p", { class: "presence", role: "status", hidden: true });
  }

  /** The side that another person plays on another screen; none if nobody joins by a link. */
  friend() {
    const { state, side, trial } = this.parts;
    const others = Object.entries(state.seats).filter(([one]) => one !== side);
    const byLink = others.some(([, who]) => who === LINK) || state.seats[side] === LINK;
    return trial || side === "watch" || !byLink ? undefined : others.find(([, who]) => PEOPLE.includes(who))?.[0];
  }

  /** @param {Present} present */
  show({ here, left }) {
    const side = this.friend();
    this.node.hidden = !side || Boolean(this.parts.state.board.result);
    if (!side) return;
    const number = this.parts.stage.sides.indexOf(side);
    const where = here.includes(number) ? "here" : left.includes(number) ? "left" : "waiting";
    const words = t(`match.presence.${where}`, { side: side_name(side) });
    if (this.node.textContent === words) return;
    this.node.dataset.where = where;
    this.node.textContent = words;
  }
}
