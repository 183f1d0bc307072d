// Answer an attack: the card below the map says what each answer does on every face of the die.
import { RED, BLUE } from "../../map/colours.js";
import { Mode } from "./mode.js";
import { DefenceCard } from "../panels/defence.js";

/** @typedef {import("./mode.js").Parts & Pick<import("../match.js").Table, "app" | "automation" | "staff">} Parts */
/** @typedef {import("../../types.gen.js").StakesAnswer} StakesAnswer */

export class Defend extends Mode {
  name = "defend";

  /** @param {Parts} parts @param {StakesAnswer} stakes */
  constructor(parts, stakes) {
    super(parts);
    this.automation = parts.automation;
    this.stakes = stakes;
    this.row = -1; // the row under the pointer
    this.band = new DefenceCard(parts, stakes, (at, wholeTurn) => this.choose(at, wholeTurn), (at) => this.light(at));
  }

  /** @param {number} at @param {boolean} wholeTurn answer alike until the turn ends */
  choose(at, wholeTurn) {
    const { automation, parts: { actions, state } } = this;
    const row = this.stakes.rows[at];
    if (!row) return undefined;
    if (wholeTurn && row.id && state.choices.standing) automation.answerTurn(state.choices.standing.key, row.id);
    this.band.choose(at);
    return actions.give(row.order);
  }

  /** @param {string} key "1" is the first row, Shift+Enter the gold one for the whole turn */
  onKey(key) {
    const wholeTurn = key.startsWith("Shift+");
    const name = key.replace("Shift+", "");
    return this.choose(name === "Enter" ? this.stakes.gold ?? -1 : Number(name) - 1, wholeTurn);
  }

  /** @param {number} at a row, -1: none */
  light(at) {
    this.row = at;
    this.highlight();
  }

  /** The attack in red; where a retreat can go in blue. */
  highlight() {
    const { board: { marks }, state: { board } } = this.parts;
    const battle = board.battle;
    if (!battle) return super.highlight();
    marks.showTargets(battle.targets, battle.targets.map((hex) => [hex, battle.chip]));
    const from = [...new Set(battle.attackers.map((id) => this.parts.unitAt(id)?.hex ?? ""))].filter((hex) => hex && !battle.targets.includes(hex));
    const attack = battle.targets.flatMap((to) => from.map((hex) => ({ from: hex, to })));
    const rows = this.row < 0 ? this.stakes.rows : [this.stakes.rows[this.row]];
    const away = [...new Set(rows.flatMap((row) => row.to))].flatMap((to) => battle.targets.map((hex) => ({ from: hex, to })));
    marks.showLongArrows([...attack.map((arrow) => ({ ...arrow, colour: RED })), ...away.map((arrow) => ({ ...arrow, colour: BLUE }))]);
    return undefined;
  }

  /** @returns {Node | null} */
  card() {
    return this.band.node;
  }
}
