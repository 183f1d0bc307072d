// Calls to the umpire's desk (src/ardennes/umpire/api.py), on the server or, in the static site, in this browser.
import { post } from "../lib/api.js";
import { t } from "../lib/text.js";

/** A mistake in what was entered: its field, and in a list which item, counted from 1. */
export class Mistake extends Error {
  /** @param {{words: string, field?: string, item?: number}} error */
  constructor({ words, field = "", item = 0 }) {
    super(words);
    this.field = field;
    this.item = item;
  }
}

/** @param {string} method @param {Record<string, unknown>} [given] @returns {Promise<any>} */
export async function call(method, given = {}) {
  const result = await post(`/api/umpire/${method}`, { given }).catch((error) => {
    throw error instanceof TypeError ? new Error(t("umpire.offline")) : error; // the request did not get through
  });
  if (result.error) throw new Mistake(result.error);
  return result;
}

/** @type {Promise<import("./types.js").Question[]> | null} */
let asked = null;

/** The questions and their fields. @returns {Promise<import("./types.js").Question[]>} */
export function questions() {
  asked ??= call("questions").then((result) => result.questions);
  asked.catch(() => { asked = null; });
  return asked;
}
