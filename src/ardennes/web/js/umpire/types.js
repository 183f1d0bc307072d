// The shapes of the umpire's desk on the wire, as the docstring of `ardennes.umpire` describes them.

/**
 * @typedef {object} Field One thing a question asks.
 * @property {string} name
 * @property {string} label
 * @property {string} about
 * @property {"one" | "many" | "flag"} kind
 * @property {string} type which control a form shows
 * @property {boolean} required
 * @property {string | null} default
 * @property {string[]} choices
 * @property {string} example
 * @property {boolean} rare
 * @property {number} [low]
 * @property {number} [high]
 * @property {{field: string, values: string[]}} [needs]
 */
/** @typedef {{name: string, summary: string, dice: boolean, step: string, fields: Field[]}} Question */
/** @typedef {{what: string, value: string, rule: string, depth: number, origin: string}} Line */
/** @typedef {{text: string, units: {unit: string, what: string}[], may: string[], unknown: string[]}} Heard */
/** @typedef {{what: string, value: string, share: number, percent?: number}} Chance */
/** @typedef {{path: [string, string, string], before?: any, after?: any, dropped?: boolean}} Change */
/** @typedef {Record<string, any>} Values by field */

/**
 * @typedef {object} Answer An answer, or what is still needed for one.
 * @property {string} question
 * @property {string | null} needs the die that is missing
 * @property {Line[]} ledger
 * @property {{for: string, die: number}[]} dice
 * @property {Chance[]} [chances]
 * @property {string} [title]
 * @property {Line[]} [working]
 * @property {string} [table]
 * @property {string} [result]
 * @property {string} [summary]
 * @property {Line[]} [effects]
 * @property {Record<string, Heard>} [hear]
 * @property {string[]} [notes]
 * @property {string[]} [rules]
 * @property {Change[]} [changes]
 * @property {Record<string, any>} [facts]
 */
/** @typedef {{side: string, type: string, status: number, formation?: string, name?: string, troops?: string, full?: number, sp?: number, place?: string, prepared?: boolean, defended?: boolean, dug_in?: boolean, marched?: boolean, immobilised?: boolean, retired?: number, used?: string}} Unit */
/** @typedef {{step: string, question: string, label?: string, values?: Values, turn?: number, done?: boolean, result?: string, note?: string, dice?: number[], hear?: Record<string, Heard>}} Task */
/** @typedef {{name?: string, turn?: number, date?: string, part?: string, weather?: string, readings?: Record<string, any>, attack_sp?: number, support_sp?: number}} Settings */

/**
 * @typedef {object} Tables The records of a game.
 * @property {{now: Settings}} game
 * @property {Record<string, {name?: string}>} sides
 * @property {Record<string, {side: string, name?: string}>} [formations]
 * @property {Record<string, Unit>} [units]
 * @property {Record<string, {side: string, type: string, squadrons: number, damaged?: number}>} [aircraft]
 * @property {Record<string, Task>} [tasks]
 * @property {Record<string, {formation: string, turn: number, text?: string, by?: string}>} [orders]
 */
/** @typedef {{id: string, by: string, at: number, what: string, changes?: Change[], undoes?: string, time?: string}} Entry */
/** @typedef {{tables: Tables, log: Entry[], undone: string[]}} Shown */
/** @typedef {{id: string, label: string, state: "done" | "next" | "waiting" | "open", side?: string, question?: string, values?: Values, result?: string, note?: string, dice?: number[]}} Row */
/** @typedef {{step: string, name: string, done: number, of: number, rows: Row[]}} Step */
/** @typedef {{label: string, step: string, question: string, values: Values}} Possible */
/** @typedef {{turn: number, date: string, part: string, weather: string, next: string, left: string[], possible: Possible[], steps: Step[]}} Worksheet */
/** @typedef {{format: string, version: number, log: Entry[]}} GameFile */
/** @typedef {{values: Values, dice: number[], hear: Record<string, string>}} Draft What an umpire has entered and not applied yet. */
/** @typedef {{id: string, name: string, saved: number, number: number, game: GameFile, drafts: Record<string, Draft>}} Stored A game in this browser; `number` counts its changes. */
/** @typedef {{key: string, path: string[], base: any, mine: any, theirs: any, choices: string[]}} Conflict */
export {};
