// The time left for a turn that has a limit; then the orders written so far are handed in.
import { serverTime } from "../lib/api.js";
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";

const WARNINGS = [300, 60]; // seconds before the end

/** @param {number} seconds */
function timeLeft(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (!left) return t("match.time.over");
  if (left >= 86400) return t("match.time.days", { days: Math.floor(left / 86400), hours: Math.floor(left % 86400 / 3600) });
  if (left >= 3600) return t("match.time.hours", { hours: Math.floor(left / 3600), minutes: two(Math.floor(left % 3600 / 60)) });
  return t("match.time.minutes", { minutes: Math.floor(left / 60), seconds: two(left % 60) });
}

export class Countdown {
  constructor() {
    this.node = h("div", { class: "countdown", role: "timer", "aria-label": t("match.time"), "aria-live": "off", hidden: true });
    /** @type {number | null} */
    this.due = null;
    this.before = Infinity; // seconds left at the last tick
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Show the time until the turn ends. @param {number | null} due in seconds since 1970 */
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
    this.node.textContent = timeLeft(left);
    const passed = WARNINGS.find((at) => left <= at && this.before > at && this.before !== Infinity);
    if (passed) notice(t("match.time.warning", { n: passed / 60 }));
    this.before = left;
    this.node.classList.toggle("soon", left <= WARNINGS[0]);
  }
}
