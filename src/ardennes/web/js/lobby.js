// The lobby: begin, continue, rename, delete, import, export and watch matches.
import { get, patch, post, rememberSeats, remove, seatsOf, sitDown } from "./api.js";
import { ask, askText, h, notice, side_name } from "./dom.js";

const WHO = { me: "I play it", beside: "the person beside me" };
const LEVELS = { staff: "the computer: staff (sensible)", random: "the computer: random (any legal order)" };

export async function showLobby(app) {
  const [{ games }, { matches }] = await Promise.all([get("/api/games"), get("/api/matches")]);
  const redraw = () => showLobby(app);
  document.title = "Ardennes";
  app.replaceChildren(h("main", { class: "lobby" },
    h("header", { class: "hero" }, h("img", { src: "maps/tigers-winter.svg", alt: "" }), h("div", {}, h("h1", {}, "Ardennes"), h("p", {}, "The Battle of the Bulge, December 1944. Every rule is enforced, and every refusal says which."))),
    h("div", { class: "cards" }, newMatch(games), h("section", { class: "card" }, h("h2", {}, "Your matches"), list(matches, redraw), importer(games, redraw)))));
  return null;
}

const players = (game) => [...Object.entries(WHO), ...game.players.map((p) => [p, LEVELS[p] ?? `the computer: ${p}`])];

function newMatch(games) {
  let game = games[0];
  const best = game.players.includes("staff") ? "staff" : game.players[0];
  const chosen = { options: {}, game: game.id, scenario: game.scenarios[0].id, german: "me", allied: best };
  const pick = (label, name, choices, value) => h("label", {}, label, h("select", { name, onchange: (e) => { chosen[name] = e.target.value; } }, choices.map(([id, text]) => h("option", { value: id, selected: id === value }, text))));
  const start = async () => {
    const seats = Object.fromEntries(game.sides.map((side) => [side, chosen[side]]));
    if (seats.german === "me" && seats.allied === "me") seats.allied = "beside";
    const made = await post("/api/matches", { game: chosen.game, scenario: chosen.scenario, options: chosen.options, seats });
    rememberSeats(made.id, made.tokens);
    location.hash = `#/match/${made.id}`;
  };
  const scenario = game.scenarios[0];
  return h("section", { class: "card" }, h("h2", {}, "A new match"),
    pick("Game", "game", games.map((g) => [g.id, g.name]), game.id),
    pick("Scenario", "scenario", game.scenarios.map((x) => [x.id, x.name]), chosen.scenario),
    scenario.about ? h("p", { class: "quiet" }, scenario.about) : null,
    game.sides.map((side) => pick(side_name(side), side, players(game), chosen[side])),
    h("details", { class: "options-list" }, h("summary", {}, `Options (${game.options.length})`), game.options.map((o) => option(game, o, chosen))),
    h("p", { class: "row" }, h("button", { class: "main big", id: "start", onclick: () => start().catch((e) => notice(e.message)) }, "Begin"), h("a", { href: `#/rules/${game.id}` }, "Read the rulebook")));
}

function option(game, o, chosen) {
  const word = (c) => c === true ? "yes" : c === false ? "no" : String(c);
  return h("div", { class: "option" }, h("label", {}, h("span", {}, o.key.replaceAll("_", " ")),
    h("select", { onchange: (e) => { chosen.options[o.key] = o.choices[e.target.selectedIndex]; } }, o.choices.map((c) => h("option", { selected: c === o.default }, c === o.default ? `${word(c)} (as played)` : word(c))))),
  h("small", { class: "quiet" }, o.about, " ", o.rules.map((r) => [h("a", { class: "rule", href: `#/rules/${game.id}/${r}` }, r), " "])));
}

async function tokenOf(m) {
  await sitDown(m.id);
  return Object.values(seatsOf(m.id))[0];
}

function list(matches, redraw) {
  if (!matches.length) return h("p", { class: "quiet" }, "None yet. Begin one: against the computer, with somebody beside you, or let the computer play itself and watch.");
  const act = (work) => () => work().then((done) => done !== false && redraw()).catch((e) => notice(e.message));
  return h("ul", { class: "matches" }, matches.map((m) => h("li", {},
    h("a", { class: "name", href: `#/match/${m.id}` }, m.name), h("span", { class: "quiet" }, m.result?.level ?? `turn ${m.turn} · ${m.to_move.map(side_name).join(" and ")} to move · ${Object.entries(m.seats).map(([s, w]) => `${side_name(s)}: ${w}`).join(", ")}`),
    h("span", { class: "tools" }, h("a", { class: "button", href: `#/match/${m.id}/0`, "aria-label": `Replay ${m.name}` }, "Replay"),
      h("button", { "aria-label": `Rename ${m.name}`, onclick: act(async () => { const name = await askText("A new name", m.name); if (!name) return false; await patch(`/api/matches/${m.id}`, { name }, await tokenOf(m)); return true; }) }, "Rename"),
      h("button", { "aria-label": `Export ${m.name}`, onclick: () => exportMatch(m).catch((e) => notice(e.message)) }, "Export"),
      h("button", { "aria-label": `Delete ${m.name}`, onclick: act(async () => { if (!await ask(`Delete ${m.name}?`, h("p", {}, "It cannot be brought back."), [["Delete it", true, true], ["Keep it", false]])) return false; await remove(`/api/matches/${m.id}`, await tokenOf(m)); return true; }) }, "Delete")))));
}

async function exportMatch(m) {
  const data = await get(`/api/matches/${m.id}/export`, await tokenOf(m));
  const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" })), download: `${m.name}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
  if (data.format === "ardennes-record") notice("The match is not over: this is what your seat has seen of it. It cannot be played on; the whole match can be saved once it is over.");
}

function importer(games, redraw) {
  const read = async (e) => {
    const match = JSON.parse(await e.target.files[0].text());
    const made = await post("/api/matches/import", { match, seats: { german: "me", allied: "beside" } });
    rememberSeats(made.id, made.tokens);
    await redraw();
  };
  return h("p", {}, h("label", { class: "file" }, "Import a match file ", h("input", { type: "file", accept: ".json", onchange: (e) => read(e).catch((x) => notice(x.message)) })));
}
