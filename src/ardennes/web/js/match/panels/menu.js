// The menu of a match: replay, text, theme, keys, guide.
import { ask, h, keep, settings, touch } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { find } from "./find.js";
import { manualSetUp } from "../automation.js";
import { help } from "../keys.js";
import { lightPicker } from "../../lib/theme.js";
import { togglesOf } from "../../map/overlays.js";
import { sound } from "../../lib/sound.js";
import { textBoard } from "../text-board.js";
import { startTour } from "../guide.js";

/** @typedef {import("../match.js").Table} Table */

const SPEEDS = [["slow", t("panels.speed.slow")], ["normal", t("panels.speed.normal")], ["fast", t("panels.speed.fast")], ["off", t("panels.speed.off")]];

/** @param {Table} table */
export async function menu(table) {
  const pick = (/** @type {Event} */ e) => keep("speed", /** @type {HTMLSelectElement} */ (e.target).value);
  const speed = h("select", { "aria-label": t("panels.menu.speed"), onchange: pick },
    SPEEDS.map(([id, label]) => h("option", { value: id, selected: id === settings.speed }, label)));
  const sounds = h("input", { type: "checkbox", checked: Boolean(settings.sound), onchange: () => {
    keep("sound", !settings.sound);
    sound("bell");
  } });
  const { commitment, dice } = table.state;
  const body = h("div", {}, h("p", {}, h("label", {}, t("panels.menu.speed"), " ", speed)), h("p", {}, h("label", {}, sounds, " ", t("panels.menu.sounds"))), h("p", {}, manualSetUp()), h("p", {}, lightPicker()), table.automation.list(),
    h("p", {}, h("a", { href: `#/rules/${table.stage.game}`, target: "_blank" }, t("panels.menu.rulebook"))),
    commitment ? h("p", { class: "quiet small" }, t("panels.menu.dice", { seal: commitment.slice(0, 16), who: dice.known_to })) : null);
  const layer = (/** @type {string[]} */ [id, label]) => h("button", { "aria-pressed": String(Boolean(table.overlays.on[id])), onclick: (/** @type {Event} */ e) => {
    table.overlays.toggle(id);
    /** @type {Element} */ (e.currentTarget).setAttribute("aria-pressed", String(Boolean(table.overlays.on[id])));
  } }, label);
  body.append(h("div", { class: "options layers", role: "group", "aria-label": t("panels.menu.layers") }, togglesOf(table.stage).map(layer)));
  const theme = settings.theme === "winter" ? t("panels.menu.paper") : t("panels.menu.winter");
  /** @type {[string, string | null][]} */
  const buttons = [
    [t("panels.menu.replay"), "replay"], [t("panels.menu.text"), "text"], [theme, "theme"], ...turning(table), ...(touch() ? [] : [/** @type {[string, string]} */ ([t("panels.menu.keys"), "keys"])]), [t("panels.menu.tour"), "tour"], ...turns(table),
    [t("panels.menu.find"), "goto"], [t("common.back-to-lobby"), "lobby"], [t("common.close"), null],
  ];
  const what = await ask(t("panels.menu.title"), body, buttons, { wide: true });
  if (what === "replay") table.look(null);
  if (what === "text") textBoard(table);
  if (what === "theme") turnTheme(table);
  if (what === "turn") turnMap();
  if (what === "keys") help(table);
  if (what === "restart") table.actions.undo("restart");
  if (what === "end-turn") table.automation.endTurn();
  if (what === "hint") table.actions.hint();
  if (what === "tour") startTour(table);
  if (what === "goto") find(table);
  if (what === "lobby") location.hash = "#/";
}

/** @param {Table} table */
function turnTheme(table) {
  keep("theme", settings.theme === "winter" ? "paper" : "winter");
  table.board.theme(settings.theme);
}

/** What of one's turn has no button in a narrow bar. @param {Table} table @returns {[string, string][]} */
function turns({ state, automation }) {
  /** @type {[boolean, string, string][]} */
  const all = [[state.choices.mine, t("panels.bar.hint"), "hint"], [!state.undo, t("panels.menu.restart"), "restart"], [automation.mayEndTurn(), t("panels.bar.end-turn"), "end-turn"]];
  return all.flatMap(([may, words, what]) => may ? [[words, what]] : []);
}

/** The other way up, where the map can be turned. @param {Table} table @returns {[string, string][]} */
function turning({ stage }) {
  return stage.turned ? [[settings.turned ? stage.turned.back : stage.turned.words, "turn"]] : [];
}

/** The table is laid anew, with another side of the map at the top. */
function turnMap() {
  keep("turned", !settings.turned);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
