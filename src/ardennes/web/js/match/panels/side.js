// What stands beside the map on each tab: orders, forces, campaign.
import { MANY, hasCard, orderButton } from "./card.js";
import { campaign, roster } from "./forces.js";
import { clicks, h, touch } from "../../lib/dom.js";
import { panelBox, placesOf, whyBox } from "./boxes.js";
import { goalOf } from "../../lobby/record.js";
import { sheetPanels } from "./order-sheet.js";
import { TurnPlay } from "../replay/turn.js";
import { turnReport } from "../replay/turn-report.js";
import { withdraw } from "../modes/attack.js";
import { t } from "../../lib/text.js";
import { aims } from "./victory.js";

/** @typedef {import("../match.js").Table} Table */
/** @typedef {import("../../types.gen.js").Declared} Declared */

/** @param {Table} table @returns {Node[]} */
export function sidePanels(table) {
  const own = [...(table.shown().panels ?? []), ...(table.replay ? [] : table.state.choices.panels)];
  const here = own.filter((panel) => panel.tab === table.tab);
  const boxes = here.filter((panel) => !panel.first).map((panel) => panelBox(table, panel));
  const above = here.filter((panel) => panel.first).map((panel) => panelBox(table, panel));
  const main = table.tab === "sheet" ? sheetPanels(table) : table.tab === "forces" ? roster(table) : table.tab === "campaign" ? campaign(table) : orders(table);
  const found = table.tab === "campaign" ? [main[0], ...boxes.slice(0, 1), ...main.slice(1), ...boxes.slice(1)] : [...main, ...boxes];
  const goal = table.tab === "orders" ? goalOf(table.match) : "";
  const better = goal ? h("section", { class: "goal" }, h("h3", {}, t("panels.side.goal")), h("p", {}, goal)) : null;
  return [better, ...above, ...found].filter((node) => node instanceof Node);
}

/** @param {Table} table @returns {(Node | null)[]} */
function orders(table) {
  if (table.replay) return [table.replay instanceof TurnPlay ? table.replay.panel() : attacks(table, table.shown().attacks)];
  const { board, choices } = table.state;
  const { mode } = table;
  return [
    table.trial?.panel() ?? null,
    mode.panel(table),
    mode.why && !mode.fills ? whyBox(table.stage.game, mode.why.asked, mode.why.refusals) : null,
    choices.mine && !mode.fills ? choiceList(table) : null,
    hasCard(choices) ? null : table.automation.lasting(),
    mode.name === "attack" || board.result ? null : attacks(table, board.attacks),
    mode.hasSubject || mode.why ? null : advice(table),
    mode.hasSubject || table.trial ? null : table.modes.staffButton(),
    mode.hasSubject ? null : turnReport(table),
  ];
}

/** Orders of the decision as buttons: the long list. @param {Table} table */
function choiceList(table) {
  const { choices } = table.state;
  const listed = choices.buttons.filter((b) => !b.end);
  if (listed.length < MANY) return null;
  return h("section", {}, h("h2", {}, choices.decision?.prompt ?? ""),
    h("div", { class: "options list" }, listed.slice(0, 150).map((b) => orderButton(table, b))));
}

/** @param {Table} table @param {Declared[]} declared */
function attacks(table, declared) {
  if (!declared.length) return null;
  const { stage } = table;
  const strike = (/** @type {Declared} */ a) => !table.replay && !table.playback.moving && (a.withdraw || a.again) ? h("button", {
    class: "strike", "aria-label": t("panels.side.withdraw-on", { target: placesOf(stage, a.targets) }), title: t("panels.side.withdraw"), onclick: () => withdraw(table, a),
  }, "×") : null;
  const row = (/** @type {Declared} */ a) => h("li", { class: a.status },
    h("button", { class: "link", onclick: () => table.replay || a.status === "fought" ? table.go(a.targets[0]) : table.modes.declared(a) }, placesOf(stage, a.targets)),
    " ", t("panels.side.attack-by", { units: a.attackers.map((u) => stage.units[u].short).join(", ") }), " ", h("span", { class: "quiet" }, a.status), strike(a));
  return h("section", {}, h("h2", {}, t("panels.side.attacks")), h("ul", { class: "plain declared" }, declared.map(row)));
}


/** How the match ended, what each side had wanted, and what one may do now. @param {Table} table @param {import("../../types.gen.js").Result} result */
function result(table, { level, summary }) {
  const lobby = () => {
    location.hash = "#/";
  };
  return h("section", { class: "result" }, h("h2", {}, level), h("p", {}, summary ?? ""), aims(table),
    h("div", { class: "options" }, h("button", { onclick: () => table.look(null) }, t("panels.side.replay")), h("button", { onclick: lobby }, t("common.back-to-lobby"))));
}

/** @param {Table} table */
function advice(table) {
  const { choices, board } = table.state;
  if (board.result) return result(table, board.result);
  const click = clicks();
  const n = choices.units.length;
  const tab = touch() ? "" : ` ${t("panels.side.tab")}`; // there is no Tab key on a touch screen
  const words = !choices.mine ? t("panels.side.wait", { click })
    : table.stage.sheet ? `${t("panels.side.can-order", { n, click })}${tab} ${t("panels.side.contacts", { click })}`
    : choices.targets.length ? t("panels.side.targets", { click })
      : n ? `${t("panels.side.can-act", { n, click })}${tab}` : "";
  return words ? h("section", { class: "advice quiet" }, words) : null;
}
