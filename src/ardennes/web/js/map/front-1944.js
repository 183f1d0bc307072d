// What happened in 1944 on the day that is played: in the banner of a turn, and the front as a layer.
import { get } from "../lib/api.js";
import { h, s, settings } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** The parts of the match that it uses. @typedef {import("../match/store.js").Store & Pick<import("../match/match.js").Table, "banner" | "board" | "overlays">} Parts */
/** @typedef {import("../types.gen.js").BoardState} BoardState */
/** @typedef {import("../types.gen.js").FrontLine} FrontLine */
/** @typedef {import("../types.gen.js").HistoryDay} HistoryDay */

export const FRONT = "#1B1712";

export class Front1944 {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    /** @type {Record<string, HistoryDay>} by date */
    this.days = {};
  }

  /** Asks for it where the game may tell it; what is shown already is told then. */
  async load() {
    const { table } = this;
    if (!table.stage.layers?.some((x) => x.id === "history")) return;
    this.days = (await get(`/api/games/${table.stage.game}/history`)).days;
    table.banner.tell();
    table.overlays.draw();
  }

  /** @param {BoardState} board @returns {HistoryDay | undefined} */
  on(board) {
    return this.days[board.date];
  }

  /** What happened that day. @param {BoardState} board */
  told(board) {
    const text = this.on(board)?.text;
    return text ? h("p", { class: "past" }, h("b", {}, t("map.in-1944")), " ", text) : "";
  }

  /** The front that evening, on the map as it lies. */
  front() {
    const { table } = this;
    const lines = this.on(table.shown())?.front ?? [];
    const path = (/** @type {FrontLine} */ line) => `M${this.laid(line.points).map(([x, y]) => `${x} ${y}`).join("L")}${line.pocket ? "Z" : ""}`;
    const sure = lines.filter((x) => x.sure).map(path).join("");
    const unsure = lines.filter((x) => !x.sure).map(path).join("");
    const wide = Math.max(5, table.board.geometry.radius / 9);
    const drawn = (/** @type {string} */ d, /** @type {string} */ dash) => d ? [
      s("path", { d, fill: "none", stroke: "#FFFDF4", "stroke-opacity": 0.85, "stroke-width": 2 * wide }),
      s("path", { d, fill: "none", stroke: FRONT, "stroke-width": wide, "stroke-dasharray": dash })] : [];
    return lines.length ? [s("g", { class: "past", "stroke-linejoin": "round" }, s("title", {}, t("map.front-on", { date: table.shown().date })),
      drawn(sure, `${3 * wide} ${2 * wide}`), drawn(unsure, `${wide} ${2 * wide}`))] : [];
  }

  /** Points as pairs; where the map is turned, they are turned with it. @param {number[]} flat @returns {[number, number][]} */
  laid(flat) {
    const { stage } = this.table;
    const points = /** @type {[number, number][]} */ (flat.flatMap((x, i) => i % 2 ? [] : [[x, flat[i + 1]]]));
    if (!settings.turned || !stage.turned) return points;
    const [[x0, y0], [x1, y1]] = [stage.turned.map.origin, stage.map.origin];
    return points.map(([x, y]) => [Math.round(x1 - (y - y0)), Math.round(y1 + (x - x0))]);
  }
}
