// Links to seats: the owner of a match or the leader of a side makes them, a guest uses each once.
import { ServerError, post, preferSeat, rememberSeats, seatsOf } from "./api.js";
import { h, notice, side_name } from "./dom.js";
import { t } from "./text.js";

/** The address that opens a seat. The browser does not send the part after # to the server. @param {string} match @param {string} word */
const linkTo = (match, word) => `${location.origin}${location.pathname}#/join/${match}/${word}`;

/** A link with a button that copies it. @param {string} match @param {string} word @param {string} who gets it */
export function linkBox(match, word, who) {
  const field = h("input", { type: "text", readonly: true, value: linkTo(match, word), "aria-label": t("common.link.for", { who }), onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      notice(t("common.link.copied", { who }));
    } catch {
      notice(t("common.link.copy-yourself"));
    }
  };
  return h("div", { class: "link-box" }, h("b", {}, who), h("div", { class: "row" }, field, h("button", { "aria-label": t("common.link.copy-for", { who }), onclick: copy }, t("common.link.copy"))));
}

/** All links of a match. @param {string} match @param {Record<string, string>} invitations by seat @param {Record<string, string>} names of seats */
export function linkList(match, invitations, names) {
  return h("div", { class: "links" },
    h("p", { class: "quiet" }, t("common.link.once")),
    Object.entries(invitations).map(([seat, word]) => linkBox(match, word, names[seat] ?? side_name(seat))));
}

/** Take the seat of a link and open the match. @param {string} match @param {string} word */
export async function joinBy(match, word) {
  try {
    const made = await post(`/api/matches/${match}/join`, { invitation: word });
    rememberSeats(match, made.tokens);
    preferSeat(match, Object.keys(made.tokens)[0]);
  } catch (error) { // the link was used, perhaps in this browser
    if (!(error instanceof ServerError && error.status === 403 && Object.keys(seatsOf(match)).length)) throw error;
    notice(error.message);
  }
  location.replace(`#/match/${match}`);
}
