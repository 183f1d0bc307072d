// Storage of matches: IndexedDB, or only memory if this browser stores nothing. Texts are the engine's JSON.
// `numbers` has the number of each match's row, which increases whenever the row is written; `rows` the match without
// its orders; `lines` and `snapshots` its orders and positions by number. site/store.py describes the content.
// Damaged values (of a wrong type) are null here, and the engine reports them.

const NAME = "ardennes", VERSION = 1, STORES = /** @type {const} */ (["numbers", "rows", "lines", "snapshots"]);

/** Why stored matches cannot be used. transport.js and front.py say what each means. @typedef {"barred" | "newer" | "older" | "incomplete" | "cleared"} Trouble */
/** @typedef {{match: string, had: number | null, row: string | null, cut: number | null, lines: [number, string][], snapshots: [number, string][], drop: number[]}} Write */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((good, bad) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad(request.error);
});

/** The same; null if it cannot be read. Other requests of the transaction continue. @template T @param {IDBRequest<T>} request @returns {Promise<T | null>} */
const doneOrNull = (request) => new Promise((good) => {
  request.onsuccess = () => good(request.result);
  request.onerror = (event) => {
    event.preventDefault();
    good(null);
  };
});

/** All of a match in one of its stores. @param {string} match @param {number} [after] */
const of = (match, after = 0) => IDBKeyRange.bound([match, after], [match, Infinity], true);
/** The first key after all those of a match. @param {string} match */
const behind = (match) => [`${match}\0`];
/** The same, including keys of other programs. @param {string} match */
const anythingOf = (match) => IDBKeyRange.bound([match], behind(match), false, true);

/** The number of a row; null: it is damaged. @param {unknown} value */
const whole = (value) => typeof value === "number" && value > 0 && Number.isSafeInteger(value + 1) ? value : null;
/** @param {unknown} value */
const text = (value) => typeof value === "string" ? value : null;
/** The number in the key of an order or a position. @param {IDBValidKey} key */
const numberIn = (key) => /** @type {[string, number]} */ (key)[1];
/** The same value, or its name if JSON cannot express it. @param {unknown} value */
function writable(value) {
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return typeof value === "bigint" ? String(value) : Object.prototype.toString.call(value);
  }
}
const isText = (/** @type {unknown} */ key) => typeof key === "string";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((good, bad) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => { for (const store of STORES) request.result.createObjectStore(store); };
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
    request.onblocked = () => bad(new DOMException("another tab holds an older version of the matches", "BlockedError"));
  });
}

/** The matches with entries in a store of orders or positions. @param {IDBObjectStore} store @returns {Promise<string[]>} */
const matchesIn = (store) => new Promise((good, bad) => {
  /** @type {string[]} */
  const matches = [];
  const request = store.openKeyCursor(IDBKeyRange.lowerBound([]));
  request.onerror = () => bad(request.error);
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return good(matches);
    const [match] = /** @type {any[]} */ (cursor.key);
    if (!isText(match)) return cursor.continue();
    matches.push(match);
    return cursor.continue(behind(match));
  };
});

class Kept {
  /** @param {IDBDatabase} db @param {(why: Trouble) => void} lost called when matches can no longer be read or written */
  constructor(db, lost) {
    this.db = db;
    /** @type {Trouble | ""} Why nothing can be stored from the start. */
    this.trouble = "";
    /** @type {Trouble | ""} Why the storage became unavailable while the page was open. */
    this.lost = "";
    /** @type {Set<string> | null} Matches that had only orders or positions when this page was opened. */
    this.remains = null;
    this.tell = lost;
    db.onclose = () => this.close("cleared");
    db.onversionchange = (event) => this.close(event.newVersion === null ? "cleared" : "newer");
  }

  /** @param {Trouble} why */
  close(why) {
    this.db.close();
    if (!this.lost) this.tell(why);
    this.lost ||= why;
  }

  /** A transaction. @param {IDBTransactionMode} [mode] */
  begin(mode = "readonly") {
    try {
      return this.db.transaction(STORES, mode, { durability: "strict" });
    } catch (error) { // the connection is closed
      this.close("cleared");
      throw error;
    }
  }

  /** By match: the number of its row; null if it is damaged or missing. */
  async numbers() {
    const read = this.begin();
    const numbers = read.objectStore("numbers");
    const [keys, values, rows, parts] = await Promise.all([done(numbers.getAllKeys()), done(numbers.getAll()), done(read.objectStore("rows").getAllKeys()), this.remains ? [] : Promise.all([matchesIn(read.objectStore("lines")), matchesIn(read.objectStore("snapshots"))])]);
    const known = new Map(keys.map((key, at) => [key, whole(values[at])]));
    for (const key of rows) if (!known.has(key)) known.set(key, null);
    this.remains ??= new Set(parts.flat().filter((match) => !known.has(match)));
    for (const match of this.remains) if (!known.has(match)) known.set(match, null);
    return Object.fromEntries([...known].filter(([key]) => isText(key)));
  }

  /** Number and row of a match. @param {IDBTransaction} read @param {string} match */
  async head(read, match) {
    const [number, row] = await Promise.all([doneOrNull(read.objectStore("numbers").get(match)), doneOrNull(read.objectStore("rows").get(match))]);
    return { gone: number === undefined && row === undefined && !this.remains?.has(match), number: whole(number), row: text(row) };
  }

  /** The matches that exist. @param {string[]} matches */
  async rows(matches) {
    const read = this.begin();
    const heads = await Promise.all(matches.map((match) => this.head(read, match)));
    return matches.flatMap((match, at) => heads[at].gone ? [] : [[match, heads[at].number, heads[at].row]]);
  }

  /** A whole match at one moment, unaffected by other tabs; null if there is none. @param {string} match */
  async orders(match) {
    const read = this.begin();
    const [{ gone, number, row }, ...parts] = await Promise.all([this.head(read, match), ...["lines", "snapshots"].flatMap((name) => {
      const store = read.objectStore(name);
      return [done(store.getAllKeys(of(match))), doneOrNull(store.getAll(of(match))).then((found) => found ?? [])];
    })]);
    if (gone) return null;
    const paired = (/** @type {any[]} */ keys, /** @type {any[]} */ values) => keys.map((key, at) => [numberIn(key), text(values[at])]);
    return [number, row, paired(parts[0], parts[1]), paired(parts[2], parts[3])];
  }

  /** Everything stored of a match, unchanged, including damaged parts. @param {string} match */
  async whole(match) {
    const read = this.begin();
    const [numbers, rows, lines, snapshots] = STORES.map((name) => read.objectStore(name));
    const all = async (/** @type {IDBObjectStore} */ store) => {
      const [keys, values] = await Promise.all([done(store.getAllKeys(anythingOf(match))), doneOrNull(store.getAll(anythingOf(match)))]);
      return keys.map((key, at) => [numberIn(key), writable(values?.[at])]);
    };
    const [number, row, orders, positions] = await Promise.all([doneOrNull(numbers.get(match)), doneOrNull(rows.get(match)), all(lines), all(snapshots)]);
    return { match, number: writable(number), row: writable(row), orders, positions };
  }

  /** Writes in one transaction; returns why if nothing was written. @param {Write[]} writes @returns {Promise<string>} */
  async write(writes) {
    try {
      return await this.changed(writes);
    } catch (error) { // the connection is closed
      return String(error);
    }
  }

  /** @param {Write[]} writes @returns {Promise<string>} */
  changed(writes) {
    return new Promise((answer) => {
      const change = this.begin("readwrite");
      let why = "";
      change.oncomplete = () => answer("");
      change.onabort = () => answer(why || (change.error?.name === "QuotaExceededError" ? "full" : String(change.error)));
      const [numbers, rows, lines, snapshots] = STORES.map((name) => change.objectStore(name));
      const put = (/** @type {Write} */ { match, had, row, cut, lines: given, snapshots: states, drop }) => {
        if (row === null) {
          this.remains?.delete(match);
          numbers.delete(match);
          rows.delete(match);
        } else {
          numbers.put((had ?? 0) + 1, match);
          rows.put(row, match);
        }
        if (row === null || cut !== null) for (const store of [lines, snapshots]) store.delete(row === null ? anythingOf(match) : of(match, cut ?? 0));
        for (const number of drop) snapshots.delete([match, number]);
        for (const [number, text] of given) lines.put(text, [match, number]);
        for (const [number, text] of states) snapshots.put(text, [match, number]);
      };
      let left = writes.length;
      for (const write of writes) {
        numbers.get(write.match).onsuccess = (event) => {
          const { result } = /** @type {IDBRequest<unknown>} */ (event.target);
          const overtaken = write.had === null ? whole(result) !== null : write.had === 0 ? result !== undefined : result !== write.had;
          if (overtaken) {
            why = "overtaken";
            change.abort();
          } else if (!--left) writes.forEach(put);
        };
      }
    });
  }
}

/** The same in memory: lost when the page closes. */
class Forgotten {
  /** @param {Trouble} why */
  constructor(why) {
    this.trouble = why;
    this.lost = "";
    this.rowsByMatch = /** @type {Map<string, {number: number, row: string, lines: Map<number, string>, snapshots: Map<number, string>}>} */ (new Map());
  }

  async numbers() {
    return Object.fromEntries([...this.rowsByMatch].map(([match, { number }]) => [match, number]));
  }

  /** @param {string[]} matches */
  async rows(matches) {
    return matches.flatMap((match) => {
      const stored = this.rowsByMatch.get(match);
      return stored ? [[match, stored.number, stored.row]] : [];
    });
  }

  /** @param {string} match */
  async orders(match) {
    const stored = this.rowsByMatch.get(match), sorted = (/** @type {Map<number, string> | undefined} */ all) => [...all ?? []].sort(([a], [b]) => a - b);
    return stored ? [stored.number, stored.row, sorted(stored.lines), sorted(stored.snapshots)] : null;
  }

  /** @param {string} match */
  async whole(match) {
    const [number, row, orders, positions] = await this.orders(match) ?? [];
    return { match, number, row, orders, positions };
  }

  /** @param {Write[]} writes @returns {Promise<string>} */
  async write(writes) {
    if (writes.some(({ match, had }) => (this.rowsByMatch.get(match)?.number ?? 0) !== had)) return "overtaken";
    for (const { match, had, row, cut, lines, snapshots, drop } of writes) {
      if (row === null) {
        this.rowsByMatch.delete(match);
        continue;
      }
      const one = this.rowsByMatch.get(match) ?? { number: 0, row, lines: new Map(), snapshots: new Map() };
      for (const all of [one.lines, one.snapshots]) for (const n of [...all.keys()]) if (cut !== null && n > cut) all.delete(n);
      for (const n of drop) one.snapshots.delete(n);
      for (const [n, text] of lines) one.lines.set(n, text);
      for (const [n, text] of snapshots) one.snapshots.set(n, text);
      this.rowsByMatch.set(match, { ...one, number: (had ?? 0) + 1, row });
    }
    return "";
  }
}

/** What an error at opening means. @type {Record<string, Trouble>} */
const TROUBLES = { VersionError: "newer", BlockedError: "older" };

/** Opens this browser's storage of matches. @param {(why: Trouble) => void} lost called when it becomes unavailable */
export async function keeping(lost) {
  try {
    const db = await open();
    if (STORES.every((store) => db.objectStoreNames.contains(store))) return new Kept(db, lost);
    db.close();
    return new Forgotten("incomplete");
  } catch (error) {
    console.warn("This browser keeps nothing:", error);
    return new Forgotten(TROUBLES[/** @type {Error} */ (error)?.name] ?? "barred");
  }
}
