// The board: the map art as one image, live SVG layers above it, all moved by one CSS transform.
import { h, s } from "./dom.js";
import { SIZE, counter, spoken } from "./counters.js";

const LEAST = 0.18, MOST = 3, STACK = 6;
const RED = "#C8102E", BLUE = "#0B63CE";

export class Board {
  constructor(stage, act) {
    this.stage = stage;
    this.act = act; // hex, unit, bridge, cancel, hover, leave, redraw, drop
    this.hexes = Object.fromEntries(stage.hexes.map((x) => [x.id, x]));
    const [width, height] = stage.map.size;
    const box = { width, height, viewBox: `0 0 ${width} ${height}` };
    this.art = h("img", { alt: "", width, height, draggable: "false" });
    this.over = s("g"); // overlays the player switched on
    this.reach = s("g");
    this.works = s("g"); // bridges
    this.low = s("svg", { ...box, "aria-hidden": "true" }, this.patterns(), this.over, this.reach, this.works);
    this.hits = s("g");
    this.pieces = s("g");
    this.sides = s("g");
    this.top = s("svg", { ...box, role: "application", "aria-label": "Map. Arrow keys walk from hex to hex, Enter acts." }, this.hits, this.pieces, this.sides);
    this.high = s("svg", { ...box, "aria-hidden": "true", class: "high" });
    this.trail = s("g");
    this.chips = s("g");
    this.high.append(this.trail, this.chips);
    this.world = h("div", { class: "world" }, this.art, this.low, this.top, this.high);
    this.node = h("div", { class: "viewport" }, this.world);
    this.view = { x: 0, y: 0, k: 1 };
    this.fan = null;
    this.stacks = {};
    this.drawHits();
    this.listen();
  }

  patterns() {
    const hatch = (id, colour) => s("pattern", { id, width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 5, height: 12, fill: colour, opacity: .42 }));
    return s("defs", {}, hatch("hatch-enemy", RED), hatch("hatch-own", "#1f5fae"));
  }

  theme(name) { this.art.src = this.stage.map.art[name] ?? Object.values(this.stage.map.art)[0]; }

  corners(id, grow = 1) {
    const { x, y } = this.hexes[id], r = this.stage.map.radius * grow;
    return [0, 1, 2, 3, 4, 5].map((k) => [x + r * Math.cos(Math.PI / 3 * k), y + r * Math.sin(Math.PI / 3 * k)]);
  }

  outline(id, grow) { return `M${this.corners(id, grow).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`; }

  known(ids) { return ids.filter((id) => this.hexes[id]); }

  drawHits() {
    this.hitOf = {};
    this.hits.replaceChildren(...this.stage.hexes.map((x) => this.hitOf[x.id] = s("path", {
      d: this.outline(x.id), class: "hexhit", "data-hex": x.id, tabindex: -1, role: "button", "aria-label": `Hex ${x.id}, ${x.text}`,
    })));
    this.hits.firstChild?.setAttribute("tabindex", "0");
  }

  // ---- what stands where

  /** `units` as the server tells them; `can`: those with something to do; `lit`: those taking part in what is shown. */
  drawUnits(units, { can = new Set(), selected = null, hidden = false, lit = new Set() } = {}) {
    const stacks = {};
    for (const unit of units) if (this.hexes[unit.hex]) (stacks[unit.hex] ??= []).push(unit);
    const made = [];
    const weight = (u) => (u.id === selected ? 9 : 0) + (lit.has(u.id) ? 4 : 0) + (can.has(u.id) ? 2 : 0) + this.stage.units[u.id].factor / 100;
    for (const [hex, stack] of Object.entries(stacks)) {
      stack.sort((a, b) => weight(a) - weight(b));
      made.push(...this.drawStack(hex, stack, { can, selected, lit }));
    }
    for (const id of new Set([...Object.keys(this.stacks), ...Object.keys(stacks)])) {
      const here = (stacks[id] ?? []).map((u) => `${this.stage.units[u.id].name}, ${this.stage.units[u.id].side}${u.marks.length ? `, ${u.marks.join(", ")}` : ""}`);
      this.hitOf[id].setAttribute("aria-label", `Hex ${id}, ${this.hexes[id].text}${here.length ? `. Here: ${here.join("; ")}` : ""}`);
    }
    this.stacks = stacks;
    this.pieces.replaceChildren(...made);
    this.pieces.style.display = hidden ? "none" : "";
  }

  drawStack(hex, stack, { can, selected, lit }) {
    const { x, y } = this.hexes[hex], fan = this.fan === hex && stack.length > 1, made = [];
    if (fan) made.push(s("rect", { x: x - stack.length * (SIZE + 6) / 2 - 5, y: y - SIZE / 2 - 7, width: stack.length * (SIZE + 6) + 10, height: SIZE + 14, rx: 9, fill: "#26241f", opacity: .82 }));
    stack.forEach((state, at) => {
      const unit = this.stage.units[state.id], spread = (at - (stack.length - 1) / 2);
      const px = x - SIZE / 2 + spread * (fan ? SIZE + 6 : STACK), py = y - SIZE / 2 - (fan ? 0 : spread * STACK);
      const spent = state.marks.includes("moved") || state.marks.includes("attacked");
      const node = counter(unit, state.marks, `${can.has(state.id) ? "can" : ""} ${spent && !can.has(state.id) ? "spent" : ""}`);
      node.setAttribute("transform", `translate(${px.toFixed(1)} ${py.toFixed(1)})`);
      node.dataset.unit = state.id;
      node.dataset.hex = hex;
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", spoken(unit, state));
      const ring = (colour, out, thick) => s("rect", { x: -out, y: -out, width: SIZE + 2 * out, height: SIZE + 2 * out, rx: 4 + out, fill: "none", stroke: colour, "stroke-width": thick });
      if (state.id === selected) node.append(ring("#111", 4, 8), ring("#FFD400", 4, 4.5));
      else if (lit.has(state.id)) node.append(ring("#fff", 3, 6), ring(RED, 3, 3.4));
      else if (can.has(state.id)) node.append(ring("#fff", 1.5, 2.4));
      made.push(node);
    });
    if (stack.length > 1 && !fan) {
      const off = (stack.length - 1) / 2 * STACK;
      made.push(s("g", { transform: `translate(${x + SIZE / 2 + off} ${y + SIZE / 2 - off})`, "pointer-events": "none" }, s("circle", { r: 10, fill: "#26241f", stroke: "#f6eed8", "stroke-width": 1.5 }), s("text", { y: 4.6, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "#fff", class: "label" }, stack.length)));
    }
    return made;
  }

  // ---- overlays and highlights

  overlay(shapes) { this.over.replaceChildren(...shapes); }

  hatch(ids, own = false) { return this.known(ids).map((id) => s("path", { d: this.outline(id, .98), fill: `url(#hatch-${own ? "own" : "enemy"})` })); }
  tint(ids, colour, opacity = .2) { return this.known(ids).map((id) => s("path", { d: this.outline(id), fill: colour, "fill-opacity": opacity })); }
  edge(ids, colour, width = 5) {
    const inside = new Set(this.known(ids)), d = [...inside].flatMap((id) => this.border(id, inside)).join("");
    return [s("path", { d, fill: "none", stroke: "#fff", "stroke-width": width + 4, "stroke-linecap": "round" }), s("path", { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round" })];
  }
  words(entries, low = 8) { return entries.filter(([id]) => this.hexes[id]).map(([id, text]) => s("text", { class: "reachtext", x: this.hexes[id].x, y: this.hexes[id].y + (this.stacks[id] ? 49 : low) }, text)); }
  /** A hex that counts for victory: `claims` are [side, held] for every side that wants it. */
  star(id, claims) {
    const { x, y } = this.hexes[id], met = claims.some(([, held]) => held);
    return s("g", { transform: `translate(${x} ${y})` }, s("path", { d: this.outline(id, .9), transform: `translate(${-x} ${-y})`, fill: "#FFD400", "fill-opacity": met ? .34 : .08, stroke: "#8a6a00", "stroke-width": 4, "stroke-dasharray": met ? "none" : "9 6" }),
      ...claims.map(([side, held], i) => s("text", { class: "reachtext", y: -34 + 24 * i - 12 * (claims.length - 1) }, `${held ? "★" : "☆"} ${side}`)));
  }

  /** Scrim outside, blue border, points left in each hex, enemy zones hatched inside. */
  showReach(ways, zoc = []) {
    const inside = new Set(this.known(ways.map((w) => w.hex)));
    this.chips.replaceChildren();
    if (!inside.size) return this.reach.replaceChildren();
    const [width, height] = this.stage.map.size;
    const holes = [...inside].map((id) => this.outline(id)).join("");
    const text = new Map();
    for (const way of ways) if (inside.has(way.hex) && (!text.has(way.hex) || !way.marks.length)) text.set(way.hex, way);
    this.reach.replaceChildren(
      s("path", { d: `M0 0H${width}V${height}H0Z${holes}`, "fill-rule": "evenodd", fill: "#14120c", opacity: .36 }),
      ...this.hatch(zoc.filter((id) => inside.has(id))), ...this.edge([...inside], BLUE, 5));
    this.chips.append(...this.words([...text].map(([id, way]) => [id, `${way.left || "●"}${way.marks.includes("road mode") ? " r" : way.marks.includes("bonus") ? " +" : ""}`])));
  }

  border(id, inside) {
    const c = this.corners(id), mid = this.hexes[id], made = [];
    for (let k = 0; k < 6; k++) {
      const [ax, ay] = c[k], [bx, by] = c[(k + 1) % 6];
      const nx = ax + bx - mid.x, ny = ay + by - mid.y;
      const across = mid.near.find((n) => Math.hypot(this.hexes[n].x - nx, this.hexes[n].y - ny) < 4);
      if (!across || !inside.has(across)) made.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`);
    }
    return made;
  }

  showHexes(ids, colour = BLUE) {
    this.reach.replaceChildren(...this.tint(ids, colour, .17), ...this.known(ids).map((id) => s("path", { d: this.outline(id, .95), fill: "none", stroke: colour, "stroke-width": 4.5 })));
    this.chips.replaceChildren();
  }

  /** Red rings on targets with a chip each, wedges on the hexsides of the attackers. */
  showTargets(targets, chips = [], wedges = [], faint = []) {
    const ring = (id, strong) => s("path", { d: this.outline(id, .92), fill: RED, "fill-opacity": strong ? .16 : .06, stroke: RED, "stroke-width": strong ? 6 : 3.5, "stroke-dasharray": strong ? "none" : "11 6" });
    this.reach.replaceChildren(...faint.filter((id) => !targets.includes(id)).map((id) => ring(id, false)), ...targets.map((id) => ring(id, true)));
    this.chips.replaceChildren(...wedges.map(([from, to]) => this.wedge(from, to)), ...chips.map(([id, text]) => this.chip(id, text)));
  }

  chip(id, text, colour = RED) {
    const { x, y } = this.hexes[id], wide = 22 + 9 * String(text).length;
    return s("g", { transform: `translate(${x} ${y - 48})` }, s("rect", { x: -wide / 2, y: -17, width: wide, height: 31, rx: 15, fill: colour, stroke: "#fff", "stroke-width": 2.6 }),
      s("text", { y: 6, "text-anchor": "middle", fill: "#fff", "font-weight": 700, "font-size": 20, class: "label" }, text));
  }

  wedge(from, to) {
    const a = this.hexes[from], b = this.hexes[to];
    const turn = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    return s("path", { d: "M-13 -15L15 0L-13 15Z", transform: `translate(${a.x * .46 + b.x * .54} ${a.y * .46 + b.y * .54}) rotate(${turn})`, fill: RED, stroke: "#fff", "stroke-width": 3 });
  }

  /** The way of a unit with its ghost at the end; `from` is where it stands. */
  showPath(from, path, unit = null, marks = []) {
    const steps = [from, ...path].filter((id) => this.hexes[id]);
    this.trail.replaceChildren();
    if (!steps.length) return;
    const end = this.hexes[steps[steps.length - 1]];
    if (steps.length > 1) {
      const d = `M${steps.map((id) => `${this.hexes[id].x} ${this.hexes[id].y}`).join("L")}`;
      const line = (stroke, width) => s("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" });
      this.trail.append(line("#fff", 11), line("#151310", 6.5));
    }
    if (unit) {
      const ghost = counter(unit, marks, "ghost");
      ghost.setAttribute("transform", `translate(${end.x - SIZE / 2} ${end.y - SIZE / 2})`);
      this.trail.append(ghost);
    }
    if (path[path.length - 1] === "exit") this.trail.append(s("text", { class: "reachtext", x: end.x, y: end.y - 40 }, "leaves the map"));
  }

  clear() { this.reach.replaceChildren(); this.chips.replaceChildren(); this.trail.replaceChildren(); }

  middle(bridge) {
    const [a, b] = bridge.split("/").map((id) => this.hexes[id]);
    return a && b ? [(a.x + b.x) / 2, (a.y + b.y) / 2, Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI] : null;
  }

  /** Bridges that are gone or built by engineers, as the map art cannot know. */
  drawBridges(bridges) {
    this.works.replaceChildren(...bridges.map((b) => {
      const at = b.state === "intact" ? null : this.middle(b.id);
      if (!at) return null;
      const gone = b.state === "gone", place = `translate(${at[0]} ${at[1]}) rotate(${at[2]})`;
      return s("g", { transform: place }, gone
        ? [s("circle", { r: 12, fill: "#fff", opacity: .85 }), s("path", { d: "M-8 -8L8 8M8 -8L-8 8", stroke: RED, "stroke-width": 4.5, "stroke-linecap": "round" })]
        : [s("rect", { x: -17, y: -9, width: 34, height: 18, rx: 2, fill: b.owner === "german" ? "#59635B" : "#535E2B", stroke: "#fff", "stroke-width": 2 }), s("path", { d: "M-12 -9V9M-6 -9V9M0 -9V9M6 -9V9M12 -9V9", stroke: "#fff", "stroke-width": 1.6 })]);
    }).filter(Boolean));
  }

  /** Hexsides one may click. */
  showSides(ids) {
    this.sides.replaceChildren(...ids.map((id) => {
      const at = this.middle(id);
      return at && s("g", { class: "sidehit", "data-bridge": id, role: "button", tabindex: 0, "aria-label": `Hexside ${id}`, transform: `translate(${at[0]} ${at[1]})` }, s("circle", { r: 21, fill: BLUE, "fill-opacity": .22, stroke: BLUE, "stroke-width": 4 }), s("circle", { r: 24, fill: "none", stroke: "#fff", "stroke-width": 2 }));
    }).filter(Boolean));
  }

  // ---- movement of pieces, for those who watch

  /** Carries a counter along its path; `ms` in all, cut short when `skipped()`. */
  async carry(unit, path, ms, skipped) {
    const steps = path.filter((id) => this.hexes[id]).map((id) => this.hexes[id]);
    if (steps.length < 2 || !ms) return;
    this.showPath(steps[0].id, path.slice(1));
    const piece = counter(unit, [], "moving");
    this.trail.append(piece);
    const began = performance.now();
    await new Promise((done) => {
      const frame = (now) => {
        const t = Math.max(0, Math.min(1, (now - began) / ms)) * (steps.length - 1), k = Math.min(steps.length - 2, Math.floor(t)), part = t - k;
        const x = steps[k].x + (steps[k + 1].x - steps[k].x) * part, y = steps[k].y + (steps[k + 1].y - steps[k].y) * part;
        piece.setAttribute("transform", `translate(${(x - SIZE / 2).toFixed(1)} ${(y - SIZE / 2).toFixed(1)})`);
        if (skipped() || now - began >= ms) done(); else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    this.trail.replaceChildren();
  }

  /** A word over a hex for a moment. */
  async flash(id, text, ms, skipped) {
    if (!this.hexes[id] || !ms) return;
    const node = this.chip(id, text, "#26241f");
    this.chips.append(node);
    const end = performance.now() + ms;
    while (performance.now() < end && !skipped()) await new Promise((done) => setTimeout(done, 40));
    node.remove();
  }

  // ---- looking around

  apply() {
    this.world.style.transform = `translate(${this.view.x}px, ${this.view.y}px) scale(${this.view.k})`;
    this.node.classList.toggle("far", this.view.k < .45);
  }

  fit(ids = null) {
    const all = (ids ?? Object.keys(this.hexes)).map((id) => this.hexes[id]), r = this.stage.map.radius * 1.25, box = this.node.getBoundingClientRect();
    const left = Math.min(...all.map((x) => x.x)) - r, right = Math.max(...all.map((x) => x.x)) + r, top = Math.min(...all.map((x) => x.y)) - r, bottom = Math.max(...all.map((x) => x.y)) + r;
    this.view.k = Math.max(LEAST, Math.min(MOST, box.width / (right - left), box.height / (bottom - top)));
    this.view.x = box.width / 2 - (left + right) / 2 * this.view.k;
    this.view.y = box.height / 2 - (top + bottom) / 2 * this.view.k;
    this.apply();
  }

  centre(id) {
    const at = this.hexes[id], box = this.node.getBoundingClientRect();
    if (!at) return;
    this.view.x = box.width / 2 - at.x * this.view.k;
    this.view.y = box.height / 2 - at.y * this.view.k;
    this.apply();
  }

  /** Brings a hex into view only when it is out of it. */
  reveal(id) {
    const at = this.hexes[id], box = this.node.getBoundingClientRect(), edge = 50;
    if (!at) return;
    const x = this.view.x + at.x * this.view.k, y = this.view.y + at.y * this.view.k;
    if (x < edge || y < edge || x > box.width - edge || y > box.height - edge) this.centre(id);
  }

  zoom(factor, x, y) {
    const k = Math.max(LEAST, Math.min(MOST, this.view.k * factor));
    this.view.x = x - (x - this.view.x) * k / this.view.k;
    this.view.y = y - (y - this.view.y) * k / this.view.k;
    this.view.k = k;
    this.apply();
  }

  zoomMiddle(factor) { const b = this.node.getBoundingClientRect(); this.zoom(factor, b.width / 2, b.height / 2); }

  pan(dx, dy) { this.view.x += dx; this.view.y += dy; this.apply(); }

  listen() {
    const touches = new Map();
    let dragged = 0, carried = null;
    const local = (e) => { const b = this.node.getBoundingClientRect(); return [e.clientX - b.left, e.clientY - b.top]; };
    const hexAt = (e) => document.elementsFromPoint(e.clientX, e.clientY).find((n) => n.dataset?.hex)?.dataset.hex ?? null;
    this.node.addEventListener("wheel", (e) => { if (e.target.closest?.(".over")) return; e.preventDefault(); this.zoom(Math.exp(-e.deltaY * .0015), ...local(e)); }, { passive: false });
    this.node.addEventListener("pointerdown", (e) => {
      if (e.target.closest?.(".over")) return;
      touches.set(e.pointerId, [e.clientX, e.clientY]);
      dragged = 0;
      const piece = e.target.closest?.(".counter.can");
      carried = piece && e.pointerType === "mouse" && e.button === 0 ? piece.dataset.unit : null;
    });
    this.node.addEventListener("pointermove", (e) => {
      const was = touches.get(e.pointerId);
      if (!was) return this.hover(e, local(e));
      const now = [e.clientX, e.clientY];
      if (touches.size === 1) {
        dragged += Math.abs(now[0] - was[0]) + Math.abs(now[1] - was[1]);
        if (dragged > 6 && carried) { this.act.drag(carried, hexAt(e)); } else if (dragged > 6) { this.node.classList.add("dragging"); this.pan(now[0] - was[0], now[1] - was[1]); }
      } else if (touches.size === 2) {
        const [other] = [...touches].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
        const before = Math.hypot(was[0] - other[0], was[1] - other[1]), after = Math.hypot(now[0] - other[0], now[1] - other[1]);
        const b = this.node.getBoundingClientRect();
        dragged = 99;
        this.zoom(after / Math.max(1, before), (now[0] + other[0]) / 2 - b.left, (now[1] + other[1]) / 2 - b.top);
      }
      touches.set(e.pointerId, now);
    });
    const up = (e) => {
      if (e.type === "pointerup" && carried && dragged > 6) this.act.drop(carried, hexAt(e));
      carried = null;
      touches.delete(e.pointerId);
      this.node.classList.remove("dragging");
    };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.node.addEventListener(name, up);
    this.node.addEventListener("click", (e) => {
      if (dragged > 6 || e.target.closest?.(".over")) return;
      const bridge = e.target.closest?.("[data-bridge]"), unit = e.target.closest?.("[data-unit]"), hex = e.target.closest?.("[data-hex]");
      if (bridge) this.act.bridge(bridge.dataset.bridge);
      else if (unit) this.act.unit(unit.dataset.unit, unit.dataset.hex, e);
      else if (hex) this.act.hex(hex.dataset.hex, e);
    });
    this.node.addEventListener("contextmenu", (e) => { if (!e.target.closest?.(".over")) { e.preventDefault(); this.act.cancel(); } });
    this.node.addEventListener("pointerleave", () => this.act.leave());
    this.top.addEventListener("keydown", (e) => this.walk(e));
    this.hits.addEventListener("focusin", (e) => this.act.hover(e.target.dataset.hex, null, null));
  }

  hover(e, point) {
    if (e.target.closest?.(".over")) return this.act.leave();
    const unit = e.target.closest?.("[data-unit]"), hex = e.target.closest?.("[data-hex]");
    const fan = e.shiftKey && hex ? hex.dataset.hex : null;
    if (e.shiftKey ? fan !== this.fan : this.fan && !this.kept) { this.fan = fan; this.act.redraw(); }
    this.act.hover(hex?.dataset.hex ?? null, unit?.dataset.unit ?? null, point);
  }

  /** Arrow keys go to the neighbour that lies most nearly that way; Enter and space act. */
  walk(e) {
    const bridge = e.target.closest?.("[data-bridge]");
    if (bridge) { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); this.act.bridge(bridge.dataset.bridge); } return; }
    const id = e.target.dataset.hex;
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0.02], ArrowRight: [1, -0.02] };
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); this.act.hex(id, { keyboard: true }); return; }
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
    const node = this.hitOf[id];
    if (!node) return;
    this.hits.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
    this.reveal(id);
  }
}
