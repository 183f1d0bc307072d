// Mouse, finger and arrow keys on the map, turned into what the table understands.

/** @typedef {import("./board.js").Board} Board */

const SLIP = 6; // pixels a click may slip
const LONG = 480; // milliseconds after which a finger that rests asks what is here

/** @param {Board} board */
export function listen(board) {
  const { node } = board;
  new Pointer(board).listen(node);
  board.top.addEventListener("keydown", (e) => walk(board, /** @type {KeyboardEvent} */ (e)));
  board.hits.addEventListener("focusin", (e) => {
    const hex = /** @type {SVGElement} */ (e.target).dataset.hex;
    board.act.hover(hex ?? null, null);
  });
}

/** @param {Event} e @param {string} what @returns {HTMLElement | null} */
const near = (e, what) => e.target instanceof Element ? e.target.closest(what) : null;

/** @param {PointerEvent | MouseEvent} e */
function hexAt(e) {
  const found = document.elementsFromPoint(e.clientX, e.clientY).find((n) => n instanceof SVGElement && n.dataset.hex);
  return found instanceof SVGElement ? found.dataset.hex ?? null : null;
}

/**
 * A counter outside the map is dragged onto it.
 * @param {HTMLElement} node @param {(hex: string | null) => unknown} drag @param {(hex: string | null) => unknown} drop
 */
export function carryFrom(node, drag, drop) {
  node.addEventListener("pointerdown", (first) => {
    if (first.pointerType !== "mouse" || first.button !== 0) return;
    let far = 0;
    const move = (/** @type {PointerEvent} */ e) => {
      far = Math.max(far, Math.hypot(e.clientX - first.clientX, e.clientY - first.clientY));
      if (far > SLIP) drag(hexAt(e));
    };
    const up = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      if (far > SLIP) drop(hexAt(e));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  });
}

class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, [number, number]>} */
    this.touches = new Map();
    this.dragged = 0;
    /** @type {string | null} the unit that is dragged */
    this.carried = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
  }

  /** @param {HTMLElement} node */
  listen(node) {
    node.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    node.addEventListener("pointerdown", (e) => this.down(e));
    node.addEventListener("pointermove", (e) => this.move(e));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      node.addEventListener(name, (e) => this.up(e));
    }
    node.addEventListener("click", (e) => this.click(e));
    node.addEventListener("contextmenu", (e) => {
      if (near(e, ".over")) return;
      e.preventDefault();
      if (this.dragged <= SLIP) this.board.act.cancel();
    });
    node.addEventListener("pointerleave", () => this.board.act.leave());
  }

  /** @param {MouseEvent} e @returns {[number, number]} */
  local(e) {
    const box = this.board.node.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    if (near(e, ".over")) return;
    e.preventDefault();
    this.board.camera.zoom(Math.exp(-e.deltaY * 0.0015), ...this.local(e));
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (near(e, ".over")) return;
    this.touches.set(e.pointerId, [e.clientX, e.clientY]);
    this.dragged = 0;
    const piece = near(e, ".counter.can");
    this.carried = piece && e.pointerType === "mouse" && e.button === 0 ? piece.dataset.unit ?? null : null;
    clearTimeout(this.resting);
    if (e.pointerType !== "mouse" && this.touches.size === 1) this.resting = setTimeout(() => this.rest(e), LONG);
  }

  /** A finger rests: what is here? The tap that ends it does nothing. @param {PointerEvent} e */
  rest(e) {
    if (this.dragged > SLIP) return;
    this.dragged = 99;
    this.board.act.hover(hexAt(e), this.local(e), near(e, "[data-unit]")?.dataset.unit, true);
  }

  /** @param {PointerEvent} e */
  move(e) {
    const was = this.touches.get(e.pointerId);
    if (!was) return this.hover(e);
    /** @type {[number, number]} */
    const now = [e.clientX, e.clientY];
    if (this.touches.size === 1) this.drag(e, now[0] - was[0], now[1] - was[1]);
    else if (this.touches.size === 2) this.pinch(e.pointerId, was, now);
    this.touches.set(e.pointerId, now);
    return undefined;
  }

  /** @param {PointerEvent} e @param {number} dx @param {number} dy */
  drag(e, dx, dy) {
    this.dragged += Math.abs(dx) + Math.abs(dy);
    if (this.dragged <= SLIP) return;
    if (this.carried) this.board.act.drag(this.carried, hexAt(e));
    else {
      this.board.node.classList.add("dragging");
      this.board.camera.pan(dx, dy);
    }
  }

  /** @param {number} id @param {[number, number]} was @param {[number, number]} now */
  pinch(id, was, now) {
    const [other] = [...this.touches].filter(([key]) => key !== id).map(([, p]) => p);
    const before = Math.hypot(was[0] - other[0], was[1] - other[1]);
    const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
    const box = this.board.node.getBoundingClientRect();
    this.dragged = 99;
    this.board.camera.zoom(after / Math.max(1, before), (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
    this.board.camera.pan((now[0] - was[0]) / 2, (now[1] - was[1]) / 2);
  }

  /** @param {PointerEvent} e */
  up(e) {
    clearTimeout(this.resting);
    if (this.carried && this.dragged > SLIP) this.board.act.drop(this.carried, e.type === "pointerup" ? hexAt(e) : null);
    this.carried = null;
    this.touches.delete(e.pointerId);
    this.board.node.classList.remove("dragging");
  }

  /** @param {MouseEvent} e */
  click(e) {
    if (this.dragged > SLIP || near(e, ".over")) return;
    const side = near(e, "[data-bridge]");
    const unit = near(e, "[data-unit]");
    const hex = near(e, "[data-hex]");
    const how = { shift: e.shiftKey || e.ctrlKey, keyboard: false };
    const formation = near(e, "[data-formation]");
    if (formation?.dataset.formation) this.board.act.formation(formation.dataset.formation);
    else if (side?.dataset.bridge) this.board.act.side(side.dataset.bridge);
    else if (unit?.dataset.unit && unit.dataset.hex) this.board.act.unit(unit.dataset.unit, unit.dataset.hex, how);
    else if (hex?.dataset.hex) this.board.act.hex(hex.dataset.hex, how);
  }

  /** @param {PointerEvent} e */
  hover(e) {
    if (near(e, ".over")) return this.board.act.leave();
    const hex = near(e, "[data-hex]")?.dataset.hex ?? null;
    const { pieces } = this.board;
    if (e.shiftKey ? hex !== pieces.fan : pieces.fan && !pieces.keepsFan) {
      pieces.fan = e.shiftKey ? hex : null;
      this.board.act.redraw();
    }
    return this.board.act.hover(hex, this.local(e), near(e, "[data-unit]")?.dataset.unit);
  }
}

/** Arrow keys go to the neighbour that lies most nearly that way; Enter and space act. @param {Board} board @param {KeyboardEvent} e */
function walk(board, e) {
  const acts = e.key === "Enter" || e.key === " ";
  const side = near(e, "[data-bridge]")?.dataset.bridge;
  const hex = near(e, "[data-hex]")?.dataset.hex;
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [0.02, -1], ArrowDown: [-0.02, 1], ArrowLeft: [-1, 0.02], ArrowRight: [1, -0.02] };
  const way = e.shiftKey ? undefined : ways[e.key];
  if (!acts && !way) return;
  if (!acts && side) return;
  e.preventDefault();
  e.stopPropagation();
  if (side) board.act.side(side);
  else if (hex && acts) board.act.hex(hex, { keyboard: true, shift: e.shiftKey });
  else if (hex && way) {
    const next = board.geometry.towards(hex, way);
    if (next) board.focus(next);
  }
}
