// The ground where there is no drawn map: a case lays out hexes, roads and rivers of its own.

/** @typedef {import("../types.gen.js").Stage} Stage */
/** @typedef {import("../types.gen.js").Hex} Hex */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** @type {[RegExp, string][]} the first that fits the ground; what follows a dot lies on hexsides */
const TINTS = [[/city/i, "#cdbfb0"], [/town|village/i, "#ddd0bf"], [/marsh|venn|swamp/i, "#c9d6c6"], [/forest|wood/i, "#b4c79b"], [/rough|broken|hill|ridge/i, "#ddcfa6"]];
const OPEN = "#eee8d5";

/** The drawing. @param {Stage} stage @param {Geometry} geometry */
export function plainGround(stage, geometry) {
  const { size: [width, height], radius } = geometry;
  const line = (/** @type {number[]} */ [ax, ay], /** @type {number[]} */ [bx, by]) => `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`;
  /** The two corners that hexes share. @param {Hex} a @param {string} b */
  const between = (a, b) => {
    const other = geometry.hexes[b];
    if (!other) return "";
    const far = ([x, y] = [0, 0]) => Math.hypot(x - other.x, y - other.y);
    const [first, second] = geometry.corners(a.id).sort((p, q) => far(p) - far(q));
    return line(first, second);
  };
  const tint = (/** @type {Hex} */ x) => TINTS.find(([words]) => words.test(x.terrain.split(" · ")[0]))?.[1] ?? OPEN;
  const fills = [...new Set(stage.hexes.map(tint))].map((fill) =>
    `<path fill="${fill}" stroke="#a99f86" stroke-width="${radius / 30}" d="${stage.hexes.filter((x) => tint(x) === fill).map((x) => geometry.outline(x.id)).join("")}"/>`);
  const roads = stage.hexes.flatMap((x) => (x.roads ?? []).map((n) => geometry.hexes[n] ? line([x.x, x.y], [(x.x + geometry.hexes[n].x) / 2, (x.y + geometry.hexes[n].y) / 2]) : "")).join("");
  const rivers = stage.hexes.flatMap((x) => (x.rivers ?? []).map((n) => between(x, n))).join("");
  const safe = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const label = (/** @type {Hex} */ x) => `<text x="${x.x}" y="${x.y - radius * 0.66}" class="n">${safe(x.id)}</text>${x.place ? `<text x="${x.x}" y="${x.y + radius * 0.62}" class="t">${safe(x.place)}</text>` : ""}`;
  const style = `.n,.t{font:${radius * 0.22}px sans-serif;text-anchor:middle;fill:#6a6250}.t{font-weight:bold;fill:#2d2a22}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${style}</style><rect width="100%" height="100%" fill="#d8d0ba"/>${fills.join("")}<path d="${roads}" stroke="#8a4b2a" stroke-width="${radius / 9}" fill="none" stroke-linecap="round"/><path d="${rivers}" stroke="#3f77a0" stroke-width="${radius / 6}" fill="none" stroke-linecap="round"/>${stage.hexes.map(label).join("")}</svg>`;
}
