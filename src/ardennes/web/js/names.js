// Place names at a fixed size on the screen: when the map is small, and where a counter covers them.
import { s } from "./dom.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./types.js").Hex} Hex */

const SMALL = 0.46; // below this scale the names printed on the map are too small to read
const SIZES = /** @type {Record<string, number>} */ ({ city: 17, town: 15 });

/** How much larger than usual the page is written, on very large screens. */
const textSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 17;

export class Names {
  /** @param {Geometry} geometry @param {(id: string) => boolean} taken is there a counter */
  constructor(geometry, taken) {
    this.geometry = geometry;
    this.taken = taken;
    this.layer = s("g", { class: "names" });
    this.asked = false;
    this.drawn = "";
    const places = Object.values(geometry.hexes).filter((x) => x.place);
    /** @type {Hex[]} The most important first: they keep their place where two names would touch. */
    this.places = places.sort((a, b) => (SIZES[b.kind] ?? 0) - (SIZES[a.kind] ?? 0));
  }

  /** @param {number} k the scale of the map */
  draw(k) {
    const covered = this.asked && k >= SMALL ? Object.keys(this.geometry.hexes).filter(this.taken) : [];
    const key = k < SMALL ? `far ${k.toFixed(3)}` : `${covered.join()} ${covered.length ? k.toFixed(2) : ""}`;
    if (key === this.drawn) return;
    this.drawn = key;
    this.layer.replaceChildren(...(k < SMALL ? this.words(k) : covered.map((id) => this.plate(id, k))));
  }

  /** All names that have room. @param {number} k */
  words(k) {
    /** @type {[number, number, number, number][]} */
    const taken = [];
    const made = [];
    for (const place of this.places) {
      const size = (SIZES[place.kind] ?? 13) * textSize() / k;
      const wide = place.place.length * size * 0.48;
      const y = place.y + this.geometry.radius * 0.7;
      const box = /** @type {[number, number, number, number]} */ ([place.x - wide / 2, y - size, place.x + wide / 2, y]);
      if (taken.some((t) => box[0] < t[2] && box[2] > t[0] && box[1] < t[3] && box[3] > t[1])) continue;
      taken.push(box);
      const look = { x: place.x, y, "font-size": size.toFixed(1), "stroke-width": (3.4 / k).toFixed(1) };
      made.push(s("text", { class: place.kind === "city" ? "placename city" : "placename", ...look }, place.place));
    }
    return made;
  }

  /** What a counter covers: the name of its hex and the number. @param {string} id @param {number} k */
  plate(id, k) {
    const { x, y, place } = this.geometry.hexes[id];
    const text = place ? `${place} ${id}` : id;
    const size = 13.5 * textSize() / k;
    const wide = text.length * size * 0.44 + 12 / k;
    const place_ = `translate(${x} ${(y + this.geometry.radius * 0.64).toFixed(1)})`;
    return s("g", { transform: place_ },
      s("rect", { class: "plate", x: -wide / 2, y: -size * 0.92, width: wide, height: size * 1.3, rx: 3 / k }),
      s("text", { class: "platename", "font-size": size.toFixed(1), y: size * 0.12 }, text));
  }
}
