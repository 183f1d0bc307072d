// Read a file that the user chose.
import { DEEPEST, isTooDeep } from "./nesting.js";
import { t } from "./text.js";

/**
 * Read a JSON object from a file.
 * @param {File} file @param {string} kind what it should be, as in "is not a match file" @param {string} remedy how to get such a file @returns {Promise<Record<string, any>>}
 */
export async function readFile(file, kind, remedy) {
  const text = await file.text();
  const refuse = (/** @type {string} */ why) => new Error(t("common.file.refused", { file: file.name, kind, why, remedy }));
  if (isTooDeep(text)) throw refuse(t("common.file.too-deep", { most: DEEPEST }));
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(t("common.file.not-json"));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse(t("common.file.not-object"));
  return value;
}
