// What the commanders of a side write to each other: the list, what is new in it, and the form to write in.
import { get, post } from "../lib/api.js";
import { h, notice, side_name } from "../lib/dom.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("../types.gen.js").MessageView} Message */

const LONGEST = 1000;

export class Messages {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Message[]} */
    this.list = [];
    this.heard = 0; // so many one has read
    this.begun = false; // what was there at first is known, and the rest is news
    this.open = false; // the match is over, and those of both sides are shown
    this.told = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", id: "mail-told" });
    this.lines = h("ol", { class: "mail", tabindex: 0, "aria-label": "Messages" });
    this.to = h("select", { "aria-label": "To whom" });
    this.words = h("textarea", { id: "message", rows: 3, maxlength: LONGEST, placeholder: "Write to your side …", "aria-label": "Message" });
    this.send = h("button", { class: "main", id: "send", onclick: () => this.write() }, "Send");
    this.form = h("div", { class: "writing" }, h("label", {}, "To ", this.to), this.words,
      h("div", { class: "row" }, h("small", { class: "quiet" }, "Only your side reads this. When the match is over everybody at it may."), this.send));
    this.node = h("section", { class: "messages" }, h("h2", {}, "Messages"), this.lines, this.form);
    this.words.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.write();
      if (e.key === "Escape") this.table.frame.focusTab("command");
    });
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
  }

  any() {
    return this.list.length > 0;
  }

  unread() {
    return this.open ? 0 : this.list.slice(this.heard).filter((m) => !m.mine).length;
  }

  /** Another seat looks now. */
  forget() {
    this.list = [];
    this.heard = 0;
    this.begun = false;
    this.open = false;
  }

  /** There are so many messages for this seat now. @param {number} mail */
  arrived(mail) {
    if (mail > this.list.length && !this.open) this.load();
    else this.begun = true;
  }

  /** The match is over: what both sides wrote may be read. */
  opened() {
    if (!this.open) this.load(true);
  }

  /** Fetches what is new, one after the other. @param {boolean} [anew] */
  load(anew = false) {
    this.queue = this.queue.then(() => this.fetch(anew)).catch((error) => {
      if (!this.table.closed && error.status !== 403) notice(error.message);
    });
    return this.queue;
  }

  /** @param {boolean} anew */
  async fetch(anew) {
    const { table } = this;
    if (anew) this.list = [];
    const before = this.list.length;
    for (let page = 0; page < 50; page++) {
      const found = await get(table.path(`/messages?after=${this.list.length}`), table.token());
      this.list.push(...found.messages);
      this.heard = Math.max(this.heard, found.heard);
      this.open = found.open;
      if (!found.more) break;
    }
    const last = this.list.slice(before).filter((m) => !m.mine).at(-1);
    if (last && this.begun && !this.open) this.told.textContent = `Message from ${last.sender}: ${last.words}`;
    this.begun = true;
    this.draw();
    table.frame.drawTabs();
    if (table.tab === "command") this.shown();
  }

  draw() {
    const low = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
    this.lines.replaceChildren(...(this.list.length ? this.list.map((m) => this.line(m)) : [h("li", { class: "quiet" }, "Nothing has been written yet.")]));
    if (low) this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {Message} m */
  line(m) {
    const when = new Date(m.sent * 1000);
    const side = this.open ? `${side_name(m.side)}: ` : "";
    const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return h("li", { class: m.mine ? "mine" : "" },
      h("div", { class: "head" }, h("b", {}, `${side}${m.sender}`), m.to ? ` to ${m.to}` : " to all", h("span", { class: "quiet" }, ` · ${m.moment} · `, h("time", { datetime: when.toISOString(), title: when.toLocaleString() }, time))),
      h("p", {}, m.words));
  }

  /** The panel is looked at: whom one may write to, and what is there is read. */
  shown() {
    const view = this.table.state.command;
    this.form.hidden = !view;
    if (view) this.choices(view);
    this.draw();
    const unread = this.unread();
    if (!view || !unread || document.hidden) return;
    this.heard = this.list.length;
    this.table.frame.drawTabs();
    post(this.table.path("/messages/read"), { upto: this.heard }, this.table.token()).catch((error) => notice(error.message));
  }

  /** @param {import("../types.gen.js").CommandView} view */
  choices(view) {
    const others = view.commanders.filter((x) => x.number !== view.me);
    const key = others.map((x) => x.name).join("\n");
    if (this.to.dataset.key === key) return;
    this.to.dataset.key = key;
    this.to.replaceChildren(h("option", { value: "" }, "all of us"), ...others.map((x) => h("option", { value: String(x.number) }, x.name)));
  }

  async write() {
    const words = this.words.value.trim();
    if (!words || this.send.disabled) return;
    this.send.disabled = true;
    try {
      await post(this.table.path("/messages"), { words, to: this.to.value === "" ? null : Number(this.to.value) }, this.table.token());
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
