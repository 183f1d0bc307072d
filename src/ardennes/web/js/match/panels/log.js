// The log: what happened, newest first, with dice shown and hexes to click.
import { h, withRules } from "../../lib/dom.js";
import { hexName } from "../../lib/hex-names.js";
import { t } from "../../lib/text.js";

/** @typedef {import("../../types.gen.js").Stage} Stage */
/** @typedef {import("../../types.gen.js").LogEntry} LogEntry */
/** @typedef {import("../../types.gen.js").GameEvent} GameEvent */
/** @typedef {{turn: number, heading: boolean, order: number, die: number, text: string, why: boolean, hexes: Set<string>, units: Map<string, string>}} Line */
/** @typedef {{go: (hex: string) => void, unit: (id: string) => void, replay: (at: number) => void, filter: (turn: string) => void}} Acts */

const SHOWN = 160;
/** Faces of dice. */
export const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Hexes an event names, as the server tells them: numbers in its words may be those of a division. @param {GameEvent} event @param {Set<string>} known */
function places(event, known) {
  const named = Object.values(event).flat().flatMap((v) => typeof v === "string" ? v.split("/") : []);
  return new Set(named.filter((v) => known.has(v)));
}

/** Units an event names, by their names. @param {Stage} stage @param {GameEvent} event @returns {Map<string, string>} */
function named(stage, event) {
  const ids = Object.values(event).flat().filter((v) => typeof v === "string" && stage.units[v]);
  return new Map(ids.flatMap((id) => [[stage.units[id].name, id], [id, id]]));
}

/** @param {import("../../types.gen.js").SeatChangeView} change */
const seatLine = (change) => ({ heading: false, die: 0, text: change.words, why: true, hexes: /** @type {Set<string>} */ (new Set()), units: /** @type {Map<string, string>} */ (new Map()) });

/** The lines of a log, each with its turn, die and the order it belongs to. @param {Stage} stage @param {LogEntry[]} log @param {any} now this turn @param {import("../../types.gen.js").SeatChangeView[]} seats that changed hands @returns {Line[]} */
export function lines(stage, log, now = 0, seats = []) {
  const known = new Set(stage.hexes.map((x) => x.id));
  /** @type {Line[]} */
  const told = [];
  const opened = () => log.flatMap((entry) => entry.events).find((event) => event.turn !== undefined)?.turn ?? now;
  let turn = stage.first_turn ?? (stage.no_setup ? opened() : 0);
  for (const change of seats.filter((x) => !log.length || x.seq < log[0].seq)) told.push({ ...seatLine(change), order: 0, turn });
  for (const [at, entry] of log.entries()) {
    const common = { order: entry.order, why: false };
    entry.events.forEach((event, i) => {
      turn = event.turn ?? turn;
      const shown = stage.events[event.event] ?? {};
      if (shown.quiet) return;
      const heading = Boolean(shown.heading);
      if (heading && !shown.heading?.some((word) => String(event.phase).includes(word))) return;
      const die = shown.die ? Number(event[shown.die]) : 0;
      told.push({ ...common, turn, heading, die, text: entry.lines[i], hexes: places(event, known), units: named(stage, event) });
    });
    if (!entry.events.length) { // nothing of it may be told but what kind of order it was
      for (const text of entry.lines) told.push({ ...common, turn, heading: false, die: 0, text, hexes: new Set(), units: new Map() });
    }
    if (entry.why) told.push({ ...common, turn, heading: false, die: 0, text: entry.why, why: true, hexes: new Set(), units: new Map() });
    // Seats that changed hands after this order and before the next one.
    for (const change of seats.filter((x) => x.seq > entry.seq && !(x.seq > (log[at + 1]?.seq ?? Infinity)))) told.push({ ...seatLine(change), order: entry.order, turn });
  }
  return told.filter((x, i) => !x.heading || (told[i + 1] && !told[i + 1].heading));
}

/** @param {Stage} stage @param {LogEntry[]} log @param {any} now this turn @param {string} filter a turn, or empty for all @param {Acts} act @param {import("../../types.gen.js").SeatChangeView[]} seats */
export function logPanel(stage, log, now, filter, act, seats) {
  const all = lines(stage, log, now, seats);
  const turns = [...new Set(all.map((x) => x.turn))];
  const told = all.filter((x) => filter === "" || String(x.turn) === filter).reverse().slice(0, SHOWN);
  const pick = (/** @type {Event} */ e) => act.filter(/** @type {HTMLSelectElement} */ (e.target).value);
  const choices = turns.map((turn) => h("option", { value: String(turn), selected: filter === String(turn) }, turn ? String(turn) : t("panels.log.set-up")));
  return [
    h("div", { class: "row" }, h("h2", {}, t("panels.log.title")), h("label", { class: "quiet" }, t("panels.log.turn"), " ",
      h("select", { "aria-label": t("panels.log.filter"), onchange: pick }, h("option", { value: "" }, t("panels.log.all")), choices))),
    h("ol", { class: "lines", reversed: true }, told.map((x) => line(stage, x, act))),
  ];
}

/** @param {Stage} stage @param {Line} x @param {Acts} act */
function line(stage, x, act) {
  const look = t("panels.log.look", { order: x.order });
  const turn = `T${x.turn}`;
  return h("li", { class: x.heading ? "heading" : x.why ? "reason" : "" },
    h("button", { class: "t", title: look, "aria-label": t("panels.log.look-turn", { turn: x.turn, order: x.order }), onclick: () => act.replay(x.order) }, turn),
    x.die ? h("span", { class: "die", role: "img", "aria-label": t("panels.log.die", { die: x.die }) }, DICE[x.die] ?? String(x.die)) : null,
    words(stage, x, act));
}

/** A sentence with the names of units in place of their codes. @param {Stage} stage @param {string} text */
export const withNames = (stage, text) => text.replace(/\b[A-Z]+-[A-Z0-9][\w.-]*\w/g, (id) => stage.names?.[id] ?? stage.units[id]?.name ?? id);

/** Its words, with rules, hexes and units to click. @param {Stage} stage @param {Line} x @param {Acts} act */
export function words(stage, x, act) {
  const link = (/** @type {string} */ text, /** @type {() => void} */ onclick, kind = "", title = "") =>
    h("button", { class: `link ${kind}`, title: title || null, onclick }, text);
  const hexes = new Map([...x.hexes].map((id) => [`${hexName(id)} (${id})`, id]));
  const bit = (/** @type {string} */ text) => {
    const hex = hexes.get(text);
    if (hex) return link(hexName(hex), () => act.go(hex), "", hex);
    const unit = x.units.get(text);
    if (unit) return link(text === unit ? stage.units[unit].name : text, () => act.unit(unit), "who");
    if (stage.names?.[text] || stage.units[text]) return stage.names?.[text] ?? stage.units[text].name;
    return x.hexes.has(text) ? link(text, () => act.go(text)) : text;
  };
  const escaped = [...x.units.keys(), ...hexes.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = new RegExp(`(${[...escaped, "\\b[A-Z]+-[A-Z0-9][\\w.-]*\\w", "\\b\\d+(?:,\\d+)?\\b"].join("|")})`);
  const said = x.die ? x.text.replace(/^Die \d+ for (?:to )?(.)/, (_, first) => first.toUpperCase()) : x.text; // the die is drawn before it
  return withRules(stage.game, said).map((part) => typeof part !== "string" ? part : part.split(parts).map(bit));
}
