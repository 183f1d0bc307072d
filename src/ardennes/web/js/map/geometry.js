// Where things are on the map: hexes, their outlines, sides and neighbours. Pure drawing, no rule.

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").Hex} Hex */

export class Geometry {
  /** @param {Stage} stage */
  constructor(stage) {
    this.size = stage.map.size;
    this.radius = stage.map.radius;
    this.counter = Math.round(this.radius * 1.14); // the side of a counter
    this.turn = stage.map.hex === "pointy" ? Math.PI / 6 : 0;
    /** @type {[number, number][]} the corners of a hex around its middle */
    this.ring = [0, 1, 2, 3, 4, 5].map((k) => {
      const angle = this.turn + Math.PI / 3 * k;
      return [this.radius * Math.cos(angle), this.radius * Math.sin(angle)];
    });
    /** @type {Record<string, Hex>} */
    this.hexes = Object.fromEntries(stage.hexes.map((x) => [x.id, x]));
  }

  /** @param {string[]} ids */
  known(ids) {
    return ids.filter((id) => this.hexes[id]);
  }

  /** @param {string} id @param {number} [grow] @returns {[number, number][]} */
  corners(id, grow = 1) {
    const { x, y } = this.hexes[id];
    return this.ring.map(([dx, dy]) => [x + dx * grow, y + dy * grow]);
  }

  /** @param {string} id @param {number} [grow] */
  outline(id, grow) {
    return `M${this.corners(id, grow).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  }

  /** The sides of a hex that lead out of a set of hexes, as path data. @param {string} id @param {Set<string>} inside */
  border(id, inside) {
    const c = this.corners(id);
    const mid = this.hexes[id];
    const made = [];
    for (let k = 0; k < 6; k++) {
      const [ax, ay] = c[k];
      const [bx, by] = c[(k + 1) % 6];
      const beyond = [ax + bx - mid.x, ay + by - mid.y];
      const across = mid.near.find((n) => Math.hypot(this.hexes[n].x - beyond[0], this.hexes[n].y - beyond[1]) < 4);
      if (!across || !inside.has(across)) {
        made.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`);
      }
    }
    return made;
  }

  /** The middle of a hexside "a/b" and its direction in degrees. @param {string} side @returns {[number, number, number] | null} */
  middle(side) {
    const [a, b] = side.split("/").map((id) => this.hexes[id]);
    if (!a || !b) return null;
    return [(a.x + b.x) / 2, (a.y + b.y) / 2, Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI];
  }

  /** The hexes from one to another by the fewest steps, without the first. @param {string} from @param {string} to */
  between(from, to) {
    /** @type {Map<string, string>} */
    const came = new Map([[from, ""]]);
    const far = (/** @type {string} */ id) =>
      Math.hypot(this.hexes[id].x - this.hexes[to].x, this.hexes[id].y - this.hexes[to].y);
    let edge = [from];
    while (edge.length && !came.has(to)) {
      /** @type {string[]} */
      const next = [];
      for (const id of edge.sort((a, b) => far(a) - far(b))) {
        for (const n of this.hexes[id].near) {
          if (this.hexes[n] && !came.has(n)) {
            came.set(n, id);
            next.push(n);
          }
        }
      }
      edge = next;
    }
    const steps = [];
    for (let at = came.has(to) ? to : ""; at && at !== from; at = came.get(at) ?? "") steps.unshift(at);
    return steps;
  }

  /** The neighbour that lies most nearly in a direction. @param {string} id @param {[number, number]} way */
  towards(id, way) {
    const from = this.hexes[id];
    let best = null;
    let most = 0.2;
    for (const n of from.near) {
      const to = this.hexes[n];
      const far = Math.hypot(to.x - from.x, to.y - from.y);
      const value = ((to.x - from.x) * way[0] + (to.y - from.y) * way[1]) / far;
      if (value > most) [best, most] = [n, value];
    }
    return best;
  }
}
