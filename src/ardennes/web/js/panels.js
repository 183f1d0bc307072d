// The panels beside the map. They show what the server tells and give back what it offers.
import { h, rule, side_name } from "./dom.js";
import { small, spoken } from "./counters.js";

const MANY = 9; // more buttons than this go to the side panel instead of the card over the map

export function unitPanel(stage, state, board, { ways, mode, able }, act) {
  const unit = stage.units[state.id], shown = ways.filter((w) => w.mode === mode);
  const modes = [...new Set(ways.map((w) => w.mode))], exits = shown.filter((w) => w.hex === "exit");
  const reached = new Set(shown.map((w) => w.hex)).size;
  const supplied = board.supply[unit.side]?.includes(state.hex) || state.marks.includes("air supplied");
  return h("section", { class: "unit", "data-unit": state.id }, h("div", { class: "head" }, small(unit, state.marks, 76), h("div", {}, h("h2", {}, unit.name), h("div", { class: "quiet" }, `${unit.kind.replaceAll("_", " ")} · ${side_name(unit.nation === "us" ? "U.S." : unit.nation)}`), state.marks.length ? h("div", {}, state.marks.join(", ")) : null)),
    h("dl", { class: "facts" }, state.hex ? [h("dt", {}, "Hex"), h("dd", {}, placeOf(stage, state.hex))] : null, h("dt", {}, "Combat factor"), h("dd", {}, unit.factor), h("dt", {}, "Movement allowance"), h("dd", {}, `${unit.moves} MF`), state.spent ? [h("dt", {}, "Spent"), h("dd", {}, `${state.spent} MF`)] : null,
      state.hex ? [h("dt", {}, "Supply"), h("dd", { class: supplied ? "" : "bad" }, supplied ? "in supply" : "out of supply")] : null, reached ? [h("dt", {}, "Within reach"), h("dd", {}, `${reached} hexes`)] : null),
    modes.length > 1 ? h("div", { class: "options", role: "group", "aria-label": "How to set out" }, modes.map((m) => h("button", { class: m === mode ? "on" : "", "aria-pressed": String(m === mode), onclick: () => act.mode(m) }, m || "as it is"))) : null,
    exits.length ? h("div", { class: "options" }, exits.slice(0, 3).map((w) => h("button", { class: "main", onclick: () => act.give(w.order), onpointerenter: () => act.show(w) }, `${w.label} by ${w.path.at(-2) ?? state.hex}`))) : null,
    ways.length ? h("p", { class: "quiet" }, "Click a lit hex; click a grey one to ask why not.", legend(shown).map((text) => h("span", { class: "mark" }, text))) : able ? null : h("p", { class: "quiet" }, "It has nothing to do now. Click a hex to ask why not."));
}

/** What the marks behind the points mean, in the words the server has for them. */
const SIGNS = { "road mode": "r", bonus: "+" };
const legend = (ways) => [...new Set(ways.filter((w) => w.marks.length && SIGNS[w.marks[0]]).map((w) => `${SIGNS[w.marks[0]]} ${w.label}`))];

export const placeOf = (stage, id) => { const x = stage.hexes.find((y) => y.id === id); return x?.place ? `${x.place} (${id})` : id; };

export function whyBox(game, asked, refusals) {
  return h("section", { class: "whynot", role: "status", "aria-live": "polite" }, h("h2", {}, asked ? `Why not ${asked}?` : "Why not?"), refusals.length ? refusals.map((r) => h("div", { class: "why" }, r.facts, " ", rule(game, r.rule), r.way_out && h("div", {}, h("b", {}, "Instead: "), r.way_out))) : h("p", {}, "Nothing speaks against it by itself."));
}

/** Orders of the decision as buttons: the long list beside the map. */
export function choicePanel(stage, choices, act) {
  const listed = choices.buttons.filter((b) => !b.end);
  if (listed.length < MANY) return null;
  return h("section", {}, h("h2", {}, choices.decision.prompt), h("div", { class: "options list" }, listed.slice(0, 150).map((b) => button(b, act))));
}

const button = (b, act, main = false) => h("button", { class: main ? "main" : "", "data-do": b.order.do, onclick: () => act.give(b.order), onpointerenter: () => act.light(b), onfocus: () => act.light(b), onpointerleave: () => act.light(null) }, b.label);

/** The card over the map for short decisions, above all those of the side that is not moving. */
export function decisionCard(stage, state, act) {
  const { choices, board } = state, listed = choices.buttons.filter((b) => !b.end);
  const away = choices.units.filter((id) => !board.units.some((u) => u.id === id));
  const units = ["retreat", "advance", "go on", "Peiper"].includes(choices.decision?.kind) ? choices.units : away;
  const hexes = Object.keys(choices.hexes).length, sides = Object.keys(choices.sides).length;
  const few = listed.length && listed.length < MANY;
  if (!choices.mine || !(few || units.length || choices.answers || hexes)) return null;
  return h("div", { class: `card-over over ${choices.answers ? "answers" : ""}`, role: "region", "aria-label": "Decision" },
    choices.answers ? h("div", { class: "tag" }, "Your answer is needed") : null,
    h("h2", {}, choices.decision.prompt, " ", rule(stage.game, choices.decision.rule)), board.battle ? battleLine(stage, board.battle) : null,
    units.length ? h("div", { class: "picks" }, units.map((id) => h("button", { class: "pick", "data-pick": id, title: stage.units[id].name, "aria-label": spoken(stage.units[id], board.units.find((u) => u.id === id)), onclick: () => act.select(id) }, small(stage.units[id], board.units.find((u) => u.id === id)?.marks ?? [], 50), h("small", {}, stage.units[id].short)))) : null,
    few ? h("div", { class: "options" }, listed.map((b, i) => button(b, act, i === 0 && listed.length <= 3))) : null,
    hexes || sides ? h("p", { class: "quiet" }, hexes ? `Click one of ${hexes} lit hex${hexes === 1 ? "" : "es"}.` : "Click a ringed hexside, or choose from the list beside the map.") : null);
}

function battleLine(stage, battle) {
  return h("div", { class: "battle" }, h("div", { class: "row" }, battle.attackers.map((id) => small(stage.units[id], [], 42)), h("span", { class: "arrow", "aria-hidden": "true" }, "→"), h("b", {}, battle.targets.map((t) => placeOf(stage, t)).join(" and "))),
    h("p", {}, `${battle.attackers.map((u) => stage.units[u].short).join(", ")} at ${battle.column}`, battle.result ? [": ", h("b", {}, battle.result)] : "", battle.no_retreat ? " · No Retreat!" : ""));
}

export function attacksPanel(stage, board, act) {
  if (!board.attacks.length) return null;
  return h("section", {}, h("h2", {}, "Attacks declared"), h("ul", { class: "plain" }, board.attacks.map((a) => h("li", { class: a.status }, h("button", { class: "link", onclick: () => act.look(a) }, a.targets.map((t) => placeOf(stage, t)).join(" and ")), ` by ${a.attackers.map((u) => stage.units[u].short).join(", ")} `, h("span", { class: "quiet" }, a.status)))));
}

export function victoryPanel(stage, board, act) {
  const row = (v) => h("li", {}, h("span", { "aria-label": v.met ? "held" : "not held" }, v.met ? "★ " : "☆ "), v.hex ? h("button", { class: "link", onclick: () => act.go(v.hex) }, v.text) : v.text, " ", rule(stage.game, v.rule));
  const sides = [...new Set(board.victory.map((v) => v.side))];
  return h("section", {}, h("h2", {}, "Victory"), sides.map((side) => h("div", {}, h("h3", {}, side_name(side)), h("ul", { class: "plain" }, board.victory.filter((v) => v.side === side).map(row)))));
}

export function settingPanel(stage, board) {
  return h("section", {}, h("h2", {}, `Turn ${board.turn} of ${board.turns}`), h("ol", { class: "track", "aria-label": `Turn ${board.turn} of ${board.turns}` }, Array.from({ length: board.turns }, (_, k) => h("li", { class: k + 1 === board.turn ? "now" : k + 1 < board.turn ? "past" : "" }, k + 1))),
    h("dl", { class: "facts" }, (board.setting ?? []).map((x) => [h("dt", {}, x.what, " ", rule(stage.game, x.rule)), h("dd", {}, x.value)])));
}

export function trackPanel(stage, board) {
  const turns = [...new Set(board.off_map.due.map((d) => d.turn))];
  return h("section", {}, h("h2", {}, "To come"), turns.length ? turns.map((t) => h("div", { class: "due" }, h("h3", {}, t <= board.turn ? "Waiting now" : `Turn ${t}`), h("div", { class: "picks" }, board.off_map.due.filter((d) => d.turn === t).map((d) => h("span", { class: "pick", title: `${stage.units[d.unit].name}, ${d.edge} edge` }, small(stage.units[d.unit], [], 44), h("small", {}, d.edge)))))) : h("p", { class: "quiet" }, "Nobody."));
}

export function airPanel(stage, board) {
  return h("section", {}, h("h2", {}, "In the air"), h("ul", { class: "plain" }, board.air.map((a) => h("li", {}, h("b", {}, stage.air[a.id].name), ` ${stage.air[a.id].type}, ${side_name(stage.air[a.id].side)}: `, h("span", { class: "quiet" }, `${a.state}${a.back ? `, back turn ${a.back}` : ""}`)))));
}

/** Order of battle: every unit of both sides and where it is. */
export function rosterPanel(stage, board, act) {
  const at = Object.fromEntries(board.units.map((u) => [u.id, u]));
  const off = (id) => board.off_map.dead.includes(id) ? "lost" : board.off_map.exited.includes(id) ? "off the map" : "to come";
  const row = ([id, unit]) => h("tr", { class: at[id] ? "" : "away" }, h("td", {}, small(unit, at[id]?.marks ?? [], 30)), h("td", {}, at[id] ? h("button", { class: "link", onclick: () => act.select(id) }, unit.name) : unit.name), h("td", {}, `${unit.factor}-${unit.moves}`), h("td", {}, at[id]?.hex ?? off(id)));
  const known = (id) => at[id] || board.off_map.dead.includes(id) || board.off_map.exited.includes(id) || board.off_map.due.some((d) => d.unit === id);
  return stage.sides.map((side) => h("section", {}, h("h2", {}, side_name(side)), h("table", { class: "roster" }, h("thead", {}, h("tr", {}, ["", "Unit", "", "Where"].map((t) => t ? h("th", { scope: "col" }, t) : h("td", {})))), h("tbody", {}, Object.entries(stage.units).filter(([id, u]) => u.side === side && known(id)).map(row)))));
}
