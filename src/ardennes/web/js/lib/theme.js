// Light or dark pages: as the system asks, or as one likes it better; remembered. The map keeps its own paper.
import { h, keep, settings } from "./dom.js";

/** @type {[string, string][]} */
const LIGHTS = [["auto", "as the system has it"], ["light", "light"], ["dark", "dark"]];
const night = matchMedia("(prefers-color-scheme: dark)");

function shine() {
  const dark = settings.light === "auto" ? night.matches : settings.light === "dark";
  document.documentElement.dataset.light = dark ? "dark" : "light";
}

/** Begins to follow the choice and the system. */
export function followLight() {
  shine();
  night.addEventListener("change", shine);
}

/** The other light, by one press. */
export function nightButton() {
  const dark = () => document.documentElement.dataset.light === "dark";
  const words = () => dark() ? "Day" : "Night";
  const press = () => {
    keep("light", dark() ? "light" : "dark");
    shine();
    button.textContent = words();
  };
  const button = h("button", { id: "night", type: "button", onclick: press }, words());
  return button;
}

/** The choice, for the menu. */
export function lightPicker() {
  const pick = (/** @type {Event} */ e) => {
    keep("light", /** @type {HTMLSelectElement} */ (e.target).value);
    shine();
  };
  return h("label", { class: "light" }, "Appearance: ", h("select", { name: "light", onchange: pick },
    LIGHTS.map(([id, label]) => h("option", { value: id, selected: id === settings.light }, label))));
}
