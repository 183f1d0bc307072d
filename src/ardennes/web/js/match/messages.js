// Messages between the commanders of a side: the list, the unread ones, and the form to write one.
import { get, post } from "../lib/api.js";
import { h, notice, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "frame">} Parts */
/** @typedef {import("../types.gen.js").MessageView} Message */

const LONGEST = 1000;

export class Messages {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {Message[]} */
    this.list = [];
    this.readCount = 0;
    this.isLoaded = false; // later messages are news
    this.open = false; // the match is over, and the messages of both sides are shown
    this.news = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", id: "mail-told" });
    this.lines = h("ol", { class: "mail", tabindex: 0, "aria-label": t("match.messages") });
    this.to = h("select", { "aria-label": t("match.messages.to-label") });
    this.words = h("textarea", { id: "message", rows: 3, maxlength: LONGEST, placeholder: t("match.messages.placeholder"), "aria-label": t("match.messages.message") });
    this.send = h("button", { class: "main", id: "send", onclick: () => this.write() }, t("match.messages.send"));
    this.form = h("div", { class: "writing" }, h("label", {}, t("match.messages.to"), " ", this.to), this.words,
      h("div", { class: "row" }, h("small", { class: "quiet" }, t("match.messages.readers")), this.send));
    this.node = h("section", { class: "messages" }, h("h2", {}, t("match.messages")), this.lines, this.form);
    this.words.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.write();
      if (e.key === "Escape") this.parts.frame.focusTab("command");
    });
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
  }

  any() {
    return this.list.length > 0;
  }

  unread() {
    return this.open ? 0 : this.list.slice(this.readCount).filter((m) => !m.mine).length;
  }

  /** Forget all messages: another seat of this screen takes over. */
  clear() {
    this.list = [];
    this.readCount = 0;
    this.isLoaded = false;
    this.open = false;
  }

  /** This seat has more messages now. @param {number} mail their number */
  arrived(mail) {
    if (mail > this.list.length && !this.open) this.load();
    else this.isLoaded = true;
  }

  /** The match is over: both sides may read all messages. */
  opened() {
    if (!this.open) this.load(true);
  }

  /** Fetch new messages, one request after the other. @param {boolean} [all] */
  load(all = false) {
    this.queue = this.queue.then(() => this.fetch(all)).catch((error) => {
      if (!this.parts.closed && error.status !== 403) notice(error.message);
    });
    return this.queue;
  }

  /** @param {boolean} all */
  async fetch(all) {
    const { parts } = this;
    if (all) this.list = [];
    const before = this.list.length;
    for (let page = 0; page < 50; page++) {
      const answer = await get(parts.path(`/messages?after=${this.list.length}`), parts.token());
      this.list.push(...answer.messages);
      this.readCount = Math.max(this.readCount, answer.heard);
      this.open = answer.open;
      if (!answer.more) break;
    }
    const last = this.list.slice(before).filter((m) => !m.mine).at(-1);
    if (last && this.isLoaded && !this.open) this.news.textContent = t("match.messages.news", { sender: last.sender, words: last.words });
    this.isLoaded = true;
    this.draw();
    parts.frame.drawTabs();
    if (parts.tab === "command") this.shown();
  }

  draw() {
    const isAtEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
    this.lines.replaceChildren(...(this.list.length ? this.list.map((m) => this.line(m)) : [h("li", { class: "quiet" }, t("match.messages.none"))]));
    if (isAtEnd) this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {Message} m */
  line(m) {
    const when = new Date(m.sent * 1000);
    const side = this.open ? `${side_name(m.side)}: ` : "";
    const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return h("li", { class: m.mine ? "mine" : "" },
      h("div", { class: "head" }, h("b", {}, `${side}${m.sender}`), " ", m.to ? t("match.messages.to-name", { name: m.to }) : t("match.messages.to-all"), h("span", { class: "quiet" }, ` · ${m.moment} · `, h("time", { datetime: when.toISOString(), title: when.toLocaleString() }, time))),
      h("p", {}, m.words));
  }

  /** The panel is shown: offer the recipients, and mark all messages as read. */
  shown() {
    const view = this.parts.state.command;
    this.form.hidden = !view;
    if (view) this.offerRecipients(view);
    this.draw();
    const unread = this.unread();
    if (!view || !unread || document.hidden) return;
    this.readCount = this.list.length;
    this.parts.frame.drawTabs();
    post(this.parts.path("/messages/read"), { upto: this.readCount }, this.parts.token()).catch((error) => notice(error.message));
  }

  /** @param {import("../types.gen.js").CommandView} view */
  offerRecipients(view) {
    const others = view.commanders.filter((x) => x.number !== view.me);
    const key = others.map((x) => x.name).join("\n");
    if (this.to.dataset.key === key) return;
    this.to.dataset.key = key;
    this.to.replaceChildren(h("option", { value: "" }, t("match.messages.all")), ...others.map((x) => h("option", { value: String(x.number) }, x.name)));
  }

  async write() {
    const words = this.words.value.trim();
    if (!words || this.send.disabled) return;
    this.send.disabled = true;
    try {
      await post(this.parts.path("/messages"), { words, to: this.to.value === "" ? null : Number(this.to.value) }, this.parts.token());
      this.words.value = "";
      await this.load();
      this.lines.scrollTop = this.lines.scrollHeight;
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    } finally {
      this.send.disabled = false;
      this.words.focus();
    }
  }
}
