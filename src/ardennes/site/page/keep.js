// Where matches are kept: IndexedDB, or only memory where this browser keeps nothing. Texts are the engine's JSON.
// `numbers` holds by match the number of its row, which goes up whenever the row is written; `rows` the match without
// its orders; `lines` and `snapshots` its orders and positions by number. What is written is described in shelf.py.

const NAME = "ardennes", STORES = /** @type {const} */ (["numbers", "rows", "lines", "snapshots"]);

/** @typedef {{match: string, had: number, row: string | null, cut: number | null, lines: [number, string][], snapshots: [number, string][], drop: number[]}} Write */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((good, bad) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad(request.error);
});

/** All of a match in one of its stores. @param {string} match @param {number} [after] */
const of = (match, after = 0) => IDBKeyRange.bound([match, after], [match, Infinity], true);

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((good, bad) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => { for (const store of STORES) request.result.createObjectStore(store); };
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
    request.onblocked = () => bad(new Error("another tab holds an older version of the matches"));
  });
}

class Kept {
  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
    this.lasting = true;
  }

  /** @param {string} store */
  at(store) {
    return this.db.transaction(store).objectStore(store);
  }

  async numbers() {
    const store = this.at("numbers");
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
  }

  /** @param {string[]} matches */
  async rows(matches) {
    const both = this.db.transaction(["numbers", "rows"]);
    const read = matches.map((match) => Promise.all([match, done(both.objectStore("numbers").get(match)), done(both.objectStore("rows").get(match))]));
    return (await Promise.all(read)).filter(([, number]) => number !== undefined).map(([match, number, text]) => [match, number, String(text)]);
  }

  /** @param {string} match */
  async orders(match) {
    const both = this.db.transaction(["lines", "snapshots"]);
    const snapshots = both.objectStore("snapshots");
    const [lines, keys, states] = await Promise.all([done(both.objectStore("lines").getAll(of(match))), done(snapshots.getAllKeys(of(match))), done(snapshots.getAll(of(match)))]);
    return [lines.map(String), keys.map((key, at) => [/** @type {[string, number]} */ (key)[1], String(states[at])])];
  }

  /** One transaction: all of it, or nothing and why not. @param {Write[]} writes @returns {Promise<string>} */
  write(writes) {
    return new Promise((answer) => {
      const change = this.db.transaction(STORES, "readwrite", { durability: "strict" });
      let why = "";
      change.oncomplete = () => answer("");
      change.onabort = () => answer(why || (change.error?.name === "QuotaExceededError" ? "full" : String(change.error)));
      const [numbers, rows, lines, snapshots] = STORES.map((name) => change.objectStore(name));
      const put = (/** @type {Write} */ { match, had, row, cut, lines: given, snapshots: states, drop }) => {
        if (row === null) {
          numbers.delete(match);
          rows.delete(match);
        } else {
          numbers.put(had + 1, match);
          rows.put(row, match);
        }
        if (row === null || cut !== null) for (const store of [lines, snapshots]) store.delete(of(match, cut ?? 0));
        for (const number of drop) snapshots.delete([match, number]);
        for (const [number, text] of given) lines.put(text, [match, number]);
        for (const [number, text] of states) snapshots.put(text, [match, number]);
      };
      let left = writes.length;
      for (const write of writes) {
        numbers.get(write.match).onsuccess = (event) => {
          const now = /** @type {IDBRequest<number | undefined>} */ (event.target).result ?? 0;
          if (now !== write.had) {
            why = "overtaken";
            change.abort();
          } else if (!--left) writes.forEach(put);
        };
      }
    });
  }
}

/** The same in memory: what is here is gone with the page. */
class Forgotten {
  constructor() {
    this.lasting = false;
    this.kept = /** @type {Map<string, {number: number, row: string, lines: Map<number, string>, snapshots: Map<number, string>}>} */ (new Map());
  }

  async numbers() {
    return Object.fromEntries([...this.kept].map(([match, { number }]) => [match, number]));
  }

  /** @param {string[]} matches */
  async rows(matches) {
    return matches.flatMap((match) => {
      const found = this.kept.get(match);
      return found ? [[match, found.number, found.row]] : [];
    });
  }

  /** @param {string} match */
  async orders(match) {
    const found = this.kept.get(match), sorted = (/** @type {Map<number, string> | undefined} */ all) => [...all ?? []].sort(([a], [b]) => a - b);
    return [sorted(found?.lines).map(([, text]) => text), sorted(found?.snapshots)];
  }

  /** @param {Write[]} writes @returns {Promise<string>} */
  async write(writes) {
    if (writes.some(({ match, had }) => (this.kept.get(match)?.number ?? 0) !== had)) return "overtaken";
    for (const { match, had, row, cut, lines, snapshots, drop } of writes) {
      if (row === null) {
        this.kept.delete(match);
        continue;
      }
      const one = this.kept.get(match) ?? { number: 0, row, lines: new Map(), snapshots: new Map() };
      for (const all of [one.lines, one.snapshots]) for (const n of [...all.keys()]) if (cut !== null && n > cut) all.delete(n);
      for (const n of drop) one.snapshots.delete(n);
      for (const [n, text] of lines) one.lines.set(n, text);
      for (const [n, text] of snapshots) one.snapshots.set(n, text);
      this.kept.set(match, { ...one, number: had + 1, row });
    }
    return "";
  }
}

/** What this browser keeps matches in. */
export async function keeping() {
  try {
    return new Kept(await open());
  } catch (error) {
    console.warn("This browser keeps nothing:", error);
    return new Forgotten();
  }
}
