// Your matches: each a card with a miniature, who plays whom and whose turn it is; the rest is in its menu.
import { download, get, patch, post, preferSeat, remove, seatsOf, serverTime, sitDown, takeSeat } from "../lib/api.js";
import { ask, askText, both, dayOf, h, notice, side_name } from "../lib/dom.js";
import { linkBox } from "../lib/links.js";
import { t } from "../lib/text.js";
import { counted, miniature } from "./thumbnail.js";
import { called, quickestFirst } from "./new-match.js";

/** @typedef {import("../types.gen.js").GameView} Game */
/** @typedef {import("../types.gen.js").Listed} Match */
/** @typedef {import("../types.gen.js").Miniature} Miniature */

const HERE = ["me", "beside"];
const SHOWN = 6; // at first
const REGRET = 10; // seconds in which a deleted match comes back
const USUAL = /^(, \d+ \w+ \d+ [\d:]+)?$/; // follows the game's name where nobody gave the match one
const LOOK = /** @type {import("./thumbnail.js").Look} */ ({ picture: "mini", wide: 104, high: 104, square: 7, goals: false });

/** The sides of a match that are played at this screen. @param {Match} m */
const here = (m) => Object.keys(m.seats).filter((side) => HERE.includes(m.seats[side]));

/** @param {Match} m */
const myTurn = (m) => !m.result && m.to_move.some((side) => HERE.includes(m.seats[side]));

/** Somebody here has played a match to its end. @param {Match[]} matches */
export const finished = (matches) => matches.some((m) => m.result && here(m).length);

/** How long there is, in words. @param {number} seconds */
function left(seconds) {
  const [hours, days] = [Math.floor(seconds / 3600), Math.floor(seconds / 86400)];
  if (days > 1) return t("lobby.days-left", { n: days });
  return hours ? t("lobby.hours-left", { n: hours }) : t("lobby.minutes-left", { n: Math.max(0, Math.floor(seconds / 60)) });
}

export class Matches {
  /** @param {Game[]} games @param {{startHere: () => unknown, first: Game}} fresh what is offered where there is none @param {() => unknown} refresh */
  constructor(games, fresh, refresh) {
    this.games = games;
    this.fresh = fresh;
    this.refresh = refresh;
    this.all = false;
    /** @type {Match[]} */
    this.matches = [];
    /** @type {Map<string, ReturnType<typeof setTimeout>>} matches that are deleted unless somebody regrets it */
    this.going = new Map();
    /** @type {Map<string, {changed: number, told: Miniature}>} */
    this.seen = new Map();
    this.eye = new IntersectionObserver((found) => {
      for (const { isIntersecting, target } of found) {
        if (!isIntersecting) continue;
        this.eye.unobserve(target);
        this.look(/** @type {HTMLElement} */ (target));
      }
    });
    this.node = h("section", { class: "mine", "aria-label": t("lobby.matches") });
  }

  /** @param {string} id */
  game(id) {
    return this.games.find((g) => g.id === id);
  }

  /** Your turn first, then by the last order. @param {Match[]} matches */
  show(matches) {
    this.matches = [...matches].sort((a, b) => Number(myTurn(b)) - Number(myTurn(a)) || b.changed - a.changed);
    this.draw();
  }

  draw() {
    const { matches } = this;
    const shown = this.all ? matches : matches.slice(0, SHOWN);
    const more = () => {
      this.all = !this.all;
      this.draw();
    };
    this.eye.disconnect();
    this.node.replaceChildren(
      h("div", { class: "row" }, h("h2", {}, t("lobby.matches")), matches.length > SHOWN ? h("button", { class: "link", onclick: more }, this.all ? t("lobby.matches-fewer") : t("lobby.matches-all", { total: matches.length })) : null),
      matches.length ? h("ul", { class: "matches" }, shown.map((m) => this.going.has(m.id) ? this.gone(m) : this.card(m))) : h("div", {}, this.none()),
      h("p", { class: "quiet small" }, t("lobby.saved")));
  }

  none() {
    const { first } = this.fresh;
    const staff = first.players.find((p) => p.id === "staff") ?? first.players[0];
    return [h("p", { class: "quiet" }, t("lobby.none-yet")), h("button", { class: "mt first", onclick: () => this.fresh.startHere() },
      h("span", { class: "mini" }, h("img", { src: `pictures/${first.id}-mini.webp`, alt: "" })),
      h("span", { class: "x" }, h("b", {}, called(first)), h("small", {}, quickestFirst(first)[0].name), h("small", {}, t("lobby.you-against", { players: staff.name }))))];
  }

  /** @param {Match} m */
  card(m) {
    const game = this.game(m.game);
    const scenario = game?.scenarios.find((x) => x.id === m.scenario)?.name ?? m.scenario;
    const usual = game && m.name.startsWith(game.name) && USUAL.test(m.name.slice(game.name.length));
    const box = h("div", { class: "mini", "data-mini": m.id });
    const kept = this.seen.get(m.id);
    if (kept) this.put(box, m, kept.told);
    if (kept?.changed !== m.changed) this.eye.observe(box);
    return h("li", { class: myTurn(m) ? "mt you" : "mt" }, box,
      h("div", { class: "x" }, h("a", { class: "name", href: `#/match/${m.id}`, "aria-label": m.name }, usual ? called(game) : m.name),
        h("small", {}, usual ? "" : `${game ? called(game) : m.game}: `, scenario, ", ", h("span", { class: "day" }, kept ? dayOf(kept.told) : m.turn ? t("lobby.turn", { turn: m.turn }) : t("lobby.set-up"))),
        h("small", {}, this.against(m)), h("span", { class: "pill" }, this.stand(m))),
      this.menu(m));
  }

  /** Who plays whom. @param {Match} m */
  against(m) {
    const game = this.game(m.game);
    const named = (/** @type {string} */ who) => who === "invited" ? t("lobby.friend") : game?.players.find((p) => p.id === who)?.name ?? who;
    const mine = here(m);
    const others = Object.keys(m.seats).filter((side) => !mine.includes(side));
    const [first, second = ""] = Object.entries(m.seats).map(([side, who]) => `${side_name(side)}: ${named(who)}`);
    if (!mine.length) return t("lobby.against", { first, second });
    if (!others.length) return t("lobby.two-here");
    return t("lobby.you-against", { players: both(others.map((side) => named(m.seats[side]))) });
  }

  /** Whose turn it is, or how it ended. @param {Match} m */
  stand(m) {
    if (m.result) return this.end(m);
    const turn = (/** @type {string} */ words) => m.due ? `${words}, ${left(m.due - serverTime())}` : words;
    if (myTurn(m)) return turn(t("lobby.your-turn"));
    const [side] = m.to_move;
    const player = this.game(m.game)?.players.find((p) => p.id === m.seats[side]);
    return player ? t("lobby.thinking", { player: player.name }) : turn(t("lobby.to-move", { side: side_name(side) }));
  }

  /** @param {Match} m */
  end(m) {
    const { level, winner } = /** @type {{level: string, winner?: number | null}} */ (m.result);
    const mine = here(m);
    if (winner === undefined || mine.length !== 1) return level;
    const won = winner === null ? t("lobby.draw") : this.game(m.game)?.sides[winner] === mine[0] ? t("lobby.won") : t("lobby.lost");
    return `${won}: ${level}`;
  }

  // What is seen of it

  /** @param {HTMLElement} box */
  async look(box) {
    const m = this.matches.find((x) => x.id === box.dataset.mini);
    if (!m) return;
    const told = await get(`/api/matches/${m.id}/miniature`).catch(() => null);
    if (!told) return;
    this.seen.set(m.id, { changed: m.changed, told });
    this.put(box, m, told);
    const shown = box.parentElement?.querySelector(".day");
    if (shown) shown.textContent = dayOf(told);
  }

  /** @param {HTMLElement} box @param {Match} m @param {Miniature} told */
  put(box, m, told) {
    box.replaceChildren(miniature(m.game, told, LOOK, `${m.name}: ${counted(told)}`));
  }

  // Its menu

  /** @param {Match} m */
  menu(m) {
    const formations = this.game(m.game)?.formations ?? {};
    const tool = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ work) =>
      h("button", { "aria-label": `${label} ${m.name}`, onclick: () => { menu.open = false; work().catch((e) => notice(e.message)); } }, label);
    const menu = h("details", { class: "more" }, h("summary", { "aria-label": t("lobby.more-of", { match: m.name }), title: t("lobby.more") }, "⋯"),
      h("div", { class: "drop" },
        h("a", { class: "button", href: `#/match/${m.id}/0`, "aria-label": `${t("lobby.replay")} ${m.name}` }, t("lobby.replay")),
        Object.entries(m.seats).filter(([side, who]) => who === "invited" || (HERE.includes(who) && formations[side])).map(([side]) => tool(t("lobby.new-link", { side: side_name(side) }), () => newLink(m, side))),
        Object.entries(m.seats).filter(([, who]) => who === "invited").map(([side]) => tool(t("lobby.take-seat", { side: side_name(side) }), () => takeInvited(m, side))),
        tool(t("lobby.rename"), () => this.rename(m)), tool(t("lobby.export"), () => exportMatch(m)), tool(t("lobby.delete"), () => this.drop(m)),
        h("small", { class: "quiet" }, t("lobby.last-order", { date: new Date(m.changed * 1000).toLocaleString(), who: m.dice }))));
    return menu;
  }

  /** @param {Match} m */
  async rename(m) {
    const name = await askText(t("lobby.new-name"), m.name);
    if (!name) return;
    await patch(`/api/matches/${m.id}`, { name });
    await this.refresh();
  }

  /** @param {Match} m */
  async drop(m) {
    const sure = await ask(t("lobby.delete-match", { match: m.name }), h("p", {}, t("lobby.delete-undo", { n: REGRET })), [[t("lobby.delete"), true, true], [t("lobby.keep"), false]]);
    if (!sure) return;
    this.going.set(m.id, setTimeout(() => this.really(m.id).then(() => this.refresh()).catch((e) => notice(e.message)), REGRET * 1000));
    this.draw();
    /** @type {HTMLElement | null} */
    const undo = this.node.querySelector(`[data-undo="${m.id}"]`);
    undo?.focus();
  }

  /** A match that is about to go. @param {Match} m */
  gone(m) {
    const back = () => {
      clearTimeout(this.going.get(m.id));
      this.going.delete(m.id);
      this.draw();
    };
    return h("li", { class: "mt gone", role: "status" }, h("span", {}, t("lobby.deleted", { match: m.name })), h("button", { "data-undo": m.id, "aria-label": t("lobby.undo-delete", { match: m.name }), onclick: back }, t("lobby.undo")));
  }

  /** @param {string} id */
  async really(id) {
    clearTimeout(this.going.get(id));
    this.going.delete(id);
    this.matches = this.matches.filter((m) => m.id !== id);
    await remove(`/api/matches/${id}`);
  }

  /** Nobody waits here any longer: what is to go goes. */
  leave() {
    this.eye.disconnect();
    for (const id of [...this.going.keys()]) this.really(id).catch(() => {});
  }

  /** Somebody is in the middle of something here. */
  busy() {
    return this.node.contains(document.activeElement) || Boolean(this.node.querySelector("details[open]"));
  }
}

/** A new link to a side, or where several share it to its commander-in-chief. @param {Match} m @param {string} side */
async function newLink(m, side) {
  const ask_ = (/** @type {string} */ seat) => post(`/api/matches/${m.id}/invite`, { seat });
  const made = await ask_(side).catch((error) => {
    if (error.status !== 400) throw error;
    return ask_(`${side}:0`);
  });
  const about = h("p", { class: "quiet" }, t("lobby.link-about"));
  await ask(t("lobby.link"), h("div", { class: "links" }, about, linkBox(m.id, made.invitation, side_name(side))), [[t("common.ok"), true, true]]);
}

/** The host sits in a seat for a guest: at once where nobody has come, else after a question. @param {Match} m @param {string} side */
async function takeInvited(m, side) {
  const sure = (/** @type {string} */ why) => ask(t("lobby.take-back", { side: side_name(side) }), h("p", {}, why), [[t("lobby.take-back-confirm"), true, true], [t("common.cancel"), false]]);
  if (!await takeSeat(m.id, side, sure)) return;
  preferSeat(m.id, side);
  location.hash = `#/match/${m.id}`;
}

/** @param {Match} m */
async function exportMatch(m) {
  await sitDown(m.id);
  const data = await get(`/api/matches/${m.id}/export`, Object.values(seatsOf(m.id))[0]);
  download(`${m.name}.json`, data);
  if (data.format === "ardennes-record") {
    notice(t("lobby.exported-part"));
  }
}
