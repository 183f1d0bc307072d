// The worker in which computer players and advisers think. Whoever is tired of waiting ends it.
import { startPython } from "./python.js";

const ready = startPython().then((python) => python.pyimport("ardennes.site.apart"));

onmessage = async ({ data: { id, name, job } }) => {
  try {
    const apart = await ready;
    postMessage({ id, begun: true });
    postMessage({ id, found: apart.do(name, job) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};
