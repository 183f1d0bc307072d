// Sends requests to a worker of this page, which runs the engine. It replaces web/js/lib/transport.js.
// Responses that never change come from files, before the engine has started.
import { h, hold, notice } from "./dom.js";
import { readChecked, writeChecked } from "./storage.js";
import { t, textOrKey } from "./text.js";
import { DOCUMENTS, VERSION } from "./version.js";

export { DOCUMENTS };

/** Whether the lobby needs a token: not here, because all matches belong to this browser. */
export const LOBBY_TOKENS = false;

/** @typedef {{status: number, text: string, json: boolean, date: string}} Answer */
/** @typedef {{received: (words: string) => void, closed: (code: number) => void}} Listener */

const LOBBY = "Lobby this-browser-is-the-lobby", LIST = "ardennes.site.matches", EMPTY = '{"matches":[],"damaged":[]}';
const SLOW = 400, PING = 5_000, SILENT = 30_000; // milliseconds: the start is shown, a busy engine is asked, and said to be busy
const DEATHS = 3, SOON = 60_000; // so many within so many milliseconds: starting it again does not help
const CUT = 1006; // the code of a line that broke
const JSON_ = "application/json";
/** Why nothing is stored, by the names of keep.js. @typedef {"barred" | "newer" | "older" | "incomplete"} Trouble */
/** Why stored matches became unavailable while the page is open. @typedef {"cleared" | "newer"} Lost */

/** @type {Map<number, {good: (answer: Answer) => void, bad: (why: Error) => void}>} */
const waiting = new Map();
/** @type {Map<number, Listener>} */
const watching = new Map();
/** @type {(() => unknown)[]} */
const looks = [];
/** @type {number[]} when the engine died */
const deaths = [];
/** @type {Worker | null} */
let engine = null;
let last = 0, ready = false, broken = "", lastAnswer = 0;
const bar = h("p", { class: "engine", role: "status", hidden: true });

if (typeof WebAssembly !== "object") fail(t("site.no-webassembly"));
else {
  document.body.append(bar);
  startEngine(t("site.starting"));
  setInterval(askWhetherAlive, PING);
}

/** @param {string} words shown while it is not ready */
function startEngine(words) {
  const name = `engine-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const worker = new Worker(new URL(`../engine/engine.js?v=${VERSION}`, import.meta.url), { type: "module", name });
  engine = worker;
  ready = false;
  worker.onerror = (event) => {
    if (worker !== engine) return;
    if (ready) engineDied(event.message);
    else failToStart(event.message ?? t("site.part-not-loaded"));
  };
  worker.onmessage = ({ data }) => {
    if (worker === engine) hear(data, name);
  };
  showSoon(words);
}

/** @param {string} words */
function showSoon(words) {
  bar.replaceChildren(words);
  setTimeout(() => { bar.hidden = ready || Boolean(broken); }, SLOW);
}

/** @param {any} data @param {string} name of the worker */
function hear(data, name) {
  lastAnswer = Date.now();
  if (ready) bar.hidden = true;
  if (data.ready) begun(data.trouble, name);
  else if (data.failed) failToStart(data.failed);
  else if (data.died) engineDied(data.died);
  else if (data.lost) hold(t(`site.lost-${/** @type {Lost} */ (data.lost)}`));
  else if (data.watcher) {
    const one = watching.get(data.watcher);
    if (data.code) one?.closed(data.code);
    else one?.received(data.words);
  } else if (data.id) {
    const { id, status, headers, text, crashed } = data;
    waiting.get(id)?.good(crashed
      ? { status: 500, text: JSON.stringify({ error: t("site.failed", { why: crashed }) }), json: true, date: "" }
      : { status, text, json: headers["content-type"] === JSON_, date: "" });
    waiting.delete(id);
  }
}

/** @param {Trouble | ""} trouble @param {string} name of the worker */
function begun(trouble, name) {
  const started = engine;
  ready = true;
  bar.hidden = true;
  if (trouble) hold(t(`site.trouble-${trouble}`), " ", t("site.unsaved"));
  else if (deaths.length) notice(t("site.running-again"));
  for (const look of looks) look();
  navigator.locks?.request(name, () => { // granted when the worker ends, however it ends
    if (engine === started) engineDied(t("site.ended"));
  });
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch((error) => console.warn("Not offline:", error));
}

/** The engine does not answer any more: starts another one. @param {string} why */
function engineDied(why) {
  console.warn("The engine stopped:", why);
  engine?.terminate();
  engine = null;
  deaths.push(Date.now());
  if (deaths.length >= DEATHS && Date.now() - deaths[deaths.length - DEATHS] < SOON) {
    fail(t("site.stopped-often", { times: DEATHS, why }));
    return;
  }
  startEngine(t("site.restarting"));
  bar.hidden = false;
  rejectAll(t("site.restart-retry"));
  for (const [watcher, { closed }] of [...watching]) {
    watching.delete(watcher);
    closed(CUT); // clients reconnect
  }
}

/** @param {string} words */
function rejectAll(words) {
  for (const { bad } of waiting.values()) bad(new Error(words));
  waiting.clear();
}

/** A busy engine and a hanging one are both silent: lets the player choose. */
function askWhetherAlive() {
  if (!ready || !waiting.size) {
    lastAnswer = Date.now();
    return;
  }
  engine?.postMessage({ ping: true });
  if (Date.now() - lastAnswer < SILENT || !bar.hidden) return;
  bar.replaceChildren(t("site.busy"), " ", h("button", { onclick: () => engineDied(t("site.was-stopped")) }, t("site.restart")));
  bar.hidden = false;
}

/** A cached file may be damaged: lets the service worker check. @param {string} why */
function failToStart(why) {
  navigator.serviceWorker?.controller?.postMessage("check");
  fail(t("site.not-started", { why: textOrKey(why) }));
}

/** @param {string} words */
function fail(words) {
  broken = words;
  bar.hidden = true;
  rejectAll(words);
  hold(words);
}

/** The file with a response that never changes. @param {string} path */
function written(path) {
  const [, game, what] = path.match(/^\/api\/games\/(\w+)\/(stage|openings|history)$/) ?? path.match(/^\/api\/rules\/(\w+)\/(cases)$/) ?? path.match(/^\/api\/rules\/(\w+)()$/) ?? [];
  if (path === "/api/games") return "answers/games.json";
  return game ? `answers/${game}-${what || "rules"}.json` : "";
}

/** @param {Record<string, unknown>} message @returns {Promise<Answer>} */
function ask(message) {
  if (broken) return Promise.reject(new Error(broken));
  const id = ++last;
  engine?.postMessage({ id, ...message });
  return new Promise((good, bad) => waiting.set(id, { good, bad }));
}

/**
 * @param {string} method @param {string} path @param {Record<string, string>} headers @param {string} [body]
 * @returns {Promise<Answer>}
 */
export async function send(method, path, headers, body) {
  const file = method === "GET" ? written(path) : "";
  if (file) {
    const response = await fetch(file);
    return { status: response.status, text: await response.text(), json: true, date: "" };
  }
  const list = method === "GET" && path === "/api/matches";
  if (list && !ready) return { status: 200, text: readChecked(LIST, VERSION) ?? EMPTY, json: true, date: "" };
  const stored = path.match(/^\/api\/kept\/([^/]+)$/);
  if (stored) return ask({ kept: decodeURIComponent(stored[1]) });
  const small = Object.fromEntries(Object.entries({ Authorization: LOBBY, ...headers }).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = await ask({ method, path, headers: small, body });
  if (list && answer.status === 200) writeChecked(LIST, VERSION, answer.text); // shown before the engine is there the next time
  if (answer.status === 201 && path === "/api/matches") navigator.storage?.persist?.(); // there is something to keep now
  return answer;
}

/**
 * A connection that announces every change of a match.
 * @param {string} match @param {string} token
 * @param {{opened: () => void, received: (words: string) => void, closed: (code: number) => void}} on
 */
export function line(match, token, on) {
  const watcher = ++last;
  watching.set(watcher, on);
  engine?.postMessage({ watch: watcher, match, token });
  on.opened();
  return () => {
    watching.delete(watcher);
    engine?.postMessage({ leave: watcher });
  };
}

/** Calls when earlier data may be old, because the engine has started. @param {() => unknown} look */
export function whenFresh(look) {
  if (!ready) looks.push(look);
}
