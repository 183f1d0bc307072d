// The lobby: its head, a new match, your matches, and what is said while it loads, is locked or has no connection.
import { ServerError, download, get, post, rememberLobby, rememberSeats, remove } from "../lib/api.js";
import { ask, h, notice, settings, side_name } from "../lib/dom.js";
import { readFile } from "../lib/files.js";
import { parts, t } from "../lib/text.js";
import { nightButton } from "../lib/theme.js";
import { Front, loadingFront } from "./front.js";
import { NewMatch, choose, oneMe, players, showLinks } from "./new-match.js";
import { whenFresh } from "../lib/transport.js";

/** @typedef {import("../types.gen.js").GameView} Game */
/** @typedef {{games: Game[], list: import("../types.gen.js").MatchList}} Answers */
/** What is open: the front, or the form for a new match. @typedef {{node: HTMLElement, show?: (list: Answers["list"]) => void, line: (offline: boolean) => void, press: () => unknown, open?: (key: string) => void, busy?: () => boolean, leave?: () => void}} View */

const AGAIN = 10_000; // milliseconds between two looks at the matches
const USED = "ardennes.seats"; // in the storage of browsers that have played

/** What the server answered last: shown while there is no connection. @type {{answers: Answers | null}} */
const memory = { answers: null };

/** @param {unknown} error */
const cut = (error) => error instanceof TypeError;

/** @param {HTMLElement} app */
export const showLobby = (app) => open(app, front, () => loadingFront(localStorage.getItem(USED) ? 3 : 0));

/** The form for a new match. @param {HTMLElement} app @param {string} [opponent] "friend": one who joins by a link */
export const showNewMatch = (app, opponent = "") => open(app, (answers) => form(answers.games, opponent === "friend" ? "invited" : ""), loadingForm);

/**
 * @param {HTMLElement} app @param {(answers: Answers, look: () => Promise<unknown>) => View} make @param {() => Node} loading
 */
async function open(app, make, loading) {
  document.title = t("common.ardennes");
  if (!memory.answers) app.replaceChildren(loading());
  app.scrollTop = 0; // whatever was open before
  let offline = false;
  try {
    const [{ games }, list] = await Promise.all([get("/api/games"), get("/api/matches")]);
    memory.answers = { games, list };
  } catch (error) {
    if (error instanceof ServerError && (error.status === 401 || error.status === 403)) {
      showDoor(app, error.message);
      return null;
    }
    if (!cut(error)) throw error;
    offline = true;
  }
  const answers = memory.answers ?? { games: [], list: { matches: [], damaged: [] } };
  return new Lobby(app, answers, make, offline).leave;
}

class Lobby {
  /** @param {HTMLElement} app @param {Answers} answers @param {(answers: Answers, look: () => Promise<unknown>) => View} make @param {boolean} offline */
  constructor(app, answers, make, offline) {
    this.view = make(answers, () => answers.games.length ? this.look() : retry());
    this.show(answers.list);
    this.view.line(offline);
    app.replaceChildren(this.view.node);
    app.scrollTop = 0;
    const timer = setInterval(() => document.hidden || this.view.busy?.() || this.look().catch(() => {}), AGAIN);
    whenFresh(() => this.look().catch(() => {}));
    const key = (/** @type {KeyboardEvent} */ e) => this.key(e);
    const away = () => this.view.leave?.();
    document.addEventListener("keydown", key);
    document.addEventListener("click", closeMenus);
    addEventListener("pagehide", away);
    this.leave = () => {
      clearInterval(timer);
      document.removeEventListener("keydown", key);
      document.removeEventListener("click", closeMenus);
      removeEventListener("pagehide", away);
      away();
    };
  }

  /** @param {Answers["list"]} list */
  show(list) {
    this.shown = JSON.stringify(list);
    this.view.show?.(list);
  }

  /** Looks again how the matches stand. */
  async look() {
    try {
      const list = await get("/api/matches");
      if (memory.answers) memory.answers.list = list;
      this.view.line(false);
      if (JSON.stringify(list) !== this.shown) this.show(list);
    } catch (error) {
      if (!cut(error)) throw error;
      this.view.line(true);
    }
  }

  /** Enter begins and 1 to 3 open a match, wherever the keys have no meaning of their own. @param {KeyboardEvent} e */
  key(e) {
    if (e.key === "Escape") return closeMenus(e);
    const on = e.target instanceof Element ? e.target : document.body;
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]") || on.closest("select, input:not([type=radio]), form label.button")) return;
    if (e.key !== "Enter") return this.view.open?.(e.key);
    if (on.closest("a, button, summary, label.file, form")) return;
    e.preventDefault();
    this.view.press();
  }
}

/** Open the page again: the games are not known yet. */
const retry = async () => dispatchEvent(new HashChangeEvent("hashchange"));

/** @param {Answers} answers @param {() => Promise<unknown>} look @returns {View} */
function front({ games }, look) {
  const made = new Front(games, look, { importer: importer(games, look), retry: look });
  return {
    node: made.node, line: (offline) => made.line(offline), press: () => made.press(), open: (key) => made.open(key), busy: () => made.busy(), leave: () => made.leave(),
    show: ({ matches, damaged }) => made.show(matches, setApart(damaged, look)),
  };
}

/** @param {Game[]} games @param {string} opponent @returns {View} */
function form(games, opponent) {
  const made = games.length ? new NewMatch(games, !settings.finished, opponent) : null;
  const start = h("button", { class: "main", id: "start", onclick: retry }, t("lobby.offline"));
  return {
    node: h("main", { class: "lobby" }, banner(), h("div", { class: "page single" }, made?.node ?? start)),
    line: (offline) => made?.line(offline), press: () => made ? made.press() : retry(),
  };
}

/** Menus close by Escape, and by a click elsewhere. @param {Event} e */
function closeMenus(e) {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (e.type !== "click" || !(e.target instanceof Node && menu.contains(e.target))) /** @type {HTMLDetailsElement} */ (menu).open = false;
  }
}

const banner = () => h("header", { class: "head" }, h("h1", {}, t("lobby.new")), h("p", {}, t("lobby.subtitle")),
  h("nav", { "aria-label": t("lobby.lobby") }, h("a", { class: "button", href: "#/" }, t("common.back-to-lobby")), nightButton()));

/** Grey cards of the same size. */
function loadingForm() {
  const grey = (/** @type {string} */ kind) => h("div", { class: `${kind} grey` });
  return h("main", { class: "lobby", "aria-busy": "true" }, banner(), h("div", { class: "page single" },
    h("div", { class: "new" }, h("div", { class: "games" }, [1, 2, 3, 4].map(() => grey("game"))), grey("setting"))));
}

/** The lobby is locked: where its token is found. @param {HTMLElement} app @param {string} why */
function showDoor(app, why) {
  const field = h("input", { type: "text", name: "token", autocomplete: "off", spellcheck: false, "aria-label": t("lobby.token") });
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    const token = field.value.trim().split("/").pop();
    if (!token) return;
    rememberLobby(token);
    showLobby(app).catch((error) => notice(error.message));
  };
  app.replaceChildren(h("main", { class: "lobby front" }, h("h1", { class: "over-door" }, t("common.ardennes")), h("section", { class: "card door" },
    h("h2", {}, t("lobby.locked")), h("p", {}, why),
    h("p", {}, parts("lobby.token-looks", { address: h("code", {}, t("lobby.token-address", { site: location.origin })) })),
    h("form", { class: "row", onsubmit: enter }, field, h("button", { class: "main" }, t("lobby.token-enter"))),
    h("p", { class: "quiet" }, t("lobby.token-elsewhere")))));
}

/**
 * Matches that cannot be read: what is wrong with each, and what can be done.
 * @param {import("../types.gen.js").DamagedMatch[]} damaged @param {() => Promise<unknown>} redraw
 */
function setApart(damaged, redraw) {
  if (!damaged.length) return [];
  const [{ remedy }] = damaged;
  const button = (/** @type {string} */ label, /** @type {import("../types.gen.js").DamagedMatch} */ m, /** @type {(m: import("../types.gen.js").DamagedMatch) => Promise<unknown>} */ work) =>
    h("button", { "aria-label": `${label} ${m.name}`, onclick: () => work(m).then(redraw).catch((e) => notice(e.message)) }, label);
  const row = (/** @type {import("../types.gen.js").DamagedMatch} */ m) => h("li", {}, h("b", {}, m.name), h("span", {}, t("lobby.damaged-what", { what: m.what })), m.name === m.id ? null : h("span", { class: "quiet small" }, m.id),
    m.remedy ? null : h("span", { class: "options" }, button(t("lobby.save-file"), m, saveDamaged), button(t("lobby.delete"), m, deleteDamaged)));
  return [h("section", { class: "card", id: "damaged" }, h("h2", {}, t("lobby.damaged")),
    h("p", {}, t("lobby.damaged-about"), " ", remedy ? parts("lobby.damaged-run", { command: h("code", {}, remedy) }) : t("lobby.damaged-save")),
    h("ul", { class: "broken" }, damaged.map(row)))];
}

/** @param {import("../types.gen.js").DamagedMatch} m */
const saveDamaged = async ({ id }) => download(`${id}.json`, await get(`/api/kept/${encodeURIComponent(id)}`));

/** @param {import("../types.gen.js").DamagedMatch} m */
async function deleteDamaged({ id, name }) {
  const sure = await ask(t("lobby.delete-match", { match: name }), h("p", {}, t("lobby.delete-damaged")), [[t("lobby.delete"), true], [t("lobby.keep"), false, true]]);
  if (sure) await remove(`/api/matches/${encodeURIComponent(id)}`);
}

// Match files

/** @param {Game[]} games @param {() => unknown} redraw */
function importer(games, redraw) {
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const file = input.files?.[0];
    if (!file) return;
    input.value = "";
    const match = await readFile(file, t("lobby.file"), t("lobby.file-remedy"));
    const seats = await askSeats(games, match);
    if (!seats) return;
    const made = await post("/api/matches/import", { match, seats: oneMe(seats) });
    rememberSeats(made.id, made.tokens);
    await showLinks(made, {}, t("common.ok"));
    await redraw();
    notice(t("lobby.loaded"));
  };
  const changed = (/** @type {Event} */ e) => read(/** @type {HTMLInputElement} */ (e.target)).catch((x) => notice(x.message));
  return h("label", { class: "file" }, t("lobby.load"), h("input", { type: "file", accept: ".json", class: "visually-hidden", onchange: changed }));
}

/** Who plays each side of a match that is taken in. @param {Game[]} games @param {{game?: string}} match */
async function askSeats(games, match) {
  const game = games.find((g) => g.id === match.game) ?? games[0];
  const seats = /** @type {Record<string, string>} */ (Object.fromEntries(game.sides.map((side) => [side, side === game.card.offers ? "me" : "beside"])));
  const body = h("div", { class: "seats" }, game.sides.map((side) =>
    choose(side_name(side), `import-${side}`, players(game), seats[side], (who) => { seats[side] = who; })));
  return await ask(t("lobby.load-seats"), body, [[t("lobby.load-confirm"), true, true], [t("common.cancel"), false]]) ? seats : null;
}
