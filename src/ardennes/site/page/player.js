// The worker in which computer players and advisers think. Whoever is tired of waiting ends it.
// What it is started from it is given by the worker beside it, which has it already; alone it fetches it itself.
import { fetchParts, startPython } from "./python.js";

/** @type {Promise<any> | null} */
let ready = null;

/** @param {Promise<import("./python.js").Parts>} parts */
const start = (parts) => startPython(parts, (error) => postMessage({ died: String(error) })).then((python) => python.pyimport("ardennes.site.apart"));

onmessage = async ({ data: { parts, id, name, job } }) => {
  if (parts) {
    ready ??= start(Promise.resolve(parts));
    ready.catch(() => {}); // told whoever asks
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
