// The turn in the order of the sheet: what is done, what is next, what waits and why.
import { h, notice } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { fileButton, sheet } from "./dialogs.js";
import { rowTitle } from "./form.js";
import { takeIn } from "./merge.js";
import { importRoster, issueSupply } from "./roster.js";
import { handIn } from "./slips.js";
import { sidesOf } from "./words.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./desk.js").Desk} Desk */
/** The chosen row, and what is done with rows. @typedef {{chosen: string, choose: (id: string) => void, open: (id: string) => void, chances: import("./types.js").Chance[] | null, questions: Question[]}} View */

const PLAIN = ["orders", "supply"]; // steps whose rows are formations
const FEW = 8; // formations whose orders are listed at once
const FEW_RESULTS = 3; // of a step that is done, on one line
/** Steps that the umpire has folded or unfolded. @type {Map<string, boolean>} */
const unfolded = new Map();

/** The step that is under way. @param {Desk} desk */
export const stepNow = ({ sheet: { steps, next } }) => steps.findIndex((one) => one.rows.some((row) => row.id === next));

/** What is to be done next, in words. @param {Desk} desk */
export function promptWords(desk) {
  const { steps } = desk.sheet, at = stepNow(desk), step = steps[at];
  if (!step) return { now: steps.some((one) => one.of) ? t("umpire.prompt.close") : t("umpire.prompt.empty"), then: "" };
  const n = step.of - step.done;
  const then = steps.slice(at + 1).find((one) => one.done < one.of);
  return { now: t(`umpire.prompt.${/** @type {"fights"} */ (step.step)}`, { n }), then: then ? t("umpire.prompt.then", { step: then.name.toLowerCase() }) : "" };
}

/** Formations with units that have no supply yet this turn. @param {Desk} desk @param {Step} step */
function unsupplied(desk, step) {
  const had = new Set(step.rows.map((row) => row.label));
  return [...new Set(Object.values(desk.units).filter((unit) => unit.formation && unit.status).map((unit) => unit.formation ?? ""))].filter((one) => !had.has(one));
}

/** Add a row: choose a question. @param {Desk} desk @param {Question[]} questions @param {(id: string) => void} open @param {string} [step] */
export async function addRow(desk, questions, open, step = "") {
  const fits = (/** @type {Question} */ one) => !step || one.step === step || ["counter-attacks", "second-fights"].includes(step) && one.name === "fight";
  const question = await sheet(t("umpire.add-row"), (close) => h("div", { class: "picklist" }, questions.filter(fits).map((one) =>
    h("button", { class: "pickrow", "data-question": one.name, onclick: () => close(one.name) }, h("span", {}, h("b", {}, t(`umpire.question.${/** @type {"fight"} */ (one.name)}`)), h("small", {}, one.summary))))));
  if (!question) return;
  const before = new Set(Object.keys(desk.tables.tasks ?? {}));
  await desk.change("plan", { tasks: [{ question, ...(["counter-attacks", "second-fights"].includes(step) ? { step } : {}) }] });
  const made = Object.keys(desk.tables.tasks ?? {}).find((id) => !before.has(id));
  if (made) open(made);
}

/** Chances as one bar: "33 | 67" and the results below it. @param {import("./types.js").Chance[]} chances */
function oneBar(chances) {
  /** @type {Map<string, number>} */
  const together = new Map();
  for (const one of chances) {
    const name = one.what.split(",")[0];
    together.set(name, (together.get(name) ?? 0) + one.share);
  }
  const parts = [...together].filter(([, share]) => share > 0);
  if (!parts.length) return null;
  return h("span", { class: "chancebar" }, h("span", { class: "ch" }, parts.map(([, share]) => h("i", { style: `width:${(share * 100).toFixed(1)}%` }, share > 0.12 ? Math.round(share * 100) : ""))), h("small", {}, parts.map(([name]) => name).join(" · ")));
}

/** @param {Desk} desk @param {Row} row @param {View} view */
function taskRow(desk, row, view) {
  const { attack, defence, other } = sidesOf(desk.valuesOf(row), desk.units);
  const task = desk.tables.tasks?.[row.id], values = desk.valuesOf(row);
  const ground = row.question === "fight" ? [values.ground ?? "clear", values.prepared ? t("umpire.prepared-attack") : ""].filter(Boolean).join(", ") : t(`umpire.question.${/** @type {"fight"} */ (row.question ?? "fight")}`);
  const who = attack.length || defence.length ? [attack.join(", ") || "–", h("span", { class: "quiet" }, ` ${t("umpire.against")} `), defence.join(", ") || "–"] : other.join(", ");
  const drafted = desk.stored.drafts[row.id]?.dice.length;
  const note = row.state === "done" ? [h("b", {}, (row.result ?? "").replace(/^./, (one) => one.toUpperCase())), h("small", {}, (row.dice ?? []).length ? t("umpire.dice.were", { dice: (row.dice ?? []).join(", ") }) : task?.note ?? "")]
    : row.state === "waiting" ? [h("b", {}, t("umpire.waiting")), h("small", {}, row.note)]
      : row.id === view.chosen && view.chances?.length ? oneBar(view.chances) : drafted ? h("small", {}, t("umpire.row.dice")) : h("small", {}, t(`umpire.state.${row.state}`));
  const number = rowTitle(desk, row.id).short.split(" ").at(-1);
  return h("li", { class: `taskrow ${row.state} ${row.id === view.chosen ? "chosen" : ""}`, "data-row": row.id, onclick: () => view.choose(row.id) },
    h("i", { class: "n" }, number), h("span", {}, h("b", { class: "name" }, row.label), h("small", {}, ground)), h("span", { class: "who" }, who), h("span", { class: "what" }, note),
    h("button", { class: row.state === "next" ? "nextmark" : "", "aria-label": t("umpire.row.open", { row: row.label }), onclick: (/** @type {Event} */ e) => { e.stopPropagation(); view.open(row.id); } }, row.state === "next" ? t("umpire.next") : t("umpire.open")));
}

/** @param {Desk} desk @param {Row} row */
const orderRow = (desk, row) => h("li", { class: `taskrow plainrow ${row.state}`, "data-row": row.id }, h("i", { class: "n" }, row.state === "done" ? "✓" : ""), h("span", {}, h("b", { class: "name" }, row.label)), h("span", {}, h("small", {}, desk.sideName(row.side ?? ""))),
  h("button", { onclick: () => handIn(desk, row.id.slice(row.id.indexOf("-") + 1)).catch((e) => notice(e.message)) }, row.state === "done" ? t("umpire.orders.read") : t("umpire.orders.hand-in")));

/** Note that all missing orders are there on paper. @param {Desk} desk */
async function allIn(desk) {
  await desk.queue.catch(() => {}); // an order that is just being handed in is not missing
  const missing = () => desk.sheet.steps.find((one) => one.step === "orders")?.rows.find((row) => row.state !== "done");
  for (let row = missing(); row; row = missing()) await desk.change("hand_in", { formation: row.id.slice(row.id.indexOf("-") + 1), text: "" });
}

/** @param {Desk} desk @param {Step} step @param {boolean} under whether it is under way @param {View} view */
function stepSection(desk, step, under, view) {
  const complete = step.of > 0 && step.done === step.of;
  const possible = desk.sheet.possible.filter((one) => one.step === step.step);
  const missing = step.step === "supply" ? unsupplied(desk, step) : [];
  const note = step.of ? t("umpire.step.done", { done: step.done, of: step.of }) : step.step === "supply" ? t("umpire.step.formations", { n: missing.length }) : possible.length ? t("umpire.step.possible", { n: possible.length }) : t("umpire.step.none");
  const button = PLAIN.includes(step.step) ? null : h("button", { class: "link addrow", "aria-label": t("umpire.step.add-to", { step: step.name }), onclick: () => addRow(desk, view.questions, view.open, step.step).catch((e) => notice(e.message)) }, t("umpire.add"));
  const plan = (/** @type {import("./types.js").Possible} */ one) => desk.change("plan", { tasks: [one] }).catch((e) => notice(e.message));
  const short = PLAIN.includes(step.step) || complete && !under;
  const rows = step.step === "orders" ? [...step.rows.map((row) => orderRow(desk, row)), step.done < step.of ? h("li", { class: "taskrow plainrow" }, h("i", { class: "n" }), h("span", {}), h("span", {}), h("button", { id: "all-in", onclick: () => allIn(desk).catch((e) => notice(e.message)) }, t("umpire.orders.all-in"))) : null]
    : step.step === "supply" ? [...step.rows.map((row) => h("li", { class: "taskrow plainrow done", "data-row": row.id }, h("i", { class: "n" }, "✓"), h("span", {}, h("b", { class: "name" }, row.label)), h("span", {}, h("small", {}, row.result)))),
      ...missing.map((one) => h("li", { class: "taskrow plainrow" }, h("i", { class: "n" }), h("span", {}, h("b", { class: "name" }, desk.tables.formations?.[one]?.name || one)), h("span", {}), h("button", { onclick: () => issueSupply(desk, one).catch((e) => notice(e.message)) }, t("umpire.supply.issue"))))]
      : [...step.rows.map((row) => taskRow(desk, row, view)), ...possible.map((one) => h("li", { class: "taskrow plainrow" }, h("i", { class: "n" }), h("span", {}, h("b", { class: "name" }, one.label)), h("span", {}, h("small", {}, t("umpire.possible"))), h("button", { onclick: () => plan(one) }, t("umpire.add"))))];
  const results = complete && step.step !== "orders" && step.rows.length <= FEW_RESULTS ? step.rows.map((row) => `${row.label}: ${row.result}`).join(" · ") : "";
  const head = [h("i", { class: "dot" }, complete ? "✓" : under ? "▸" : ""), h("b", {}, step.name), h("span", { class: "note" }, results || note)];
  const look = { class: `st ${complete ? "ok" : under ? "nw" : "la"}` };
  if (!short) return h("section", { "data-step": step.step }, h("div", look, head, button), h("ul", {}, rows));
  const busy = desk.sheet.steps.some((one) => !PLAIN.includes(one.step) && one.of);
  const open = unfolded.get(step.step) ?? (under && !busy && step.of <= FEW);
  const fold = () => unfolded.set(step.step, !node.open); // a click changes it afterwards
  const node = h("details", { "data-step": step.step, open }, h("summary", { ...look, onclick: fold }, head), h("ul", {}, rows), button ? h("div", { class: "wsfoot" }, button) : null);
  return node;
}

/** The whole worksheet; files can be dropped on it. @param {Desk} desk @param {View} view */
export function worksheetPanel(desk, view) {
  const at = stepNow(desk);
  const read = (/** @type {string} */ text, /** @type {string} */ name) => takeIn(desk, text, name, (csv, file) => importRoster(desk, csv, file)).catch((e) => notice(e.message));
  const panel = h("section", { class: "worksheet" }, desk.sheet.steps.map((step, n) => stepSection(desk, step, n === at, view)),
    h("div", { class: "wsfoot" }, h("button", { id: "add-row", onclick: () => addRow(desk, view.questions, view.open).catch((e) => notice(e.message)) }, t("umpire.add-row")), fileButton(t("umpire.batch.add"), ".csv,.toml,.json", read)));
  panel.addEventListener("dragover", (e) => { e.preventDefault(); panel.classList.add("drop"); });
  panel.addEventListener("dragleave", () => panel.classList.remove("drop"));
  panel.addEventListener("drop", async (e) => {
    e.preventDefault();
    panel.classList.remove("drop");
    for (const file of e.dataTransfer?.files ?? []) await read(await file.text(), file.name);
  });
  return panel;
}
