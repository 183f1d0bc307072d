// The lobby: its head, a new match, your matches, and what is said while it loads, is locked or has no connection.
import { ServerError, download, get, post, rememberLobby, rememberSeats, remove } from "../lib/api.js";
import { ask, h, keep, notice, settings, side_name } from "../lib/dom.js";
import { readFile } from "../lib/files.js";
import { parts, t } from "../lib/text.js";
import { nightButton } from "../lib/theme.js";
import { Matches, finished } from "./my-matches.js";
import { NewMatch, choose, oneMe, players, showLinks } from "./new-match.js";
import { DOCUMENTS, whenFresh } from "../lib/transport.js";

/** @typedef {import("../types.gen.js").GameView} Game */
/** @typedef {{games: Game[], list: import("../types.gen.js").MatchList}} Told */

const AGAIN = 10_000; // milliseconds between two looks at the matches

/** What the server told last: shown while there is no connection. @type {{told: Told | null}} */
const memory = { told: null };

/** @param {unknown} error */
const cut = (error) => error instanceof TypeError;

/** @param {HTMLElement} app */
export async function showLobby(app) {
  document.title = t("common.ardennes");
  if (!memory.told) app.replaceChildren(loading());
  try {
    const [{ games }, list] = await Promise.all([get("/api/games"), get("/api/matches")]);
    memory.told = { games, list };
  } catch (error) {
    if (error instanceof ServerError && (error.status === 401 || error.status === 403)) {
      showDoor(app, error.message);
      return null;
    }
    if (!cut(error) || !memory.told) throw error;
    return new Lobby(app, memory.told, true).leave;
  }
  return new Lobby(app, memory.told, false).leave;
}

class Lobby {
  /** @param {HTMLElement} app @param {Told} told @param {boolean} offline */
  constructor(app, told, offline) {
    const { games, list } = told;
    if (finished(list.matches)) keep("finished", true);
    this.begin = new NewMatch(games, !settings.finished);
    this.matches = new Matches(games, this.begin, () => this.look());
    this.apart = h("div", {});
    this.show(list);
    this.begin.line(offline);
    app.replaceChildren(h("main", { class: "lobby" }, head(games, () => this.look()),
      h("div", { class: "page" }, this.begin.node, h("aside", {}, this.matches.node, this.apart))));
    const timer = setInterval(() => document.hidden || this.matches.busy() || this.look().catch(() => {}), AGAIN);
    whenFresh(() => this.look().catch(() => {}));
    const enter = (/** @type {KeyboardEvent} */ e) => this.enter(e);
    const away = () => this.matches.leave();
    document.addEventListener("keydown", enter);
    document.addEventListener("click", closeMenus);
    addEventListener("pagehide", away);
    this.leave = () => {
      clearInterval(timer);
      document.removeEventListener("keydown", enter);
      document.removeEventListener("click", closeMenus);
      removeEventListener("pagehide", away);
      away();
    };
  }

  /** @param {Told["list"]} list */
  show(list) {
    this.shown = JSON.stringify(list);
    this.matches.show(list.matches);
    this.apart.replaceChildren(...setApart(list.damaged, () => this.look()));
  }

  /** Looks again how the matches stand. */
  async look() {
    try {
      const list = await get("/api/matches");
      if (memory.told) memory.told.list = list;
      this.begin.line(false);
      if (JSON.stringify(list) !== this.shown) this.show(list);
    } catch (error) {
      if (!cut(error)) throw error;
      this.begin.line(true);
    }
  }

  /** Enter begins, wherever it has no meaning of its own. @param {KeyboardEvent} e */
  enter(e) {
    if (e.key === "Escape") return closeMenus(e);
    const on = e.target instanceof Element ? e.target : document.body;
    if (e.key !== "Enter" || e.defaultPrevented || document.querySelector("dialog[open]") || on.closest("a, button, summary, select, label.button, form")) return;
    e.preventDefault();
    this.begin.press();
  }
}

/** Menus close by Escape, and by a click elsewhere. @param {Event} e */
function closeMenus(e) {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (e.type !== "click" || !(e.target instanceof Node && menu.contains(e.target))) /** @type {HTMLDetailsElement} */ (menu).open = false;
  }
}

/** @param {import("../lib/dom.js").Child} [nav] */
function banner(nav) {
  return h("header", { class: "head" }, h("h1", {}, t("common.ardennes")), h("p", {}, t("lobby.subtitle")), nav);
}

/** @param {Game[]} games @param {() => unknown} redraw */
function head(games, redraw) {
  return banner(h("nav", { "aria-label": t("lobby.lobby") },
    h("details", { class: "more" }, h("summary", { class: "button" }, t("lobby.rulebooks")), h("div", { class: "drop" }, games.map((g) => h("a", { class: "button", href: `#/rules/${g.id}` }, g.name)))),
    h("a", { class: "button", href: "#/record" }, t("lobby.record")), DOCUMENTS ? h("a", { class: "button", href: DOCUMENTS }, t("lobby.documentation")) : null, importer(games, redraw), nightButton()));
}

/** Grey cards of the same size. */
function loading() {
  const grey = (/** @type {string} */ kind) => h("div", { class: `${kind} grey` });
  return h("main", { class: "lobby", "aria-busy": "true" }, banner(), h("div", { class: "page" },
    h("div", { class: "new" }, h("div", { class: "games" }, [1, 2, 3, 4].map(() => grey("game"))), grey("setting")),
    h("aside", {}, h("section", { class: "mine" }, h("h2", {}, t("lobby.matches")), h("div", { class: "matches" }, [1, 2, 3].map(() => grey("mt")))))));
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
  app.replaceChildren(h("main", { class: "lobby" }, banner(), h("section", { class: "card door" },
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
  return h("label", { class: "button file" }, t("lobby.load"), h("input", { type: "file", accept: ".json", class: "visually-hidden", onchange: changed }));
}

/** Who plays each side of a match that is taken in. @param {Game[]} games @param {{game?: string}} match */
async function askSeats(games, match) {
  const game = games.find((g) => g.id === match.game) ?? games[0];
  const seats = /** @type {Record<string, string>} */ (Object.fromEntries(game.sides.map((side) => [side, side === game.card.offers ? "me" : "beside"])));
  const body = h("div", { class: "seats" }, game.sides.map((side) =>
    choose(side_name(side), `import-${side}`, players(game), seats[side], (who) => { seats[side] = who; })));
  return await ask(t("lobby.load-seats"), body, [[t("lobby.load-confirm"), true, true], [t("common.cancel"), false]]) ? seats : null;
}
