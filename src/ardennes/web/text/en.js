// Every text of the page by its key, in English. A translation is another file like this one.
import { common } from "./en/common.js";
import { end } from "./en/end.js";
import { lobby } from "./en/lobby.js";
import { map } from "./en/map.js";
import { match } from "./en/match.js";
import { panels } from "./en/panels.js";
import { replay } from "./en/replay.js";
import { rules } from "./en/rules.js";
import { site } from "./en/site.js";
import { umpire } from "./en/umpire.js";

export const en = { ...common, ...end, ...lobby, ...map, ...match, ...panels, ...replay, ...rules, ...site, ...umpire };
