// The front of the lobby: your matches, "Play now", and one line that leads to everything else.
import { h, keep, notice, settings, side_name } from "../lib/dom.js";
import { sound } from "../lib/sound.js";
import { t } from "../lib/text.js";
import { lightPicker } from "../lib/theme.js";
import { DOCUMENTS } from "../lib/transport.js";
import { HERE, Matches, finished } from "./my-matches.js";
import { called, inText, playScenario, quickestFirst } from "./new-match.js";

/** @typedef {import("../types.gen.js").GameView} Game */
/** @typedef {import("../types.gen.js").Scenario} Scenario */
/** @typedef {import("../types.gen.js").Listed} Match */

const HINTED = 3; // matches that a number key opens

/** What "Play now" can open, the easiest first: the short scenarios, those of the game to start with before the others. @param {Game[]} games @returns {{game: Game, scenario: Scenario}[]} */
function shortScenarios(games) {
  const first = [...games].sort((a, b) => Number(b.card.start) - Number(a.card.start));
  const all = first.flatMap((game) => quickestFirst(game).map((scenario) => ({ game, scenario })));
  const short = all.filter(({ scenario }) => scenario.rule);
  return short.length ? short : all.slice(0, 1);
}

/** The first short scenario that nobody here has played, or else the one played longest ago. @param {Game[]} games @param {Match[]} matches */
export function nextScenario(games, matches) {
  const last = (/** @type {{game: Game, scenario: Scenario}} */ { game, scenario }) => Math.max(0, ...matches
    .filter((m) => m.game === game.id && m.scenario === scenario.id && Object.values(m.seats).some((who) => HERE.includes(who))).map((m) => m.changed));
  return shortScenarios(games).map((one) => ({ ...one, last: last(one) })).sort((a, b) => a.last - b.last)[0];
}

const date = () => h("p", { class: "date" }, h("span", {}, t("lobby.date")), " ", h("span", { class: "more-words" }, t("lobby.before-dawn")), " ", h("span", { class: "more-words" }, t("lobby.either-side")));

export class Front {
  /** @param {Game[]} games @param {() => Promise<unknown>} refresh @param {{importer: Node, retry: () => unknown}} around */
  constructor(games, refresh, { importer, retry }) {
    this.games = games;
    this.retry = retry;
    this.offline = false;
    /** @type {{game: Game, scenario: Scenario} | undefined} */
    this.next = undefined;
    this.matches = new Matches(games, refresh);
    this.apart = h("div", {});
    this.start = h("button", { class: "main", id: "start", type: "button", onclick: () => this.press() }, t("lobby.play-now"));
    this.offer = h("p", { class: "offer" });
    this.column = h("div", { class: "left" },
      h("h1", {}, t("common.ardennes")),
      date(), this.matches.node, h("div", { class: "play" }, this.start, this.offer), this.apart);
    this.node = h("main", { class: "lobby front" },
      h("p", { class: "caption" }, h("span", {}, t("lobby.picture-where")), h("span", {}, t("lobby.picture-what"))),
      this.column, this.foot(importer));
  }

  /** @param {Match[]} matches @param {Node[]} apart matches that cannot be read */
  show(matches, apart) {
    if (finished(matches)) keep("finished", true);
    this.matches.show(matches);
    this.next = nextScenario(this.games, matches);
    this.column.classList.toggle("newcomer", !matches.length);
    this.apart.replaceChildren(...apart);
    this.tell(!matches.length && !settings.finished);
  }

  /** @param {boolean} first nobody here has played yet */
  tell(first) {
    const { next } = this;
    if (!next) return;
    const { game, scenario } = next;
    const time = scenario.minutes ? t("lobby.minutes-long", { n: scenario.minutes }) : "";
    const staff = game.players.find((p) => p.id === "staff") ?? game.players[0];
    const facts = [first ? scenario.name : "", side_name(game.card.offers), first ? "" : time].filter(Boolean).join(" · ");
    this.offer.replaceChildren(h("b", {}, first && time ? t("lobby.first-battle", { time }) : scenario.name),
      h("span", {}, facts, h("span", { class: "more-words" }, " · ", inText(staff.name))), h("span", { class: "more-words of" }, called(game)));
  }

  /** @param {boolean} offline */
  line(offline) {
    this.offline = offline;
    this.matches.offline = offline;
    this.start.textContent = offline ? t("lobby.offline") : t("lobby.play-now");
  }

  async press() {
    if (this.start.getAttribute("aria-busy")) return;
    this.start.setAttribute("aria-busy", "true");
    try {
      if (!this.next) await this.retry();
      else await playScenario(this.next.game, this.next.scenario);
    } catch (error) {
      if (error instanceof TypeError) this.line(true); // no answer at all
      else {
        this.line(false);
        notice(/** @type {Error} */ (error).message);
      }
    } finally {
      this.start.removeAttribute("aria-busy");
    }
  }

  /** 1 to 3 open a match. @param {string} key */
  open(key) {
    const at = Number(key);
    if (at >= 1 && at <= HINTED) /** @type {HTMLElement | undefined} */ (this.matches.node.querySelectorAll("a.name")[at - 1])?.click();
  }

  /** @param {Node} importer */
  foot(importer) {
    const link = (/** @type {string} */ href, /** @type {string} */ words) => h("a", { href }, words);
    const books = h("details", { class: "more" }, h("summary", {}, t("lobby.rulebooks")),
      h("div", { class: "drop" }, this.games.map((g) => h("a", { class: "button", href: `#/rules/${g.id}` }, g.name))));
    return h("nav", { class: "foot", "aria-label": t("lobby.lobby") },
      link("#/new", t("lobby.new-link-to")), link("#/new/friend", t("lobby.with-friend")), importer, books,
      link("#/umpire", t("umpire.desk")), link("#/record", t("lobby.record")), DOCUMENTS ? link(DOCUMENTS, t("lobby.documentation")) : null, lightPicker(), this.sound());
  }

  /** Sound is offered until it is answered. */
  sound() {
    if (settings.sound || settings.sound_answered) return null;
    const answer = (/** @type {boolean} */ on) => () => {
      keep("sound", on);
      keep("sound_answered", true);
      if (on) sound("bell");
      box.remove();
      this.start.focus({ preventScroll: true });
    };
    const box = h("span", { class: "sound" }, h("span", {}, t("lobby.sound")),
      h("button", { type: "button", onclick: answer(true) }, t("lobby.sound-on")), h("button", { class: "plain", type: "button", onclick: answer(false) }, t("lobby.sound-off")));
    return box;
  }

  busy() {
    return this.matches.busy();
  }

  leave() {
    this.matches.leave();
  }
}

/** The front before the server has answered: the picture, and grey rows where matches are expected. @param {number} rows */
export const loadingFront = (rows) => h("main", { class: "lobby front", "aria-busy": "true" },
  h("div", { class: rows ? "left" : "left newcomer" }, h("h1", {}, t("common.ardennes")), date(),
    rows ? h("section", { class: "mine" }, h("div", { class: "row" }, h("h2", {}, t("lobby.matches"))), h("div", { class: "matches" }, Array.from({ length: rows }, () => h("div", { class: "mt grey" })))) : null,
    h("div", { class: "play" }, h("div", { class: "grey play-grey" }))));

