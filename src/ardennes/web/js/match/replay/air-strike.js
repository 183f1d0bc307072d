// An air strike: an aircraft crosses the map, the die lands on the hex, the result stays there.
import { aircraft, dieOn, planeSign } from "./moment-art.js";
import { colourOf } from "../../map/goals.js";
import { phaseOf } from "./moments.js";
import { sound } from "../../lib/sound.js";

/** @typedef {import("./playback.js").Playback} Playback */

const CROSS = 1300; // milliseconds from edge to edge
const LANDS = 900; // ... until the die lands
const GREY = "#8b8b86";

/** An aircraft crosses a hex; `over` is resolved when it has passed it. @param {Playback} playback @param {string} hex @param {string} colour @param {boolean} isLost it is shot down */
function cross(playback, hex, colour, isLost) {
  const { board } = playback.table;
  const { x, y } = board.geometry.hexes[hex];
  const { camera } = board;
  const { width, height } = board.node.getBoundingClientRect();
  const right = camera.x + x * camera.k < width / 2;
  const far = Math.max(width, height) / camera.k * 0.75;
  const [from, to] = [[x + (right ? -far : far), y + far * 0.6], [x + (right ? far : -far), y - far * 0.6]];
  const node = aircraft(colour);
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]) * 180 / Math.PI + 90;
  const place = (/** @type {number} */ part) => {
    const at = from.map((value, i) => (value + (to[i] - value) * part).toFixed(1));
    node.setAttribute("transform", `translate(${at.join(" ")}) rotate(${turn.toFixed(1)}) scale(1.5)`);
    if (part > 0.5 && isLost) for (const each of node.querySelectorAll("path.plane")) each.setAttribute("fill", GREY);
  };
  place(0.5);
  playback.table.moments.layer.append(node);
  const ms = playback.motion(CROSS);
  if (!ms) return node; // less motion: it hangs over the hex
  const began = performance.now();
  const frame = (/** @type {number} */ now) => {
    const part = Math.min(1, Math.max(0, (now - began) / ms));
    place(part);
    if (part < 1 && node.isConnected && !playback.hurry && !playback.stopped()) requestAnimationFrame(frame);
    else node.remove();
  };
  requestAnimationFrame(frame);
  return node;
}

/** Cross without a die: the caller says the result. @param {Playback} playback @param {string} hex @param {string} side */
export async function overfly(playback, hex, side) {
  const { stage, board } = playback.table;
  if (!board.geometry.hexes[hex]) return;
  sound("gun");
  const node = cross(playback, hex, colourOf(stage.sides, side), false);
  await playback.wait(LANDS);
  node.remove();
}

/** A strike with a die. @param {Playback} playback @param {import("../../types.gen.js").BattleShow} show @param {string} side that strikes @param {boolean} isLost */
export async function strike(playback, show, side, isLost) {
  const { table, strip } = playback;
  const { board, stage, moments } = table;
  const [hex] = board.geometry.known(show.targets);
  const [face = 0] = show.dice ?? [];
  strip.begin(show, playback.units);
  strip.who.querySelector(".unseen")?.replaceChildren(planeSign(colourOf(stage.sides, side))); // a group has no counter
  if (hex) {
    await playback.centre(hex, 300);
    board.marks.showTargets([hex]);
    sound("gun");
    const plane = cross(playback, hex, colourOf(stage.sides, side), isLost);
    await playback.wait(LANDS);
    moments.layer.append(dieOn(board, hex, face, show.sides ?? 6, false));
    sound("die");
    strip.fall();
    await playback.wait(CROSS - LANDS);
    plane.remove();
    moments.layer.replaceChildren();
    const left = dieOn(board, hex, face, show.sides ?? 6, true);
    left.dataset.until = phaseOf(table.state.board);
    moments.remains.append(left);
  } else strip.fall();
  strip.say();
}
