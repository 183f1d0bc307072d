// A small box next to a clicked word or rule number, with the text of the rule or the meaning of the word.
import { get } from "./api.js";
import { h } from "./dom.js";
import { parts, t } from "./text.js";

/** @typedef {import("../types.gen.js").RulebookPage} RulebookPage */

const EDGE = 8; // pixels between a popover and the edge of the screen
/** @type {Record<string, Promise<RulebookPage>>} */
const books = {};

/** The rulebook of a game, fetched once. @param {string} game @returns {Promise<RulebookPage>} */
export function bookOf(game) {
  books[game] ??= get(`/api/rules/${game}`).catch((error) => {
    delete books[game];
    throw error;
  });
  return books[game];
}

/** The heading of a rule and the text up to the next heading. @param {RulebookPage} book @param {string} id */
function ruleIn(book, id) {
  for (const part of book.chapters) {
    const parsed = new DOMParser().parseFromString(part.html, "text/html");
    const head = parsed.getElementById(id);
    if (!head) continue;
    const body = [];
    for (let node = head.nextElementSibling; node && !/^H[1-3]$/.test(node.tagName); node = node.nextElementSibling) body.push(node);
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (parsed.querySelectorAll("a[data-rule]"))) link.setAttribute("href", `#/rules/${book.game}/${link.dataset.rule}`);
    return { title: (head.textContent ?? "").replace(id, "").trim(), body };
  }
  return null;
}

export function closePopover() {
  document.querySelector(".popover")?.remove();
}

/** @param {Element} anchor the element it explains @param {string} label @param {(Node | string | null)[]} content */
export function popover(anchor, label, content) {
  const box = anchor.getBoundingClientRect();
  closePopover();
  const close = () => {
    made.remove();
    if (anchor instanceof HTMLElement && anchor.isConnected) anchor.focus({ preventScroll: true });
  };
  const made = h("div", { class: "popover", role: "dialog", "aria-label": label, tabindex: -1 },
    h("button", { class: "plain close", "aria-label": t("common.close"), onclick: close }, "×"), content);
  made.addEventListener("keydown", (e) => {
    if (e.key === "Escape") close();
    e.stopPropagation(); // the keys of the table wait
  });
  (anchor.closest("dialog") ?? document.body).append(made); // a modal dialog lies above everything else
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(innerWidth - width - EDGE, box.left + box.width / 2 - width / 2));
  const below = box.bottom + EDGE + height <= innerHeight || box.top < height + EDGE;
  const bar = anchor.closest(".bar")?.getBoundingClientRect().bottom ?? 0; // does not cover the score
  const top = Math.max(EDGE, Math.min(innerHeight - height - EDGE, below ? Math.max(box.bottom, bar) + 6 : box.top - height - 6));
  made.style.left = `${left}px`;
  made.style.top = `${top}px`;
  made.focus({ preventScroll: true });
}

/** @param {HTMLAnchorElement} link */
async function showRule(link) {
  const [, , game, ...rest] = link.hash.split("/");
  const id = rest.join("/");
  const text = ruleIn(await bookOf(game), id);
  if (!text) return window.open(link.href, "_blank");
  const number = h("a", { class: "rule", href: link.hash, target: "_blank", title: t("common.open-rulebook") }, id);
  return popover(link, id, [h("h3", {}, text.title), h("div", { class: "text" }, text.body), h("p", { class: "quiet" }, parts("common.rule", { number }))]);
}

/** Open rules next to the link that names them; a click elsewhere closes the box. */
export function listenForRules() {
  document.addEventListener("click", (e) => {
    const at = e.target instanceof Element ? e.target : null;
    const link = at?.closest("a.rule");
    const inBook = link?.closest(".book");
    if (link instanceof HTMLAnchorElement && !inBook && !link.target && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
      e.preventDefault();
      showRule(link).catch(() => window.open(link.href, "_blank"));
    } else if (!at?.closest(".popover")) closePopover();
  }, true);
  addEventListener("hashchange", closePopover);
}
