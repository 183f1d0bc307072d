// Replay of a turn, a battle or a match.
export const replay = /** @type {const} */ ({
});
