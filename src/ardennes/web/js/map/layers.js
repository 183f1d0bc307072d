// Layers a game has beside those of every game: how far units reach, zones, areas under fire; and the legend of all.
import { h, s, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { BLUE, RED } from "./marks.js";
import { FRONT } from "./front-1944.js";
import { aims } from "../match/panels/victory.js";

/** The parts of the match that layers use. @typedef {import("../match/store.js").Store & Pick<import("../match/match.js").Table, "board" | "front1944">} Parts */
/** @typedef {import("../types.gen.js").Area} Area */

export const GROUND = ["#3c4754", "#7d9a33", "#a8672a", "#5a3c7a"]; // by side
const VIOLET = "#5B2A86";
const BROWN = "#7A4B00";
/** How each kind of ring is drawn: colour, dashes. @type {Record<string, [string, string]>} */
const RINGS = { effective: [VIOLET, "none"], long: [VIOLET, "14 9"] };
/** How each kind of area is drawn: colour, dashes, hatched. @type {Record<string, [string, string, boolean]>} */
const AREAS = { now: [BLUE, "none", true], last: [BROWN, "10 7", false], caught: [RED, "3 6", false] };
const SIGNS = /** @type {Record<string, string>} */ ({ now: t("map.fire.now"), last: t("map.fire.last"), caught: t("map.fire.caught") });

/** Every hex that lies so near to one of the starts. @param {Parts} table @param {[string, number][]} starts hex and how far */
function near(table, starts) {
  const { hexes } = table.board.geometry;
  /** @type {Map<string, number>} how far one may still go from a hex */
  const left = new Map();
  const most = Math.max(0, ...starts.map(([, far]) => far));
  for (let far = most; far >= 0; far--) {
    const edge = [...left].filter(([, x]) => x === far + 1).map(([id]) => id);
    for (const id of edge) for (const n of hexes[id].near) if (hexes[n] && !left.has(n)) left.set(n, far);
    for (const [id, own] of starts) if (own === far && hexes[id] && !left.has(id)) left.set(id, far);
  }
  return [...left.keys()];
}

/** The outline of some hexes, dashed where it should be. @param {Parts} table @param {string[]} hexes @param {string} colour @param {string} dash */
function outline(table, hexes, colour, dash) {
  const [white, line] = table.board.marks.edge(hexes, colour, 4);
  line.setAttribute("stroke-dasharray", dash);
  line.setAttribute("stroke-linecap", "butt");
  return [white, line];
}

/** How far one's own units reach: the one that is picked, else all together. @param {Parts} table */
export function rings(table) {
  const { stage, side } = table;
  const picked = stage.units[table.mode.unit]?.rings ? table.mode.unit : null;
  const own = table.shown().units.filter((u) => stage.units[u.id].rings && (picked ? u.id === picked : stage.units[u.id].side === side));
  return Object.entries(RINGS).flatMap(([kind, [colour, dash]]) => {
    /** @type {[string, number][]} */
    const starts = own.flatMap((u) => (stage.units[u.id].rings ?? []).filter((r) => r.kind === kind).map((r) => /** @type {[string, number]} */ ([u.hex, r.hexes])));
    const hexes = near(table, starts);
    if (!hexes.length) return [];
    const words = picked ? stage.units[picked].rings?.find((r) => r.kind === kind)?.words ?? "" : "";
    return [s("g", { class: `ring ${kind}` }, kind === "effective" ? table.board.marks.tint(hexes, colour, 0.1) : [], outline(table, hexes, colour, dash),
      words ? label(table, top(table, hexes), words, colour, -1) : [])];
  });
}

/** The zones of the hexes, each with its number. @param {Parts} table */
export function skies(table) {
  const zones = Object.entries(zonesOf(table));
  const edges = zones.flatMap(([, hexes]) => outline(table, hexes, "#0B4A8A", "22 7 4 7"));
  return [s("g", { class: "skies" }, edges, zones.map(([zone, hexes]) => label(table, middle(table, hexes), t("map.zone", { number: zone }), "#0B4A8A", 0)))];
}

/** The hexes of each zone. @param {Pick<Parts, "stage">} table @returns {Record<string, string[]>} */
export function zonesOf(table) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const x of table.stage.hexes) if (x.zone !== undefined) (found[String(x.zone)] ??= []).push(x.id);
  return found;
}

/** Areas under fire. @param {Parts} table */
export function areas(table) {
  return (table.shown().areas ?? []).map((area) => {
    const [colour, dash, hatched] = AREAS[area.when] ?? AREAS.now;
    return s("g", { class: `firearea ${area.when}` }, s("title", {}, area.words), hatched ? table.board.marks.hatch(area.hexes, true) : [],
      outline(table, area.hexes, colour, dash), label(table, top(table, area.hexes), SIGNS[area.when] ?? "", colour, -1));
  });
}

/** The hex of these that lies nearest to their middle. @param {Pick<Parts, "board">} table @param {string[]} ids */
export function middle(table, ids) {
  const hexes = ids.map((id) => table.board.geometry.hexes[id]);
  const [x, y] = [hexes.reduce((sum, a) => sum + a.x, 0) / hexes.length, hexes.reduce((sum, a) => sum + a.y, 0) / hexes.length];
  return hexes.reduce((best, a) => Math.hypot(a.x - x, a.y - y) < Math.hypot(best.x - x, best.y - y) ? a : best).id;
}

/** The uppermost of some hexes. @param {Parts} table @param {string[]} ids */
function top(table, ids) {
  const { hexes } = table.board.geometry;
  return ids.filter((id) => hexes[id]).reduce((best, id) => hexes[id].y < hexes[best].y ? id : best);
}

/** Words on a plate. @param {Parts} table @param {string} id @param {string} text @param {string} colour @param {number} up how many half hexes above the middle */
function label(table, id, text, colour, up) {
  const { hexes, radius } = table.board.geometry;
  const { x, y } = hexes[id];
  const wide = 18 + 11.5 * text.length;
  return s("g", { transform: `translate(${x} ${y + up * radius * 0.87})` },
    s("rect", { x: -wide / 2, y: -16, width: wide, height: 32, rx: 6, fill: "#fffdf4", "fill-opacity": 0.94, stroke: colour, "stroke-width": 2 }),
    s("text", { y: 8, "text-anchor": "middle", "font-size": 24, "font-weight": 700, fill: colour, class: "label" }, text));
}

// ---- the legend

/** @param {string} colour @param {string} dash @param {{hatch?: string, tint?: number, star?: boolean}} [more] */
function swatch(colour, dash, { hatch, tint, star } = {}) {
  return s("svg", { width: 34, height: 18, viewBox: "0 0 34 18", "aria-hidden": "true" },
    tint ? s("rect", { width: 34, height: 18, fill: colour, "fill-opacity": tint }) : "",
    hatch ? s("rect", { width: 34, height: 18, fill: `url(#hatch-${hatch})` }) : "",
    star ? s("text", { x: 17, y: 16, "text-anchor": "middle", "font-size": 18, fill: colour }, "★")
      : s("path", { d: "M1 9H33", stroke: colour, "stroke-width": tint || hatch ? 0 : 3.5, "stroke-dasharray": dash }));
}

/** What each layer that is on means: a sign and its words. @param {Parts} table @returns {Record<string, [SVGElement, string][]>} */
function meanings(table) {
  const enemy = table.stage.near_enemy ?? t("map.legend.zoc");
  return {
    zoc: [[swatch(RED, "none", { hatch: "enemy" }), enemy]],
    supply: [[swatch("#1F6FB2", "none", { tint: 0.4 }), t("map.legend.supplied")], [swatch(RED, "none", { tint: 0.5 }), t("map.legend.cut-off")]],
    control: table.stage.sides.map((side, at) => [swatch(GROUND[at], "none", { tint: 0.55 }), t("map.legend.control", { side: side_name(side) })]),
    victory: [[swatch("#8a6a00", "none", { star: true }), t("map.legend.victory")]],
    rings: [[swatch(VIOLET, "none"), t("map.legend.effective")], [swatch(VIOLET, "7 4"), t("map.legend.long")]],
    skies: [[swatch("#0B4A8A", "11 3 2 3"), t("map.legend.air-zone")]],
    history: table.front1944.front().length ? [[swatch(FRONT, "8 5"), t("map.legend.front", { date: table.shown().date })]]
      : [[swatch(FRONT, "8 5"), t("map.legend.no-front")]],
    areas: [[swatch(BLUE, "none", { hatch: "own" }), t("map.legend.fire-now")], [swatch(BROWN, "5 3"), t("map.legend.fire-last")],
      [swatch(RED, "2 3"), t("map.legend.fire-caught")]],
  };
}

/** What the numbers in the lit hexes mean. @param {Parts} table @returns {[SVGElement, string][]} */
function reached({ stage, mode }) {
  const ways = mode.ways.filter((way) => way.mode === mode.method);
  const sample = (/** @type {string} */ text) => s("svg", { width: 34, height: 20, viewBox: "0 0 34 20", "aria-hidden": "true" },
    s("text", { x: 17, y: 16, "text-anchor": "middle", "font-size": 17, "font-weight": 700, fill: "#0a4791", class: "label" }, text));
  const counted = ways.find((way) => way.left);
  const signs = new Map(ways.filter((way) => way.sign).map((way) => [way.sign, way.label]));
  return [
    ...(counted ? [/** @type {[SVGElement, string]} */ ([sample(counted.left), counted.measure || (stage.spent ? t("map.legend.used", { points: stage.points ?? "" }) : t("map.legend.left", { points: stage.points ?? "" }))])] : []),
    ...[...signs].map(([sign, label]) => /** @type {[SVGElement, string]} */ ([sample(sign), label])),
    ...(mode.beyond().length ? [/** @type {[SVGElement, string]} */ ([swatch("#151310", "5 4"), t("map.legend.farther", { how: stage.outlines ?? "" })])] : []),
  ];
}

/** What the layers that are on mean, over the map. @param {Parts} table @param {Record<string, boolean>} on */
export function legend(table, on) {
  const rows = Object.entries(meanings(table)).filter(([id]) => on[id]).flatMap(([, list]) => list);
  rows.unshift(...reached(table));
  const wins = on.victory ? aims(table, "h2") : null;
  return rows.length || wins ? h("div", { class: "legend over" }, rows.length ? h("ul", { "aria-label": t("map.legend") }, rows.map(([sign, words]) => h("li", {}, sign, words))) : null, wins) : null;
}
