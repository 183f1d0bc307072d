// A match on the table. It shows what the server says and offers what the server offers; it decides no rule.
import { get, post, seatsOf, sitDown, watch } from "./api.js";
import { Board } from "./board.js";
import { ask, askText, h, keep, notice, rule, settings, side_name } from "./dom.js";
import { KEYS, keyMap } from "./keys.js";
import { logPanel } from "./log.js";
import { attackPanel } from "./odds.js";
import { airPanel, attacksPanel, choicePanel, decisionCard, placeOf, rosterPanel, settingPanel, trackPanel, unitPanel, victoryPanel, whyBox } from "./panels.js";
import { Replay } from "./replay.js";
import { textBoard } from "./textboard.js";
import { startTour } from "./tour.js";

const SPEEDS = { slow: 1.8, normal: 1, fast: .4, off: 0 };
const TOGGLES = [["counters", "Counters", "H"], ["zoc", "Zones", "Z"], ["supply", "Supply", "S"], ["control", "Control", "C"], ["victory", "Victory", "V"], ["cost", "Costs", "M"]];

export async function showTable(app, match, at) {
  const table = new Table(app, match);
  await table.open(at === undefined ? null : Number(at));
  return () => table.close();
}

class Table {
  constructor(app, match) {
    this.app = app;
    this.match = match;
    this.show = { counters: true, zoc: false, supply: false, control: false, victory: false, cost: false };
    this.log = [];
    this.heard = 0; // the change up to which the log is known
    this.filter = "";
    this.tab = "orders";
    this.queue = Promise.resolve();
    this.forget();
  }

  /** Nothing is picked. */
  forget() {
    this.selected = null;
    this.ways = [];
    this.mode = "";
    this.attack = null;
    this.why = null;
  }

  token() { return seatsOf(this.match)[this.side]; }
  path(rest) { return `/api/matches/${this.match}${rest}`; }
  pace(ms) { return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms * (SPEEDS[settings.speed] ?? 1); }

  async open(replayAt) {
    await sitDown(this.match);
    this.seats = Object.keys(seatsOf(this.match));
    this.side = this.seats[0];
    let first;
    try { first = await get(this.path(""), this.token()); } catch (error) {
      if (error.status !== 401 && error.status !== 403) throw error;
      localStorage.removeItem("ardennes.seats");
      await sitDown(this.match);
      first = await get(this.path(""), this.token());
    }
    this.stage = await get(`/api/games/${first.game}/stage`);
    this.board = new Board(this.stage, {
      hex: (id, e) => this.clickHex(id, e), unit: (id, hex, e) => this.clickUnit(id, hex, e), bridge: (id) => this.pick(this.state.choices.sides[id] ?? []), cancel: () => this.cancel(),
      hover: (hex, unit, point) => this.hover(hex, unit, point), leave: () => this.untip(), redraw: () => this.drawPieces(), drag: (unit, hex) => this.drag(unit, hex), drop: (unit, hex) => this.drop(unit, hex),
    });
    this.frame();
    this.board.theme(settings.theme);
    this.board.fit();
    this.keys = keyMap(this);
    addEventListener("keydown", this.keys);
    this.resized = () => { this.board.apply(); if (!this.replay) this.drawCard(); };
    addEventListener("resize", this.resized);
    this.take(first);
    this.unwatch = watch(this.match, this.token(), (seq) => { if (seq !== this.state?.seq) this.refresh(); }, (open, code) => this.link(open, code));
    await this.moreLog();
    this.drawLog();
    if (replayAt !== null) await this.look(replayAt);
    if (!settings.toured && this.side !== "watch") this.endTour = startTour(this.app);
  }

  close() {
    removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.resized);
    this.unwatch?.();
    this.endTour = null;
    this.closed = true;
    document.querySelector(".cover")?.remove();
  }

  link(open, code) {
    if (open && this.lost) { notice("The line to the server is back."); this.refresh(); }
    if (!open && !this.lost) notice(code === 4404 ? "This match has been deleted." : "The line to the server is cut; trying again …");
    this.lost = !open;
    this.app.querySelector(".table")?.classList.toggle("cut", !open);
  }

  /** The fixed parts of the page. */
  frame() {
    this.prompt = h("div", { class: "prompt", id: "prompt", tabindex: -1, role: "status", "aria-live": "polite" });
    this.when = h("div", { class: "when" });
    this.strip = h("ol", { class: "strip", "aria-label": "Phases" });
    const b = (id, label, act, title) => h("button", { id, title, onclick: act }, label);
    this.undoButton = b("undo", "Undo", () => this.undo("undo"));
    this.endButton = h("button", { class: "main", id: "end", onclick: () => this.end() }, "End");
    this.panel = h("div", { class: "panel" });
    this.logNode = h("section", { class: "log", "aria-label": "Log" });
    this.card = h("div", { class: "cardplace over" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, [["orders", "Orders"], ["forces", "Forces"], ["campaign", "Campaign"]].map(([id, label]) => h("button", { role: "tab", id: `tab-${id}`, "data-tab": id, onclick: () => this.turnTab(id) }, label)));
    this.toggles = h("div", { class: "toggles over", role: "toolbar", "aria-label": "Map" }, TOGGLES.map(([id, label, key]) => h("button", { "aria-pressed": String(this.show[id]), "data-toggle": id, title: `${label} (${key})`, onclick: () => this.toggle(id) }, label, h("kbd", {}, key))),
      h("button", { title: "Zoom in (+)", "aria-label": "Zoom in", onclick: () => this.board.zoomMiddle(1.25) }, "+"), h("button", { title: "Zoom out (−)", "aria-label": "Zoom out", onclick: () => this.board.zoomMiddle(.8) }, "−"), h("button", { title: "Whole map (F)", onclick: () => this.board.fit() }, "Fit", h("kbd", {}, "F")));
    this.skipper = h("button", { class: "skipper over", hidden: true, onclick: () => { this.skip = true; } }, "Skip ▶|");
    this.board.node.append(this.toggles, this.card, this.skipper);
    this.app.replaceChildren(h("div", { class: "table", "data-match": this.match },
      h("header", { class: "bar" }, h("a", { class: "title", href: "#/", title: "To the lobby" }, this.stage.name), this.when, this.prompt,
        h("div", { class: "acts" }, b("more", "Menu", () => this.menu()), b("hint", "Hint", () => this.hint(), "What would the staff do? (I)"), this.undoButton, b("restart", "Restart", () => this.undo("restart"), "Begin this phase anew"), this.endButton), this.strip),
      h("main", { class: "map", "aria-label": "Map" }, this.board.node), h("aside", { class: "side", "aria-label": "Orders and log", tabindex: 0 }, this.tabs, this.panel, this.logNode)));
  }

  // ---- what the server says

  /** Fetches what is new and shows it, one after the other. */
  refresh() {
    this.queue = this.queue.then(() => this.catchUp()).catch((error) => { if (!this.closed) notice(error.message); });
    return this.queue;
  }

  async catchUp() {
    if (this.closed) return;
    const state = await get(this.path(""), this.token());
    if (state.seq === this.state.seq && state.side === this.state.side) return;
    const fresh = await this.moreLog();
    if (!this.replay) await this.watchMoves(fresh.filter((e) => e.side !== this.side));
    this.take(state);
  }

  take(state) {
    this.state = state;
    const decision = state.choices?.decision, side = decision && this.stage.sides[decision.side];
    if (side && side !== this.side && this.seats.includes(side)) return this.handover(side);
    this.forget();
    const units = state.choices.units;
    if (state.choices.mine && units.length === 1 && !state.choices.targets.length && !state.choices.end) this.select(units[0]);
    if (!this.replay) this.draw();
    this.drawLog();
  }

  /** Two at one screen: the other side takes over, with a cover while something is hidden. */
  async handover(side) {
    const decision = this.state.choices.decision;
    const go = async () => {
      this.side = side;
      this.log = [];
      this.heard = 0;
      const state = await get(this.path(""), this.token());
      await this.moreLog();
      document.querySelector(".cover")?.remove();
      this.take(state);
    };
    if (document.querySelector(".cover")) return;
    if (!this.state.board.hidden || settings.uncovered) return go().catch((e) => notice(e.message));
    const never = h("input", { type: "checkbox", id: "uncovered" });
    const cover = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": "Hand over" }, h("h1", {}, `The ${side_name(side)} player decides now`),
      h("p", {}, `${side_name(decision.kind)}. The other player looks away: something on this map is hidden.`), h("button", { class: "main", onclick: () => { keep("uncovered", never.checked); go().catch((e) => notice(e.message)); } }, `I am the ${side_name(side)} player`),
      h("label", { class: "quiet" }, never, " We hide nothing from each other: do not ask again"));
    this.app.append(cover);
    cover.querySelector("button").focus();
  }

  draw() {
    const { board, choices } = this.state, decision = choices.decision;
    this.drawTop(board);
    const whose = decision && !choices.mine ? `${side_name(this.stage.sides[decision.side])}${this.state.thinking?.length ? " (the computer thinks)" : ""}: ` : "";
    this.prompt.replaceChildren(...(board.result ? [h("b", {}, board.result.level), ` ${board.result.summary ?? ""}`] : [whose, decision?.prompt ?? "", " ", rule(this.stage.game, decision?.rule) ?? ""]));
    if (this.state.trouble) this.prompt.append(" ", h("b", {}, this.state.trouble));
    const end = choices.buttons.find((b) => b.end);
    this.endButton.textContent = end?.label ?? "End phase";
    this.endButton.setAttribute("aria-disabled", String(!end));
    this.endButton.title = end ? "Enter" : choices.end?.facts ?? "There is nothing to end now";
    this.undoButton.setAttribute("aria-disabled", String(Boolean(this.state.undo)));
    this.undoButton.title = this.state.undo || "Take back your last order (U)";
    this.drawAll();
    this.drawCard();
    document.title = choices.mine ? `● Your turn – ${this.stage.name}` : this.stage.name;
  }

  /** Over the map, or on a small screen above the panel, where it hides nothing. */
  drawCard() {
    const narrow = matchMedia("(max-width: 820px)").matches;
    if (narrow && this.card.parentNode === this.board.node) this.panel.before(this.card);
    if (!narrow && this.card.parentNode !== this.board.node) this.board.node.append(this.card);
    this.card.classList.toggle("docked", narrow);
    this.card.replaceChildren(...[decisionCard(this.stage, this.state, this.acts())].filter(Boolean));
  }

  drawTop(board) {
    this.when.textContent = board.turn ? `Turn ${board.turn} of ${board.turns} · ${board.date} · ${board.weather}` : "Set-up";
    this.strip.replaceChildren(h("li", { class: "whose" }, side_name(board.phase?.side ?? "")), ...(board.strip ?? []).map((x) => h("li", { class: x.now ? "now" : "", "aria-current": x.now ? "step" : null }, x.label)));
  }

  drawAll() {
    this.drawPieces();
    this.highlight();
    this.drawPanel();
  }

  drawPieces() {
    const can = new Set(this.state.choices.units), lit = new Set(this.attack?.attackers ?? []);
    if (this.state.choices.targets.length) for (const t of this.state.choices.targets) for (const u of t.attackers) can.add(u);
    if (this.replay) return this.board.drawUnits(this.moment?.units ?? [], { hidden: !this.show.counters });
    this.board.drawUnits(this.state.board.units, { can, selected: this.selected, hidden: !this.show.counters, lit });
  }

  highlight() {
    const { choices, board } = this.state, foe = this.foes();
    this.board.clear();
    this.drawOverlay(this.moment ?? board);
    this.board.drawBridges((this.moment ?? board).bridges);
    this.board.showSides(this.replay ? [] : Object.keys(choices.sides ?? {}));
    if (this.replay) return;
    const ways = this.ways.filter((w) => w.mode === this.mode);
    if (ways.length) this.board.showReach(ways, foe.flatMap((s) => board.zoc[s]));
    else if (this.attack) this.showAttack();
    else if (choices.targets?.length) this.board.showTargets([], choices.targets.filter((t) => t.owed).map((t) => [t.hex, "must"]), [], choices.targets.map((t) => t.hex));
    else if (Object.keys(choices.hexes ?? {}).length) this.board.showHexes(Object.keys(choices.hexes));
    else if (board.battle) this.board.showTargets(board.battle.targets, board.battle.targets.map((t) => [t, board.battle.result || board.battle.column]));
  }

  foes() { return this.stage.sides.filter((side) => side !== this.side); }

  showAttack() {
    const at = Object.fromEntries(this.state.board.units.map((u) => [u.id, u.hex]));
    const wedges = this.attack.attackers.filter((u) => at[u]).flatMap((u) => this.attack.targets.filter((t) => this.board.hexes[t].near.includes(at[u])).map((t) => [at[u], t]));
    const chip = this.attack.odds?.column ?? "…";
    this.board.showTargets(this.attack.targets, this.attack.targets.slice(0, 1).map((t) => [t, chip]), wedges, this.attack.with ?? []);
  }

  drawOverlay(board) {
    const shapes = [], own = this.stage.sides.includes(this.side) ? this.side : this.stage.sides[0], b = this.board;
    if (this.show.control) {
      const held = (side) => this.stage.hexes.filter((x) => (board.control[x.id] ?? x.side) === side).map((x) => x.id);
      shapes.push(...b.tint(held(this.stage.sides[0]), "#5a5f66", .26), ...b.tint(held(this.stage.sides[1]), "#7d9a33", .2), ...b.edge(held(this.stage.sides[1]), "#8A4B3C", 4));
    }
    if (this.show.supply) shapes.push(...b.tint(board.supply[own], "#1F6FB2", .24), ...b.edge(board.supply[own], "#1F6FB2", 3));
    if (this.show.zoc) for (const side of this.stage.sides) shapes.push(...b.hatch(board.zoc[side], side === own));
    if (this.show.victory) {
      const claims = {};
      for (const v of board.victory) if (b.hexes[v.hex]) (claims[v.hex] ??= []).push([side_name(v.side), v.met]);
      shapes.push(...Object.entries(claims).map(([hex, list]) => b.star(hex, list)));
    }
    if (this.show.cost) shapes.push(...b.words(this.stage.hexes.map((x) => [x.id, x.cost.map((c) => c.value).join(" / ")])));
    b.overlay(shapes);
  }

  acts() {
    return {
      give: (order) => this.order(order), select: (id) => this.select(id), go: (hex) => { this.board.centre(hex); this.board.focus(hex); },
      mode: (mode) => { this.mode = mode; this.highlight(); this.drawPanel(); }, show: (way) => this.showWay(way), light: (entry) => this.light(entry),
      toggle: (id) => this.toggleAttacker(id), target: (hex) => this.toggleTarget(hex), cancel: () => this.cancel(), look: (attack) => this.lookAt(attack),
      replay: (at) => this.look(at), filter: (turn) => { this.filter = turn; this.drawLog(); },
    };
  }

  drawPanel() {
    const { board, choices } = this.state, shown = this.moment ?? board, acts = this.acts(), game = this.stage.game;
    for (const node of this.tabs.children) { node.setAttribute("aria-selected", String(node.dataset.tab === this.tab)); node.tabIndex = node.dataset.tab === this.tab ? 0 : -1; }
    this.logNode.hidden = this.tab !== "orders";
    this.panel.setAttribute("role", "tabpanel");
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    if (this.tab === "forces") return this.panel.replaceChildren(...rosterPanel(this.stage, shown, acts));
    if (this.tab === "campaign") return this.panel.replaceChildren(settingPanel(this.stage, shown), victoryPanel(this.stage, shown, acts), trackPanel(this.stage, shown), airPanel(this.stage, shown));
    if (this.replay) return this.panel.replaceChildren(...[attacksPanel(this.stage, shown, { look: () => {} })].filter(Boolean));
    const unit = this.selected && (board.units.find((u) => u.id === this.selected) ?? { id: this.selected, hex: "", marks: [], spent: "" });
    this.panel.replaceChildren(...[
      this.attack && attackPanel(this.stage, this.attack, acts),
      unit && unitPanel(this.stage, unit, board, { ways: this.ways, mode: this.mode, able: choices.units.includes(unit.id) }, acts),
      this.why && whyBox(game, this.why.asked, this.why.found),
      choices.mine && !this.attack && choicePanel(this.stage, choices, acts),
      !this.attack && attacksPanel(this.stage, board, acts),
      !unit && !this.attack && !this.why && this.advice(choices),
    ].filter(Boolean));
  }

  advice(choices) {
    if (this.state.board.result) return h("section", { class: "result" }, h("h2", {}, this.state.board.result.level), h("p", {}, this.state.board.result.summary ?? ""));
    const words = !choices.mine ? "The other side decides. You may look around: click any unit or hex."
      : choices.targets.length ? "Click a ringed hex to see the odds of attacking it." : choices.units.length ? `${choices.units.length} units can act. Click one with a white rim, or press Tab.` : "";
    return words ? h("section", { class: "advice quiet" }, words) : null;
  }

  drawLog() { this.logNode.replaceChildren(...logPanel(this.stage, this.log, this.filter, this.acts())); }

  // ---- what the player does

  clickUnit(id, hex, e) {
    if (this.replay) return null;
    if (this.moving) { this.skip = true; return null; }
    const { choices } = this.state, own = this.stage.units[id].side === this.side;
    if (this.attack && !this.attack.pending && own && this.attack.offered.includes(id)) return this.toggleAttacker(id);
    if (!own && choices.targets.some((t) => t.hex === hex)) return this.aim(hex, e);
    if (choices.hexes?.[hex]) return this.clickHex(hex, e);
    if (this.selected && this.selected !== id && !own) return this.clickHex(hex, e);
    if (this.selected === id || (this.selected && this.ways.some((w) => w.hex === hex) && !choices.units.includes(id))) return this.clickHex(hex, e);
    return this.select(id);
  }

  async select(id) {
    this.forget();
    this.selected = id;
    if (this.tab !== "orders" && this.state.choices.units.includes(id)) this.tab = "orders";
    if (this.state.choices.mine && this.state.choices.units.includes(id)) {
      try {
        const { reach } = await get(this.path(`/reach?unit=${encodeURIComponent(id)}`), this.token());
        if (this.selected !== id) return;
        this.ways = reach;
        this.mode = reach.some((w) => w.mode === "") ? "" : reach[0]?.mode ?? "";
      } catch (error) { notice(error.message); }
    }
    this.drawAll();
  }

  async clickHex(id, e = {}) {
    if (this.replay) return null;
    if (this.moving) { this.skip = true; return null; }
    const { choices } = this.state;
    const here = this.ways.filter((w) => w.mode === this.mode && w.hex === id);
    if (here.length) return here[0].ask ? this.pick(here) : this.order(here[0].order);
    if (choices.targets.some((t) => t.hex === id) && !this.ways.length) return this.aim(id, e);
    if (choices.hexes?.[id]) return this.pick(choices.hexes[id]);
    const stack = this.board.stacks[id] ?? [];
    const ready = stack.filter((u) => choices.units.includes(u.id));
    const own = this.selected && stack.some((u) => u.id === this.selected);
    if (e.keyboard && (ready.length || own)) { // Enter walks through the stack
      const list = ready.length ? ready : stack, at = list.findIndex((u) => u.id === this.selected);
      return this.select(list[(at + 1) % list.length].id);
    }
    if (own) return this.fanOut(id);
    if (this.selected || choices.targets.length) return this.askWhy(id);
    if (stack.length) return this.select(stack[stack.length - 1].id);
    return this.cancel();
  }

  /** A click on the picked stack spreads it out; the next one closes it. */
  fanOut(hex) {
    const wide = this.board.fan === hex || this.board.stacks[hex].length < 2;
    if (wide) { this.board.kept = false; this.board.fan = null; return this.cancel(); }
    this.board.fan = hex;
    this.board.kept = true;
    return this.drawPieces();
  }

  /** One order is given; of several, the player is asked which. */
  async pick(entries) {
    if (!entries.length) return null;
    if (entries.length === 1) return this.order(entries[0].order);
    const order = await ask("Which?", h("p", { class: "quiet" }, "More than one order fits here."), [...entries.slice(0, 24).map((x, i) => [x.left ? `${x.label} (${x.left} MF left)` : x.label, x.order, i === 0]), ["None of these", null]]);
    return order ? this.order(order) : null;
  }

  async askWhy(hex) {
    const unit = this.selected ? `&unit=${encodeURIComponent(this.selected)}` : "";
    try {
      const { why } = await get(this.path(`/why?hex=${encodeURIComponent(hex)}${unit}`), this.token());
      this.why = { asked: placeOf(this.stage, hex), found: why };
      this.tab = "orders";
      this.drawPanel();
    } catch (error) { notice(error.message); }
  }

  async aim(hex, e = {}) {
    const { targets } = this.state.choices, found = targets.find((t) => t.hex === hex);
    if (this.attack?.with?.includes(hex) && (e.shiftKey || e.ctrlKey)) return this.toggleTarget(hex);
    this.forget();
    this.tab = "orders";
    this.attack = { targets: [hex], attackers: [...found.attackers], offered: [...found.attackers], with: found.with };
    await this.reckon();
    if (e.keyboard) this.panel.querySelector("#declare:not([disabled]), [data-attacker]")?.focus();
    return null;
  }

  toggleTarget(hex) {
    const a = this.attack, all = this.state.choices.targets;
    a.targets = a.targets.includes(hex) ? a.targets.filter((t) => t !== hex) : [...a.targets, hex].sort();
    if (!a.targets.length) return this.cancel();
    const each = a.targets.map((t) => all.find((x) => x.hex === t).attackers);
    a.offered = each[0].filter((u) => each.every((list) => list.includes(u)));
    a.attackers = [...a.offered];
    return this.reckon();
  }

  toggleAttacker(id) {
    const a = this.attack;
    a.attackers = a.attackers.includes(id) ? a.attackers.filter((u) => u !== id) : [...a.attackers, id];
    return this.reckon(id);
  }

  lookAt(attack) {
    this.forget();
    this.attack = { targets: attack.targets, attackers: attack.attackers, offered: [], with: [], pending: true };
    return this.reckon();
  }

  async reckon(focus = null) {
    const attack = this.attack, { targets, attackers } = attack;
    attack.odds = null;
    if (attackers.length) attack.odds = await post(this.path("/odds"), { targets, attackers }, this.token()).then((a) => a.odds, (e) => ({ refusal: { facts: e.message, rule: "" } }));
    if (this.attack !== attack) return;
    this.drawAll();
    if (focus) this.panel.querySelector(`[data-attacker="${focus}"]`)?.focus();
  }

  async order(order) {
    if (this.busy || this.replay) return;
    this.busy = true;
    const held = document.activeElement?.dataset?.hex;
    try {
      const answer = await post(this.path("/orders"), { seq: this.state.seq, order }, this.token());
      await this.moreLog();
      this.take(answer);
      if (held) this.board.focus(held);
      this.flashes(answer.events ?? []);
    } catch (error) {
      if (error.status === 409) { notice("The match has moved on meanwhile; look again."); this.take(error.body); await this.moreLog(); this.drawLog(); }
      else if (error.body?.rule) { this.why = { asked: "", found: [error.body] }; this.drawPanel(); }
      else notice(error.message);
    } finally { this.busy = false; }
  }

  /** What the dice brought, shown where it happened. */
  flashes(events) {
    const ms = this.pace(1700) || 900;
    for (const e of events) if (e.event === "combat_result") for (const t of e.targets) this.board.flash(t, `${e.die ? `⚅ ${e.shown || e.die} · ` : ""}${e.result}`, ms, () => false);
  }

  async undo(what) {
    if (this.state.undo) return notice(this.state.undo);
    try {
      const state = await post(this.path(`/${what}`), { seq: this.state.seq }, this.token());
      await this.moreLog();
      this.take(state);
    } catch (error) { if (error.status === 409) this.refresh(); notice(error.message); }
    return null;
  }

  async end() {
    const { choices } = this.state, end = choices.buttons.find((b) => b.end);
    if (!end) {
      if (choices.mine && choices.end) { this.why = { asked: "end now", found: [choices.end] }; this.tab = "orders"; this.drawPanel(); }
      else notice(choices.mine ? "This decision has an answer to choose; there is nothing to end." : "The other side decides now.");
      return;
    }
    const left = choices.units.length;
    const leaves = left && ["move", "reinforce"].includes(choices.decision.kind);
    if (leaves && !await ask(`${end.label}?`, h("p", {}, `${left} unit${left === 1 ? "" : "s"} could still act in this phase.`), [[end.label, true, true], ["Not yet", false]])) return;
    await this.order(end.order);
  }

  async hint() {
    notice("The staff is thinking …");
    try {
      const found = await get(this.path("/hint"), this.token()), o = found.order, unit = this.stage.units[o.unit];
      const what = [o.do.replaceAll("_", " "), unit?.short, o.targets?.join(" and "), o.attackers && `with ${o.attackers.map((u) => this.stage.units[u].short).join(", ")}`, (o.path ?? (o.hex ? [o.hex] : [])).join("-"), o.bridge, typeof o.yes === "boolean" ? (o.yes ? "yes" : "no") : ""].filter(Boolean).join(" ");
      if (o.unit && this.state.choices.units.includes(o.unit)) await this.select(o.unit);
      this.light({ order: o, units: o.attackers ?? o.units ?? [], path: o.path ?? [] });
      notice(h("b", {}, `The ${found.player} would: ${what}. `), found.why ?? "", " ", h("button", { onclick: () => { document.querySelector(".notice")?.remove(); this.order(o); } }, "Do it"));
    } catch (error) { notice(error.message); }
  }

  /** Shows on the map what an order would do. */
  light(entry) {
    if (!entry) return this.highlight();
    const o = entry.order, path = (o.path ?? (o.hex ? [o.hex] : [])).map((x) => x.replace(/r$/, ""));
    const from = this.state.board.units.find((u) => u.id === o.unit);
    if (path.length) this.board.showPath(from?.hex ?? path[0], path, this.stage.units[o.unit], from?.marks);
    const targets = o.targets ?? (typeof o.attack === "number" ? this.state.board.attacks[o.attack]?.targets : null);
    if (targets) this.board.showTargets(targets);
    const lit = entry.units?.length ? entry.units : o.attackers;
    if (lit?.length) this.board.drawUnits(this.state.board.units, { lit: new Set(lit), selected: this.selected });
    return null;
  }

  showWay(way) {
    const unit = this.state.board.units.find((u) => u.id === this.selected);
    this.board.showPath(unit?.hex ?? "", way.path, this.stage.units[this.selected], unit?.marks);
  }

  cancel() {
    if (!this.selected && !this.attack && !this.why) this.tabFree = true;
    this.forget();
    this.untip();
    this.board.fan = null;
    this.drawAll();
  }

  async drag(unit, hex) {
    if (this.selected !== unit) { this.selected = unit; await this.select(unit); }
    const way = this.ways.find((w) => w.mode === this.mode && w.hex === hex);
    if (way) this.showWay(way); else this.board.showPath("", []);
  }

  drop(unit, hex) { if (hex && this.selected === unit && this.state.board.units.find((u) => u.id === unit)?.hex !== hex) this.clickHex(hex); }

  toggle(name) {
    this.show[name] = !this.show[name];
    for (const node of this.toggles.querySelectorAll("[data-toggle]")) node.setAttribute("aria-pressed", String(this.show[node.dataset.toggle]));
    this.drawPieces();
    this.highlight();
  }

  turnTab(id) { this.tab = id; this.drawPanel(); this.tabs.querySelector(`[data-tab="${id}"]`).focus(); }

  turnTheme() {
    keep("theme", settings.theme === "winter" ? "paper" : "winter");
    this.board.theme(settings.theme);
  }

  hover(hex, unit, point) {
    const way = hex && this.ways.find((w) => w.mode === this.mode && w.hex === hex);
    if (this.selected && this.ways.length) { if (way) this.showWay(way); else this.board.showPath("", []); }
    this.untip();
    if (!hex || !point) return;
    this.tipTimer = setTimeout(() => this.tipAt(hex, way, point), 300);
  }

  untip() { clearTimeout(this.tipTimer); this.tip?.remove(); }

  tipAt(hex, way, [x, y]) {
    const at = this.board.hexes[hex], board = this.moment ?? this.state.board, stack = this.board.stacks[hex] ?? [];
    const zones = this.foes().filter((side) => board.zoc[side].includes(hex));
    const lines = [h("div", {}, h("b", {}, `${at.place || hex} `), at.place ? `${hex} · ` : "", at.kind ? `${at.kind}, ` : "", at.terrain),
      h("div", {}, `Costs ${at.cost.map((c) => `${c.value} ${c.who}`).join(", ")} · holds ${at.holds}`), h("div", {}, `Held by the ${side_name(board.control[hex] ?? at.side)} side${zones.length ? " · enemy zone of control" : ""}`)];
    if (way) lines.push(h("div", { class: "way" }, way.left ? `${way.left} MF left · ${way.label}` : way.label));
    for (const u of stack) lines.push(h("div", {}, `${this.stage.units[u.id].name}${u.marks.length ? ` (${u.marks.join(", ")})` : ""}`));
    const box = this.board.node.getBoundingClientRect();
    this.tip = h("div", { class: "tip", style: `left:${Math.min(x + 20, box.width - 290)}px;top:${Math.min(y + 22, box.height - 120)}px` }, lines);
    this.board.node.append(this.tip);
  }

  next(step) {
    const { choices } = this.state;
    if (!choices.units.length && choices.targets.length) {
      const list = choices.targets.map((t) => t.hex), at = list.indexOf(document.activeElement?.dataset?.hex);
      return this.board.focus(list[(at + step + list.length) % list.length]);
    }
    const lit = Object.keys(choices.hexes);
    if (!choices.units.length && lit.length) {
      const at = lit.indexOf(document.activeElement?.dataset?.hex);
      return this.board.focus(lit[(at + step + lit.length) % lit.length]);
    }
    const units = choices.units, at = units.indexOf(this.selected);
    if (!units.length) return null;
    const id = units[(at + step + units.length) % units.length];
    const hex = this.state.board.units.find((u) => u.id === id)?.hex;
    if (hex) this.board.focus(hex);
    return this.select(id);
  }

  async goTo() {
    const text = await askText("Go to which hex or place?");
    if (!text) return;
    const found = this.stage.hexes.find((x) => x.id === text) ?? this.stage.hexes.find((x) => x.place.toLowerCase().startsWith(text.toLowerCase()));
    if (found) { this.board.centre(found.id); this.board.focus(found.id); } else notice(`There is no hex or place ${text}.`);
  }

  // ---- the log, replay, and watching the other side

  async moreLog() {
    const fresh = [];
    for (let page = 0; page < 100; page++) {
      const more = await get(this.path(`/log?after=${this.heard}`), this.token());
      this.log.length = Math.min(this.log.length, more.keep);
      this.log.push(...more.entries);
      fresh.push(...more.entries);
      this.heard = more.more ? more.entries.at(-1).seq : more.seq;
      if (!more.more) break;
    }
    return fresh;
  }

  /** Plays the moves of others on the board as it was; any click or key skips to the end. */
  async watchMoves(entries) {
    const speed = this.pace(1);
    if (!speed || !entries.length || document.hidden) return;
    this.skip = false;
    this.moving = true;
    this.skipper.hidden = false;
    const units = this.state.board.units, skipped = () => this.skip || this.closed;
    this.board.clear();
    this.card.replaceChildren();
    for (const entry of entries) for (const e of entry.events) {
      if (skipped()) break;
      const piece = units.find((u) => u.id === e.unit);
      if (e.path?.length > 1 && piece) {
        this.board.reveal(e.path.at(-1));
        piece.hex = "";
        this.board.drawUnits(units, {});
        await this.board.carry(this.stage.units[e.unit], e.path, this.pace(180) * Math.min(5, e.path.length - 1), skipped);
        piece.hex = e.path.at(-1);
        this.board.drawUnits(units, {});
      } else if (e.event === "entered") { units.push({ id: e.unit, hex: e.hex, marks: [], spent: "" }); this.board.drawUnits(units, {}); await this.board.flash(e.hex, "arrives", this.pace(400), skipped); }
      else if (e.event === "eliminated") { if (piece) piece.hex = ""; this.board.drawUnits(units, {}); await this.board.flash(e.hex, "lost", this.pace(700), skipped); }
      else if (e.event === "combat_result") for (const t of e.targets) { this.board.reveal(t); await this.board.flash(t, `${e.column} · ${e.die ? `die ${e.shown || e.die} · ` : ""}${e.result}`, this.pace(1100), skipped); }
    }
    this.moving = false;
    this.skipper.hidden = true;
  }

  look(at) {
    if (this.replay) return this.replay.go(at);
    this.forget();
    this.card.replaceChildren();
    this.replay = new Replay(this);
    return this.replay.open(at);
  }

  /** Shows an earlier board; what is decided now waits. */
  showMoment(board, entry) {
    this.moment = board;
    this.drawTop(board);
    this.prompt.replaceChildren("Replay: ", entry?.lines[0] ?? "the beginning");
    this.drawAll();
    const moved = entry?.events.find((e) => e.path?.length > 1);
    if (moved) this.board.showPath(moved.path[0], moved.path.slice(1));
  }

  async menu() {
    const speed = h("select", { "aria-label": "Speed of the other side's moves", onchange: (e) => keep("speed", e.target.value) }, Object.keys(SPEEDS).map((x) => h("option", { value: x, selected: x === settings.speed }, x === "off" ? "not shown" : x)));
    const body = h("div", {}, h("p", {}, h("label", {}, "Moves of the other side: ", speed)), h("p", {}, h("a", { href: `#/rules/${this.stage.game}`, target: "_blank" }, "Rulebook")), this.state.commitment ? h("p", { class: "quiet small" }, `Dice sealed as ${this.state.commitment.slice(0, 16)}…`) : null);
    const what = await ask("Menu", body, [["Replay", "replay", true], ["Board as text", "text"], [settings.theme === "winter" ? "Paper map" : "Winter map", "theme"], ["Keys", "keys"], ["Guided turn", "tour"], ["Go to a hex", "goto"], ["To the lobby", "lobby"], ["Close", null]], { wide: true });
    ({ replay: () => this.look(null), text: () => textBoard(this), theme: () => this.turnTheme(), keys: () => this.help(), tour: () => { this.endTour = startTour(this.app); }, goto: () => this.goTo(), lobby: () => { location.hash = "#/"; } })[what]?.();
  }

  help() { return ask("Keys", h("dl", { class: "facts keys" }, KEYS.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])), [["Good", true, true]], { wide: true }); }
  text() { textBoard(this); }
}
