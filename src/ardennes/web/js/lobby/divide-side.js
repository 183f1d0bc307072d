// The lobby's form for a side that several people share: its commanders, where they sit, what they have.
import { h, side_name } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {{id: string, name: string}} Formation */
/** @typedef {{name: string, me: boolean, formations: string[]}} Asked */

const MOST = 12; // commanders of a side

export class Dividing {
  /** @param {string} side @param {Formation[]} formations what can be given away */
  constructor(side, formations) {
    this.side = side;
    this.formations = formations;
    /** @type {Asked[]} empty: one person plays the side */
    this.team = [];
    this.here = true; // somebody of the side sits at this screen
    this.node = h("div", { class: "dividing", "data-dividing": side });
    this.draw();
  }

  /** Who plays the side: only people share one. @param {boolean} people @param {boolean} here */
  follow(people, here) {
    this.node.hidden = !people;
    this.here = here;
    if (!here) for (const one of this.team) one.me = false;
    this.draw();
  }

  /** What is asked of the server, if anything. @returns {Asked[] | null} */
  asked() {
    return this.node.hidden || this.team.length < 2 ? null : this.team;
  }

  /** The commanders' names by seat. @returns {[string, string][]} */
  names() {
    return this.team.map((one, at) => [`${this.side}:${at}`, one.name || this.called(at)]);
  }

  /** @param {number} at */
  called(at) {
    return at ? t("lobby.commander", { number: at + 1 }) : t("lobby.commander-in-chief");
  }

  divide() {
    this.team = [{ name: "", me: this.here, formations: [] }, { name: "", me: false, formations: [] }];
    this.draw();
    this.node.querySelector("input")?.focus();
  }

  draw() {
    const { team, node } = this;
    if (!team.length) {
      node.replaceChildren(h("button", { type: "button", class: "plainlink", onclick: () => this.divide() }, t("lobby.divide", { side: side_name(this.side) })));
      return;
    }
    const more = () => {
      team.push({ name: "", me: false, formations: [] });
      this.draw();
    };
    const one = () => {
      this.team = [];
      this.draw();
    };
    node.replaceChildren(...team.map((_, at) => this.row(at)), h("div", { class: "options" },
      h("button", { type: "button", disabled: team.length >= MOST, onclick: more }, t("lobby.divide-more")),
      h("button", { type: "button", onclick: one }, t("lobby.divide-one"))));
  }

  /** @param {number} at */
  row(at) {
    const { team } = this;
    const one = team[at];
    const commander = this.called(at);
    const rename = (/** @type {Event} */ e) => { one.name = /** @type {HTMLInputElement} */ (e.target).value; };
    const sit = (/** @type {Event} */ e) => { one.me = /** @type {HTMLSelectElement} */ (e.target).value === "here"; };
    const drop = () => {
      team.splice(at, 1);
      this.draw();
    };
    return h("fieldset", {}, h("legend", {}, commander),
      h("div", { class: "row" },
        h("input", { type: "text", value: one.name, maxlength: 40, placeholder: t("lobby.commander-name"), "aria-label": t("lobby.commander-name-of", { commander }), oninput: rename }),
        h("select", { "aria-label": t("lobby.commander-where", { commander }), onchange: sit },
          h("option", { value: "link", selected: !one.me }, t("lobby.commander-link")),
          this.here ? h("option", { value: "here", selected: one.me }, t("lobby.commander-here")) : null),
        at && team.length > 2 ? h("button", { type: "button", "aria-label": t("lobby.commander-remove-who", { commander }), title: t("lobby.commander-remove"), onclick: drop }, "×") : null),
      at ? this.boxes(at) : h("p", { class: "quiet" }, t("lobby.commander-in-chief-about")));
  }

  /** The formations of one commander; one that another has is not offered. @param {number} at */
  boxes(at) {
    const { team } = this;
    const taken = new Set(team.flatMap((x, other) => other === at ? [] : x.formations));
    const tick = (/** @type {string} */ id) => (/** @type {Event} */ e) => {
      const on = /** @type {HTMLInputElement} */ (e.target).checked;
      team[at].formations = on ? [...team[at].formations, id] : team[at].formations.filter((x) => x !== id);
      this.draw();
      const again = this.node.querySelector(`[data-formation="${at}-${id}"]`);
      if (again instanceof HTMLElement) again.focus();
    };
    return h("div", { class: "ticks", role: "group", "aria-label": t("lobby.formations-of", { commander: team[at].name || this.called(at) }) }, this.formations.map(({ id, name }) =>
      h("label", { class: "tick" }, h("input", { type: "checkbox", "data-formation": `${at}-${id}`, checked: team[at].formations.includes(id), disabled: taken.has(id), onchange: tick(id) }), name)));
  }
}
