// The page after a match: result, report, charts.
export const end = /** @type {const} */ ({
});
