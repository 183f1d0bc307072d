// The replay: any earlier moment of the match, as this seat could know it, and a fork from there.
import { get, lobbyToken } from "../../lib/api.js";
import { ChanceGraph } from "./win-chance.js";
import { h, notice } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { withoutNumbers } from "../../lib/hex-names.js";
import { tryAgain } from "../../end/report.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "board" | "ended" | "lookForward" | "pace" | "showMoment">} Parts */

const PAUSE = 260; // milliseconds between two orders

export class Replay {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.at = 0;
    this.most = 0;
    this.asking = false;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.playing = null;
    const input = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("replay.slider.moment") });
    this.slider = /** @type {HTMLInputElement} */ (input);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.label = h("span", { class: "label", role: "status" });
    this.told = h("p", { class: "told" });
    /** @type {ChanceGraph | null} once the match is over */
    this.graph = null;
    this.forking = h("button", { onclick: () => this.fork() }, t("replay.slider.fork"));
    this.button = h("button", { onclick: () => this.play(), "aria-label": t("replay.play") }, "▶");
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
      h("button", { onclick: act, "aria-label": label, title: label }, sign);
    this.node = h("div", { class: "replay over", role: "region", "aria-label": t("replay.title") },
      h("div", { class: "row" },
        step("|◀", t("replay.slider.start"), () => this.go(0)), step("◀", t("replay.slider.back"), () => this.go(this.at - 1)),
        this.button, step("▶|", t("replay.slider.next"), () => this.go(this.at + 1)), this.slider, this.label,
        this.forking,
        h("button", { class: "main", onclick: () => this.close() }, t("replay.close"))),
      this.told);
  }

  /** @param {number | null} at */
  async open(at) {
    this.most = this.table.state.orders;
    this.slider.max = String(this.most);
    this.table.board.node.append(this.node);
    this.table.app.querySelector(".table")?.classList.add("replaying");
    this.addGraph().catch((error) => notice(error.message));
    await this.go(at ?? this.most);
    this.slider.focus();
  }

  /** Of a match that is over: who led when, below the slider; a click goes there. */
  async addGraph() {
    const { table } = this;
    if (!table.ended.may()) return;
    const summary = table.ended.summary ?? await get(table.path("/end"), table.token());
    const account = await table.ended.account();
    if (!this.node.isConnected) return;
    this.graph = new ChanceGraph(account, summary, this.most, (order) => this.go(order));
    this.graph.show(this.at);
    this.node.insertBefore(this.graph.node, this.told);
    this.node.classList.add("graphed");
  }

  /** @param {number} wanted @returns {Promise<void>} */
  async go(wanted) {
    const at = Math.max(0, Math.min(this.most, wanted));
    this.at = at;
    this.slider.value = String(at);
    this.label.textContent = t("replay.slider.order", { order: at, orders: this.most });
    this.graph?.show(at);
    this.forking.textContent = this.graph?.better(at) ? t("replay.slider.try-again") : t("replay.slider.fork");
    if (this.asking) return;
    this.asking = true;
    try {
      const found = await get(this.table.path(`/replay?at=${at}`), this.table.token());
      if (!this.node.isConnected) return;
      this.told.textContent = found.entry ? withoutNumbers(found.entry.lines.slice(0, 3).join(" ")) : t("replay.slider.beginning");
      this.table.showMoment(found.board, found.entry);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      this.stop();
    } finally {
      this.asking = false;
    }
    if (this.at !== at) await this.go(this.at); // the slider went on meanwhile
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at >= this.most) this.at = 0;
    this.button.textContent = "❚❚";
    this.button.setAttribute("aria-label", t("replay.pause"));
    const step = async () => {
      if (!this.node.isConnected || this.at >= this.most) return this.stop();
      await this.go(this.at + 1);
      if (this.playing) this.playing = setTimeout(step, this.table.pace(PAUSE));
      return undefined;
    };
    this.playing = setTimeout(step, 0);
    return undefined;
  }

  stop() {
    if (this.playing) clearTimeout(this.playing);
    this.playing = null;
    this.button.textContent = "▶";
    this.button.setAttribute("aria-label", t("replay.play"));
  }

  async fork() {
    const owner = this.table.seat === "watch" && lobbyToken(); // who only watches makes no matches, the lobby does
    await tryAgain(this.table.match, owner ? undefined : this.table.token(), this.at, this.graph?.better(this.at)?.better ?? "");
  }

  close() {
    this.stop();
    this.node.remove();
    this.table.app.querySelector(".table")?.classList.remove("replaying");
    this.table.lookForward();
  }
}
