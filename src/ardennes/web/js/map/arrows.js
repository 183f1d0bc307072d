// Arrows of attacks: long and narrow, along the line between two hexes, fading in over the attacker, with the head on the hexside.
import { s } from "../lib/dom.js";

const WIDE = 9; // of the shaft, where a hex has a radius of 64
const HEAD = 26;
const TIP = 0.46; // of a radius: so far from the target's center it ends

let count = 0; // each gradient needs its own name

/** @param {import("../types.gen.js").Hex} a the attacker's hex @param {import("../types.gen.js").Hex} b the target @param {string} colour @param {number} radius of a hex */
export function attackArrow(a, b, colour, radius) {
  const scale = radius / 64;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const end = length - radius * TIP;
  const neck = end - HEAD * scale;
  const half = WIDE / 2 * scale;
  const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
  const fade = (/** @type {string} */ name, /** @type {string} */ stroke) => s("linearGradient", { id: name, gradientUnits: "userSpaceOnUse", x1: 0, y1: 0, x2: length, y2: 0 },
    s("stop", { offset: 0, "stop-color": stroke, "stop-opacity": 0 }), s("stop", { offset: 0.22, "stop-color": stroke, "stop-opacity": 0.25 }), s("stop", { offset: 0.5, "stop-color": stroke }));
  const name = `arrow-${++count}`;
  const d = `M0 ${-half / 2}L${neck} ${-half}V${-half * 3.2}L${end} 0L${neck} ${half * 3.2}V${half}L0 ${half / 2}Z`;
  return s("g", { class: a.near.includes(b.id) ? "arrow" : "arrow far", transform: `translate(${a.x} ${a.y}) rotate(${turn.toFixed(1)})` },
    s("defs", {}, fade(name, colour), fade(`${name}-rim`, "#fff")),
    s("path", { d, fill: "none", stroke: `url(#${name}-rim)`, "stroke-width": 6 * scale, "stroke-linejoin": "round" }), s("path", { d, fill: `url(#${name})` }));
}
