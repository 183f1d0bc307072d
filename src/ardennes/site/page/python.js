// Python with the engine, in a worker: a snapshot of its memory after the start, and the engine's files.
import { ENGINE, MEMORY } from "./version.js";

const PYODIDE = new URL("pyodide/", import.meta.url).href;

/**
 * Into one array of the size that its name tells: joining parts would take that room twice.
 * @param {string} name of a file beside this one, compressed @returns {Promise<Uint8Array>}
 */
async function unsqueezed(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok || !response.body) throw new Error("site.part-missing");
  const whole = new Uint8Array(Number(name.match(/-(\d+)\.bin$/)?.[1]));
  const reader = response.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let at = 0, { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    whole.set(value, at);
    at += value.length;
  }
  return whole;
}

/** Unpacks the engine's files to where Python finds them; site/build.py describes the format. @param {any} files @param {Uint8Array} packed */
function layOut(files, packed) {
  let at = packed.indexOf(10) + 1, folder = "";
  for (const [path, size] of JSON.parse(new TextDecoder().decode(packed.subarray(0, at)))) {
    const here = `/engine/${path.slice(0, path.lastIndexOf("/"))}`;
    if (here !== folder) files.mkdirTree(here);
    folder = here;
    files.writeFile(`/engine/${path}`, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** What Python starts from: its memory, if the build could prepare one, and the engine's files. @typedef {{memory: Uint8Array | null, engine: Uint8Array}} Parts */

/** @returns {Promise<Parts>} */
export async function fetchParts() {
  const [memory, engine] = await Promise.all([MEMORY ? unsqueezed(MEMORY) : null, unsqueezed(ENGINE)]);
  return { memory, engine };
}

/**
 * @param {Promise<Parts>} parts this worker's own: nobody else can read the memory afterwards
 * @param {(error: unknown) => void} died called when Python ends for good, as by a stack or a memory used up
 * @returns {Promise<any>} Pyodide, with the engine where it can be imported
 */
export async function startPython(parts, died) {
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  const { memory, engine } = await parts;
  const python = await loadPyodide({ indexURL: PYODIDE, ...(memory ? { _loadSnapshot: memory } : {}) });
  delete python._api.config._loadSnapshot;
  python._api.on_fatal = died;
  /** @type {any} */ (memory?.buffer)?.transfer?.(0); // 30 MB that are not needed again, freed at once
  layOut(python.FS, engine);
  python.runPython("import sys, random; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True; random.seed()");
  return python;
}
