// Far out, where counters are too small to read: one sign for each formation, and the ground its units stand on.
import { GLYPH, INK, Pen } from "./counters.js";
import { s } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").UnitState} UnitState */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {[left: number, top: number, right: number, bottom: number]} Box */
/** @typedef {{key: string, name: string, side: string, group: string, units: UnitState[], x: number, y: number, home: [number, number]}} Cluster */

const LEAST = 17; // pixels on the screen below which a counter cannot be read
const NEAR = 2.6; // hex widths between units that still stand together
const WIDE = 54; // of a sign, in pixels on the screen
const TALL = 35;
const ROUNDS = 120; // in which signs make room for one another
const OPEN = 60; // hexes that are kept open at most
const SIDE = ["#3c4754", "#6f8a2a", "#a8672a", "#5a3c7a"]; // the ground of each side

export class Formations {
  /** @param {Stage} stage @param {Geometry} geometry @param {number} size of a counter */
  constructor(stage, geometry, size) {
    this.stage = stage;
    this.geometry = geometry;
    this.size = size;
    this.layer = s("g", { class: "formations" });
    /** @type {Box[]} where signs lie, in the measure of the map */
    this.boxes = [];
    this.drawn = "";
  }

  /** Are signs shown at this scale? @param {number} k */
  at(k) {
    return Boolean(this.stage.formations) && this.size * k < LEAST;
  }

  /** @param {string} id of a unit; the key of its formation, or nothing */
  of(id) {
    const { side, group = "" } = this.stage.units[id];
    return this.stage.formations?.[side]?.[group] ? `${side}/${group}` : "";
  }

  /** All units of a formation, wherever they are. @param {string} key */
  members(key) {
    return Object.keys(this.stage.units).filter((id) => this.of(id) === key);
  }

  clear() {
    if (this.drawn) this.layer.replaceChildren();
    this.drawn = "";
    this.boxes = [];
  }

  /** @param {UnitState[]} units @param {Set<string>} lit units that are picked @param {number} k the scale of the map @param {string[]} asked hexes that signs leave open */
  draw(units, lit, k, asked = []) {
    const key = [k.toFixed(3), ...asked, ...lit, ...units.map((u) => `${u.id}${u.hex}${u.print}`)].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const known = units.filter((u) => this.geometry.hexes[u.hex]);
    const clusters = this.clusters(known);
    const open = asked.length > OPEN ? [] : this.geometry.known(asked).map((id) => this.geometry.hexes[id]);
    spread(clusters, (WIDE + 3) / k, (TALL + 3) / k, open, this.geometry.radius * 1.05);
    this.boxes = clusters.map(({ x, y }) => [x - WIDE / 2 / k, y - TALL / 2 / k, x + WIDE / 2 / k, y + TALL / 2 / k]);
    this.layer.replaceChildren(...this.ground(known, lit), ...clusters.map((c) => this.leader(c, k)), ...clusters.map((c) => this.sign(c, lit, k)));
  }

  /** The hexes of each side: the second side's with a round mark, so that colour is not the only cue. @param {UnitState[]} units @param {Set<string>} lit */
  ground(units, lit) {
    const { geometry, stage } = this;
    const held = stage.sides.map((side) => [...new Set(units.filter((u) => stage.units[u.id].side === side).map((u) => u.hex))]);
    const picked = [...new Set(units.filter((u) => lit.has(u.id)).map((u) => u.hex))];
    const dot = (/** @type {string} */ id) => {
      const { x, y } = geometry.hexes[id];
      const r = geometry.radius * 0.62;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    };
    return [
      ...held.map((hexes, at) => s("path", {
        d: hexes.map((id) => at % 2 ? dot(id) : geometry.outline(id, 0.86)).join(""), fill: SIDE[at] ?? "#555",
        "fill-opacity": 0.85, stroke: "#fff", "stroke-width": 5, "pointer-events": "none",
      })),
      s("path", { d: picked.map((id) => geometry.outline(id, 1.1)).join(""), fill: "none", stroke: "#111", "stroke-width": 26, "pointer-events": "none" }),
      s("path", { d: picked.map((id) => geometry.outline(id, 1.1)).join(""), fill: "none", stroke: "#FFD400", "stroke-width": 16, "pointer-events": "none" }),
    ];
  }

  /** The units of each formation that stand together; a single one far from the rest gets no sign of its own. @param {UnitState[]} units @returns {Cluster[]} */
  clusters(units) {
    /** @type {Map<string, UnitState[]>} */
    const by = new Map();
    for (const unit of units) {
      const key = this.of(unit.id);
      if (key) by.set(key, [...(by.get(key) ?? []), unit]);
    }
    return [...by].flatMap(([key, list]) => {
      const parts = this.parts(list);
      return parts.filter((part, at) => at === 0 || part.length > 1).map((part) => this.cluster(key, part));
    });
  }

  /** The largest part first. @param {UnitState[]} list @returns {UnitState[][]} */
  parts(list) {
    const far = this.geometry.radius * 1.74 * NEAR;
    const at = (/** @type {UnitState} */ u) => this.geometry.hexes[u.hex];
    const left = new Set(list);
    const parts = [];
    for (const first of list) {
      if (!left.delete(first)) continue;
      const part = [first];
      for (const one of part) {
        for (const other of left) {
          if (Math.hypot(at(one).x - at(other).x, at(one).y - at(other).y) > far) continue;
          part.push(other);
          left.delete(other);
        }
      }
      parts.push(part);
    }
    return parts.sort((a, b) => b.length - a.length);
  }

  /** @param {string} key @param {UnitState[]} units @returns {Cluster} */
  cluster(key, units) {
    const { side, group = "" } = this.stage.units[units[0].id];
    const mean = (/** @type {"x" | "y"} */ axis) => units.reduce((sum, u) => sum + this.geometry.hexes[u.hex][axis], 0) / units.length;
    const [x, y] = [mean("x"), mean("y")];
    const name = this.stage.formations?.[side]?.[group]?.name ?? group;
    return { key, name, side, group, units, x, y, home: [x, y] };
  }

  /** The leading numbers of its counters, added up. @param {UnitState[]} units */
  strength(units) {
    const sums = Array.from({ length: this.stage.sums ?? 0 }, () => 0);
    for (const unit of units) {
      const print = (unit.print ?? this.stage.units[unit.id].print).split("-");
      sums.forEach((_, i) => { sums[i] += Number(print[i]) || 0; });
    }
    return sums.length ? sums.join("-") : `${units.length}`;
  }

  /** A line from a sign that had to make room to where its units are. @param {Cluster} cluster @param {number} k */
  leader({ x, y, home: [hx, hy] }, k) {
    const moved = Math.hypot(x - hx, y - hy) * k > TALL / 2;
    const d = moved ? `M${hx.toFixed(0)} ${hy.toFixed(0)}L${x.toFixed(0)} ${y.toFixed(0)}` : "M0 0";
    return s("path", { d, stroke: "#26241f", "stroke-width": (2 / k).toFixed(1), "pointer-events": "none" });
  }

  /** @param {Cluster} cluster @param {Set<string>} lit @param {number} k */
  sign({ key, name, side, group, units, x, y }, lit, k) {
    const look = this.stage.formations?.[side]?.[group];
    const [fill, ink, edge, box] = INK[look?.style ?? ""] ?? INK.us;
    const dark = look?.style === "ss" ? "#111" : ink;
    const pen = new Pen(1 / k, [x - WIDE / 2 / k, y - TALL / 2 / k]);
    const round = this.stage.sides.indexOf(side) % 2 ? 11 : 1.5; // the shape says whose it is, too
    const picked = units.some((u) => lit.has(u.id));
    const words = t("map.formation", { name, side, n: units.length, strength: this.strength(units) });
    const hooks = { class: "formation", "data-formation": key, role: "button", "aria-label": words };
    return s("g", hooks, s("title", {}, words),
      pen.rect(1.5, 2, WIDE, TALL, { rx: round, fill: "#1e160a", "fill-opacity": 0.42 }),
      pen.rect(0, 0, WIDE, TALL, { rx: round, fill, stroke: picked ? "#FFD400" : edge, "stroke-width": picked ? 4 : 1.6 }),
      pen.text(16, 7.6, 7, ink, look?.size_mark ?? ""),
      pen.rect(5, 9, 22, 13, { fill: box, stroke: dark, "stroke-width": 1.2 }),
      new Pen(22 / 30 / k, [pen.at(5, pen.x), pen.at(8.7, pen.y)]).path(GLYPH[look?.glyph ?? ""] ?? GLYPH.infantry, 1.5, { fill: "none", stroke: dark }),
      pen.text(40, 20, name.length > 3 ? 12 : 15, ink, name),
      pen.text(WIDE / 2, 32.4, 11, ink, this.strength(units)));
  }
}

/** Where the nearest of the enemy's signs belongs. @param {Cluster} sign @param {Cluster[]} list @returns {[number, number]} */
function facing({ side, home: [x, y] }, list) {
  const far = (/** @type {Cluster} */ c) => Math.hypot(c.home[0] - x, c.home[1] - y);
  const foes = list.filter((c) => c.side !== side).sort((a, b) => far(a) - far(b));
  return foes[0]?.home ?? [x, y];
}

/** Signs that overlap push one another away, each as little as it can; open hexes stay where they are, and signs draw back from them to their own side. @param {Cluster[]} list @param {number} wide @param {number} tall @param {{x: number, y: number}[]} open @param {number} radius of a hex */
function spread(list, wide, tall, open, radius) {
  const enemy = open.length ? list.map((sign) => facing(sign, list)) : [];
  for (let round = 0; round < ROUNDS; round++) {
    let calm = true;
    list.forEach((sign, at) => {
      for (const hex of open) {
        const [dx, dy] = [wide / 2 + radius - Math.abs(sign.x - hex.x), tall / 2 + radius - Math.abs(sign.y - hex.y)];
        if (dx <= 0 || dy <= 0) continue;
        calm = false;
        const axis = dx < dy || round % 2 ? "x" : "y"; // sideways too: open hexes lie in rows
        const part = axis === "x" ? 0 : 1;
        const back = round < ROUNDS / 2 ? sign.home[part] - enemy[at][part] : sign[axis] - hex[axis];
        sign[axis] += (back < 0 ? -1 : 1) * (part ? dy : dx);
      }
    });
    for (let i = 0; i < list.length; i++) {
      for (let j = i + 1; j < list.length; j++) {
        const [a, b] = [list[i], list[j]];
        const [dx, dy] = [wide - Math.abs(a.x - b.x), tall - Math.abs(a.y - b.y)];
        if (dx <= 0 || dy <= 0) continue;
        calm = false;
        if (dx < dy) push(a, b, "x", dx);
        else push(a, b, "y", dy);
      }
    }
    if (calm) return;
  }
}

/** @param {Cluster} a @param {Cluster} b @param {"x" | "y"} axis @param {number} far */
function push(a, b, axis, far) {
  const way = a[axis] <= b[axis] ? 1 : -1;
  a[axis] -= way * far / 2;
  b[axis] += way * far / 2;
}
