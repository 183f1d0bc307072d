// The panel of an attack: who against whom, the odds and their bar pinned on top; units that change them as chips; how the
// odds come about; what follows. Every number and word is the server's.
import { small } from "../../map/counters.js";
import { both, h, rule, s } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { facts, placeOf, placesOf, whyBox } from "./boxes.js";
import { wholePercents } from "./percents.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {import("../../types.gen.js").Odds} Odds */
/** @typedef {import("../../types.gen.js").OddsChance} OddsChance */
/** @typedef {import("../../types.gen.js").OddsChange} OddsChange */
/** @typedef {import("../../types.gen.js").OddsLine} OddsLine */
/** @typedef {import("../../types.gen.js").Row} Row */
/** @typedef {import("../modes/attack.js").Attack} Plan */

const SHOWN = 4; // counters of a side in the head
/** By face, its pips in a square of 24. @type {number[][][]} */
const PIPS = [[], [[12, 12]], [[7, 7], [17, 17]], [[7, 7], [12, 12], [17, 17]], [[7, 7], [17, 7], [7, 17], [17, 17]],
  [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]]];

const signed = (/** @type {number | string} */ value) => Number(value) > 0 && typeof value === "number" ? `+${value}` : `${value}`.replace("-", "−");

/** How good a result is, as one of seven colours, the best first. @param {number} tone */
function grade(tone) {
  if (tone > 0) return tone >= 0.9 ? 1 : tone >= 0.55 ? 2 : tone >= 0.35 ? 3 : 4;
  return tone === 0 ? 5 : tone >= -0.5 ? 6 : 7;
}

/** @param {number} face */
export function dieFace(face) {
  return s("svg", { width: 22, height: 22, viewBox: "0 0 24 24", "aria-hidden": "true", class: "dieface" },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: "#fffdf6", stroke: "#1c1705", "stroke-width": 1.2 }),
    PIPS[face].map(([cx, cy]) => s("circle", { cx, cy, r: 2.3, fill: "#1c1705" })));
}

/** @param {Table} table @param {Plan} plan */
export function attackPanel(table, plan) {
  const { stage } = table;
  const { odds, pending } = plan;
  const head = h("header", { class: "pinned", "aria-live": "polite" }, h("div", {}, headOf(table, plan)));
  const preview = (/** @type {OddsChange | null} */ change) => {
    if (change && change.unit === plan.just) return;
    plan.just = "";
    head.replaceChildren(h("div", {}, headOf(table, plan, change)));
  };
  return h("section", { class: "attack" }, head,
    h("div", { class: "body" },
      table.mode.why ? whyBox(stage.game, table.mode.why.asked, table.mode.why.refusals) : null,
      pending ? h("p", { class: "quiet" }, t("panels.odds.pending")) : chips(table, plan, preview),
      pending ? null : also(table, plan),
      odds?.lines.length ? [sums(table, plan, odds), follows(table, odds), others(table, plan)] : null,
      odds?.refusal && !pending ? h("div", { class: "why", role: "status" }, odds.refusal.facts, " ", rule(stage.game, odds.refusal.rule),
        odds.refusal.way_out ? h("div", {}, odds.refusal.way_out) : null) : null,
      odds?.lines.length ? [fold(table, plan, odds), facts(table, odds.rows ?? [])] : null),
    foot(table, plan));
}

/** @param {Table} table @param {Plan} plan */
function foot(table, plan) {
  const { odds, pending } = plan;
  const close = h("button", { class: "drop", onclick: () => table.cancel() }, pending ? t("common.close") : t("common.cancel"), h("kbd", {}, t("panels.key.esc")));
  if (pending) return h("footer", { class: "options" }, close);
  const refused = odds?.refusal;
  const first = refused ? (refused.way_out || refused.facts).replace(/\.$/, "") : "";
  const words = odds?.order ? odds.do || t("panels.odds.attack") : first || (plan.attackers.length ? t("panels.odds.waiting") : t("panels.odds.add"));
  return h("footer", { class: "options" }, close,
    h("button", { class: "main", id: "declare", disabled: !odds?.order, title: refused?.facts, onclick: () => plan.declare() }, h("span", {}, words), odds?.order ? h("kbd", {}, "⏎") : null));
}

/** Who against whom, the odds, the bar, three figures; with a chip under the pointer, as it would be after the click. @param {Table} table @param {Plan} plan @param {OddsChange | null} [change] */
function headOf(table, plan, change = null) {
  const { stage } = table;
  const { odds } = plan;
  const column = change?.column ?? odds?.column ?? "";
  const cells = change?.cells ?? odds?.cells ?? [];
  const counter = (/** @type {string} */ id) => small(stage.units[id], table.unitAt(id)?.marks ?? [], stage.signs, 46, table.unitAt(id)?.print);
  const row = (/** @type {string[]} */ ids) => [ids.slice(0, SHOWN).map(counter), ids.length > SHOWN ? h("span", { class: "more" }, `+${ids.length - SHOWN}`) : null];
  const changed = change ? (plan.attackers.includes(change.unit) ? plan.attackers.filter((u) => u !== change.unit) : [...plan.attackers, change.unit]) : plan.attackers;
  const foes = odds?.defenders ?? [];
  return [
    h("div", { class: "versus" }, h("div", { class: "who" }, row(changed)), h("span", { class: "arrow", "aria-hidden": "true" }, "➜"), h("div", { class: "who" }, row(foes)),
      h("output", { class: `ratio ${column.length > 5 ? "long" : ""}`, "aria-label": t("panels.odds.ratio", { odds: column }) }, odds?.sum && Number(column) > 0 ? `+${column}` : column || "–")),
    h("h2", {}, title(stage, plan.attackers, foes, plan.targets)),
    cells.length ? oddsBar(stage, cells) : null,
    // The figures keep their room under a preview, so that nothing moves under the pointer.
    h("div", { class: `gist ${change ? "preview" : ""}` }, (odds?.numbers ?? []).map((x) => h("span", {}, h("b", {}, x.value ?? ""), ` ${x.what}`)),
      change ? h("em", { class: "quiet" }, t(plan.attackers.includes(change.unit) ? "panels.odds.without" : "panels.odds.with", { unit: stage.units[change.unit].name })) : null),
  ];
}

/** Names of units; those of one division say it once. @param {Stage} stage @param {string[]} ids */
function together(stage, ids) {
  const units = ids.map((id) => stage.units[id]);
  return units.map((unit, at) => at + 1 < units.length && units.every((other) => other.division === unit.division) ? unit.own || unit.name : unit.name);
}

/** @param {Stage} stage @param {string[]} units @param {string[]} foes @param {string[]} targets */
function title(stage, units, foes, targets) {
  const names = together(stage, units);
  const where = placesOf(stage, targets);
  const foe = foes.length === 1 ? stage.units[foes[0]].name : where;
  const words = names.length > 3 ? t("panels.odds.many-attack", { n: names.length, foe })
    : names.length > 1 ? t("panels.odds.some-attack", { units: both(names), foe }) : names.length ? t("panels.odds.one-attacks", { unit: names[0], foe }) : t("panels.odds.attack-on", { foe });
  return foes.length === 1 ? [`${words} `, h("span", { class: "quiet" }, where)] : words;
}

/** The column as a bar: a part for each throw, as wide as it is likely, and words under parts that mean the same. @param {Stage} stage @param {OddsChance[]} cells */
export function oddsBar(stage, cells) {
  const look = (/** @type {OddsChance} */ c) => stage.results?.[c.result];
  /** @type {{word: string, percent: number, about: string}[]} */
  const groups = [];
  for (const c of cells) {
    const word = look(c)?.word ?? "";
    const last = groups.at(-1);
    if (last && last.word === word) last.percent += c.percent;
    else groups.push({ word, percent: c.percent, about: look(c)?.about ?? "" });
  }
  const whole = wholePercents(cells.map((c) => c.percent));
  const named = (/** @type {OddsChance} */ c) => c.face ? t("panels.odds.face", { die: c.face, result: c.result }) : c.result;
  const outcomes = cells.map((c, at) => t("panels.odds.outcome", { result: named(c), percent: whole[at] })).join(", ");
  const part = (/** @type {OddsChance} */ c, /** @type {number} */ at) => h("span", {
    class: `g${grade(look(c)?.tone ?? 0)}`, "data-result": c.result, "data-percent": c.percent, style: `flex-grow:${c.percent}`,
    title: `${t("panels.odds.outcome", { result: named(c), percent: whole[at] })}. ${look(c)?.about ?? ""}`,
  }, c.face ? dieFace(c.face) : h("small", {}, t("panels.percent", { percent: whole[at] })), h("b", {}, look(c)?.letters || c.result));
  return [
    h("div", { class: "faces", role: "img", "aria-label": t("panels.odds.outcomes", { outcomes }) }, cells.map(part)),
    h("div", { class: "words", "aria-hidden": "true" }, groups.map((x) => h("span", { style: `flex-grow:${x.percent}`, title: x.about }, x.word))),
  ];
}

/** A bar without letters, for a chip. @param {Stage} stage @param {OddsChance[]} cells */
function mini(stage, cells) {
  return h("span", { class: "mini", "aria-hidden": "true" }, cells.map((c) => h("i", { class: `g${grade(stage.results?.[c.result]?.tone ?? 0)}`, style: `flex-grow:${c.percent}` })));
}

/** Units to add or drop, each with the odds after the click; those that change nothing, then those that may not, come last. @param {Table} table @param {Plan} plan @param {(change: OddsChange | null) => void} preview */
function chips(table, plan, preview) {
  const { stage } = table;
  const { odds } = plan;
  const changes = [...(odds?.more ?? []), ...(odds?.less ?? [])];
  const of = (/** @type {string} */ id) => changes.find((m) => m.unit === id);
  const worth = (/** @type {OddsChange | undefined} */ c) => !c ? 0 : c.cells ? good(stage, c.cells) - good(stage, odds?.cells ?? []) : Number(c.column) - Number(odds?.column) || 0;
  const able = [...new Set([...plan.offered, ...(odds?.more ?? []).map((m) => m.unit)])].filter((id) => !plan.attackers.includes(id));
  const barred = new Map((odds?.barred ?? []).map((b) => [b.unit, b.why]));
  for (const id of able) if (plan.strict && odds?.more && !of(id) && !barred.has(id)) barred.set(id, t("panels.odds.barred"));
  const ready = able.filter((id) => !barred.has(id)).sort((a, b) => worth(of(b)) - worth(of(a)));
  const chip = (/** @type {string} */ id) => {
    const unit = stage.units[id];
    const on = plan.attackers.includes(id);
    const why = on ? "" : barred.get(id) ?? "";
    const change = of(id);
    const column = change?.column ?? (on ? odds?.column : "") ?? "";
    const by = on || !change ? 0 : worth(change);
    const said = why || (change ? t(on ? "panels.odds.drops-to" : "panels.odds.adds-to", { odds: column }) : on ? t("panels.odds.in") : "");
    return h("button", {
      class: ["chip", on ? "in" : why ? "off" : by > 0 ? "up" : by < 0 ? "down" : ""].join(" "), "data-attacker": id, "aria-pressed": String(on), disabled: Boolean(why),
      title: `${unit.name}${said ? `: ${said}` : ""}`, "aria-label": [unit.name, unit.print, said, change?.warns].filter(Boolean).join(", "),
      onclick: () => plan.toggle(id), onpointerenter: () => change && preview(change), onpointerleave: () => preview(null), onfocus: () => change && preview(change), onblur: () => preview(null),
    }, small(unit, table.unitAt(id)?.marks ?? [], stage.signs, 40, table.unitAt(id)?.print),
    why ? h("small", {}, why) : h("span", { class: "after" }, h("b", {}, column || (on ? t("panels.odds.in") : t("panels.odds.out"))),
      change?.cells ?? (on ? odds?.cells : null) ? mini(stage, change?.cells ?? odds?.cells ?? []) : null,
      change?.warns && !on ? h("small", { class: "warns" }, change.warns) : null));
  };
  const all = [...plan.attackers, ...ready, ...barred.keys()];
  return h("div", {}, h("h3", { class: "lab" }, t("panels.odds.chips")),
    h("div", { class: "chips", role: "group", "aria-label": t("panels.odds.attackers") }, [...new Set(all)].map(chip)));
}

/** How good a bar is on the whole: to compare, not to show. @param {Stage} stage @param {OddsChance[]} cells */
function good(stage, cells) {
  return cells.reduce((sum, c) => sum + c.percent * (stage.results?.[c.result]?.tone ?? 0), 0);
}

/** @param {Table} table @param {Plan} plan */
function also(table, plan) {
  if (!plan.with.length) return null;
  const button = (/** @type {string} */ hex) => h("button", {
    "aria-pressed": String(plan.targets.includes(hex)), "data-also": hex, class: plan.targets.includes(hex) ? "on" : "", onclick: () => plan.toggleTarget(hex),
  }, placeOf(table.stage, hex));
  return h("p", {}, t("panels.odds.also"), " ", h("span", { class: "options inline" }, plan.with.map(button)));
}

/** How the odds come about, in one row; each part tells its rule. @param {Table} table @param {Plan} plan @param {Odds} odds */
function sums(table, plan, odds) {
  const { stage } = table;
  const part = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ look) => h("button", {
    class: `part ${look}`, "data-part": id, "aria-expanded": String(plan.open === id), onclick: () => plan.explain(id),
  }, words);
  const shift = odds.shifts[Number(plan.open)];
  const line = (/** @type {OddsLine} */ x) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, signed(x.value))];
  const lines = (/** @type {string} */ side) => odds.lines.filter((x) => x.side === side).map(line);
  const sum = (/** @type {string} */ what, /** @type {number | string | null | undefined} */ value) => [h("dt", { class: "sum" }, what), h("dd", { class: "sum" }, value ?? "")];
  const told = plan.open === "sum" ? h("dl", { class: "facts told" }, lines("attack"), sum(t("panels.odds.attack-strength"), odds.attack), lines("defence"), sum(t("panels.odds.defence-strength"), odds.defence),
    odds.raw ? [h("dt", {}, t("panels.odds.rounded")), h("dd", {}, odds.raw)] : null)
    : shift && plan.open ? h("p", { class: "told" }, h("b", {}, shift.what, ":"), " ", t(Number(shift.value) > 0 ? "panels.odds.shift-attacker" : "panels.odds.shift-defender", { n: Math.abs(Number(shift.value)) }), " ", rule(stage.game, shift.rule)) : null;
  return h("div", {}, h("h3", { class: "lab" }, t("panels.odds.sum")),
    h("div", { class: "parts" }, part("sum", t("panels.odds.against", { attack: odds.attack ?? "", defence: odds.defence ?? "" }), ""),
      odds.shifts.map((x, i) => part(String(i), `${x.what} ${signed(x.value)}`, Number(x.value) > 0 ? "plus" : "minus")),
      h("span", { class: "to" }, `= ${odds.column}`)), told);
}

const SIGNS = /** @type {Record<string, string>} */ ({ bad: "!", good: "→", no: "◣" });

/** What it costs, obliges to and leaves open. @param {Table} table @param {Odds} odds */
function follows(table, odds) {
  const rows = odds.follows ?? [];
  if (!rows.length) return null;
  const line = (/** @type {Row} */ row) => {
    const { hex } = row;
    return h("li", { class: row.mark ?? "" }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[row.mark ?? ""] ?? "·"),
      h("span", {}, hex ? h("button", { class: "link", onclick: () => table.go(hex) }, row.what) : row.what, " ", rule(table.stage.game, row.rule ?? "")));
  };
  return h("div", {}, h("h3", { class: "lab" }, t("panels.odds.follows")), h("ul", { class: "follows" }, rows.map(line)));
}

/** The same attack in another way. @param {Table} table @param {Plan} plan */
function others(table, plan) {
  const list = plan.pending ? [] : plan.odds?.attach ?? [];
  return list.length ? h("div", { class: "options" }, list.map((x) => h("button", { "data-do": "attach", onclick: () => table.actions.giveAll(x.orders ?? [x.order]) }, x.label))) : null;
}

/** @param {Table} table @param {Plan} plan @param {Odds} odds */
function fold(table, plan, odds) {
  if (!table.stage.crt || odds.columns.indexOf(odds.column ?? "") < 0) return null;
  return h("div", { class: "fold" }, h("button", { class: "link", "aria-expanded": String(Boolean(plan.showsTable)), onclick: () => plan.toggleTable() },
    plan.showsTable ? t("panels.odds.hide-table") : t("panels.odds.show-table")), h("kbd", {}, "Q"), plan.showsTable ? results(table.stage, odds) : null);
}

/** The combat results, the column in force lit. @param {Stage} stage @param {Odds} odds */
function results(stage, odds) {
  const at = odds.columns.indexOf(odds.column ?? "");
  const raw = odds.columns.indexOf(odds.raw ?? "");
  const head = (/** @type {string} */ c, /** @type {number} */ k) => h("th", { scope: "col", class: `${k === at ? "on" : ""} ${k === raw ? "raw" : ""}` }, c);
  const cell = (/** @type {string} */ text, /** @type {number} */ k) => h("td", { class: k === at ? "on" : "", title: stage.results?.[text]?.about }, text);
  return h("table", { class: "crt" }, h("caption", {}, t("panels.odds.column", { odds: odds.column ?? "" })),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("panels.odds.die")), odds.columns.map(head))),
    h("tbody", {}, (stage.crt ?? []).map((row, die) => h("tr", {}, h("th", { scope: "row" }, String(die + 1)), row.map(cell)))));
}
