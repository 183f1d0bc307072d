// Setting up: set-ups saved under a name are used again in other matches, and as files. Only this browser knows the secret that opens them.
import { download, post } from "../../lib/api.js";
import { ask, askText, h, notice } from "../../lib/dom.js";
import { readFile } from "../../lib/files.js";
import { readText, store } from "../../lib/storage.js";
import { t } from "../../lib/text.js";
import { Mode } from "./mode.js";

/** @typedef {{id: string, name: string, made: number}} SavedSetup */
/** @typedef {import("./mode.js").Parts & Pick<import("../match.js").Table, "feed" | "take">} Parts */

const SECRET = "ardennes.drawer", SHORTEST = 16, LONGEST = 128; // letters that the server accepts

/** Return the secret that opens this browser's set-ups; create it at first use. */
function secret() {
  const stored = readText(SECRET);
  if (stored && stored.length >= SHORTEST && stored.length <= LONGEST) return stored;
  const made = [...crypto.getRandomValues(new Uint8Array(24))].map((x) => x.toString(16).padStart(2, "0")).join("");
  store(SECRET, made);
  return made;
}

export class SetUp extends Mode {
  name = "setup";
  /** @type {SavedSetup[] | null} once the server has listed them */
  saved = null;

  /** @param {Parts} parts */
  constructor(parts) {
    super(parts);
    this.side = parts.side;
    this.feed = parts.feed;
    this.takeState = (/** @type {import("../../types.gen.js").MatchView} */ state) => parts.take(state);
    this.load().catch((error) => notice(error.message));
  }

  /** @param {string} action @param {Record<string, unknown>} [more] @returns {Promise<any>} */
  request(action, more = {}) {
    return post(this.parts.path(`/setups/${action}`), { drawer: secret(), ...more }, this.parts.token());
  }

  /** Run an action and list the set-ups again; a failure is shown. @param {() => Promise<unknown>} action */
  async run(action) {
    try {
      await action();
      await this.load();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  async load() {
    ({ setups: this.saved } = await this.request("list"));
    this.parts.drawPanel();
  }

  panel() {
    const row = (/** @type {SavedSetup} */ setup) => h("li", { "data-setup": setup.name },
      h("b", {}, setup.name), h("span", { class: "options inline" },
        h("button", { onclick: () => this.use(setup), "aria-label": t("match.setup.use-name", setup) }, t("match.setup.use")),
        h("button", { onclick: () => this.run(() => this.export(setup)), "aria-label": t("match.setup.export-name", setup) }, t("match.setup.export")),
        h("button", { onclick: () => this.drop(setup), "aria-label": t("match.setup.delete-name", setup) }, t("match.setup.delete"))));
    return h("section", { class: "setups", "data-panel": "setups" }, h("h2", {}, t("match.setup.saved")),
      this.saved?.length ? h("ul", { class: "plain" }, this.saved.map(row)) : h("p", { class: "quiet" }, this.saved ? t("match.setup.none") : "…"),
      h("div", { class: "options" },
        h("button", { id: "keep-setup", onclick: () => this.save() }, t("match.setup.save")),
        h("label", { class: "button file" }, t("match.setup.import"),
          h("input", { type: "file", accept: ".json", class: "visually-hidden", "aria-label": t("match.setup.import-label"), onchange: (/** @type {Event} */ e) => this.run(() => this.import(e)) }))));
  }

  async save() {
    const name = await askText(t("match.setup.ask-name"), "", t("match.setup.name"));
    if (name) await this.run(() => this.request("keep", { name }));
  }

  /** @param {SavedSetup} setup */
  async use({ id, name }) {
    const { parts } = this;
    const { choices, board } = parts.state;
    const hasPlaced = choices.card.length === 0 || board.units.some((u) => parts.isOwn(u.id));
    if (hasPlaced && !await ask(t("match.setup.ask-use", { name }), h("p", {}, t("match.setup.use-effect")), [[t("match.setup.use"), true, true], [t("common.cancel"), false]])) return;
    await this.run(async () => {
      const answer = await this.request("use", { id, seq: parts.state.seq });
      await this.feed.update(answer);
      this.takeState(answer);
      if (answer.left_out.length) notice(t("match.setup.left-out", { n: answer.left_out.length }), " ", answer.left_out[0]);
    });
  }

  /** @param {SavedSetup} setup */
  async drop({ id, name }) {
    const sure = await ask(t("match.setup.ask-delete", { name }), h("p", {}, t("match.setup.delete-effect")), [[t("match.setup.delete"), true, true], [t("common.cancel"), false]]);
    if (sure) await this.run(() => this.request("delete", { id }));
  }

  /** @param {SavedSetup} setup */
  async export({ id, name }) {
    download(`${name}.setup.json`, await this.request("file", { id }));
  }

  /** @param {Event} e */
  async import(e) {
    const input = /** @type {HTMLInputElement} */ (e.target);
    const file = input.files?.[0];
    if (!file) return;
    input.value = "";
    await this.request("import", { file: await readFile(file, t("match.setup.file"), t("match.setup.remedy")) });
  }
}
