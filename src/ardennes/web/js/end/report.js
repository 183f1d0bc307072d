// The after-action report inside the page: the same file that can be saved and printed, with a way back to the match.
// It stands in a tree of its own, so that neither its style nor that of the page touches the other.
import { get, post, rememberSeats, seatsOf, seatWords, sitDown } from "../lib/api.js";
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { setGoal } from "../lobby/record.js";

/** @typedef {import("../types.gen.js").ReportProgress} Progress */

const STYLE = /<style>([^<]*)<\/style>/g;
const AGAIN = 1500; // milliseconds between two looks at how far a deep report is

/** @param {HTMLElement} app @param {string} match */
export async function showReport(app, match) {
  document.title = t("end.report");
  app.replaceChildren(h("main", { class: "reported" }, h("p", { class: "waiting", role: "status" }, t("end.preparing"))));
  await sitDown(match);
  const report = new Report(app, match, seatsOf(match)[seatWords(match)[0]]);
  await report.load();
  return () => report.leave();
}

class Report {
  /** @param {HTMLElement} app @param {string} match @param {string} token */
  constructor(app, match, token) {
    this.app = app;
    this.match = match;
    this.token = token;
    this.left = false;
    this.box = h("div", { class: "report" });
    this.root = this.box.attachShadow({ mode: "open" });
    this.progress = h("span", { role: "status" });
    this.deeper = h("button", { id: "deeper", title: t("end.judge-about"), onclick: () => this.goDeep() }, t("end.judge"));
    const follow = () => { this.box.dataset.light = document.documentElement.dataset.light; };
    follow();
    this.eye = new MutationObserver(follow);
    this.eye.observe(document.documentElement, { attributeFilter: ["data-light"] });
  }

  leave() {
    this.left = true;
    this.eye.disconnect();
  }

  path() {
    return `/api/matches/${this.match}/report`;
  }

  async load() {
    const page = /** @type {string} */ (await get(this.path(), this.token));
    const [, ...styles] = [...page.matchAll(STYLE)].map((found) => found[1]); // the first has the fonts, which are here already
    const read = new DOMParser().parseFromString(page.replaceAll(STYLE, ""), "text/html");
    const style = new CSSStyleSheet();
    style.replaceSync(styles.join("\n"));
    this.root.adoptedStyleSheets = [style];
    this.root.replaceChildren(...[...read.body.children].map((node) => document.adoptNode(node)));
    for (const spot of this.root.querySelectorAll(".try")) {
      const { order = "0", goal = "" } = /** @type {HTMLElement} */ (spot).dataset;
      spot.replaceChildren(h("button", { onclick: () => tryAgain(this.match, this.token, Number(order), goal) }, t("end.try")), " ",
        h("a", { href: `#/match/${this.match}/${order}` }, t("end.show")));
    }
    for (const spot of this.root.querySelectorAll(".look")) {
      const { order = "0" } = /** @type {HTMLElement} */ (spot).dataset;
      spot.append(" ", h("a", { href: `#/match/${this.match}/${order}` }, t("end.show")));
    }
    this.deeper.hidden = !this.root.querySelector("[data-light-report]");
    this.app.replaceChildren(h("main", { class: "reported" }, h("nav", { class: "endbar", "aria-label": t("end.report-nav") },
      h("b", {}, t("end.report")), this.progress, h("div", { class: "options" }, h("a", { class: "button", href: `#/match/${this.match}` }, t("end.back")),
        this.deeper, h("button", { onclick: () => print() }, t("common.print")), h("button", { class: "main", onclick: () => save(read.title, page) }, t("end.save")))), this.box));
  }

  /** Has the decisions tried again, says how far that is, and shows the report with them. */
  async goDeep() {
    for (const spot of this.root.querySelectorAll(".look")) {
      const { order = "0" } = /** @type {HTMLElement} */ (spot).dataset;
      spot.append(" ", h("a", { href: `#/match/${this.match}/${order}` }, t("end.show")));
    }
    this.deeper.hidden = true;
    try {
      for (;;) {
        const told = /** @type {Progress} */ (await post(this.path(), {}, this.token));
        if (this.left) return;
        if (told.failed) throw new Error(told.words);
        if (told.share >= 1) break;
        this.progress.textContent = t("end.judging", { percent: Math.round(100 * told.share), step: told.words });
        await new Promise((done) => setTimeout(done, AGAIN));
      }
      this.progress.textContent = "";
      await this.load();
    } catch (error) {
      this.progress.textContent = "";
      notice(/** @type {Error} */ (error).message);
    }
  }
}

/** @param {string} title @param {string} page */
function save(title, page) {
  const link = h("a", { href: URL.createObjectURL(new Blob([page], { type: "text/html" })), download: `${title.replaceAll(":", "")}.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}

/** A new match from an order of this one, with what to do better as its goal. @param {string} match @param {string | undefined} token of a seat; none: the lobby's @param {number} at @param {string} goal */
export async function tryAgain(match, token, at, goal) {
  try {
    const made = await post(`/api/matches/${match}/fork`, { at }, token);
    rememberSeats(made.id, made.tokens);
    if (goal) setGoal(made.id, goal);
    location.hash = `#/match/${made.id}`;
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
