// Two versions of a game: clashes side by side, and files taken in.
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { segments, sheet } from "./dialogs.js";

/** @typedef {import("./types.js").Conflict} Conflict */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {unknown} value */
const said = (value) => value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Show both versions of each field; resolves with the choices, or null. @param {Conflict[]} conflicts @returns {Promise<Record<string, string> | null>} */
export function chooseVersions(conflicts) {
  const choices = Object.fromEntries(conflicts.map((one) => [one.key, one.choices[0]]));
  return sheet(t("umpire.merge"), (close) => [
    h("p", {}, t("umpire.merge.about")),
    conflicts.map((one) => h("section", { class: "conflict" }, h("h3", {}, one.path.slice(1).join(", ")),
      h("dl", { class: "facts" }, h("dt", {}, t("umpire.merge.before")), h("dd", {}, said(one.base)), h("dt", {}, t("umpire.merge.mine")), h("dd", {}, said(one.mine)), h("dt", {}, t("umpire.merge.theirs")), h("dd", {}, said(one.theirs))),
      segments(one.path.join(" "), one.choices.map((id) => /** @type {const} */ ([id, t(`umpire.merge.${/** @type {"mine"} */ (id)}`)])), one.choices[0], (value) => { choices[one.key] = value; }))),
    h("div", { class: "sheetfoot" }, h("button", { class: "main", onclick: () => close(choices) }, t("umpire.merge.take"))),
  ]);
}

/** Take in a file: a copy of this game, units, or rows for the worksheet. @param {Desk} desk @param {string} text @param {string} name @param {(text: string, name: string) => Promise<unknown>} roster */
export async function takeIn(desk, text, name, roster) {
  if (/\.json$/i.test(name)) {
    const { game } = await desk.ask("import", { text, file: name });
    await desk.mergeWith(game);
    notice(t("umpire.merge.done", { file: name }));
    return;
  }
  const [head] = text.split("\n");
  const units = /\.csv$/i.test(name) && /(^|[,;])\s*"?(id|unit)"?\s*([,;]|$)/i.test(head.trim());
  if (units) {
    await roster(text, name);
    return;
  }
  try {
    await desk.change("plan", { batch: text, file: name });
    notice(t("umpire.batch.added", { file: name }));
  } catch (error) {
    await sheet(t("umpire.batch.mistake"), () => h("p", { class: "mistake" }, /** @type {Error} */ (error).message));
  }
}
