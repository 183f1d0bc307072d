// The log: what happened, newest first, with dice shown and hexes to click.
import { h, withRules } from "./dom.js";

const SHOWN = 160;
const DICE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Hexes an event names, as the server tells them: numbers in its words may be those of a division. */
const places = (event) => new Set(Object.values(event).flatMap((v) => typeof v === "string" ? v.match(/^\d{3,4}$|\b\d{3,4}(?=\/\d)|(?<=\d\/)\d{3,4}\b/g) ?? [] : Array.isArray(v) ? v : []).filter((v) => /^\d{3,4}$/.test(v)));

/** The lines of a log, each with its turn, die and the order it belongs to. */
export function lines(log) {
  const told = [];
  let turn = 0;
  for (const entry of log) {
    entry.events.forEach((event, i) => {
      turn = event.turn ?? turn;
      const heading = event.event === "phase";
      if (!heading || /movement|reinforcements/.test(event.phase)) told.push({ turn, heading, order: entry.order, die: event.event === "rolled" ? event.die : 0, text: entry.lines[i], side: entry.side, hexes: places(event) });
    });
    if (entry.why) told.push({ turn, heading: false, order: entry.order, die: 0, text: entry.why, side: entry.side, why: true, hexes: new Set() });
  }
  return told.filter((x, i) => !x.heading || (told[i + 1] && !told[i + 1].heading));
}

export function logPanel(stage, log, filter, act) {
  const all = lines(log), turns = [...new Set(all.map((x) => x.turn))];
  const told = all.filter((x) => filter === "" || String(x.turn) === filter).reverse().slice(0, SHOWN);
  const words = (text, known) => withRules(stage.game, text).map((part) => typeof part !== "string" ? part
    : part.split(/\b(\d{3,4})\b/).map((bit) => known.has(bit) ? h("button", { class: "link", onclick: () => act.go(bit) }, bit) : bit));
  const line = (x) => h("li", { class: x.heading ? "heading" : x.why ? "reason" : "" }, h("button", { class: "t", title: `Look at the board after order ${x.order}`, "aria-label": `Turn ${x.turn || 0}, look at order ${x.order}`, onclick: () => act.replay(x.order) }, x.turn ? `T${x.turn}` : "T0"), x.die ? h("span", { class: "die", "aria-label": `die ${x.die}` }, DICE[x.die] ?? x.die) : null, words(x.text, x.hexes));
  return [h("div", { class: "row" }, h("h2", {}, "Log"), h("label", { class: "quiet" }, "Turn ", h("select", { "aria-label": "Show the log of", onchange: (e) => act.filter(e.target.value) }, h("option", { value: "" }, "all"), turns.map((t) => h("option", { value: String(t), selected: filter === String(t) }, t || "set-up"))))),
    h("ol", { class: "lines", reversed: true }, told.map(line))];
}
