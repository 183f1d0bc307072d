// The panels around the map: units, odds, forces, log, menu.
export const panels = /** @type {const} */ ({
});
