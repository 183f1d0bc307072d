// Your matches: each a card with a miniature, who plays whom and whose turn it is; the rest is in its menu.
import { download, get, patch, post, preferSeat, remove, seatsOf, serverTime, sitDown, takeSeat } from "../lib/api.js";
import { ask, askText, dayOf, h, notice, side_name } from "../lib/dom.js";
import { linkBox } from "../lib/links.js";
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
  if (days > 1) return `${days} days left`;
  return hours ? `${hours} h left` : `${Math.max(0, Math.floor(seconds / 60))} min left`;
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
    this.node = h("section", { class: "mine", "aria-label": "Your matches" });
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
      h("div", { class: "row" }, h("h2", {}, "Your matches"), matches.length > SHOWN ? h("button", { class: "link", onclick: more }, this.all ? "Fewer" : `All ${matches.length}`) : null),
      matches.length ? h("ul", { class: "matches" }, shown.map((m) => this.going.has(m.id) ? this.gone(m) : this.card(m))) : h("div", {}, this.none()),
      h("p", { class: "quiet small" }, "Every match is saved by itself."));
  }

  none() {
    const { first } = this.fresh;
    const staff = first.players.find((p) => p.id === "staff") ?? first.players[0];
    return [h("p", { class: "quiet" }, "None yet. Begin here:"), h("button", { class: "mt first", onclick: () => this.fresh.startHere() },
      h("span", { class: "mini" }, h("img", { src: `pictures/${first.id}-mini.webp`, alt: "" })),
      h("span", { class: "x" }, h("b", {}, called(first)), h("small", {}, quickestFirst(first)[0].name), h("small", {}, `You against ${staff.name}`)))];
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
        h("small", {}, usual ? "" : `${game ? called(game) : m.game}: `, scenario, ", ", h("span", { class: "day" }, kept ? dayOf(kept.told) : m.turn ? `turn ${m.turn}` : "set-up")),
        h("small", {}, this.against(m)), h("span", { class: "pill" }, this.stand(m))),
      this.menu(m));
  }

  /** Who plays whom. @param {Match} m */
  against(m) {
    const game = this.game(m.game);
    const named = (/** @type {string} */ who) => who === "invited" ? "a friend" : game?.players.find((p) => p.id === who)?.name ?? who;
    const mine = here(m);
    const others = Object.keys(m.seats).filter((side) => !mine.includes(side));
    if (!mine.length) return Object.entries(m.seats).map(([side, who]) => `${side_name(side)}: ${named(who)}`).join(" against ");
    if (!others.length) return "You and somebody beside you";
    return `You against ${others.map((side) => named(m.seats[side])).join(" and ")}`;
  }

  /** Whose turn it is, or how it ended. @param {Match} m */
  stand(m) {
    if (m.result) return this.end(m);
    const turn = (/** @type {string} */ words) => m.due ? `${words}, ${left(m.due - serverTime())}` : words;
    if (myTurn(m)) return turn("Your turn");
    const [side] = m.to_move;
    const player = this.game(m.game)?.players.find((p) => p.id === m.seats[side]);
    return player ? `${player.name} thinks` : turn(`${side_name(side)} to move`);
  }

  /** @param {Match} m */
  end(m) {
    const { level, winner } = /** @type {{level: string, winner?: number | null}} */ (m.result);
    const mine = here(m);
    if (winner === undefined || mine.length !== 1) return level;
    const won = winner === null ? "Draw" : this.game(m.game)?.sides[winner] === mine[0] ? "Won" : "Lost";
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
    const menu = h("details", { class: "more" }, h("summary", { "aria-label": `More: ${m.name}`, title: "More" }, "⋯"),
      h("div", { class: "drop" },
        h("a", { class: "button", href: `#/match/${m.id}/0`, "aria-label": `Replay ${m.name}` }, "Replay"),
        Object.entries(m.seats).filter(([side, who]) => who === "invited" || (HERE.includes(who) && formations[side])).map(([side]) => tool(`Link ${side_name(side)}`, () => newLink(m, side))),
        Object.entries(m.seats).filter(([, who]) => who === "invited").map(([side]) => tool(`Take ${side_name(side)} seat`, () => takeInvited(m, side))),
        tool("Rename", () => this.rename(m)), tool("Export", () => exportMatch(m)), tool("Delete", () => this.drop(m)),
        h("small", { class: "quiet" }, `Last order ${new Date(m.changed * 1000).toLocaleString()}. Dice known to ${m.dice}.`)));
    return menu;
  }

  /** @param {Match} m */
  async rename(m) {
    const name = await askText("A new name", m.name);
    if (!name) return;
    await patch(`/api/matches/${m.id}`, { name });
    await this.refresh();
  }

  /** @param {Match} m */
  async drop(m) {
    const sure = await ask(`Delete ${m.name}?`, h("p", {}, `It can be brought back for ${REGRET} seconds.`), [["Delete it", true, true], ["Keep it", false]]);
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
    return h("li", { class: "mt gone", role: "status" }, h("span", {}, `Deleted: ${m.name}.`), h("button", { "data-undo": m.id, "aria-label": `Undo: bring back ${m.name}`, onclick: back }, "Undo"));
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
  const about = h("p", { class: "quiet" }, "Whoever uses it takes this seat; somebody who sits there leaves it. An older link does not work any more.");
  await ask("A link", h("div", { class: "links" }, about, linkBox(m.id, made.invitation, side_name(side))), [["Good", true, true]]);
}

/** The host sits in a seat for a guest: at once where nobody has come, else after a question. @param {Match} m @param {string} side */
async function takeInvited(m, side) {
  const named = side_name(side);
  const sure = (/** @type {string} */ why) => ask(`Take back the ${named} seat?`, h("p", {}, why), [["Take the seat back", true, true], ["Cancel", false]]);
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
    notice("The match is not over: this is what your seat has seen of it. It cannot be played on; the whole match can be saved once it is over.");
  }
}
