// What the page at the end of a match draws: the map of the fronts, the score over the levels of victory, losses by day.
import { h, s, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../types.gen.js").Summary} Summary */
/** @typedef {import("../types.gen.js").ScorePart} ScorePart */

const INK = ["#2C4A6B", "#7A7410"]; // the map keeps its colours by night
const EARLY = [150, 172, 196], LATE = [22, 44, 78];
const NARROW = 560; // pixels of a window: below, there is room for less
const FEW = 8; // evenings whose lines are all drawn alike; of more the labelled ones stand out
const MOST = 7; // places named there
const LETTER = 6.6; // pixels of one on average

/** 1,425 and −33. @param {number} value @param {boolean} [sign] */
export const number = (value, sign = false) => `${value < 0 ? "−" : sign && value > 0 ? "+" : ""}${Math.abs(value).toLocaleString("en")}`;

/** Evenings as one ramp. @param {number} at @param {number} of */
const dayColour = (at, of) => `rgb(${EARLY.map((a, i) => Math.round(a + (LATE[i] - a) * at / Math.max(1, of - 1))).join(",")})`;

/** The quiet map with the front of every evening, that of 1944, and the ways of divisions. @param {Summary} summary @param {number[]} size of the sheet */
export function fronts(summary, size) {
  const [x, y, wide, high] = summary.frame;
  const small = innerWidth <= NARROW;
  const unit = wide / Math.min(802, Math.max(300, innerWidth - 24)); // letters as large on every screen
  const many = summary.fronts.length;
  const line = (/** @type {string} */ d, /** @type {string} */ stroke, /** @type {number} */ width, /** @type {Record<string, unknown>} */ more = {}) =>
    s("path", { d, fill: "none", stroke, "stroke-width": width * unit, "stroke-linejoin": "round", "stroke-linecap": "round", ...more });
  const words = (/** @type {number[]} */ at, /** @type {string} */ text, /** @type {string} */ kind, /** @type {number} */ letters) =>
    s("text", { x: at[0], y: at[1], class: `onmap ${kind}`, "font-size": letters * unit, "stroke-width": 3.4 * unit, "text-anchor": "middle" }, text);
  const evenings = summary.fronts.flatMap((front, at) => front.paths.flatMap((d) => at === many - 1
    ? [line(d, "#fbf5e1", 6, { "stroke-opacity": 0.8 }), line(d, dayColour(at, many), 3.4)]
    : [front.label || many <= FEW ? line(d, dayColour(at, many), 1.5, { "stroke-opacity": 0.85 }) : line(d, dayColour(at, many), 1, { "stroke-opacity": 0.4 })]));
  const days = summary.fronts.flatMap((front, at) => front.label ? [
    s("circle", { cx: front.label[0], cy: front.label[1], r: 10 * unit, fill: "#fffaf0", stroke: dayColour(at, many), "stroke-width": 1.4 * unit }),
    words([front.label[0], front.label[1] + 4.5 * unit], String(front.day > 31 ? front.day - 31 : front.day), "bold", 13),
  ] : []);
  return s("svg", { viewBox: `${x} ${y} ${wide} ${high}`, role: "img", class: "sheetmap" },
    s("title", {}, t("end.fronts", { n: many, advances: summary.advances.map((way) => way.name).join(", ") || t("end.none") })),
    s("image", { href: `maps/${summary.game}-quiet.svg`, x: 0, y: 0, width: size[0], height: size[1] }),
    s("path", { d: summary.held, fill: INK[0], "fill-opacity": 0.13 }), evenings,
    summary.then.paths.map((d) => line(d, "#1B1712", 2.4, { "stroke-dasharray": `${9 * unit} ${6 * unit}` })),
    summary.advances.map((way) => s("path", { d: way.path, fill: INK[way.side === summary.german ? 0 : 1], "fill-opacity": 0.8, stroke: "#fbf5e1", "stroke-width": unit })),
    summary.places.slice(0, small ? MOST : undefined).map((place) => words([place.at[0], place.at[1] + 13 * unit], place.name, "place", 14.5)), days,
    (small ? [] : summary.advances).map((way) => words([way.at[0], way.at[1] - 8 * unit], way.name, way.side === summary.german ? "bold german" : "bold allied", 13)));
}

/** How wide the score is drawn. */
const width = () => innerWidth <= NARROW ? Math.max(300, innerWidth - 24) : NARROW;

/** Which side's colour. @param {Summary} summary @param {number | null} side */
const colour = (summary, side) => side === null ? "var(--draw)" : side === summary.german ? "var(--german)" : "var(--allied)";

/** The score over the levels of victory, what it is made of, how far it was to the next. @param {Summary} summary */
export function scoreBar(summary) {
  const { score } = summary;
  if (!score.what) return tests(summary);
  const wide = width();
  const leasts = score.levels.flatMap((one) => one.least ?? []);
  const gains = (/** @type {number} */ side) => score.parts.filter((part) => part.side === side && part.points > 0).reduce((sum, part) => sum + part.points, 0);
  const bars = score.other === undefined ? [summary.german] : [summary.german, 1 - summary.german];
  const most = Math.max(score.total, ...leasts, ...bars.map(gains), 1);
  const high = score.what === "places" ? most + 0.5 : most * 1.06; // a place is held or not: levels begin between two
  const low = Math.min(0, score.total);
  const at = (/** @type {number} */ value) => (value - low) / (high - low) * wide;
  let y = 46;
  const drawn = bars.map((side) => {
    const made = partsBar(summary, side, y, at);
    y += 34 + 17 * made.rows + 6;
    return made.marks;
  });
  return h("div", { class: "scorebar" }, s("svg", { viewBox: `0 0 ${wide} ${y + 20}`, class: "score", role: "img" }, s("title", {}, spoken(summary)),
    levels(summary, at, low, high), drawn, marker(summary, at, y)));
}

/** @param {Summary} summary @param {(value: number) => number} at @param {number} low @param {number} high */
function levels({ score, ...summary }, at, low, high) {
  let last = -99;
  const half = score.what === "places" ? 0.5 : 0;
  return score.levels.map((one, place) => {
    const from = at(Math.max(low, (one.least ?? low + half) - half)), to = at(Math.min(high, (score.levels[place + 1]?.least ?? high + half) - half));
    const now = summary.by_score && score.total >= (one.least ?? -Infinity) && score.total < (score.levels[place + 1]?.least ?? Infinity);
    const short = one.name.replace(/ victory$/i, "").split(" ").slice(1).join(" ").toLowerCase();
    const name = one.winner === null ? t("end.draw") : [one.name.replace(/ victory$/i, ""), short].find((words) => words && words.length * LETTER < to - from - 8) ?? "";
    const shown = one.least !== null && from - last > 36 && !half;
    if (shown) last = from;
    return s("g", {}, s("rect", { x: from, y: 18, width: Math.max(0, to - from - 1.5), height: 20, fill: now ? colour(/** @type {Summary} */ (summary), one.winner) : "var(--band)" }),
      to - from > name.length * LETTER ? s("text", { x: (from + to) / 2, y: 33, "text-anchor": "middle", class: now ? "on" : "" }, name) : "",
      shown ? s("text", { x: from, y: 12, "text-anchor": "middle", class: "soft" }, number(one.least ?? 0)) : "");
  });
}

/** One side's points, part by part, each named below it; what was taken away at the end of the bar. @param {Summary} summary @param {number} side @param {number} y @param {(value: number) => number} at */
function partsBar(summary, side, y, at) {
  const places = summary.score.what === "places";
  const mine = summary.score.parts.filter((part) => part.side === side);
  const plus = mine.filter((part) => part.points > 0), minus = mine.filter((part) => part.points < 0);
  let sum = 0;
  /** @type {[string, number][]} */
  const names = [];
  const shown = plus.map((part, place) => {
    const from = at(sum), to = at(sum + part.points);
    sum += part.points;
    const words = places ? part.what : number(part.points, true);
    const fits = words.length * LETTER < to - from - 8;
    if (!places || !fits) names.push([fits ? part.what : `${part.what} ${number(part.points, true)}`, from]);
    return s("g", {}, s("rect", { x: from, y, width: Math.max(1, to - from - 1.5), height: 26, fill: colour(summary, side), "fill-opacity": 0.95 - 0.22 * Math.min(3, place) }),
      fits ? s("text", { x: from + 7, y: y + 18, class: place < 2 ? "on bold" : "bold" }, words) : "");
  });
  const taken = minus.reduce((total, part) => total + part.points, 0);
  for (const part of minus) names.push([part.what, at(sum + taken)]);
  const back = taken ? s("g", {}, s("rect", { x: at(sum + taken), y: y + 1, width: at(sum) - at(sum + taken), height: 24, fill: "none", stroke: "var(--allied)", "stroke-width": 2, "stroke-dasharray": "4 3" }),
    s("text", { x: at(sum) + 6, y: y + 18, class: "bold allied" }, number(taken))) : "";
  const { rows, marks } = labels(names, y + 41);
  return { marks: [shown, back, marks], rows };
}

/** Words below their parts, in as many rows as keep them apart. @param {[string, number][]} names and where they begin @param {number} y of the first row */
function labels(names, y) {
  /** @type {number[]} */
  const ends = [];
  const marks = names.map(([words, from]) => {
    const long = words.length * LETTER;
    const x = Math.max(0, Math.min(from, width() - long));
    let row = ends.findIndex((end) => end + 8 < x);
    if (row < 0) row = ends.length;
    ends[row] = x + long;
    return s("text", { x, y: y + 17 * row, class: row ? "soft" : "" }, words);
  });
  return { marks, rows: ends.length };
}

/** Where the score stands. @param {Summary} summary @param {(value: number) => number} at @param {number} bottom */
function marker({ score, short, sides }, at, bottom) {
  const x = at(score.total);
  const what = score.total === 1 ? score.what.replace(/s$/, "") : score.what;
  const told = score.other === undefined ? `${number(score.total)} ${what}` : `${sides[0]} ${number(score.total)}, ${sides[1]} ${number(score.other)}`;
  const long = told.length * LETTER * 1.2 + (short ? short.length + 2 : 0) * LETTER;
  return s("g", {}, s("line", { x1: x, x2: x, y1: 16, y2: 74, stroke: "var(--mark)", "stroke-width": 2.5 }),
    s("text", { x: Math.max(0, Math.min(x - long / 2, width() - long)), y: bottom + 14 }, s("tspan", { class: "bold big" }, told), short ? s("tspan", { class: "soft" }, `, ${short}`) : ""));
}

/** The bar for those who do not see it. @param {Summary} summary */
function spoken({ score, short }) {
  const parts = score.parts.map((part) => `${part.what} ${number(part.points, true)}`).join(", ");
  const bounds = score.levels.map((one) => one.least === null ? one.name : t("end.level-from", { level: one.name, least: number(one.least) })).join(", ");
  return t("end.score-is", { score: `${number(score.total)} ${score.what}`, short: short ? `, ${short}` : "", parts: parts || t("end.nothing"), levels: bounds });
}

/** Where tests decide: the levels, the one reached lit, and what each takes. @param {Summary} summary */
function tests(summary) {
  const { levels: all, total } = summary.score;
  return h("div", { class: "scorebar tests" },
    h("ol", { class: "levels", "aria-label": t("end.levels") }, all.map((one) => h("li", { class: one.least === total ? "now" : "", "data-side": one.winner === summary.german ? "german" : "allied", "aria-current": one.least === total ? "true" : null }, one.name.replace(/ victory$/i, "")))),
    h("ul", { class: "plain" }, summary.tests.map((aim) => h("li", { class: aim.met ? "met" : "" }, h("span", { role: "img", "aria-label": aim.met ? t("end.met") : t("end.not-met") }, aim.met ? "★" : "☆"), " ", h("span", { class: "whose" }, `${side_name(aim.side)}: `), aim.text))));
}

/** Men lost by day; a tick across each bar where 1944 stood. @param {Summary} summary @param {number} which @param {number} top */
export function lossChart(summary, which, top) {
  const wide = 270, left = 46, floor = 118, rows = summary.losses;
  const up = (/** @type {number} */ men) => floor - men / top * (floor - 22);
  const step = (wide - left) / rows.length;
  const round = 10 ** Math.floor(Math.log10(top));
  const tick = [1, 2, 5].map((times) => times * round).reverse().find((value) => value <= top) ?? round;
  const men = rows.reduce((sum, row) => sum + row.men[which], 0), then = rows.reduce((sum, row) => sum + (row.then?.[which] ?? 0), 0);
  const kind = which ? "allied" : "german";
  return s("svg", { viewBox: `0 0 ${wide} 136`, role: "img", class: "lost" },
    s("title", {}, t("end.losses-of", { side: summary.sides[which], men: number(men), then: number(then) })),
    s("text", { x: 0, y: 11 }, s("tspan", { class: `bold ${kind}` }, summary.sides[which]), s("tspan", { class: "bold" }, `  ${number(men)}`), s("tspan", { class: "soft" }, " ", t("end.men-then", { then: number(then) }))),
    [0, tick].map((value) => [s("line", { x1: left, x2: wide, y1: up(value), y2: up(value), stroke: "var(--line)" }), s("text", { x: left - 6, y: up(value) + 4, "text-anchor": "end", class: "soft" }, number(value))]),
    rows.map((row, at) => s("g", {}, s("rect", { x: left + step * (at + 0.14), width: step * 0.72, y: up(row.men[which]), height: floor - up(row.men[which]), fill: `var(--${kind})`, "fill-opacity": 0.82 }),
      row.then ? s("line", { x1: left + step * (at + 0.03), x2: left + step * (at + 0.97), y1: up(row.then[which]), y2: up(row.then[which]), stroke: "var(--mark)", "stroke-width": 2.6 }) : "",
      rows.length <= 13 || at % 2 === 0 ? s("text", { x: left + step * (at + 0.5), y: 132, "text-anchor": "middle", class: "soft" }, String(row.day > 31 ? row.day - 31 : row.day)) : "")));
}
