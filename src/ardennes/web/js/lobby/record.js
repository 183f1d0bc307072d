// One's own matches: results by game, side and level, luck over all, favourite mistakes. Kept in this browser, sent nowhere.
import { get } from "../lib/api.js";
import { h, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { isNumber, isText, objectOf, readValues, store, withFields } from "../lib/storage.js";

/** @typedef {Pick<import("../match/match.js").Table, "match" | "side" | "stage">} Table */
/** @typedef {import("../types.gen.js").Account} Account */
/** @typedef {import("../types.gen.js").Listed} Match */
/** @typedef {import("../types.gen.js").GameView} Game */
/** What is kept of a match that was analysed. @typedef {{luck: number, rarity: number, mistakes: Record<string, number>}} Kept */

const KEPT = "ardennes.record", GOALS = "ardennes.goals";
const HERE = ["me", "beside"];
const COLUMNS = /** @type {const} */ (["game", "side", "against", "won", "drawn", "lost"]);

/** @returns {Record<string, Kept>} by match and side */
const kept = () => readValues(KEPT, withFields({ luck: isNumber, rarity: isNumber, mistakes: objectOf(isNumber) }));

/** What a match says of whoever played it here. @param {Table} table @param {Account} account */
export function remember(table, account) {
  const side = table.stage.sides.indexOf(table.side);
  const one = account.luck.find((fortune) => fortune.side === side);
  if (!one) return;
  /** @type {Record<string, number>} */
  const mistakes = {};
  for (const found of account.verdicts?.found ?? []) {
    if (found.side === side && found.kind !== "no clear difference") mistakes[found.kind] = (mistakes[found.kind] ?? 0) + 1;
  }
  store(KEPT, JSON.stringify({ ...kept(), [`${table.match}:${table.side}`]: { luck: one.total, rarity: one.rarity, mistakes } }));
}

/** @returns {Record<string, string>} by match: what to do better in it */
const goals = () => readValues(GOALS, isText);

/** @param {string} match @param {string} goal */
export const setGoal = (match, goal) => store(GOALS, JSON.stringify({ ...goals(), [match]: goal }));

/** What a match that was forked to be played better is about; empty for others. @param {string} match */
export const goalOf = (match) => goals()[match] ?? "";

/** How far out a share lies, in standard deviations. @param {number} share of games at least as lucky @param {boolean} good */
export function deviations(share, good) {
  const p = Math.min(1 - 1e-6, Math.max(1e-6, share));
  let low = -6, high = 6;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (beyond(middle) > p) low = middle;
    else high = middle;
  }
  return good ? low : -low;
}

/** The share of the normal distribution beyond z. @param {number} z */
function beyond(z) {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? tail : 1 - tail;
}

/** @param {HTMLElement} app */
export async function showRecord(app) {
  document.title = t("lobby.record-title");
  const [{ games }, { matches }] = await Promise.all([get("/api/games"), get("/api/matches")]);
  const mine = /** @type {Match[]} */ (matches).filter((m) => m.result && m.result.winner !== undefined && people(m).length === 1);
  app.replaceChildren(h("main", { class: "lobby record" }, h("header", { class: "head" }, h("h1", {}, t("lobby.record")),
    h("p", {}, t("lobby.record-about")),
    h("nav", { "aria-label": t("lobby.record-nav") }, h("a", { class: "button", href: "#/" }, t("common.back-to-lobby")))),
  h("div", { class: "page single" }, mine.length ? [results(games, mine), luck(mine), mistakes(mine)] : h("section", { class: "card" }, h("h2", {}, t("lobby.record-none")),
    h("p", {}, t("lobby.record-none-about"))))));
}

/** The sides played here. @param {Match} m */
const people = (m) => Object.keys(m.seats).filter((side) => HERE.includes(m.seats[side]));

/** @param {Game[]} games @param {Match} m */
function outcome(games, m) {
  const [side] = people(m);
  const { winner } = /** @type {{winner?: string | number | null}} */ (m.result);
  const sides = games.find((g) => g.id === m.game)?.sides ?? [];
  const won = typeof winner === "number" ? sides[winner] : winner;
  return won === null ? "drawn" : won === side ? "won" : "lost";
}

/** @param {Game[]} games @param {Match[]} mine */
function results(games, mine) {
  /** @type {Map<string, {game: string, side: string, against: string, won: number, drawn: number, lost: number}>} */
  const rows = new Map();
  for (const m of mine) {
    const game = games.find((g) => g.id === m.game);
    const [side] = people(m);
    const other = Object.entries(m.seats).find(([one]) => one !== side)?.[1] ?? "";
    const against = other === "invited" ? t("lobby.friend") : game?.players.find((p) => p.id === other)?.name ?? other;
    const key = `${m.game}/${side}/${against}`;
    const row = rows.get(key) ?? { game: game?.name ?? m.game, side, against, won: 0, drawn: 0, lost: 0 };
    row[outcome(games, m)] += 1;
    rows.set(key, row);
  }
  const cells = [...rows.values()].sort((a, b) => a.game.localeCompare(b.game) || a.side.localeCompare(b.side));
  const count = (/** @type {"won" | "drawn" | "lost"} */ what) => mine.filter((m) => outcome(games, m) === what).length;
  return h("section", { class: "card" }, h("h2", {}, t("lobby.record-counts", { won: count("won"), drawn: count("drawn"), lost: count("lost") })),
    h("table", { class: "roster" }, h("thead", {}, h("tr", {}, COLUMNS.map((id) => h("th", { scope: "col" }, t(`lobby.record-column-${id}`))))),
      h("tbody", {}, cells.map((row) => h("tr", {}, h("td", {}, row.game), h("td", {}, side_name(row.side)), h("td", {}, row.against), [row.won, row.drawn, row.lost].map((times) => h("td", {}, times)))))));
}

/** What is kept of the matches, as far as they were analysed. @param {Match[]} mine */
const known = (mine) => mine.flatMap((m) => kept()[`${m.id}:${people(m)[0]}`] ?? []);

/** @param {Match[]} mine */
function luck(mine) {
  const found = known(mine);
  if (!found.length) return h("section", { class: "card" }, h("h2", {}, t("lobby.luck")), h("p", { class: "quiet" }, t("lobby.luck-none")));
  const total = found.reduce((sum, one) => sum + one.luck, 0);
  const z = found.reduce((sum, one) => sum + deviations(one.rarity, one.luck >= 0), 0) / Math.sqrt(found.length);
  const rare = Math.abs(z) < 2 ? "usual" : z > 0 ? "good" : "bad";
  const sign = (/** @type {number} */ value, /** @type {number} */ digits) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
  return h("section", { class: "card" }, h("h2", {}, t("lobby.luck-total", { points: sign(100 * total, 0), n: found.length })),
    h("p", {}, t(`lobby.luck-${rare}`, { z: sign(z, 1) })), h("p", { class: "quiet small" }, t("lobby.luck-about")));
}

/** @param {Match[]} mine */
function mistakes(mine) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const one of known(mine)) for (const [kind, times] of Object.entries(one.mistakes)) counts[kind] = (counts[kind] ?? 0) + times;
  const rows = Object.entries(counts).sort((a, b) => b[1] - a[1]);
  return h("section", { class: "card" }, h("h2", {}, t("lobby.mistakes")), rows.length
    ? h("ul", { class: "plain" }, rows.map(([kind, times]) => h("li", {}, h("b", {}, String(times)), ` × ${kind}`)))
    : h("p", { class: "quiet" }, t("lobby.mistakes-none")));
}
