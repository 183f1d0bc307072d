// The guided first turn: what is really possible now, where to look, and how one wins.
import { clicks, h, keep, side_name, touch } from "../lib/dom.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {[where: string, words: string]} Step */

/** The steps that fit what is decided now. @param {Table} table @returns {Step[]} */
function steps(table) {
  const { state, stage, side } = table;
  const { choices, board } = state;
  const does = clicks();
  const own = board.stand?.aims.filter((aim) => aim.side === side) ?? [];
  /** @type {(Step | null | false | undefined | 0)[]} */
  const found = [
    ["#prompt", "This line says what you decide now, and the rule behind it."],
    board.stand && ["#victory", `What wins stays in sight here. ${own.length ? `You, the ${side_name(side)} side: ${own[0].text}` : board.stand.words} ${does} the line for all of it.`],
    choices.mine && choices.units.length && [".viewport", `Units with a white rim can act. ${does} one: the hexes it reaches light up, with the ${stage.points} ${stage.spent ? "used" : "left"}. ${does} a lit hex to go there, a dark one to learn why not.`],
    choices.mine && choices.targets.length && [".viewport", `Red rings are hexes you can attack. ${does} one for the odds before you decide.`],
    choices.mine && !choices.units.length && !choices.targets.length && table.frame.card.firstElementChild && [".cardplace", "This card asks for your answer; what it is about is lit on the map."],
    !choices.mine && [".viewport", `The other side decides now. Look around: ${touch() ? "hold a finger on a counter" : "point at a counter"} to read it.`],
    choices.mine && [".viewport", `${touch() ? "Hold a finger on" : "Point at"} any counter to read what its numbers mean, its state and its supply.`],
    choices.mine && ["#undo", "Undo takes your orders back, up to the last die, discovery or final order."],
    choices.buttons.some((b) => b.end) && ["#end", `When you are done, press the gold button${touch() ? "" : " or Enter"}. Hint shows what the staff would do.`],
  ];
  return found.filter((step) => Array.isArray(step));
}

/** @param {Table} table */
export function startTour(table) {
  const { app } = table;
  document.querySelector(".tour")?.remove();
  let at = 0;
  let list = steps(table);
  const text = h("p", {}), count = h("span", { class: "quiet" }), next = h("button", { class: "main", onclick: () => go(at + 1) }, "Next");
  const box = h("div", { class: "tour", role: "region", "aria-label": "Guided first turn" }, h("div", { class: "row" }, h("h2", {}, "Your first turn"), count), text, h("div", { class: "options" }, next, h("button", { onclick: () => close() }, "Skip the guide")));
  const clean = () => app.querySelectorAll(".pointed").forEach((n) => n.classList.remove("pointed"));
  const close = () => { clean(); box.remove(); keep("toured", true); };
  const go = (/** @type {number} */ step) => {
    list = steps(table); // the match may have gone on
    if (step >= list.length) return close();
    at = step;
    clean();
    app.querySelector(list[at][0])?.classList.add("pointed");
    text.textContent = list[at][1];
    count.textContent = `${at + 1} of ${list.length}`;
    next.textContent = at + 1 === list.length ? "Begin" : "Next";
  };
  app.append(box);
  go(0);
  next.focus();
  return close;
}
