// The worker in which matches are played: Python with the server's own routes (site/front.py), and what it needs from
// the browser: storage for matches, another worker for computer players, other tabs.
// The page restarts it when it dies: it reports when Python dies, and holds a lock under its name while it runs.
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
  player.onmessage = ({ data: { id, begun, found, failed, died } }) => {
    if (died) return endPlayer(`lost: ${died}`);
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

/** Reports that Python has died and will not answer any more. @param {unknown} error */
const died = (error) => postMessage({ died: String(/** @type {Error} */ (error)?.message ?? error) });

/** Held until this worker ends, for any reason. */
const held = new Promise((good) => {
  if (!navigator.locks) return good(null);
  navigator.locks.request(self.name, () => { good(null); return new Promise(() => {}); }).catch(good);
});

async function start() {
  if (asked !== VERSION) throw new Error("site.other-version");
  const parts = fetchParts();
  // Start it early: in most matches the computer soon has to move. It gets a copy of the files.
  const shared = parts.then((found) => { startPlayer().postMessage({ parts: found }); return found; });
  const [kept, python] = await Promise.all([keeping((why) => postMessage({ lost: why })), startPython(shared, died), held]);
  const bridge = {
    numbers: async () => {
      try {
        return JSON.stringify(kept.lost || await kept.numbers());
      } catch (error) {
        if (kept.lost) return JSON.stringify(kept.lost);
        throw error;
      }
    },
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
  postMessage({ ready: true, trouble: kept.trouble });
  return { front, kept };
}

const started = start().catch((error) => {
  postMessage({ failed: String(error?.message ?? error) });
  return null;
});

const json = { "content-type": "application/json" };

/** @param {{front: any, kept: any}} engine @param {any} data @returns {Promise<{status: number, headers: Record<string, string>, text: string}>} */
async function answer({ front, kept }, data) {
  if (data.kept) return { status: 200, headers: json, text: JSON.stringify(await kept.whole(data.kept)) };
  const result = await front.ask(data.method, data.path, JSON.stringify(data.headers), data.body ?? "");
  const [status, headers, text] = result.toJs();
  result.destroy();
  return { status, headers: JSON.parse(headers), text };
}

onmessage = async ({ data }) => {
  if (data.ping) return postMessage({ pong: true });
  const engine = await started;
  if (!engine) return;
  try {
    if (data.watch) engine.front.watch(data.watch, data.match, data.token);
    else if (data.leave) engine.front.leave(data.leave);
    else postMessage({ id: data.id, ...await answer(engine, data) });
  } catch (error) { // no answer of the engine's own
    if (data.id) postMessage({ id: data.id, crashed: String(error) });
  }
};
