// QR codes for links (ISO/IEC 18004): bytes, versions 1 to 10, error correction level M.
import { s } from "./dom.js";

/** Of each version: blocks, bytes of error correction in each block, data bytes in all. @type {[blocks: number, check: number, data: number][]} */
const VERSIONS = [[1, 10, 16], [1, 16, 28], [1, 26, 44], [2, 18, 64], [2, 24, 86], [4, 16, 108], [4, 18, 124], [4, 22, 154], [5, 22, 182], [5, 26, 216]];
/** Of each version: the middles of the alignment patterns. */
const MIDDLES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LEVEL = 0; // M
const BYTES = 4; // the mode
const QUIET = 4; // modules of white around the code
/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0, (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ (result >> 7) * 0x11d;
    if (b >> bit & 1) result ^= a;
  }
  return result;
}

/** The error correction of a block. @param {number[]} data @param {number} count */
function checkBytes(data, count) {
  let divisor = [1];
  for (let at = 0, root = 1; at < count; at++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((value, i) => value ^ (i ? times(divisor[i - 1], root) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    divisor.forEach((value, i) => { rest[at + i] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

/** The remainder of a value, appended to it. @param {number} value @param {number} generator @param {number} bits of the remainder */
function withCheck(value, generator, bits) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit--) if (rest >> bit & 1) rest ^= generator << (bit - bits);
  return value << bits | rest;
}

/** The bytes of a code in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version from 0 */
function codewords(bytes, version) {
  const [blocks, check, size] = VERSIONS[version];
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => { for (let bit = count - 1; bit >= 0; bit--) bits.push(value >> bit & 1); };
  put(BYTES, 4);
  put(bytes.length, version < 9 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, size * 8 - bits.length));
  put(0, (8 - bits.length % 8) % 8);
  for (let pad = 0; bits.length < size * 8; pad++) put(pad % 2 ? 0x11 : 0xec, 8);
  const data = Array.from({ length: size }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => sum << 1 | bit, 0));
  const short = Math.floor(size / blocks), longer = size % blocks;
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(from, from += short + (at >= blocks - longer ? 1 : 0)));
  const checks = parts.map((part) => checkBytes(part, check));
  const across = (/** @type {number[][]} */ all) => Array.from({ length: Math.max(...all.map((one) => one.length)) }, (_, at) => all.flatMap((one) => one[at] ?? [])).flat();
  return [...across(parts), ...across(checks)];
}

class Code {
  /** @param {number} version from 0 */
  constructor(version) {
    this.version = version;
    this.size = 21 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.patterns();
  }

  /** @param {number} x @param {number} y @param {unknown} dark */
  fix(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = Boolean(dark);
    this.fixed[y][x] = true;
  }

  patterns() {
    const { size, version } = this;
    for (let at = 0; at < size; at++) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        this.fix(x + dx, y + dy, far !== 2 && far !== 4);
      }
    }
    const middles = MIDDLES[version], last = middles.length - 1;
    middles.forEach((y, i) => middles.forEach((x, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) this.fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }));
    this.format(0);
    if (version < 6) return;
    const words = withCheck(version + 1, 0x1f25, 12);
    for (let at = 0; at < 18; at++) {
      const [a, b] = [size - 11 + at % 3, Math.floor(at / 3)];
      this.fix(a, b, words >> at & 1);
      this.fix(b, a, words >> at & 1);
    }
  }

  /** Level and mask, twice. @param {number} mask */
  format(mask) {
    const { size } = this;
    const words = withCheck(LEVEL << 3 | mask, 0x537, 10) ^ 0x5412;
    const bit = (/** @type {number} */ at) => words >> at & 1;
    for (let at = 0; at < 6; at++) this.fix(8, at, bit(at));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.fix(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.fix(size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.fix(8, size - 15 + at, bit(at));
    this.fix(8, size - 8, 1);
  }

  /** Up and down, two modules wide, from the right. @param {number[]} words */
  fill(words) {
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = (right + 1 & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = Boolean((words[at >> 3] ?? 0) >> (7 - (at & 7)) & 1);
          at++;
        }
      }
    }
  }

  /** @param {number} mask */
  flip(mask) {
    for (let y = 0; y < this.size; y++) for (let x = 0; x < this.size; x++) if (!this.fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
  }

  /** How hard it is to read: long runs, blocks, and too much of one colour. */
  penalty() {
    const { size, dark } = this;
    let result = 0, sum = 0;
    for (let y = 0; y < size; y++) {
      let across = 0, down = 0;
      for (let x = 0; x < size; x++) {
        sum += Number(dark[y][x]);
        across = x && dark[y][x] === dark[y][x - 1] ? across + 1 : 1;
        down = x && dark[x][y] === dark[x - 1][y] ? down + 1 : 1;
        for (const run of [across, down]) result += run === 5 ? 3 : run > 5 ? 1 : 0;
        if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) result += 3;
      }
    }
    return result + 10 * Math.floor(Math.abs(20 * sum - 10 * size * size) / (size * size));
  }
}

/** The modules of a code by rows, or null if the text is too long. @param {string} text */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([, , size], at) => bytes.length + (at < 9 ? 2 : 3) <= size);
  if (version < 0) return null;
  const code = new Code(version);
  code.fill(codewords(bytes, version));
  const tried = MASKS.map((_, mask) => {
    code.flip(mask);
    code.format(mask);
    const penalty = code.penalty();
    code.flip(mask);
    return penalty;
  });
  const best = tried.indexOf(Math.min(...tried));
  code.flip(best);
  code.format(best);
  return code.dark;
}

/** A picture of a code. @param {string} text @param {string} words for people who can't see it */
export function qrCode(text, words) {
  const rows = qrModules(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const d = rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("");
  return s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": words, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d, fill: "#000" }));
}
