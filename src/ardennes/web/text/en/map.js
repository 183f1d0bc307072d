// Labels and descriptions on the map.
export const map = /** @type {const} */ ({
});
