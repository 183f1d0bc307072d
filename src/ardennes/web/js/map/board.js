// The board: the map art, live SVG layers above it, all moved by one CSS transform.
import { Camera } from "./camera.js";
import { counter } from "./counters.js";
import { h, s } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { Formations } from "./formations.js";
import { Geometry } from "./geometry.js";
import { Ground } from "./ground.js";
import { Marks } from "./marks.js";
import { Names } from "./names.js";
import { Pieces } from "./pieces.js";
import { plainGround } from "./plain-ground.js";
import { listen } from "./pointer.js";

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").Unit} Unit */
/** @typedef {import("../types.gen.js").UnitState} UnitState */
/** @typedef {{shift: boolean, keyboard: boolean}} How */
/**
 * What the board tells the table.
 * @typedef {object} Acts
 * @property {(id: string, how: How) => unknown} hex
 * @property {(id: string, hex: string, how: How) => unknown} unit
 * @property {(id: string) => unknown} side a hexside
 * @property {(key: string) => unknown} formation its sign far out
 * @property {() => unknown} cancel
 * @property {(hex: string | null, point: [number, number] | null, unit?: string | null, held?: boolean) => void} hover
 * @property {() => void} leave
 * @property {() => void} redraw
 * @property {(unit: string, hex: string | null) => unknown} drag
 * @property {(unit: string, hex: string | null) => unknown} drop
 */

export class Board {
  /** @param {Stage} stage @param {Acts} act */
  constructor(stage, act) {
    this.stage = stage;
    this.act = act;
    this.geometry = new Geometry(stage);
    this.pieces = new Pieces(stage, this.geometry);
    const taken = (/** @type {string} */ id) => Boolean(this.pieces.stacks[id]);
    this.marks = new Marks(stage, this.geometry, this.pieces.size, taken);
    this.names = new Names(this.geometry, taken);
    this.formations = new Formations(stage, this.geometry, this.pieces.size);
    this.pieces.layer.classList.add("pieces");
    const [width, height] = stage.map.size;
    const box = { width, height, viewBox: `0 0 ${width} ${height}` };
    this.ground = new Ground(stage.map.size);
    this.hits = s("g");
    const { over, reach, works, sides, trail, chips, arrows, far } = this.marks;
    const low = s("svg", { ...box, "aria-hidden": "true" }, this.marks.patterns(), over, reach, works);
    const label = t("map.label");
    this.top = s("svg", { ...box, role: "application", "aria-label": label }, this.hits, this.pieces.layer, far, this.formations.layer, this.pieces.lifted, sides);
    const high = s("svg", { ...box, "aria-hidden": "true", class: "high" }, this.pieces.picked, arrows, trail, this.names.layer, chips);
    this.sheets = [this.ground.node, low, this.top, high];
    this.world = h("div", { class: "world" }, this.sheets.map((inside) => h("div", { class: "sheet" }, inside)));
    this.node = h("div", { class: "viewport" }, this.world);
    this.camera = new Camera(this.node, this.world, this.geometry);
    this.camera.moved = () => act.leave(); // what a tooltip told of is no longer below it
    this.camera.stirred = () => this.ground.stir();
    this.camera.rested = () => this.rest();
    this.camera.rescaled = (base) => this.rescale(base);
    this.ground.shown = () => { this.node.dataset.map = "shown"; };
    this.ground.painted = () => {
      this.node.classList.add("ready");
      this.ground.rest(this.camera.k);
    };
    /** @type {Set<string>} units that are picked */
    this.lit = new Set();
    /** @type {string[]} hexes that are asked about: signs make room for them */
    this.asked = [];
    this.pieces.told = (id, stack) => this.tell(id, stack);
    this.drawHits();
    listen(this);
  }

  /** @param {string} name */
  theme(name) {
    const [first] = Object.values(this.stage.map.art);
    if (first) this.ground.show(this.stage.map.art[name] ?? first);
    else this.ground.draw(plainGround(this.stage, this.geometry));
  }

  /** @param {number} base the scale at which everything is drawn */
  rescale(base) {
    const [width, height] = this.stage.map.size;
    for (const inside of this.sheets) {
      inside.style.transform = `scale(${base})`;
      const sheet = /** @type {HTMLElement} */ (inside.parentElement);
      sheet.style.width = `${width * base}px`;
      sheet.style.height = `${height * base}px`;
    }
  }

  /** The map lies still: what depends on its scale is drawn. */
  rest() {
    this.drawFormations();
    this.names.draw(this.camera.k, () => this.covered());
    this.ground.rest(this.camera.k);
    this.node.dataset.scale = this.camera.k.toFixed(4); // for those who look at the page from outside
  }

  drawHits() {
    /** @type {Record<string, SVGElement>} */
    this.hitOf = {};
    const blank = s("path", { class: "hexhit", tabindex: -1, role: "button" }); // there are thousands
    for (const x of this.stage.hexes) {
      const hit = /** @type {SVGElement} */ (blank.cloneNode());
      hit.setAttribute("d", this.geometry.outline(x.id));
      hit.setAttribute("data-hex", x.id);
      hit.setAttribute("aria-label", t("map.hex", { hex: x.id, text: x.text }));
      this.hitOf[x.id] = hit;
    }
    this.hits.replaceChildren(...Object.values(this.hitOf));
    this.hits.firstElementChild?.setAttribute("tabindex", "0");
  }

  /** The ground of a scenario: what lies beyond it is veiled and out of play. @param {string[]} ids empty: the whole map */
  keepTo(ids) {
    if (this.camera.ground.length === ids.length) return;
    this.camera.ground = this.geometry.known(ids);
    const inside = new Set(ids);
    for (const [id, hit] of Object.entries(this.hitOf ?? {})) hit.classList.toggle("beyond", inside.size > 0 && !inside.has(id));
  }

  /** A hex says what stands in it. @param {string} id @param {UnitState[]} stack */
  tell(id, stack) {
    const here = stack.map((u) => [this.stage.units[u.id].name, this.stage.units[u.id].side, ...u.marks].join(", "));
    const hex = { hex: id, text: this.geometry.hexes[id].text };
    const words = here.length ? t("map.hex-units", { ...hex, units: here.join("; ") }) : t("map.hex", hex);
    this.hitOf?.[id]?.setAttribute("aria-label", words);
  }

  /** Shows or hides the names and numbers of hexes that counters cover. @param {boolean} on */
  nameAll(on) {
    this.names.asked = on;
    this.names.draw(this.camera.k, () => this.covered());
  }

  /** Far out formations take the place of counters. */
  drawFormations() {
    const { k } = this.camera;
    const far = this.formations.at(k);
    this.node.classList.toggle("distant", far);
    if (far) this.formations.draw(Object.values(this.pieces.stacks).flat(), this.lit, k, this.asked);
    else this.formations.clear();
  }

  /** What a name may not lie over, in the measure of the map. @returns {import("./formations.js").Box[]} */
  covered() {
    const { hexes, radius } = this.geometry;
    const ringed = this.geometry.known(this.asked).map((id) => /** @type {import("./formations.js").Box} */ ([hexes[id].x - radius, hexes[id].y - radius, hexes[id].x + radius, hexes[id].y + radius]));
    if (this.formations.at(this.camera.k)) return [...this.formations.boxes, ...ringed];
    const half = this.pieces.size / 2 + 4;
    return Object.keys(this.pieces.stacks).map((id) => [hexes[id].x - half, hexes[id].y - half, hexes[id].x + half, hexes[id].y + half]);
  }

  /** @param {UnitState[]} units @param {import("./pieces.js").Look} [look] */
  drawUnits(units, look) {
    this.pieces.draw(units, look);
    this.lit = new Set([...(look?.lit ?? []), ...(look?.selected ? [look.selected] : [])]);
    this.formations.layer.style.display = look?.hidden ? "none" : "";
    if (!this.camera.still) return; // it is drawn when the map lies still
    this.drawFormations();
    this.names.draw(this.camera.k, () => this.covered());
  }

  /** @param {string} id */
  focus(id) {
    const node = this.hitOf?.[id];
    if (!node) return;
    this.hits.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
    this.camera.reveal(id);
  }

  /** The hex the keyboard stands on. */
  focused() {
    const node = /** @type {SVGElement | null} */ (this.hits.querySelector('[tabindex="0"]'));
    return node?.dataset.hex ?? "";
  }

  // ---- motion, for those who watch

  /**
   * Carries a counter along its path; `ms` in all, cut short when `skipped()`.
   * @param {Unit} unit @param {string[]} path @param {number} ms @param {() => boolean} skipped
   */
  async carry(unit, path, ms, skipped) {
    const steps = this.geometry.known(path).filter((id, at, all) => id !== all[at - 1]).map((id) => this.geometry.hexes[id]);
    if (steps.length < 2 || !ms) return;
    const { size } = this.pieces;
    const piece = counter(unit, [], this.stage.signs, size, "moving");
    this.marks.trail.append(piece);
    const began = performance.now();
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const frame = (/** @type {number} */ now) => {
        const t = Math.max(0, Math.min(1, (now - began) / ms)) * (steps.length - 1);
        const k = Math.min(steps.length - 2, Math.floor(t));
        const x = steps[k].x + (steps[k + 1].x - steps[k].x) * (t - k) - size / 2;
        const y = steps[k].y + (steps[k + 1].y - steps[k].y) * (t - k) - size / 2;
        piece.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
        if (skipped() || now - began >= ms) done();
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    piece.remove();
  }

  /** A word over a hex for a moment. @param {string} id @param {string} text @param {number} ms @param {() => boolean} skipped */
  async flash(id, text, ms, skipped) {
    if (!this.geometry.hexes[id] || !ms) return;
    const node = this.marks.chip(id, text, "#26241f");
    this.marks.chips.append(node);
    const end = performance.now() + ms;
    while (performance.now() < end && !skipped()) await new Promise((done) => setTimeout(done, 40));
    node.remove();
  }
}
