// The games of an umpire in this browser, and beginning a new one.
import { ask, h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { nightButton } from "../lib/theme.js";
import { keepNew, rememberUmpire, umpireName } from "./desk.js";
import { fileButton, line, segments, textField } from "./dialogs.js";
import { call } from "./engine.js";
import { deleteGame, listGames } from "./store.js";

const SOURCES = /** @type {const} */ (["csv", "ours", "typed"]);

/** @param {string} id */
const open = (id) => { location.hash = `#/umpire/${id}`; };

/** @param {HTMLElement} app */
export async function showStart(app) {
  document.title = t("umpire.desk");
  const games = await listGames();
  const again = () => showStart(app).catch((error) => notice(error.message));
  const drop = async (/** @type {import("./types.js").Stored} */ one) => {
    if (!await ask(t("umpire.delete", { game: one.name }), h("p", {}, t("umpire.delete.about")), [[t("umpire.delete.yes"), true], [t("umpire.keep"), false, true]])) return;
    await deleteGame(one.id);
    await again();
  };
  const take = async (/** @type {string} */ text, /** @type {string} */ file) => {
    try {
      const { game } = await call("import", { text, file });
      open((await keepNew(game)).id);
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  };
  app.replaceChildren(h("main", { class: "ustart" }, h("header", { class: "formtop" }, h("a", { class: "button icon back", href: "#/", "aria-label": t("common.back-to-lobby") }, "‹"), h("div", { class: "when" }, h("b", {}, t("umpire.desk")), h("span", {}, t("umpire.desk.about"))), nightButton()),
    h("div", { class: "startbody" },
      games.length ? h("section", {}, h("h2", {}, t("umpire.your-games")), h("ul", { class: "gamelist" }, games.map((one) => h("li", { "data-game": one.id }, h("button", { class: "pickrow", onclick: () => open(one.id) }, h("span", {}, h("b", {}, one.name), h("small", {}, t("umpire.saved-at", { time: new Date(one.saved).toLocaleString() })))),
        h("button", { class: "icon", "aria-label": t("umpire.delete", { game: one.name }), onclick: () => drop(one).catch((e) => notice(e.message)) }, "×"))))) : null,
      newGame(), h("section", {}, h("h2", {}, t("umpire.open-file")), h("p", {}, t("umpire.open-file.about")), fileButton(t("umpire.choose-file"), ".json", take)))));
}

/** The form of a new game: its name, the umpire, where its units come from. */
function newGame() {
  let name = "", by = umpireName(), source = "csv", roster = "", file = "";
  const chosen = h("p", { class: "quiet" }, t("umpire.new.no-file"));
  const wrong = h("p", { class: "mistake", role: "alert", hidden: true });
  const csv = h("div", { class: "csv" }, fileButton(t("umpire.roster.choose"), ".csv,text/csv", (text, file_) => {
    roster = text;
    file = file_;
    chosen.textContent = t("umpire.new.file", { file, n: Math.max(0, text.trim().split("\n").length - 1) });
    wrong.hidden = true;
  }), chosen, h("p", { class: "quiet" }, t("umpire.new.columns")));
  const begin = async () => {
    wrong.hidden = true;
    try {
      if (source === "csv" && !roster) throw new Error(t("umpire.new.choose-first"));
      rememberUmpire(by.trim() || umpireName());
      const given = { by: umpireName(), name: name.trim() || t("umpire.new.unnamed"), ...(source === "ours" ? { ours: true } : source === "csv" ? { roster, file } : {}) };
      open((await keepNew((await call("new", given)).game)).id);
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
      wrong.hidden = false;
    }
  };
  return h("section", { id: "new-game" }, h("h2", {}, t("umpire.new")), line(t("umpire.new.name"), textField(t("umpire.new.name"), "", (value) => { name = value; }, { maxlength: 200, placeholder: t("umpire.new.unnamed") })),
    line(t("umpire.your-name"), textField(t("umpire.your-name"), by, (value) => { by = value; }, { maxlength: 80 })),
    line(t("umpire.new.units"), segments(t("umpire.new.units"), SOURCES.map((one) => /** @type {const} */ ([one, t(`umpire.new.${one}`)])), source, (value) => { source = value; csv.hidden = value !== "csv"; wrong.hidden = true; })),
    csv, wrong, h("button", { class: "main begin", onclick: begin }, t("umpire.new.begin")));
}
