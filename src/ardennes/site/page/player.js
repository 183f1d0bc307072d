// The worker in which computer players and advisers think. The engine's worker ends it after a timeout.
// It gets its files from that worker, which has them already; without one it downloads them itself.
import { fetchParts, startPython } from "./python.js";

/** @type {Promise<any> | null} */
let ready = null;

/** @param {Promise<import("./python.js").Parts>} parts */
const start = (parts) => startPython(parts, (error) => postMessage({ died: String(error) })).then((python) => python.pyimport("ardennes.site.apart"));

onmessage = async ({ data: { parts, id, name, job } }) => {
  if (parts) {
    ready ??= start(Promise.resolve(parts));
    ready.catch(() => {}); // reported to every caller
    return;
  }
  ready ??= start(fetchParts());
  try {
    const apart = await ready;
    postMessage({ id, begun: true });
    postMessage({ id, found: apart.do(name, job) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};
