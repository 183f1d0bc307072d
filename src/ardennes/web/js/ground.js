// The ground: the map art as a bitmap, quick to move and to scale; where it lies still and large, as the sharp drawing.
import { h } from "./dom.js";

const PIXELS = 6e6; // of the bitmap at most
const GOOD = 1.2; // a bitmap drawn so many times larger than it is still looks well

export class Ground {
  /** @param {[number, number]} size of the map */
  constructor([width, height]) {
    this.scale = Math.min(1.5, Math.sqrt(PIXELS / (width * height)));
    this.flat = h("canvas", { class: "flat", "aria-hidden": "true", style: `width:${width}px;height:${height}px` });
    this.drawing = h("img", { alt: "", width, height, draggable: "false" });
    this.ready = false; // is the bitmap of this drawing painted?
    /** @type {() => void} Called when the drawing is there. */
    this.shown = () => {};
    this.drawing.addEventListener("load", () => this.arrived());
  }

  /** @param {string} source */
  show(source) {
    this.ready = false;
    this.drawing.hidden = false;
    this.drawing.src = source;
  }

  arrived() {
    this.shown();
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 300));
    idle(() => this.paint(), { timeout: 1500 });
  }

  paint() {
    this.flat.width = Math.round(this.drawing.width * this.scale);
    this.flat.height = Math.round(this.drawing.height * this.scale);
    this.flat.getContext("2d", { alpha: false })?.drawImage(this.drawing, 0, 0, this.flat.width, this.flat.height);
    this.ready = true;
  }

  /** The map begins to grow or shrink. */
  stir() {
    if (this.ready) this.drawing.hidden = true;
  }

  /** The map lies still at this scale. @param {number} k */
  rest(k) {
    this.drawing.hidden = this.ready && k * devicePixelRatio <= this.scale * GOOD;
  }
}
