// Links to seats: the owner of a match or the leader of a side makes them, a guest uses each once.
import { ServerError, get, post, preferSeat, rememberSeats, seatsOf, sideOf } from "./api.js";
import { h, notice, side_name } from "./dom.js";
import { qrCode } from "./qr.js";
import { parts, t } from "./text.js";

const ALONE = ["localhost", "127.0.0.1", "[::1]"];

/** Where the page is opened by others, and whether anybody else can open it there. @returns {Promise<{home: string, reachable: boolean}>} */
async function outside() {
  const home = `${location.origin}${location.pathname}`;
  if (!ALONE.includes(location.hostname)) return { home, reachable: true };
  /** @type {string[]} */
  const addresses = await get("/api/address").then((answer) => answer.addresses, () => []);
  return addresses.length ? { home: `${addresses[0]}${location.pathname}`, reachable: true } : { home, reachable: false };
}

/** The address that opens a seat. The browser does not send the part after # to the server. @param {string} home @param {string} match @param {string} word */
const linkTo = (home, match, word) => `${home}#/join/${match}/${word}`;

/** What to do where only this computer can open a link. */
const onlyHere = () => h("div", { class: "only-here", role: "note" }, h("b", {}, t("common.link.only-here")),
  h("ul", {}, h("li", {}, parts("common.link.use-lan", { command: h("code", {}, t("common.link.lan-command")), play: h("code", {}, t("common.link.lan-play")) })), h("li", {}, t("common.link.use-tunnel"))));

/** A link with a button that copies it, and as a QR code. @param {string} match @param {string} word @param {string} who gets it */
export function linkBox(match, word, who) {
  const field = h("input", { type: "text", readonly: true, value: "", "aria-label": t("common.link.for", { who }), onfocus: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      notice(t("common.link.copied", { who }));
    } catch {
      notice(t("common.link.copy-yourself"));
    }
  };
  const code = h("details", { class: "qr-box" }, h("summary", {}, t("common.link.qr")));
  const box = h("div", { class: "link-box" }, h("b", {}, who), h("div", { class: "row" }, field, h("button", { "aria-label": t("common.link.copy-for", { who }), onclick: copy }, t("common.link.copy"))), code);
  const show = (/** @type {string} */ home) => {
    field.value = linkTo(home, match, word);
    const picture = qrCode(field.value, t("common.link.qr-for", { who }));
    code.replaceChildren(h("summary", {}, t("common.link.qr")), ...(picture ? [picture] : []));
  };
  show(`${location.origin}${location.pathname}`);
  outside().then(({ home, reachable }) => {
    show(home);
    code.hidden = !reachable;
    const around = box.closest(".links") ?? box;
    if (!reachable && !around.querySelector(".only-here")) around.append(onlyHere());
  });
  return box;
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
    const [seat] = Object.keys(made.tokens);
    preferSeat(match, seat);
    notice(t("common.link.you-play", { side: side_name(sideOf(seat)) }));
  } catch (error) { // the link was used, perhaps in this browser
    if (!(error instanceof ServerError && error.status === 403 && Object.keys(seatsOf(match)).length)) throw error;
    notice(error.message);
  }
  location.replace(`#/match/${match}`);
}
