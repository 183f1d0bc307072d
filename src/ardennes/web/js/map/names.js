// Place names at a fixed size on the screen: when the map is small, and where a counter covers them.
import { s } from "../lib/dom.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("../types.gen.js").Hex} Hex */
/** @typedef {import("./formations.js").Box} Box */

export const SMALL = 0.46; // below this scale the names printed on the map are too small to read
const SIZES = /** @type {Record<string, number>} */ ({ city: 17, town: 15 });
const WIDTH = 0.48; // of a letter, in its size
const BELOW = 0.28; // what hangs below the line, in its size
const ROOM = 0.5; // around a name, in its size: where everything is small, fewer names are more

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

  /** @param {number} k the scale of the map @param {() => Box[]} covering what no name may lie over */
  draw(k, covering) {
    const plates = this.asked && k >= SMALL ? Object.keys(this.geometry.hexes).filter(this.taken) : [];
    const covered = k < SMALL ? covering() : [];
    const key = k < SMALL ? `${k.toFixed(3)}/${covered.join()}` : `${plates.join()};${plates.length ? k.toFixed(2) : ""}`;
    if (key === this.drawn) return;
    this.drawn = key;
    this.layer.replaceChildren(...(k < SMALL ? this.words(k, covered) : plates.map((id) => this.plate(id, k))));
  }

  /** All names that have room: below their hex, or else above or beside it. @param {number} k @param {Box[]} covered */
  words(k, covered) {
    const taken = [...covered];
    const free = (/** @type {Box} */ box) => !taken.some((t) => box[0] < t[2] && box[2] > t[0] && box[1] < t[3] && box[3] > t[1]);
    const made = [];
    const size1 = textSize() / k;
    const r = this.geometry.radius;
    for (const place of this.places) {
      const city = place.kind === "city";
      const size = (SIZES[place.kind] ?? 13) * size1;
      const half = place.place.length * size * (city ? WIDTH * 1.3 : WIDTH) / 2;
      const boxes = [[0, r * 0.7], [0, -r * 0.7], [half + r * 0.8, size * 0.35], [-half - r * 0.8, size * 0.35]]
        .map(([dx, dy]) => /** @type {Box} */ ([place.x + dx - half, place.y + dy - size, place.x + dx + half, place.y + dy + size * BELOW]));
      const box = boxes.find(free);
      if (!box) continue;
      const room = size * ROOM;
      taken.push([box[0] - room, box[1] - room, box[2] + room, box[3] + room]);
      const look = { x: ((box[0] + box[2]) / 2).toFixed(1), y: (box[3] - size * BELOW).toFixed(1), "font-size": size.toFixed(1), "stroke-width": (3.4 / k).toFixed(1) };
      made.push(s("text", { class: city ? "placename city" : "placename", ...look }, place.place));
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
