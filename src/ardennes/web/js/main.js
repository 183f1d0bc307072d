// Open the page that the address names: the lobby, a match, a report, the record, a rulebook or a case.
import { lobbyToken, post, rememberLobby, ServerError } from "./lib/api.js";
import { showCounters } from "./lobby/print-counters.js";
import { h, notice } from "./lib/dom.js";
import { fillTexts, t } from "./lib/text.js";
import { followLight } from "./lib/theme.js";
import { joinBy } from "./lib/links.js";
import { showRecord } from "./lobby/record.js";
import { showReport } from "./end/report.js";
import { showLobby } from "./lobby/lobby.js";
import { listenForRules } from "./lib/popover.js";
import { showTable } from "./match/match.js";
import { showRules } from "./rules/rulebook.js";
import { DOCUMENTS } from "./lib/transport.js";
import { showTrial } from "./rules/case-trial.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {(() => void) | null | undefined} Called when the open page is left. */
let leave = null;

/** Store the lobby's token and remove it from the address and the history. @param {string} token */
function enter(token) {
  rememberLobby(token);
  history.replaceState(null, "", "#/");
}

async function route() {
  leave?.();
  leave = null;
  const [page, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  try {
    if (page === "match") leave = await showTable(app, rest[0], rest[1]);
    else if (page === "join") await joinBy(rest[0], rest[1] ?? "");
    else if (page === "try") leave = await showTrial(app, rest[0], decodeURIComponent(rest[1] ?? ""), decodeURIComponent(rest.slice(2).join("/")));
    else if (page === "report") leave = await showReport(app, rest[0]);
    else if (page === "record") await showRecord(app);
    else if (page === "counters") await showCounters(app, rest[0] ?? "tigers");
    else if (page === "rules") await showRules(app, rest[0] ?? "tigers", rest.slice(1).join("/"));
    else {
      if (page === "lobby" && rest[0]) enter(rest[0]);
      leave = await showLobby(app);
    }
  } catch (reason) {
    const error = /** @type {Error} */ (reason);
    app.replaceChildren(h("div", { class: "lobby" }, h("h1", {}, t("common.failed")), h("p", {}, error.message), ...carryOver(page, rest[0], error), h("p", {}, h("a", { href: "#/" }, t("common.back-to-lobby")))));
    notice(error.message);
  }
}

/**
 * Offer the owner of a match made under other rules to continue it from the turn that the server names.
 * @param {string} page @param {string} match @param {Error} error
 */
function carryOver(page, match, error) {
  const turn = error instanceof ServerError && error.status === 410 ? error.body?.turn : undefined;
  if (page !== "match" || typeof turn !== "number") return [];
  if (!lobbyToken() && !DOCUMENTS) return []; // a guest; the static site has none
  const proceed = () => post(`/api/matches/${match}/continue`, {}).then(route).catch((failed) => notice(failed.message));
  return [
    h("p", {}, t("common.continue-effect")),
    h("p", {}, h("button", { id: "carry-over", onclick: proceed }, turn ? t("common.continue-turn", { turn }) : t("common.continue-set-up"))),
  ];
}

document.getElementById("skip")?.addEventListener("click", () => (document.getElementById("prompt") ?? app.querySelector("main"))?.focus());
fillTexts(document);
followLight();
listenForRules();
addEventListener("hashchange", () => {
  document.querySelectorAll("dialog[open]").forEach((box) => /** @type {HTMLDialogElement} */ (box).close());
  route();
});
route();
