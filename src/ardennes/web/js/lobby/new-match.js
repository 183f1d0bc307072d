// A new match: a card a game, and below them the panel of the chosen one: scenario, side, opponent, options, Begin.
import { get, post, rememberSeats } from "../lib/api.js";
import { Dividing } from "./divide-side.js";
import { ask, h, notice, side_name } from "../lib/dom.js";
import { manualSetUp } from "../match/automation.js";
import { linkList } from "../lib/links.js";
import { parts, t } from "../lib/text.js";
import { counted, emblem, miniature, sideCounter } from "./thumbnail.js";

/** @typedef {import("../types.gen.js").GameView} Game */
/** @typedef {import("../types.gen.js").OptionSpec} Option */
/** @typedef {import("../types.gen.js").Scenario} Scenario */
/** @typedef {import("../types.gen.js").Openings["openings"]} Pictures */

const PEOPLE = /** @type {const} */ (["me", "beside", "invited"]);
const WATCH = "watch";
const GROUND = /** @type {import("./thumbnail.js").Look} */ ({ picture: "whole", wide: 394, high: 290, square: 11, goals: true });
const FOES = 6; // opponents that are not folded away

/** Hours as people say them. @param {number} minutes */
function long(minutes) {
  const hours = Math.floor(minutes / 60);
  if (!hours) return t("lobby.minutes", { minutes });
  return minutes % 60 >= 30 ? t("lobby.hours-half", { hours }) : t("lobby.hours", { hours });
}

/** The shortest scenario and the longest one. @param {Game} game */
function hours(game) {
  const all = game.scenarios.map((x) => x.minutes).filter(Boolean);
  if (!all.length) return "";
  const [least, most] = [long(Math.min(...all)), long(Math.max(...all))];
  return least === most ? least : t("lobby.from-to", { least, most });
}

/** Scenarios, the quickest first: a newcomer's eye and Begin fall on it. @param {Game} game */
export const quickestFirst = (game) => [...game.scenarios].sort((a, b) => (a.minutes || Infinity) - (b.minutes || Infinity));

/** The game's name where it stands alone. @param {Game} game */
export const called = (game) => game.name.replace(/^The /, "");

/** Does a person play the seat? @param {string} who */
const isPerson = (who) => PEOPLE.some((one) => one === who);

/** Whom a side can be given to: people, then the computer's players. @param {Game} game @returns {[string, string][]} */
export const players = (game) => [
  ...PEOPLE.filter((who) => game.people.includes(who)).map((who) => /** @type {[string, string]} */ ([who, t(`lobby.people.${who}`)])),
  ...game.players.map((p) => /** @type {[string, string]} */ ([p.id, t("lobby.computer", { player: p.name })])),
];

/** @param {string} label @param {string} name @param {[string, string][]} choices @param {string} value @param {(value: string) => void} picked */
export function choose(label, name, choices, value, picked) {
  const change = (/** @type {Event} */ e) => picked(/** @type {HTMLSelectElement} */ (e.target).value);
  return h("label", {}, h("span", {}, label), h("select", { name, onchange: change },
    choices.map(([id, text]) => h("option", { value: id, selected: id === value }, text))));
}

/** One person sits at one side: whoever else is "me" sits beside. @param {Record<string, string>} seats */
export function oneMe(seats) {
  let taken = false;
  return Object.fromEntries(Object.entries(seats).map(([side, who]) => {
    if (who !== "me") return [side, who];
    const now = taken ? "beside" : "me";
    taken = true;
    return [side, now];
  }));
}

/** The links of a match that has just been made, if somebody is invited. @param {{id: string, invitations: Record<string, string>}} made @param {Record<string, string>} names of seats @param {string} next */
export async function showLinks(made, names, next) {
  if (Object.keys(made.invitations).length) await ask(t("lobby.send-links"), linkList(made.id, made.invitations, names), [[next, true, true]], { wide: true });
}

/** Who plays whom to begin with: in every game the person the side it offers first, against the staff. @param {Game} game */
function usualSeats(game) {
  const staff = game.players.find((p) => p.id === "staff") ?? game.players[0];
  return /** @type {Record<string, string>} */ (Object.fromEntries(game.sides.map((side) => [side, side === game.card.offers ? "me" : staff.id])));
}

/** Begins a match as chosen and goes to its table. @param {Record<string, unknown>} asked @param {Record<string, string>} [names] of seats */
async function begin(asked, names = {}) {
  const made = await post("/api/matches", asked);
  rememberSeats(made.id, made.tokens);
  await showLinks(made, names, t("common.open-table"));
  location.hash = `#/match/${made.id}`;
}

export class NewMatch {
  /** @param {Game[]} games @param {boolean} ribbon whoever looks has not finished a match yet */
  constructor(games, ribbon) {
    this.games = games;
    this.ribbon = ribbon;
    this.offline = false;
    /** @type {Map<string, Promise<Pictures>>} by game */
    this.pictures = new Map();
    this.first = games.find((game) => game.card.start) ?? games[0];
    this.panel = new Panel(this.first, this);
    this.node = h("form", { class: "new", novalidate: true, "aria-label": t("lobby.new"), onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); this.press(); } }, this.cards(), this.panel.node);
  }

  /** A game is chosen: its panel, as usual. @param {Game} game */
  pick(game) {
    const panel = new Panel(game, this);
    this.panel.node.replaceWith(panel.node);
    this.panel = panel;
  }

  /** @param {boolean} offline */
  line(offline) {
    this.offline = offline;
    this.panel.line(offline);
  }

  press() {
    return this.panel.press();
  }

  /** How each scenario of a game begins: asked for once. @param {string} game */
  async openings(game) {
    const found = this.pictures.get(game) ?? get(`/api/games/${game}/openings`).then((told) => told.openings);
    this.pictures.set(game, found);
    return await found.catch(() => {
      this.pictures.delete(game);
      return null;
    });
  }

  cards() {
    return h("fieldset", { class: "games" }, h("legend", { class: "visually-hidden" }, t("lobby.game")), this.games.map((game) => this.card(game)));
  }

  /** @param {Game} game */
  card(game) {
    const { card } = game;
    const time = hours(game);
    const level = /** @type {1 | 2 | 3 | 4 | 5} */ (card.complexity);
    const quickest = quickestFirst(game)[0].minutes;
    return h("label", { class: "game" },
      h("input", { type: "radio", name: "game", value: game.id, checked: game === this.first, class: "visually-hidden", onchange: () => this.pick(game) }),
      h("img", { src: `pictures/${game.id}-card.webp`, alt: "", width: 520, height: 216 }),
      this.ribbon && game === this.first ? h("span", { class: "ribbon" }, quickest ? t("lobby.start-here-time", { time: long(quickest) }) : t("lobby.start-here")) : null,
      h("span", { class: "in" }, h("b", { class: "title" }, called(game)), h("span", { class: "says" }, card.about),
        h("span", { class: "facts" }, h("span", {}, card.scale), h("span", { title: t("lobby.time-about") }, time),
          h("span", { class: "pips", title: t("lobby.complexity", { level }) }, h("span", {}, t(`lobby.complexity-${level}`)), h("span", { class: "visually-hidden" }, ". ", t("lobby.complexity", { level })),
            h("span", { "aria-hidden": "true" }, [1, 2, 3, 4, 5].map((n) => h("i", { class: n <= level ? "on" : "" })))))));
  }

  /** Straight into the game one starts with, as usual. */
  async startHere() {
    const game = this.first;
    const options = Object.fromEntries(game.options.filter((o) => o.human).map((o) => [o.key, o.human === game.card.offers]));
    await begin({ game: game.id, scenario: quickestFirst(game)[0].id, options, seats: usualSeats(game) }).catch((e) => notice(e.message));
  }
}

/** The panel of one game: what is chosen, and everything that shows it. */
class Panel {
  /** @param {Game} game @param {NewMatch} around */
  constructor(game, around) {
    this.game = game;
    this.around = around;
    this.scenario = quickestFirst(game)[0];
    this.options = /** @type {Record<string, unknown>} */ ({});
    this.minutes = /** @type {number | null} */ (null);
    this.seed = /** @type {number | null} */ (null);
    this.seats = usualSeats(game);
    this.divided = new Map(Object.entries(game.formations).map(([side, formations]) => [side, new Dividing(side, formations)]));
    this.known = new Map(game.options.map((o) => [o.key, this.option(o)]));
    this.ground = h("div", { class: "ground" });
    this.gist = h("small", {});
    this.start = h("button", { class: "main", id: "start", type: "submit" }, "");
    this.line(around.offline);
    // Enter in a field of it ends what is typed there, and begins nothing.
    const typed = (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter" && e.target instanceof HTMLInputElement) e.preventDefault(); };
    const deep = h("div", { class: "deep", id: "deep", hidden: true, onkeydown: typed }, this.deep());
    const unfold = () => {
      deep.hidden = !deep.hidden;
      fold.setAttribute("aria-expanded", String(!deep.hidden));
    };
    const fold = h("button", { class: "fold", id: "fold", type: "button", "aria-expanded": "false", "aria-controls": "deep", onclick: unfold },
      h("span", {}, game.timed ? t("lobby.rules-clock") : t("lobby.rules")), this.gist);
    this.node = h("div", { class: "setting" },
      h("div", { class: "where" }, this.scenarios()),
      h("div", { class: "who" }, this.sides(), this.opponents()),
      h("div", { class: "goes" }, fold, h("a", { class: "button", href: `#/rules/${game.id}` }, t("lobby.rulebook")), this.start),
      deep);
    this.follow();
  }

  scenarios() {
    const { game } = this;
    const row = (/** @type {Scenario} */ x) => h("label", { class: "scenario", onpointerenter: () => this.show(x), onpointerleave: () => this.show(this.scenario) },
      h("input", { type: "radio", name: "scenario", value: x.id, checked: x === this.scenario, onchange: () => { this.scenario = x; this.show(x); } }),
      h("span", {}, h("b", {}, x.name), x.rule ? h("a", { class: "ours", href: `#/rules/${game.id}/${x.rule}`, title: t("lobby.short-about") }, t("lobby.short")) : null, h("small", {}, x.about)), h("span", { class: "time" }, x.minutes ? long(x.minutes) : ""));
    return h("fieldset", {}, h("legend", {}, t("lobby.scenario")), this.ground, quickestFirst(game).map(row));
  }

  sides() {
    const row = (/** @type {string} */ side) => h("label", { class: "side-choice" },
      h("input", { type: "radio", name: "side", value: side, class: "visually-hidden", onchange: () => this.sit(side) }), sideCounter(side),
      h("span", {}, h("b", {}, side_name(side)), h("small", {}, this.game.card.tasks[side] ?? "")));
    return h("fieldset", { class: "sides" }, h("legend", {}, t("lobby.side")), this.inOrder().map(row));
  }

  opponents() {
    const radio = (/** @type {string} */ who) => h("input", { type: "radio", name: "opponent", value: who, class: "visually-hidden", onchange: () => this.meet(who) });
    const seconds = (/** @type {number | null | undefined} */ n) => n === null || n === undefined ? "" : n < 0.75 ? t("lobby.seconds-few") : t("lobby.seconds", { seconds: Math.round(n) });
    const sides = this.inOrder();
    const rated = (/** @type {Game["players"][number]} */ p) => p.ratings ? sides.map((side) => p.ratings?.[side] ?? "–").join(" / ") : "";
    const figures = (/** @type {Game["players"][number]} */ p) => h("span", { class: "quiet" }, [seconds(p.seconds), rated(p)].filter(Boolean).join(" · "));
    const row = (/** @type {Game["players"][number]} */ p) => h("label", { class: "foe" }, radio(p.id), emblem(p.id, p.emblem),
      h("span", {}, h("span", { class: "l" }, h("b", {}, p.name), figures(p)), h("small", {}, p.about)));
    const link = (/** @type {string} */ who, /** @type {string} */ words) => h("label", { class: "person" }, radio(who), h("span", {}, words));
    const people = { beside: link("beside", t("lobby.or-beside")), watch: link(WATCH, t("lobby.or-watch")) };
    const measured = this.game.players.some((p) => p.seconds !== null && p.seconds !== undefined);
    const folded = this.game.players.slice(FOES);
    const where = this.game.scenarios.find((x) => x.id === this.game.rated_in);
    const told = where ? t("lobby.figures-rating", { sides: sides.map(side_name).join(" / "), scenario: where.name }) : t("lobby.figures");
    return h("fieldset", { class: "foes" }, h("legend", {}, t("lobby.opponent"), measured ? h("span", { class: "quiet" }, told) : null),
      this.game.players.slice(0, FOES).map(row), folded.length ? h("details", { class: "others" }, h("summary", {}, t("lobby.opponents-more", { n: folded.length })), h("div", {}, folded.map(row))) : null,
      h("p", { class: "or" }, this.game.people.includes("invited") ? parts("lobby.or-play-link", { ...people, friend: link("invited", t("lobby.or-friend")) }) : parts("lobby.or-play", people)));
  }

  /** What most leave as it is. */
  deep() {
    const { game } = this;
    const seat = (/** @type {string} */ side) => h("div", {},
      choose(side_name(side), side, players(game), this.seats[side], (who) => { this.seats[side] = who; this.follow(); }),
      this.divided.get(side)?.node);
    const boxes = (/** @type {boolean} */ shown) => game.options.filter((o) => Boolean(o.shown) === shown).map((o) => this.known.get(o.key) ?? "");
    const number = (/** @type {Event} */ e) => {
      const { value } = /** @type {HTMLInputElement} */ (e.target);
      return value === "" ? null : Number(value);
    };
    const field = (/** @type {string} */ label, /** @type {Record<string, unknown>} */ look, /** @type {string} */ about) =>
      h("div", { class: "option" }, h("label", {}, h("span", {}, label), h("input", { type: "number", step: 1, ...look })), h("small", { class: "quiet" }, about));
    return [
      h("fieldset", { class: "seats" }, h("legend", {}, t("lobby.seats")), this.inOrder().map(seat), manualSetUp()),
      h("fieldset", { class: "options-list" }, h("legend", {}, t("lobby.clock-dice")),
        game.timed ? field(t("lobby.turn-minutes"), { name: "minutes", min: 1, max: 10080, placeholder: t("lobby.no-limit"), oninput: (/** @type {Event} */ e) => { this.minutes = number(e); this.tell(); } },
          t("lobby.turn-minutes-about")) : null,
        field(t("lobby.seed"), { name: "seed", min: 0, placeholder: t("lobby.seed-random"), oninput: (/** @type {Event} */ e) => { this.seed = number(e); this.tell(); } },
          t("lobby.seed-about"))),
      h("fieldset", { class: "options-list" }, h("legend", {}, t("lobby.options")), boxes(true), boxes(false)),
    ];
  }

  /** @param {Option} o */
  option(o) {
    const word = (/** @type {unknown} */ c) => c === true ? t("lobby.yes") : c === false ? t("lobby.no") : String(c);
    const picked = (/** @type {Event} */ e) => {
      const select = /** @type {HTMLSelectElement} */ (e.target);
      select.dataset.chosen = "yes";
      this.options[o.key] = o.choices[select.selectedIndex];
      this.tell();
    };
    const choices = o.choices.map((c) => h("option", { selected: c === o.default }, c === o.default ? t("lobby.default", { choice: word(c) }) : word(c)));
    return h("div", { class: "option" },
      h("label", {}, h("span", {}, o.name), h("select", { name: o.key, onchange: picked }, choices)),
      h("small", { class: "quiet" }, o.about, " ", o.rules.map((r) => [h("a", { class: "rule", href: `#/rules/${this.game.id}/${r}` }, r), " "])));
  }

  // Who plays whom: `seats` holds it, everything else shows it

  /** The sides, the one offered to a person first. */
  inOrder() {
    const { sides, card } = this.game;
    return [card.offers, ...sides.filter((side) => side !== card.offers)];
  }

  /** The other side. @param {string} side */
  other(side) {
    return this.game.sides.find((x) => x !== side) ?? side;
  }

  /** The one side the person plays, if it is one. */
  mine() {
    const found = this.game.sides.filter((side) => this.seats[side] === "me");
    return found.length === 1 ? found[0] : "";
  }

  /** @param {string} side */
  sit(side) {
    const before = this.mine() || side;
    const opponent = this.seats[this.other(before)];
    this.seats[side] = "me";
    this.seats[this.other(side)] = opponent === "me" ? "beside" : opponent;
    this.follow();
  }

  /** @param {string} who */
  meet(who) {
    const side = this.mine() || this.game.card.offers;
    const computer = [this.seats[this.other(side)], this.seats[side], "staff"].find((x) => this.game.players.some((p) => p.id === x)) ?? this.game.players[0].id;
    this.seats[side] = who === WATCH ? computer : "me";
    this.seats[this.other(side)] = who === WATCH ? computer : who;
    this.follow();
  }

  /** Everything that depends on who plays: what is marked, who may be divided, options that say that a person plays. */
  follow() {
    const { game, seats } = this;
    const mine = this.mine();
    const watching = game.sides.every((side) => !isPerson(seats[side]));
    this.mark("side", mine);
    this.mark("opponent", mine ? seats[this.other(mine)] : watching ? WATCH : "");
    for (const side of game.sides) {
      const select = this.node.querySelector(`select[name="${side}"]`);
      if (select instanceof HTMLSelectElement) select.value = seats[side];
    }
    for (const [side, form] of this.divided) form.follow(isPerson(seats[side]), seats[side] !== "invited");
    for (const o of game.options) {
      const select = this.known.get(o.key)?.querySelector("select");
      if (!o.human || !select || select.dataset.chosen) continue;
      this.options[o.key] = isPerson(seats[o.human]);
      select.selectedIndex = o.choices.indexOf(this.options[o.key]);
    }
    this.tell();
    this.show(this.scenario);
  }

  /** @param {string} name @param {string} value */
  mark(name, value) {
    for (const input of this.node.querySelectorAll(`input[name="${name}"]`)) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = radio.value === value;
    }
  }

  /** The line over what is folded away: what differs from the rules as played. */
  tell() {
    const { game } = this;
    const changed = game.options.filter((o) => this.known.get(o.key)?.querySelector("select")?.dataset.chosen && this.options[o.key] !== o.default);
    const differs = changed.length > 2 ? t("lobby.options-changed", { n: changed.length })
      : changed.length ? t("lobby.options-named", { options: changed.map((o) => o.name).join(", ") }) : t("lobby.options-unchanged", { n: game.options.length });
    const clock = !game.timed ? null : this.minutes === null ? t("lobby.no-time-limit") : t("lobby.minutes-per-turn", { n: this.minutes });
    this.gist.textContent = [differs, clock, this.seed === null ? null : t("lobby.seed-is", { seed: this.seed })].filter((x) => x !== null).join("; ");
  }

  // What the scenario looks like

  /** @param {Scenario} scenario */
  async show(scenario) {
    const { game } = this;
    const eyes = this.mine() || game.card.offers;
    const key = `${game.id} ${scenario.id} ${eyes}`;
    if (this.ground.dataset.shown === key) return;
    this.ground.dataset.shown = key;
    const told = (await this.around.openings(game.id))?.[scenario.id]?.[eyes];
    if (!told || this.ground.dataset.shown !== key) return;
    this.ground.append(miniature(game.id, told, GROUND, t("lobby.scenario-picture", { scenario: scenario.name, units: counted(told), n: told.goals.length })));
    while (this.ground.children.length > 2) this.ground.firstElementChild?.remove();
  }

  // Begin

  /** @param {boolean} offline */
  line(offline) {
    this.start.textContent = offline ? t("lobby.offline") : t("lobby.begin");
  }

  async press() {
    if (this.start.getAttribute("aria-busy")) return;
    const { start, divided } = this;
    start.setAttribute("aria-busy", "true");
    try {
      const commanders = Object.fromEntries([...divided].flatMap(([side, form]) => form.asked() ? [[side, form.asked()]] : []));
      await begin({ game: this.game.id, scenario: this.scenario.id, options: this.options, seats: oneMe(this.seats), commanders, minutes: this.minutes, ...(this.seed === null ? {} : { seed: this.seed }) },
        Object.fromEntries([...divided.values()].flatMap((form) => form.names())));
    } catch (error) {
      if (error instanceof TypeError) this.around.line(true); // no answer at all
      else {
        this.around.line(false);
        notice(/** @type {Error} */ (error).message);
      }
    } finally {
      start.removeAttribute("aria-busy");
    }
  }
}
