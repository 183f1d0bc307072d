// The odds panel: every factor and shift with its rule, the table, the exact chances, one attacker more or less.
import { h, rule } from "./dom.js";
import { small } from "./counters.js";

const COLOURS = { DE: "#1d6b34", DD: "#3a8a4e", D3: "#64a873", D2: "#8fc097", D1: "#b7d8b9", D: "#dcebd8", "-": "#e8e2cf", AD: "#f0c9a0", "D/AE": "#e59a7d", AE: "#d05f52" };
const RANK = Object.keys(COLOURS);
const signed = (value) => value > 0 ? `+${value}` : `${value}`.replace("-", "−");

export function attackPanel(stage, attack, act) {
  const { odds } = attack, name = (id) => stage.units[id].short;
  const places = attack.targets.map((t) => stage.hexes.find((x) => x.id === t)?.place || t);
  return h("section", { class: "attack" }, h("h2", {}, `Attack on ${places.join(" and ")}`),
    attack.pending ? h("p", { class: "quiet" }, "Declared; it is fought in the combat phase.") : attackers(stage, attack, act),
    !attack.pending && attack.with.length ? h("p", {}, "Also attack: ", h("span", { class: "options inline" }, attack.with.map((t) => h("button", { "aria-pressed": String(attack.targets.includes(t)), class: attack.targets.includes(t) ? "on" : "", onclick: () => act.target(t) }, t)))) : null,
    odds?.lines?.length ? [
      h("dl", { class: "facts" }, lines(stage, odds, "attack"), h("dt", {}, h("b", {}, "Attack")), h("dd", {}, odds.attack), lines(stage, odds, "defence"), h("dt", {}, h("b", {}, "Defence")), h("dd", {}, odds.defence),
        h("dt", {}, "Odds, rounded for the defender"), h("dd", {}, odds.raw),
        odds.shifts.map((x) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, `${signed(x.value)} column${Math.abs(x.value) === 1 ? "" : "s"}`)])),
      table(stage, odds), outcomes(odds.chances),
    ] : null,
    odds?.refusal && !attack.pending && h("div", { class: "why", role: "status" }, odds.refusal.facts, " ", rule(stage.game, odds.refusal.rule), odds.refusal.way_out && h("div", {}, odds.refusal.way_out)),
    h("div", { class: "options" },
      !attack.pending && h("button", { class: "main", id: "declare", disabled: !odds?.order, onclick: () => act.give(odds.order) }, "Declare the attack"),
      (odds?.attach ?? []).map((x) => h("button", { onclick: () => act.give(x.order) }, x.label)),
      h("button", { onclick: act.cancel }, attack.pending ? "Close" : "Not now")),
    odds?.less?.length || odds?.more?.length ? h("p", { class: "quiet small" }, "The column beside a unit: what it would be with that one changed.", name ? "" : "") : null);
}

function attackers(stage, attack, act) {
  const { odds } = attack;
  const change = (id) => [...(odds?.more ?? []), ...(odds?.less ?? [])].find((m) => m.unit === id)?.column;
  const all = [...new Set([...attack.attackers, ...attack.offered, ...(odds?.more ?? []).map((m) => m.unit)])].sort();
  return h("div", { class: "picks", role: "group", "aria-label": "Attackers" }, all.map((id) => {
    const on = attack.attackers.includes(id), unit = stage.units[id];
    return h("button", { class: on ? "pick on" : "pick", "data-attacker": id, "aria-pressed": String(on), "aria-label": `${unit.name}, factor ${unit.factor}${change(id) ? `; changed: ${change(id)}` : ""}`, title: unit.name, onclick: () => act.toggle(id) }, small(unit, [], 48), h("small", {}, change(id) ? `${on ? "without" : "with"} ${change(id)}` : on ? "attacks" : "rests"));
  }));
}

const lines = (stage, odds, side) => odds.lines.filter((x) => x.side === side).map((x) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, signed(x.value))]);

/** The combat results around the column in force. */
function table(stage, odds) {
  const at = odds.columns.indexOf(odds.column), raw = odds.columns.indexOf(odds.raw);
  if (at < 0 || !stage.crt) return null;
  const first = Math.max(0, Math.min(at - 2, odds.columns.length - 5)), shown = odds.columns.slice(first, first + 5);
  return h("table", { class: "crt" }, h("caption", {}, `Column ${odds.column}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Die"), shown.map((c, k) => h("th", { scope: "col", class: `${first + k === at ? "on" : ""} ${first + k === raw ? "raw" : ""}` }, c)))),
    h("tbody", {}, stage.crt.map((row, die) => h("tr", {}, h("th", { scope: "row" }, die + 1), shown.map((_, k) => h("td", { class: first + k === at ? "on" : "" }, row[first + k]))))));
}

export function outcomes(chances) {
  const sorted = [...chances].sort((a, b) => RANK.indexOf(a.result) - RANK.indexOf(b.result));
  const said = sorted.map((c) => `${c.result} ${c.percent.toFixed(1)} %`).join(", ");
  return h("div", { class: "bars", role: "img", "aria-label": `Outcomes: ${said}` }, sorted.map((c) =>
    h("span", { "data-result": c.result, "data-percent": c.percent, style: `width:${c.percent}%;background:${COLOURS[c.result] ?? "#ddd"};color:${["DE", "DD"].includes(c.result) ? "#fff" : "#1c1705"}`, title: `${c.result}: ${c.percent.toFixed(1)} %` }, `${c.result} ${Math.round(c.percent)}%`)));
}
