// Set-ups saved under a name, used again in other matches, and as files. Only this browser knows the secret that opens them.
import { download, post } from "../lib/api.js";
import { ask, askText, h, notice } from "../lib/dom.js";
import { readFile } from "../lib/files.js";
import { readText, store } from "../lib/storage.js";

/** @typedef {import("./match.js").Table} Table */
/** @typedef {{id: string, name: string, made: number}} Kept */

const WORD = "ardennes.drawer", SHORTEST = 16, LONGEST = 128; // letters, as the server wants it

/** Return the secret that opens this browser's drawer; create it at first use. */
function drawer() {
  const known = readText(WORD);
  if (known && known.length >= SHORTEST && known.length <= LONGEST) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(24))].map((x) => x.toString(16).padStart(2, "0")).join("");
  store(WORD, made);
  return made;
}

export class Setups {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Kept[] | null} as the server told them last */
    this.kept = null;
    this.side = "";
  }

  /** @param {string} what @param {Record<string, unknown>} [more] @returns {Promise<any>} */
  tell(what, more = {}) {
    return post(this.table.path(`/setups/${what}`), { drawer: drawer(), ...more }, this.table.token());
  }

  /** Does it; what goes wrong is said, what is kept is told anew. @param {() => Promise<unknown>} deed */
  async act(deed) {
    try {
      await deed();
      await this.look();
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  async look() {
    const { side } = this.table;
    const { setups } = await this.tell("list");
    this.kept = setups;
    this.side = side;
    this.table.drawPanel();
  }

  panel() {
    if (this.side !== this.table.side) {
      this.side = this.table.side;
      this.kept = null;
      this.look().catch((error) => notice(error.message));
    }
    const row = (/** @type {Kept} */ one) => h("li", { "data-setup": one.name },
      h("b", {}, one.name), h("span", { class: "options inline" },
        h("button", { onclick: () => this.use(one), "aria-label": `Use ${one.name}` }, "Use"),
        h("button", { onclick: () => this.act(() => this.save(one)), "aria-label": `Export ${one.name}` }, "Export"),
        h("button", { onclick: () => this.drop(one), "aria-label": `Delete ${one.name}` }, "Delete")));
    return h("section", { class: "setups", "data-panel": "setups" }, h("h2", {}, "Kept set-ups"),
      this.kept?.length ? h("ul", { class: "plain" }, this.kept.map(row)) : h("p", { class: "quiet" }, this.kept ? "None yet for this side." : "…"),
      h("div", { class: "options" },
        h("button", { id: "keep-setup", onclick: () => this.keep() }, "Keep this set-up"),
        h("label", { class: "button file" }, "Import a file",
          h("input", { type: "file", accept: ".json", class: "visually-hidden", "aria-label": "Import a set-up file", onchange: (/** @type {Event} */ e) => this.act(() => this.bring(e)) }))));
  }

  async keep() {
    const name = await askText("Keep this set-up under which name?", "", "Name of the set-up");
    if (name) await this.act(() => this.tell("keep", { name }));
  }

  /** @param {Kept} one */
  async use(one) {
    const { table } = this;
    const placed = table.state.choices.card.length === 0 || table.state.board.units.some((u) => table.stage.units[u.id].side === table.side);
    const words = "What you have placed so far is taken back.";
    if (placed && !await ask(`Set up as in ${one.name}?`, h("p", {}, words), [["Set up so", true, true], ["Not now", false]])) return;
    await this.act(async () => {
      const answer = await this.tell("use", { id: one.id, seq: table.state.seq });
      await table.watching.moreLog(answer);
      table.take(answer);
      if (answer.left_out.length) notice(`${answer.left_out.length} orders are not legal here and were left out: ${answer.left_out[0]}`);
    });
  }

  /** @param {Kept} one */
  async drop(one) {
    const sure = await ask(`Delete ${one.name}?`, h("p", {}, "It cannot be brought back."), [["Delete", true, true], ["Keep it", false]]);
    if (sure) await this.act(() => this.tell("delete", { id: one.id }));
  }

  /** @param {Kept} one */
  async save(one) {
    download(`${one.name}.setup.json`, await this.tell("file", { id: one.id }));
  }

  /** @param {Event} e */
  async bring(e) {
    const input = /** @type {HTMLInputElement} */ (e.target);
    const file = input.files?.[0];
    if (!file) return;
    input.value = "";
    const found = await readFile(file, "set-up file", "Export a set-up here.");
    await this.tell("import", { file: found });
  }
}
