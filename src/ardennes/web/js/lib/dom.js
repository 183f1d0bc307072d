// Small helpers to make elements. No markup is ever built from text, so nothing can be injected.
import { splitHexes, withoutNumbers } from "./hex-names.js";
import { isBoolean, readValues, store } from "./storage.js";
import { t } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | boolean | null | undefined} Leaf */
/** @typedef {Leaf | readonly any[]} Child Lists may lie in lists; null, undefined and false show nothing. */
/** @typedef {Record<string, any> | null} Attributes */
/** @typedef {[label: string, value: any, main?: boolean]} Button */

/** @template {HTMLElement | SVGElement} E @param {E} node @param {Attributes | undefined} attributes @param {Child[]} children @returns {E} */
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "style") node.style.cssText = value; // by the object model: the page's policy forbids style attributes
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") Object.assign(node, { [key]: value });
    else node.setAttribute(key, value === true ? "" : SPOKEN.has(key) ? withoutNumbers(String(value)) : value);
  }
  const plain = node instanceof SVGElement || node instanceof HTMLOptionElement;
  for (const child of /** @type {Leaf[]} */ (children.flat(9))) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) node.append(child);
    else node.append(...(plain ? [withoutNumbers(String(child))] : named(String(child))));
  }
  return node;
}

const SPOKEN = new Set(["title", "aria-label", "aria-valuetext"]); // attributes that people read or hear

/** A text in which hexes go by their names; the number of each is its tip. @param {string} text @returns {(string | HTMLElement)[]} */
export const named = (text) => splitHexes(text).map((part) => {
  if (typeof part === "string") return part;
  const span = document.createElement("span");
  span.title = part.id;
  span.textContent = part.name;
  return span;
});

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Show a message over the page for some seconds. @param {Child[]} content */
export function notice(...content) {
  document.querySelector(".notice")?.remove();
  clearTimeout(timer);
  const close = () => document.querySelector(".notice")?.remove();
  document.body.append(h("div", { class: "notice", role: "alert" }, h("div", {}, content), h("button", { class: "plain", "aria-label": t("common.close"), onclick: close }, "×")));
  timer = setTimeout(close, 7000);
}

/** Show a message over the page until the user closes it. @param {Child[]} content */
export function hold(...content) {
  notice(...content);
  clearTimeout(timer);
}

/** A rule id as a link into the rulebook; null for refusals by a side's commander, which no rulebook has. @param {string} game @param {string | null | undefined} id */
export const rule = (game, id) => !id || id.startsWith("COMMAND-") ? null : h("a", { class: "rule", href: `#/rules/${game}/${id}`, title: t("common.read-rule") }, id);

/** Text with its [RULE-ID]s as links. @param {string} game @param {string} text @returns {(string | HTMLElement | null)[]} */
export function withRules(game, text) {
  return text.split(/(\[[A-Z]{2,4}-[A-Z0-9.-]+\])/).map((part) =>
    /^\[[A-Z]{2,4}-/.test(part) ? rule(game, part.slice(1, -1)) : part);
}

/** Place a box next to a rectangle, on the side with room. @param {HTMLElement} box @param {DOMRect} at */
function putBeside(box, at) {
  const { width, height } = box.getBoundingClientRect();
  const right = at.right + EDGE + width <= innerWidth;
  box.style.left = `${Math.max(EDGE, right ? at.right + EDGE : at.left - EDGE - width)}px`;
  box.style.top = `${Math.max(EDGE, Math.min(at.top, innerHeight - height - EDGE))}px`;
}

const EDGE = 8; // pixels

/**
 * Ask a question; resolves with the value of the pressed button, or null.
 * @param {string} title @param {Child} body @param {Button[]} buttons
 * @param {{wide?: boolean, beside?: Element | null}} [look] beside: place the dialog next to this element; a click elsewhere closes it @returns {Promise<any>}
 */
export function ask(title, body, buttons, { wide = false, beside = null } = {}) {
  return new Promise((done) => {
    /** @type {any} */
    let answer = null;
    const box = h("dialog", { class: `ask ${wide ? "wide" : ""} ${beside ? "beside" : ""}`, "aria-label": title },
      h("h2", {}, title), body,
      h("div", { class: "options" }, buttons.map(([label, value, main]) => h("button", { class: main ? "main" : "", onclick: () => { answer = value; box.close(); } }, label))));
    box.addEventListener("close", () => { box.remove(); done(answer); });
    document.body.append(box);
    box.showModal();
    if (beside) {
      putBeside(box, beside.getBoundingClientRect());
      box.addEventListener("click", (e) => e.target === box && box.close());
    }
    /** @type {HTMLElement | null} */
    const first = box.querySelector("input") ?? box.querySelector("button.main") ?? box.querySelector("button");
    first?.focus({ preventScroll: true });
    box.scrollTop = 0; // a long dialog opens at its top
  });
}

/** Ask for a line of text; null if cancelled. @param {string} title @param {string} [value] @param {string} [label] */
export async function askText(title, value = "", label = title) {
  const input = h("input", { type: "text", value, "aria-label": label, style: "width:100%" });
  input.addEventListener("keydown", (e) => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    /** @type {HTMLElement | null | undefined} */
    const good = input.closest("dialog")?.querySelector("button.main");
    good?.click();
  });
  const yes = await ask(title, h("p", {}, input), [[t("common.ok"), true, true], [t("common.cancel"), false]]);
  return yes ? input.value.trim() : null;
}

const SETTINGS = "ardennes.settings";
/** The values of settings that are not yes or no. @type {Record<string, string[]>} */
const CHOICES = { theme: ["paper", "winter"], light: ["auto", "light", "dark"], speed: ["slow", "normal", "fast", "off"] };
/** @param {unknown} value @param {string} name */
const fits = (value, name) => Object.hasOwn(CHOICES, name) ? CHOICES[name].includes(/** @type {string} */ (value)) : isBoolean(value);
/** The settings stored in this browser. @type {{theme: string, light: string, speed: string, toured: boolean, uncovered: boolean} & Record<string, any>} */
export const settings = { theme: "paper", light: "auto", speed: "normal", toured: false, uncovered: false, ...readValues(SETTINGS, fits) };
/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  settings[name] = value;
  store(SETTINGS, JSON.stringify(settings));
}

/** Whether the main input is a finger. */
export const touch = () => matchMedia("(pointer: coarse)").matches;
/** The verb for choosing something on the map. */
export const clicks = () => touch() ? t("common.tap") : t("common.click");

/** A list in a sentence: "a, b and c". @param {string[]} words */
export const both = (words) => words.length > 1 ? t("common.list", { first: words.slice(0, -1).join(", "), last: words.at(-1) ?? "" }) : words.join("");

/** @param {string | null | undefined} side */
export const side_name = (side) => side ? side[0].toUpperCase() + side.slice(1) : "";

/** 27 December, 1 January. @param {number} day counted from 1 December */
export const dated = (day) => day <= 31 ? t("common.december", { day }) : t("common.january", { day: day - 31 });

/** The date of a turn's code: "16N" is the night of 16 December. @param {string} code */
export function turnWords(code) {
  const [, day, part] = /^(\d+)([DN])$/.exec(code) ?? [];
  if (!day) return code;
  const date = dated(Number(day));
  return part === "N" ? t("common.night-of", { date }) : date;
}

/** The date of a board, without the year. @param {{date: string}} board */
export const dayOf = ({ date }) => date.replace(/^\w+: /, "").replace(/ 1944/, "");
