// Run by the build in Node: what every visitor's browser would otherwise have to do again. Python started once and
// its memory written down (a quarter of the time to start), and the engine compiled for it.
// node prepare.mjs memory PYODIDE OUT | node prepare.mjs compile PYODIDE IN.zip OUT.zip
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [what, folder, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const indexURL = `${folder}/`;

// What the engine imports of the standard library. `random` is seeded anew where the memory is used.
const USED = "asyncio, bisect, collections, concurrent.futures.thread, contextlib, csv, dataclasses, datetime, decimal, difflib, fractions, functools, gzip, hashlib, heapq, importlib.readers, importlib.resources.readers, importlib.resources._adapters, importlib.util, inspect, io, itertools, json, logging, math, numbers, pathlib, pkgutil, queue, random, re, secrets, string, tempfile, threading, time, tomllib, typing, urllib.parse, uuid, zipfile, zlib";

const COMPILE = `
import importlib._bootstrap_external as bootstrap, importlib.util, zipfile
with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
    for name in given.namelist():
        data = given.read(name)
        if name.endswith(".py"):
            code = compile(data, "/engine/" + name, "exec", dont_inherit=True)
            data, name = bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(data), False), name + "c"
        made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`;

if (what === "memory") {
  const python = await loadPyodide({ indexURL, _makeSnapshot: true, env: { HOME: "/home" } });
  python.runPython(`import ${USED}`);
  writeFileSync(from, python.makeMemorySnapshot());
} else {
  const python = await loadPyodide({ indexURL });
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(from)));
  python.runPython(COMPILE);
  writeFileSync(to, python.FS.readFile("/out.zip"));
}
