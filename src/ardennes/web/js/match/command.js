// The command of a side that several people share: who has what, who is ready, and who writes what to whom.
import { post } from "../lib/api.js";
import { ask, h, notice, side_name } from "../lib/dom.js";
import { linkBox } from "../lib/links.js";
import { Messages } from "./messages.js";
import { playFresh, resolves } from "./replay/turn.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {import("../types.gen.js").CommandView} CommandView */
/** @typedef {import("../types.gen.js").CommanderView} CommanderView */
/** @typedef {import("../types.gen.js").MatchView} MatchView */

const CHIEF = 0;

export class Command {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.messages = new Messages(table);
    this.people = h("section", { class: "commanders" });
    this.root = h("div", { class: "command" }, this.people, this.messages.node);
  }

  /** @returns {CommandView | null} */
  view() {
    return this.table.state.command;
  }

  /** Oneself among the commanders. @returns {CommanderView | null} */
  me() {
    const view = this.view();
    return view && view.commanders[view.me];
  }

  /** Is there anything to show here? Messages are shown to everybody when the match is over. */
  shows() {
    return Boolean(this.view()) || this.messages.any();
  }

  /** The commander who has a formation. @param {string} formation */
  holder(formation) {
    const view = this.view();
    const number = view?.formations.find((x) => x.id === formation)?.holder ?? CHIEF;
    return view?.commanders[number];
  }

  /** What the button at the top does instead of sealing. @returns {{label: string, title: string} | null} */
  button() {
    const me = this.me();
    if (!me || !this.table.state.choices.mine) return null;
    return me.ready ? { label: "Not ready yet", title: "Take back that you are ready" } : { label: "I am ready", title: "Your orders are written; the side seals when all its commanders are ready" };
  }

  /** What the line at the top adds: on whom one waits. */
  words() {
    const view = this.view();
    if (!view || !this.table.state.choices.mine) return "";
    const writing = view.commanders.filter((x) => !x.ready && x.number !== view.me);
    const names = writing.map((x) => x.taken ? x.name : `${x.name} (nobody sits there)`).join(", ");
    if (this.me()?.ready) return ` You are ready; still writing: ${names || "nobody"}.`;
    return writing.length ? "" : " All the others are ready.";
  }

  /** Shown in the panel; the same nodes stay, so that nobody is disturbed in writing. @param {HTMLElement} panel */
  show(panel) {
    if (panel.firstElementChild !== this.root || panel.childElementCount > 1) panel.replaceChildren(this.root);
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.keep : undefined;
    this.people.replaceChildren(...this.list());
    this.people.hidden = !this.view();
    if (held) this.people.querySelector(`[data-keep="${held}"]`)?.dispatchEvent(new Event("refocus"));
    this.messages.shown();
  }

  list() {
    const view = this.view();
    if (!view) return [];
    const chief = view.me === CHIEF;
    return [
      h("h2", {}, `Command of the ${side_name(this.table.side)} side`),
      h("ul", { class: "plain" }, view.commanders.map((x) => this.person(view, x))),
      chief ? this.giving(view) : null,
      view.seal && view.commanders.some((x) => !x.ready) ? h("div", { class: "options" }, h("button", { id: "seal-all", onclick: () => this.sealAll() }, "Seal for everybody")) : null,
    ].filter((node) => node instanceof Node);
  }

  /** @param {CommandView} view @param {CommanderView} x */
  person(view, x) {
    const has = view.formations.filter((f) => f.holder === x.number).map((f) => f.name).join(", ") || "no formations";
    const state = !x.taken ? "nobody sits here" : x.ready ? "ready" : "writing";
    const link = view.me === CHIEF && x.number !== CHIEF
      ? h("button", { "data-keep": `link-${x.number}`, onrefocus: refocus, "aria-label": `New link for ${x.name}`, title: "Whoever uses it takes this seat", onclick: () => this.link(x) }, "New link") : null;
    return h("li", { "data-commander": x.number, class: x.ready ? "ready" : "" },
      h("div", { class: "row" }, h("b", {}, x.name, x.number === view.me ? " (you)" : ""), h("span", { class: "badge" }, x.ready ? "✓ " : "", state)),
      h("div", { class: "row" }, h("span", { class: "quiet" }, x.number === CHIEF ? `Commander-in-chief · ${has}` : has), link));
  }

  /** Who has each formation, to be changed. @param {CommandView} view */
  giving(view) {
    const row = (/** @type {import("../types.gen.js").FormationView} */ f) => {
      const pick = (/** @type {Event} */ e) => this.give(f.id, Number(/** @type {HTMLSelectElement} */ (e.target).value));
      return h("label", {}, h("span", {}, f.name), h("select", { "data-keep": `give-${f.id}`, onrefocus: refocus, onchange: pick },
        view.commanders.map((x) => h("option", { value: String(x.number), selected: x.number === f.holder }, x.name))));
    };
    return h("details", { class: "giving" }, h("summary", {}, "Give formations away, or take them back"), view.formations.map(row));
  }

  // ---- what one does

  /** Says that one is ready, or not after all; with the last of them the side seals. */
  async toggle() {
    const me = this.me();
    if (!me) return;
    const { leaves } = this.table.state.choices;
    const sure = me.ready || !leaves || await ask("Ready with your orders?", h("p", {}, leaves, " You may take it back until all are ready."), [["I am ready", true, true], ["Not yet", false]]);
    if (sure) await this.change("/ready", { ready: !me.ready });
  }

  async sealAll() {
    const view = this.view();
    if (!view?.seal) return;
    const late = view.commanders.filter((x) => !x.ready && x.number !== view.me).map((x) => x.name).join(", ");
    const words = `${late ? `Not ready: ${late}. What they have written counts as it stands. ` : ""}A sealed sheet cannot be opened again.`;
    const sure = await ask("Seal for everybody?", h("p", {}, words), [["Seal", true, true], ["Not yet", false]]);
    if (sure) await this.table.giving.give(view.seal);
  }

  /** @param {string} formation @param {number} to */
  async give(formation, to) {
    await this.change("/command", { formation, to });
  }

  /** @param {CommanderView} x */
  async link(x) {
    try {
      const made = await post(this.table.path("/command/invite"), { seat: `${this.table.side}:${x.number}` }, this.table.token());
      const about = h("p", { class: "quiet" }, `Whoever uses it takes the seat of ${x.name}; somebody who sits there leaves it.`);
      await ask("A link", h("div", { class: "links" }, about, linkBox(this.table.match, made.invitation, x.name)), [["Good", true, true]]);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** A change within the command. @param {string} path @param {Record<string, unknown>} body */
  async change(path, body) {
    const { table } = this;
    try {
      /** @type {MatchView} */
      const state = await table.giving.send(path, body);
      const fresh = await table.watching.moreLog(state);
      table.take(state, table.goesOn(state));
      if (fresh.some((entry) => resolves(table, entry))) await playFresh(table, fresh);
    } catch (error) {
      const failure = /** @type {import("./actions.js").Failure} */ (error);
      if (failure.status) await table.giving.failed(failure, {});
      else notice("The server does not answer; try again when the line is back.");
    }
  }
}

/** @param {Event} e */
function refocus(e) {
  if (e.target instanceof HTMLElement) e.target.focus({ preventScroll: true });
}
