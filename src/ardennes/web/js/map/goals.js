// Goals above the counters: a gold star on a disc in the owner's colour, with the town's name where a stack covers it.
import { s } from "../lib/dom.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("../types.gen.js").Goal} Goal */

export const STAR = "M0 -10L2.900 -3.600L9.900 -2.900L4.700 1.800L6.200 8.700L0 5.100L-6.200 8.700L-4.700 1.800L-9.900 -2.900L-2.900 -3.600Z";
export const OWNER = ["#59635b", "#5f7030"]; // the German, the other
const DISC = 17; // radius at scale 1, where a hex has a radius of 64
const SMALL = 0.6; // below this scale only the star, at a fixed size on the screen
const LETTER = 9.4; // width of a letter of a name

/** Return the colour of a side. @param {string[]} sides of the game @param {string} side */
export function colourOf(sides, side) {
  const german = sides.includes("german") ? "german" : sides[0];
  return sides.includes(side) ? OWNER[side === german ? 0 : 1] : "#6b675a";
}

export class Goals {
  /** @param {string[]} sides @param {Geometry} geometry @param {(id: string) => boolean} taken is there a counter */
  constructor(sides, geometry, taken) {
    this.sides = sides;
    this.geometry = geometry;
    this.taken = taken;
    this.layer = s("g", { class: "goals", "pointer-events": "none" });
    /** @type {Map<string, string>} by hex: who holds it */
    this.holders = new Map();
    this.drawn = "";
  }

  /** @param {Goal[]} goals of the board that is shown */
  take(goals) {
    this.holders = new Map(goals.flatMap((goal) => goal.hex && this.geometry.hexes[goal.hex] ? [[goal.hex, goal.holder ?? ""]] : []));
  }

  /** @param {number} k the scale of the map */
  draw(k) {
    const isFar = k < SMALL;
    const key = `${isFar ? k.toFixed(3) : ""} ${[...this.holders].map(([hex, side]) => `${hex}${side}${this.taken(hex)}`)}`;
    if (!k || key === this.drawn) return;
    this.drawn = key;
    this.layer.replaceChildren(...[...this.holders].map(([hex, side]) => isFar ? this.far(hex, side, k) : this.near(hex, side)));
  }

  /** @param {string} hex @param {string} side @param {number} k */
  far(hex, side, k) {
    const { x, y } = this.geometry.hexes[hex];
    const place = `translate(${x} ${(y - this.geometry.radius * 0.6).toFixed(1)}) scale(${(1 / k).toFixed(3)})`;
    return s("path", { class: "goal far", "data-goal": hex, "data-holder": side, d: STAR, transform: place, fill: "#FFD84a", stroke: "#2b2206", "stroke-width": 1.8, "stroke-linejoin": "round" });
  }

  /** @param {string} hex @param {string} side */
  near(hex, side) {
    const { x, y, place } = this.geometry.hexes[hex];
    const { radius } = this.geometry;
    const fill = colourOf(this.sides, side);
    const name = this.taken(hex) ? place : "";
    const wide = name.length * LETTER + 2 * DISC + 14;
    const at = `translate(${x} ${(y + radius * (name ? 0.8 : -0.46)).toFixed(1)}) scale(${(radius / 64).toFixed(3)})`;
    const disc = [s("circle", { r: DISC, fill, stroke: "#fff", "stroke-width": 2.4 }), s("path", { d: STAR, fill: "#FFD84a", stroke: "#3b2f05", "stroke-width": 1 })];
    return s("g", { class: "goal", "data-goal": hex, "data-holder": side, transform: at },
      name ? s("rect", { x: -wide / 2 + 4, y: -14, width: wide - 4, height: 28, rx: 14, fill: "#fffaf0", "fill-opacity": 0.96, stroke: fill, "stroke-width": 2.4 }) : "",
      name ? s("text", { x: DISC + 1, y: 7, "text-anchor": "middle", class: "goalname" }, name) : "",
      name ? s("g", { transform: `translate(${DISC - wide / 2} 0)` }, disc) : disc);
  }
}
