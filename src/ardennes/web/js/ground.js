// The ground: the map art as a bitmap, quick to move and to scale; where it lies still and large, as the sharp drawing.
import { h } from "./dom.js";

const PIXELS = 6e6; // of the bitmap at most
const PATIENCE = 1200; // milliseconds until the bitmap is made: the first look at the board comes first
const QUALITY = 0.95; // of the bitmap
const GOOD = 1.2; // a bitmap drawn so many times larger than it is still looks well

export class Ground {
  /** @param {[number, number]} size of the map */
  constructor([width, height]) {
    this.scale = Math.min(1.5, Math.sqrt(PIXELS / (width * height)));
    this.flat = h("img", { class: "flat", alt: "", width, height, draggable: "false" });
    this.drawing = h("img", { alt: "", width, height, draggable: "false" });
    this.node = h("div", { class: "ground" }, this.flat, this.drawing);
    this.ready = false; // is the bitmap of this drawing painted?
    /** @type {() => void} Called when the drawing is there. */
    this.shown = () => {};
    /** @type {() => void} Called when the bitmap is there too. */
    this.painted = () => {};
    this.drawing.addEventListener("load", () => this.arrived());
  }

  /** @param {string} source */
  show(source) {
    this.ready = false;
    this.sharp(true);
    this.drawing.src = source;
  }

  arrived() {
    this.shown();
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 300));
    setTimeout(() => idle(() => this.paint(), { timeout: PATIENCE }), PATIENCE);
  }

  /** Draws the bitmap; as a picture and not as a canvas, which the browser would copy whenever anything on the page changes. */
  paint() {
    if (!this.drawing.complete) return; // another one is on its way, and will come here itself
    const source = this.drawing.src;
    const canvas = h("canvas", { width: Math.round(this.drawing.width * this.scale), height: Math.round(this.drawing.height * this.scale) });
    canvas.getContext("2d", { alpha: false })?.drawImage(this.drawing, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(async (blob) => {
      if (!blob || this.drawing.src !== source) return;
      URL.revokeObjectURL(this.flat.src);
      this.flat.src = URL.createObjectURL(blob);
      await this.flat.decode();
      if (this.drawing.src !== source) return;
      this.ready = true;
      this.painted();
    }, "image/webp", QUALITY);
  }

  /** The map begins to grow or shrink. */
  stir() {
    if (this.ready) this.sharp(false);
  }

  /** The map lies still at this scale. @param {number} k */
  rest(k) {
    this.sharp(!this.ready || k * devicePixelRatio > this.scale * GOOD);
  }

  /** One of the two is shown: even beneath the other the bitmap would be moved along with every frame. @param {boolean} on */
  sharp(on) {
    this.drawing.hidden = !on;
    this.flat.hidden = on;
  }
}
