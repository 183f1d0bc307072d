// Two at one screen: the other side takes over, with a cover while something is hidden.
import { get, sideOf } from "../lib/api.js";
import { h, keep, notice, settings, side_name } from "../lib/dom.js";

/** @typedef {import("./match.js").Table} Table */

/** The seat looks at the table from now on. @param {Table} table @param {string} seat */
export async function takeOver(table, seat) {
  table.sit(seat);
  table.watching.forget();
  const state = await get(table.path(""), table.token());
  await table.watching.moreLog(state);
  document.querySelector(".cover")?.remove();
  table.take(state);
}

/** @param {Table} table @param {string} seat of the side that decides now */
export function handover(table, seat) {
  const side = sideOf(seat);
  const begin = () => takeOver(table, seat).catch((error) => notice(error.message));
  if (document.querySelector(".cover")) return;
  if (!table.state.board.hidden || settings.uncovered || table.trial) {
    begin();
    return;
  }
  const never = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "uncovered" }));
  const name = side_name(side);
  const sure = () => {
    keep("uncovered", never.checked);
    begin();
  };
  const cover = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": "Hand over" },
    h("h1", {}, `The ${name} player decides now`),
    h("p", {}, `${side_name(table.state.choices.decision?.kind ?? "")}. The other player looks away: something on this map is hidden.`),
    h("button", { class: "main", onclick: sure }, `I am the ${name} player`),
    h("label", { class: "quiet" }, never, " We hide nothing from each other: do not ask again"));
  table.app.append(cover);
  cover.querySelector("button")?.focus();
}
