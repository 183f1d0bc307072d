// The board: the map art as one image, live SVG layers above it, all moved by one CSS transform.
import { h, s } from "./dom.js";
import { SIZE, counter, spoken } from "./counters.js";

const LEAST = 0.35, MOST = 2.6, STACK = 4;

export class Board {
  constructor(stage, act) {
    this.stage = stage;
    this.act = act; // { hex(id, event), unit(id, event), hover(hex, unit, point), leave() }
    this.hexes = Object.fromEntries(stage.hexes.map((x) => [x.id, x]));
    const [width, height] = stage.map.size;
    const box = { width, height, viewBox: `0 0 ${width} ${height}` };
    this.art = h("img", { alt: "", width, height, draggable: "false" });
    this.low = s("svg", { ...box, "aria-hidden": "true" });
    this.hits = s("g");
    this.pieces = s("g");
    this.top = s("svg", { ...box, role: "application", "aria-label": "Map. Arrow keys walk from hex to hex, Enter acts." }, this.hits, this.pieces);
    this.high = s("svg", { ...box, "aria-hidden": "true", style: "pointer-events:none" });
    this.world = h("div", { class: "world" }, this.art, this.low, this.top, this.high);
    this.node = h("div", { class: "viewport" }, this.world);
    this.view = { x: 0, y: 0, k: 1 };
    this.fan = null;
    this.theme("paper");
    this.drawHits();
    this.listen();
  }

  theme(name) { this.art.src = this.stage.map.art[name]; }

  corners(id, grow = 1) {
    const { x, y } = this.hexes[id], r = this.stage.map.radius * grow;
    return [0, 1, 2, 3, 4, 5].map((k) => [x + r * Math.cos(Math.PI / 3 * k), y + r * Math.sin(Math.PI / 3 * k)]);
  }

  outline(id, grow) { return `M${this.corners(id, grow).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`; }

  drawHits() {
    this.hits.replaceChildren(...this.stage.hexes.map((x) => s("path", {
      d: this.outline(x.id), class: "hexhit", "data-hex": x.id, tabindex: -1, role: "button",
      "aria-label": `Hex ${x.id}, ${x.text}`,
    })));
    this.hits.firstChild?.setAttribute("tabindex", "0");
  }

  // ---- what stands where

  pieces_at(units) {
    const stacks = {};
    for (const unit of units) (stacks[unit.hex] ??= []).push(unit);
    return stacks;
  }

  drawUnits(units, { can = new Set(), selected = null, hidden = false } = {}) {
    this.stacks = this.pieces_at(units);
    const made = [];
    for (const [hex, stack] of Object.entries(this.stacks)) {
      const { x, y } = this.hexes[hex];
      stack.sort((a, b) => this.stage.units[b.id].factor - this.stage.units[a.id].factor);
      if (selected && stack.some((u) => u.id === selected)) stack.sort((a, b) => (a.id === selected) - (b.id === selected));
      const fan = this.fan === hex;
      stack.forEach((state, at) => {
        const unit = this.stage.units[state.id];
        const spread = fan ? (at - (stack.length - 1) / 2) * (SIZE + 4) : at * STACK;
        const px = x - SIZE / 2 + (fan ? spread : spread - (stack.length - 1) * STACK / 2);
        const py = y - SIZE / 2 - (fan ? 0 : spread - (stack.length - 1) * STACK / 2);
        const node = counter(unit, state.marks, `${can.has(state.id) ? "can" : ""} ${state.marks.includes("moved") || state.marks.includes("attacked") ? "spent" : ""}`);
        node.setAttribute("transform", `translate(${px.toFixed(1)} ${py.toFixed(1)})`);
        node.dataset.unit = state.id;
        node.dataset.hex = hex;
        node.setAttribute("role", "button");
        node.setAttribute("aria-label", spoken(unit, state));
        if (state.id === selected) node.append(s("rect", { x: -3, y: -3, width: SIZE + 6, height: SIZE + 6, rx: 6, fill: "none", stroke: "#111", "stroke-width": 6 }), s("rect", { x: -3, y: -3, width: SIZE + 6, height: SIZE + 6, rx: 6, fill: "none", stroke: "#FFD400", "stroke-width": 3 }));
        else if (can.has(state.id)) node.append(s("rect", { x: -2, y: -2, width: SIZE + 4, height: SIZE + 4, rx: 5, fill: "none", stroke: "#fff", "stroke-width": 2, opacity: .9 }));
        made.push(node);
      });
      if (stack.length > 1 && !fan) made.push(s("g", { transform: `translate(${x + SIZE / 2 + 2} ${y + SIZE / 2 - 4})`, "pointer-events": "none" }, s("circle", { r: 8, fill: "#26241f" }), s("text", { y: 4, "text-anchor": "middle", "font-size": 12, "font-weight": 700, fill: "#fff", style: "font-family:Barlow Condensed" }, stack.length)));
    }
    this.pieces.replaceChildren(...made);
    this.pieces.style.display = hidden ? "none" : "";
  }

  // ---- highlights

  /** Scrim outside, blue border, points left in each hex. */
  showReach(ways) {
    this.high.replaceChildren();
    const inside = new Set(ways.map((w) => w.hex).filter((x) => this.hexes[x]));
    if (!inside.size) return;
    const [width, height] = this.stage.map.size;
    const holes = [...inside].map((id) => this.outline(id)).join("");
    const edges = [...inside].flatMap((id) => this.border(id, inside)).join("");
    const text = new Map();
    for (const way of ways) if (this.hexes[way.hex] && (!text.has(way.hex) || !way.marks.length)) text.set(way.hex, way.left || "•");
    this.low.replaceChildren(
      s("path", { d: `M0 0H${width}V${height}H0Z${holes}`, "fill-rule": "evenodd", fill: "#14120c", opacity: .36 }),
      s("path", { d: edges, fill: "none", stroke: "#fff", "stroke-width": 8, "stroke-linecap": "round" }),
      s("path", { d: edges, fill: "none", stroke: "#0B63CE", "stroke-width": 4.5, "stroke-linecap": "round" }));
    this.high.append(...[...text].map(([id, left]) => s("text", { class: "reachtext", x: this.hexes[id].x, y: this.hexes[id].y + 8 }, left)));
  }

  border(id, inside) {
    const c = this.corners(id), mid = this.hexes[id], made = [];
    for (let k = 0; k < 6; k++) {
      const [ax, ay] = c[k], [bx, by] = c[(k + 1) % 6];
      const nx = 2 * ((ax + bx) / 2) - mid.x, ny = 2 * ((ay + by) / 2) - mid.y;
      const across = mid.near.find((n) => Math.hypot(this.hexes[n].x - nx, this.hexes[n].y - ny) < 4);
      if (!across || !inside.has(across)) made.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`);
    }
    return made;
  }

  showHexes(ids, colour = "#0B63CE") {
    this.low.replaceChildren(...ids.filter((id) => this.hexes[id]).map((id) => s("path", { d: this.outline(id, .96), fill: colour, "fill-opacity": .16, stroke: colour, "stroke-width": 4 })));
    this.high.replaceChildren();
  }

  /** Red rings on targets with a chip, wedges on the hexsides of the attackers. */
  showTargets(targets, chips = {}, wedges = []) {
    this.low.replaceChildren(...targets.map((id) => s("path", { d: this.outline(id, .93), fill: "#C8102E", "fill-opacity": .12, stroke: "#C8102E", "stroke-width": 5, "stroke-dasharray": "12 5" })));
    this.high.replaceChildren(
      ...wedges.map(([from, to]) => this.wedge(from, to)),
      ...Object.entries(chips).map(([id, text]) => s("g", { transform: `translate(${this.hexes[id].x} ${this.hexes[id].y - 44})` },
        s("rect", { x: -26, y: -14, width: 52, height: 24, rx: 12, fill: "#C8102E", stroke: "#fff", "stroke-width": 2 }),
        s("text", { y: 4, "text-anchor": "middle", fill: "#fff", "font-weight": 700, "font-size": 16, style: "font-family:Barlow Condensed" }, text))));
  }

  wedge(from, to) {
    const a = this.hexes[from], b = this.hexes[to];
    const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    return s("path", { d: "M-12 -13L12 0L-12 13Z", transform: `translate(${x} ${y}) rotate(${turn})`, fill: "#1c1c1c", stroke: "#fff", "stroke-width": 2.4 });
  }

  showPath(start, path) {
    this.high.querySelector(".path")?.remove();
    const points = [start, ...path].filter((id) => this.hexes[id]).map((id) => `${this.hexes[id].x} ${this.hexes[id].y}`);
    if (points.length > 1) this.high.append(s("g", { class: "path" },
      s("path", { d: `M${points.join("L")}`, fill: "none", stroke: "#fff", "stroke-width": 10, "stroke-linejoin": "round" }),
      s("path", { d: `M${points.join("L")}`, fill: "none", stroke: "#151310", "stroke-width": 5.5, "stroke-linejoin": "round" })));
  }

  clear() { this.low.replaceChildren(); this.high.replaceChildren(); }

  // ---- looking around

  apply() { this.world.style.transform = `translate(${this.view.x}px, ${this.view.y}px) scale(${this.view.k})`; }

  fit() {
    const [width, height] = this.stage.map.size, box = this.node.getBoundingClientRect();
    this.view.k = Math.max(LEAST, Math.min(MOST, Math.min(box.width / width, box.height / height)));
    this.view.x = (box.width - width * this.view.k) / 2;
    this.view.y = (box.height - height * this.view.k) / 2;
    this.apply();
  }

  centre(id) {
    const at = this.hexes[id], box = this.node.getBoundingClientRect();
    if (!at) return;
    this.view.x = box.width / 2 - at.x * this.view.k;
    this.view.y = box.height / 2 - at.y * this.view.k;
    this.apply();
  }

  zoom(factor, x, y) {
    const k = Math.max(LEAST, Math.min(MOST, this.view.k * factor));
    this.view.x = x - (x - this.view.x) * k / this.view.k;
    this.view.y = y - (y - this.view.y) * k / this.view.k;
    this.view.k = k;
    this.apply();
  }

  pan(dx, dy) { this.view.x += dx; this.view.y += dy; this.apply(); }

  listen() {
    const touches = new Map();
    let dragged = 0;
    const local = (e) => { const b = this.node.getBoundingClientRect(); return [e.clientX - b.left, e.clientY - b.top]; };
    this.node.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY * .0015), ...local(e)); }, { passive: false });
    this.node.addEventListener("pointerdown", (e) => { touches.set(e.pointerId, [e.clientX, e.clientY]); dragged = 0; });
    this.node.addEventListener("pointermove", (e) => {
      const was = touches.get(e.pointerId);
      if (!was) return this.hover(e, local(e));
      const now = [e.clientX, e.clientY];
      if (touches.size === 1) {
        dragged += Math.abs(now[0] - was[0]) + Math.abs(now[1] - was[1]);
        if (dragged > 6) { this.node.classList.add("dragging"); this.pan(now[0] - was[0], now[1] - was[1]); }
      } else if (touches.size === 2) {
        const [other] = [...touches].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
        const before = Math.hypot(was[0] - other[0], was[1] - other[1]), after = Math.hypot(now[0] - other[0], now[1] - other[1]);
        const b = this.node.getBoundingClientRect();
        dragged = 99;
        this.zoom(after / Math.max(1, before), (now[0] + other[0]) / 2 - b.left, (now[1] + other[1]) / 2 - b.top);
      }
      touches.set(e.pointerId, now);
    });
    const up = (e) => { touches.delete(e.pointerId); this.node.classList.remove("dragging"); };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.node.addEventListener(name, up);
    this.node.addEventListener("click", (e) => {
      if (dragged > 6) return;
      const unit = e.target.closest?.("[data-unit]"), hex = e.target.closest?.("[data-hex]");
      if (unit) this.act.unit(unit.dataset.unit, unit.dataset.hex, e);
      else if (hex) this.act.hex(hex.dataset.hex, e);
    });
    this.node.addEventListener("contextmenu", (e) => { e.preventDefault(); this.act.cancel(); });
    this.node.addEventListener("pointerleave", () => this.act.leave());
    this.hits.addEventListener("keydown", (e) => this.walk(e));
  }

  hover(e, point) {
    const unit = e.target.closest?.("[data-unit]"), hex = e.target.closest?.("[data-hex]");
    const fan = e.shiftKey && unit ? unit.dataset.hex : null;
    if (fan !== this.fan) { this.fan = fan; this.act.redraw(); }
    this.act.hover(hex?.dataset.hex ?? null, unit?.dataset.unit ?? null, point);
  }

  /** Arrow keys go to the neighbour that lies most nearly that way; Enter and space act. */
  walk(e) {
    const id = e.target.dataset.hex;
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); this.act.hex(id, e); return; }
    const way = ways[e.key];
    if (!way) return;
    e.preventDefault();
    e.stopPropagation();
    const from = this.hexes[id];
    let best = null, most = 0.2;
    for (const n of from.near) {
      const to = this.hexes[n], far = Math.hypot(to.x - from.x, to.y - from.y);
      const value = ((to.x - from.x) * way[0] + (to.y - from.y) * way[1]) / far;
      if (value > most) [best, most] = [n, value];
    }
    if (best) this.focus(best);
  }

  focus(id) {
    this.hits.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    const node = this.hits.querySelector(`[data-hex="${id}"]`);
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
  }
}
