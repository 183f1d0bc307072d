// What the pointer rests on, or a finger: a counter with what its numbers mean, or a hex.
import { small } from "../../map/counters.js";
import { h, side_name } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { amount } from "../actions.js";
import { placeOf } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").UnitState} UnitState */
/** @typedef {import("../../types.gen.js").Row} Row */
/** @typedef {import("../modes/select.js").Way} Way */

/** A counter: its numbers in words, its state and its supply, and why. @param {Table} table @param {UnitState} state */
export function unitTip({ stage, board }, state) {
  const unit = stage.units[state.id];
  const print = state.print || unit.print;
  const numbers = print.split("-").map((number, at) => [number, stage.prints?.[at] ?? ""]).filter(([, what]) => what);
  const meant = new Set(numbers.map(([, what]) => what.toLowerCase()));
  const rows = [...unit.sheet, ...(state.sheet ?? [])].filter((row) => !meant.has(row.what.toLowerCase()));
  const mates = (board.pieces.stacks[state.hex] ?? []).length - 1;
  const row = (/** @type {Row} */ x) => [h("dt", {}, x.what), h("dd", { class: x.mark ?? "" }, x.value || (x.mark === "met" ? t("panels.yes") : ""))];
  return [
    h("div", { class: "head" }, small(unit, state.marks, stage.signs, 58, print),
      h("div", {}, h("b", {}, unit.name), h("div", { class: "quiet" }, unit.about), h("div", { class: "quiet" }, placeOf(stage, state.hex), mates > 0 ? t("panels.tip.mates", { n: mates }) : ""))),
    h("dl", { class: "numbers" }, numbers.map(([number, what]) => [h("dt", {}, number), h("dd", {}, what, number.endsWith("?") ? [" ", t("panels.tip.last-seen")] : "")])),
    state.marks.length ? h("p", { class: "marks" }, state.marks.join(", ")) : null,
    rows.length ? h("dl", { class: "facts" }, rows.map(row)) : null,
  ];
}

/** A hex: its ground, what it costs, who holds it, what lies in it. @param {Table} table @param {string} hex @param {Way | undefined} way */
export function hexTip(table, hex, way) {
  const at = table.board.geometry.hexes[hex];
  const board = table.shown();
  const zones = table.foes().filter((side) => board.zoc[side]?.includes(hex));
  const ground = [at.place || at.name ? hex : "", at.kind, at.terrain].filter(Boolean).join(" · ");
  const cost = at.cost.map((c) => `${c.value} ${c.who}`).join(", ");
  const lines = [
    h("div", {}, h("b", {}, at.place || at.name || hex), ` ${ground}`),
    h("div", {}, [t("panels.tip.cost", { cost }), at.holds ? ` · ${t("panels.tip.limit", { limit: at.holds })}` : ""]),
    h("div", {}, t("panels.tip.control", { side: side_name(board.control[hex] ?? at.side) }), zones.length ? ` · ${table.stage.near_enemy ?? t("panels.tip.zone")}` : ""),
  ];
  if (way) lines.push(h("div", { class: "way" }, way.left ? `${amount(table.stage, way)} · ${way.label}` : way.label));
  for (const u of table.board.pieces.stacks[hex] ?? []) {
    const marks = u.marks.length ? ` (${u.marks.join(", ")})` : "";
    lines.push(h("div", {}, `${table.stage.units[u.id].name}${marks}`));
  }
  for (const contact of board.contacts ?? []) if (contact.hex === hex) lines.push(h("div", {}, contact.words));
  for (const token of board.tokens ?? []) if (token.hex === hex) lines.push(h("div", {}, token.words));
  return lines;
}

/** Beside a point of the map, where it fits. @param {Table} table @param {(Node | null)[]} content @param {[number, number]} point @param {string} kind */
export function tipAt(table, content, [x, y], kind) {
  const { node } = table.board;
  const tip = h("div", { class: `tip ${kind}`, role: "tooltip" }, content);
  node.append(tip);
  const [wide, tall] = [tip.offsetWidth, tip.offsetHeight];
  const left = x + 24 + wide > node.clientWidth ? Math.max(4, x - wide - 14) : x + 24;
  tip.style.left = `${left}px`;
  tip.style.top = `${Math.max(4, Math.min(y + 26, node.clientHeight - tall - 4))}px`;
  return tip;
}
