// A browser that blocks storage throws on any access to it. Then the page stores what it needs in memory and says later
// that nothing is saved. Runs before the page's own modules.
for (const name of ["localStorage", "sessionStorage"]) {
  try {
    void (/** @type {any} */ (window)[name].length);
  } catch {
    /** @type {Map<string, string>} */
    const values = new Map();
    const value = {
      getItem: (/** @type {string} */ key) => values.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {unknown} */ text) => { values.set(key, String(text)); },
      removeItem: (/** @type {string} */ key) => { values.delete(key); },
    };
    Object.defineProperty(window, name, { value, configurable: true });
  }
}
