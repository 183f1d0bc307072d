// The umpire's page for games at a real table.
export const umpire = /** @type {const} */ ({
});
