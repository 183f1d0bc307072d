// A player's share in the dice, docs/explanation/fair-dice.md: this browser makes a nonce, sends its hash as a promise, and reveals
// it when every player has promised. The player does nothing, and no player waits.
import { ServerError, post, seatsOf } from "../lib/api.js";
import { readText, store } from "../lib/storage.js";

const NONCE = /^[\w-]{22,64}$/; // what the server accepts
const MOST = 4; // attempts of one page, in case two browsers have one seat
/** @type {Record<string, number>} */
const tries = {};
const sent = new Set(); // a view from before the answer asks again, and the server would refuse a second share

/** Send what the server asks this seat for. @param {string} match @param {string} seat @param {"promise" | "nonce" | ""} asked */
export function giveShare(match, seat, asked) {
  const place = `ardennes.share.${match}.${seat}`;
  const stored = readText(place);
  const known = stored && NONCE.test(stored) ? stored : null;
  const reveals = asked === "nonce" && known !== null;
  const share = `${reveals ? "nonce" : "promise"} ${place}`;
  if (!asked || sent.has(share) || (tries[place] = (tries[place] ?? 0) + 1) > MOST) return;
  sent.add(share);
  const nonce = known ?? newNonce();
  if (!known) store(place, nonce);
  const body = reveals ? { nonce } : { promise: sha256(`ardennes share\0${nonce}`) };
  post(`/api/matches/${match}/dice`, body, seatsOf(match)[seat]).catch((error) => {
    sent.delete(share);
    if (asked === "nonce" && error instanceof ServerError) localStorage.removeItem(place); // promised by another browser: start again if that is still possible
  });
}

function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** The first 32 bits of the fraction of a root of each of the first 64 primes. @param {number} root */
function constants(root) {
  const result = [];
  for (let n = 2; result.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
    if (prime) result.push(((n ** (1 / root)) % 1) * 2 ** 32 | 0);
  }
  return result;
}

/** SHA-256 as hexadecimal text; browsers offer their own only over https. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const k = constants(3), sum = constants(2).slice(0, 8);
  const turn = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { sum[i] = (sum[i] + x) | 0; });
  }
  return sum.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
