// Standing orders: which questions are asked in this match. One popover for all; the server describes the questions.
import { h, keep } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { popover } from "../lib/popover.js";
import { ASK, MATTERS, OTHERS, REPLACES, UNWARNED } from "./automation.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "automation" | "app">} Parts */
/** @typedef {import("../types.gen.js").StandingOrder} StandingOrder */
/** @typedef {{id: string, label: string}} Answer */

/** The questions that this side is asked. @param {Parts} parts @returns {StandingOrder[]} */
const questions = ({ stage, side }) => (stage.standing ?? []).filter((x) => x.sides.includes(side));

/** What may be chosen for a question. @param {StandingOrder} question @returns {Answer[]} */
function choicesOf({ answers, weighed }) {
  const matters = weighed === "never" ? [] : [{ id: MATTERS, label: t("match.standing.matters") }];
  return [...answers.map(({ id, label }) => ({ id, label })), ...matters, { id: ASK, label: t("match.standing.ask") }];
}

/** A row of switches; the one in force is blue. @param {string} key @param {string} label @param {Answer[]} answers @param {string} now @param {(answer: Answer) => unknown} choose @param {string} [title] */
function row(key, label, answers, now, choose, title = "") {
  const one = (/** @type {Answer} */ answer) => h("button", { "data-answer": answer.id, "aria-pressed": String(answer.id === now), onclick: () => choose(answer) }, answer.label);
  return h("div", { class: "question", "data-standing": key, role: "group", "aria-label": label }, h("span", { title: title || null }, label), h("span", { class: "switch" }, answers.map(one)));
}

/** @param {Parts} parts @param {() => void} again */
function rows(parts, again) {
  const { automation } = parts;
  const known = questions(parts);
  const made = known.map((question) => row(question.key, question.key, choicesOf(question), automation.policy(question.key), (answer) => {
    automation.remember(question.key, answer);
    automation.schedule();
    again();
  }, question.rule));
  const others = [{ id: MATTERS, label: t("match.standing.matters") }, { id: ASK, label: t("match.standing.ask") }];
  if (known.length) {
    made.push(row(OTHERS, t("match.standing.others"), others, automation.policy(OTHERS), (answer) => {
      automation.remember(OTHERS, answer);
      keep("asks", answer.id === ASK); // also in the next match
      again();
    }));
  }
  const unasked = /** @type {const} */ ([[UNWARNED, "match.end.unwarned"], [REPLACES, "match.replace.unasked"]]);
  for (const [key, label] of unasked) {
    const now = automation.answers()[key]?.id ?? ASK;
    if (now === ASK) continue;
    made.push(row(key, t(label), [{ id: now, label: t("match.standing.yes") }, { id: ASK, label: t("match.standing.no") }], now, (answer) => {
      automation.remember(key, answer);
      again();
    }));
  }
  return made;
}

/** How many standing orders there are. @param {Parts} parts */
export const standingCount = (parts) => questions(parts).length;

/** Open the popover under its button, or next to the menu where the button is not shown. @param {Parts} parts */
export function standingOrders(parts) {
  const button = parts.app.querySelector("#standing");
  const anchor = button instanceof HTMLElement && button.offsetParent ? button : parts.app.querySelector("#more");
  if (!anchor) return;
  const made = rows(parts, () => standingOrders(parts));
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement.closest("[data-standing]")?.getAttribute("data-standing") : "";
  const pressed = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.answer : "";
  popover(anchor, t("match.standing.title"), [h("div", { class: "standingorders" },
    h("h3", {}, t("match.standing.title"), h("span", { class: "quiet" }, t("match.standing.this-match"))), made,
    h("p", { class: "quiet" }, made.length ? t("match.standing.about") : t("match.standing.none")))]);
  const again = focus ? document.querySelector(`.standingorders [data-standing="${CSS.escape(focus)}"] [data-answer="${CSS.escape(pressed ?? "")}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}
