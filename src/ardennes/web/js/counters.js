// Counters: NATO boxes drawn by hand in a 50 x 50 square.
import { s } from "./dom.js";

export const SIZE = 50;
const INK = {
  heer: ["#A7B0A6", "#15191A", "#59635B", "#D9DFD9"], ss: ["#33363B", "#F5F0E0", "#0A0B0C", "#F4F1E6"],
  fj: ["#86A6C0", "#0F1D28", "#486B86", "#DCE8F0"], us: ["#8E9B55", "#12160A", "#535E2B", "#E4E9C8"],
  us_airborne: ["#6F8A3C", "#0C1105", "#43581F", "#E6EFD2"], uk: ["#D3A868", "#291A07", "#8A6630", "#F5E6CC"],
};
const CROSS = "M0 0L30 20M30 0L0 20";
const TRACK = "M9 4.5H21A5.5 5.5 0 0 1 21 15.5H9A5.5 5.5 0 0 1 9 4.5Z";
const GLYPH = {
  infantry: CROSS, armor: TRACK, panzergrenadier: CROSS + TRACK, cavalry: "M0 20L30 0" + TRACK,
  airborne: CROSS + "M9.5 18.6A2.75 2.2 0 0 1 15 18.6A2.75 2.2 0 0 1 20.5 18.6",
  commando: TRACK + "M15 1V19", dump: "M9 4H21V16H9ZM9 8H21M9 12H21",
};

/** The counter of a unit; `marks` are the states the server names. */
export function counter(unit, marks, extra = "") {
  const [fillColour, ink, edge, box] = INK[unit.style] ?? INK.us;
  const boxInk = unit.style === "ss" ? "#111" : ink;
  const down = marks.includes("disrupted");
  return s("g", { class: `counter ${extra}` },
    s("rect", { x: 1.6, y: 2.4, width: SIZE, height: SIZE, rx: 4, fill: "#1e160a", opacity: .38 }),
    s("rect", { class: "edge", width: SIZE, height: SIZE, rx: 4, fill: fillColour, stroke: edge, "stroke-width": 1.4 }),
    s("text", { x: 25, y: 10, "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, fill: ink }, unit.size_mark),
    s("g", { transform: "translate(10 12)" },
      s("rect", { width: 30, height: 19.5, fill: box, stroke: boxInk, "stroke-width": 1.7 }),
      s("path", { d: GLYPH[unit.glyph] ?? CROSS, fill: "none", stroke: boxInk, "stroke-width": 1.6 }),
      unit.tiger && s("text", { x: 15, y: 14, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: boxInk }, "T")),
    s("text", { x: 25, y: 46, "text-anchor": "middle", "font-size": 15.5, "font-weight": 700, fill: ink },
      `${unit.factor}-${unit.moves}`),
    s("text", { class: "short", transform: "translate(8 22) rotate(-90)", "text-anchor": "middle", "font-size": 8, "font-weight": 600, fill: ink }, unit.short),
    down && s("path", { d: "M0 0H16L0 16Z", fill: "#D7263D", stroke: "#fff", "stroke-width": .8 }),
    down && s("text", { x: 3, y: 9, "font-size": 8.5, "font-weight": 700, fill: "#fff" }, "D"),
    marks.includes("entrenched") && s("path", { d: "M4 36h5v-3h5v3h5v-3h5v3h5v-3h5v3h5v-3h5v3h2", fill: "none", stroke: ink, "stroke-width": 1.6 }),
    (marks.includes("moved") || marks.includes("attacked")) && s("circle", { cx: 44, cy: 7, r: 3.6, fill: "#fff", stroke: "#222" }));
}

/** What a screen reader says of a counter. */
export function spoken(unit, state) {
  const marks = state?.marks?.length ? `, ${state.marks.join(", ")}` : "";
  return `${unit.name}, ${unit.side}, factor ${unit.factor}, moves ${unit.moves}${state ? `, in ${state.hex}` : ""}${marks}`;
}
