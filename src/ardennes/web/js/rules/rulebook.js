// The rulebook in the app: one anchor a rule, readings and reconstructed values marked, searchable.
import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../types.gen.js").Chapter} Chapter */
/** @typedef {import("../types.gen.js").RuleEntry} Rule */
/** @typedef {import("../types.gen.js").CaseEntry} Case */

/** The server renders the book from its own files, without any HTML of others; scripts and styles in it could not run. @param {Chapter} part @param {string} game */
function chapter(part, game) {
  const parsed = new DOMParser().parseFromString(part.html, "text/html");
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (parsed.querySelectorAll("a[data-rule]"))) link.setAttribute("href", `#/rules/${game}/${link.dataset.rule}`);
  return h("section", { class: "chapter" }, part.title ? h("h2", {}, part.title) : null, [...parsed.body.childNodes]);
}

/** @type {Record<string, Promise<Case[]>>} by game, fetched when somebody first asks */
const books = {};

/** Does a case name the rule, or the section of a manual it stands in? @param {Case} one @param {string} id */
const isAbout = (one, id) => one.rules.includes(id) || (id.includes(".") && one.rules.includes(id.replace(/[a-z]+$/, "")));

/** Below the heading of a rule: what cases show of it. @param {string} game @param {Rule} entry @param {Element} heading */
function offerCases(game, entry, heading) {
  if (!entry.cases) return;
  const list = h("ul", { class: "cases plain", hidden: true });
  const show = async () => {
    list.hidden = !list.hidden;
    button.setAttribute("aria-expanded", String(!list.hidden));
    if (list.childElementCount) return;
    books[game] ??= get(`/api/rules/${game}/cases`).then((found) => found.cases);
    list.replaceChildren(...(await books[game]).filter((one) => isAbout(one, entry.id)).map((one) => caseOf(game, one)));
  };
  const button = h("button", { class: "link noprint", "data-cases": entry.id, "aria-expanded": "false", onclick: show }, t("rules.cases", { n: entry.cases }));
  heading.after(h("div", { class: "noprint" }, button, list));
}

/** @param {string} game @param {Case} one */
function caseOf(game, one) {
  const address = `#/try/${game}/${encodeURIComponent(one.file)}/${encodeURIComponent(one.id)}`;
  return h("li", { "data-case": one.id }, h("b", {}, one.id), " ", one.about, " ", one.opens ? h("a", { class: "try", href: address }, t("rules.try")) : null,
    h("details", { open: !one.opens }, h("summary", {}, one.opens ? t("rules.case") : t("rules.case-answer")),
      h("pre", {}, one.given), one.when ? h("pre", {}, one.when) : null, h("pre", { class: "expect" }, one.expect)));
}

/** @param {HTMLElement} app @param {string} game @param {string} id of a rule, or nothing */
export async function showRules(app, game, id) {
  const book = app.querySelector(`.book[data-game="${game}"]`) ?? await open(app, game);
  const found = id && document.getElementById(id);
  book.querySelectorAll(".here").forEach((n) => n.classList.remove("here"));
  if (found) { found.classList.add("here"); found.scrollIntoView({ block: "start" }); found.setAttribute("tabindex", "-1"); found.focus({ preventScroll: true }); }
  else if (!id) scrollTo(0, 0);
}

/** @param {HTMLElement} app @param {string} game */
async function open(app, game) {
  /** @type {import("../types.gen.js").RulebookPage} */
  const book = await get(`/api/rules/${game}`);
  const results = h("ol", { class: "results plain" }), count = h("p", { class: "quiet", role: "status" });
  let asked = 0;
  const find = async (/** @type {string} */ text) => {
    const mine = ++asked;
    if (!text.trim()) { results.replaceChildren(); count.textContent = ""; return; }
    /** @type {import("../types.gen.js").FoundRules} */
    const found = await get(`/api/rules/${game}?find=${encodeURIComponent(text)}`);
    if (mine !== asked) return;
    count.textContent = t("rules.found", { n: found.rules.length });
    results.replaceChildren(...found.rules.slice(0, 40).map((r) => h("li", {}, h("a", { href: `#/rules/${game}/${r.id}` }, `${r.id} ${r.title}`), h("span", { class: "quiet" }, ` ${r.chapter}`))));
  };
  const chapters = book.chapters.map((part) => chapter(part, game)), named = book.chapters.filter((c) => c.title);
  const marked = (/** @type {(rule: Rule) => boolean} */ test) => book.rules.filter(test).length;
  const main = h("main", { class: "book", "data-game": game },
    h("nav", { "aria-label": t("rules.chapters") }, h("p", {}, h("a", { href: "#/" }, t("rules.lobby"))), h("label", {}, t("rules.search"), h("input", { type: "search", oninput: (/** @type {InputEvent} */ e) => find(/** @type {HTMLInputElement} */ (e.target).value) })), count, results,
      h("p", { class: "quiet" }, t("rules.summary", { total: book.rules.length, readings: marked((r) => r.reading), reconstructed: marked((r) => r.reconstructed) })),
      h("ol", { class: "plain" }, named.map((c) => h("li", {}, h("a", { href: `#/rules/${game}/${book.rules.find((r) => r.chapter === c.title)?.id ?? ""}` }, c.title))))),
    h("article", {}, h("h1", {}, book.title), h("p", { class: "noprint" }, h("button", { onclick: () => print() }, t("rules.print")), " ", h("a", { href: `#/counters/${game}` }, t("rules.counters"))), chapters));
  for (const entry of book.rules) {
    const heading = main.querySelector(`[id="${entry.id}"]`);
    if (heading) offerCases(game, entry, heading);
  }
  app.replaceChildren(main);
  return main;
}
