// Python with the engine in it, in a worker: its memory as it is just after starting, and the engine's files.
import { ENGINE } from "./version.js";

const PYODIDE = new URL("pyodide/", import.meta.url).href;

/** @param {string} name of a file beside this one, compressed @returns {Promise<Uint8Array>} */
async function unsqueezed(name) {
  const found = await fetch(new URL(name, import.meta.url));
  if (!found.ok || !found.body) throw new Error("a part of this page is missing; it may have been replaced by a newer version: load it again");
  return new Uint8Array(await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Lays the engine's files out where Python finds them: site/build.py says how they are packed. @param {any} files @param {Uint8Array} packed */
function layOut(files, packed) {
  let at = packed.indexOf(10) + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(packed.subarray(0, at)))) {
    files.mkdirTree(`/engine/${path.slice(0, path.lastIndexOf("/"))}`);
    files.writeFile(`/engine/${path}`, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** @returns {Promise<any>} Pyodide, with the engine where it can be imported */
export async function startPython() {
  const [memory, engine] = [unsqueezed("memory.bin"), unsqueezed(ENGINE)];
  engine.catch(() => {}); // told below, after the other
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: PYODIDE, _loadSnapshot: await memory });
  delete python._api.config._loadSnapshot; // 30 MB that nobody reads again
  layOut(python.FS, await engine);
  python.runPython("import sys, random; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True; random.seed()");
  return python;
}
