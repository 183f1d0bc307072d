// What a move would lead to, drawn on the map while the pointer is on a hex: points left, a second route, forced attacks.
import { s } from "../lib/dom.js";
import { BLUE, RED } from "./marks.js";

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{x: number, y: number}} Point */

const GOLD = "#B98A1F";
const TEXT = 21; // size of a label
const WIDE = 10.4; // of a letter of that size
const REACH = 30; // from a hexside to the tail and to the head of an arrow

/** The points left over friends, in the left corner of the hex, where they hide no factor. @param {Marks} marks @param {[string, string][]} entries */
export function discs(marks, entries) {
  return entries.filter(([id]) => marks.geometry.hexes[id]).map(([id, text]) => {
    const { x, y } = marks.geometry.hexes[id];
    const wide = Math.max(36, 20 + 11 * text.length);
    return s("g", { class: "leftdisc", "data-left": id, transform: `translate(${x - marks.size / 2 - 14} ${y})` },
      s("rect", { x: -wide / 2, y: -18, width: wide, height: 36, rx: 18, fill: "#fff", stroke: BLUE, "stroke-width": 4 }),
      s("text", { y: 8, "text-anchor": "middle", "font-size": 23, "font-weight": 700, fill: "#151310", class: "label" }, text));
  });
}

/** A label in a pill; `at` is its middle. @param {Point} at @param {string} text @param {string} fill @param {string} ink */
function pill({ x, y }, text, fill, ink) {
  const wide = 28 + WIDE * text.length;
  return s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("rect", { x: -wide / 2, y: -20, width: wide, height: 40, rx: 9, fill, stroke: "#fff", "stroke-width": 2.6 }),
    s("text", { y: 8, "text-anchor": "middle", "font-size": TEXT + 1, "font-weight": 700, fill: ink, class: "label" }, text));
}

/** A second route, gold and dashed, beside the first. @param {Marks} marks @param {string} from @param {string[]} path @param {string} text */
export function secondPath(marks, from, path, text) {
  const steps = marks.geometry.known([from, ...path]);
  if (steps.length < 2) return;
  const tops = steps.map((id) => marks.geometry.hexes[id]);
  const high = tops.slice(1).reduce((a, b) => b.y < a.y ? b : a);
  marks.trail.append(s("g", { class: "second", "data-second": steps[steps.length - 1] }, marks.line(steps, GOLD, "20 13", marks.size / 2 + 10), pill({ x: high.x, y: high.y - marks.size / 2 - 30 }, text, GOLD, "#1c1705")));
}

/** Red arrows over the hexsides to the hexes that would have to be attacked, each with a label. @param {Marks} marks @param {string} from @param {{hex: string, text: string}[]} attacks */
export function mustAttack(marks, from, attacks) {
  const a = marks.geometry.hexes[from];
  for (const { hex, text } of attacks) {
    const b = marks.geometry.hexes[hex];
    if (!a || !b) continue;
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const aside = (28 + WIDE * text.length) / 2 + 24;
    const level = Math.abs(b.x - a.x) > far / 2; // the arrow lies across: its label goes above it
    const at = level ? { x: middle.x, y: middle.y + (b.y < a.y ? -48 : 48) } : { x: middle.x - aside, y: middle.y };
    marks.trail.append(s("g", { class: "mustattack", "data-must": hex },
      s("path", { d: `M${-REACH} -5H6V-17L${REACH} 0L6 17V5H${-REACH}Z`, transform: `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)}) rotate(${turn.toFixed(1)})`, fill: RED, stroke: "#fff", "stroke-width": 3, "stroke-linejoin": "round" }),
      pill(at, text, RED, "#fff")));
  }
}

/** Rings around hexes, numbered in their order. @param {Marks} marks @param {{hex: string, text: string}[]} list */
export function numbered(marks, list) {
  marks.showTargets(list.map((x) => x.hex), list.map((x, at) => [x.hex, `${at + 1}  ${x.text}`]));
}
