// Boxes beside the map, drawn from what the server tells, whatever the game: facts, sliders, buttons.
import { both, h, rule } from "../../lib/dom.js";
import { withoutNumbers } from "../../lib/hex-names.js";
import { t } from "../../lib/text.js";
import { withNames } from "./log.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {import("../../types.gen.js").Panel} Panel */
/** @typedef {import("../../types.gen.js").Row} Row */
/** @typedef {import("../../types.gen.js").Slider} Slider */
/** @typedef {import("../../types.gen.js").Refusal} Refusal */

const MARKS = /** @type {Record<string, string>} */ ({ met: "★ ", open: "☆ " });
const SAID = /** @type {Record<string, string>} */ ({ met: t("panels.met"), open: t("panels.not-met") });

/** @param {Stage} stage @param {string} id */
export function placeOf(stage, id) {
  const hex = stage.hexes.find((x) => x.id === id);
  const name = hex?.place || hex?.name;
  return name ? `${name} (${id})` : id;
}

/** Several places in a sentence: "Spa (908) and Malmedy (1108)". @param {Stage} stage @param {string[]} ids */
export const placesOf = (stage, ids) => both(ids.map((id) => placeOf(stage, id)));

/** A panel of the view. @param {Table} table @param {Panel} panel */
export function panelBox(table, panel) {
  return h("section", { class: "box", "data-panel": panel.id }, h("h2", {}, panel.title),
    facts(table, panel.rows ?? []),
    (panel.sliders ?? []).map((x) => slider(table, x)),
    panel.buttons?.length ? h("div", { class: "options" }, panel.buttons.map((b) =>
      h("button", { onclick: () => table.actions.give(b.order) }, b.label))) : null);
}

/** Rows as a list of facts, each group under its name. @param {Table} table @param {Row[]} rows */
export function facts(table, rows) {
  const groups = [...new Set(rows.map((row) => row.group ?? ""))];
  return groups.map((group) => {
    const list = rows.filter((row) => (row.group ?? "") === group);
    return [group ? h("h3", {}, group) : null, h("dl", { class: "facts" }, list.map((row) => fact(table, row)))];
  });
}

/** @param {Table} table @param {Row} row */
function fact(table, row) {
  const { unit, hex } = row;
  const click = unit ? () => table.modes.select(unit) : hex ? () => table.go(hex) : null;
  const sign = MARKS[row.mark ?? ""];
  const said = withNames(table.stage, row.what);
  return [
    h("dt", { class: row.mark === "no" ? "no" : "" }, sign ? h("span", { role: "img", "aria-label": SAID[row.mark ?? ""] }, sign) : null,
      click ? h("button", { class: "link", onclick: click }, said) : said, " ", rule(table.stage.game, row.rule ?? "")),
    h("dd", { class: row.mark ?? "" }, withNames(table.stage, row.value ?? "")),
  ];
}

/** An amount: every place of the slider has an order of its own. @param {Table} table @param {Slider} x */
function slider(table, x) {
  const said = h("output", {}, x.stops[x.at]?.label ?? "");
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: x.stops.length - 1, value: x.at, "aria-label": x.label, "aria-valuetext": x.stops[x.at]?.label ?? "" }));
  const stop = () => x.stops[Number(input.value)];
  input.addEventListener("input", () => {
    said.textContent = withoutNumbers(stop().label);
    input.setAttribute("aria-valuetext", withoutNumbers(stop().label));
    give.toggleAttribute("disabled", !stop().order);
  });
  const give = h("button", { disabled: true, onclick: () => {
    const { order } = stop();
    if (order) table.actions.give(order);
  } }, t("panels.set"));
  return h("div", { class: "slide" }, h("div", { class: "row" }, h("span", {}, x.label, " ", rule(table.stage.game, x.rule ?? "")), said), h("div", { class: "row" }, input, give));
}

/** @param {string} game @param {string} asked @param {Refusal[]} refusals */
export function whyBox(game, asked, refusals) {
  const reason = (/** @type {Refusal} */ r) => h("div", { class: "why" }, r.facts, " ", rule(game, r.rule),
    r.way_out ? h("div", {}, h("b", {}, t("panels.why.instead")), " ", r.way_out) : null);
  return h("section", { class: "whynot", role: "status", "aria-live": "polite" },
    h("h2", {}, asked ? t("panels.why.title-of", { action: asked }) : t("panels.why.title")),
    refusals.length ? refusals.map(reason) : h("p", {}, t("panels.why.nothing")));
}
