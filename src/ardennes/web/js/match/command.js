// The command of a side that several people share: their formations, whether they are ready, and their messages.
import { post } from "../lib/api.js";
import { ask, h, notice, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { linkBox } from "../lib/links.js";
import { Messages } from "./messages.js";
import { resolves } from "./replay/turn.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "actions" | "feed" | "frame" | "playTurns" | "take">} Parts */
/** @typedef {import("../types.gen.js").CommandView} CommandView */
/** @typedef {import("../types.gen.js").CommanderView} CommanderView */
/** @typedef {import("../types.gen.js").MatchView} MatchView */

const CHIEF = 0;

export class Command {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.messages = new Messages(parts);
    this.people = h("section", { class: "commanders" });
    this.root = h("div", { class: "command" }, this.people, this.messages.node);
  }

  /** @returns {CommandView | null} */
  view() {
    return this.parts.state.command;
  }

  /** The commander at this seat. @returns {CommanderView | null} */
  me() {
    const view = this.view();
    return view && view.commanders[view.me];
  }

  /** Whether there is anything to show; messages are shown to everybody when the match is over. */
  shows() {
    return Boolean(this.view()) || this.messages.any();
  }

  /** The commander who has a formation. @param {string} formation */
  holder(formation) {
    const view = this.view();
    const number = view?.formations.find((x) => x.id === formation)?.holder ?? CHIEF;
    return view?.commanders[number];
  }

  /** The button at the top, if it does not seal. @returns {{label: string, title: string} | null} */
  button() {
    const me = this.me();
    if (!me || !this.parts.state.choices.mine) return null;
    return me.ready ? { label: t("match.command.unready"), title: t("match.command.unready-title") } : { label: t("match.command.ready"), title: t("match.command.ready-title") };
  }

  /** What the line at the top adds: the commanders that are not ready. */
  status() {
    const view = this.view();
    if (!view || !this.parts.state.choices.mine) return "";
    const writing = view.commanders.filter((x) => !x.ready && x.number !== view.me);
    const names = writing.map((x) => x.taken ? x.name : t("match.command.vacant-name", { name: x.name })).join(", ");
    if (!writing.length) return ` ${t("match.command.all-ready")}`;
    return this.me()?.ready ? ` ${t("match.command.waiting", { names })}` : "";
  }

  /** Show it in the panel; the same nodes stay, so that nobody is disturbed while writing. @param {HTMLElement} panel */
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
      h("h2", {}, t("match.command.title", { side: side_name(this.parts.side) })),
      h("ul", { class: "plain" }, view.commanders.map((x) => this.person(view, x))),
      chief ? this.assignment(view) : null,
      view.seal && view.commanders.some((x) => !x.ready) ? h("div", { class: "options" }, h("button", { id: "seal-all", onclick: () => this.sealAll() }, t("match.command.seal-all"))) : null,
    ].filter((node) => node instanceof Node);
  }

  /** @param {CommandView} view @param {CommanderView} x */
  person(view, x) {
    const has = view.formations.filter((f) => f.holder === x.number).map((f) => f.name).join(", ") || t("match.command.no-formations");
    const state = !x.taken ? t("match.command.vacant") : x.ready ? t("match.command.is-ready") : t("match.command.is-writing");
    const link = view.me === CHIEF && x.number !== CHIEF
      ? h("button", { "data-keep": `link-${x.number}`, onrefocus: refocus, "aria-label": t("match.command.link-for", { name: x.name }), title: t("match.command.link-title"), onclick: () => this.link(x) }, t("match.command.link")) : null;
    return h("li", { "data-commander": x.number, class: x.ready ? "ready" : "" },
      h("div", { class: "row" }, h("b", {}, x.number === view.me ? t("match.command.you", { name: x.name }) : x.name), h("span", { class: "badge" }, x.ready ? "✓ " : "", state)),
      h("div", { class: "row" }, h("span", { class: "quiet" }, x.number === CHIEF ? t("match.command.chief", { formations: has }) : has), link));
  }

  /** The commander of each formation, to be changed. @param {CommandView} view */
  assignment(view) {
    const row = (/** @type {import("../types.gen.js").FormationView} */ f) => {
      const choose = (/** @type {Event} */ e) => this.assign(f.id, Number(/** @type {HTMLSelectElement} */ (e.target).value));
      return h("label", {}, h("span", {}, f.name), h("select", { "data-keep": `give-${f.id}`, onrefocus: refocus, onchange: choose },
        view.commanders.map((x) => h("option", { value: String(x.number), selected: x.number === f.holder }, x.name))));
    };
    return h("details", { class: "giving" }, h("summary", {}, t("match.command.assign")), view.formations.map(row));
  }

  // ---- buttons

  /** Say that this commander is ready, or is not; when all are, the side seals. */
  async toggle() {
    const me = this.me();
    if (!me) return;
    const { leaves } = this.parts.state.choices;
    const sure = me.ready || !leaves || await ask(t("match.command.ask-ready"), h("p", {}, leaves, " ", t("match.command.ready-effect")), [[t("match.command.ready"), true, true], [t("common.cancel"), false]]);
    if (sure) await this.change("/ready", { ready: !me.ready });
  }

  async sealAll() {
    const view = this.view();
    if (!view?.seal) return;
    const late = view.commanders.filter((x) => !x.ready && x.number !== view.me).map((x) => x.name).join(", ");
    const about = h("p", {}, late ? `${t("match.command.seal-late", { names: late })} ` : "", t("match.command.seal-effect"));
    const sure = await ask(t("match.command.ask-seal"), about, [[t("match.command.seal-all"), true, true], [t("common.cancel"), false]]);
    if (sure) await this.parts.actions.give(view.seal);
  }

  /** @param {string} formation @param {number} to */
  async assign(formation, to) {
    await this.change("/command", { formation, to });
  }

  /** @param {CommanderView} x */
  async link(x) {
    try {
      const made = await post(this.parts.path("/command/invite"), { seat: `${this.parts.side}:${x.number}` }, this.parts.token());
      const about = h("p", { class: "quiet" }, t("match.command.link-effect", { name: x.name }));
      await ask(t("match.command.link-for", { name: x.name }), h("div", { class: "links" }, about, linkBox(this.parts.match, made.invitation, x.name)), [[t("common.close"), true, true]]);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** Send a change within the command. @param {string} path @param {Record<string, unknown>} body */
  async change(path, body) {
    const { parts } = this;
    try {
      /** @type {MatchView} */
      const state = await parts.actions.send(path, body);
      const fresh = await parts.feed.update(state);
      parts.take(state, parts.isSameWriting(state));
      if (fresh.some((entry) => resolves(parts, entry))) await parts.playTurns(fresh);
    } catch (error) {
      const failure = /** @type {import("./actions.js").Failure} */ (error);
      if (failure.status) await parts.actions.onFailure(failure);
      else notice(t("match.command.no-answer"));
    }
  }
}

/** @param {Event} e */
function refocus(e) {
  if (e.target instanceof HTMLElement) e.target.focus({ preventScroll: true });
}
