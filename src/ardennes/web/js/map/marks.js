// What is drawn on the map for a while: reach, targets, arrows, ways, hexsides, bridges, overlays.
import { s } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { counter } from "./counters.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../match/modes/select.js").Way} Way */
/** @typedef {import("../types.gen.js").Arrow} Arrow */
/** @typedef {import("../types.gen.js").Unit} Unit */
/** @typedef {import("../types.gen.js").Bridge} Bridge */
/** @typedef {import("./geometry.js").Geometry} Geometry */

export const RED = "#C8102E";
export const BLUE = "#0B63CE";
const CROWD = 60; // words in more hexes than these are smaller
const ARROWS = /** @type {Record<string, string>} */ ({ attack: RED, move: "#151310", support: BLUE, plan: "#7A4B00" });

export class Marks {
  /** @param {Stage} stage @param {Geometry} geometry @param {number} size of a counter @param {(id: string) => boolean} taken is there a counter */
  constructor(stage, geometry, size, taken) {
    this.stage = stage;
    this.geometry = geometry;
    this.size = size;
    this.taken = taken;
    this.over = s("g"); // overlays the player switched on
    this.reach = s("g");
    this.works = s("g"); // bridges
    this.sides = s("g"); // hexsides one may click
    this.trail = s("g");
    this.chips = s("g");
    this.arrows = s("g");
    this.far = s("g", { class: "farrings", "pointer-events": "none" }); // the same rings where signs of formations are shown
    this.built = ""; // the bridges that are drawn
  }

  patterns() {
    const hatch = (/** @type {string} */ id, /** @type {string} */ colour) =>
      s("pattern", { id, width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { width: 5, height: 12, fill: colour, opacity: 0.42 }));
    return s("defs", {}, hatch("hatch-enemy", RED), hatch("hatch-own", "#1f5fae"));
  }

  clear() {
    for (const layer of [this.reach, this.chips, this.trail, this.arrows, this.far]) layer.replaceChildren();
  }

  // ---- shapes for overlays

  /** @param {string[]} ids @param {boolean} [own] */
  hatch(ids, own = false) {
    const d = this.geometry.known(ids).map((id) => this.geometry.outline(id, 0.98)).join("");
    return d ? [s("path", { d, fill: `url(#hatch-${own ? "own" : "enemy"})` })] : [];
  }

  /** @param {string[]} ids @param {string} colour @param {number} [opacity] */
  tint(ids, colour, opacity = 0.2) {
    const d = this.geometry.known(ids).map((id) => this.geometry.outline(id)).join("");
    return d ? [s("path", { d, fill: colour, "fill-opacity": opacity })] : [];
  }

  /** @param {string[]} ids @param {string} colour @param {number} [width] */
  edge(ids, colour, width = 5) {
    const inside = new Set(this.geometry.known(ids));
    const d = [...inside].flatMap((id) => this.geometry.border(id, inside)).join("");
    const line = (/** @type {string} */ stroke, /** @type {number} */ thick) =>
      s("path", { d, fill: "none", stroke, "stroke-width": thick, "stroke-linecap": "round" });
    return [line("#fff", width + 4), line(colour, width)];
  }

  /** Words in hexes, below the counter where there is one. @param {[string, string][]} entries */
  words(entries) {
    return entries.filter(([id]) => this.geometry.hexes[id]).map(([id, text]) => {
      const { x, y } = this.geometry.hexes[id];
      const small = this.taken(id) || entries.length > CROWD;
      return s("text", { class: small ? "reachtext small" : "reachtext", x, y: y + (this.taken(id) ? this.size / 2 + 19 : 9) }, text);
    });
  }

  /** A hex that counts for victory: `claims` are [side, held] for every side that wants it. @param {string} id @param {[string, boolean][]} claims */
  star(id, claims) {
    const { x, y } = this.geometry.hexes[id];
    const met = claims.some(([, held]) => held);
    const rim = { fill: "#FFD400", "fill-opacity": met ? 0.34 : 0.08, stroke: "#8a6a00", "stroke-width": 4, "stroke-dasharray": met ? "none" : "9 6" };
    return s("g", {}, s("path", { d: this.geometry.outline(id, 0.9), ...rim }),
      claims.map(([side, held], i) =>
        s("text", { class: "reachtext small", x, y: y - 34 + 24 * i - 12 * (claims.length - 1) }, `${held ? "★" : "☆"} ${side}`)));
  }

  // ---- what can be done

  /** Scrim outside, blue border, points left in each hex, enemy zones hatched inside. @param {Way[]} ways @param {string[]} [zoc] */
  showReach(ways, zoc = []) {
    const inside = new Set(this.geometry.known(ways.map((w) => w.hex)));
    this.chips.replaceChildren();
    if (!inside.size) return this.reach.replaceChildren();
    const [width, height] = this.geometry.size;
    const holes = [...inside].map((id) => this.geometry.outline(id)).join("");
    /** @type {Map<string, Way>} */
    const best = new Map();
    for (const way of ways) if (inside.has(way.hex) && (!best.has(way.hex) || !way.marks.length)) best.set(way.hex, way);
    this.reach.replaceChildren(
      s("path", { d: `M0 0H${width}V${height}H0Z${holes}`, "fill-rule": "evenodd", fill: "#14120c", opacity: 0.36 }),
      ...this.hatch(zoc.filter((id) => inside.has(id))), ...this.edge([...inside], BLUE, 5));
    this.chips.append(...this.words([...best].map(([id, way]) => [id, [way.left || "●", way.sign].filter(Boolean).join(" ")])));
    return undefined;
  }

  /** Beside the reach that is shown: how far another mode would carry. @param {string[]} ids */
  outline(ids) {
    const [white, dashes] = this.edge(ids, "#151310", 3.5);
    dashes.setAttribute("stroke-dasharray", "12 9");
    const group = s("g", { class: "farther" }, white, dashes);
    white.setAttribute("stroke-opacity", "0.6");
    this.reach.append(group);
  }

  /** @param {string[]} ids @param {string} [colour] */
  showHexes(ids, colour = BLUE) {
    const rim = { fill: "none", stroke: colour, "stroke-width": 4.5 };
    const known = this.geometry.known(ids);
    const d = known.map((id) => this.geometry.outline(id, 0.95)).join("");
    this.reach.replaceChildren(...this.tint(known, colour, 0.17), s("path", { d, ...rim, stroke: "#fff", "stroke-width": 8 }), s("path", { d, ...rim }));
    this.far.replaceChildren(...this.farRings(known, colour));
    this.chips.replaceChildren();
  }

  /** Red rings on targets with a chip each. @param {string[]} targets @param {[string, string][]} [chips] @param {string[]} [faint] */
  showTargets(targets, chips = [], faint = []) {
    const ring = (/** @type {string} */ id, /** @type {boolean} */ strong) => {
      const d = this.geometry.outline(id, 0.92);
      const look = { d, fill: RED, "fill-opacity": strong ? 0.16 : 0.06, stroke: RED, "stroke-width": strong ? 6 : 4, "stroke-dasharray": strong ? "none" : "13 6" };
      return s("g", { class: "target" }, s("path", { d, fill: "none", stroke: "#fff", "stroke-width": strong ? 10 : 7.5 }), s("path", look));
    };
    const others = faint.filter((id) => !targets.includes(id));
    this.reach.replaceChildren(
      ...this.geometry.known(others).map((id) => ring(id, false)), ...this.geometry.known(targets).map((id) => ring(id, true)));
    this.far.replaceChildren(...this.farRings(this.geometry.known([...others, ...targets]), RED));
    this.chips.replaceChildren(...chips.filter(([id]) => this.geometry.hexes[id]).map(([id, text]) => this.chip(id, text)));
  }

  /** Rings that are seen from afar, in a white casing. @param {string[]} ids @param {string} colour */
  farRings(ids, colour) {
    const d = ids.map((id) => this.geometry.outline(id, 1.05)).join("");
    const line = (/** @type {string} */ stroke, /** @type {number} */ thick) => s("path", { d, fill: "none", stroke, "stroke-width": thick });
    return d ? [line("#fff", 17), line(colour, 10)] : [];
  }

  /** @param {string} id @param {string} text @param {string} [colour] */
  chip(id, text, colour = RED) {
    const { x, y } = this.geometry.hexes[id];
    const wide = 24 + 9.4 * text.length;
    const tall = this.size / 2 + 14;
    return s("g", { transform: `translate(${x} ${y - tall})`, class: "chip" },
      s("rect", { x: -wide / 2, y: -17, width: wide, height: 31, rx: 15.5, fill: colour, stroke: "#fff", "stroke-width": 2.6 }),
      s("text", { y: 6, "text-anchor": "middle", fill: "#fff", "font-weight": 700, "font-size": 21, class: "label" }, text));
  }

  /** Neighbours get a small wedge on their hexside, hexes farther apart an arrow; a label stands at the end. @param {Arrow[]} arrows */
  showArrows(arrows) {
    /** @type {Map<string, string>} */
    const labels = new Map();
    const made = [];
    for (const arrow of arrows) {
      const [a, b] = [this.geometry.hexes[arrow.from], this.geometry.hexes[arrow.to]];
      if (!a || !b) continue;
      if (arrow.label) labels.set(arrow.to, arrow.label);
      const colour = ARROWS[arrow.kind] ?? RED;
      made.push(a.near.includes(b.id) ? this.wedge(a, b, colour) : this.shaft(a, b, colour));
    }
    this.arrows.replaceChildren(...made, ...[...labels].map(([id, text]) => this.chip(id, text, ARROWS[arrows[0].kind] ?? RED)));
  }

  /** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} fill */
  wedge(a, b, fill) {
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const place = `translate(${(a.x * 0.46 + b.x * 0.54).toFixed(1)} ${(a.y * 0.46 + b.y * 0.54).toFixed(1)}) rotate(${turn.toFixed(1)})`;
    return s("path", { class: "wedge", d: "M-12 -15L15 0L-12 15Z", transform: place, fill, stroke: "#fff", "stroke-width": 3, "stroke-linejoin": "round" });
  }

  /** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} colour */
  shaft(a, b, colour) {
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const end = far - this.size / 2;
    const d = `M${this.size / 2} -4H${end - 22}V-15L${end} 0L${end - 22} 15V4H${this.size / 2}Z`;
    const place = `translate(${a.x} ${a.y}) rotate(${turn.toFixed(1)})`;
    return s("path", { class: "shaft", d, transform: place, fill: colour, "fill-opacity": 0.86, stroke: "#fff", "stroke-width": 2.6, "stroke-linejoin": "round" });
  }

  // ---- ways

  /**
   * The way of a unit with its ghost at the end; `refused` is the part that cannot be gone.
   * @param {string} from @param {string[]} path @param {Unit | null} [unit] @param {string[]} [marks] @param {string[]} [refused]
   */
  showPath(from, path, unit = null, marks = [], refused = []) {
    const steps = this.geometry.known([from, ...path]).filter((id, at, all) => id !== all[at - 1]); // a way may name where it begins
    this.trail.replaceChildren();
    if (!steps.length) return;
    const end = this.geometry.hexes[steps[steps.length - 1]];
    const bad = this.geometry.known(refused);
    if (bad.length) this.trail.append(...this.line([end.id, ...bad], RED, "12 8"));
    if (steps.length > 1) this.trail.append(...this.line(steps, "#151310"), this.head(steps));
    if (unit && steps.length > 1) {
      const half = this.size / 2;
      this.trail.append(counter(unit, marks, this.stage.signs, this.size, "ghost", unit.print, [end.x - half, end.y - half]));
    }
    if (path[path.length - 1] === "exit") {
      this.trail.append(s("text", { class: "reachtext small", x: end.x, y: end.y - this.size / 2 - 8 }, t("map.leaves")));
    }
  }

  /** @param {string[]} steps @param {string} colour @param {string} [dash] @param {number} [short] so far from its end it stops, where a counter stands */
  line(steps, colour, dash, short = 0) {
    const points = steps.map((id) => [this.geometry.hexes[id].x, this.geometry.hexes[id].y]);
    const [from, to] = points.slice(-2);
    const back = to ? short / Math.hypot(to[0] - from[0], to[1] - from[1]) : 0;
    if (back) points[points.length - 1] = to.map((at, i) => Math.round(at + (from[i] - at) * back));
    const d = `M${points.map((at) => at.join(" ")).join("L")}`;
    const look = { d, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
    return [
      s("path", { ...look, stroke: "#fff", "stroke-width": 11 }),
      s("path", { ...look, stroke: colour, "stroke-width": 6.5, "stroke-dasharray": dash ?? "none" }),
    ];
  }

  /** An arrow head before the ghost. @param {string[]} steps */
  head(steps) {
    const [a, b] = steps.slice(-2).map((id) => this.geometry.hexes[id]);
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const back = (this.size / 2 + 4) / far;
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    const place = `translate(${(b.x + (a.x - b.x) * back).toFixed(1)} ${(b.y + (a.y - b.y) * back).toFixed(1)}) rotate(${turn.toFixed(1)})`;
    return s("path", { d: "M-18 -14L6 0L-18 14Z", transform: place, fill: "#151310", stroke: "#fff", "stroke-width": 2.6, "stroke-linejoin": "round" });
  }

  // ---- hexsides

  /** Bridges that are gone or built by engineers, as the map art cannot know. @param {Bridge[]} bridges */
  showBridges(bridges) {
    const key = bridges.filter((b) => b.state !== "intact").map((b) => b.id + b.state + b.owner).join();
    if (this.built === key) return;
    this.built = key;
    this.works.replaceChildren(...bridges.flatMap((b) => {
      const at = b.state === "intact" ? null : this.geometry.middle(b.id);
      if (!at) return [];
      const place = `translate(${at[0]} ${at[1]}) rotate(${at[2]})`;
      return [s("g", { transform: place, "data-works": b.id }, b.state === "gone" ? this.gone() : this.built_by(this.stage.sides.indexOf(b.owner)))];
    }));
  }

  gone() {
    return [
      s("circle", { r: 12, fill: "#fff", opacity: 0.85 }),
      s("path", { d: "M-8 -8L8 8M8 -8L-8 8", stroke: RED, "stroke-width": 4.5, "stroke-linecap": "round" }),
    ];
  }

  /** @param {number} side */
  built_by(side) {
    const fill = ["#59635B", "#535E2B"][side] ?? "#555";
    return [
      s("rect", { x: -17, y: -9, width: 34, height: 18, rx: 2, fill, stroke: "#fff", "stroke-width": 2 }),
      s("path", { d: "M-12 -9V9M-6 -9V9M0 -9V9M6 -9V9M12 -9V9", stroke: "#fff", "stroke-width": 1.6 }),
    ];
  }

  /** Hexsides one may click. @param {string[]} ids */
  showSides(ids) {
    this.sides.replaceChildren(...ids.flatMap((id) => {
      const at = this.geometry.middle(id);
      if (!at) return [];
      const hooks = { class: "sidehit", "data-bridge": id, role: "button", tabindex: 0, "aria-label": t("map.hexside", { side: id }) };
      return [s("g", { ...hooks, transform: `translate(${at[0]} ${at[1]})` },
        s("circle", { r: 21, fill: BLUE, "fill-opacity": 0.22, stroke: BLUE, "stroke-width": 4 }),
        s("circle", { r: 24, fill: "none", stroke: "#fff", "stroke-width": 2 }))];
    }));
  }
}
