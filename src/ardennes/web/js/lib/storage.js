// Values stored in the browser. They may be damaged or written by another version: invalid values are left out, and the
// old text is saved under another key before it is overwritten.

/** @typedef {(value: any, name?: any) => boolean} Check */

/** Values that did not fit into the storage, until the page is closed. @type {Map<string, string>} */
const unstored = new Map();

/** @type {Check} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @type {Check} */
export const isText = (value) => typeof value === "string";
/** Whether a value may be sent in a header. @type {Check} */
export const isToken = (value) => isText(value) && /^[\w-]+$/.test(value);
/** @type {Check} */
export const isBoolean = (value) => typeof value === "boolean";
/** @type {Check} */
export const isNumber = (value) => Number.isFinite(value);

/** The valid values of an object. @param {any} value @param {Check} fits @returns {Record<string, any>} */
const only = (value, fits) => isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name, one]) => fits(one, name))) : {};

/** An object with only valid values. @param {Check} fits @returns {Check} */
export const objectOf = (fits) => (value) => isObject(value) && Object.entries(value).every(([name, one]) => fits(one, name));
/** An object with at least these fields. @param {Record<string, Check>} fields @returns {Check} */
export const withFields = (fields) => (value) => isObject(value) && Object.entries(fields).every(([name, fits]) => fits(value[name], name));

/** @param {string} key */
export const readText = (key) => unstored.get(key) ?? localStorage.getItem(key);

/** Stored values by name; invalid ones are left out. @param {string} key @param {Check} fits @returns {Record<string, any>} */
export function readValues(key, fits) {
  const text = readText(key);
  if (text === null) return {};
  let value;
  try {
    value = JSON.parse(text);
  } catch { /* it is damaged */ }
  const values = only(value, fits);
  if (!isObject(value) || Object.keys(values).length < Object.keys(value).length) {
    console.warn(`The stored ${key} is damaged; a copy was saved as ${key}.damaged.`);
    store(`${key}.damaged`, text);
    store(key, JSON.stringify(values));
  }
  return values;
}

/** @param {string} key @param {string} text */
export function store(key, text) {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch (error) {
    console.warn(`There is no room to store ${key}:`, error);
    unstored.set(key, text);
  }
}

/** A short hash. @param {string} text */
function checksum(text) {
  let sum = 2166136261;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619) >>> 0;
  return sum.toString(16);
}

/** Store a text with a checksum, for the same version only. @param {string} key @param {string} version @param {string} text */
export const writeChecked = (key, version, text) => store(key, `${checksum(version + text)} ${text}`);

/** Read such a text; if it is damaged or of another version, delete it and return null. @param {string} key @param {string} version */
export function readChecked(key, version) {
  const stored = localStorage.getItem(key);
  if (stored === null) return null;
  const at = stored.indexOf(" ");
  const text = stored.slice(at + 1);
  if (stored.slice(0, at) === checksum(version + text)) return text;
  localStorage.removeItem(key);
  return null;
}
