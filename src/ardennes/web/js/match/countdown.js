// How long a turn still takes, where it has a time limit; then what is written is handed in.
import { serverTime } from "../lib/api.js";
import { h, notice } from "../lib/dom.js";

const TOLD = [300, 60]; // seconds before the end at which it is said aloud

/** @param {number} seconds */
function words(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (!left) return "Time is over";
  if (left >= 86400) return `${Math.floor(left / 86400)} d ${Math.floor(left % 86400 / 3600)} h left`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h ${two(Math.floor(left % 3600 / 60))} min left`;
  return `${Math.floor(left / 60)}:${two(left % 60)} left`;
}

export class Countdown {
  constructor() {
    this.node = h("div", { class: "countdown", role: "timer", "aria-label": "Time left for this turn", "aria-live": "off", hidden: true });
    /** @type {number | null} */
    this.due = null;
    this.before = Infinity; // seconds left when it was last looked at
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** When the turn is over; the same again changes nothing. @param {number | null} due in seconds since 1970 */
  show(due) {
    if (due === this.due) return;
    this.stop();
    this.due = due;
    this.before = Infinity;
    this.node.hidden = due === null;
    if (due === null) return;
    this.tick();
    this.timer = setInterval(() => this.tick(), 1000);
  }

  stop() {
    clearInterval(this.timer);
  }

  tick() {
    if (this.due === null) return;
    const left = this.due - serverTime();
    this.node.textContent = words(left);
    const passed = TOLD.find((at) => left <= at && this.before > at && this.before !== Infinity);
    if (passed) notice(`${passed === 60 ? "One minute" : `${passed / 60} minutes`} left for this turn: then what is written is handed in as it stands.`);
    this.before = left;
    this.node.classList.toggle("soon", left <= TOLD[0]);
  }
}
