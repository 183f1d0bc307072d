// The panel of the unit that is picked: its sheet, how it may set out, the way drawn by hand.
import { small } from "../../map/counters.js";
import { clicks, h, rule } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { amount } from "../actions.js";
import { formationTitle } from "../modes/formation.js";
import { facts, panelBox, placeOf } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").UnitState} UnitState */
/** @typedef {import("../modes/mode.js").Way} Way */
/** @typedef {import("../modes/select.js").Select} Select */
/** @typedef {import("../modes/draw-way.js").DrawWay} DrawWay */

/** @param {Table} table @param {Select} mode @param {DrawWay | null} [drawing] the same mode, while its way is drawn */
export function unitPanel(table, mode, drawing = null) {
  const { stage } = table;
  const state = table.unitAt(mode.unit) ?? { id: mode.unit, hex: "", marks: [] };
  const unit = stage.units[state.id];
  const shown = mode.current();
  const reached = new Set(shown.map((w) => w.hex)).size;
  const able = table.state.choices.units.includes(state.id);
  const rows = [
    ...(state.hex ? [{ what: t("panels.unit.hex"), value: placeOf(stage, state.hex), hex: state.hex }] : []),
    ...unit.sheet, ...(state.sheet ?? []),
    ...(reached ? [{ what: t("panels.unit.reach"), value: t("panels.unit.hexes", { n: reached }) }] : []),
  ];
  const idle = mode.ways.length || mode.panels.length || able ? null : h("p", { class: "quiet" }, t("panels.unit.idle", { click: clicks() }));
  return h("section", { class: "unit", "data-unit": state.id },
    h("div", { class: "head" }, small(unit, state.marks, stage.signs, 76, state.print),
      h("div", {}, h("h2", {}, unit.name), h("div", { class: "quiet" }, unit.about), state.marks.length ? h("div", {}, state.marks.join(", ")) : null)),
    joining(stage, mode), stack(table, state), whole(table, state), methods(table, mode), exits(table, mode, shown), mode.ways.length ? drawing ? drawnWay(table, drawing) : howTo(table, shown) : idle,
    mode.panels.map((panel) => panelBox(table, panel)), facts(table, rows));
}

/** The unit that was selected before can come here as well. @param {import("../../types.gen.js").Stage} stage @param {Select} mode */
function joining(stage, mode) {
  if (!mode.before) return null;
  return h("div", { class: "options" }, h("button", { class: "main", id: "join", onclick: () => mode.join() }, t("panels.unit.join", { unit: stage.units[mode.before.unit].short })));
}

/** All units of its hex, one click each, where it does not stand alone. @param {Table} table @param {UnitState} state */
function stack(table, { id, hex }) {
  const { units, signs } = table.stage;
  const here = hex ? table.shown().units.filter((u) => u.hex === hex) : [];
  if (here.length < 2) return null;
  return h("div", { class: "picks", role: "group", "aria-label": t("panels.unit.stack") }, here.map((u) =>
    h("button", { class: `pick ${u.id === id ? "on" : ""}`, "data-mate": u.id, title: units[u.id].name, "aria-label": units[u.id].name,
      "aria-pressed": String(u.id === id), onclick: () => table.modes.select(u.id) },
    small(units[u.id], u.marks, signs, 38, u.print))));
}

/** Its formation, picked as a whole; and who else could come to its hex. @param {Table} table @param {UnitState} state */
function whole(table, { id, hex }) {
  const key = table.board.formations.of(id);
  const { mine, units } = table.state.choices;
  const own = table.stage.units[id].side === table.side;
  return h("div", { class: "also" },
    key ? h("button", { "data-whole": key, title: t("panels.unit.formation-tip"), onclick: () => table.modes.formation(key) }, t("panels.unit.formation", { formation: formationTitle(table.stage, key) }), h("kbd", {}, "L")) : null,
    mine && own && hex && units.length ? h("button", { id: "comers", title: t("panels.unit.comers-tip"), onclick: () => table.modes.reinforce(hex) }, t("panels.unit.comers"), h("kbd", {}, "O")) : null);
}

/** How to set out, where there is a choice. @param {Table} table @param {Select} mode */
function methods(table, mode) {
  const names = [...new Set(mode.ways.map((w) => w.mode))];
  if (names.length < 2) return null;
  return h("div", { class: "options", role: "group", "aria-label": t("panels.unit.modes") }, names.map((m) =>
    h("button", { class: m === mode.method ? "on" : "", "aria-pressed": String(m === mode.method), onclick: () => mode.setOut(m),
      onpointerenter: () => mode.preview(m), onpointerleave: () => table.highlight() }, m || t("panels.unit.alone"))));
}

/** Ways that lead off the map. @param {Table} table @param {Select} mode @param {Way[]} ways */
function exits(table, mode, ways) {
  const off = ways.filter((w) => w.hex === "exit");
  if (!off.length) return null;
  return h("div", { class: "options" }, off.slice(0, 3).map((w) =>
    h("button", { "data-exit": w.path.at(-2) ?? mode.start(), onclick: () => table.actions.give(w.order), onpointerenter: () => mode.showWay(w) },
      t("panels.unit.exit", { action: w.label, hex: placeOf(table.stage, w.path.at(-2) ?? mode.start()) }))));
}

/** @param {Table} table @param {Way[]} shown */
function howTo(table, shown) {
  const legend = [...new Set(shown.filter((w) => w.sign).map((w) => `${w.sign} ${w.label}`))];
  return [
    h("p", { class: "quiet" }, t("panels.unit.move", { click: clicks() }), legend.map((text) => h("span", { class: "mark" }, text))),
    shown.some((w) => w.path.length > 1)
      ? h("div", { class: "options" }, h("button", { id: "draw", title: t("panels.unit.draw-tip"), onclick: () => table.modes.toggleDrawing() }, t("panels.unit.draw"), h("kbd", {}, "W")))
      : null,
  ];
}

/** The route drawn so far, and what the server says about it. @param {Table} table @param {DrawWay} mode */
function drawnWay({ stage }, mode) {
  const { route, drawn } = mode;
  const way = route?.ways[0];
  const words = !drawn.length ? t("panels.unit.draw-hexes", { click: clicks() }) : !route ? "…"
    : way ? `${way.left ? `${amount(stage, way)}, ` : ""}${way.label}` : "";
  return h("div", { class: "drawn", role: "group", "aria-label": t("panels.unit.drawn") }, h("h3", {}, t("panels.unit.drawn")),
    drawn.length ? h("p", { class: "steps", "data-steps": drawn.join(" ") }, drawn.map((hex) => stage.hexes.find((x) => x.id === hex)?.place || hex).join(" – ")) : null,
    words ? h("p", { role: "status", class: way ? "good" : "" }, words) : null,
    route?.refusal ? h("div", { class: "why" }, route.refusal.facts, " ", rule(stage.game, route.refusal.rule),
      route.refusal.way_out ? h("div", {}, route.refusal.way_out) : null) : null,
    h("div", { class: "options" },
      h("button", { class: "main", id: "go", disabled: !way, onclick: () => mode.follow() }, t("panels.unit.go")),
      h("button", { disabled: !drawn.length, onclick: () => mode.stepBack() }, t("panels.unit.step-back")),
      h("button", { onclick: () => mode.stop() }, t("common.cancel"))));
}
