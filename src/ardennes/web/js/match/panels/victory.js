// What wins is always in sight: the line below the bar, and how either side wins in sentences.
import { h, rule, s, side_name } from "../../lib/dom.js";
import { hexName } from "../../lib/hex-names.js";
import { t } from "../../lib/text.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "overlays">} Parts */
/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {import("../../types.gen.js").Aim} Aim */

const CROSS = "M5.2 2.5H8.8V5.2H11.5V8.8H8.8V11.5H5.2V8.8H2.5V5.2H5.2Z";
const STAR = "M7 1.9L8.5 5.4L12.2 5.7L9.4 8.1L10.3 11.8L7 9.8L3.7 11.8L4.6 8.1L1.8 5.7L5.5 5.4Z";
const FLAGS = [[CROSS, "#59635b"], [STAR, "#6f8a3c"]]; // the German, the other: shape and colour

/** The flag of a side. @param {Stage} stage @param {string} side */
export function flag(stage, side) {
  const first = stage.sides.includes("german") ? "german" : stage.sides[0];
  const [d, fill] = stage.sides.includes(side) ? FLAGS[side === first ? 0 : 1] : ["", "#4a473f"];
  return s("svg", { class: "flag", width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true", "data-flag": side },
    s("rect", { x: 0.6, y: 0.6, width: 12.8, height: 12.8, rx: 2, fill, stroke: "#f6eed8", "stroke-width": 1.2 }), d ? s("path", { d, fill: "#fffdf4" }) : "");
}

export class VictoryLine {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.node = h("button", { class: "victory", id: "victory", type: "button", "aria-expanded": "false", onclick: () => table.overlays.toggle("victory") });
    /** @type {Map<string, string>} by hex: who held the place when the line was drawn last */
    this.held = new Map();
  }

  /** @param {BoardState} board */
  draw(board) {
    const { stand, victory } = board;
    this.node.hidden = !stand;
    if (!stand) return;
    const { stage, overlays } = this.table;
    const counts = stand.tallies.map((x) => h("span", { class: "tally" }, `${x.what} `, h("b", {}, x.value), x.needs ? h("small", {}, ` · ${x.needs}`) : null));
    const places = stand.places.map((hex) => {
      const holder = victory.find((goal) => goal.hex === hex)?.holder ?? "";
      const name = hexName(hex);
      const turned = this.held.has(hex) && this.held.get(hex) !== holder;
      this.held.set(hex, holder);
      return h("span", { class: turned ? "town turned" : "town", "data-town": hex, "data-holder": holder }, flag(stage, holder), name);
    });
    this.node.replaceChildren(h("span", { class: "whose" }, stand.title), ...counts, stand.join ? h("span", { class: "join" }, stand.join) : "",
      h("span", { class: "towns" }, places), h("span", { class: "pill", "data-ahead": stand.ahead }, stand.ahead ? flag(stage, stand.ahead) : null, stand.words));
    this.node.setAttribute("aria-expanded", String(Boolean(overlays.on.victory)));
    this.node.setAttribute("aria-label", `${spoken(this.table, board)} ${t("panels.victory.show")}`);
    this.node.title = t("panels.victory.tip");
  }
}

/** The line for those who do not see it. @param {import("../store.js").Store} table @param {BoardState} board */
function spoken({ stage }, { stand, victory }) {
  if (!stand) return "";
  const counts = stand.tallies.map((x) => [x.what, x.value, x.needs].filter(Boolean).join(" "));
  const held = stage.sides.map((side) => {
    const names = stand.places.filter((hex) => victory.find((goal) => goal.hex === hex)?.holder === side).map(hexName);
    return names.length ? `${side_name(side)}: ${names.join(", ")}` : "";
  });
  return `${[stand.title, ...counts, ...held.filter(Boolean), stand.words].join(". ")}.`;
}

/** How either side wins, in sentences. @param {import("../store.js").Store} table @param {"h2" | "h3"} [head] */
export function aims(table, head = "h3") {
  const { stage } = table;
  const { stand } = table.shown();
  if (!stand) return null;
  const line = (/** @type {Aim} */ aim) => h("li", { class: aim.met ? "met" : "" }, h("span", { role: "img", "aria-label": aim.met ? t("panels.met") : t("panels.not-met") }, aim.met ? "★" : "☆"),
    " ", aim.text, " ", rule(stage.game, aim.rule));
  return h("div", { class: "aims" }, stage.sides.map((side) => [
    h(head, {}, flag(stage, side), " ", t("panels.victory.side", { side: side_name(side) })), h("ul", { class: "plain" }, stand.aims.filter((aim) => aim.side === side).map(line)),
  ]), h("p", { class: "quiet" }, table.state.over ? t("panels.victory.was-met") : t("panels.victory.would-be-met")));
}
