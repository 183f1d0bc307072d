// Hexes in texts: the server writes "St. Vith (1206)"; the page shows the name, and the number on hover.

/** What the hexes of the map shown are called, by number. @type {Map<string, string>} */
const names = new Map();

/** The map whose hexes are named from now on. @param {import("../types.gen.js").Stage} stage */
export function useHexNames(stage) {
  names.clear();
  for (const hex of stage.hexes) names.set(hex.id, hex.place || hex.name || "");
}

/** What a hex is called; its number if it has no name. @param {string} id */
export const hexName = (id) => names.get(id) || id;

/** A text apart: the texts between hexes, and each hex with its name. @param {string} text @returns {(string | {id: string, name: string})[]} */
export function splitHexes(text) {
  /** @type {(string | {id: string, name: string})[]} */
  const parts = [];
  let from = 0;
  for (const match of text.includes("(") && names.size ? text.matchAll(/ \(([A-Z]?\d[\d,]*)\)/g) : []) {
    const name = names.get(match[1]);
    if (!name || !text.slice(from, match.index).endsWith(name)) continue;
    parts.push(text.slice(from, match.index - name.length), { id: match[1], name });
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

/** A text without the numbers of its hexes. @param {string} text */
export const withoutNumbers = (text) => splitHexes(text).map((part) => typeof part === "string" ? part : part.name).join("");
