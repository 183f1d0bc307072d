// Looking around: one CSS transform moves the map and everything on it.
// Where the map lies still its sheets are drawn at that very scale, so that the browser has nothing to scale when
// something on one of them changes. While the scale changes they are stretched as they are.

/** @typedef {import("./geometry.js").Geometry} Geometry */

const LEAST = 0.16;
const MOST = 3;
const FAR = 0.45; // below this scale small print on counters is left out
const READABLE = 46; // pixels of a counter whose numbers can be read
const EDGE = 90; // pixels a hex is kept away from the edge, where the buttons are
const REST = 160; // milliseconds after which a map that was scaled lies still
const SHRUNK = 0.5; // sheets shrunk more than this are drawn anew at once: they would show too much of the map at too great a size

export class Camera {
  /** @param {HTMLElement} node @param {HTMLElement} world @param {Geometry} geometry */
  constructor(node, world, geometry) {
    /** @type {string[]} the hexes in play; none: the whole map */
    this.ground = [];
    this.node = node;
    this.world = world;
    this.geometry = geometry;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** @type {() => void} Called whenever the map moves. */
    this.moved = () => {};
    /** @type {() => void} Called while the scale changes. */
    this.stirred = () => {};
    /** @type {() => void} Called when the map lies still at another scale. */
    this.rested = () => {};
    this.still = 0; // the scale at which it lies still; 0 while it changes
    this.base = 1; // the scale at which the sheets are drawn
    /** @type {(base: number) => void} Called to draw the sheets at another scale. */
    this.rescaled = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  apply() {
    const whole = (/** @type {number} */ value) => Math.round(value * devicePixelRatio) / devicePixelRatio; // else all would be smeared
    const [x, y] = this.k === this.base ? [whole(this.x), whole(this.y)] : [this.x, this.y];
    this.world.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${this.k / this.base})`;
    this.moved();
  }

  /** The sheets are drawn at the scale the map has now. */
  rebase() {
    if (this.base === this.k) return;
    this.base = this.k;
    this.rescaled(this.base);
    this.apply();
  }

  /** What depends on the scale is drawn once the map lies still: in the middle of a gesture it would stutter. */
  settle() {
    clearTimeout(this.timer);
    if (this.still === this.k) return;
    this.still = this.k;
    this.rebase();
    this.node.classList.toggle("far", this.k < FAR);
    this.rested();
  }

  /** What is in play (the whole map, or a scenario's ground), or these hexes, as large as they fit. @param {string[] | null} [ids] @param {number} [most] */
  fit(ids = null, most = MOST) {
    const all = (ids ?? (this.ground.length ? this.ground : Object.keys(this.geometry.hexes))).map((id) => this.geometry.hexes[id]);
    const r = this.geometry.radius * 1.25;
    const box = this.node.getBoundingClientRect();
    const xs = all.map((x) => x.x);
    const ys = all.map((x) => x.y);
    const [left, right] = [Math.min(...xs) - r, Math.max(...xs) + r];
    const [top, bottom] = [Math.min(...ys) - r, Math.max(...ys) + r];
    this.k = Math.max(LEAST, Math.min(most, box.width / (right - left), box.height / (bottom - top)));
    this.x = box.width / 2 - (left + right) / 2 * this.k;
    this.y = box.height / 2 - (top + bottom) / 2 * this.k;
    this.apply();
    this.settle();
  }

  /** The first look: the whole map, or on a small screen as much as can be read, with this hex in the middle. @param {string} id */
  begin(id) {
    this.fit();
    if (this.k >= this.readable() || !this.geometry.hexes[id]) return;
    this.k = this.readable();
    this.centre(id);
    this.fill();
  }

  /** The scale from which on the numbers on counters can be read. */
  readable() {
    return READABLE / this.geometry.counter;
  }

  /** No bare table beside a map that is larger than the screen. */
  fill() {
    const box = this.node.getBoundingClientRect();
    const [width, height] = this.geometry.size.map((x) => x * this.k);
    if (width > box.width) this.x = Math.min(0, Math.max(box.width - width, this.x));
    if (height > box.height) this.y = Math.min(0, Math.max(box.height - height, this.y));
    this.apply();
  }

  /** @param {string} id */
  centre(id) {
    const at = this.geometry.hexes[id];
    if (!at) return;
    const box = this.node.getBoundingClientRect();
    this.x = box.width / 2 - at.x * this.k;
    this.y = box.height / 2 - at.y * this.k;
    this.apply();
    this.settle();
  }

  /** The hex in the middle of what is seen. */
  middle() {
    const { width, height } = this.node.getBoundingClientRect();
    const [x, y] = [(width / 2 - this.x) / this.k, (height / 2 - this.y) / this.k];
    const far = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - x, at.y - y);
    return Object.values(this.geometry.hexes).reduce((best, at) => far(at) < far(best) ? at : best).id;
  }

  /** To a hex from anywhere, near enough to read what is there. @param {string} id */
  visit(id) {
    if (this.k < FAR) this.k = this.readable();
    this.centre(id);
    this.fill();
  }

  /** Brings a hex to the middle, only when it is out of view or at its edge. @param {string} id */
  bring(id) {
    const [x, y] = [this.x, this.y];
    this.reveal(id);
    if (x === this.x && y === this.y) return;
    this.centre(id);
    this.fill();
  }

  /** Brings a hex into view, only when it is out of it and no farther than it must. @param {string} id */
  reveal(id) {
    const at = this.geometry.hexes[id];
    if (!at) return;
    const box = this.node.getBoundingClientRect();
    const edge = Math.min(EDGE, box.width / 4, box.height / 4);
    const into = (/** @type {number} */ place, /** @type {number} */ most) => Math.max(edge, Math.min(most - edge, place)) - place;
    const dx = into(this.x + at.x * this.k, box.width);
    const dy = into(this.y + at.y * this.k, box.height);
    if (!dx && !dy) return;
    this.pan(dx, dy);
    this.settle();
  }

  /** Zooms at a point of the viewport. @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x, y) {
    const k = Math.max(LEAST, Math.min(MOST, this.k * factor));
    this.x = x - (x - this.x) * k / this.k;
    this.y = y - (y - this.y) * k / this.k;
    this.k = k;
    if (k < this.base * SHRUNK) this.rebase();
    else this.apply();
    this.still = 0;
    this.stirred();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), REST);
  }

  /** @param {number} factor */
  zoomMiddle(factor) {
    const box = this.node.getBoundingClientRect();
    this.zoom(factor, box.width / 2, box.height / 2);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }
}
