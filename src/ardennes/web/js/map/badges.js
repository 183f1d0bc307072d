// Declared attacks on the map: the odds on a badge that fights when clicked, with × where the attack can be cancelled.
import { s } from "../lib/dom.js";
import { placesOf } from "../match/panels/boxes.js";
import { t } from "../lib/text.js";
import { RED } from "./colours.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.gen.js").BoardState} BoardState */
/** @typedef {import("../types.gen.js").Declared} Declared */

const CROSS = 44; // the target of ×, in units of the map

/** Whether the attack can be cancelled: by an order, or because it can be taken back and no rule demands it. @param {Declared} attack */
export const mayCancel = (attack) => Boolean(attack.withdraw || (attack.again && !attack.demanded));

/** Attacks still to be made. @param {BoardState} board */
export const waiting = (board) => board.attacks.filter((x) => x.status === "pending" || x.status === "plotted");

export class Badges {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "badges" });
    board.top.append(this.layer);
  }

  /** @param {BoardState} board @param {boolean} isOpen whether the player may act on them */
  draw(board, isOpen) {
    const labels = new Map((board.arrows ?? []).filter((x) => x.label).map((x) => [x.to, x.label]));
    const fought = new Set(board.battle?.targets ?? []);
    const list = isOpen ? waiting(board).filter((x) => !x.targets.some((hex) => fought.has(hex))) : [];
    this.layer.replaceChildren(...list.flatMap((x) => this.badge(x, x.targets.map((hex) => labels.get(hex)).find(Boolean) ?? "")));
    return new Set(list.flatMap((x) => x.targets));
  }

  /** @param {Declared} attack @param {string} odds */
  badge(attack, odds) {
    const at = this.board.geometry.hexes[attack.targets[0]];
    if (!at || !odds) return [];
    const target = placesOf(this.board.stage, attack.targets);
    const cross = mayCancel(attack) ? CROSS : 0;
    const wide = 28 + 11 * odds.length;
    const left = -(wide + cross) / 2;
    const button = (/** @type {string} */ label) => ({ role: "button", tabindex: 0, "aria-label": label });
    return [s("g", { class: "badge", transform: `translate(${at.x} ${at.y - this.board.pieces.size / 2 - 15})` },
      s("g", { "data-attack": attack.number, ...button(t(attack.fight ? "map.badge.fight" : "map.badge.show", { target })) },
        s("rect", { x: left, y: -18, width: wide + cross, height: 36, rx: 18, fill: RED, stroke: "#fff", "stroke-width": 3 }),
        s("text", { x: left + wide / 2, y: 8, "text-anchor": "middle", "font-size": 23, "font-weight": 700, fill: "#fff", class: "label" }, odds)),
      cross ? s("g", { "data-strike": attack.number, transform: `translate(${left + wide + cross / 2 - 4} 0)`, ...button(t("map.badge.cancel", { target })) },
        s("rect", { x: -CROSS / 2, y: -CROSS / 2, width: CROSS, height: CROSS, fill: "transparent" }),
        s("path", { d: "M-18 -13V13", stroke: "#fff", "stroke-width": 1.6, opacity: 0.7 }),
        s("path", { d: "M-8 -8L8 8M8 -8L-8 8", stroke: "#fff", "stroke-width": 4, "stroke-linecap": "round" })) : "")];
  }
}
