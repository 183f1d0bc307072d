// The lobby: begin, continue, rename, delete, import, export and watch matches.
import { ServerError, download, get, patch, post, rememberLobby, rememberSeats, remove, seatsOf, sitDown } from "./api.js";
import { ask, askText, h, notice, settings, side_name } from "./dom.js";
import { Dividing } from "./dividing.js";
import { lightPicker } from "./light.js";
import { linkBox, linkList } from "./links.js";

/** @typedef {import("./types.js").GameView} Game */
/** @typedef {import("./types.js").OptionSpec} Option */
/** @typedef {import("./types.js").Listed} Match */

const WHO = /** @type {Record<string, string>} */ ({ me: "I play it", beside: "the person beside me", invited: "somebody who gets a link" });
const LEVELS = /** @type {Record<string, string>} */ ({
  staff: "the computer: staff (sensible)", random: "the computer: random (any legal order)",
});
const SEATED = /** @type {Record<string, string>} */ ({ me: "you", beside: "your neighbour", invited: "by link" });

/** @param {HTMLElement} app */
export async function showLobby(app) {
  const told = await Promise.all([get("/api/games"), get("/api/matches")]).catch((error) => {
    if (!(error instanceof ServerError && (error.status === 401 || error.status === 403))) throw error;
    showDoor(app, error.message);
  });
  if (!told) return null;
  const [{ games }, { matches, damaged }] = told;
  const redraw = () => showLobby(app);
  document.title = "Ardennes";
  app.replaceChildren(h("main", { class: "lobby" }, hero(),
    h("div", { class: "cards" }, newMatch(games), yours(games, matches, redraw), setApart(damaged), h("footer", { class: "foot" }, lightPicker()))));
  return null;
}

/** The lobby is locked: where its token is found. @param {HTMLElement} app @param {string} why */
function showDoor(app, why) {
  document.title = "Ardennes";
  const field = h("input", { type: "text", name: "token", autocomplete: "off", spellcheck: false, "aria-label": "The address or its token" });
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    const token = field.value.trim().split("/").pop();
    if (!token) return;
    rememberLobby(token);
    showLobby(app).catch((error) => notice(error.message));
  };
  app.replaceChildren(h("main", { class: "lobby" }, hero(), h("div", { class: "cards" }, h("section", { class: "card door" },
    h("h2", {}, "The lobby is locked"), h("p", {}, why),
    h("p", {}, "It looks like this: ", h("code", {}, `${location.origin}/#/lobby/…`), " Or paste it here:"),
    h("form", { class: "row", onsubmit: enter }, field, h("button", { class: "main" }, "Enter")),
    h("p", { class: "quiet" }, "Whoever got a link to a seat needs no token: open the link. The token is also in the file lobby-token in the folder with the matches.")))));
}

function hero() {
  return h("header", { class: "hero" },
    h("img", { src: `maps/tigers-${settings.theme === "winter" ? "winter" : "paper"}.svg`, alt: "" }),
    h("div", {}, h("h1", {}, "Ardennes"),
      h("p", {}, "The Battle of the Bulge, December 1944. Every rule is enforced, and every refusal says which.")));
}

/** @param {Game} game @returns {[string, string][]} */
const players = (game) => [...Object.entries(WHO), ...game.players.map((p) => /** @type {[string, string]} */ ([p, LEVELS[p] ?? `the computer: ${p}`]))];

/** @param {string} label @param {string} name @param {[string, string][]} choices @param {string} value @param {(value: string) => void} picked */
function choose(label, name, choices, value, picked) {
  const change = (/** @type {Event} */ e) => picked(/** @type {HTMLSelectElement} */ (e.target).value);
  return h("label", {}, h("span", {}, label), h("select", { name, onchange: change },
    choices.map(([id, text]) => h("option", { value: id, selected: id === value }, text))));
}

/** @param {Game[]} games */
function newMatch(games) {
  const box = h("section", { class: "card" });
  const draw = (/** @type {Game} */ game) => box.replaceChildren(...newMatchOf(games, game, draw));
  draw(games[0]);
  return box;
}

/** @param {Game[]} games @param {Game} game @param {(game: Game) => void} draw */
function newMatchOf(games, game, draw) {
  const best = game.players.includes("staff") ? "staff" : game.players[0];
  const chosen = {
    scenario: game.scenarios[0].id,
    options: /** @type {Record<string, unknown>} */ ({}),
    minutes: /** @type {number | null} */ (null),
    seats: /** @type {Record<string, string>} */ (Object.fromEntries(game.sides.map((side, at) => [side, at ? best : "me"]))),
  };
  const start = async () => {
    const commanders = Object.fromEntries([...divided].flatMap(([side, form]) => form.asked() ? [[side, form.asked()]] : []));
    const made = await post("/api/matches", { game: game.id, scenario: chosen.scenario, options: chosen.options, seats: oneMe(chosen.seats), commanders, minutes: chosen.minutes });
    rememberSeats(made.id, made.tokens);
    await showLinks(made, Object.fromEntries([...divided.values()].flatMap((form) => form.names())), "To the table");
    location.hash = `#/match/${made.id}`;
  };
  const about = h("p", { class: "quiet about" }, game.scenarios[0].about);
  const another = (/** @type {string} */ id) => draw(games.find((g) => g.id === id) ?? game);
  const scene = (/** @type {string} */ id) => {
    chosen.scenario = id;
    about.textContent = game.scenarios.find((x) => x.id === id)?.about ?? "";
  };
  const divided = new Map(Object.entries(game.formations).map(([side, formations]) => [side, new Dividing(side, formations)]));
  const seat = (/** @type {string} */ side) => [
    choose(side_name(side), side, players(game), chosen.seats[side], (who) => {
      chosen.seats[side] = who;
      follow();
    }),
    divided.get(side)?.node,
  ];
  const known = new Map(game.options.map((o) => [o.key, option(game, o, chosen.options)]));
  const boxes = (/** @type {boolean} */ shown) => game.options.filter((o) => Boolean(o.shown) === shown).map((o) => known.get(o.key) ?? "");
  /** Options that say that a person plays a side are yes where one does, until the player says otherwise. */
  const follow = () => {
    for (const [side, form] of divided) form.follow(chosen.seats[side] in WHO, chosen.seats[side] !== "invited");
    for (const o of game.options) {
      const select = known.get(o.key)?.querySelector("select");
      if (!o.human || !select || select.dataset.chosen) continue;
      chosen.options[o.key] = chosen.seats[o.human] in WHO;
      select.selectedIndex = o.choices.indexOf(chosen.options[o.key]);
    }
  };
  follow();
  return [
    h("h2", {}, "A new match"),
    choose("Game", "game", games.map((g) => [g.id, g.name]), game.id, another),
    choose("Scenario", "scenario", game.scenarios.map((x) => [x.id, x.name]), chosen.scenario, scene),
    about,
    h("div", { class: "seats" }, game.sides.map(seat)),
    ...(game.timed ? [limit((minutes) => { chosen.minutes = minutes; })] : []),
    h("div", { class: "options-list" }, boxes(true)),
    h("details", { class: "options-list" }, h("summary", {}, `Options of the rules (${game.options.filter((o) => !o.shown).length})`),
      boxes(false)),
    h("p", { class: "row" },
      h("button", { class: "main big", id: "start", onclick: () => start().catch((e) => notice(e.message)) }, "Begin"),
      h("a", { href: `#/rules/${game.id}` }, "Read the rulebook")),
  ];
}

/** How long a turn may take, where orders are handed in. @param {(minutes: number | null) => void} picked */
function limit(picked) {
  const change = (/** @type {Event} */ e) => {
    const { value } = /** @type {HTMLInputElement} */ (e.target);
    picked(value === "" ? null : Number(value));
  };
  return h("div", { class: "option" }, h("label", {}, h("span", {}, "Minutes a turn"), h("input", { type: "number", name: "minutes", min: 1, max: 10080, step: 1, placeholder: "no limit", oninput: change })),
    h("small", { class: "quiet" }, "When they are over, what each side has written is handed in as it stands."));
}

/** One person sits at one side: whoever else is "me" sits beside. @param {Record<string, string>} seats */
function oneMe(seats) {
  let taken = false;
  return Object.fromEntries(Object.entries(seats).map(([side, who]) => {
    if (who !== "me") return [side, who];
    const now = taken ? "beside" : "me";
    taken = true;
    return [side, now];
  }));
}

/** @param {Game} game @param {Option} o @param {Record<string, unknown>} options */
function option(game, o, options) {
  const word = (/** @type {unknown} */ c) => c === true ? "yes" : c === false ? "no" : String(c);
  const picked = (/** @type {Event} */ e) => {
    const select = /** @type {HTMLSelectElement} */ (e.target);
    select.dataset.chosen = "yes";
    options[o.key] = o.choices[select.selectedIndex];
  };
  const choices = o.choices.map((c) => h("option", { selected: c === o.default }, c === o.default ? `${word(c)} (as played)` : word(c)));
  return h("div", { class: "option" },
    h("label", {}, h("span", {}, o.name), h("select", { name: o.key, onchange: picked }, choices)),
    h("small", { class: "quiet" }, o.about, " ", o.rules.map((r) => [h("a", { class: "rule", href: `#/rules/${game.id}/${r}` }, r), " "])));
}

/** @param {Game[]} games @param {Match[]} matches @param {() => unknown} redraw */
function yours(games, matches, redraw) {
  const none = "None yet. Begin one: against the computer, with somebody beside you, or let the computer play itself and watch.";
  const list = h("ul", { class: "matches" }, matches.map((m) => matchRow(games, m, redraw)));
  return h("section", { class: "card" }, h("h2", {}, "Your matches"),
    matches.length ? list : h("p", { class: "quiet" }, none), importer(games, redraw));
}

/** Matches that cannot be read: their owner is told what is wrong and what to do. @param {import("./types.js").DamagedMatch[]} damaged */
function setApart(damaged) {
  if (!damaged.length) return null;
  const row = (/** @type {import("./types.js").DamagedMatch} */ m) => h("li", {}, h("b", {}, m.name), h("span", {}, `Damaged: ${m.what}.`), h("span", { class: "quiet small" }, m.id));
  return h("section", { class: "card", id: "damaged" }, h("h2", {}, "Set apart"),
    h("p", {}, "These matches cannot be read. Nothing was deleted. Stop the server and run ", h("code", {}, damaged[0].remedy), "."),
    h("ul", { class: "matches" }, damaged.map(row)));
}

/** @param {Game[]} games @param {Match} m @param {() => unknown} redraw */
function matchRow(games, m, redraw) {
  const mine = m.to_move.some((side) => m.seats[side] === "me" || m.seats[side] === "beside");
  const seats = Object.entries(m.seats).map(([side, who]) => `${side_name(side)}: ${SEATED[who] ?? who}`).join(", ");
  const stand = m.result ? m.result.level : `${m.turn ? `Turn ${m.turn}` : "Set-up"} · ${m.to_move.map(side_name).join(" and ")} to move`;
  const rules = games.find((g) => g.id === m.game);
  const game = rules?.name ?? m.game;
  const act = (/** @type {() => Promise<boolean>} */ work) => () =>
    work().then((done) => done && redraw()).catch((e) => notice(e.message));
  const tool = (/** @type {string} */ label, /** @type {() => unknown} */ onclick) =>
    h("button", { "aria-label": `${label} ${m.name}`, onclick }, label);
  return h("li", {},
    h("div", { class: "row" }, h("a", { class: "name", href: `#/match/${m.id}` }, m.name),
      mine && !m.result ? h("span", { class: "badge" }, "your turn") : null),
    h("span", {}, stand), h("span", { class: "quiet" }, `${game} · ${seats} · ${new Date(m.changed * 1000).toLocaleString()}`),
    h("span", { class: "quiet small" }, `Dice known to ${m.dice}`),
    h("span", { class: "tools" },
      h("a", { class: "button go", href: `#/match/${m.id}`, "aria-label": `Continue ${m.name}` }, m.result ? "Look" : "Continue"),
      h("a", { class: "button", href: `#/match/${m.id}/0`, "aria-label": `Replay ${m.name}` }, "Replay"),
      ...Object.entries(m.seats).filter(([side, who]) => who === "invited" || (who in WHO && rules?.formations[side])).map(([side]) => tool(`Link ${side_name(side)}`, () => newLink(m, side).catch((e) => notice(e.message)))),
      tool("Rename", act(() => rename(m))),
      tool("Export", () => exportMatch(m).catch((e) => notice(e.message))),
      tool("Delete", act(() => dropMatch(m)))));
}

/** @param {Match} m */
async function tokenOf(m) {
  await sitDown(m.id);
  return Object.values(seatsOf(m.id))[0];
}

/** The links of a match that has just been made, if somebody is invited. @param {{id: string, invitations: Record<string, string>}} made @param {Record<string, string>} names of seats @param {string} next */
async function showLinks(made, names, next) {
  if (Object.keys(made.invitations).length) await ask("Send these links", linkList(made.id, made.invitations, names), [[next, true, true]], { wide: true });
}

/** A new link to a side, or where several share it to its commander-in-chief. @param {Match} m @param {string} side */
async function newLink(m, side) {
  const ask_ = (/** @type {string} */ seat) => post(`/api/matches/${m.id}/invite`, { seat });
  const made = await ask_(side).catch((error) => {
    if (error.status !== 400) throw error;
    return ask_(`${side}:0`);
  });
  const about = h("p", { class: "quiet" }, "Whoever uses it takes this seat; somebody who sits there leaves it. An older link does not work any more.");
  await ask("A link", h("div", { class: "links" }, about, linkBox(m.id, made.invitation, side_name(side))), [["Good", true, true]]);
}

/** @param {Match} m */
async function rename(m) {
  const name = await askText("A new name", m.name);
  if (!name) return false;
  await patch(`/api/matches/${m.id}`, { name });
  return true;
}

/** @param {Match} m */
async function dropMatch(m) {
  const sure = await ask(`Delete ${m.name}?`, h("p", {}, "It cannot be brought back."), [["Delete it", true, true], ["Keep it", false]]);
  if (!sure) return false;
  await remove(`/api/matches/${m.id}`);
  return true;
}

/** @param {Match} m */
async function exportMatch(m) {
  const data = await get(`/api/matches/${m.id}/export`, await tokenOf(m));
  download(`${m.name}.json`, data);
  if (data.format === "ardennes-record") {
    notice("The match is not over: this is what your seat has seen of it. It cannot be played on; the whole match can be saved once it is over.");
  }
}

/** @param {Game[]} games @param {() => unknown} redraw */
function importer(games, redraw) {
  const read = async (/** @type {HTMLInputElement} */ input) => {
    const file = input.files?.[0];
    if (!file) return;
    const match = await fileOf(file);
    input.value = "";
    const seats = await askSeats(games, match);
    if (!seats) return;
    const made = await post("/api/matches/import", { match, seats: oneMe(seats) });
    rememberSeats(made.id, made.tokens);
    await showLinks(made, {}, "Good");
    await redraw();
    notice("The match is here: it was played again order by order and every die agrees.");
  };
  const changed = (/** @type {Event} */ e) => read(/** @type {HTMLInputElement} */ (e.target)).catch((x) => notice(x.message));
  return h("p", { class: "import" }, h("label", { class: "button file" }, "Import a match file",
    h("input", { type: "file", accept: ".json", class: "visually-hidden", onchange: changed })));
}

/** @param {File} file */
async function fileOf(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not a match file: it is not JSON. Export a match here, or save one in the terminal game.`);
  }
}

/** Who plays each side of a match that is taken in. @param {Game[]} games @param {{game?: string}} match */
async function askSeats(games, match) {
  const game = games.find((g) => g.id === match.game) ?? games[0];
  const seats = /** @type {Record<string, string>} */ (Object.fromEntries(game.sides.map((side, at) => [side, at ? "beside" : "me"])));
  const body = h("div", { class: "seats" }, game.sides.map((side) =>
    choose(side_name(side), `import-${side}`, players(game), seats[side], (who) => { seats[side] = who; })));
  return await ask("Who plays it on?", body, [["Take it in", true, true], ["Never mind", false]]) ? seats : null;
}
