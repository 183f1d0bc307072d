// An answer on the form: the score line by line, the dice, the result, and what each team may hear.
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { face, sideFlag } from "./symbols.js";
import { atNumbers, rangeOf } from "./words.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Chance} Chance */

const PRESS = 550; // milliseconds of a long press
const GOOD = /success|win|won|loss|step/i, BAD = /beaten|lose|nothing|no effect/i;

/** @param {string} text */
const bold = (text) => atNumbers(text).map((part, at) => at % 2 ? h("b", {}, part) : part);

/** Call when an element is pressed for long, or by the context menu key. @param {HTMLElement} node @param {() => void} act */
export function onLongPress(node, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => clearTimeout(timer);
  node.addEventListener("pointerdown", (e) => {
    stop();
    if (e.button === 0) timer = setTimeout(act, PRESS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(end, stop);
  node.addEventListener("contextmenu", (e) => e.preventDefault());
}

/**
 * The lines of a score. A long press on one adds a modifier to its side; a tap shows the same by unit.
 * @param {Answer} answer @param {{byUnit: boolean, flip: () => void, modify: ((defence: boolean) => void) | null}} on
 */
export function ledger(answer, { byUnit, flip, modify }) {
  const lines = byUnit && answer.working ? answer.working : answer.ledger.length ? answer.ledger : answer.working ?? [];
  const split = lines.findIndex((one) => one.depth === 0);
  const isSum = (/** @type {Line} */ one) => one.depth === 0 || (byUnit && one.depth === 1 && Boolean(one.value));
  const rows = lines.map((one, at) => {
    const defence = split >= 0 && at > split;
    const more = modify && one.depth === 0 ? h("button", { type: "button", class: "modify", "aria-label": defence ? t("umpire.modifier.defence") : t("umpire.modifier.attack"), onclick: () => modify(defence) }, "±") : null;
    const row = h("tr", { class: `${isSum(one) ? "sum" : ""} deep${byUnit ? one.depth : 0}`, title: one.rule },
      h("td", {}, one.what, more, one.origin ? h("span", { class: "our" }, one.origin) : null), h("td", {}, one.value));
    if (answer.working) row.addEventListener("click", (e) => e.target instanceof HTMLElement && e.target.closest("button") || flip());
    if (modify) onLongPress(row, () => modify(defence));
    return row;
  });
  const units = answer.working && answer.ledger.some((one) => one.depth === 0) ? h("button", { type: "button", class: "byunit", "aria-pressed": String(byUnit), onclick: flip }, t("umpire.by-unit")) : null;
  return h("div", { class: "led" }, h("table", {}, h("tbody", {}, rows)), equation(answer, units));
}

/** 31 − 16 + die = 19. @param {Answer} answer @param {HTMLElement | null} units */
function equation(answer, units) {
  const sums = answer.ledger.filter((one) => one.depth === 0);
  const [first] = answer.dice;
  if (answer.question !== "fight" || sums.length < 2) return null;
  const score = answer.facts?.score;
  return h("div", { class: "eqn" }, h("span", {}, `${sums[0].value} − ${sums[1].value} + `, first ? face(first.die, 26) : h("i", { class: "blank" }, "?")), units ?? h("span", {}),
    h("b", { class: "score" }, score ?? ""));
}

/** Chances as bars. @param {Chance[]} chances */
export const chanceBars = (chances) => h("ul", { class: "chances" }, chances.map((one) => h("li", {},
  h("span", {}, one.what), h("b", {}, one.share ? t("umpire.percent", { percent: Math.round(one.share * 100) }) : one.value),
  one.share ? h("i", { class: "barline", style: `width:${(one.share * 100).toFixed(1)}%` }) : null)));

/**
 * Six faces and Roll: one tap fills the die that is asked for. A die that was rolled can be chosen and changed.
 * @param {Answer | null} answer @param {{dice: number[], chosen: number, choose: (at: number) => void, roll: (face: number) => void, clear: () => void}} on
 */
export function diceRow(answer, { dice, chosen, choose, roll, clear }) {
  const used = answer?.dice ?? [];
  const shown = chosen >= 0 ? dice[chosen] : undefined;
  const random = () => {
    const [bits] = crypto.getRandomValues(new Uint32Array(1));
    roll(Math.floor(bits / 2 ** 32 * 6) + 1);
  };
  const prompt = chosen >= 0 ? t("umpire.dice.change", { what: used[chosen]?.for ?? "" }) : answer?.needs ? t("umpire.dice.tap-for", { what: answer.needs }) : t("umpire.dice.tap");
  return h("div", { class: "diceblock" },
    h("div", { class: "dicelabel" }, h("span", { class: "ask", "aria-live": "polite" }, prompt),
      h("span", { class: "rolleddice" }, used.map((one, at) => h("button", { type: "button", class: "rolleddie", "aria-pressed": String(at === chosen), onclick: () => choose(at) },
        `${one.for} `, h("b", {}, one.die))), dice.length ? h("button", { type: "button", class: "rolleddie", "aria-label": t("umpire.dice.clear"), onclick: clear }, "×") : null)),
    h("div", { class: "faces" }, [1, 2, 3, 4, 5, 6].map((n) => h("button", { type: "button", class: shown === n ? "on" : "", "aria-label": t("umpire.dice.face", { face: n }), "data-face": n, onclick: () => roll(n) }, face(n, 30))),
      h("button", { type: "button", class: "roll", onclick: random }, t("umpire.dice.roll"))));
}

/** The result as the umpire reads it; before the die, the chances. @param {Answer} answer */
export function result(answer) {
  if (answer.needs !== null) return answer.chances?.length ? h("section", { class: "res before" }, h("h2", {}, t("umpire.chances")), chanceBars(answer.chances)) : null;
  const text = answer.result ?? "", summary = answer.summary ?? "";
  const kind = GOOD.test(text) ? "good" : BAD.test(text) ? "bad" : "even";
  return h("section", { class: `res ${kind}`, "aria-live": "polite" }, h("h2", {}, text[0]?.toUpperCase() + text.slice(1), " ", h("span", {}, rangeOf(answer.table ?? ""))),
    summary && summary !== text ? h("p", {}, bold(summary)) : null, (answer.notes ?? []).map((note) => h("p", { class: "note" }, note)));
}

/** Each effect of a result, and the row of the table. @param {Answer} answer */
export function effects(answer) {
  if (answer.needs !== null || !answer.effects?.length) return null;
  const line = (/** @type {Line} */ one) => h("tr", { title: one.rule }, h("td", {}, one.what, one.origin ? h("span", { class: "our" }, one.origin) : null), h("td", {}, one.value));
  return h("details", { class: "resdetails" }, h("summary", {}, t("umpire.details")), h("table", { class: "effects" }, h("tbody", {}, answer.effects.map(line))), answer.table ? h("p", { class: "tablerow" }, answer.table) : null);
}

/**
 * What each team may hear, to be edited. A number in an edited text is marked.
 * @param {Record<string, import("./types.js").Heard>} heard @param {Record<string, string>} edited by side
 * @param {(side: string) => string} name @param {(side: string, text: string) => void} changed
 */
export function hearing(heard, edited, name, changed) {
  return h("div", { class: "hear" }, Object.entries(heard).map(([side, one]) => {
    const warning = h("p", { class: "warn", hidden: true }, h("i", { "aria-hidden": "true" }, "!"), t("umpire.hear.number"));
    const check = (/** @type {string} */ text) => { warning.hidden = text === one.text || !/\d/.test(text); };
    const field = h("textarea", { rows: 4, "aria-label": t("umpire.hear.team", { team: name(side) }), oninput: () => { check(field.value); changed(side, field.value); } });
    field.value = edited[side] ?? one.text;
    check(field.value);
    return h("section", { "data-side": side }, h("h3", {}, sideFlag(side), t("umpire.hear.team", { team: name(side) })), field, warning,
      one.units.length ? h("p", { class: "own" }, one.units.map((unit) => `${unit.unit}: ${unit.what}`).join("; ")) : null);
  }));
}
