// Units picked in a decision, each once or several times: who loses how many steps. The server judges what is picked.
import { small, spoken } from "./counters.js";
import { h, rule } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Picker} Picker */

/** @param {Table} table @param {Picker} picker */
export function pickerBox(table, picker) {
  const { stage } = table;
  /** @type {Record<string, number>} */
  const taken = Object.fromEntries(picker.units.map((u) => [u.id, picker.first.filter((id) => id === u.id).length]));
  const box = h("div", { class: "picks", role: "group", "aria-label": picker.title });
  const said = h("p", { role: "status" });
  const give = h("button", { class: "main", "data-do": "picked" }, picker.do);
  const chosen = () => picker.units.flatMap((u) => Array.from({ length: taken[u.id] }, () => u.id));
  const button = (/** @type {import("./types.js").Pickable} */ one) => {
    const unit = stage.units[one.id];
    const state = table.unitAt(one.id);
    const times = taken[one.id];
    const words = one.words[times] ?? String(times);
    return h("button", {
      class: times ? "pick on" : "pick", "data-take": one.id, "data-times": times, "aria-pressed": String(times > 0),
      "aria-label": `${spoken(unit, state)}: ${words}`, onclick: () => turn(one),
    }, small(unit, state?.marks ?? [], stage.signs, 50, state?.print), h("small", {}, words));
  };
  const turn = (/** @type {import("./types.js").Pickable} */ one) => {
    const most = one.words.length - 1;
    taken[one.id] = taken[one.id] >= most ? one.least : taken[one.id] + 1;
    draw();
    const node = box.querySelector(`[data-take="${one.id}"]`);
    if (node instanceof HTMLElement) node.focus();
  };
  const draw = () => {
    box.replaceChildren(...picker.units.map(button));
    const sum = chosen().length;
    give.disabled = sum !== picker.count;
    said.textContent = sum === picker.count ? "" : `${sum} of ${picker.count} picked.`;
  };
  give.addEventListener("click", () => table.giving.give({ ...picker.order, [picker.field]: chosen() }));
  draw();
  return h("div", { class: "picker" }, h("h3", {}, picker.title, " ", rule(stage.game, picker.rule)), box, said, h("div", { class: "options" }, give));
}
