// An open game: its records, its worksheet, and every change stored in this browser at once.
import { notice } from "../lib/dom.js";
import { readText, store } from "../lib/storage.js";
import { t } from "../lib/text.js";
import { call } from "./engine.js";
import { readGame, writeGame } from "./store.js";

/** @typedef {import("./types.js").Stored} Stored */
/** @typedef {import("./types.js").GameFile} GameFile */
/** @typedef {import("./types.js").Conflict} Conflict */

const UMPIRE = "ardennes.umpire";
const SOON = 100; // milliseconds until drafts are stored

/** The name under which this umpire's changes are logged. */
export const umpireName = () => readText(UMPIRE) || t("umpire.umpire");
/** @param {string} name */
export const rememberUmpire = (name) => store(UMPIRE, name);

const clock = () => new Date().toTimeString().slice(0, 5);

/** @param {GameFile} game @returns {Promise<Stored>} */
export async function keepNew(game) {
  const { tables } = await call("show", { game });
  const id = crypto.getRandomValues(new Uint32Array(2)).reduce((text, one) => text + one.toString(36), "");
  /** @type {Stored} */
  const stored = { id, name: tables.game.now.name, saved: Date.now(), number: 0, game, drafts: {} };
  await writeGame(stored);
  return stored;
}

export class Desk {
  /** @param {Stored} stored */
  constructor(stored) {
    this.stored = stored;
    /** Called after every change. @type {() => void} */
    this.changed = () => {};
    /** Called when all that was entered is stored, and when it is not yet. @type {(all: boolean) => void} */
    this.keeps = () => {};
    /** Chooses between two versions of a field; null: not now. @type {(conflicts: Conflict[]) => Promise<Record<string, string> | null>} */
    this.choose = async () => null;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.saved = true;
    this.shown = /** @type {import("./types.js").Shown} */ ({ tables: { game: { now: {} }, sides: {} }, log: [], undone: [] });
    this.sheet = /** @type {import("./types.js").Worksheet} */ ({ turn: 1, date: "", part: "", weather: "", next: "", left: [], possible: [], steps: [] });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} id */
  static async open(id) {
    const stored = await readGame(id);
    if (!stored) throw new Error(t("umpire.gone"));
    const desk = new Desk(stored);
    await desk.refresh();
    return desk;
  }

  get game() {
    return this.stored.game;
  }

  get tables() {
    return this.shown.tables;
  }

  get units() {
    return this.tables.units ?? {};
  }

  get now() {
    return this.tables.game.now;
  }

  /** @param {string} side */
  sideName(side) {
    return this.tables.sides[side]?.name || side;
  }

  async refresh() {
    const game = this.game;
    [this.shown, this.sheet] = await Promise.all([call("show", { game }), call("worksheet", { game })]);
  }

  /** Ask without a change. @param {string} method @param {Record<string, unknown>} [given] */
  ask(method, given = {}) {
    return call(method, { game: this.game, ...given });
  }

  /** Change the game and store it. One change follows another. @param {string} method @param {Record<string, unknown>} [given] */
  change(method, given = {}) {
    const work = async () => {
      const result = await this.ask(method, { by: umpireName(), time: clock(), ...given });
      await this.adopt(result.game);
      return result;
    };
    const done = this.queue.then(work, work);
    this.queue = done;
    return done;
  }

  /** @param {GameFile} game */
  async adopt(game) {
    this.stored.game = game;
    await this.refresh();
    this.stored.name = this.now.name ?? "";
    const open = this.tables.tasks ?? {};
    for (const id of Object.keys(this.stored.drafts)) if (!open[id] || open[id].done) delete this.stored.drafts[id];
    await this.save();
    this.changed();
  }

  /** Store the game. If another tab has changed it, both copies are merged first. */
  async save() {
    this.stored.saved = Date.now();
    try {
      const other = await writeGame(this.stored);
      if (other) await this.mergeWith(other.game, other.number);
      else this.stored.number += 1;
      this.saved = true;
    } catch (error) {
      this.saved = false;
      throw error;
    }
  }

  /** Take in a copy that was changed apart. @param {GameFile} theirs @param {number} [number] the copy's, if it is the stored one */
  async mergeWith(theirs, number = this.stored.number) {
    const given = { mine: this.game, theirs, by: umpireName() };
    let merged = await call("merge", given);
    if (!merged.game) {
      const choices = await this.choose(merged.conflicts);
      if (!choices) throw new Error(t("umpire.merge.not-now"));
      merged = await call("merge", { ...given, choices });
    }
    this.stored.number = number;
    await this.adopt(merged.game);
  }

  /** The values of a row, as far as they are entered. @param {import("./types.js").Row} row @returns {import("./types.js").Values} */
  valuesOf(row) {
    return this.stored.drafts[row.id]?.values ?? row.values ?? {};
  }

  /** What was entered for a task and not applied yet. @param {string} task @returns {import("./types.js").Draft} */
  draft(task) {
    return this.stored.drafts[task] ??= { values: structuredClone(this.tables.tasks?.[task]?.values ?? {}), dice: [], hear: {} };
  }

  /** Store drafts soon: typing is one change. */
  keepDrafts() {
    if (this.timer) return;
    this.keeps(false);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const keep = () => this.save().then(() => this.keeps(!this.timer), (error) => notice(error.message));
      this.queue = this.queue.then(keep, keep);
    }, SOON);
  }
}
