// Reading a file that somebody chose: it may be anything.
import { TOO_DEEP, isTooDeep } from "./nesting.js";

/**
 * A JSON object from a file. An error says what else the file is.
 * @param {File} file @param {string} kind what it should be @param {string} remedy how to get such a file @returns {Promise<Record<string, any>>}
 */
export async function readFile(file, kind, remedy) {
  const text = await file.text();
  const refuse = (/** @type {string} */ why) => new Error(`${file.name} is not a ${kind}: ${why}. ${remedy}`);
  if (isTooDeep(text)) throw refuse(TOO_DEEP);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("it does not hold a JSON object");
  return value;
}
