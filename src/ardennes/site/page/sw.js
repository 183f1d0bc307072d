// Keeps one version of the whole site, all of it or nothing, and serves nothing else: never a page of one version with
// an engine of another. A newer version is fetched beside it and takes over when no tab of the old one is open.
/* VERSION, FILES and POLICY are written above by the build. */
/* global VERSION, FILES, POLICY */
const CACHE = `ardennes-${VERSION}`;
const self_ = /** @type {any} */ (self);

/** @param {ArrayBuffer} bytes */
const hash = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");

async function fetchAll() {
  const cache = await caches.open(CACHE);
  for (const [path, wanted] of Object.entries(FILES)) {
    if (await cache.match(path)) continue;
    const found = await fetch(path, { cache: "no-cache" });
    const bytes = await found.arrayBuffer();
    if (!found.ok || await hash(bytes) !== wanted) throw new Error(`${path} is not of version ${VERSION}`);
    const headers = { "Content-Type": found.headers.get("Content-Type") ?? "", "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" };
    await cache.put(path, new Response(bytes, { headers }));
  }
}

async function dropOld() {
  for (const name of await caches.keys()) if (name.startsWith("ardennes-") && name !== CACHE) await caches.delete(name);
}

/** @param {Request} request */
async function serve(request) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(request.url);
  const page = request.mode === "navigate" && pathname === new URL(self_.registration.scope).pathname;
  return await cache.match(page ? "index.html" : origin + pathname) ?? fetch(request); // whatever is asked after the path
}

self_.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
self_.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOld()));
self_.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self_.registration.scope)) event.respondWith(serve(event.request));
});
