// House rules and readings of the sheet, for a whole game; and the way into the next turn.
import { get } from "../lib/api.js";
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { line, segments, select, sheet, stepper, textField } from "./dialogs.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.gen.js").OptionSpec} OptionSpec */

const WEATHERS = ["clear", "overcast", "fog", "rain", "snow"];
const READINGS = ["score_rounding", "unit_factor_floor", "defender_combined_arms", "artillery_cap_per_unit", "heavy_two_is_apocalyptic", "total_success_open_retire", "flak_damage", "light_nine_row", "light_twelve_row", "heavy_two_row"];
const PARTS = /** @type {const} */ (["day", "night"]);

/** @param {unknown} value */
const said = (value) => value === true ? t("umpire.yes") : value === false ? t("umpire.no") : String(value);

/** Weather, house rules, and how these umpires read the sheet. @param {Desk} desk */
export async function showSettings(desk) {
  /** @type {Record<string, any>} */
  const fields = {};
  const { games } = await get("/api/games");
  /** @type {OptionSpec[]} */
  const options = games.find((/** @type {{id: string}} */ game) => game.id === "playsheet").options;
  const { now } = desk;
  const put = (/** @type {string} */ name) => (/** @type {any} */ value) => { fields[name] = value; };
  const reading = (/** @type {OptionSpec} */ one) => h("div", { class: "reading" },
    line(one.name, segments(one.name, one.choices.map((value) => /** @type {const} */ ([String(value), said(value)])), String(now.readings?.[one.key] ?? one.default), (value) => put(one.key)(one.choices.find((choice) => String(choice) === value)))),
    h("p", { class: "quiet" }, one.about));
  await sheet(t("umpire.settings"), (close) => [
    line(t("umpire.date"), textField(t("umpire.date"), now.date ?? "", put("date"))),
    line(t("umpire.weather"), select(t("umpire.weather"), WEATHERS, now.weather ?? "clear", put("weather"), weatherName)),
    h("h3", {}, t("umpire.settings.house")),
    line(t("umpire.settings.attack-sp"), stepper(t("umpire.settings.attack-sp"), now.attack_sp ?? 0, 0, 9, put("attack_sp"))),
    line(t("umpire.settings.support-sp"), stepper(t("umpire.settings.support-sp"), now.support_sp ?? 0, 0, 9, put("support_sp"))),
    h("h3", {}, t("umpire.settings.readings")), options.filter((one) => READINGS.includes(one.key)).map(reading),
    h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: () => (Object.keys(fields).length ? desk.change("settings", { fields }) : Promise.resolve()).then(() => close(true)).catch((e) => notice(e.message)) }, t("umpire.save"))),
  ]);
}

/** @param {string} weather */
export const weatherName = (weather) => t(`umpire.weather.${/** @type {"clear"} */ (weather)}`);

/** Close the turn and begin the next one. @param {Desk} desk */
export async function closeTurn(desk) {
  const { left, part, weather, date } = desk.sheet;
  const given = { part: part === "day" ? "night" : "day", weather, date, force: left.length > 0 };
  await sheet(t("umpire.close.title"), (close) => [
    left.length ? h("div", { class: "warnbox" }, h("p", {}, t("umpire.close.left")), h("ul", {}, left.map((one) => h("li", {}, one)))) : null,
    line(t("umpire.part"), segments(t("umpire.part"), PARTS.map((one) => /** @type {const} */ ([one, t(`umpire.part.${one}`)])), given.part, (value) => { given.part = value; })),
    line(t("umpire.date"), textField(t("umpire.date"), date, (value) => { given.date = value; })),
    line(t("umpire.weather"), select(t("umpire.weather"), WEATHERS, weather, (value) => { given.weather = value; }, weatherName)),
    h("div", { class: "sheetfoot" }, h("button", { class: left.length ? "" : "main", onclick: () => desk.change("close_turn", given).then(() => close(true)).catch((e) => notice(e.message)) }, left.length ? t("umpire.close.anyway") : t("umpire.close.begin"))),
  ]);
}
