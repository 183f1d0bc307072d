// The page without a server: starting the engine, storage in the browser.
export const site = /** @type {const} */ ({
});
