// Small pictures: a map with units as squares and goals as stars, emblems of players, counters of sides, pips.
import { GLYPH, INK } from "../map/counters.js";
import { s, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../types.gen.js").Miniature} Miniature */
/** @typedef {{picture: "whole" | "mini", wide: number, high: number, square: number, goals: boolean}} Look the picture, its size and that of a square on the screen, and whether goals are shown */

const STAR = "M0 -34l10 22 24 2.5-18 16 5.5 24L0 18l-21 12.5 5.5-24-18-16 24-2.5z";
const MARGIN = 0.07; // of the map's width, around what is shown
/** Ground and edge of a side's squares; the other side's are rounder, so that colour is not alone. */
const SQUARES = /** @type {Record<string, [fill: string, round: number]>} */ ({ german: ["#3d433f", 0.14] });
const OTHERS = /** @type {[string, number]} */ (["#6a7a2c", 0.5]);

/** Left, top, width and height of the part of the map that holds everything, in the shape asked for. @param {Miniature} told @param {Look} look */
function frame(told, look) {
  const [wide, high] = told.size;
  const shape = look.wide / look.high;
  const ground = told.ground ?? [];
  const spots = ground.length ? ground : [...Object.values(told.units).flat(), ...(look.goals ? told.goals : [])];
  if (!spots.length) spots.push([0, 0], [wide, high]);
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const least = [Math.min(...xs) - wide * MARGIN, Math.min(...ys) - wide * MARGIN];
  const most = [Math.max(...xs) + wide * MARGIN, Math.max(...ys) + wide * MARGIN];
  const w = Math.max(Math.min(most[0] - least[0], wide), Math.min(most[1] - least[1], high) * shape);
  const place = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) =>
    size > all ? (all - size) / 2 : Math.max(0, Math.min(all - size, (least[at] + most[at] - size) / 2));
  return [place(0, w, wide), place(1, w / shape, high), w, w / shape];
}

/** What lies beyond a scenario's ground, darker: everything but a disc around each hex in play. @param {Miniature} told */
function veil(told) {
  const ground = told.ground ?? [];
  if (!ground.length) return null;
  const gaps = ground.slice(1).flatMap(([x, y], at) => ground.slice(Math.max(0, at - 40), at + 1).map(([a, b]) => Math.hypot(x - a, y - b)));
  const r = Math.round(0.62 * Math.min(...gaps));
  const [w, high] = told.size;
  const discs = ground.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`);
  const id = `ground${ground[0].join("x")}x${ground.length}`;
  return s("g", {}, s("mask", { id }, s("rect", { width: w, height: high, fill: "#fff" }), s("path", { d: discs.join(""), fill: "#000" })),
    s("rect", { width: w, height: high, fill: "#1f1d19", "fill-opacity": 0.5, mask: `url(#${id})` }));
}

/** A position on its map. @param {string} game @param {Miniature} told @param {Look} look @param {string} words for those who cannot see it */
export function miniature(game, told, look, words) {
  const view = frame(told, look);
  const size = look.square * view[2] / look.wide;
  const squares = Object.entries(told.units).flatMap(([side, spots]) => {
    const [fill, round] = SQUARES[side] ?? OTHERS;
    return spots.map(([x, y]) => s("rect", { x: Math.round(x - size / 2), y: Math.round(y - size / 2), width: Math.round(size), height: Math.round(size),
      rx: Math.round(size * round), fill, stroke: "#fff", "stroke-width": Math.round(size / 7) }));
  });
  const stars = (look.goals ? told.goals : []).map(([x, y]) => s("path", { d: STAR, transform: `translate(${x} ${y}) scale(${(size / 52).toFixed(2)})`, fill: "#FFD400", stroke: "#1c1705", "stroke-width": 6 }));
  return s("svg", { class: "miniature", viewBox: view.map(Math.round).join(" "), preserveAspectRatio: "xMaxYMid slice", role: "img", "aria-label": words },
    s("image", { href: `pictures/${game}-${look.picture}.webp`, width: told.size[0], height: told.size[1], preserveAspectRatio: "none" }), veil(told), stars, squares);
}

/** How many hexes of each side have units, in words. @param {Miniature} told */
export const counted = (told) => Object.entries(told.units).map(([side, spots]) => t("lobby.units-in", { side: side_name(side), n: spots.length })).join(", ");

/** Colour and sign of each emblem, or of one player alone, in a square of 48. @type {Record<string, [string, string]>} */
const EMBLEMS = {
  die: ["#6b675a", "M10 10h28v28H10zM18 18h.1M30 18h.1M24 24h.1M18 30h.1M30 30h.1"],
  flag: ["#3b4a52", "M13 40V8h22v13H13"],
  arrow: ["#8c2f23", "M8 18h20V9l14 15-14 15V30H8z"],
  hedgehog: ["#4d5a1c", "M24 9a15 15 0 1 0 .1 0M24 9V2M39 24h7M24 39v7M9 24H2M34.5 13.5l5-5M34.5 34.5l5 5M13.5 34.5l-5 5M13.5 13.5l-5-5"],
  cut: ["#2c5d86", "M4 24h12M32 24h12M19 13l10 22M29 13L19 35"],
  cadet: ["#5a6b52", "M11 31l13-13 13 13"],
  staff_lite: ["#3b4a52", "M17 40V8h22v13H17M4 12h7M4 19h7"],
  veteran: ["#2b3338", "M11 29l13-11 13 11M11 39l13-11 13 11M24 6v5"],
  bold: ["#8c2f23", "M9 10l14 14L9 38M24 10l14 14-14 14"],
  methodical: ["#3b4a52", "M9 25l9 10L39 12"],
  stubborn: ["#4d5a1c", "M10 40V18h6v5h5v-5h6v5h5v-5h6v22z"],
  counter_puncher: ["#8c2f23", "M38 36V24a12 12 0 0 0-24 0v8M7 25l7 8 7-8"],
  road: ["#856912", "M5 35C14 35 12 14 24 14S32 30 42 30M34 22l9 8-9 8"],
};

/** The sign of a computer player: its own, or that of its manner. @param {string} player @param {string} name */
export function emblem(player, name) {
  const [ground, sign] = EMBLEMS[player] ?? EMBLEMS[name] ?? EMBLEMS.flag;
  return s("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" }, s("rect", { width: 48, height: 48, rx: 5, fill: ground }),
    s("path", { d: sign, fill: sign === EMBLEMS.arrow[1] ? "#fff" : "none", stroke: "#fff", "stroke-width": sign === EMBLEMS.die[1] ? 4 : 3.4, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

/** A counter of the side. @param {string} side */
export function sideCounter(side) {
  const german = side === "german";
  const [fill, ink, edge, box] = INK[german ? "ss" : "us"];
  const line = german ? "#15191A" : ink;
  return s("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 46, height: 46, rx: 4, fill, stroke: edge, "stroke-width": 2 }),
    s("rect", { x: 9, y: 13, width: 30, height: 20, fill: box, stroke: line, "stroke-width": 2 }),
    s("path", { d: GLYPH[german ? "armor" : "infantry"], transform: "translate(9 13)", fill: "none", stroke: line, "stroke-width": 2 }),
    s("path", { d: "M19 4v5M24 4v5M29 4v5M15 40h18", stroke: ink, "stroke-width": 2.6 }));
}
