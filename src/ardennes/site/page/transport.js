// How requests get to whoever answers them: here to a worker of this page, which runs the engine. It stands in the
// place of web/js/transport.js. What never changes is answered from files, before the engine is there.
import { h, notice } from "./dom.js";
import { DOCUMENTS, VERSION } from "./version.js";

export { DOCUMENTS };

/** @typedef {{status: number, text: string, json: boolean, date: string}} Answer */

const LOBBY = "Lobby this-browser-is-the-lobby", LIST = "ardennes.site.matches", SLOW = 400; // milliseconds
const JSON_ = "application/json";
const NO_ENGINE = "This browser cannot run the engine: it has no WebAssembly, or has it switched off. Another browser, or a newer one, can. Nothing that was kept is lost.";

/** @type {Map<number, {good: (answer: Answer) => void, bad: (why: Error) => void}>} */
const waiting = new Map();
/** @type {Map<number, {told: (words: string) => void, closed: (code: number) => void}>} */
const watching = new Map();
/** @type {(() => unknown)[]} */
const looks = [];
let last = 0, ready = false, broken = "";
const bar = h("p", { class: "engine", role: "status", hidden: true }, "The engine is starting …");

const worker = typeof WebAssembly === "object" ? new Worker(new URL(`../engine/engine.js?v=${VERSION}`, import.meta.url), { type: "module", name: "engine" }) : null;
if (!worker) fail(NO_ENGINE);
else {
  worker.onerror = (event) => fail(`The engine did not start: ${event.message ?? "a part of this page could not be loaded"}. Load the page again.`);
  worker.onmessage = ({ data }) => hear(data);
  document.body.append(bar);
  setTimeout(() => { bar.hidden = ready || Boolean(broken); }, SLOW);
}

/** @param {any} data */
function hear(data) {
  if (data.ready) begun(data.lasting);
  else if (data.failed) fail(`The engine did not start: ${data.failed}.`);
  else if (data.watcher) {
    const one = watching.get(data.watcher);
    if (data.code) one?.closed(data.code);
    else one?.told(data.words);
  } else {
    const { id, status, headers, text } = data;
    waiting.get(id)?.good({ status, text, json: headers["content-type"] === JSON_, date: "" });
    waiting.delete(id);
  }
}

/** @param {boolean} lasting */
function begun(lasting) {
  ready = true;
  bar.hidden = true;
  if (!lasting) notice("This browser keeps nothing for this page: your matches are gone when you close it. Export a match you want to keep.");
  for (const look of looks) look();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch((error) => console.warn("Not offline:", error));
}

/** @param {string} words */
function fail(words) {
  broken = words;
  bar.hidden = true;
  for (const { bad } of waiting.values()) bad(new Error(words));
  waiting.clear();
  notice(words);
}

/** What the build wrote of the answers that never change. @param {string} path */
function written(path) {
  const [, game, what] = path.match(/^\/api\/games\/(\w+)\/(stage|openings|history)$/) ?? path.match(/^\/api\/rules\/(\w+)\/(cases)$/) ?? path.match(/^\/api\/rules\/(\w+)()$/) ?? [];
  if (path === "/api/games") return "answers/games.json";
  return game ? `answers/${game}-${what || "rules"}.json` : "";
}

/** @param {Record<string, unknown>} message @returns {Promise<Answer>} */
function ask(message) {
  if (broken || !worker) return Promise.reject(new Error(broken));
  const id = ++last;
  worker.postMessage({ id, ...message });
  return new Promise((good, bad) => waiting.set(id, { good, bad }));
}

/**
 * @param {string} method @param {string} path @param {Record<string, string>} headers @param {string} [body]
 * @returns {Promise<Answer>}
 */
export async function send(method, path, headers, body) {
  const file = method === "GET" ? written(path) : "";
  if (file) {
    const found = await fetch(file);
    return { status: found.status, text: await found.text(), json: true, date: "" };
  }
  const list = method === "GET" && path === "/api/matches";
  if (list && !ready) return { status: 200, text: localStorage.getItem(LIST) ?? '{"matches":[],"damaged":[]}', json: true, date: "" };
  const kept = path.match(/^\/api\/kept\/(\w+)$/);
  if (kept) return ask({ kept: kept[1] });
  const small = Object.fromEntries(Object.entries({ Authorization: LOBBY, ...headers }).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = await ask({ method, path, headers: small, body });
  if (list) remember(answer.text);
  if (answer.status === 201 && path === "/api/matches") navigator.storage?.persist?.(); // there is something to keep now
  return answer;
}

/** The list as it was, to be shown before the engine is there the next time. @param {string} text */
function remember(text) {
  try {
    localStorage.setItem(LIST, text);
  } catch { /* then the lobby begins empty */ }
}

/**
 * A line on which one is told whenever a match moves.
 * @param {string} match @param {string} token
 * @param {{opened: () => void, told: (words: string) => void, closed: (code: number) => void}} on
 */
export function line(match, token, on) {
  const watcher = ++last;
  watching.set(watcher, on);
  worker?.postMessage({ watch: watcher, match, token });
  on.opened();
  return () => {
    watching.delete(watcher);
    worker?.postMessage({ leave: watcher });
  };
}

/** Calls when what was told before may be old: the engine is there. @param {() => unknown} look */
export function whenFresh(look) {
  if (!ready) looks.push(look);
}
