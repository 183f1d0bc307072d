// An order needs a hex, or the air zone of one: the player has said how many squadrons go, and now clicks where.
import { clicks, h, rule, touch } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { middle, zonesOf } from "../../map/layers.js";
import { BLUE } from "../../map/marks.js";
import { Mode } from "./mode.js";

/** @typedef {import("./mode.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").AirTask} AirTask */

export class Aim extends Mode {
  name = "aim";

  /** @param {Parts} parts @param {AirTask} task @param {string[]} squadrons that go */
  constructor(parts, task, squadrons) {
    super(parts);
    this.task = task;
    this.squadrons = squadrons;
  }

  get idle() {
    return false;
  }

  /** @param {string} _id @param {string} hex */
  onUnit(_id, hex) {
    return this.onHex(hex);
  }

  /** @param {string} hex */
  async onHex(hex) {
    const { parts, task, squadrons } = this;
    const value = task.by === "zone" ? parts.board.geometry.hexes[hex].zone : hex;
    this.why = null;
    await parts.actions.giveFrom(parts.tab, { ...task.order, squadrons, [task.field]: value });
    parts.drawCard();
  }

  highlight() {
    const { marks } = this.parts.board;
    if (this.task.by === "zone") {
      const zones = Object.entries(zonesOf(this.parts));
      marks.reach.replaceChildren(...zones.flatMap(([, hexes]) => marks.edge(hexes, BLUE, 4)));
      marks.chips.replaceChildren(...zones.map(([zone, hexes]) => marks.chip(middle(this.parts, hexes), t("match.aim.zone", { zone }), "#0B4A8A")));
    } else marks.showHexes([...new Set((this.parts.shown().contacts ?? []).map((c) => c.hex))]);
  }

  card() {
    const { parts, task } = this;
    const values = { click: clicks() };
    const how = task.by === "zone" ? t("match.aim.any-hex", values) : t("match.aim.the-hex", values);
    return h("div", { class: "card-over aiming", role: "region", "aria-label": t("match.aim.label") },
      h("h2", {}, `${task.label}: ${t("match.aim.squadrons", { n: this.squadrons.length })}`),
      h("p", { class: "quiet" }, how, touch() ? "" : ` ${t("match.aim.keys")}`),
      (this.why?.refusals ?? []).map((x) => h("div", { class: "why", role: "status" }, x.facts, " ", rule(parts.stage.game, x.rule), x.way_out ? h("div", {}, x.way_out) : null)),
      h("div", { class: "options" }, h("button", { onclick: () => this.cancel() }, t("common.cancel"))));
  }
}
