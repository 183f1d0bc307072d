// What the server sends, as kernel/table.py describes it. Types only: nothing here runs.

/** @typedef {Record<string, unknown>} Order An order, ready to give, exactly as the server offered it. */
/** @typedef {{rule: string, facts: string, way_out: string}} Refusal */
/** @typedef {{who: string, value: string}} Cost */
/**
 * @typedef {object} Hex
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {string} terrain
 * @property {string} place
 * @property {string} kind
 * @property {string} side
 * @property {string[]} near
 * @property {string} text
 * @property {Cost[]} cost
 * @property {number} holds
 * @property {number} [zone] the air zone it lies in
 */
/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} [value]
 * @property {string} [rule]
 * @property {string} [hex]
 * @property {string} [unit]
 * @property {string} [mark]
 * @property {string} [group]
 */
/** @typedef {{label: string, order: Order}} Entry */
/** @typedef {{label: string, order: Order | null}} Stop */
/** @typedef {{label: string, at: number, stops: Stop[], rule?: string}} Slider */
/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {string} tab
 * @property {Row[]} [rows]
 * @property {Slider[]} [sliders]
 * @property {Entry[]} [buttons]
 * @property {boolean} [first] it stands above what the page lists itself
 */
/** @typedef {{from: string, to: string, kind: string, label: string}} Arrow */
/**
 * @typedef {object} Unit
 * @property {string} name
 * @property {string} short
 * @property {string} side
 * @property {string} kind
 * @property {string} glyph
 * @property {string} size_mark
 * @property {string} style
 * @property {number} factor
 * @property {string} print
 * @property {string} [letter]
 * @property {boolean} [wheels] it rides on trucks: two wheels under its box
 * @property {string} [group]
 * @property {string} about
 * @property {Row[]} sheet
 * @property {{kind: string, hexes: number, words: string}[]} [rings] how far it reaches from its hex
 */
/** @typedef {{art: Record<string, string>, radius: number, size: [number, number], hex?: "flat" | "pointy"}} MapArt */
/** @typedef {{sign: string, letter?: string, done?: boolean}} Sign */
/**
 * @typedef {object} Shown
 * @property {string} [does]
 * @property {string} [at]
 * @property {string} [word]
 * @property {string[]} [parts]
 * @property {string} [between]
 * @property {string} [die]
 * @property {boolean} [quiet]
 * @property {string[]} [heading]
 * @property {boolean} [phase] a part of a turn resolved at once begins
 * @property {string} [step] the field with the hex a unit steps into
 * @property {string} [report] the heading of the turn's report
 * @property {boolean} [sight] it reports an enemy unit
 */
/**
 * @typedef {object} Stage
 * @property {string} game
 * @property {string} name
 * @property {string[]} sides
 * @property {MapArt} map
 * @property {{words: string, back: string, map: MapArt, at: Record<string, [number, number]>}} [turned] the same map with another side at the top
 * @property {boolean} [keeps] a unit stays picked after its order while it can act
 * @property {string} [outlines] the mode whose reach is outlined beside that of the mode chosen
 * @property {boolean} [marches] several units may be sent to one goal
 * @property {Hex[]} hexes
 * @property {Record<string, Unit>} units
 * @property {Record<string, Record<string, {name: string, glyph: string, size_mark: string, style: string}>>} [formations] by side and group: what a formation looks like far out
 * @property {number} [sums] so many leading numbers of `print` are added up for a formation
 * @property {string} points
 * @property {boolean} [spent] the points shown of a way are those used, not those left
 * @property {boolean} [sheet] orders are written on a sheet first
 * @property {{id: string, label: string, key: string}[]} [layers] what may be switched on above the map besides what every game has
 * @property {number} [clock] how the clock of a turn is divided
 * @property {string} [near_enemy] what it means to stand in `zoc`
 * @property {{glyphs: Record<string, string>, sizes: Record<string, string>, points: string[]}} [sights] how the words of a report are drawn
 * @property {any} [first_turn] the turn of the log's first lines
 * @property {boolean} [no_setup] play begins at once: the log's first lines are of the turn it opens with
 * @property {string[]} [reports] the headings of a turn's report, in the order they are read
 * @property {[string, string][]} [march_modes] how a formation may be sent, and the words for it
 * @property {string[][]} [crt]
 * @property {Record<string, {tone: number, about: string}>} [results]
 * @property {Record<string, Sign>} signs
 * @property {Record<string, Shown>} events
 */
/** @typedef {{id: string, hex: string, marks: string[], sheet?: Row[], print?: string}} UnitState */
/** @typedef {{look: string, hex?: string, side?: string, label?: string, words: string}} Token */
/** @typedef {{hex: string, glyph: string, size_mark: string, direction: number, formation: string, age: number, stale: boolean, words: string}} Contact */
/** @typedef {{unit: string, kind: string, look: string, path: string[], label?: string}} Trace */
/** @typedef {{hexes: string[], when: string, words: string}} Area hexes under fire */
/** @typedef {{unit: string, words: string, came: string, mark: string, hex: string}} Carried what became of an order of last turn */
/** @typedef {{unit: string, corps: string, formation: string, words: string, kind: string, strike: Order | null, under?: string, by?: string, written?: boolean}} SheetLine `under`: the formation whose commander orders it; `by`: who gave its order */
/** @typedef {{label: string, order: Order, field: string, by: string, all: number}} AirTask */
/** @typedef {{name: string, fit: number, may_fly: number, flying: number, free: string[], tasks: AirTask[], why: string, rule: string}} AirPool */
/** @typedef {{words: string, hex: string, strike: Order | null, by?: string, first: (Entry & {on: boolean})[], about: string}} Mission `first`: who is served before the others */
/** @typedef {{pools: AirPool[], missions: Mission[]}} AirPage */
/** @typedef {{number: number, targets: string[], attackers: string[], status: string}} Declared */
/** @typedef {{targets: string[], attackers: string[], chip: string, words: string}} Battle */
/** @typedef {{text: string, met: boolean, rule: string, side: string, hex?: string}} Goal */
/** @typedef {{unit: string, turn: number, edge: string, print?: string}} Due */
/** @typedef {{id: string, state: string, owner: string}} Bridge */
/**
 * @typedef {object} BoardState
 * @property {number} turn
 * @property {number} turns
 * @property {string} date
 * @property {string} weather
 * @property {{id: string, title: string, side: string} | null} phase
 * @property {{label: string, now: boolean}[]} strip
 * @property {UnitState[]} units
 * @property {{dead: string[], exited: string[], due: Due[]}} off_map
 * @property {Record<string, string>} control
 * @property {Bridge[]} bridges
 * @property {Contact[]} [contacts] reports of enemy units
 * @property {Trace[]} [traces] what is written, drawn on the map
 * @property {Area[]} [areas] hexes under fire
 * @property {Carried[]} [carried] what became of last turn's orders
 * @property {Token[]} [tokens] what lies on the map besides units
 * @property {Declared[]} attacks
 * @property {Arrow[]} [arrows]
 * @property {Battle | null} battle
 * @property {Goal[]} victory
 * @property {Panel[]} [panels]
 * @property {Record<string, string[]>} supply
 * @property {Record<string, string[]>} zoc
 * @property {boolean} hidden
 * @property {{level: string, summary?: string} | null} result
 */
/** @typedef {{id: string, least: number, words: string[]}} Pickable `words`: what it means to be picked so many times, from none on */
/** @typedef {{title: string, rule: string, units: Pickable[], count: number, first: string[], order: Order, field: string, do: string}} Picker */
/** @typedef {{side: number, kind: string, prompt: string, rule: string}} Decision */
/** @typedef {Entry & {end: boolean, units: string[], path: string[], about?: string}} Choice */
/** @typedef {{hex: string, attackers: string[], first?: string[], owed: boolean, with: string[]}} Target `first`: those picked to begin with, else all */
/**
 * @typedef {object} Choices
 * @property {Decision | null} decision
 * @property {boolean} mine
 * @property {boolean} answers
 * @property {Choice[]} buttons
 * @property {string[]} units
 * @property {string[]} card
 * @property {Choice[]} arrange
 * @property {Target[]} targets
 * @property {Record<string, Choice[]>} hexes
 * @property {Record<string, Choice[]>} sides
 * @property {Panel[]} panels
 * @property {string[]} [look] the hexes the decision is about
 * @property {Picker} [picker] units to be picked, each once or several times
 * @property {SheetLine[]} [sheet] the order sheet
 * @property {AirPage} [air]
 * @property {string} leaves
 * @property {boolean} [keeps_setup] the set-up may be kept and used again
 * @property {Refusal | null} end
 */
/**
 * @typedef {object} Way
 * @property {string} hex
 * @property {string} left
 * @property {Order} order
 * @property {string[]} marks
 * @property {string} sign
 * @property {string} mode
 * @property {boolean} ask
 * @property {string} label
 * @property {string[]} path
 * @property {boolean} [aims] it names the hex without going there
 * @property {string} [measure] what `left` counts, where it is not the points of a move
 */
/** @typedef {{path: string[], ways: Way[], refusal: Refusal | null}} Judged */
/** @typedef {{units: string[], from: string, to: string, order: Order, label: string}} MarchStep */
/** @typedef {{steps: MarchStep[], stay: Refusal[]}} March */
/** @typedef {{unit: string, label: string}} Comer */
/** @typedef {Record<string, any> & {event: string}} GameEvent */
/**
 * @typedef {object} LogEntry
 * @property {number} order
 * @property {number} seq
 * @property {string} side
 * @property {string[]} lines
 * @property {GameEvent[]} events
 * @property {string} why
 */
/** @typedef {{number: number, name: string, formations: string[], taken: boolean, ready: boolean}} CommanderView */
/** @typedef {{id: string, name: string, holder: number}} FormationView */
/** @typedef {{me: number, commanders: CommanderView[], formations: FormationView[], seal: Order | null}} CommandView several people share the side; the first of them leads it */
/** @typedef {{side: string, sender: string, to: string, words: string, moment: string, sent: number, mine: boolean}} Message */
/**
 * @typedef {object} MatchState
 * @property {CommandView | null} command
 * @property {number | null} due when the turn is over, in seconds since 1970
 * @property {boolean} open over, and nothing is secret any more
 * @property {number} seq
 * @property {number} orders
 * @property {string} game
 * @property {string} name
 * @property {string | null} side
 * @property {Record<string, string>} seats
 * @property {string[]} thinking
 * @property {string} trouble
 * @property {BoardState} board
 * @property {Choices} choices
 * @property {LogEntry[]} log_tail
 * @property {string} undo
 * @property {boolean} over
 * @property {string} commitment
 * @property {{known_to: string, asked: "promise" | "nonce" | "", shares: string[]}} dice
 */
/** @typedef {{what: string, value: number | string, rule: string, side?: string}} OddsLine */
/**
 * @typedef {object} Odds
 * @property {Refusal | null} refusal
 * @property {string[]} columns
 * @property {OddsLine[]} lines
 * @property {OddsLine[]} shifts
 * @property {number | string} [attack]
 * @property {number | string} [defence]
 * @property {string} [raw]
 * @property {string} [sum] what `column` is called
 * @property {string} [column]
 * @property {{result: string, percent: number}[]} [chances]
 * @property {{unit: string, column: string}[]} [more]
 * @property {{unit: string, column: string}[]} [less]
 * @property {Row[]} [rows] what may come of it
 * @property {Arrow[]} [arrows] who could support it from afar
 * @property {Order | null} [order]
 * @property {Order[]} [orders] where an attack is more than one order: all of them
 * @property {string} [do] what to call it
 * @property {(Entry & {orders?: Order[]})[]} [attach] other ways to give it
 */

export {};
