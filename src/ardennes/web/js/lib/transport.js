// Requests over the network to the server of this page. The static site replaces this file (site/page/transport.js).

/** @typedef {{status: number, text: string, json: boolean, date: string}} Answer */

/** The address of the documents; a server has none. */
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
 * Listen to changes of a match.
 * @param {string} match @param {string} token
 * @param {{opened: () => void, received: (words: string) => void, closed: (code: number) => void}} on
 */
export function line(match, token, on) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${match}/live`, ["ardennes", `seat.${token}`]);
  socket.onopen = () => on.opened();
  socket.onmessage = (event) => on.received(event.data);
  socket.onclose = (event) => on.closed(event.code);
  return () => socket.close();
}

/** Call `look` when earlier answers may be stale: never, since a server is asked each time. @param {() => unknown} _look */
export function whenFresh(_look) {}
