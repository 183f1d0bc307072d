// The umpire's desk: games at a real table. It opens the page that the address names.
import { Desk } from "./desk.js";
import { questions } from "./engine.js";
import { chooseVersions } from "./merge.js";
import { showPrint } from "./print.js";
import { showStart } from "./start.js";
import { TurnPage } from "./turn.js";

/** The game that is open, so that going from page to page loads nothing. @type {Desk | null} */
let open = null;

/** @param {HTMLElement} app @param {string[]} rest of the address */
export async function showUmpire(app, [id = "", page = "", what = ""]) {
  if (!id) {
    open = null;
    await showStart(app);
    return null;
  }
  if (open?.stored.id !== id) {
    open = await Desk.open(id);
    open.choose = chooseVersions;
  }
  if (page === "print") return showPrint(app, open, what);
  return new TurnPage(app, open, await questions(), decodeURIComponent(page)).leave;
}
