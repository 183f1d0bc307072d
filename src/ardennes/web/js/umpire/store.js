// Games of the umpire in this browser: a database that needs no server.
import { t } from "../lib/text.js";

/** @typedef {import("./types.js").Stored} Stored */

const NAME = "ardennes-umpire", GAMES = "games";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  opened ??= new Promise((good, bad) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: "id" });
    asked.onsuccess = () => good(asked.result);
    asked.onerror = () => {
      opened = null;
      bad(new Error(t("umpire.store.closed", { why: asked.error?.message ?? "" })));
    };
  });
  return opened;
}

/**
 * Do one thing in one transaction.
 * @template T @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
async function run(mode, work) {
  const open = await database();
  return new Promise((good, bad) => {
    const transaction = open.transaction(GAMES, mode);
    const asked = work(transaction.objectStore(GAMES));
    transaction.oncomplete = () => good(asked.result);
    transaction.onabort = () => bad(new Error(t("umpire.store.full", { why: transaction.error?.message ?? "" })));
  });
}

/** All games, the last changed first. @returns {Promise<Stored[]>} */
export const listGames = async () => (await run("readonly", (games) => games.getAll())).sort((a, b) => b.saved - a.saved);
/** @param {string} id @returns {Promise<Stored | undefined>} */
export const readGame = (id) => run("readonly", (games) => games.get(id));
/** @param {string} id */
export const deleteGame = (id) => run("readwrite", (games) => games.delete(id));

/**
 * Store a game unless another tab has changed it since; then nothing is stored, and that game is returned.
 * @param {Stored} stored its number is that of the change before @returns {Promise<Stored | null>}
 */
export async function writeGame(stored) {
  const open = await database();
  return new Promise((good, bad) => {
    const transaction = open.transaction(GAMES, "readwrite"), games = transaction.objectStore(GAMES);
    /** @type {Stored | null} */
    let other = null;
    const asked = games.get(stored.id);
    asked.onsuccess = () => {
      if (asked.result && asked.result.number !== stored.number) other = asked.result;
      else games.put({ ...stored, number: stored.number + 1 });
    };
    transaction.oncomplete = () => good(other);
    transaction.onabort = () => bad(new Error(t("umpire.store.full", { why: transaction.error?.message ?? "" })));
  });
}
