// What deserves a moment: goals that change hands, the first lead, destroyed divisions, exits, relieved garrisons.
// Everything comes from two boards and the events between them, as the seat may know them.
import { dayOf } from "../../lib/dom.js";
import { hexName } from "../../lib/hex-names.js";
import { t } from "../../lib/text.js";

/** @typedef {import("../../types.gen.js").BoardState} BoardState */
/** @typedef {import("../../types.gen.js").Goal} Goal */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {"goal" | "lead" | "loss" | "exit" | "relief"} Kind */
/** @typedef {{kind: Kind, title: string, count: string, words: string, hex: string, side: string, good: boolean, weight: number, units: string[]}} Felt `side`: whose flag it is; `good`: for the side that looks */
/** @typedef {{stage: Stage, side: string, before: BoardState, after: BoardState, entries: LogEntry[]}} Change what has changed, for the side that looks */

const WEIGHT = { relief: 1, loss: 2, exit: 3, goal: 4, lead: 5 };
const TOWNS = ["town", "city"];
const SETTLES = ["advance", "move", "place", "retreat"]; // events that say how a place changed hands

/** Return what happened, the smallest first. @param {Change} change @param {boolean} hasLed whether this side was ahead before @returns {Felt[]} */
export function findMoments(change, hasLed) {
  const { before, after } = change;
  if (!before.turn || !after.turn) return []; // a set-up has no moments
  const all = [...reliefs(change), ...losses(change), ...exits(change), ...turned(change)];
  return (hasLed || after.result ? all : [...all, ...lead(change)]).sort((a, b) => a.weight - b.weight);
}

/** The goals by hex; a place that both sides need is named once. @param {BoardState} board @returns {Map<string, Goal>} */
function goalsOf(board) {
  const goals = new Map();
  for (const goal of board.victory) if (goal.hex && !goals.has(goal.hex)) goals.set(goal.hex, goal);
  return goals;
}

/** Goals that change hands. @param {Change} change @returns {Felt[]} */
function turned(change) {
  const { stage, side, before, after } = change;
  const held = goalsOf(before);
  return [...goalsOf(after)].flatMap(([hex, goal]) => {
    const old = held.get(hex)?.holder;
    const { holder } = goal;
    if (!old || !holder || old === holder) return [];
    const place = hexName(hex);
    const good = holder === (stage.sides.includes(side) ? side : goal.side);
    const isBack = holder === stage.hexes.find((x) => x.id === hex)?.side;
    const title = !good ? t("replay.moment.lost", { place }) : isBack ? t("replay.moment.retaken", { place }) : t("replay.moment.falls", { place });
    return [{ kind: "goal", title, count: countOf(change, goal), words: lineAbout(change, hex), hex, side: holder, good, weight: WEIGHT.goal, units: [] }];
  });
}

/** How many goals are held: as the line of the goals counts them, else of all places of the same side. @param {Change} change @param {Goal} goal */
function countOf({ before, after }, goal) {
  const counted = countsOf(before, after).find((value) => value);
  if (counted) return counted;
  const all = after.victory.filter((x) => x.hex && x.side === goal.side);
  return t("replay.moment.count", { held: all.filter((x) => x.holder === goal.side).length, all: all.length });
}

/** The counts "1 of 2" that have changed. @param {BoardState} before @param {BoardState} after */
function countsOf(before, after) {
  const old = before.stand?.tallies ?? [];
  return (after.stand?.tallies ?? []).flatMap(({ value }, at) => value !== old[at]?.value && /^\S+ of \S+$/.test(value) ? [value] : []);
}

/** The first time that this side would win. @param {Change} change @returns {Felt[]} */
function lead({ side, stage, before, after }) {
  if (!stage.sides.includes(side) || after.stand?.ahead !== side || !before.stand || before.stand.ahead === side) return [];
  const hex = after.stand.places.find((id) => goalsOf(after).get(id)?.holder === side) ?? after.stand.places[0] ?? "";
  const title = after.turn >= after.turns ? t("replay.moment.hold-today") : t("replay.moment.hold", { day: ordinal(dayOf({ date: after.until ?? "" })) });
  return [{ kind: "lead", title, count: "", words: after.stand.words, hex, side, good: true, weight: WEIGHT.lead, units: [] }];
}

/** "22 December" as "the 22nd". @param {string} date */
function ordinal(date) {
  const n = Number(/\d+/.exec(date)?.[0] ?? 0);
  if (!n) return date;
  const kind = /** @type {"one" | "two" | "few" | "other"} */ (new Intl.PluralRules("en", { type: "ordinal" }).select(n));
  return t(`replay.moment.day-${kind}`, { number: n });
}

/** Divisions of which no unit remains. @param {Change} change @returns {Felt[]} */
function losses(change) {
  const { stage, side, before, after } = change;
  const dead = new Set(after.off_map.dead);
  const fresh = after.off_map.dead.filter((id) => stage.units[id] && !before.off_map.dead.includes(id));
  const names = new Set(fresh.map((id) => `${stage.units[id].side}/${stage.units[id].division || stage.units[id].name}`));
  return [...names].flatMap((key) => {
    const units = Object.entries(stage.units).flatMap(([id, unit]) => `${unit.side}/${unit.division || unit.name}` === key ? [id] : []);
    const isDivision = units.length > 1 || stage.units[units[0]].size_mark.startsWith("XX");
    if (!isDivision || !units.every((id) => dead.has(id))) return [];
    const last = fresh.findLast((id) => units.includes(id)) ?? units[0];
    const unit = stage.units[last];
    const hex = before.units.find((x) => x.id === last)?.hex || happenedAt(change, last);
    return [{ kind: "loss", title: t("replay.moment.destroyed", { unit: unit.division || unit.name }), count: "", words: lineOf(change, last), hex, side: unit.side, good: unit.side !== side, weight: WEIGHT.loss, units: [last] }];
  });
}

/** Units that have left the map by an edge, together. @param {Change} change @returns {Felt[]} */
function exits(change) {
  const { stage, side, before, after } = change;
  const fresh = after.off_map.exited.filter((id) => stage.units[id] && !before.off_map.exited.includes(id));
  if (!fresh.length) return [];
  const last = fresh[fresh.length - 1];
  const unit = stage.units[last];
  const title = fresh.length > 1 ? t("replay.moment.exits", { n: fresh.length }) : t("replay.moment.exit", { unit: unit.name });
  const hex = happenedAt(change, last) || (before.units.find((x) => x.id === last)?.hex ?? "");
  return [{ kind: "exit", title, count: countsOf(before, after)[0] ?? "", words: lineOf(change, last), hex, side: unit.side, good: unit.side === side, weight: WEIGHT.exit, units: fresh }];
}

/** Places whose garrison was cut off and is in supply again. @param {Change} change @returns {Felt[]} */
function reliefs(change) {
  const { stage, side, before, after } = change;
  if (!before.supply[side] || !after.supply[side]) return [];
  const [cut, reached] = [new Set(before.supply[side]), new Set(after.supply[side])];
  const own = (/** @type {BoardState} */ board) => new Set(board.units.filter((x) => stage.units[x.id].side === side).map((x) => x.hex));
  const [stood, stands] = [own(before), own(after)];
  const places = stage.hexes.filter((x) => x.place && (TOWNS.includes(x.kind) || goalsOf(after).has(x.id)));
  return places.filter(({ id }) => stood.has(id) && stands.has(id) && !cut.has(id) && reached.has(id)).map(({ id, place }) =>
    ({ kind: "relief", title: t("replay.moment.relieved", { place }), count: "", words: "", hex: id, side, good: true, weight: WEIGHT.relief, units: [] }));
}

// ---- the log

/** The last event that fits, with its line. @param {Change} change @param {(event: import("../../types.gen.js").GameEvent, card: string) => boolean} fits */
function lastOf({ stage, entries }, fits) {
  const all = entries.flatMap((entry) => entry.events.map((event, at) => ({ event, line: entry.lines[at] ?? "" })));
  return all.findLast(({ event }) => fits(event, stage.events[event.event]?.card ?? ""));
}

/** @param {string} [line] */
const plain = (line = "") => line.replace(/ ?\[[A-Z0-9.-]+\]/g, "");

/** How a hex changed hands. @param {Change} change @param {string} hex */
function lineAbout(change, hex) {
  const settled = lastOf(change, (event, card) => SETTLES.includes(card) && (event.path?.at(-1) ?? event.hex) === hex);
  return plain((settled ?? lastOf(change, (event) => event.hex === hex))?.line);
}

/** @param {Change} change @param {string} unit */
function happened(change, unit) {
  return lastOf(change, (event) => event.unit === unit && change.stage.events[event.event]?.does === "vanish") ?? lastOf(change, (event) => event.unit === unit);
}

/** @param {Change} change @param {string} unit */
const lineOf = (change, unit) => plain(happened(change, unit)?.line);

/** @param {Change} change @param {string} unit */
function happenedAt(change, unit) {
  const event = happened(change, unit)?.event;
  return String(event?.hex ?? event?.path?.at(-1) ?? "");
}
