// The limit for nested brackets in JSON; kernel/nesting.py has the same and says why.

export const DEEPEST = 64;

/** Whether brackets in a JSON text are nested too deep. @param {string} text */
export function isTooDeep(text) {
  let depth = 0, quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "[" || sign === "{") {
      if (++depth > DEEPEST) return true;
    } else if (sign === "]" || sign === "}") depth--;
  }
  return false;
}
