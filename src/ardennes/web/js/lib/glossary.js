// Underline words that the rulebook explains; a click shows what they mean.
import { h } from "./dom.js";
import { bookOf, popover } from "./popover.js";

const LEAST = 3; // letters of a word, unless it is an abbreviation
const LEFT_ALONE = "a, button, h1, h2, kbd, select, summary, textarea, .term, svg, [aria-hidden]";

export class Glossary {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<string, [string, string]>} by search word: the entry and its meaning */
    this.words = new Map();
    this.search = /$^/;
    this.ready = this.load();
  }

  async load() {
    const { words } = await bookOf(this.game);
    for (const [entry, meaning] of Object.entries(words)) {
      const names = entry.replace(/\([^)]*\)/g, "").split(/[,/]/).map((name) => name.trim());
      for (const name of names) if (name.length >= LEAST || name === name.toUpperCase()) this.words.set(this.key(name), [entry, meaning.replace(/\*\*/g, "")]);
    }
    const escaped = [...this.words.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (escaped.length) this.search = new RegExp(`(?<![\\w-])(?:${escaped.join("|")})(?![\\w-])`, "i");
  }

  /** The search word: abbreviations keep their case. @param {string} word */
  key(word) {
    return word === word.toUpperCase() ? word : word.toLowerCase();
  }

  /** Underline the first mention of each word in an element. @param {Element} root */
  dot(root) {
    if (!this.words.size) return;
    const done = new Set();
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement?.closest(LEFT_ALONE)) texts.push(/** @type {Text} */ (node));
    for (const text of texts) this.dotIn(text, done);
  }

  /** @param {Text} text @param {Set<string>} done entries underlined before */
  dotIn(text, done) {
    const match = this.search.exec(text.data);
    if (!match) return;
    const [word] = match;
    const rest = text.splitText(match.index);
    const after = rest.splitText(word.length);
    const known = this.words.get(this.key(word)) ?? (word === word.toUpperCase() ? undefined : this.words.get(word.toLowerCase()));
    if (known && !done.has(known[0])) {
      done.add(known[0]);
      rest.replaceWith(this.term(word, known));
    }
    this.dotIn(after, done);
  }

  /** @param {string} word @param {[string, string]} known */
  term(word, [entry, meaning]) {
    const node = h("button", { class: "term", type: "button", title: meaning }, word);
    node.addEventListener("click", () => popover(node, entry, [h("h3", {}, entry), h("p", {}, meaning)]));
    return node;
  }
}
