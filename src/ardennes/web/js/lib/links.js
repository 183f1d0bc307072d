// Links to seats: made by whoever opens a match or leads a side, used once by whoever comes.
import { ServerError, post, preferSeat, rememberSeats, seatsOf } from "./api.js";
import { h, notice, side_name } from "./dom.js";

/** The address that opens a seat. What follows the # is never sent to the server with it. @param {string} match @param {string} word */
const linkTo = (match, word) => `${location.origin}${location.pathname}#/join/${match}/${word}`;

/** A link to look at and to copy. @param {string} match @param {string} word @param {string} who */
export function linkBox(match, word, who) {
  const field = h("input", { type: "text", readonly: true, value: linkTo(match, word), "aria-label": `Link for ${who}`, onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      notice(`The link for ${who} is copied.`);
    } catch {
      notice("Copy the link that is marked: this browser does not let the page do it.");
    }
  };
  return h("div", { class: "link-box" }, h("b", {}, who), h("div", { class: "row" }, field, h("button", { "aria-label": `Copy the link for ${who}`, onclick: copy }, "Copy")));
}

/** All links of a match. @param {string} match @param {Record<string, string>} invitations by seat @param {Record<string, string>} names of seats */
export function linkList(match, invitations, names) {
  return h("div", { class: "links" },
    h("p", { class: "quiet" }, "Each link takes one seat and can be used once. Whoever opens it first sits there."),
    Object.entries(invitations).map(([seat, word]) => linkBox(match, word, names[seat] ?? side_name(seat))));
}

/** Takes the seat a link is for and goes to the table. @param {string} match @param {string} word */
export async function joinBy(match, word) {
  try {
    const made = await post(`/api/matches/${match}/join`, { invitation: word });
    rememberSeats(match, made.tokens);
    preferSeat(match, Object.keys(made.tokens)[0]);
  } catch (error) { // the link was used: perhaps in this browser, for the seat one has
    if (!(error instanceof ServerError && error.status === 403 && Object.keys(seatsOf(match)).length)) throw error;
    notice(error.message);
  }
  location.replace(`#/match/${match}`);
}
