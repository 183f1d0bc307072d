// The worker in which matches are played: Python with the server's own routes (site/front.py), and what it needs of
// the browser: a place to keep matches, another worker to think in, other tabs.
import { keeping } from "./keep.js";
import { fetchParts, startPython } from "./python.js";
import { VERSION } from "./version.js";

const asked = new URL(self.location.href).searchParams.get("v");
const others = new BroadcastChannel("ardennes");

/** @type {Worker | null} */
let player = null;
/** @type {Map<number, {good: (found: string) => void, bad: (why: Error) => void, seconds: number, timer?: ReturnType<typeof setTimeout>}>} */
const thinking = new Map();
let last = 0;

/** @param {string} why */
function endPlayer(why) {
  player?.terminate();
  player = null;
  for (const { bad, timer } of thinking.values()) {
    clearTimeout(timer);
    bad(new Error(why));
  }
  thinking.clear();
}

function startPlayer() {
  player = new Worker(new URL("./player.js", import.meta.url), { type: "module", name: "player" });
  player.onerror = (event) => endPlayer(`lost: ${event.message}`);
  player.onmessage = ({ data: { id, begun, found, failed } }) => {
    const one = thinking.get(id);
    if (!one) return;
    if (begun) {
      one.timer = setTimeout(() => endPlayer("too long"), one.seconds * 1000);
      return;
    }
    clearTimeout(one.timer);
    thinking.delete(id);
    if (failed) one.bad(new Error(failed));
    else one.good(found);
  };
  return player;
}

/** @param {string} name @param {string} job @param {number} seconds @returns {Promise<string>} */
const think = (name, job, seconds) => new Promise((good, bad) => {
  const id = ++last;
  thinking.set(id, { good, bad, seconds });
  (player ?? startPlayer()).postMessage({ id, name, job });
});

async function start() {
  if (asked !== VERSION) throw new Error("this page and the engine behind it are of different versions; load the page again");
  const parts = fetchParts();
  // Before it is needed: in most matches the computer is soon to move. A copy is made for it here.
  const shared = parts.then((found) => { startPlayer().postMessage({ parts: found }); return found; });
  const [kept, python] = await Promise.all([keeping(), startPython(shared)]);
  const bridge = {
    numbers: async () => JSON.stringify(await kept.numbers()),
    rows: async (/** @type {string} */ matches) => JSON.stringify(await kept.rows(JSON.parse(matches))),
    orders: async (/** @type {string} */ match) => JSON.stringify(await kept.orders(match)),
    write: async (/** @type {string} */ text) => {
      const writes = JSON.parse(text), failed = await kept.write(writes);
      if (!failed) others.postMessage(writes.map((/** @type {{match: string}} */ one) => one.match));
      return failed;
    },
    tell: (/** @type {number} */ watcher, /** @type {string} */ words, /** @type {number} */ code) => postMessage({ watcher, words, code }),
    think,
    stop: () => endPlayer("lost"),
  };
  const front = python.pyimport("ardennes.site.front").Front(bridge);
  others.onmessage = ({ data }) => front.heard(JSON.stringify(data));
  const drive = () => front.drive();
  if (navigator.locks) navigator.locks.request("ardennes-computers", () => { drive(); return new Promise(() => {}); });
  else drive();
  postMessage({ ready: true, lasting: kept.lasting });
  return { front, kept };
}

const started = start().catch((error) => {
  postMessage({ failed: String(error?.message ?? error) });
  return null;
});

/** All that is kept of a match, as it is. @param {any} kept @param {string} match */
async function whole(kept, match) {
  return JSON.stringify({ match, rows: await kept.rows([match]), orders: await kept.orders(match) });
}

onmessage = async ({ data }) => {
  const engine = await started;
  if (!engine) return;
  const { front, kept } = engine;
  if (data.watch) front.watch(data.watch, data.match, data.token);
  else if (data.leave) front.leave(data.leave);
  else if (data.kept) postMessage({ id: data.id, status: 200, headers: { "content-type": "application/json" }, text: await whole(kept, data.kept) });
  else {
    try {
      const found = await front.ask(data.method, data.path, JSON.stringify(data.headers), data.body ?? "");
      const [status, headers, text] = found.toJs();
      found.destroy();
      postMessage({ id: data.id, status, headers: JSON.parse(headers), text });
    } catch (error) { // no answer of the engine's own: it ran out of memory, say
      postMessage({ id: data.id, status: 500, headers: { "content-type": "application/json" }, text: JSON.stringify({ error: `The engine stopped: ${error}. Load the page again; what was kept is there.` }) });
    }
  }
};
