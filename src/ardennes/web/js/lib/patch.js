// Apply a patch to a copy of a value; docs/reference/protocol.md explains the format.

/** @param {any} old @param {any} patch @returns {any} */
export function patched(old, patch) {
  if (Array.isArray(patch)) return patch[0];
  return Array.isArray(old) ? items(old, patch) : fields(old, patch);
}

/** @param {any[]} old @param {{cut?: number[], add?: [number, any][], change?: [number, any][]}} patch */
function items(old, { cut = [], add = [], change = [] }) {
  const gone = new Set(cut);
  const list = old.filter((_, at) => !gone.has(at));
  for (const [at, value] of add) list.splice(at, 0, value);
  for (const [at, inner] of change) list[at] = patched(list[at], inner);
  return list;
}

/** @param {Record<string, any>} old @param {Record<string, any>} patch */
function fields(old, patch) {
  const list = Object.entries(old).flatMap(([name, value]) => {
    if (!Object.hasOwn(patch, name)) return [[name, value]];
    return Array.isArray(patch[name]) && !patch[name].length ? [] : [[name, patched(value, patch[name])]];
  });
  for (const [name, [value, before]] of Object.entries(patch).filter(([name]) => !Object.hasOwn(old, name))) {
    const at = list.findIndex(([other]) => other === before);
    list.splice(at < 0 ? list.length : at, 0, [name, value]);
  }
  return Object.fromEntries(list);
}
