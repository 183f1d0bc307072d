// Before a phase ends: an open draft and attacks that the rules demand are never passed over silently.
import { ask, h } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { Attack } from "./modes/attack.js";

/** @typedef {import("./store.js").Store & Pick<import("./match.js").Table, "modes" | "board" | "explain" | "leave">} Parts */

const SHORT = 46; // the longest reason on a button
const ATTACK = 1, DROP = 2; // answers

/** The attack that is being planned, and not declared yet. @param {Pick<Parts, "mode">} parts */
function draftOf({ mode }) {
  return mode instanceof Attack && !mode.pending && mode.attackers.length ? mode : null;
}

/** What the button that ends the phase says: what it does, or what is missing. @param {Pick<Parts, "mode" | "state">} parts */
export function endWords({ mode, state: { choices } }) {
  const end = choices.buttons.find((b) => b.end);
  if (draftOf({ mode })?.odds?.plans && mode instanceof Attack && mode.odds?.order) return t("match.draft.continue");
  const n = choices.forced?.length ?? 0;
  if (choices.mine && n && (!end || mode.name === "forced")) return t("match.forced.first", { n });
  if (end) return end.label;
  if (!choices.mine || !choices.end) return t("panels.bar.end-phase");
  const missing = [choices.end.facts, choices.end.way_out].find((x) => x && x.length <= SHORT && !x.includes(":"));
  return missing?.replace(/\.$/, "") ?? t("match.end.choose");
}

/** Whether the player may end the phase now; it takes care of what would be lost. @param {Parts} parts */
export async function mayEnd(parts) {
  if (!parts.state.choices.mine) return true;
  const draft = draftOf(parts);
  if (draft && !await settleDraft(parts, draft)) return false;
  const { choices } = parts.state;
  if (choices.forced?.length && parts.mode.name !== "forced") {
    parts.modes.forced();
    parts.board.camera.bring(choices.forced[0].hex);
    if (!choices.buttons.some((b) => b.end) && choices.end) parts.explain(t("match.end-phase"), [choices.end]);
    return false;
  }
  return true;
}

/** Declare the draft where it is only planned; else ask. Whether the phase may still end. @param {Parts} parts @param {Attack} draft */
async function settleDraft(parts, draft) {
  const { odds } = draft;
  const kind = parts.state.choices.decision?.kind;
  const attack = async () => {
    const { seq } = parts.state;
    await draft.declare();
    return parts.state.seq !== seq && parts.state.choices.mine && parts.state.choices.decision?.kind === kind;
  };
  if (odds?.order && odds.plans) return attack();
  /** @type {import("../lib/dom.js").Button[]} */
  const first = odds?.order ? [[t("match.draft.attack"), ATTACK, true]] : [];
  const answer = await ask(t("match.draft.title"), h("p", {}, t("match.draft.about")), [...first, [t("match.draft.drop"), DROP], [t("common.cancel"), 0, !first.length]]);
  if (answer === ATTACK) return attack();
  if (answer === DROP) parts.leave();
  return answer === DROP;
}
