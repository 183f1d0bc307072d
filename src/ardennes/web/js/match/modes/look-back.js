// A replay is open: the map shows an earlier board, and clicks on it do nothing.
import { Mode } from "./mode.js";

/** @typedef {import("../../types.gen.js").Declared} Declared */

export class LookBack extends Mode {
  name = "look-back";
  hasSubject = true;

  onUnit() {}

  onHex() {}

  onFormation() {}

  onFound() {}

  next() {}

  highlight() {
    this.parts.board.marks.showArrows(this.parts.shown().arrows ?? []);
  }
}
