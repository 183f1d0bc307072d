// Talking to the server. Every request is made for a seat, with that seat's token, or for the lobby, with the lobby's.
import { patched } from "./patch.js";
import { isToken, objectOf, readText, readValues, store } from "./storage.js";
import { LOBBY_TOKENS, line, send } from "./transport.js";

const SEATS = "ardennes.seats";
const LOBBY = "ardennes.lobby";

if (!LOBBY_TOKENS) localStorage.removeItem(LOBBY);

/** The token that opens the lobby, as far as this browser has been told. */
export function lobbyToken() {
  const token = LOBBY_TOKENS ? readText(LOBBY) : null;
  return isToken(token) ? token : "";
}

/** @param {string} token */
export function rememberLobby(token) {
  if (LOBBY_TOKENS) store(LOBBY, token);
}

/** @typedef {Record<string, string>} Tokens A token for each seat, by its name. */

/** @returns {Record<string, Tokens>} by match */
const kept = () => readValues(SEATS, objectOf(isToken));

/** @param {string} match */
export function seatsOf(match) {
  return kept()[match] ?? {};
}

/** The side a seat belongs to; the seat of one of several commanders has a number after it. @param {string} seat */
export const sideOf = (seat) => seat.split(":")[0];

/** The seats one has at a match, the one preferred in this window first. @param {string} match @returns {string[]} */
export function seatWords(match) {
  const words = Object.keys(seatsOf(match));
  const first = sessionStorage.getItem(`ardennes.seat.${match}`);
  return first && words.includes(first) ? [first, ...words.filter((word) => word !== first)] : words;
}

/** @param {string} match @param {string} seat */
export const preferSeat = (match, seat) => sessionStorage.setItem(`ardennes.seat.${match}`, seat);

/** @param {string} match @param {Tokens} tokens */
export function rememberSeats(match, tokens) {
  const all = kept();
  all[match] = { ...all[match], ...tokens };
  store(SEATS, JSON.stringify(all));
}

/** A seat, or all seats of a match, that open nothing any more. @param {string} match @param {string} [seat] */
export function forgetSeats(match, seat) {
  const all = kept();
  if (seat) delete all[match]?.[seat];
  else delete all[match];
  store(SEATS, JSON.stringify(all));
}

export class ServerError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.facts ?? body?.error ?? body?.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

let ahead = 0; // seconds by which the server's clock is ahead of this machine's

/** What the server's clock shows, in seconds since 1970. */
export const serverTime = () => Date.now() / 1000 + ahead;

/** By token: the last view its seat got. The server then sends what changed since. @type {Map<string, any>} */
const held = new Map();

/**
 * An answer with the whole view in it, if it brought what changed since the view held when it was asked for. What is
 * held is a copy, which the page cannot change.
 * @param {string} path @param {string} token @param {any} base @param {any} data @returns {Promise<any>}
 */
async function complete(path, token, base, data) {
  if (data?.patch && data.base !== base?.version) {
    held.delete(token);
    return call("GET", path.split("/").slice(0, 4).join("/"), token); // all of it
  }
  const view = data?.patch ? patched(base, data.patch) : data;
  if (view?.version) held.set(token, structuredClone(view));
  return view;
}

/**
 * @param {string} method @param {string} path @param {string} [token] @param {unknown} [body]
 * @returns {Promise<any>} what the server sends as JSON; types.js says what that is
 */
async function call(method, path, token, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  const base = held.get(token ?? "");
  if (base) headers["Ardennes-View"] = base.version;
  if (token) headers.Authorization = `Seat ${token}`;
  else if (lobbyToken()) headers.Authorization = `Lobby ${lobbyToken()}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await send(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  const date = Date.parse(answer.date);
  if (date) ahead = date / 1000 - Date.now() / 1000;
  const data = answer.text && answer.json ? JSON.parse(answer.text) : answer.text;
  if (answer.status >= 400) throw new ServerError(answer.status, data);
  return token ? complete(path, token, base, data) : data;
}

/** @param {string} path @param {string} [token] */
export const get = (path, token) => call("GET", path, token);
/** @param {string} path @param {unknown} body @param {string} [token] */
export const post = (path, body, token) => call("POST", path, token, body);
/** @param {string} path @param {unknown} body @param {string} [token] */
export const patch = (path, body, token) => call("PATCH", path, token, body);
/** @param {string} path @param {string} [token] */
export const remove = (path, token) => call("DELETE", path, token);

/** Hands the player a file. @param {string} name @param {unknown} data */
export function download(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}

/**
 * A token for a seat of this match: the one kept here, or a new one from the server.
 * @param {string} match @param {(why: string) => Promise<unknown>} [sure] asked before a seat is taken back from a guest
 */
export async function sitDown(match, sure = async () => false) {
  if (Object.keys(seatsOf(match)).length) return;
  /** @type {import("../types.gen.js").MatchList} */
  const { matches } = await get("/api/matches");
  const found = matches.find((m) => m.id === match);
  if (!found) throw new Error("There is no such match any more.");
  const people = Object.entries(found.seats).filter(([, who]) => who === "me" || who === "beside").map(([side]) => side);
  for (const seat of people) {
    try {
      await takeSeat(match, seat, sure);
    } catch (error) { // several share this side: its seats are taken by links
      if (!(error instanceof ServerError && error.status === 400)) throw error;
    }
  }
  if (!Object.keys(seatsOf(match)).length) rememberSeats(match, (await post(`/api/matches/${match}/sit`, { seat: "watch" })).tokens);
}

/**
 * A seat of this match for its host, also one that a guest holds by a link where `sure` says so. Returns whether the
 * host sits there now. @param {string} match @param {string} seat @param {(why: string) => Promise<unknown>} sure
 */
export async function takeSeat(match, seat, sure) {
  const sit = (/** @type {boolean} */ takeBack) => post(`/api/matches/${match}/sit`, { seat, take_back: takeBack });
  let made;
  try {
    made = await sit(false);
  } catch (error) {
    if (!(error instanceof ServerError && error.status === 409)) throw error;
    if (!await sure(error.message)) return false;
    made = await sit(true);
  }
  rememberSeats(match, made.tokens);
  return true;
}

/**
 * Calls `moved(seq)` whenever the match moves (for one of several commanders also with the number of messages he may
 * read) and `link(open)` when the line comes or goes; comes back by itself.
 * @param {string} match @param {string} token @param {(seq: number, mail?: number) => void} moved
 * @param {(open: boolean, code?: number) => void} [link]
 */
export function watch(match, token, moved, link = () => {}) {
  let leave = () => {};
  let stopped = false;
  let wait = 400;
  const open = () => {
    leave = line(match, token, {
      opened: () => { wait = 400; link(true); },
      told: (words) => {
        /** @type {import("../types.gen.js").Moved} */
        const { seq, mail } = JSON.parse(words);
        moved(seq, mail);
      },
      closed: (code) => {
        if (stopped) return;
        link(false, code);
        if (code === 4403 || code === 4404 || code === 4410) return;
        setTimeout(open, wait);
        wait = Math.min(5000, wait * 2);
      },
    });
  };
  open();
  return () => { stopped = true; leave(); };
}
