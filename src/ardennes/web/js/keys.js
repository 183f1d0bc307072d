// The keyboard: everything the mouse can do.
export const KEYS = [
  ["Tab, Shift+Tab", "next, previous unit or target that can act"], ["Arrows", "walk from hex to hex"], ["Enter", "on a hex: act there; elsewhere: end the phase"], ["E", "end the phase"], ["Esc", "drop what is picked; again: Tab leaves the map"],
  ["U, Ctrl+Z", "undo"], ["I", "hint"], ["P", "to the panel"], ["B", "to the map"], ["D", "to the decision"], ["R", "replay"], ["T", "board as text"], ["+ − F", "zoom in, out, whole map"], ["W A X D arrows", "pan with Shift+arrows"], ["G", "go to a hex or place"],
  ["H Z S C V M", "counters, zones, supply, control, victory, costs"], ["?", "these keys"],
];

/** What a key does at the table; a function for `keydown`. */
export function keyMap(table) {
  const pan = { ArrowUp: [0, 90], ArrowDown: [0, -90], ArrowLeft: [90, 0], ArrowRight: [-90, 0] };
  const focusFirst = (where, what) => table.app.querySelector(where)?.querySelector(what)?.focus();
  const does = {
    Escape: () => table.cancel(), Enter: () => table.end(), e: () => table.end(), u: () => table.undo("undo"), i: () => table.hint(), h: () => table.toggle("counters"), z: () => table.toggle("zoc"), s: () => table.toggle("supply"), c: () => table.toggle("control"), v: () => table.toggle("victory"), m: () => table.toggle("cost"),
    f: () => table.board.fit(), g: () => table.goTo(), r: () => table.look(null), t: () => table.text(), "+": () => table.board.zoomMiddle(1.25), "=": () => table.board.zoomMiddle(1.25), "-": () => table.board.zoomMiddle(.8), "?": () => table.help(),
    p: () => focusFirst(".side", "button, [tabindex='0']"), d: () => focusFirst(".cardplace", "button"), b: () => table.board.focus(table.state.board.units.find((u) => u.id === table.selected)?.hex ?? table.board.hits.querySelector('[tabindex="0"]').dataset.hex),
  };
  return (e) => {
    if (e.target.closest?.("input, select, textarea, dialog, .tour") || document.querySelector(".cover, dialog[open]") || e.altKey || e.metaKey) return;
    if (e.ctrlKey) { if (e.key === "z") { e.preventDefault(); table.undo("undo"); } return; }
    if (table.moving) { table.skip = true; return; }
    if (e.shiftKey && pan[e.key]) { e.preventDefault(); table.board.pan(...pan[e.key]); return; }
    const control = e.target.closest?.("button, a, summary, [data-bridge]")?.matches(":focus-visible");
    if (e.key === "Tab") {
      if (control || e.target.closest?.(".side") || table.tabFree || table.replay) { table.tabFree = false; return; }
      const { units, targets, hexes } = table.state.choices;
      if (!units.length && !targets.length && !Object.keys(hexes).length) return;
      e.preventDefault();
      table.next(e.shiftKey ? -1 : 1);
      return;
    }
    if ((e.key === "Enter" || e.key === " ") && control) return;
    const act = does[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (act) { e.preventDefault(); act(); }
  };
}
