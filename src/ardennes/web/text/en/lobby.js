// The lobby: matches, new matches, saved files, printing counters.
export const lobby = /** @type {const} */ ({
});
