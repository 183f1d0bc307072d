// A browser that bars this page from keeping anything throws at the very word: then the page remembers what it must in
// memory, and says later that nothing is kept. Runs before the page's own modules.
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    void (/** @type {any} */ (window)[name].length);
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    const value = {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {unknown} */ text) => { kept.set(key, String(text)); },
      removeItem: (/** @type {string} */ key) => { kept.delete(key); },
    };
    Object.defineProperty(window, name, { value, configurable: true });
  }
}
