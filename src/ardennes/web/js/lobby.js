// The lobby: begin, continue, rename, delete, import, export and watch matches.
import { get, patch, post, rememberSeats, remove, seatsOf } from "./api.js";
import { h, notice } from "./dom.js";

const WHO = { me: "I play it", beside: "the person beside me" };

export async function showLobby(app) {
  const [{ games }, { matches }] = await Promise.all([get("/api/games"), get("/api/matches")]);
  const redraw = async () => { leave = await showLobby(app); };
  let leave = null;
  app.replaceChildren(h("main", { class: "lobby" },
    h("h1", {}, "Ardennes"),
    h("p", { class: "quiet" }, "The Battle of the Bulge, December 1944. Every rule is enforced; every refusal says which."),
    h("div", { class: "cards" }, newMatch(games), h("section", { class: "card" }, h("h2", {}, "Your matches"), list(matches, redraw), importer(redraw)))));
  return null;
}

function newMatch(games) {
  const game = games[0];
  const chosen = { options: {} };
  const pick = (label, name, choices, value) => h("label", {}, label,
    h("select", { name, onchange: (e) => { chosen[name] = e.target.value; } }, choices.map(([id, text]) => h("option", { value: id, selected: id === value }, text))));
  const players = [...Object.entries(WHO), ...game.players.map((p) => [p, `the computer: ${p}`])];
  Object.assign(chosen, { game: game.id, scenario: game.scenarios[0].id, german: "me", allied: game.players.includes("staff") ? "staff" : game.players[0] });
  const start = async () => {
    const seats = Object.fromEntries(game.sides.map((side) => [side, chosen[side]]));
    const made = await post("/api/matches", { game: chosen.game, scenario: chosen.scenario, options: chosen.options, seats });
    rememberSeats(made.id, made.tokens);
    location.hash = `#/match/${made.id}`;
  };
  return h("section", { class: "card" }, h("h2", {}, "A new match"),
    pick("Game", "game", games.map((g) => [g.id, g.name]), game.id),
    pick("Scenario", "scenario", game.scenarios.map((x) => [x.id, x.name]), chosen.scenario),
    game.sides.map((side) => pick(side === "german" ? "German" : "Allied", side, players, chosen[side])),
    h("details", { class: "options-list" }, h("summary", {}, "Options"),
      game.options.map((o) => h("label", { title: o.about }, h("span", {}, o.key.replaceAll("_", " ")),
        h("select", { onchange: (e) => { chosen.options[o.key] = o.choices[e.target.selectedIndex]; } },
          o.choices.map((c) => h("option", { selected: c === o.default }, c === true ? "yes" : c === false ? "no (the rulebook's reading)" : String(c)))),
        h("small", { class: "quiet", style: "grid-column:1/-1" }, o.about, " ", o.rules.map((r) => [h("a", { class: "rule", href: `#/rules/${game.id}/${r}` }, r), " "]))))),
    h("p", {}, h("button", { class: "main", id: "start", onclick: () => start().catch((e) => notice(e.message)) }, "Begin")));
}

function list(matches, redraw) {
  if (!matches.length) return h("p", { class: "quiet" }, "None yet.");
  const act = (work) => () => work().then(redraw).catch((e) => notice(e.message));
  return h("ul", { class: "matches" }, matches.map((m) => {
    const tokens = seatsOf(m.id), token = Object.values(tokens)[0];
    return h("li", {}, h("a", { class: "name", href: `#/match/${m.id}` }, m.name), h("span", { class: "quiet" }, m.result?.level ?? `turn ${m.turn}, ${m.to_move.join(" and ")} to move`),
      h("button", { onclick: act(async () => { const name = prompt("A new name", m.name); if (name) await patch(`/api/matches/${m.id}`, { name }, token); }) }, "Rename"),
      h("button", { onclick: () => exportMatch(m, token).catch((e) => notice(e.message)) }, "Export"),
      h("button", { "aria-label": `Delete ${m.name}`, onclick: act(async () => { if (confirm(`Delete ${m.name}?`)) await remove(`/api/matches/${m.id}`, token); }) }, "Delete"));
  }));
}

async function exportMatch(m, token) {
  const data = await get(`/api/matches/${m.id}/export`, token);
  const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" })), download: `${m.name}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

function importer(redraw) {
  const read = async (e) => {
    const match = JSON.parse(await e.target.files[0].text());
    const made = await post("/api/matches/import", { match, seats: { german: "me", allied: "beside" } });
    rememberSeats(made.id, made.tokens);
    await redraw();
  };
  return h("p", {}, h("label", {}, "Import a match", h("input", { type: "file", accept: ".json", onchange: (e) => read(e).catch((x) => notice(x.message)) })));
}
