// Dialogs of the desk: a sheet from below on a phone, and small forms.
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../lib/dom.js").Child} Child */

/**
 * Show a sheet until it is closed. `fill` draws its body and may close it with a result.
 * @template T @param {string} title @param {(close: (result?: T) => void, box: HTMLDialogElement) => Child} fill @returns {Promise<T | null>}
 */
export function sheet(title, fill) {
  return new Promise((done) => {
    /** @type {T | null} */
    let result = null;
    const box = h("dialog", { class: "umpire", "aria-label": title });
    const close = (/** @type {T | undefined} */ value = undefined) => {
      result = value ?? null;
      box.close();
    };
    box.append(h("div", { class: "sheettop" }, h("h2", {}, title), h("button", { class: "icon", "aria-label": t("common.close"), onclick: () => close(undefined) }, "×")),
      h("div", { class: "sheetbody" }, fill(close, box)));
    box.addEventListener("click", (e) => e.target === box && box.close());
    box.addEventListener("close", () => { box.remove(); done(result); });
    document.body.append(box);
    box.showModal();
  });
}

/** A number with buttons for less and more. @param {string} label @param {number} value @param {number} low @param {number} high @param {(value: number) => void} changed */
export function stepper(label, value, low, high, changed) {
  const shown = h("input", { type: "text", inputmode: "numeric", "aria-label": label, value: String(value) });
  const put = (/** @type {number} */ next) => {
    const number = Math.max(low, Math.min(high, Number.isFinite(next) ? Math.round(next) : low));
    shown.value = String(number);
    changed(number);
  };
  shown.addEventListener("change", () => put(Number(shown.value)));
  const button = (/** @type {number} */ by, /** @type {string} */ name) =>
    h("button", { type: "button", class: "icon", "aria-label": name, onclick: () => put(Number(shown.value) + by) }, by > 0 ? "+" : "−");
  return h("span", { class: "numbersteps" }, button(-1, t("umpire.less", { label })), shown, button(1, t("umpire.more", { label })));
}

/** Buttons of which one is on. @param {string} label @param {readonly (readonly [value: string, words: string])[]} options @param {string} value @param {(value: string) => void} changed */
export function segments(label, options, value, changed) {
  const buttons = options.map(([id, words]) => h("button", { type: "button", "aria-pressed": String(id === value), "data-value": id, onclick: () => {
    for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.value === id));
    changed(id);
  } }, words));
  return h("div", { class: "segments", role: "group", "aria-label": label }, buttons);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} changed @param {string} [about] */
export function toggle(label, on, changed, about = "") {
  const button = h("button", { type: "button", class: "toggle", title: about || null, "aria-pressed": String(on), onclick: () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(next));
    changed(next);
  } }, label);
  return button;
}

/** A line of a form. @param {string} label @param {Child} control */
export const line = (label, control) => h("div", { class: "field" }, h("span", { class: "label" }, label), control);

/** @param {string} label @param {readonly string[]} options @param {string} value @param {(value: string) => void} changed @param {(value: string) => string} [words] */
export const select = (label, options, value, changed, words = (one) => one) =>
  h("select", { "aria-label": label, onchange: (/** @type {Event} */ e) => changed(/** @type {HTMLSelectElement} */ (e.target).value) },
    options.map((one) => h("option", { value: one, selected: one === value }, words(one))));

/** @param {string} label @param {string} value @param {(value: string) => void} changed @param {Record<string, unknown>} [more] */
export const textField = (label, value, changed, more = {}) =>
  h("input", { type: "text", value, "aria-label": label, ...more, oninput: (/** @type {Event} */ e) => changed(/** @type {HTMLInputElement} */ (e.target).value) });

/** A button that reads a file of text. @param {string} label @param {string} accept @param {(text: string, name: string) => unknown} read @param {string} [look] */
export function fileButton(label, accept, read, look = "") {
  const changed = async (/** @type {Event} */ e) => {
    const input = /** @type {HTMLInputElement} */ (e.target), file = input.files?.[0];
    if (!file) return;
    input.value = "";
    await read(await file.text(), file.name);
  };
  return h("label", { class: `button file ${look}` }, label, h("input", { type: "file", accept, class: "visually-hidden", onchange: changed }));
}
