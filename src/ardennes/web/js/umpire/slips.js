// Slips to hand out, by team; and the written orders of a row.
import { ask, h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { sheet } from "./dialogs.js";
import { sideFlag } from "./symbols.js";
import { listOf, splitValue } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{id: string, label: string, text: string, by: string, time: string, units: {unit: string, what: string}[], may: string[], unknown: string[], own: {unit: string, status: number[], sp: number[]}[]}} Slip */

/** Words of the sheet in an order. */
const ORDER_WORDS = /\b(prepared attack|attack|breakthrough|dig in|dug in|hold|defend|retire|fall back|road column|march|counter-attack)\b/gi;

/** Tasks of this turn that a team hears about. @param {Desk} desk @param {string} side */
const heardBy = (desk, side) => Object.entries(desk.tables.tasks ?? {}).filter(([, task]) => task.done && (task.turn ?? 1) === desk.sheet.turn && task.hear?.[side]);

/** @param {Desk} desk @param {string} side */
async function preview(desk, side) {
  /** @type {{slips: Slip[]}} */
  const { slips } = await desk.ask("slips", { side });
  const list = (/** @type {string} */ title, /** @type {string[]} */ words) => words?.length ? h("div", {}, h("h4", {}, title), h("ul", {}, words.map((one) => h("li", {}, one)))) : null;
  await sheet(t("umpire.slips.of", { team: desk.sideName(side) }), () => slips.map((slip) => h("article", { class: "slip" },
    h("h3", {}, slip.label), h("p", { class: "text" }, slip.text),
    slip.own.length ? h("table", { class: "effects" }, h("tbody", {}, slip.own.map((one) => h("tr", {}, h("td", {}, one.unit), h("td", {}, t("umpire.slips.own", { before: one.status[0], now: one.status[1], points: one.sp[1] })))))) : null,
    list(t("umpire.slips.may"), slip.may), list(t("umpire.slips.unknown"), slip.unknown))));
}

/** @param {Desk} desk @param {(page: string) => void} print */
export function slipsPanel(desk, print) {
  const sides = Object.keys(desk.tables.sides);
  const all = sides.reduce((sum, side) => sum + heardBy(desk, side).length, 0);
  const row = (/** @type {string} */ side) => {
    const tasks = heardBy(desk, side);
    return h("div", { class: "sl" }, sideFlag(side), h("span", {}, h("b", {}, t("umpire.team", { team: desk.sideName(side) })), h("small", {}, tasks.map(([, task]) => task.label).join(", ") || t("umpire.slips.none"))),
      h("button", { disabled: !tasks.length, "aria-label": t("umpire.slips.preview-of", { team: desk.sideName(side) }), onclick: () => preview(desk, side).catch((e) => notice(e.message)) }, t("umpire.slips.preview")));
  };
  return h("section", { class: "slipspanel" }, h("div", { class: "ptop" }, h("h2", {}, t("umpire.slips")), h("span", {}, t("umpire.slips.ready", { n: all }))),
    sides.map(row), h("div", { class: "sl wide" }, h("button", { disabled: !all, onclick: () => print("slips") }, t("umpire.slips.print", { n: all }))));
}

/** Formations that a row concerns, by side. @param {Desk} desk @param {import("./types.js").Row} row */
function formationsOf(desk, row) {
  const units = Object.values(desk.valuesOf(row)).flatMap((value) => listOf(value)).map((value) => desk.units[splitValue(String(value), desk.units).id]).filter(Boolean);
  const first = desk.units[splitValue(String(listOf(desk.valuesOf(row).attacker)[0] ?? ""), desk.units).id]?.side;
  return Object.keys(desk.tables.sides).sort((a, b) => Number(b === first) - Number(a === first)).map((side, at) => ({ side, attacks: side === first, defends: first !== undefined && at === 1, formations: [...new Set(units.filter((unit) => unit.side === side).map((unit) => unit.formation ?? ""))].filter(Boolean) }));
}

/** An order with the words of the sheet marked. @param {string} text */
const marked = (text) => text.split(ORDER_WORDS).map((part, at) => at % 2 ? h("mark", {}, part) : part);

/** Both teams' orders for a row. @param {Desk} desk @param {import("./types.js").Row | undefined} row */
export function ordersOf(desk, row) {
  if (!row?.values) return null;
  const values = desk.valuesOf(row);
  const support = (/** @type {string} */ name) => row.question === "fight" ? h("dl", {}, [["guns", t("umpire.question.artillery")], ["air", t("umpire.question.air-support")]].map(([kind, words]) => [h("dt", {}, words), h("dd", {}, listOf(values[`${name}-${kind}`]).join(", ") || t("umpire.none"))])) : null;
  const orders = desk.tables.orders ?? {};
  const one = (/** @type {{side: string, attacks: boolean, defends: boolean, formations: string[]}} */ { side, attacks, defends, formations }) => h("article", { class: "order" }, h("h3", {}, sideFlag(side), t("umpire.orders.of", { team: desk.sideName(side), formation: formations.map((id) => desk.tables.formations?.[id]?.name || id).join(", ") || "–" })),
    formations.map((id) => {
      const order = orders[`${desk.sheet.turn}-${id}`];
      const entry = order && desk.shown.log.findLast((made) => made.changes?.some(({ path }) => path[0] === "orders" && path[1] === `${desk.sheet.turn}-${id}`));
      return [h("p", {}, order ? marked(order.text || t("umpire.orders.on-paper")) : h("span", { class: "quiet" }, t("umpire.orders.missing"))), entry ? h("small", {}, t("umpire.orders.handed-in", { time: entry.time ?? "", by: entry.by })) : null];
    }), formations.length ? null : h("p", { class: "quiet" }, t("umpire.orders.no-units")), attacks ? support("attack") : defends ? support("defence") : null);
  return h("div", { class: "orders2" }, formationsOf(desk, row).map(one));
}

/** Write down a formation's orders, or note that they are on paper. @param {Desk} desk @param {string} formation */
export async function handIn(desk, formation) {
  const order = desk.tables.orders?.[`${desk.sheet.turn}-${formation}`];
  const field = h("textarea", { rows: 7, "aria-label": t("umpire.orders.text"), placeholder: t("umpire.orders.placeholder") });
  field.value = order?.text ?? "";
  const yes = await ask(t("umpire.orders.from", { formation: desk.tables.formations?.[formation]?.name || formation }), h("div", { class: "writing" }, field), [[t("umpire.orders.hand-in"), true, true], [t("common.cancel"), false]]);
  if (yes) await desk.change("hand_in", { formation, text: field.value.trim() });
}
