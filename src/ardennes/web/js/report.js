// The after-action report inside the page: the same file that can be saved and printed, with a way back to the match.
// It stands in a tree of its own, so that neither its style nor that of the page touches the other.
import { get, post, rememberSeats, seatsOf, seatWords, sitDown } from "./api.js";
import { h, notice } from "./dom.js";
import { setGoal } from "./record.js";

const STYLE = /<style>([^<]*)<\/style>/g;

/** @param {HTMLElement} app @param {string} match */
export async function showReport(app, match) {
  document.title = "After-action report";
  app.replaceChildren(h("main", { class: "reported" }, h("p", { class: "waiting", role: "status" }, "The report is being made …")));
  await sitDown(match);
  const token = seatsOf(match)[seatWords(match)[0]];
  const page = /** @type {string} */ (await get(`/api/matches/${match}/report`, token));
  const [, ...styles] = [...page.matchAll(STYLE)].map((found) => found[1]); // the first has the fonts, which are here already
  const read = new DOMParser().parseFromString(page.replaceAll(STYLE, ""), "text/html");
  const style = new CSSStyleSheet();
  style.replaceSync(styles.join("\n"));
  const box = h("div", { class: "report" });
  const root = box.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(...[...read.body.children].map((node) => document.adoptNode(node)));
  for (const spot of root.querySelectorAll(".try")) {
    const { order = "0", goal = "" } = /** @type {HTMLElement} */ (spot).dataset;
    spot.replaceChildren(h("button", { onclick: () => tryAgain(match, token, Number(order), goal) }, "Try again from here"),
      h("a", { href: `#/match/${match}/${order}` }, "Look at it"));
  }
  const follow = () => { box.dataset.light = document.documentElement.dataset.light; };
  follow();
  const eye = new MutationObserver(follow);
  eye.observe(document.documentElement, { attributeFilter: ["data-light"] });
  app.replaceChildren(h("main", { class: "reported" }, h("nav", { class: "endbar", "aria-label": "Report" },
    h("b", {}, "After-action report"), h("div", { class: "options" }, h("a", { class: "button", href: `#/match/${match}` }, "Back to the match"),
      h("button", { onclick: () => print() }, "Print"), h("button", { class: "main", onclick: () => save(read.title, page) }, "Save as a file"))), box));
  return () => eye.disconnect();
}

/** @param {string} title @param {string} page */
function save(title, page) {
  const link = h("a", { href: URL.createObjectURL(new Blob([page], { type: "text/html" })), download: `${title.replaceAll(":", "")}.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}

/** A new match from an order of this one, with what to do better as its goal. @param {string} match @param {string} token @param {number} at @param {string} goal */
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
