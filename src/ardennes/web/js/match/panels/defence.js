// The defender's card in the band below the map: a row for each answer, a cell for each face of the die.
import { small, spoken } from "../../map/counters.js";
import { h, touch } from "../../lib/dom.js";
import { die } from "../replay/die.js";
import { placesOf } from "./boxes.js";
import { t } from "../../lib/text.js";

/** @typedef {import("../modes/defend.js").Parts} Parts */
/** @typedef {import("../../types.gen.js").StakesAnswer} StakesAnswer */
/** @typedef {import("../../types.gen.js").DefenceRow} DefenceRow */
/** @typedef {import("../../types.gen.js").DefenceRun} DefenceRun */

const FACES = [1, 2, 3, 4, 5, 6];
const MANY = 6; // counters of a side in the card

export class DefenceCard {
  /** @param {Parts} parts @param {StakesAnswer} stakes @param {(at: number, wholeTurn: boolean) => unknown} choose @param {(at: number) => void} light */
  constructor(parts, stakes, choose, light) {
    this.parts = parts;
    this.stakes = stakes;
    this.act = choose;
    this.light = light;
    const byDie = stakes.rows.every((row) => row.runs.length === 1 || row.runs.every((run) => run.faces.length));
    const dice = byDie && stakes.rows.some((row) => row.runs.some((run) => run.faces.length));
    this.node = h("section", { class: `defence rows${Math.min(stakes.rows.length, 4)}`, role: "region", "aria-label": t("panels.defence.title") }, this.who(),
      h("div", { class: "answers" },
        h("div", { class: "head" }, h("span", {}, t(touch() ? "panels.defence.tap" : "panels.defence.click")), h("span", { class: "faces" }, dice ? FACES.map((face) => die(face, 32)) : ""), h("span", {}, t("panels.defence.hundred"))),
        stakes.rows.map((row, at) => this.row(row, at)), this.foot()));
  }

  /** The attackers, the odds and their reason, the defenders. */
  who() {
    const { stage, state: { board } } = this.parts;
    const battle = board.battle;
    if (!battle) return null;
    const [first = "", ...more] = this.stakes.reason;
    const units = board.units.filter((unit) => battle.targets.includes(unit.hex) && stage.units[unit.id].side === this.parts.side);
    const pieces = (/** @type {string[]} */ ids, /** @type {number} */ size) => ids.slice(0, MANY).map((id) => {
      const unit = this.parts.unitAt(id);
      return h("span", { role: "img", title: stage.units[id].name, "aria-label": spoken(stage.units[id], unit) }, small(stage.units[id], unit?.marks ?? [], stage.signs, size, unit?.print));
    });
    return h("div", { class: "who" }, h("div", { class: "cap" }, t("panels.defence.attack-on"), " ", h("b", {}, placesOf(stage, battle.targets))),
      h("div", { class: "pieces" }, pieces(battle.attackers, 40)),
      h("div", { class: "oddsrow" }, h("span", { class: "odds" }, this.stakes.odds), h("span", {}, h("b", {}, first), more.map((line) => h("span", { class: "line" }, line)))),
      h("div", { class: "pieces own" }, pieces(units.map((unit) => unit.id), 54), h("span", { class: "cap" }, t("panels.defence.you"))));
  }

  /** @param {DefenceRow} row @param {number} at */
  row(row, at) {
    const gold = this.stakes.gold === at;
    const key = gold ? t("panels.defence.enter") : String(at + 1);
    const act = (/** @type {MouseEvent} */ e) => this.act(at, e.shiftKey);
    const button = h("button", { class: `answer${gold ? " main" : ""}`, "data-answer": row.id || at, "data-do": row.order.do, onclick: (/** @type {MouseEvent} */ e) => {
      e.stopPropagation();
      act(e);
    } }, h("b", {}, row.label), touch() ? null : h("kbd", {}, key), h("small", {}, this.sentence(row)));
    return h("div", { class: "answerrow", "data-row": at, onclick: act, onpointerenter: () => this.light(at), onpointerleave: () => this.light(-1) },
      button, h("div", { class: "runs" }, row.runs.map((run) => this.run(run))), this.sums(row));
  }

  /** What the answer risks, in a sentence. @param {DefenceRow} row */
  sentence(row) {
    const lost = row.lost ? t("panels.defence.may-lose", { lost: row.lost, units: t("panels.defence.units", { n: row.most }) }) : t("panels.defence.none-lost");
    return `${lost} ${t("panels.defence.holds", { held: row.held })}`;
  }

  /** Neighbouring faces with the same consequence, and their chance. @param {DefenceRun} run */
  run(run) {
    const cells = run.faces.length ? run.faces : [0];
    const one = (/** @type {number} */ face) => h("span", { class: `cell ${run.look}`, "data-face": face }, run.label, h("small", {}, run.detail));
    return h("div", { class: "run", style: `flex-grow:${run.faces.length || Math.max(run.percent, 12)}` }, h("div", { class: "cells" }, cells.map(one)), h("div", { class: `bracket ${run.look}` }, `${run.percent} %`));
  }

  /** @param {DefenceRow} row */
  sums(row) {
    const { board } = this.parts.state;
    const line = (/** @type {string} */ what, /** @type {string | number} */ value, kind = "") => h("p", { class: kind }, h("span", {}, what), h("b", {}, value));
    const place = placesOf(this.parts.stage, board.battle?.targets ?? []);
    return h("div", { class: "sums" }, line(t("panels.defence.held", { place }), row.held),
      row.lost ? line(t("panels.defence.lost", { units: t("panels.defence.units", { n: row.most }) }), row.lost, "bad") : line(t("panels.defence.units-lost"), t("panels.defence.none")),
      row.win === null ? null : line(t("panels.defence.win"), row.win, "win"));
  }

  foot() {
    const { points } = this.stakes;
    const why = points === null ? t("panels.defence.unknown") : this.stakes.ask ? t("panels.defence.asked", { n: points }) : t("panels.defence.small", { n: points });
    return h("div", { class: "foot" }, h("span", {}, why), touch() || !this.parts.state.choices.standing ? null : h("span", {}, t("panels.defence.whole-turn"), " ", h("kbd", {}, t("panels.defence.shift"))));
  }

  /** The chosen row stays. @param {number} at */
  choose(at) {
    for (const node of this.node.querySelectorAll(".answerrow")) node.classList.toggle("chosen", node.getAttribute("data-row") === String(at));
    this.node.classList.add("answered");
  }
}
