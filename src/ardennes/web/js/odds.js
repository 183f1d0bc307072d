// The odds panel: every factor and shift with its rule, the table, the exact chances, one attacker more or less.
import { small } from "./counters.js";
import { h, rule } from "./dom.js";
import { facts, placeOf } from "./panels.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Stage} Stage */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").OddsLine} OddsLine */
/** @typedef {import("./attack.js").Plan} Plan */

const signed = (/** @type {number | string} */ value) => Number(value) > 0 && typeof value === "number" ? `+${value}` : `${value}`.replace("-", "−");

/** @param {Table} table @param {Plan} plan */
export function attackPanel(table, plan) {
  const { stage, giving, attack } = table;
  const { odds, pending } = plan;
  const also = (/** @type {string} */ t) => h("button", {
    "aria-pressed": String(plan.targets.includes(t)), class: plan.targets.includes(t) ? "on" : "", onclick: () => attack.toggleTarget(t),
  }, t);
  return h("section", { class: "attack" }, h("h2", {}, `Attack on ${plan.targets.map((t) => placeOf(stage, t)).join(" and ")}`),
    pending ? h("p", { class: "quiet" }, "It is fought in the combat phase.") : attackers(table, plan),
    !pending && plan.with.length ? h("p", {}, "Also attack: ", h("span", { class: "options inline" }, plan.with.map(also))) : null,
    odds?.lines.length ? [facts(table, odds.rows ?? []), arithmetic(stage, odds), results(stage, odds), outcomes(stage, odds.chances ?? [])] : null,
    odds?.refusal && !pending ? h("div", { class: "why", role: "status" }, odds.refusal.facts, " ", rule(stage.game, odds.refusal.rule),
      odds.refusal.way_out ? h("div", {}, odds.refusal.way_out) : null) : null,
    h("div", { class: "options" },
      pending ? null : h("button", { class: "main", id: "declare", disabled: !odds?.order, onclick: () => odds?.order && giving.giveAll(odds.orders ?? [odds.order]) }, odds?.do ?? "Declare the attack"),
      pending ? null : (odds?.attach ?? []).map((x) => h("button", { "data-do": "attach", onclick: () => giving.giveAll(x.orders ?? [x.order]) }, x.label)),
      h("button", { onclick: () => table.cancel() }, pending ? "Close" : "Not now")));
}

/** Who attacks; under each unit what one more or one less would make of the odds. @param {Table} table @param {Plan} plan */
function attackers(table, plan) {
  const { stage, attack } = table;
  const { odds } = plan;
  const changes = [...(odds?.more ?? []), ...(odds?.less ?? [])];
  const all = [...new Set([...plan.attackers, ...plan.offered, ...(odds?.more ?? []).map((m) => m.unit)])].sort();
  const button = (/** @type {string} */ id) => {
    const on = plan.attackers.includes(id);
    const barred = !on && plan.strict && odds?.more && !odds.more.some((m) => m.unit === id); // it may not attack with those picked
    const unit = stage.units[id];
    const column = changes.find((m) => m.unit === id)?.column;
    const said = column ? `${on ? "without it" : "with it"} ${column}` : "";
    const hooks = { class: on ? "pick on" : "pick", "data-attacker": id, "aria-pressed": String(on), disabled: barred, title: `${unit.name}${said ? `: ${said}` : barred ? ": may not attack together with those picked" : ""}` };
    return h("button", { ...hooks, "aria-label": [unit.name, unit.print, said].filter(Boolean).join(", "), onclick: () => attack.toggle(id) },
      small(unit, table.unitAt(id)?.marks ?? [], stage.signs, 48, table.unitAt(id)?.print), barred ? h("small", {}, "not with these") : change(odds, column, on));
  };
  return [
    h("div", { class: "picks", role: "group", "aria-label": "Attackers" }, all.map(button)),
    changes.length ? h("p", { class: "quiet small" }, "Under each: the odds without it, or with it.") : null,
  ];
}

/** @param {Odds | null} odds @param {string | undefined} column @param {boolean} on */
function change(odds, column, on) {
  if (!odds || !column) return h("small", {}, on ? "attacks" : "rests");
  const by = odds.columns.indexOf(column) - odds.columns.indexOf(odds.column ?? "");
  const way = by > 0 ? "up" : by < 0 ? "down" : "same";
  return h("small", { class: `change ${way}` }, `${on ? "−" : "+"} ${column}`, by ? h("span", { "aria-hidden": "true" }, by > 0 ? " ▲" : " ▼") : "");
}

/** @param {Stage} stage @param {Odds} odds */
function arithmetic(stage, odds) {
  const row = (/** @type {OddsLine} */ x, /** @type {string} */ value) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, value)];
  const lines = (/** @type {string} */ side) => odds.lines.filter((x) => x.side === side).map((x) => row(x, signed(x.value)));
  const sum = (/** @type {string} */ what, /** @type {number | string | undefined} */ value) =>
    [h("dt", { class: "sum" }, what), h("dd", { class: "sum" }, value ?? "")];
  return h("dl", { class: "facts" }, lines("attack"), sum("Attack", odds.attack), lines("defence"), sum("Defence", odds.defence),
    odds.raw ? [h("dt", {}, "Odds, rounded for the defender"), h("dd", {}, odds.raw)] : sum(odds.sum ?? "Odds", odds.column),
    odds.shifts.map((x) => row(x, `${signed(x.value)} column${Math.abs(Number(x.value)) === 1 ? "" : "s"}`)));
}

/** The combat results around the column in force. @param {Stage} stage @param {Odds} odds */
function results(stage, odds) {
  const at = odds.columns.indexOf(odds.column ?? "");
  const raw = odds.columns.indexOf(odds.raw ?? "");
  if (at < 0 || !stage.crt) return null;
  const first = Math.max(0, Math.min(at - 2, odds.columns.length - 5));
  const shown = odds.columns.slice(first, first + 5);
  const head = (/** @type {string} */ c, /** @type {number} */ k) =>
    h("th", { scope: "col", class: `${first + k === at ? "on" : ""} ${first + k === raw ? "raw" : ""}` }, c);
  const cell = (/** @type {string} */ text, /** @type {number} */ k) =>
    h("td", { class: first + k === at ? "on" : "", title: stage.results?.[text]?.about }, text);
  return h("table", { class: "crt" }, h("caption", {}, `Column ${odds.column}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Die"), shown.map(head))),
    h("tbody", {}, stage.crt.map((row, die) =>
      h("tr", {}, h("th", { scope: "row" }, String(die + 1)), row.slice(first, first + 5).map(cell)))));
}

/** Green for the attacker, red against him, by what the stage says of a result. @param {number} tone */
function colour(tone) {
  if (tone > 0) return `hsl(138 ${26 + 22 * tone}% ${86 - 62 * tone}%)`;
  return tone < 0 ? `hsl(${24 + 20 * tone} 66% ${84 + 28 * tone}%)` : "#e8e2cf";
}

/** The exact chances as one bar, the best for the attacker first. @param {Stage} stage @param {{result: string, percent: number}[]} chances */
export function outcomes(stage, chances) {
  const tone = (/** @type {string} */ result) => stage.results?.[result]?.tone ?? 0;
  const sorted = [...chances].sort((a, b) => tone(b.result) - tone(a.result));
  const said = sorted.map((c) => `${c.result} ${c.percent.toFixed(1)} %`).join(", ");
  const bar = (/** @type {{result: string, percent: number}} */ c) => {
    const about = stage.results?.[c.result]?.about ?? "";
    const ink = tone(c.result) > 0.75 ? "#fff" : "#1c1705";
    return h("span", {
      "data-result": c.result, "data-percent": c.percent, title: `${c.result}: ${c.percent.toFixed(1)} %. ${about}`,
      style: `width:${c.percent}%;background:${colour(tone(c.result))};color:${ink}`,
    }, `${c.result} ${Math.round(c.percent)}%`);
  };
  return [
    h("div", { class: "bars", role: "img", "aria-label": `Outcomes: ${said}` }, sorted.map(bar)),
    h("ul", { class: "meanings quiet small" }, sorted.map((c) => h("li", {}, h("b", {}, c.result), ` ${stage.results?.[c.result]?.about ?? ""}`))),
  ];
}
