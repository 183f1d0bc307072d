// Two players share a screen: the other side takes over, behind a cover if something is hidden.
import { get, sideOf } from "../lib/api.js";
import { h, keep, notice, settings, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "app" | "feed" | "sit" | "take">} Parts */

/** Switch to another seat of this screen. @param {Parts} parts @param {string} seat */
export async function takeOver(parts, seat) {
  parts.sit(seat);
  parts.feed.clear();
  const state = await get(parts.path(""), parts.token());
  await parts.feed.update(state);
  document.querySelector(".cover")?.remove();
  parts.take(state);
}

/** @param {Parts} parts @param {string} seat of the side that decides now */
export function handover(parts, seat) {
  const side = sideOf(seat);
  const begin = () => takeOver(parts, seat).catch((error) => notice(error.message));
  if (document.querySelector(".cover")) return;
  if (!parts.state.board.hidden || settings.uncovered || parts.trial) {
    begin();
    return;
  }
  const never = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "uncovered" }));
  const name = side_name(side);
  const sure = () => {
    keep("uncovered", never.checked);
    begin();
  };
  const cover = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": t("match.handover") },
    h("h1", {}, t("match.handover.title", { side: name })),
    h("p", {}, t("match.handover.about", { decision: side_name(parts.state.choices.decision?.kind ?? "") })),
    h("button", { class: "main", onclick: sure }, t("match.handover.begin", { side: name })),
    h("label", { class: "quiet" }, never, " ", t("match.handover.never")));
  parts.app.append(cover);
  cover.querySelector("button")?.focus();
}
