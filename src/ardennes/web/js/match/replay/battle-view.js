// The strip below the map: a battle with its die and table, or the cards of a turn that is shown.
import { small } from "../../map/counters.js";
import { die } from "./die.js";
import { h, keep, settings } from "../../lib/dom.js";
import { t } from "../../lib/text.js";
import { placesOf } from "../panels/boxes.js";

/** The parts of the match that it uses. @typedef {import("../store.js").Store & Pick<import("../match.js").Table, "app" | "board">} Parts */
/** @typedef {import("../../types.gen.js").BattleShow} BattleShow */
/** @typedef {import("../../types.gen.js").Cell} Cell */
/** @typedef {import("../../types.gen.js").UnitState} UnitState */
/** @typedef {{title: string, words: string, unit: string, kind: string}} Card */

/** Outcomes from the best for the attacker to the worst: from which tone on, colour, ink. @type {[number, string, string][]} */
const TONES = [
  [0.9, "#14532d", "#fff"], [0.55, "#2f7a48", "#fff"], [0.4, "#4c8a55", "#fff"], [0.1, "#9cbf8c", "#14210f"],
  [-0.05, "#cfc4a4", "#2b241b"], [-0.5, "#c96a3a", "#1c0d04"], [-9, "#a3201f", "#fff"],
];
const MANY = 5; // counters of a side in the strip; the others are counted
const FACES = 90; // milliseconds a face shows while a die tumbles
const SPEEDS = [["slow", t("replay.speed.slow")], ["normal", t("replay.speed.normal")], ["fast", t("replay.speed.fast")]];

/** @param {number} tone */
const colours = (tone) => TONES.find(([from]) => tone >= from) ?? TONES[TONES.length - 1];

export class Strip {
  /** @param {Parts} table */
  constructor(table) {
    this.table = table;
    this.who = h("div", { class: "who" });
    this.dice = h("div", { class: "dice" });
    this.column = h("div", { class: "column" });
    this.told = h("div", { class: "told", role: "status" });
    this.battle = h("div", { class: "fight" }, this.who, h("div", { class: "throw" }, this.dice, this.column), this.told);
    this.cards = h("ol", { class: "cards", "aria-label": t("replay.strip.moves") });
    this.steer = h("div", { class: "steer" });
    this.node = h("section", { class: "show", "aria-label": t("replay.strip.title"), hidden: true }, this.battle, this.cards, this.steer);
    /** @type {BattleShow | null} */
    this.fight = null;
  }

  /** @param {"fight" | "film"} what */
  open(what) {
    const frame = this.table.app.querySelector(".table");
    if (!this.node.isConnected) frame?.append(this.node);
    const opened = this.node.hidden;
    this.node.hidden = false;
    this.node.dataset.what = what;
    frame?.classList.add("striped");
    if (opened) this.table.board.camera.apply();
  }

  close() {
    this.fight = null;
    if (this.node.hidden) return;
    this.node.hidden = true;
    this.table.app.querySelector(".table")?.classList.remove("striped", "showing");
    this.table.board.camera.apply();
  }

  // ---- a battle

  /** Both sides and the column; the die is still to be thrown. @param {BattleShow} show @param {UnitState[]} units on the map now */
  begin(show, units) {
    this.open("fight");
    this.fight = show;
    const { stage } = this.table;
    this.who.replaceChildren(h("div", { class: "row" }, h("span", {}, placesOf(stage, show.targets)), h("span", { class: "sum" }, show.sum ?? "")),
      h("div", { class: "sides" }, this.side(show.attackers ?? [], units), h("span", { class: "to", "aria-label": t("replay.strip.against") }, "➜"), this.side(defenders(this.table, show, units), units)));
    this.node.classList.remove("thrown", "said");
    this.dice.replaceChildren(...(show.dice ?? []).map(() => die(0, 74, show.sides)));
    const cells = (show.cells ?? []).map((cell, at) => this.cell(cell, at, show));
    this.column.replaceChildren(h("div", { class: "row" },
      show.column ? h("span", {}, show.sides ? t("replay.strip.odds") : t("replay.strip.column"), " ", h("b", {}, show.column)) : h("span", {}, t("replay.strip.result")),
      h("span", { class: "rolled" }, (show.dice ?? []).length ? h("b", {}, "") : "")), h("ol", { class: "cells" }, cells));
    this.told.replaceChildren();
  }

  /** @param {string[]} ids @param {UnitState[]} units */
  side(ids, units) {
    const { stage } = this.table;
    const one = (/** @type {string} */ id) => {
      const state = units.find((u) => u.id === id);
      return h("span", { class: "piece", "data-shown": id, role: "img", "aria-label": stage.units[id].name, title: stage.units[id].name },
        small(stage.units[id], state?.marks ?? [], stage.signs, 54, state?.print));
    };
    const known = ids.filter((id) => stage.units[id]);
    return h("span", { class: "pieces" }, known.slice(0, MANY).map(one), known.length > MANY ? h("b", { class: "more" }, `+${known.length - MANY}`) : null,
      known.length ? null : h("span", { class: "piece unseen", role: "img", "aria-label": t("replay.strip.unknown") }, "?"));
  }

  /** @param {Cell} cell @param {number} at @param {BattleShow} show */
  cell(cell, at, show) {
    const [, back, ink] = colours(cell.tone);
    return h("li", { class: "cell", "data-cell": at, title: cell.about ?? "", style: `flex-grow:${cell.weight};background:${back};color:${ink}` },
      cell.face ? die(cell.face, 22, show.sides) : null, h("span", {}, cell.label));
  }

  /** The die falls: faces change until the true one lies there. @param {(ms: number) => Promise<void>} wait @param {boolean} moves */
  async tumble(wait, moves) {
    const show = this.fight;
    if (!show) return;
    const { sides = 6 } = show;
    if (moves && show.dice?.length) {
      this.dice.classList.add("tumbling");
      for (let ms = 0; ms < 450; ms += FACES) {
        this.dice.replaceChildren(...show.dice.map(() => die(1 + Math.floor(Math.random() * sides), 74, sides)));
        await wait(FACES);
      }
      this.dice.classList.remove("tumbling");
    } else await wait(450);
    this.fall();
  }

  /** The die lies there, and its cell is lit. */
  fall() {
    const show = this.fight;
    if (!show) return;
    this.node.classList.add("thrown");
    this.dice.replaceChildren(...(show.dice ?? []).map((face) => die(face, 74, show.sides)));
    const rolled = this.column.querySelector(".rolled");
    if (rolled && show.dice?.length) rolled.replaceChildren(show.dice.length > 1 ? t("replay.strip.dice") : t("replay.strip.die"), " ", h("b", {}, show.dice.join(", ")));
    this.column.querySelector(`[data-cell="${show.thrown}"]`)?.classList.add("lit");
  }

  /** The result in words; what follows is added to them. */
  say() {
    const show = this.fight;
    if (!show) return;
    this.node.classList.add("said");
    this.after = h("span", {});
    this.told.replaceChildren(h("h2", { class: show.title.length > 24 ? "long" : "" }, show.title), h("p", {}, show.words ? `${show.words} ` : "", this.after, show.luck ? h("span", { class: "luck" }, ` ${show.luck}`) : null));
  }

  /** A line of what followed. @param {string} line */
  add(line) {
    const text = line.replace(/ ?\[[A-Z0-9.-]+\]/g, "");
    if ((this.after?.childNodes.length ?? 9) < 3) this.after?.append(`${text} `);
  }

  /** What became of a unit, on its counter. @param {string} unit @param {string} how */
  mark(unit, how) {
    this.who.querySelector(`[data-shown="${CSS.escape(unit)}"]`)?.classList.add(how);
  }

  /** What was skipped, in three lines at most. @param {string[]} lines */
  sum(lines) {
    this.open("fight");
    this.fight = null;
    this.who.replaceChildren();
    this.dice.replaceChildren();
    this.column.replaceChildren();
    this.steer.replaceChildren();
    const shown = lines.length > 3 ? [...lines.slice(0, 2), t("replay.strip.more", { n: lines.length - 2 })] : lines;
    this.told.replaceChildren(h("h2", {}, t("replay.strip.battles", { n: lines.length })), h("ul", { class: "plain summary" }, shown.map((x) => h("li", {}, x))));
    this.node.classList.add("said");
  }

  // ---- a turn as a film

  /** @param {Card[]} cards @param {number} at the one that is shown now */
  film(cards, at) {
    this.open("film");
    const { stage } = this.table;
    const one = (/** @type {Card} */ card, /** @type {number} */ i) => h("li", { class: `card ${i < at ? "past" : i === at ? "now" : ""} ${card.kind}`, "aria-current": i === at ? "step" : null },
      stage.units[card.unit] ? small(stage.units[card.unit], [], stage.signs, 46) : h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[card.kind] ?? "•"),
      h("span", {}, h("b", {}, card.title), h("span", { class: "words" }, card.words)));
    const from = Math.max(0, at - 2); // the past fades out to the left
    this.cards.replaceChildren(...cards.slice(from, from + 12).map((card, i) => one(card, from + i)));
  }

  /** How fast it goes, and what is pressed. @param {import("../../lib/dom.js").Child} head @param {import("../../lib/dom.js").Child} buttons @param {import("../../lib/dom.js").Child} beside */
  controls(head, buttons, beside) {
    const speed = (/** @type {string[]} */ [id, label]) => h("button", { "data-speed": id, "aria-pressed": String(settings.speed === id), onclick: () => {
      keep("speed", id);
      for (const node of this.steer.querySelectorAll("[data-speed]")) node.setAttribute("aria-pressed", String(node.getAttribute("data-speed") === id));
    } }, label);
    this.steer.replaceChildren(h("div", { class: "row head" }, head), buttons instanceof Node ? buttons : h("div", { class: "row" }, buttons),
      h("div", { class: "row" }, h("span", { class: "speeds", role: "group", "aria-label": t("replay.speed") }, SPEEDS.map(speed)), beside));
  }
}

const SIGNS = /** @type {Record<string, string>} */ ({ air: "✈", bridge: "⌒", weather: "❄", place: "★", arrival: "➜", loss: "✕", hurt: "!" });

/** The units attacked: as the server names them, else those that lie in the hexes. @param {Parts} table @param {BattleShow} show @param {UnitState[]} units @returns {string[]} */
function defenders({ stage }, show, units) {
  if (show.defenders?.length) return show.defenders;
  const side = stage.units[show.attackers?.[0] ?? ""]?.side;
  return units.filter((u) => show.targets.includes(u.hex) && stage.units[u.id].side !== side).map((u) => u.id);
}
