// Talking to the server. Every request is made for a seat, with that seat's token.
const SEATS = "ardennes.seats";

export function seatsOf(match) {
  return JSON.parse(localStorage.getItem(SEATS) ?? "{}")[match] ?? {};
}

export function rememberSeats(match, tokens) {
  const all = JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  all[match] = { ...all[match], ...tokens };
  localStorage.setItem(SEATS, JSON.stringify(all));
}

export class ServerError extends Error {
  constructor(status, body) {
    super(body?.facts ?? body?.error ?? body?.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

async function call(method, path, token, body) {
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Seat ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  const data = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new ServerError(answer.status, data);
  return data;
}

export const get = (path, token) => call("GET", path, token);
export const post = (path, body, token) => call("POST", path, token, body);
export const patch = (path, body, token) => call("PATCH", path, token, body);
export const remove = (path, token) => call("DELETE", path, token);

/** A token for a seat of this match: the one kept here, or a new one from the server. */
export async function sitDown(match) {
  if (Object.keys(seatsOf(match)).length) return;
  const { matches } = await get("/api/matches");
  const found = matches.find((m) => m.id === match);
  if (!found) throw new Error("There is no such match any more.");
  const people = Object.entries(found.seats).filter(([, who]) => who === "me" || who === "beside").map(([side]) => side);
  for (const seat of people.length ? people : ["watch"]) {
    const made = await post(`/api/matches/${match}/sit`, { seat });
    rememberSeats(match, made.tokens ?? { [seat]: made.token });
  }
}

/** Calls `moved(seq)` whenever the match moves and `link(open)` when the line comes or goes; comes back by itself. */
export function watch(match, token, moved, link = () => {}) {
  let socket, stopped = false, wait = 400;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/matches/${match}/live`, ["ardennes", `seat.${token}`]);
    socket.onopen = () => { wait = 400; link(true); };
    socket.onmessage = (event) => moved(JSON.parse(event.data).seq);
    socket.onclose = (event) => {
      if (stopped) return;
      link(false, event.code);
      if (event.code === 4404) return;
      setTimeout(open, wait);
      wait = Math.min(5000, wait * 2);
    };
  };
  open();
  return () => { stopped = true; socket.close(); };
}
