// The order sheet: every unit with its order, by corps; the air page; what is done with the sheet as a whole.
import { h, rule, withRules } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { placeOf } from "./boxes.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").SheetLine} SheetLine */
/** @typedef {import("../../types.gen.js").AirPool} AirPool */

/** @type {[string, string][]} */
const FILTERS = [
  ["", t("panels.sheet.all")], ["none", t("panels.sheet.no-order")], ["moving", t("panels.sheet.moving")], ["attacking", t("panels.sheet.attacking")],
  ["preparing", t("panels.sheet.preparing")], ["firing", t("panels.sheet.firing")], ["staying", t("panels.sheet.staying")],
];
const chosen = { filter: "", counts: /** @type {Record<string, number>} */ ({}) };

/** @param {Table} table @returns {Node[]} */
export function sheetPanels(table) {
  const { sheet, air, mine } = table.state.choices;
  if (table.replay) return [];
  if (!mine || !sheet) return [h("section", { class: "quiet" }, h("p", {}, t("panels.sheet.sealed")))];
  return [jumps(table, Boolean(air)), ground(table, sheet), ...(air ? [flying(table, air)] : [])];
}

/** The parts of a long sheet, to be gone to. @param {Table} table @param {boolean} air */
function jumps(table, air) {
  const to = (/** @type {string} */ what) => {
    const part = table.frame.panel.querySelector(what);
    part?.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null | undefined} */
    const first = part?.querySelector("button, summary");
    first?.focus({ preventScroll: true });
  };
  const parts = [[t("panels.sheet.ground"), ".ordersheet"], ...(air ? [[t("panels.sheet.air"), ".airpage"]] : []), [t("panels.sheet.supply"), '[data-panel="supply"]']];
  return h("nav", { class: "jumps options", "aria-label": t("panels.sheet.parts") }, parts.map(([label, what]) => h("button", { "data-jump": what, onclick: () => to(what) }, label)));
}

/** @param {Table} table @param {SheetLine[]} lines */
function ground(table, lines) {
  const count = (/** @type {string} */ kind) => kind ? lines.filter((x) => x.kind === kind).length : lines.length;
  const pick = (/** @type {string} */ kind) => {
    chosen.filter = kind;
    table.drawPanel();
    const node = table.frame.panel.querySelector(`[data-filter="${kind}"]`);
    if (node instanceof HTMLElement) node.focus();
  };
  const shown = lines.filter((x) => !chosen.filter || x.kind === chosen.filter);
  const corps = [...new Set(shown.map((x) => x.corps))];
  return h("section", { class: "ordersheet" }, h("h2", {}, t("panels.sheet.title")),
    h("div", { class: "options", role: "group", "aria-label": t("panels.sheet.filter") }, FILTERS.filter(([kind]) => !kind || count(kind)).map(([kind, label]) =>
      h("button", { "data-filter": kind, class: kind === chosen.filter ? "on" : "", "aria-pressed": String(kind === chosen.filter), onclick: () => pick(kind) }, `${label} ${count(kind)}`))),
    corps.map((name) => h("details", { open: true }, h("summary", {}, name, commands(table, shown.find((x) => x.corps === name))), h("ul", { class: "orders" }, rows(table, shown.filter((x) => x.corps === name))))));
}

/** Who commands it, where several share the side. @param {Table} table @param {SheetLine | undefined} x */
function commands(table, x) {
  const holder = x?.under === undefined ? null : table.command.holder(x.under);
  return holder ? h("span", { class: "who" }, holder.name) : null;
}

/** @param {Table} table @param {SheetLine[]} lines */
function rows(table, lines) {
  let formation = "";
  return lines.flatMap((x) => {
    const head = x.formation && x.formation !== formation ? [h("li", { class: "formation" }, x.formation)] : [];
    ({ formation } = x);
    const { strike } = x;
    const { name, own, division } = table.stage.units[x.unit];
    const line = h("li", { "data-line": x.unit, class: x.kind },
      h("button", { class: "link", title: t("panels.sheet.show"), onclick: () => table.goToUnit(x.unit) }, own && division === x.formation ? own : name),
      h("span", { class: "said" }, x.words), x.by ? h("span", { class: "by", title: t("panels.sheet.by") }, x.by) : null,
      strike ? h("button", { class: "strike", "aria-label": t("panels.sheet.cancel-of", { unit: name }), title: t("panels.sheet.cancel"), onclick: () => table.actions.giveFrom("sheet", strike) }, "×") : null);
    return [...head, line];
  });
}

/** @param {Table} table @param {import("../../types.gen.js").AirPage} air */
function flying(table, { pools, missions }) {
  return h("section", { class: "airpage" }, h("h2", {}, t("panels.sheet.air")),
    pools.map((pool) => poolBox(table, pool)),
    missions.length ? h("ul", { class: "orders" }, missions.map((m) => mission(table, m))) : h("p", { class: "quiet" }, t("panels.sheet.no-missions")));
}

/** @param {Table} table @param {import("../../types.gen.js").Mission} m */
function mission(table, m) {
  return [
    h("li", {}, m.hex ? h("button", { class: "link", onclick: () => table.go(m.hex) }, placeOf(table.stage, m.hex)) : null, h("span", { class: "said" }, m.words),
      m.by ? h("span", { class: "by", title: t("panels.sheet.by") }, m.by) : null,
      m.strike ? h("button", { class: "strike", "aria-label": t("panels.sheet.cancel-mission", { mission: m.words }), title: t("panels.sheet.cancel-mission-tip"), onclick: () => m.strike && table.actions.giveFrom("sheet", m.strike) }, "×") : null),
    m.first.length ? h("li", { class: "first" }, h("p", { class: "quiet" }, withRules(table.stage.game, m.about)),
      h("div", { class: "options", role: "group", "aria-label": t("panels.sheet.first") }, m.first.map((x) =>
        h("button", { class: x.on ? "on" : "", "aria-pressed": String(x.on), onclick: () => table.actions.giveFrom("sheet", x.order) }, x.label)))) : null,
  ];
}

/** One pool: how many may fly, and a button for each task that sends the number chosen. @param {Table} table @param {AirPool} pool */
function poolBox(table, pool) {
  const most = pool.free.length;
  const number = Math.max(1, Math.min(most, chosen.counts[pool.name] ?? 1));
  const set = (/** @type {number} */ to) => {
    chosen.counts[pool.name] = to;
    table.drawPanel();
  };
  const flying = t("panels.sheet.pool", { flying: pool.flying, may_fly: pool.may_fly, fit: pool.fit });
  return h("div", { class: "pool", "data-pool": pool.name }, h("h3", {}, pool.name, " ", rule(table.stage.game, pool.rule)),
    h("p", { class: "quiet" }, pool.why || flying),
    most ? h("div", { class: "options" },
      pool.tasks.every((task) => task.all) ? null : h("span", { class: "stepper", role: "group", "aria-label": t("panels.sheet.squadrons", { pool: pool.name }) },
        h("button", { "aria-label": t("panels.sheet.fewer"), disabled: number <= 1, onclick: () => set(number - 1) }, "−"), h("output", {}, `${number}`),
        h("button", { "aria-label": t("panels.sheet.more"), disabled: number >= most, onclick: () => set(number + 1) }, "+")),
      pool.tasks.map((task) => h("button", { "data-task": `${task.order.do}`, disabled: task.all > most, onclick: () => table.modes.aim(task, pool.free.slice(0, task.all || number)) }, task.label))) : null);
}
