// Measures the page from inside: put into it before anything else runs.
window.bench = {
  faults: [],

  next: () => new Promise(requestAnimationFrame),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),

  /** Milliseconds since the visit began when map and counters are on the screen. */
  async painted(counters) {
    const there = () => document.querySelectorAll(".world .counter").length >= counters && document.querySelector(".viewport[data-map]");
    while (!there()) await bench.next();
    // A frame begins only when the one before the last has been drawn.
    for (let k = 0; k < 3; k++) await bench.next();
    return performance.now();
  },

  /** Milliseconds of every frame while the map is panned or zoomed, one step a frame. */
  async frames(what, count) {
    const node = document.querySelector(".viewport");
    const box = node.getBoundingClientRect();
    const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const turn = (deltaY) => node.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, deltaY, ...middle }));
    const touch = (name, x, y) => node.dispatchEvent(new PointerEvent(name, {
      bubbles: true, pointerId: 7, pointerType: "touch", clientX: middle.clientX + x, clientY: middle.clientY + y,
    }));
    document.querySelector('.toggles [title^="Whole map"]')?.click();
    for (let k = 0; k < 12 && what === "pan"; k++) turn(-60);
    await bench.wait(900);
    if (what === "pan") touch("pointerdown", 0, 0);
    const told = [];
    let before = await bench.next();
    for (let k = 1; k <= count; k++) {
      const way = Math.sin(k / count * Math.PI * 4);
      if (what === "pan") touch("pointermove", 380 * way, 240 * way);
      else turn(Math.floor(k / 30) % 2 ? 60 : -60);
      const now = await bench.next();
      told.push(now - before);
      before = now;
    }
    if (what === "pan") touch("pointerup", 0, 0);
    await bench.wait(900);
    return told;
  },

  /** Ends the turn and skips what the other side does as soon as it is shown: milliseconds from the answer that holds the last of it to the prompt, and from the first picture of it. */
  async skip() {
    const press = (key, more = {}) => dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    const { fetch } = window;
    let answered = 0;
    window.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      answered = performance.now();
      return answer;
    };
    const mine = () => document.title.startsWith("●");
    for (let k = 0; mine(); k++) {
      if (k % 50 === 0) press("E", { shiftKey: true });
      document.querySelector("dialog[open] button.main, .card-over.answers [data-do]")?.click();
      await bench.wait(20);
    }
    let first = 0, last = 0;
    while (!mine()) {
      if (document.querySelector(".table.showing")) {
        first ||= performance.now();
        press("Escape");
      }
      last = answered;
      await bench.wait(5);
    }
    window.fetch = fetch;
    await bench.next();
    return [performance.now() - last, first ? performance.now() - first : 0];
  },

  /** Milliseconds from the click on a unit to the frame in which its reach and its numbers stand. */
  async reach(unit) {
    const piece = document.querySelector(`.counter[data-unit="${unit}"]`);
    const began = performance.now();
    for (const name of ["pointerdown", "pointerup"]) {
      piece.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 8, pointerType: "touch" }));
    }
    piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const shown = () => document.querySelector(`.panel .unit[data-unit="${unit}"]`) && document.querySelector(".reachtext");
    while (!shown()) {
      if (performance.now() - began > 5000) return null;
      await bench.wait(1);
    }
    for (let k = 0; k < 2; k++) await bench.next();
    const took = performance.now() - began;
    dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await bench.wait(150);
    return took;
  },
};
addEventListener("error", (e) => bench.faults.push(String(e.message)));
