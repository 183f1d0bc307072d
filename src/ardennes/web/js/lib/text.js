// Texts of the page by key. `scripts/check_js.py` reports a wrong key and a missing or unknown placeholder.
import { en } from "../../text/en.js";

/** @typedef {typeof en} Catalogue */
/** @typedef {keyof Catalogue} Key */
/** The names in braces: "a" | "b" for "{a} of {b}". @template {string} T @typedef {T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never} Placeholders */
/** The placeholders of a key; a text with plural forms needs `n`. @template {Key} K @typedef {Catalogue[K] extends string ? Placeholders<Catalogue[K]> : "n" | Placeholders<Catalogue[K][keyof Catalogue[K]] & string>} Names */
/** @template {Key} K @template V @typedef {{ [Name in Names<K>]: Name extends "n" ? number : V }} Values */
/** The keys of texts without placeholders. @typedef {{ [K in Key]: [Names<K>] extends [never] ? K : never }[Key]} PlainKey */
/** No values where a text has no placeholders. @template {Key} K @template V @typedef {[Names<K>] extends [never] ? [] : [values: Values<K, V>]} Rest */

const plurals = new Intl.PluralRules("en");

/** @param {Key} key @param {any} values */
function textOf(key, values) {
  const entry = /** @type {string | Partial<Record<Intl.LDMLPluralRule, string>>} */ (en[key]);
  return typeof entry === "string" ? entry : entry[plurals.select(values.n)] ?? entry.other ?? "";
}

/**
 * Return a text with its placeholders filled: `t("common.units", { n: 3 })`.
 * @template {Key} K @param {K} key @param {Rest<K, string | number>} rest
 */
export function t(key, ...rest) {
  const values = /** @type {Record<string, unknown>} */ (rest[0] ?? {});
  return textOf(key, values).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Return a text as a list of parts, so that elements can stand in for placeholders.
 * @template {Key} K @param {K} key @param {Values<K, import("./dom.js").Child>} values @returns {import("./dom.js").Child[]}
 */
export function parts(key, values) {
  const by = /** @type {Record<string, any>} */ (values);
  return textOf(key, by).split(/\{(\w+)\}/).map((part, at) => at % 2 ? by[part] : part);
}

/** Whether a text that came from elsewhere, such as a worker, is a key. @param {string} text @returns {text is Key} */
export const isKey = (text) => Object.hasOwn(en, text);

/** The text of a key that came from elsewhere; any other text as it is. @param {string} text */
export const textOrKey = (text) => isKey(text) ? textOf(text, {}) : text;

/** Fill the elements that name a key in data-text. @param {ParentNode} root */
export function fillTexts(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-text]"))) {
    const key = node.dataset.text ?? "";
    if (isKey(key)) node.textContent = textOf(key, {});
  }
}
