// Panning with W, A, S and D: while one of them is held the map glides; a tap is what the letter means elsewhere.

/** @typedef {import("./camera.js").Camera} Camera */

const TAP = 250; // milliseconds a key is held at least to move the map
const SPEED = 0.9; // pixels a millisecond
const LONGEST = 50; // milliseconds of one step, where the page stalled
/** @type {Record<string, [number, number]>} */
const WAYS = { w: [0, 1], a: [1, 0], s: [0, -1], d: [-1, 0] };

export class Glide {
  /** @param {Camera} camera @param {(key: string) => unknown} tapped */
  constructor(camera, tapped) {
    this.camera = camera;
    this.tapped = tapped;
    /** @type {Map<string, number>} the keys that are down, and since when */
    this.held = new Map();
    this.moving = false;
    this.before = 0;
    this.frame = 0;
    this.up = (/** @type {KeyboardEvent} */ e) => this.release(e.key.toLowerCase());
    this.stop = () => this.end();
  }

  /** Is it one of these keys? @param {string} key */
  press(key) {
    if (!WAYS[key]) return false;
    if (!this.held.size) {
      addEventListener("keyup", this.up);
      addEventListener("blur", this.stop);
      this.moving = false;
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame((now) => this.step(now));
    }
    if (!this.held.has(key)) this.held.set(key, performance.now());
    return true;
  }

  /** @param {string} key */
  release(key) {
    if (!this.held.delete(key)) return;
    const tap = !this.moving && !this.held.size;
    if (!this.held.size) this.end();
    if (tap) this.tapped(key);
  }

  end() {
    this.held.clear();
    removeEventListener("keyup", this.up);
    removeEventListener("blur", this.stop);
  }

  /** @param {number} now */
  step(now) {
    if (!this.held.size) return;
    const first = Math.min(...this.held.values());
    if (!this.moving && performance.now() - first >= TAP) {
      this.moving = true;
      this.before = now;
    }
    if (this.moving) {
      const far = Math.min(LONGEST, Math.max(0, now - this.before)) * SPEED;
      this.before = now;
      const ways = [...this.held.keys()].map((key) => WAYS[key]);
      this.camera.pan(far * ways.reduce((sum, way) => sum + way[0], 0), far * ways.reduce((sum, way) => sum + way[1], 0));
    }
    this.frame = requestAnimationFrame((next) => this.step(next));
  }
}
