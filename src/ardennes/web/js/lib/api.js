// Requests to the server. Each carries the token of a seat, or that of the lobby.
import { patched } from "./patch.js";
import { isToken, objectOf, readText, readValues, store } from "./storage.js";
import { t } from "./text.js";
import { LOBBY_TOKENS, line, send } from "./transport.js";

const SEATS = "ardennes.seats";
const LOBBY = "ardennes.lobby";

if (!LOBBY_TOKENS) localStorage.removeItem(LOBBY);

/** The lobby's token if this browser has it. */
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
const storedSeats = () => readValues(SEATS, objectOf(isToken));

/** @param {string} match */
export function seatsOf(match) {
  return storedSeats()[match] ?? {};
}

/** The side of a seat; a number follows it if the side has several commanders. @param {string} seat */
export const sideOf = (seat) => seat.split(":")[0];

/** The seats this browser has in a match, the preferred one first. @param {string} match @returns {string[]} */
export function seatWords(match) {
  const words = Object.keys(seatsOf(match));
  const first = sessionStorage.getItem(`ardennes.seat.${match}`);
  return first && words.includes(first) ? [first, ...words.filter((word) => word !== first)] : words;
}

/** @param {string} match @param {string} seat */
export const preferSeat = (match, seat) => sessionStorage.setItem(`ardennes.seat.${match}`, seat);

/** @param {string} match @param {Tokens} tokens */
export function rememberSeats(match, tokens) {
  const all = storedSeats();
  all[match] = { ...all[match], ...tokens };
  store(SEATS, JSON.stringify(all));
}

/** Forget one seat or all seats of a match. @param {string} match @param {string} [seat] */
export function forgetSeats(match, seat) {
  const all = storedSeats();
  if (seat) delete all[match]?.[seat];
  else delete all[match];
  store(SEATS, JSON.stringify(all));
}

export class ServerError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.facts ?? body?.error ?? body?.detail ?? t("common.server-status", { status }));
    this.status = status;
    this.body = body;
  }
}

let ahead = 0; // seconds by which the server's clock is ahead of this computer's

/** The server's time in seconds since 1970. */
export const serverTime = () => Date.now() / 1000 + ahead;

/** By token: the seat's last view. The server sends only changes to it. @type {Map<string, any>} */
const held = new Map();

/**
 * Return the answer, with the whole view if it holds only changes to `base`. A copy is stored, which the page cannot
 * change.
 * @param {string} path @param {string} token @param {any} base @param {any} data @returns {Promise<any>}
 */
async function complete(path, token, base, data) {
  if (data?.patch && data.base !== base?.version) {
    held.delete(token);
    return call("GET", path.split("/").slice(0, 4).join("/"), token); // the whole view
  }
  const view = data?.patch ? patched(base, data.patch) : data;
  if (view?.version) held.set(token, structuredClone(view));
  return view;
}

/**
 * @param {string} method @param {string} path @param {string} [token] @param {unknown} [body]
 * @returns {Promise<any>} the JSON of the answer (types.gen.js)
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

/** Save a file. @param {string} name @param {unknown} data */
export function download(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}

/**
 * Take seats of a match unless this browser has some: all that are played here, or else a spectator's.
 * @param {string} match @param {(why: string) => Promise<unknown>} [sure] asks before a seat is taken from a guest
 */
export async function sitDown(match, sure = async () => false) {
  if (Object.keys(seatsOf(match)).length) return;
  /** @type {import("../types.gen.js").MatchList} */
  const { matches } = await get("/api/matches");
  const listed = matches.find((m) => m.id === match);
  if (!listed) throw new Error(t("common.match-gone"));
  const people = Object.entries(listed.seats).filter(([, who]) => who === "me" || who === "beside").map(([side]) => side);
  for (const seat of people) {
    try {
      await takeSeat(match, seat, sure);
    } catch (error) { // several people share this side: they take seats by link
      if (!(error instanceof ServerError && error.status === 400)) throw error;
    }
  }
  if (!Object.keys(seatsOf(match)).length) rememberSeats(match, (await post(`/api/matches/${match}/sit`, { seat: "watch" })).tokens);
}

/**
 * Take a seat of this match for its host, also from a guest if `sure` agrees. Returns whether the host sits there now.
 * @param {string} match @param {string} seat @param {(why: string) => Promise<unknown>} sure
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
 * Call `moved(seq, mail)` whenever the match moves (`mail` is the number of messages that a commander may read) and
 * `link(open)` when the connection opens or closes. Reconnects automatically.
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
      received: (words) => {
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
