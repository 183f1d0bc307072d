// How requests get to whoever answers them: over the network to the server this page comes from. A page without a
// server has another in this place (site/page/transport.js).

/** @typedef {{status: number, text: string, json: boolean, date: string}} Answer */

/** Where the documents are, beside the page: a server has none. */
export const DOCUMENTS = "";

/** Whether this browser needs a token to enter the lobby. */
export const LOBBY_TOKENS = true;

/**
 * @param {string} method @param {string} path @param {Record<string, string>} headers @param {string} [body]
 * @returns {Promise<Answer>}
 */
export async function send(method, path, headers, body) {
  const answer = await fetch(path, { method, headers, body, keepalive: method === "DELETE" });
  const json = Boolean(answer.headers.get("content-type")?.includes("json"));
  return { status: answer.status, text: await answer.text(), json, date: answer.headers.get("date") ?? "" };
}

/**
 * A line on which one is told whenever a match moves.
 * @param {string} match @param {string} token
 * @param {{opened: () => void, told: (words: string) => void, closed: (code: number) => void}} on
 */
export function line(match, token, on) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${match}/live`, ["ardennes", `seat.${token}`]);
  socket.onopen = () => on.opened();
  socket.onmessage = (event) => on.told(event.data);
  socket.onclose = (event) => on.closed(event.code);
  return () => socket.close();
}

/** Calls when what was told before may be old: never, a server is asked anew each time. @param {() => unknown} _look */
export function whenFresh(_look) {}
