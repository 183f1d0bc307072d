// The guided first turn: what the prompt, reach, odds and log are, while one plays.
import { h, keep } from "./dom.js";

const STEPS = [
  ["#prompt", "This line always says who decides, what is legal now, and the rule behind it. The strip below shows the phases of the turn."],
  [".viewport", "Units with a white rim can act. Click one: its reach is lit, with the movement points left in each hex. Click a lit hex to go there, a grey one to learn why not."],
  [".side", "Here stand the unit you picked, the odds of an attack line by line with its exact chances, and the reasons for every refusal."],
  ["#undo", "Undo takes your orders back up to the last die or discovery, and says why it stops there. Restart begins your phase anew."],
  [".log", "The log tells everything with its dice. Click a turn to look at the board as it was then."],
  ["#end", "When you are done, end the phase here or with Enter. Press ? for all keys. Hint asks what the computer's staff would do."],
];

/** @param {HTMLElement} app */
export function startTour(app) {
  document.querySelector(".tour")?.remove();
  let at = 0;
  const text = h("p", {}), count = h("span", { class: "quiet" }), next = h("button", { class: "main", onclick: () => go(at + 1) }, "Next");
  const box = h("div", { class: "tour", role: "region", "aria-label": "Guided first turn" }, h("div", { class: "row" }, h("h2", {}, "Your first turn"), count), text, h("div", { class: "options" }, next, h("button", { onclick: () => close() }, "Skip the guide")));
  const clean = () => app.querySelectorAll(".pointed").forEach((n) => n.classList.remove("pointed"));
  const close = () => { clean(); box.remove(); keep("toured", true); };
  const go = (/** @type {number} */ step) => {
    if (step >= STEPS.length) return close();
    at = step;
    clean();
    app.querySelector(STEPS[at][0])?.classList.add("pointed");
    text.textContent = STEPS[at][1];
    count.textContent = `${at + 1} of ${STEPS.length}`;
    next.textContent = at + 1 === STEPS.length ? "Begin" : "Next";
  };
  app.append(box);
  go(0);
  next.focus();
  return close;
}
