// What a move would lead to, drawn on the map while the pointer is on a hex: points left, a second route, forced attacks.
import { s } from "../lib/dom.js";
import { BLUE, RED } from "./colours.js";

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {{x: number, y: number}} Point */

const GOLD = "#B98A1F";
const TEXT = 21; // size of a label
const WIDE = 9.2; // of a letter of that size
const TALL = 40; // of a label
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

/** The first place for a label beside a hex where it hides the fewest counters. @param {Marks} marks @param {string} hex @param {string} text @param {Point[]} [avoid] @returns {Point} */
function freePlace({ geometry, size, taken }, hex, text, avoid = []) {
  const { x, y } = geometry.hexes[hex];
  const [wide, up] = [28 + WIDE * text.length, geometry.radius + TALL / 2 - 6];
  const out = size / 2 + 34 + wide / 2;
  const places = [[0, -up], [-out, -up / 2], [out, -up / 2], [-out, up / 2], [out, up / 2], [0, up], [-out, 0], [out, 0], [0, -2 * up], [0, 2 * up]].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
  const counters = Object.values(geometry.hexes).filter((at) => at.id === hex || taken(at.id));
  const hidden = (/** @type {Point} */ p) => counters.filter((at) => Math.abs(at.x - p.x) < (wide + size) / 2 && Math.abs(at.y - p.y) < (TALL + size) / 2).length
    + avoid.filter((at) => Math.abs(at.x - p.x) < wide / 2 + 30 && Math.abs(at.y - p.y) < TALL).length;
  return places.reduce((best, p) => hidden(p) < hidden(best) ? p : best);
}

/** A label in a pill; `at` is its middle. @param {Point} at @param {string} text @param {string} fill @param {string} ink */
function pill({ x, y }, text, fill, ink) {
  const wide = 28 + WIDE * text.length;
  return s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("rect", { x: -wide / 2, y: -TALL / 2, width: wide, height: TALL, rx: 9, fill, stroke: "#fff", "stroke-width": 2.6 }),
    s("text", { y: 8, "text-anchor": "middle", "font-size": TEXT + 1, "font-weight": 700, fill: ink, class: "label" }, text));
}

/** A second route, gold and dashed, beside the first. @param {Marks} marks @param {string} from @param {string[]} path @param {string} text */
export function secondPath(marks, from, path, text) {
  const steps = marks.geometry.known([from, ...path]);
  if (steps.length < 2) return;
  const middle = steps[Math.max(1, Math.floor(steps.length / 2))];
  marks.trail.prepend(...marks.line(steps, GOLD, "20 13", marks.size / 2 + 10));
  marks.hints.append(s("g", { class: "second", "data-second": steps[steps.length - 1] }, pill(freePlace(marks, middle, text), text, GOLD, "#1c1705")));
}

/** Red arrows over the hexsides to the hexes that would have to be attacked, each with a label. @param {Marks} marks @param {string} from @param {{hex: string, text: string}[]} attacks */
export function mustAttack(marks, from, attacks) {
  const a = marks.geometry.hexes[from];
  /** @type {Point[]} */
  const places = [];
  for (const { hex, text } of attacks) {
    const b = marks.geometry.hexes[hex];
    if (!a || !b) continue;
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    places.push(middle, freePlace(marks, from, text, [...places, middle]));
    marks.hints.append(s("g", { class: "mustattack", "data-must": hex },
      s("path", { d: `M${-REACH} -5H6V-17L${REACH} 0L6 17V5H${-REACH}Z`, transform: `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)}) rotate(${turn.toFixed(1)})`, fill: RED, stroke: "#fff", "stroke-width": 3, "stroke-linejoin": "round" }),
      pill(places[places.length - 1], text, RED, "#fff")));
  }
}

/** Rings around hexes, numbered in their order. @param {Marks} marks @param {{hex: string, text: string}[]} list */
export function numbered(marks, list) {
  marks.showTargets(list.map((x) => x.hex), list.map((x, at) => [x.hex, `${at + 1} · ${x.text}`]));
}
