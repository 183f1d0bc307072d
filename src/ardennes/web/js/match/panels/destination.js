// Beside the map, while the pointer is on a lit hex: the way there, a second one, and the attacks that stopping there demands.
import { clicks, h, touch } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { amount } from "../actions.js";
import { placeOf, placesOf } from "./boxes.js";

/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {import("../../types.gen.js").Forced} Forced */
/** @typedef {import("../modes/mode.js").Way} Way */
/** @typedef {import("../modes/select.js").Select} Select */

/** "must attack 9A, 1:3" @param {Forced} attack */
export const mustWords = ({ who, odds }) => odds ? t("match.forced.must", { who, odds }) : t("match.forced.must-plain", { who });

/** "takes Stavelot on the way" @param {Stage} stage @param {Way} way */
export const takesWords = (stage, way) => t("match.second.takes", { places: placesOf(stage, way.takes).replace(/ \([^)]*\)/g, "") });

/** @param {Stage} stage @param {Select} mode @param {string} hex empty: none */
export function destination(stage, mode, hex) {
  const [way] = hex ? mode.waysTo(hex) : [];
  if (!way || way.aims) return [];
  const second = mode.secondTo(hex);
  const row = (/** @type {Way} */ x, /** @type {string} */ kind, /** @type {string} */ words, /** @type {string} */ key) =>
    h("button", { class: `routerow ${kind}`, "data-route": kind, onclick: () => mode.go([x]) },
      h("span", { class: "sample", "aria-hidden": "true" }), h("span", {}, h("b", {}, words), h("small", {}, x.left ? amount(stage, x) : x.label)), touch() ? null : h("kbd", {}, key));
  const must = (/** @type {Forced} */ x) => h("div", { class: "mustbox", role: "status" },
    h("p", {}, h("b", {}, t("match.forced.box", { attack: mustWords(x) })), " ", t("match.forced.box-why")),
    x.helper ? h("p", { class: "quiet" }, t("match.forced.helper", { unit: stage.units[x.helper].name }), " ", h("b", { class: "good" }, x.better)) : null);
  return [h("h3", { class: "lab" }, t("match.to-place", { place: placeOf(stage, hex) })),
    second ? [row(way, "first", t("match.second.direct"), clicks().toLowerCase()), row(second, "gold", takesWords(stage, second), t("match.key-name.shift"))]
      : h("p", {}, way.left ? `${amount(stage, way)} · ${way.label}` : way.label),
    way.forced.map(must)].flat(2);
}
