// The panels beside the map.
import { h, rule, s } from "./dom.js";
import { counter } from "./counters.js";

const COLOURS = { DE: "#1d6b34", DD: "#3a8a4e", D3: "#64a873", D2: "#8fc097", D1: "#b7d8b9", D: "#dcebd8", "-": "#e8e2cf", AD: "#f0c9a0", "D/AE": "#e59a7d", AE: "#d05f52" };
const ORDER = Object.keys(COLOURS);

const small = (unit, marks = []) => s("svg", { width: 62, height: 62, viewBox: "-2 -2 56 56", "aria-hidden": "true" }, counter(unit, marks));

export function unitPanel(stage, state, board, ways) {
  const unit = stage.units[state.id];
  const can = ways.length ? `${new Set(ways.map((w) => w.hex)).size} hexes in reach` : state.marks.length ? state.marks.join(", ") : "no move now";
  return h("section", {}, h("div", { style: "display:flex;gap:12px" }, small(unit, state.marks), h("div", {}, h("h2", {}, unit.name), h("div", { class: "quiet" }, `${unit.kind.replace("_", " ")} · ${unit.nation}`))),
    h("dl", { class: "facts" }, h("dt", {}, "Hex"), h("dd", {}, state.hex), h("dt", {}, "Factor"), h("dd", {}, unit.factor), h("dt", {}, "Movement"), h("dd", {}, `${unit.moves} MF${state.spent ? `, ${state.spent} spent` : ""}`),
      h("dt", {}, "Supply"), h("dd", {}, board.supply[unit.side].includes(state.hex) || state.marks.includes("air supplied") ? "in supply" : "out of supply"), h("dt", {}, "Now"), h("dd", {}, can)),
    ways.length ? h("p", { class: "quiet" }, "Click a hex to move; click a grey hex to ask why not.") : null);
}

export function whyBox(game, refusals) {
  return h("section", { role: "status" }, h("h2", {}, "Why not?"), refusals.map((r) => h("div", { class: "why" }, r.facts, " ", r.rule && rule(game, r.rule), r.way_out && h("div", {}, h("b", {}, "Instead: "), r.way_out))));
}

export function attackPanel(stage, attack, choices, act) {
  const odds = attack.odds;
  const join = [...new Set([...attack.attackers, ...(odds?.more ?? []).map((m) => m.unit)])];
  const change = (id) => [...(odds?.more ?? []), ...(odds?.less ?? [])].find((m) => m.unit === id)?.column;
  const line = (x) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, x.value > 0 ? `+${x.value}` : x.value)];
  return h("section", {}, h("h2", {}, `Attack on ${attack.targets.join(" and ")}`),
    h("div", { class: "options", role: "group", "aria-label": "Attackers" }, join.map((id) => h("button", { class: attack.attackers.includes(id) ? "on" : "", "aria-pressed": String(attack.attackers.includes(id)), onclick: () => act.toggle(id) },
      `${stage.units[id].short} ${stage.units[id].factor}`, change(id) ? h("small", {}, ` → ${change(id)}`) : null))),
    odds?.lines?.length ? [
      h("h3", { style: "margin-top:10px" }, `${odds.attack} against ${odds.defence}`),
      h("dl", { class: "facts" }, odds.lines.map(line)),
      h("h3", { style: "margin-top:10px" }, `${odds.raw} shifted to ${odds.column}`),
      h("dl", { class: "facts" }, odds.shifts.length ? odds.shifts.map(line) : [h("dt", {}, "no shifts"), h("dd", {}, "0")]),
      h("div", { class: "crt", "aria-hidden": "true" }, odds.columns.map((c) => h("i", { class: `${c === odds.column ? "on" : ""} ${c === odds.raw ? "raw" : ""}` }, c))),
      outcomes(odds.chances),
    ] : null,
    odds?.refusal && h("div", { class: "why" }, odds.refusal.facts, " ", odds.refusal.rule && rule(stage.game, odds.refusal.rule), odds.refusal.way_out && h("div", {}, odds.refusal.way_out)),
    h("div", { class: "options" }, h("button", { class: "main", disabled: !attack.attackers.length || Boolean(odds?.refusal), onclick: act.declare }, "Declare the attack"), h("button", { onclick: act.cancel }, "Not now")));
}

function outcomes(chances) {
  const sorted = [...chances].sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  const said = sorted.map((c) => `${c.result} ${Math.round(c.percent)} %`).join(", ");
  return h("div", { class: "bars", role: "img", "aria-label": `Outcomes: ${said}` }, sorted.map((c) => h("span", { style: `width:${c.percent}%;background:${COLOURS[c.result] ?? "#ddd"}`, title: `${c.result}: ${c.percent.toFixed(1)} %` }, `${c.result} ${Math.round(c.percent)}%`)));
}

export function battlePanel(stage, battle) {
  return h("section", {}, h("h2", {}, `Combat at ${battle.targets.join(" and ")}`), h("p", {}, `${battle.attackers.map((u) => stage.units[u].short).join(", ")} at ${battle.column}`, battle.result ? h("b", {}, `: ${battle.result}`) : ""));
}

const WORDS = {
  stand_fast: (o) => o.yes ? "No Retreat!" : "They may retreat", ruthless: (o) => o.yes ? "Invoke Ruthlessness" : "Not now", pray: (o) => o.yes ? "Patton prays" : "No prayer",
  name_distance: (o) => `${o.hexes} hexes`, choose_setup: (o) => o.kind === "free" ? "Set up freely" : "As in history", end: () => "Done",
  fight: (o, at) => `Fight ${at(o.attack)}`, cancel: (o, at) => `Cancel ${at(o.attack)}`, lose: (o, at, name) => `Lose ${o.units.map(name).join(", ")}`, remove: (o, at, name) => `Lose ${o.units.map(name).join(", ")}`,
  blow_up: (o) => `Blow ${o.bridge}`, bridge: (o) => `${o.work} ${o.bridge}`, entrench: (o, at, name) => `Entrench ${name(o.unit)}`, entrench_all: () => "Entrench all that may",
  other_edge: (o, at, name) => `${name(o.unit)}: another edge`, break_down: (o, at, name) => `Break down ${name(o.unit)}`, combine: (o, at, name) => `Form ${name(o.into)}`,
  retreat: (o, at, name) => `${name(o.unit)}: ${o.path.length ? o.path.join("-") : "stay"}`, intercept: (o) => `${o.air} against ${o.enemy}`, order_stack: (o, at, name) => o.units.map(name).join(", "), choose_effect: (o) => o.effect,
};

export function choicePanel(stage, choices, give) {
  const name = (id) => stage.units[id]?.short ?? id;
  const at = (n) => `attack ${n + 1}`;
  const shown = choices.buttons.slice(0, 60);
  const hexes = Object.keys(choices.hexes ?? {}).length;
  return h("section", {}, h("h2", {}, choices.decision.prompt), h("p", { class: "quiet" }, rule(stage.game, choices.decision.rule), hexes ? ` · ${hexes} hexes to click` : "", choices.targets?.length ? " · click a ringed hex to attack it" : "", choices.units?.length ? " · click a unit, then a hex" : ""),
    h("div", { class: "options" }, shown.map((b) => h("button", { class: b.order.do === "end" ? "main" : "", onclick: () => give(b.order) }, WORDS[b.order.do]?.(b.order, at, name) ?? b.label))));
}

export function victoryPanel(stage, board, go) {
  const rows = board.victory.map((v) => h("li", {}, v.met ? "✔ " : "○ ", v.hex ? h("button", { style: "padding:0 6px", onclick: () => go(v.hex) }, v.text) : v.text, h("span", { class: "quiet" }, v.hex ? ` ${v.side}` : ""), " ", rule(stage.game, v.rule)));
  return h("section", {}, h("details", {}, h("summary", {}, h("b", {}, "Victory")), h("ul", { class: "matches" }, rows)));
}

export function trackPanel(stage, board) {
  const due = board.off_map.due.map((d) => h("li", {}, `Turn ${d.turn} (${d.edge}): ${stage.units[d.unit].name}`));
  const air = board.air.map((a) => h("li", {}, `${stage.air[a.id].name} (${stage.air[a.id].type}): ${a.state}${a.back ? `, back turn ${a.back}` : ""}`));
  return h("section", {}, h("details", {}, h("summary", {}, h("b", {}, "Reinforcements, air, losses")), h("ul", { class: "matches" }, due), h("ul", { class: "matches" }, air), h("p", {}, "Lost: ", board.off_map.dead.map((u) => stage.units[u].short).join(", ") || "nobody"),
    h("p", {}, `Engineer bridges: German ${board.markers.german}, Allied ${board.markers.allied}. Fuel limit from turn ${board.fuel_from}.`)));
}

export function logPanel(stage, log, go, rules) {
  const told = [];
  let turn = 0;
  for (const entry of log) {
    entry.events.forEach((event, i) => {
      turn = event.turn ?? turn;
      if (event.event !== "phase" || event.phase.includes("movement")) told.push({ turn, die: event.event === "rolled" ? event.die : 0, text: entry.lines[i], who: entry.side });
    });
    if (entry.why) told.push({ turn, die: 0, text: `(${entry.why})`, who: entry.side });
  }
  const line = (x) => h("li", {}, h("span", { class: "t" }, x.turn ? `T${x.turn}` : "·"), x.die ? h("span", { class: "die" }, x.die) : null, rules(x.text).map((part) => typeof part === "string" ? hexes(stage, part, go) : part));
  return h("div", {}, h("h2", {}, "Log"), h("ol", { reversed: true }, told.reverse().slice(0, 150).map(line)));
}

function hexes(stage, text, go) {
  const known = new Set(stage.hexes.map((x) => x.id));
  return text.split(/\b(\d{3,4})\b/).map((part) => known.has(part) ? h("button", { class: "link", onclick: () => go(part) }, part) : part);
}
