// The table while a match is played: orders, modes, keys, messages.
export const match = /** @type {const} */ ({
});
