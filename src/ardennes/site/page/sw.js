// Caches one complete version of the site and serves nothing else, so that page and engine always have the same
// version. A newer version is downloaded separately and takes over when no tab of the old one is open.
/* VERSION, FILES and POLICY are written above by the build. */
/* global VERSION, FILES, POLICY */
const CACHE = `ardennes-${VERSION}`;
const self_ = /** @type {any} */ (self);

/** @param {ArrayBuffer} bytes */
const hash = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");

const LARGE = /\.(bin|wasm|zip)$/; // takes too long to check at every visit: only where the engine does not start

/** Fetches a file into the cache, if it is of this version. @param {Cache} cache @param {string} path */
async function renew(cache, path) {
  const response = await fetch(path, { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || await hash(bytes) !== FILES[path]) throw new Error(`${path} is not of version ${VERSION}`);
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "", "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };
  await cache.put(path, new Response(bytes, { headers }));
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(FILES)) if (!await cache.match(path)) await renew(cache, path);
}

/** A file of this version; a damaged one in the cache is downloaded again. @param {Cache} cache @param {string} path */
async function sound(cache, path) {
  const response = await cache.match(path);
  if (response && await hash(await response.clone().arrayBuffer()) === FILES[path]) return response;
  await cache.delete(path);
  await renew(cache, path);
  return cache.match(path);
}

async function checkAll() {
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(FILES)) await sound(cache, path).catch((error) => console.warn(error));
}

async function dropOld() {
  for (const name of await caches.keys()) if (name.startsWith("ardennes-") && name !== CACHE) await caches.delete(name);
}

/** @param {Request} request */
async function serve(request) {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(self_.registration.scope);
  const path = decodeURI(new URL(request.url).pathname.slice(pathname.length)) || "index.html"; // whatever is asked after the path
  if (!Object.hasOwn(FILES, path)) return fetch(request);
  const response = LARGE.test(path) ? await cache.match(path) : await sound(cache, path).catch(() => undefined);
  return response ?? fetch(request);
}

self_.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
self_.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOld()));
self_.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self_.registration.scope)) event.respondWith(serve(event.request));
});
self_.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(checkAll())); // the engine did not start
