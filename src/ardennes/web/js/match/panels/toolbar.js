// The buttons over the map: layers as an icon with a word, and the zoom in a second plate.
import { h, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { togglesOf } from "../../map/overlays.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "board" | "openFind" | "overlays">} Parts */

/** The icon of each layer in a square of 20, in one stroke. @type {Record<string, string>} */
const ICONS = {
  counters: "M3 5H17V15H3ZM3 5L17 15M17 5L3 15",
  zoc: "M10 2L17 6V14L10 18L3 14V6ZM5 12L12 5M8 15.5L16 7.500",
  supply: "M1.500 5.500H11.500V13.500H1.500ZM11.500 8.500H15.500L18.500 11V13.500H11.500M3.500 15a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0M12.500 15a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0",
  control: "M5 18V2.500M5 3.500C9 1.500 12 5.500 17 3.500V11C12 13 9 9 5 11",
  victory: "M10 2.500L12.300 7.300L17.500 8L13.700 11.600L14.700 16.800L10 14.300L5.300 16.800L6.300 11.600L2.500 8L7.700 7.300Z",
  cost: "M3 16.500C6 16.500 5 10 9 10S12 3.500 17 3.500M3 13V16.500H6.500M13.500 3.500H17V7",
  names: "M3 5H13L17.500 10L13 15H3ZM6 10H11.500",
  rings: "M10 3a7 7 0 1 0 .1 0ZM10 7a3 3 0 1 0 .1 0ZM10 1V4M10 16V19M1 10H4M16 10H19",
  skies: "M10 2L11.200 8L18 11.500V13L11.200 11.500L10.900 15.500L13 17V18L10 17.300L7 18V17L9.100 15.500L8.800 11.500L2 13V11.500L8.800 8Z",
  areas: "M4 4H16V16H4ZM4 10L10 4M4 16L16 4M10 16L16 10",
  history: "M10 2.500a7.500 7.500 0 1 0 .1 0ZM10 5.500V10L13.500 12",
  find: "M8.500 3a5.500 5.500 0 1 0 .1 0ZM12.500 12.500L17.500 17.500",
  in: "M10 4V16M4 10H16",
  out: "M4 10H16",
  fit: "M3 7.500V3H7.500M12.500 3H17V7.500M17 12.500V17H12.500M7.500 17H3V12.500",
};

/** @param {string} name */
const icon = (name) => s("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true" },
  s("path", { d: ICONS[name] ?? ICONS.areas, fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-linecap": "round" }));

/** @param {Parts} table */
export function makeToolbar(table) {
  const { camera } = table.board;
  const toggle = (/** @type {string[]} */ [id, label, key]) => h("button", {
    "aria-pressed": String(Boolean(table.overlays.on[id])), "data-toggle": id, title: `${label} (${key})`, "aria-label": label, onclick: () => table.overlays.toggle(id),
  }, icon(id), h("span", {}, label));
  const act = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ tip, /** @type {() => unknown} */ onclick) =>
    h("button", { id: id === "find" ? id : null, "data-tool": id, title: tip, "aria-label": label, onclick }, icon(id), h("span", {}, label));
  return h("div", { class: "toggles over", role: "toolbar", "aria-label": t("panels.tools.title") },
    h("div", { class: "plate" }, togglesOf(table.stage).map(toggle), act("find", t("panels.tools.find"), t("panels.tools.find-tip"), () => table.openFind())),
    h("div", { class: "plate zoom" }, act("in", t("panels.tools.in"), t("panels.tools.in-tip"), () => camera.zoomMiddle(1.25)),
      act("out", t("panels.tools.out"), t("panels.tools.out-tip"), () => camera.zoomMiddle(0.8)),
      act("fit", t("panels.tools.fit"), t("panels.tools.fit-tip"), () => camera.fit())));
}
