// The guided first turn: what the player can do now, where to look, and how to win.
import { clicks, h, keep, side_name, touch } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {Pick<import("./match.js").Table, "app" | "frame" | "side" | "stage" | "state">} Table */
/** @typedef {[where: string, words: string]} Step */

/** Return the steps for the current decision. @param {Table} table @returns {Step[]} */
function steps(table) {
  const { state, stage, side } = table;
  const { choices, board } = state;
  const click = clicks();
  const finger = touch();
  const own = board.stand?.aims.filter((aim) => aim.side === side) ?? [];
  /** @type {(Step | null | false | undefined | 0)[]} */
  const all = [
    ["#prompt", t("match.guide.decision")],
    board.stand && ["#victory", t("match.guide.victory", { aim: own.length ? t("match.guide.aim", { side: side_name(side), aim: own[0].text }) : board.stand.words, click })],
    choices.mine && choices.units.length && [".viewport", stage.spent ? t("match.guide.units-used", { click, points: stage.points }) : t("match.guide.units-left", { click, points: stage.points })],
    choices.mine && choices.targets.length && [".viewport", t("match.guide.targets", { click })],
    choices.mine && !choices.units.length && !choices.targets.length && table.frame.card.firstElementChild && [".cardplace", t("match.guide.card")],
    !choices.mine && [".viewport", finger ? t("match.guide.waiting-touch") : t("match.guide.waiting")],
    choices.mine && [".viewport", finger ? t("match.guide.counters-touch") : t("match.guide.counters")],
    choices.mine && ["#undo", t("match.guide.undo")],
    choices.buttons.some((b) => b.end) && ["#end", finger ? t("match.guide.end-touch") : t("match.guide.end")],
  ];
  return all.filter((step) => Array.isArray(step));
}

/** @param {Table} table */
export function startTour(table) {
  const { app } = table;
  document.querySelector(".tour")?.remove();
  let at = 0;
  let list = steps(table);
  const text = h("p", {}), count = h("span", { class: "quiet" }), next = h("button", { class: "main", onclick: () => go(at + 1) }, t("match.guide.next"));
  const box = h("div", { class: "tour", role: "region", "aria-label": t("match.guide.label") }, h("div", { class: "row" }, h("h2", {}, t("match.guide.title")), count), text, h("div", { class: "options" }, next, h("button", { onclick: () => close() }, t("match.guide.skip"))));
  const clean = () => app.querySelectorAll(".pointed").forEach((n) => n.classList.remove("pointed"));
  const close = () => { clean(); box.remove(); keep("toured", true); };
  const go = (/** @type {number} */ step) => {
    list = steps(table); // the match may have continued
    if (step >= list.length) return close();
    at = step;
    clean();
    app.querySelector(list[at][0])?.classList.add("pointed");
    text.textContent = list[at][1];
    count.textContent = t("match.guide.count", { at: at + 1, count: list.length });
    next.textContent = at + 1 === list.length ? t("match.guide.begin") : t("match.guide.next");
  };
  app.append(box);
  go(0);
  next.focus();
  return close;
}
