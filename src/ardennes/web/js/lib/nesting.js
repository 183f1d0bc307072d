// The limit of how deep JSON may be nested, before it is parsed: kernel/nesting.py has the same and says why.

const DEEPEST = 64;
export const TOO_DEEP = `it has brackets inside brackets more than ${DEEPEST} deep`;

/** Whether brackets in a JSON text are nested deeper than any text of ours. @param {string} text */
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
