// Attacks that the rules demand are still to be made: they are ringed and numbered before the phase ends.
import { h } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { numbered } from "../../map/move-marks.js";
import { placeOf } from "../panels/boxes.js";
import { Mode } from "./mode.js";

export class ForcedAttacks extends Mode {
  name = "forced";
  isTouched = true;
  hasSubject = true;

  get idle() {
    return false;
  }

  get subject() {
    return "forced";
  }

  /** The attacks, and who would make them. */
  list() {
    return this.parts.state.choices.forced ?? [];
  }

  highlight() {
    numbered(this.parts.board.marks, this.list().map(({ hex, odds }) => ({ hex, text: odds || t("match.must") })));
  }

  /** @param {import("../match.js").Table} table */
  panel(table) {
    const { stage, state: { choices } } = table;
    const canAttack = (/** @type {string} */ hex) => choices.targets.some((x) => x.hex === hex);
    const row = (/** @type {import("../../types.gen.js").Forced} */ x, /** @type {number} */ at) => h("li", { "data-forced": x.hex },
      h("button", { class: "link", onclick: () => canAttack(x.hex) ? table.modes.attack(x.hex) : table.go(x.hex) }, h("span", { class: "number" }, String(at + 1)), ` ${x.who || placeOf(stage, x.hex)}`), h("b", {}, x.odds),
      x.helper ? h("small", { class: "quiet" }, t("match.forced.helper", { unit: stage.units[x.helper].name }), ` ${x.better}`) : null);
    const words = choices.buttons.some((b) => b.end) ? t("match.forced.again") : t("match.forced.missing");
    return h("section", { class: "forced", role: "status" }, h("h2", {}, t("match.forced.title", { n: this.list().length })), h("ul", { class: "plain" }, this.list().map(row)), h("p", { class: "quiet" }, words));
  }
}
