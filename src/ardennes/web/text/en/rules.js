// The rulebook and the cases to try.
export const rules = /** @type {const} */ ({
});
