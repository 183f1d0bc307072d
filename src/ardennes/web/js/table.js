// A match on the table. It shows what the server says and offers what the server offers; it decides no rule.
import { get, post, seatsOf, watch } from "./api.js";
import { Board } from "./board.js";
import { h, notice, rule, withRules } from "./dom.js";
import { attackPanel, battlePanel, choicePanel, logPanel, trackPanel, unitPanel, victoryPanel, whyBox } from "./panels.js";

const other = { german: "allied", allied: "german" };

export async function showTable(app, match, at) {
  const table = new Table(app, match);
  await table.open(at === undefined ? null : Number(at));
  return () => table.close();
}

class Table {
  constructor(app, match) {
    this.app = app;
    this.match = match;
    this.selected = null; // unit
    this.ways = [];
    this.attack = null; // { targets, attackers }
    this.show = { zoc: false, supply: false, counters: true, control: false };
    this.why = [];
    this.log = [];
    this.busy = false;
  }

  token(side) { return seatsOf(this.match)[side] ?? Object.values(seatsOf(this.match))[0]; }
  path(rest) { return `/api/matches/${this.match}${rest}`; }

  async open(replayAt) {
    const tokens = seatsOf(this.match);
    this.sides = Object.keys(tokens);
    if (!this.sides.length) throw new Error("You have no seat in this match on this browser.");
    this.side = this.sides[0];
    const first = await get(this.path(""), this.token(this.side));
    this.stage = first.stage ?? await get(`/api/games/${first.game}/stage`);
    this.board = new Board(this.stage, {
      hex: (id) => this.clickHex(id), unit: (id, hex) => this.clickUnit(id, hex), cancel: () => this.cancel(),
      hover: (hex, unit, point) => this.hover(hex, unit, point), leave: () => this.tip?.remove(), redraw: () => this.drawPieces(),
    });
    this.replayAt = replayAt;
    this.frame();
    this.board.fit();
    this.keys = (e) => this.key(e);
    addEventListener("keydown", this.keys);
    this.take(first);
    if (replayAt === null) this.unwatch = watch(this.match, this.token(this.side), (seq) => { if (seq !== this.state?.seq) this.refresh(); });
    await this.moreLog();
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.unwatch?.();
  }

  /** The fixed parts of the page. */
  frame() {
    this.prompt = h("div", { class: "prompt", id: "prompt", tabindex: -1, role: "status", "aria-live": "polite" });
    this.when = h("div", { class: "when" });
    this.undoButton = h("button", { onclick: () => this.undo("undo") }, "Undo");
    this.endButton = h("button", { class: "main", onclick: () => this.end() }, "End");
    this.panel = h("div", {});
    this.logNode = h("section", { class: "log" });
    const toggle = (name, label, key) => h("button", { "aria-pressed": String(this.show[name]), "data-toggle": name, onclick: () => this.toggle(name) }, `${label} ${key}`);
    this.toggles = h("div", { class: "toggles" }, toggle("counters", "Counters", "H"), toggle("zoc", "Zones", "Z"), toggle("supply", "Supply", "S"), toggle("control", "Control", "C"),
      h("button", { onclick: () => this.board.fit() }, "Fit F"), h("button", { onclick: () => this.turnTheme() }, "Season"), h("button", { onclick: () => this.textBoard() }, "Text"));
    this.board.node.append(this.toggles);
    this.app.replaceChildren(h("div", { class: "table" },
      h("header", { class: "bar" }, h("a", { class: "title", href: "#/", style: "color:inherit;text-decoration:none" }, this.stage.name), this.when, this.prompt,
        h("button", { onclick: () => this.hint() }, "Hint"), this.undoButton, h("button", { onclick: () => this.undo("restart") }, "Restart phase"), this.endButton),
      this.board.node, h("aside", { class: "side", "aria-label": "Orders and log" }, this.panel, this.logNode)));
  }

  // ---- what the server says

  async refresh() {
    try { this.take(await get(this.path(""), this.token(this.side))); await this.moreLog(); } catch (error) { notice(error.message); }
  }

  take(state) {
    this.state = state;
    const decision = state.choices?.decision;
    const sides = this.stage.sides;
    if (decision && this.sides.includes(sides[decision.side]) && sides[decision.side] !== this.side) {
      return this.handover(sides[decision.side]);
    }
    this.selected = null;
    this.ways = [];
    this.attack = null;
    this.why = [];
    this.draw();
  }

  /** Two at one screen: the other side takes over, with a cover while something is hidden. */
  handover(side) {
    const go = () => { this.side = side; cover?.remove(); this.refresh(); };
    let cover = null;
    if (this.state.board.dump?.known !== false && !this.state.hidden) return go();
    cover = h("div", { class: "cover", role: "dialog", "aria-modal": "true" }, h("h1", {}, `${side === "german" ? "The German" : "The Allied"} player decides now`),
      h("p", {}, this.state.choices.decision.kind), h("button", { class: "main", onclick: go }, "I am that player"));
    this.app.append(cover);
    cover.querySelector("button").focus();
  }

  draw() {
    const { board, choices } = this.state;
    const decision = choices.decision;
    this.when.textContent = `Turn ${board.turn} of ${board.turns} · ${board.date} · ${board.weather}`;
    this.prompt.replaceChildren(...(board.result ? [`${board.result.level}: ${board.result.summary}`]
      : [choices.mine ? "" : `The ${this.stage.sides[decision.side]} player: `, decision.prompt, " ", rule(this.stage.game, decision.rule)]));
    const end = choices.buttons.find((b) => b.order.do === "end");
    this.endButton.disabled = !end;
    this.endButton.textContent = end ? `End ${decision.kind} ⏎` : "End";
    this.undoButton.disabled = Boolean(this.state.undo);
    this.undoButton.title = this.state.undo || "Take back your last order";
    this.drawPieces();
    this.highlight();
    this.drawPanel();
  }

  drawPieces() {
    const can = new Set(this.state.choices.units ?? []);
    this.board.drawUnits(this.state.board.units, { can, selected: this.selected, hidden: !this.show.counters });
  }

  highlight() {
    const { choices, board } = this.state;
    if (this.ways.length) this.board.showReach(this.ways);
    else if (this.attack) {
      const from = Object.fromEntries(board.units.map((u) => [u.id, u.hex]));
      const wedges = this.attack.attackers.flatMap((u) => this.attack.targets.map((t) => [from[u], t]));
      const chip = this.attack.odds?.column ?? "?";
      this.board.showTargets(this.attack.targets, Object.fromEntries(this.attack.targets.map((t) => [t, chip])), wedges);
    } else if (choices.targets?.length) this.board.showTargets(choices.targets.map((t) => t.hex));
    else if (Object.keys(choices.hexes ?? {}).length) this.board.showHexes(Object.keys(choices.hexes));
    else this.overlay();
  }

  overlay() {
    const { board } = this.state, foe = other[this.side];
    if (this.show.zoc) this.board.showHexes(board.zoc[foe], "#C8102E");
    else if (this.show.supply) this.board.showHexes(board.supply[this.side], "#1F6FB2");
    else if (this.show.control) this.board.showHexes(Object.keys(board.control), "#8A4B3C");
    else this.board.clear();
  }

  drawPanel() {
    const { board, choices } = this.state, game = this.stage.game;
    const unit = this.selected && board.units.find((u) => u.id === this.selected);
    this.panel.replaceChildren(...[
      board.battle && battlePanel(this.stage, board.battle),
      this.attack && attackPanel(this.stage, this.attack, choices, {
        toggle: (id) => this.toggleAttacker(id), declare: () => this.order({ do: "attack", targets: this.attack.targets, attackers: this.attack.attackers }), cancel: () => this.cancel(),
      }),
      unit && unitPanel(this.stage, unit, board, this.ways),
      this.why.length ? whyBox(game, this.why) : null,
      choices.mine && !this.attack && choicePanel(this.stage, choices, (order) => this.order(order)),
      victoryPanel(this.stage, board, (hex) => this.board.centre(hex)),
      trackPanel(this.stage, board),
    ].filter(Boolean));
    this.logNode.replaceChildren(logPanel(this.stage, this.log, (hex) => this.board.centre(hex), (text) => withRules(game, text)));
  }

  // ---- what the player does

  async clickUnit(id, hex) {
    const { choices } = this.state;
    if (this.attack) {
      if (this.attack.odds?.more?.some((m) => m.unit === id) || this.attack.attackers.includes(id)) return this.toggleAttacker(id);
    }
    if (choices.targets?.some((t) => t.hex === hex) && this.stage.units[id].side !== this.side) return this.aim(hex);
    if (this.selected && this.ways.some((w) => w.hex === hex) && this.selected !== id && this.stage.units[id].side === this.side && !choices.units.includes(id)) return this.clickHex(hex);
    if (choices.hexes?.[hex]) return this.clickHex(hex);
    await this.select(id);
  }

  async select(id) {
    this.selected = id;
    this.attack = null;
    this.why = [];
    this.ways = [];
    if (this.state.choices.mine && this.state.choices.units.includes(id)) {
      try { this.ways = (await get(this.path(`/reach?unit=${encodeURIComponent(id)}`), this.token(this.side))).reach; } catch (error) { notice(error.message); }
    }
    this.drawPieces();
    this.highlight();
    this.drawPanel();
  }

  async clickHex(id) {
    const { choices } = this.state;
    const here = this.ways.filter((w) => w.hex === id);
    if (here.length) return this.pick(here.map((w) => ({ label: w.marks.join(", ") || "ready to attack", order: w.order })));
    if (choices.targets?.some((t) => t.hex === id)) return this.aim(id);
    if (choices.hexes?.[id]) return this.pick(choices.hexes[id]);
    if (this.selected) return this.askWhy(id);
    const stack = this.board.stacks?.[id];
    if (stack?.length) return this.select(stack[stack.length - 1].id);
    this.cancel();
  }

  /** One order is given; of several, the best comes first and the others are named. */
  pick(entries) {
    if (entries.length === 1) return this.order(entries[0].order);
    const menu = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": "Which way?" }, h("h2", {}, "Which?"),
      entries.slice(0, 24).map((e, i) => h("button", { class: i ? "" : "main", onclick: () => { menu.remove(); this.order(e.order); } }, e.label)),
      h("button", { onclick: () => menu.remove() }, "Neither"));
    this.app.append(menu);
    menu.querySelector("button").focus();
  }

  async askWhy(hex) {
    const unit = this.selected ? `&unit=${encodeURIComponent(this.selected)}` : "";
    const answer = await get(this.path(`/why?hex=${encodeURIComponent(hex)}${unit}`), this.token(this.side)).catch((error) => { notice(error.message); return { why: [] }; });
    this.why = answer.why;
    this.drawPanel();
  }

  async aim(hex) {
    const again = this.attack && !this.attack.targets.includes(hex) && this.attack.extend;
    const targets = again ? [...this.attack.targets, hex] : [hex];
    const offered = this.state.choices.targets.find((t) => t.hex === hex);
    this.attack = { targets, attackers: again ? this.attack.attackers : [...offered.attackers] };
    this.selected = null;
    this.ways = [];
    await this.reckon();
  }

  async toggleAttacker(id) {
    const has = this.attack.attackers.includes(id);
    this.attack.attackers = has ? this.attack.attackers.filter((u) => u !== id) : [...this.attack.attackers, id];
    await this.reckon();
  }

  async reckon() {
    const { targets, attackers } = this.attack;
    this.attack.odds = attackers.length ? await post(this.path("/odds"), { targets, attackers }, this.token(this.side)).then((a) => a.odds, (e) => ({ refusal: { facts: e.message, rule: "" } })) : null;
    this.highlight();
    this.drawPanel();
  }

  async order(order) {
    if (this.busy) return;
    this.busy = true;
    try {
      const answer = await post(this.path("/orders"), { seq: this.state.seq, order }, this.token(this.side));
      this.take(answer.board ? answer : await get(this.path(""), this.token(this.side)));
      await this.moreLog();
    } catch (error) {
      if (error.status === 409) { notice("The match has moved on meanwhile."); await this.refresh(); }
      else if (error.body?.rule) { this.why = [error.body]; this.drawPanel(); notice(`${error.body.facts} [${error.body.rule}]`); }
      else notice(error.message);
    } finally { this.busy = false; }
  }

  async undo(what) {
    try { await post(this.path(`/${what}`), { seq: this.state.seq }, this.token(this.side)); await this.refresh(); } catch (error) { notice(error.message); }
  }

  end() {
    const end = this.state.choices.buttons.find((b) => b.order.do === "end");
    if (!end) return;
    const left = this.state.choices.units?.length ?? 0;
    if (left && this.state.choices.decision.kind === "move" && !confirm(`${left} units can still move. End the movement all the same?`)) return;
    this.order(end.order);
  }

  async hint() {
    try { const found = await get(this.path("/hint"), this.token(this.side)); notice(`The ${found.player} would give the order ${JSON.stringify(found.order)}: ${found.why}`); } catch (error) { notice(error.message); }
  }

  cancel() {
    this.selected = null;
    this.ways = [];
    this.attack = null;
    this.why = [];
    this.tip?.remove();
    this.drawPieces();
    this.highlight();
    this.drawPanel();
  }

  toggle(name) {
    this.show[name] = !this.show[name];
    for (const node of this.toggles.querySelectorAll("[data-toggle]")) node.setAttribute("aria-pressed", String(this.show[node.dataset.toggle]));
    this.drawPieces();
    this.highlight();
  }

  turnTheme() { this.winter = !this.winter; this.board.theme(this.winter ? "winter" : "paper"); }

  hover(hex, unit, point) {
    const way = hex && this.ways.find((w) => w.hex === hex);
    if (this.selected && way) this.board.showPath(this.state.board.units.find((u) => u.id === this.selected)?.hex, way.path);
    this.tip?.remove();
    clearTimeout(this.tipTimer);
    if (!hex) return;
    this.tipTimer = setTimeout(() => {
      const at = this.board.hexes[hex], stack = this.board.stacks?.[hex] ?? [];
      const lines = [h("div", {}, h("b", {}, `${hex} `), at.text)];
      if (way) lines.push(h("div", {}, `${way.left} MF left${way.marks.length ? ` · ${way.marks.join(", ")}` : ""}`));
      for (const u of stack) lines.push(h("div", {}, `${this.stage.units[u.id].name}${u.marks.length ? ` (${u.marks.join(", ")})` : ""}`));
      this.tip = h("div", { class: "tip", style: `left:${point[0] + 16}px;top:${point[1] + 14}px` }, lines);
      this.board.node.append(this.tip);
    }, 300);
  }

  key(e) {
    if (e.target.closest?.("input, select, textarea") || document.querySelector(".cover")) return;
    const pan = { w: [0, 60], s: null, a: [60, 0], d: [-60, 0] };
    const does = {
      Escape: () => this.cancel(), Enter: () => this.end(), u: () => this.undo("undo"), h: () => this.toggle("counters"), z: () => e.ctrlKey ? this.undo("undo") : this.toggle("zoc"),
      s: () => this.toggle("supply"), c: () => this.toggle("control"), f: () => this.board.fit(), g: () => this.goTo(), Tab: () => this.next(e.shiftKey ? -1 : 1), "?": () => this.hint(),
    };
    if (e.key === "Tab" && !this.state.choices.units?.length) return;
    if (e.key === "Enter" && e.target.closest?.("button, a, [data-hex]")) return;
    if (e.key === "Tab" && e.target.closest?.(".side, .bar, .toggles")) return;
    const act = does[e.key] ?? (pan[e.key] && (() => this.board.pan(...pan[e.key])));
    if (act) { e.preventDefault(); act(); }
  }

  next(step) {
    const units = this.state.choices.units, at = units.indexOf(this.selected);
    const id = units[(at + step + units.length) % units.length];
    this.select(id);
    const hex = this.state.board.units.find((u) => u.id === id)?.hex;
    if (hex) { this.board.centre(hex); this.board.focus(hex); }
  }

  goTo() {
    const text = prompt("Go to which hex or place?");
    if (!text) return;
    const found = this.stage.hexes.find((x) => x.id === text.trim() || x.place.toLowerCase().startsWith(text.trim().toLowerCase()));
    if (found) { this.board.centre(found.id); this.board.focus(found.id); } else notice(`There is no hex or place ${text}.`);
  }

  async moreLog() {
    for (let page = 0; page < 50; page++) {
      const more = await get(this.path(`/log?after=${this.log.length}`), this.token(this.side)).catch(() => null);
      if (!more) break;
      this.log.length = Math.min(this.log.length, more.keep);
      this.log.push(...more.entries);
      if (!more.more) break;
    }
    this.drawPanel();
  }

  /** The board as a list, for screen readers and for those who would rather read. */
  textBoard() {
    const { board } = this.state;
    const rows = [...board.units].sort((a, b) => a.hex - b.hex).map((u) => h("tr", {}, h("td", {}, u.hex), h("td", {}, this.board.hexes[u.hex].text), h("td", {}, this.stage.units[u.id].name), h("td", {}, this.stage.units[u.id].side), h("td", {}, u.marks.join(", "))));
    const page = h("div", { class: "cover", role: "dialog", "aria-modal": "true", style: "display:block;overflow:auto" }, h("div", { class: "textboard", style: "color:var(--ink);text-align:left" },
      h("button", { onclick: () => page.remove() }, "Back to the map"), h("h2", {}, `Turn ${board.turn}, ${board.date}, ${board.weather}`),
      h("table", {}, h("tr", {}, ["Hex", "Ground", "Unit", "Side", "State"].map((t) => h("th", { scope: "col" }, t))), rows)));
    this.app.append(page);
    page.querySelector("button").focus();
  }
}

