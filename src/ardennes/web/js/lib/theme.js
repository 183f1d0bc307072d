// Light or dark pages: as the system asks, or as the user chose. The map keeps its own colours.
import { h, keep, settings } from "./dom.js";
import { t } from "./text.js";

const LIGHTS = /** @type {const} */ (["auto", "light", "dark"]);
const night = matchMedia("(prefers-color-scheme: dark)");

function shine() {
  const dark = settings.light === "auto" ? night.matches : settings.light === "dark";
  document.documentElement.dataset.light = dark ? "dark" : "light";
}

/** Apply the setting, and follow the system from now on. */
export function followLight() {
  shine();
  night.addEventListener("change", shine);
}

/** A button that switches between light and dark. */
export function nightButton() {
  const dark = () => document.documentElement.dataset.light === "dark";
  const words = () => dark() ? t("common.light.switch-light") : t("common.light.switch-dark");
  const press = () => {
    keep("light", dark() ? "light" : "dark");
    shine();
    button.textContent = words();
  };
  const button = h("button", { id: "night", type: "button", onclick: press }, words());
  return button;
}

/** The setting, for the menu. */
export function lightPicker() {
  const pick = (/** @type {Event} */ e) => {
    keep("light", /** @type {HTMLSelectElement} */ (e.target).value);
    shine();
  };
  return h("label", { class: "light" }, t("common.light"), " ", h("select", { name: "light", onchange: pick },
    LIGHTS.map((id) => h("option", { value: id, selected: id === settings.light }, t(`common.light.${id}`)))));
}
