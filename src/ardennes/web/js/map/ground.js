// The ground: the map art as a bitmap, quick to move and to scale; where it lies still and large, as the sharp drawing.
// Where the page writes the names of places itself, a bitmap without those of the drawing: no name is there twice.
import { h } from "../lib/dom.js";
import { SMALL } from "./names.js";

const PIXELS = 6e6; // of the bitmap at most
const PATIENCE = 1200; // milliseconds until the bitmap is made: the first look at the board comes first
const QUALITY = 0.95; // of the bitmap
const GOOD = 1.2; // a bitmap drawn so many times larger than it is still looks well
const BARE = "<style>.t,.v,.n{display:none}</style>"; // the drawing without names of places and numbers of hexes

export class Ground {
  /** @param {[number, number]} size of the map */
  constructor([width, height]) {
    this.scale = Math.min(1.5, Math.sqrt(PIXELS / (width * height)));
    this.flat = h("img", { class: "flat", alt: "", width, height, draggable: "false" });
    this.drawing = h("img", { alt: "", width, height, draggable: "false" });
    this.bare = h("img", { class: "flat bare", alt: "", width, height, draggable: "false", hidden: true });
    this.node = h("div", { class: "ground" }, this.flat, this.bare, this.drawing);
    this.ready = false; // is the bitmap of this drawing painted?
    this.bared = false; // and the one without names?
    this.art = ""; // the drawing itself, where the page has made it
    this.far = false; // does the page write the names itself?
    /** @type {() => void} Called when the drawing is there. */
    this.shown = () => {};
    /** @type {() => void} Called when the bitmap is there too. */
    this.painted = () => {};
    this.drawing.addEventListener("load", () => this.arrived());
  }

  /** A drawing made by the page. @param {string} art */
  draw(art) {
    this.art = art;
    this.show(URL.createObjectURL(new Blob([art], { type: "image/svg+xml" })));
  }

  /** @param {string} source */
  show(source) {
    this.ready = this.bared = false;
    this.see(this.drawing);
    this.drawing.src = source;
  }

  arrived() {
    this.shown();
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 300));
    setTimeout(() => idle(() => this.paint(), { timeout: PATIENCE }), PATIENCE);
  }

  /** Draws the bitmaps, first the one that is wanted; as pictures and not as canvases, which the browser would copy
   * whenever anything on the page changes. */
  async paint() {
    if (!this.drawing.complete) return; // another one is on its way, and will come here itself
    const source = this.drawing.src;
    for (const bare of this.far ? [true, false] : [false, true]) {
      if (!await (bare ? this.paintBare(source) : this.copy(this.drawing, this.flat, this.scale))) return;
      if (bare) this.bared = true;
      else this.ready = true;
      this.painted();
    }
  }

  /** The bitmap without names; false where the drawing cannot be had just now: then it serves itself. @param {string} source */
  async paintBare(source) {
    const art = this.art || await fetch(source).then((found) => found.text(), () => "");
    if (!art) return false;
    const at = art.lastIndexOf("</svg>");
    const blob = URL.createObjectURL(new Blob([art.slice(0, at), BARE, art.slice(at)], { type: "image/svg+xml" }));
    const without = h("img", { alt: "", src: blob, width: this.drawing.width, height: this.drawing.height });
    await without.decode();
    const made = await this.copy(without, this.bare, Math.min(this.scale, SMALL * devicePixelRatio), source);
    URL.revokeObjectURL(blob);
    return made;
  }

  /** The drawing as a bitmap into a picture; false where another drawing has come in the meantime.
   * @param {HTMLImageElement} from @param {HTMLImageElement} to @param {number} scale */
  async copy(from, to, scale, source = this.drawing.src) {
    const canvas = h("canvas", { width: Math.round(from.width * scale), height: Math.round(from.height * scale) });
    canvas.getContext("2d", { alpha: false })?.drawImage(from, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/webp", QUALITY));
    canvas.width = canvas.height = 0; // 24 MB, given back at once
    if (!blob || this.drawing.src !== source) return false;
    URL.revokeObjectURL(to.src);
    to.src = URL.createObjectURL(blob);
    await to.decode();
    return this.drawing.src === source;
  }

  /** The map begins to grow or shrink. */
  stir() {
    if (this.ready && this.bare.hidden) this.see(this.flat);
  }

  /** The map lies still at this scale. @param {number} k */
  rest(k) {
    this.far = k < SMALL;
    if (this.far && this.bared) this.see(this.bare);
    else this.see(!this.ready || k * devicePixelRatio > this.scale * GOOD ? this.drawing : this.flat);
  }

  /** One of them is shown: even beneath another a bitmap would be moved along with every frame. @param {HTMLElement} one */
  see(one) {
    for (const picture of [this.drawing, this.flat, this.bare]) picture.hidden = picture !== one;
  }
}
