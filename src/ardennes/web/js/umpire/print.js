// Printable pages: the page shows them as they will be on paper.
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { segments, sheet } from "./dialogs.js";

/** @typedef {import("./desk.js").Desk} Desk */

export const PAGES = /** @type {const} */ (["sheet", "orders", "slips", "roster", "record"]);
const FOR_ONE = ["orders", "slips", "roster"]; // pages that can be printed for one team

const STYLE = /<style>([^<]*)<\/style>/;

/** @param {(page: string) => void} print */
export const printMenu = (print) => sheet(t("umpire.print-pages"), (close) => h("div", { class: "picklist" }, PAGES.map((page) =>
  h("button", { class: "pickrow", "data-page": page, onclick: () => { close(); print(page); } }, h("span", {}, h("b", {}, t(`umpire.page.${page}`)), h("small", {}, t(`umpire.page.${page}.about`)))))));

/** @param {HTMLElement} app @param {Desk} desk @param {string} page */
export async function showPrint(app, desk, page) {
  let paper = "A4", side = "";
  const about = PAGES.find((one) => one === page) ?? PAGES[0];
  const host = h("div", { class: "paperpage" });
  const shadow = host.attachShadow({ mode: "open" });
  const ground = new CSSStyleSheet(); // the size of the paper counts for the whole document
  const draw = async () => {
    /** @type {{html: string}} */
    const { html } = await desk.ask("print", { page: about, paper, side });
    const styles = html.match(STYLE)?.[1] ?? "";
    const made = new DOMParser().parseFromString(html.replace(STYLE, ""), "text/html"); // the page's policy refuses styles in a document
    const own = new CSSStyleSheet();
    ground.replaceSync(styles.match(/@page \{[^}]*\}/)?.[0] ?? "");
    own.replaceSync(styles.replace(/@page \{[^}]*\}/, "").replace(/\bbody \{/, ":host {"));
    shadow.adoptedStyleSheets = [own];
    shadow.replaceChildren(...document.importNode(made.body, true).childNodes);
    host.dataset.paper = paper;
  };
  const again = () => draw().catch((error) => notice(error.message));
  const sides = Object.keys(desk.tables.sides);
  document.adoptedStyleSheets.push(ground);
  document.title = t("umpire.title", { game: t(`umpire.page.${about}`) });
  await draw();
  app.replaceChildren(h("main", { class: "uprint" }, h("header", { class: "formtop noprint" }, h("a", { class: "button icon back", "aria-label": t("umpire.back"), href: `#/umpire/${desk.stored.id}` }, "‹"), h("h1", {}, t(`umpire.page.${about}`)),
    segments(t("umpire.paper"), [["A4", t("umpire.paper.a4")], ["Letter", t("umpire.paper.letter")]], paper, (value) => { paper = value; again(); }),
    FOR_ONE.includes(about) ? segments(t("umpire.side"), [["", t("umpire.all")], ...sides.map((one) => /** @type {const} */ ([one, desk.sideName(one)]))], side, (value) => { side = value; again(); }) : null,
    h("button", { class: "main", onclick: () => print() }, t("common.print"))), host));
  return () => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== ground); };
}
