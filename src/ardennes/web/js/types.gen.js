// What goes over the wire. Types only: nothing here runs.
// Written by `python -m ardennes.server.api.generate` from the structs of kernel/wire.py and server/api/schemas.py: change those.
/** @typedef {Record<string, unknown>} Order An order, ready to give, exactly as the server offered it. */
/** @typedef {Record<string, any> & {event: string}} GameEvent Something that happened: `event` is its kind, the rest its facts. */
/**
 * @typedef {object} Row A fact of a panel or of a unit's sheet: what, how much, by which rule, where.
 * @property {string} what what it is about
 * @property {string} [value] how much, or how it is
 * @property {string} [rule] the rule it follows from
 * @property {string} [hex] a click goes there
 * @property {string} [unit] a click picks it
 * @property {"" | "met" | "open" | "good" | "bad" | "no"} [mark] how it looks: met, still open, good, bad; no: it cannot be done
 * @property {string} [group] rows of one group stand under its name
 */
/**
 * @typedef {object} Entry An order ready to give, in words.
 * @property {string} label what the button says
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 */
/**
 * @typedef {object} Stop One place of a slider.
 * @property {string} label what it means to put it here
 * @property {Order | null} order null: it stands here now
 */
/**
 * @typedef {object} Slider An amount to choose: every place it can be put to has its own order.
 * @property {string} label what the amount is of
 * @property {number} at the stop where it stands now, counted from 0
 * @property {Stop[]} stops every place it can be put to
 * @property {string} [rule] the rule behind it
 */
/**
 * @typedef {object} Panel A box beside the map: facts to read, amounts to slide, orders to press.
 * @property {string} id names the panel among all of the game
 * @property {string} title its heading
 * @property {"orders" | "sheet" | "forces" | "campaign"} tab where it stands
 * @property {Row[]} [rows] facts to read
 * @property {Slider[]} [sliders] amounts to slide
 * @property {Entry[]} [buttons] orders to press
 * @property {boolean} [first] it stands above what the client lists itself
 */
/**
 * @typedef {object} MapArt The drawing of a map, and how hexes lie on it.
 * @property {Record<string, string>} art by theme (paper, winter): the file under web/
 * @property {number} radius from the middle of a hex to its corner, in the drawing's measure
 * @property {[number, number]} origin the middle of the first hex
 * @property {[number, number]} size width and height of the drawing
 * @property {"flat" | "pointy"} hex what a hex has on top: a side or a corner
 */
/**
 * @typedef {object} Turned The same map with another edge at the top, as a choice of the menu.
 * @property {string} words the choice: to turn it
 * @property {string} back the choice: to turn it back
 * @property {MapArt} map
 * @property {Record<string, [number, number]>} at by hex: where its middle lies on this drawing
 */
/**
 * @typedef {object} Cost What it costs to enter a hex.
 * @property {string} who whom
 * @property {string} value how much, in the points of the game
 */
/**
 * @typedef {object} Hex A hex of the map.
 * @property {string} id its number, as printed
 * @property {number} x its middle, in the drawing's measure
 * @property {number} y its middle, in the drawing's measure
 * @property {string} terrain the ground, in words
 * @property {string} place the name of what lies there; empty for none
 * @property {string} kind what sort of place it is; empty where that is not told
 * @property {string} side whose it is when the game begins
 * @property {string[]} near its neighbours
 * @property {string} text place and ground in one line, for tips and screen readers
 * @property {Cost[]} cost what it costs to enter
 * @property {number} holds how much may stand in it, as the game counts stacking
 * @property {string} [name] what to call it if it has no place: 2 hexes east of St. Vith
 * @property {number} [zone] the air zone it lies in
 * @property {string[]} [roads] neighbours a road leads to
 * @property {string[]} [rivers] neighbours across a river
 * @property {Record<string, string>} [sides] by neighbour: what lies on the hexside, where it has a name
 * @property {boolean} [exit] units may leave the map from here
 */
/**
 * @typedef {object} Ring How far a unit reaches from its hex.
 * @property {string} kind effective or long
 * @property {number} hexes so many hexes far
 * @property {string} words what it is, for the legend
 */
/**
 * @typedef {object} Unit A counter: what never changes of it.
 * @property {string} name its name in full
 * @property {string} short its name where there is little room
 * @property {string} side whose it is
 * @property {string} kind what it is, as the game calls it
 * @property {string} glyph the symbol in its box: infantry, armor, artillery ...
 * @property {string} size_mark above the box: II, III, X ...
 * @property {string} style its colours
 * @property {number} factor how strong it is; the strongest lies on top of a stack
 * @property {string} print the numbers on it, where the board does not tell others
 * @property {string} about kind, nation and formation in one line
 * @property {Row[]} sheet facts that never change
 * @property {string} [letter] letters on its box
 * @property {string} [nation] whose troops they are
 * @property {string} [group] where it stands in the order of battle
 * @property {boolean} [wheels] it rides on trucks: two wheels under its box
 * @property {Ring[]} [rings] how far it reaches from its hex
 * @property {string} [own] its name without its division's, where `name` has both
 * @property {string} [division] the division or brigade it belongs to, or is
 */
/**
 * @typedef {object} FormationLook What stands for the counters of a formation far out.
 * @property {string} name as its counters have it, short enough for a sign on the map
 * @property {string} title its name in full
 * @property {string} glyph as of a counter
 * @property {string} size_mark as of a counter
 * @property {string} style as of a counter
 */
/**
 * @typedef {object} Layer Something the player may switch on above the map, beside what every game has.
 * @property {"rings" | "skies" | "areas" | "history"} id how far units reach; the air zones of the hexes; the board's areas; the front of 1944
 * @property {string} label what its button says
 * @property {string} key the key that switches it
 */
/**
 * @typedef {object} Sights How the words of a report become a contact, for a turn that is played again.
 * @property {Record<string, string>} glyphs by kind of unit: the symbol
 * @property {Record<string, string>} sizes by size: the mark above the box
 * @property {string[]} points the points of the compass, clockwise from north
 */
/**
 * @typedef {object} ResultLook How good a result of combat is, and what it means.
 * @property {number} tone from 1, best for the attacker, to -1
 * @property {string} about what it means
 * @property {string} [word] the same in a word or two, under its part of the bar
 * @property {string} [letters] what stands in its part of the bar, where its name is too long
 */
/**
 * @typedef {object} Sign How a counter shows one of its marks.
 * @property {"corner" | "trench" | "tick" | "letter" | "flag"} sign what is drawn
 * @property {string} [letter] the letter in a corner, or by itself
 * @property {boolean} [done] the unit has had its turn: drawn fainter
 */
/**
 * @typedef {object} Shown How a client shows an event of a kind, on the map and in the log. An event with `unit` (or `units`, a stack) and `path` is a move and needs none of this.
 * @property {"" | "appear" | "vanish" | "flash"} [does] what the map shows
 * @property {string} [at] the event's field with the hex or hexes
 * @property {string} [word] said over the hex
 * @property {string[]} [parts] said instead: these fields of the event
 * @property {string} [between] what stands between the parts
 * @property {string} [die] the field with a die to draw in the log
 * @property {boolean} [quiet] not in the log: another event sums it up
 * @property {string[]} [heading] a heading of the log, where its phase has one of these words
 * @property {boolean} [phase] a part of a turn resolved at once begins: its replay stops here
 * @property {string} [step] the field with the hex a unit steps into
 * @property {boolean} [sight] it reports an enemy unit: `hex`, `type`, `size`, `direction`, `formation`
 * @property {string} [report] the heading under which the report of the turn tells it
 * @property {"" | "move" | "arrival" | "place" | "air" | "bridge" | "weather" | "loss" | "hurt" | "retreat" | "advance"} [card] as what a show of battles and turns has it; empty: not by itself
 */
/**
 * @typedef {object} Stage What never changes of a game: map, hexes, counters, how marks and events look.
 * @property {string} game its id
 * @property {string} name its name
 * @property {string[]} sides the sides, in the order of their numbers
 * @property {MapArt} map
 * @property {Hex[]} hexes
 * @property {Record<string, Unit>} units by id: every counter there is
 * @property {string} points what the points of a move are called
 * @property {Record<string, Sign>} signs by mark: how a counter shows it
 * @property {Record<string, Shown>} events by kind: how an event is shown
 * @property {Record<string, ResultLook>} [results] by result of combat: how good it is
 * @property {string[]} [odds] the columns of the combat table
 * @property {string[][]} [crt] the combat table, a row for each die
 * @property {Turned} [turned] the map may be turned
 * @property {boolean} [keeps] a unit stays picked after its order while it can still act
 * @property {boolean} [marches] several units may be sent to one goal
 * @property {[string, string][]} [march_modes] how several may be sent: the mode and the words for it
 * @property {string} [outlines] the mode whose reach is outlined beside that of the mode chosen
 * @property {Record<string, Record<string, FormationLook>>} [formations] by side and group: what a formation looks like far out
 * @property {number} [sums] so many leading numbers of `print` are added up for a formation
 * @property {Record<string, string>} [names] by code of what is no counter, as the log may name it: its name
 * @property {string[]} [prints] what the numbers on a counter mean, in their order
 * @property {boolean} [spent] the points shown of a way are those used, not those left
 * @property {boolean} [sheet] orders are written on a sheet first: there is a tab for it
 * @property {Layer[]} [layers] layers of the game's own
 * @property {number} [clock] the moments of a turn: into so many parts its clock is divided
 * @property {Sights} [sights] how reports are drawn in a turn played again
 * @property {string} [near_enemy] what it means to stand in `zoc`, where that is no zone of control
 * @property {string} [first_turn] the turn of the log's first lines
 * @property {boolean} [no_setup] play begins at once: the log's first lines are of the turn it opens with
 * @property {string[]} [reports] the headings of a turn's report, in the order they are read
 */
/**
 * @typedef {object} Cell A cell of the column a die was thrown on.
 * @property {string} label the result in letters
 * @property {number} weight so many of all throws lead here: its width
 * @property {number} tone from 1, best for the attacker, to -1
 * @property {string} [about] what the result means
 * @property {number} [face] the face of the die; 0 where a cell is not one face
 */
/**
 * @typedef {object} BattleShow A battle as a client shows it once its result is known. What follows it, losses, retreats and advances, is told by the events after it, whose `card` the stage tells.
 * @property {number} at its place among the events of the order
 * @property {string[]} targets the hexes attacked
 * @property {string} title the result in a few words
 * @property {string[]} [attackers] the units that attacked
 * @property {string[]} [defenders] the units attacked; empty: those that lay in the hexes
 * @property {string} [sum] how the odds came about
 * @property {string} [column] the column, or the odds
 * @property {Cell[]} [cells] the column of the table, as the die runs
 * @property {number} [thrown] the cell that was thrown, counted from 0; -1: no die
 * @property {number[]} [dice] what the dice showed
 * @property {number} [sides] so many faces a die has
 * @property {string} [words] what else is to be said of the result
 * @property {string} [luck] how many throws do as well for the attacker, exactly
 */
/**
 * @typedef {object} Phase The phase that is played.
 * @property {string} id changes when the phase does
 * @property {string} title its name
 * @property {string} side whose phase it is; empty for nobody's
 * @property {number} of so many phases a turn has
 * @property {boolean} [setup] it is set-up
 */
/**
 * @typedef {object} StripPart A part of the strip of phases.
 * @property {string} label its name
 * @property {boolean} now it is played now
 * @property {boolean} [done] it has been played this turn
 */
/**
 * @typedef {object} UnitState A counter on the map.
 * @property {string} id which, as in the stage
 * @property {string} hex where it lies
 * @property {string[]} marks what it is marked with; `signs` of the stage draws them
 * @property {Row[]} [sheet] its facts now
 * @property {string} [print] the numbers on it, where they differ from those of the stage
 */
/**
 * @typedef {object} Due A unit that is to come.
 * @property {string} unit which
 * @property {number} turn when
 * @property {string} edge where it enters
 * @property {string} [print] the numbers on it, where they differ from those of the stage
 */
/**
 * @typedef {object} OffMap Units that are not on the map.
 * @property {string[]} dead lost
 * @property {string[]} exited left by an edge
 * @property {Due[]} due to come, the next first
 */
/**
 * @typedef {object} Bridge A bridge, or a place for one.
 * @property {string} id its hexside, named by both hexes
 * @property {string} state intact, gone, or built: by its owner
 * @property {string} owner the side that built it; empty where that does not matter
 */
/**
 * @typedef {object} Token Something that lies on the map besides units, in a hex or on a hexside.
 * @property {"drum" | "plane" | "parachute" | "hammer"} look how it is drawn
 * @property {string} words what it is
 * @property {string} [hex] where, if in a hex
 * @property {string} [side] where, if on a hexside
 * @property {string} [label] a letter or number on it
 */
/**
 * @typedef {object} Contact A report of an enemy unit: what was learned of it, where, and how old that is.
 * @property {string} hex where it was seen
 * @property {string} glyph empty for not known
 * @property {string} size_mark empty for not known
 * @property {number} direction degrees clockwise from north; -1 for not known
 * @property {string} formation empty for not known
 * @property {number} age in turns
 * @property {boolean} stale too old to go by: drawn faint, with a broken rim
 * @property {string} words all of it in words
 */
/**
 * @typedef {object} Trace Something written that is drawn on the map: a route, an aim, an area.
 * @property {string} unit whose it is; empty for none
 * @property {"move" | "attack" | "onward" | "prepare" | "support" | "area" | "air"} kind what is drawn
 * @property {string} look of a move its mode, of aircraft their number
 * @property {string[]} path its hexes
 * @property {string} [label] when the unit is there
 */
/**
 * @typedef {object} Area Hexes under fire, as the side knows it.
 * @property {string[]} hexes which
 * @property {"now" | "last" | "caught"} when this turn, the turn before, or one's own units under the enemy's
 * @property {string} words by whom, for the legend
 */
/**
 * @typedef {object} Carried What became of an order of last turn.
 * @property {string} unit whose order it was
 * @property {string} words the order
 * @property {string} came what became of it; empty where it cannot be seen from the position
 * @property {"" | "met" | "open" | "good" | "bad" | "no"} mark was it good or bad?
 * @property {string} hex its target; empty for none
 */
/**
 * @typedef {object} Declared An attack that is declared or plotted.
 * @property {number} number its place among those of the phase
 * @property {string[]} targets the hexes attacked
 * @property {string[]} attackers the units that attack
 * @property {"pending" | "fought" | "cancelled" | "void" | "plotted"} status what became of it
 * @property {Order} [withdraw] the order that calls it off, where there is one
 * @property {Order} [again] may still be taken back: the order that declares it, to be given again for those after it
 */
/**
 * @typedef {object} Arrow From one hex to another: neighbours get a wedge on their side, hexes farther apart an arrow.
 * @property {string} from a hex
 * @property {string} to a hex
 * @property {"attack" | "move" | "support" | "plan"} kind how it is drawn
 * @property {string} label stands at its end
 */
/**
 * @typedef {object} Battle The combat that is being resolved.
 * @property {string[]} targets the hexes attacked
 * @property {string[]} attackers the units that attack
 * @property {string} chip what stands over the hex: the odds, then the result
 * @property {string} words the line in the card
 */
/**
 * @typedef {object} Goal Something that counts for victory.
 * @property {string} text what
 * @property {boolean} met the side has it
 * @property {string} rule the rule that says so
 * @property {string} side the side that wants it
 * @property {string} [hex] where, if it is a place
 * @property {string} [holder] the side that holds the place now, as far as known
 */
/**
 * @typedef {object} Tally A count that decides victory, as the victory line shows it.
 * @property {string} what what is counted
 * @property {string} value how many, and of how many where that decides
 * @property {string} [needs] what is still needed, and for what; empty for nothing
 */
/**
 * @typedef {object} Aim How a side wins, in a sentence.
 * @property {string} side whose aim it is
 * @property {string} text the sentence
 * @property {string} rule the rule that says so
 * @property {boolean} [met] it would be met if the match ended now
 */
/**
 * @typedef {object} Stand How the match stands: the victory line, and how either side wins.
 * @property {string} title whose goals the line shows
 * @property {Tally[]} tallies the counts that decide
 * @property {string[]} places the hexes of the places that decide; `victory` says who holds them
 * @property {string} ahead the side that would win if the match ended now; empty for neither
 * @property {string} words who is ahead, for the pill
 * @property {Aim[]} aims how either side wins
 * @property {string} [join] stands between counts and places: or, and; empty for nothing
 */
/**
 * @typedef {object} Morning What a side is told when its turn begins, beside what the board shows.
 * @property {string} sky what the weather means
 * @property {string} wins how the side wins
 * @property {string} [before] the turn before, for its report: the 16th; empty: none
 */
/**
 * @typedef {object} BoardState What lies on the table now, as the side may know it.
 * @property {number} turn 0: set-up
 * @property {number} turns the last turn
 * @property {string} date the day, in words
 * @property {string} weather in words
 * @property {Phase | null} phase null when the match is over
 * @property {StripPart[]} strip the phases of the turn
 * @property {UnitState[]} units the counters on the map
 * @property {OffMap} off_map
 * @property {Record<string, string>} control by hex: whose it is, where that has changed
 * @property {Bridge[]} bridges
 * @property {Declared[]} attacks attacks declared and not yet forgotten
 * @property {Battle | null} battle the combat that is being resolved
 * @property {Goal[]} victory
 * @property {Record<string, string[]>} supply by side: hexes in supply
 * @property {Record<string, string[]>} zoc by side: hexes next to its units, or in their zone of control
 * @property {boolean} hidden something is hidden from a side: the screen is covered between two players
 * @property {Result | null} result how the match ended
 * @property {Arrow[]} [arrows] plotted attacks and the like
 * @property {Panel[]} [panels] boxes to read
 * @property {Token[]} [tokens] what lies on the map besides units
 * @property {Contact[]} [contacts] reports of enemy units
 * @property {Trace[]} [traces] what is written, drawn on the map
 * @property {Area[]} [areas] hexes under fire
 * @property {Carried[]} [carried] what became of last turn's orders
 * @property {Stand} [stand] what wins, and how far each side is from it
 * @property {Morning} [morning] how a turn begins, for a side
 * @property {string[]} [ground] the hexes in play; empty: the whole map
 */
/** @typedef {Entry & {end: boolean, units: string[], path: string[], about?: string}} Choice An order to press, and what it concerns. */
/**
 * @typedef {object} Target A hex that may be attacked.
 * @property {string} hex which
 * @property {string[]} attackers the units that could take part
 * @property {boolean} owed it must be attacked
 * @property {string[]} with hexes that may be attacked together with it
 * @property {string[]} [first] the attackers picked to begin with, where not all may
 */
/**
 * @typedef {object} Pickable A unit that may be picked several times.
 * @property {string} id which unit
 * @property {number} least so many times it must be picked
 * @property {string[]} words what it means to be picked so many times, from none on
 * @property {string} [why] why it may not be picked; empty where it may
 */
/**
 * @typedef {object} PickSet Units that would be picked together.
 * @property {string} label what the button says
 * @property {string[]} units which
 */
/**
 * @typedef {object} Parting Units that stay together, or say which part keeps what they have in common.
 * @property {string[]} units which
 * @property {string} field the field of the order that takes the part that keeps it
 * @property {string} title what is asked where only some are picked
 * @property {[string, string]} words those picked keep it; those left keep it
 */
/**
 * @typedef {object} Picker A pool of units of which some are picked, `count` times in all, or from `least` to `count` times; the client puts their names into a field of the order, which the server judges when it is given.
 * @property {string} title what is to be done
 * @property {string} rule the rule that asks for it
 * @property {Pickable[]} units
 * @property {number} count so many picks in all
 * @property {string[]} first picked to begin with
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string} field the field of the order that takes the names
 * @property {string} do what the button says; with `noun` its verb
 * @property {number} [least] so many at the fewest; null: exactly `count`
 * @property {string} [about] what to know first: how many the hex holds
 * @property {string} [hex] where they go; empty for nowhere
 * @property {string} [noun] what one of them is called: the button counts
 * @property {Entry} [none] the order where nobody is picked
 * @property {PickSet[]} [sets] picks worth a button of their own
 * @property {Parting} [parting] units that cannot simply be parted
 */
/**
 * @typedef {object} SheetLine A unit on the order sheet, and the order that strikes what is written for it.
 * @property {string} unit which
 * @property {string} corps the corps it stands under
 * @property {string} formation the division it stands in, by its name; empty where it has none
 * @property {string} words its order
 * @property {string} kind what sort of order it is: none, moving, attacking ...
 * @property {Order | null} strike strikes it; null where nothing is written or another commander has the unit
 * @property {string} [under] where several share the side: the formation whose commander orders it
 * @property {boolean} [written] where several share the side: it has an order
 * @property {string} [by] where several share the side: who gave the order
 */
/**
 * @typedef {object} AirTask A mission that wants a hex, or the zone of one; the client puts it and the squadrons into the order.
 * @property {string} label what the button says
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string} field the field of the order that takes the hex or zone
 * @property {"hex" | "zone"} by what is clicked
 * @property {number} all so many fly together, no more and no fewer; 0: any number
 */
/**
 * @typedef {object} AirPool Squadrons of one kind: how many may fly, which are free, and what they can do.
 * @property {string} name what players call them
 * @property {number} fit so many could fly if the weather let them
 * @property {number} may_fly so many may fly in this weather
 * @property {number} flying so many have a mission
 * @property {string[]} free those that may still get one
 * @property {AirTask[]} tasks
 * @property {string} why none may fly: why
 * @property {string} rule the rule that limits them
 */
/** @typedef {Entry & {on: boolean}} Toggled An order that puts something in or takes it out again. */
/**
 * @typedef {object} Mission What is written for aircraft, the order that strikes it, and what may be changed about it.
 * @property {string} words the mission
 * @property {string} hex its target; empty for a zone
 * @property {Order | null} strike strikes it; null where another commander has the squadrons
 * @property {Toggled[]} first units to be served first, in the order they are pressed
 * @property {string} about what it means to be served first
 * @property {string[]} [squadrons] where several share the side: who flies it
 * @property {string} [by] where several share the side: who gave the order
 */
/**
 * @typedef {object} AirPage Squadrons and missions on the order sheet.
 * @property {AirPool[]} pools
 * @property {Mission[]} missions
 */
/** @typedef {Entry & {id: string}} LastingAnswer An answer to a standing question that may be given whenever it comes again. */
/**
 * @typedef {object} Standing A question that comes again and again; it may be answered for the whole match.
 * @property {string} key what the question is called; by it the answer is remembered
 * @property {LastingAnswer[]} answers the answers that may be given for the whole match
 * @property {string} [unasked] given unless one wants to be asked; empty: one is asked
 */
/**
 * @typedef {object} Choices What the side may do now, grouped by what one clicks.
 * @property {Decision | null} decision what is decided now, and by whom; null when all is over
 * @property {boolean} mine it is for this side to decide
 * @property {boolean} answers it is an answer to something the other side did
 * @property {Choice[]} buttons orders to press
 * @property {string[]} units units that can do something: pick one and ask `reach`
 * @property {string[]} card units to be picked from the card
 * @property {Choice[]} arrange orders that differ in the sequence of their units only
 * @property {Target[]} targets hexes that may be attacked: ask `odds`
 * @property {Record<string, Choice[]>} hexes by hex: orders a click gives
 * @property {Record<string, Choice[]>} sides by hexside: orders a click gives
 * @property {Panel[]} panels
 * @property {string} leaves what a warning says before the phase ends
 * @property {Refusal | null} end why the phase cannot end
 * @property {string[]} [look] the hexes the decision is about
 * @property {Picker} [picker] units to be picked, each once or several times
 * @property {boolean} [keeps_setup] the set-up may be kept and used again
 * @property {SheetLine[]} [sheet] the order sheet
 * @property {AirPage} [air] the order sheet of the air
 * @property {Choice} [passes] need not be asked for: nothing else can usefully be ordered, and it tells no die or secret
 * @property {Choice} [usual] what somebody answers who wants nothing more of this turn
 * @property {Choice} [history] the next order of a set-up as in history
 * @property {Standing} [standing] it is a question that comes again and again
 * @property {boolean} [final] the end of the phase cannot be taken back
 */
/**
 * @typedef {object} Way Where a unit may go or aim, as an order ready to give.
 * @property {string} hex where it ends; `exit`: off the map
 * @property {string} left what stands in the lit hex: points left, or used; empty for none
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string} mode how it goes, as the player chooses it; empty for as it is
 * @property {string} label what it means
 * @property {string[]} [marks] how it arrives, where that is worse than usual
 * @property {string} [sign] stands behind the points
 * @property {boolean} [ask] the player is asked before, or which of several
 * @property {string[]} [path] the hexes gone through, the last included; else `route` of the order
 * @property {boolean} [aims] it names the hex without going there
 * @property {string} [measure] what `left` counts, where it is not the points of a move
 */
/**
 * @typedef {object} Route A way drawn by hand, judged.
 * @property {string[]} path as far as it can be gone
 * @property {Way[]} ways the orders that go it
 * @property {Refusal | null} refusal why it goes no farther
 */
/**
 * @typedef {object} MarchStep The order that brings some of the units nearer.
 * @property {string[]} units those that go
 * @property {string} from a hex
 * @property {string} to a hex
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string} label the order in words
 */
/**
 * @typedef {object} March Several units towards a hex.
 * @property {MarchStep[]} steps to be given one by one, each judged when it is given
 * @property {Refusal[]} stay why the others do not go
 */
/** @typedef {Entry & {why: string, units: string[], path: string[]}} StaffStep An order of the staff's plan. */
/**
 * @typedef {object} StaffPlan What the staff would do with the rest of a decision.
 * @property {StaffStep[]} steps to be given one by one, each judged when it is given
 * @property {string} stopped why the plan goes no further; empty where nothing else is to be done
 * @property {string} player who made it
 * @property {string} [final] why some of the orders cannot be taken back; empty: all of them can
 */
/**
 * @typedef {object} Comer A unit that can come to a hex: from where, at what price.
 * @property {string} unit which
 * @property {string} label from where, at what price
 */
/**
 * @typedef {object} OddsLine A line of the arithmetic.
 * @property {string} what a unit, or what else counts
 * @property {number | string} value how much it counts
 * @property {string} rule the rule that says so
 * @property {"" | "attack" | "defence"} [side] whose sum it belongs to; none of a shift
 */
/**
 * @typedef {object} OddsChance A result and how likely it is.
 * @property {string} result as the stage lists results
 * @property {number} percent how likely it is
 * @property {number} [face] the face of the die that brings it; 0: no single die decides
 */
/**
 * @typedef {object} OddsChange What the odds would be with one unit more or less.
 * @property {string} unit the unit that joins or leaves
 * @property {string} column the column there would be
 * @property {OddsChance[]} [cells] its bar, the best for the attacker first
 * @property {string} [warns] what the unit would oblige to, in a few signs: ! 1208
 */
/**
 * @typedef {object} Barred A unit beside the hex that may not join, and why.
 * @property {string} unit which
 * @property {string} why in a word or two, or where it attacks
 * @property {number} [attack] the number of the declared attack it takes part in
 */
/** @typedef {Entry & {orders?: Order[]}} Attach Another way to give the attack. */
/**
 * @typedef {object} Odds The arithmetic of an attack, its chances, and what one attacker more or less would change.
 * @property {Refusal | null} refusal why it may not be made
 * @property {string[]} columns the columns there are, the worst for the attacker first
 * @property {OddsLine[]} lines what is added up on both sides
 * @property {OddsLine[]} shifts what moves the column
 * @property {number | string} [attack] the attacker's sum
 * @property {number | string} [defence] the defender's sum
 * @property {string} [raw] the odds before the shifts
 * @property {string} [sum] what the column is called, where it is not odds
 * @property {string} [column] the column that is used
 * @property {OddsChance[]} [chances] the results, as likely as they are
 * @property {OddsChance[]} [cells] the same as a bar: throw by throw where one die decides, the best first
 * @property {string[]} [attackers] the units it is reckoned with
 * @property {string[]} [defenders] the units attacked, as far as they are seen
 * @property {Row[]} [numbers] three figures: takes the hex, destroys, own loss
 * @property {Row[]} [follows] what it costs, obliges to and leaves open: three at most
 * @property {Barred[]} [barred] units beside the hex that may not join
 * @property {OddsChange[]} [more] what each attacker more that may join would make of it
 * @property {OddsChange[]} [less] what each attacker less would make of it
 * @property {Row[]} [rows] what else may come of it
 * @property {Row[]} [notes] the same for a client without pictures
 * @property {Arrow[]} [arrows] who could support it from afar
 * @property {Order} [order] the order that makes it
 * @property {Order[]} [orders] where it is more than one order: all of them
 * @property {string} [do] what the button says
 * @property {Attach[]} [attach] other ways to give it
 */
/**
 * @typedef {object} ScorePart What part of the score was given for what, all of it added up.
 * @property {string} what what it was given for
 * @property {number} points how many; below 0: taken away
 * @property {string} rule the rule that gives them
 * @property {number} side whose points they are
 */
/**
 * @typedef {object} ScoreLevel A level of victory.
 * @property {string} name as the rulebook calls it
 * @property {number | null} least the least German points it takes; null: any
 * @property {number | null} winner the side that wins by it; null: a draw
 */
/**
 * @typedef {object} Score What the result is made of, as far as it is counted.
 * @property {string} what what is counted: points, places; empty where tests alone decide
 * @property {number} total the German's; where tests decide, a number that stands for the level
 * @property {ScorePart[]} parts what it is made of
 * @property {ScoreLevel[]} levels the levels, the best for the other side first
 * @property {number} [other] points of the other side, where both count
 */
/**
 * @typedef {object} Refusal Why an order may not be given: the rule, the facts, and where there is one the way out.
 * @property {string} rule the rule that forbids it
 * @property {string} facts what stands against it
 * @property {string} way_out what could be done instead; empty where there is nothing
 */
/**
 * @typedef {object} Decision Somebody has to decide something now.
 * @property {number} side the number of the side that decides
 * @property {string} kind what sort of decision it is
 * @property {string} prompt what is asked
 * @property {string} rule the rule that asks
 */
/**
 * @typedef {object} Result How the game ended; by its margin two games can be compared.
 * @property {number | null} winner the number of the side that won; null for a draw
 * @property {string} level how decisively, as the rulebook calls it
 * @property {number} points as the rulebook counts them
 * @property {string} summary how it came to that
 * @property {string} rule the rule that says so
 * @property {number} margin the higher, the better the German side did
 */
/**
 * @typedef {object} Scenario What a match begins with.
 * @property {string} id names it in requests
 * @property {string} name what players call it
 * @property {string} about what it is
 * @property {number} minutes about how long one side takes; 0: nobody has measured it
 * @property {string} rule of a scenario of ours: the rule that tells it; empty: it is in the printed rules
 */
/**
 * @typedef {object} OptionSpec A choice made before the game: a reading the players may change, or a variant.
 * @property {string} key names it in requests
 * @property {any[]} choices the values it may have
 * @property {any} default the value it has unless chosen
 * @property {string[]} rules the rules it changes
 * @property {string} about what it changes
 * @property {boolean} shown among the first things asked of a new match
 * @property {string} human says that a person plays this side: true where one does, unless chosen otherwise
 * @property {string} name what players call it
 */
/**
 * @typedef {object} Formation What can be given to a commander of its own.
 * @property {string} id names it in requests
 * @property {string} name what players call it
 */
/**
 * @typedef {object} Card What the lobby says of a game.
 * @property {string} about what it is like to play, in one sentence
 * @property {string} scale what a counter stands for
 * @property {number} complexity how much there is to know: 1 little, 5 most
 * @property {Record<string, string>} tasks by side: what it has to do
 * @property {string} offers the side a person is offered first
 * @property {boolean} start whoever is new here begins with this game
 */
/**
 * @typedef {object} Character A computer player as an opponent.
 * @property {string} id names it in requests
 * @property {string} name what people call it
 * @property {string} about how it plays, in one sentence
 * @property {"die" | "flag" | "arrow" | "hedgehog" | "road" | "cut"} emblem how its sign is drawn
 * @property {number | null} seconds a turn takes it so long; null: not measured
 * @property {Record<string, number> | null} ratings by side, the staff at 1500; null: not measured
 */
/**
 * @typedef {object} DayScore How the match stood when a turn ended.
 * @property {number} turn which
 * @property {number} day of December 1944; 32 is 1 January
 * @property {number} order orders given by then: the place in the replay
 * @property {number} points as the rulebook counts them, if the match had ended then
 * @property {string} level of victory, if it had ended then
 * @property {number} margin the higher, the better for the German
 */
/**
 * @typedef {object} FrontDay The front of an evening.
 * @property {number} day of December 1944; 32 is 1 January
 * @property {string[]} paths its lines, the longest first
 * @property {[number, number]} [label] where its day is written; left out: nowhere
 */
/**
 * @typedef {object} Advance The way of a division.
 * @property {number} side whose it is
 * @property {string} name what it is called
 * @property {string} path an SVG path in the measure of the map
 * @property {[number, number]} at where its name is written
 */
/**
 * @typedef {object} PlaceHeld A place to name on the map.
 * @property {string} name what it is called
 * @property {[number, number]} at where it lies on the map
 * @property {string} hex the number of its hex
 */
/**
 * @typedef {object} LossDay What both sides lost on a day, in men: the German first.
 * @property {number} day of December 1944; 32 is 1 January
 * @property {[number, number]} men in this match
 * @property {[number, number]} [then] in 1944, on the whole front; null: not known
 */
/**
 * @typedef {object} Figure A number people tell each other.
 * @property {string} value the number
 * @property {string} what of what
 * @property {string} [beside] what to hold it against
 */
/**
 * @typedef {object} Summary A finished match.
 * @property {string} game its id
 * @property {string} name the game's name
 * @property {string} scenario what players call it
 * @property {string[]} options those that are not the usual ones, in words
 * @property {number} turn the turn it ended in
 * @property {number} turns the last turn there could have been
 * @property {number} day the day it ended on
 * @property {string} date the same in words
 * @property {string[]} sides the sides, the German first, as they are called
 * @property {number} german the German side's number
 * @property {number | null} winner null: a draw
 * @property {string} title the result, as a heading
 * @property {string} rule the rule that decided it
 * @property {string[]} lead why, in sentences
 * @property {Decided | null} decided the day that decided it, as the account has it; null: none, or no account yet
 * @property {Score} score
 * @property {boolean} by_score the score decided; else something ended the match whatever the score
 * @property {string} short how far it was to the next level; empty: there is none
 * @property {Aim[]} tests how either side could win, where tests decide
 * @property {DayScore[]} growth turn by turn
 * @property {[number, number, number, number]} frame of the ground in play on the map: x, y, width, height
 * @property {FrontDay[]} fronts evening by evening
 * @property {FrontDay} then 1944 on the last evening, or on the last that is known
 * @property {string} held the hexes the German counted as holding on the last evening
 * @property {Advance[]} advances the main ways of divisions, seven at most
 * @property {PlaceHeld[]} places names to write on the map
 * @property {LossDay[]} losses day by day
 * @property {[number, number]} rates men a strength point stands for, the German first
 * @property {string} unit what a strength point is called
 * @property {boolean} partly only a part of the map was in play: 1944 is the whole front
 * @property {Figure[]} figures five numbers people tell each other
 * @property {string} history what happened in 1944 on the last day; empty: nothing is told
 * @property {string} differs one sentence on how this match differs; empty: it was another front
 */
/**
 * @typedef {object} Moment A point of the curve: the position when a phase begins, and when the match is over.
 * @property {number} order orders given before it: the place in the replay
 * @property {number} turn the turn
 * @property {number} day of December 1944; 32 is 1 January
 * @property {string} phase the phase that begins
 * @property {number} win of the first side
 * @property {number} draw of a draw
 * @property {number} low of `win`: 8 of 10 refits lie between
 * @property {number} high of `win`: the upper end
 * @property {number[]} believed `win` as each side's view has it; empty where nothing is hidden
 */
/**
 * @typedef {object} Throw The dice of one order: a battle, or a decision that rolled.
 * @property {number} order the order that rolled them: its place in the journal
 * @property {number} turn the turn
 * @property {number} day of December 1944; 32 is 1 January
 * @property {number} side that gave the order
 * @property {string} where a place people know, as "Bastogne" or "near Wiltz"
 * @property {string} hex the number of the hex it is about
 * @property {string} what "2nd Panzer Division attacked at 3 : 1"
 * @property {string} came "rolled 2: defender retreats"
 * @property {number} gain chance of victory the dice brought this side beside their mean
 * @property {number} often share of throws that do as well or better for this side
 * @property {number} as_bad share of throws that do as badly or worse for this side
 * @property {boolean} exact every outcome was played; else drawn samples
 */
/**
 * @typedef {object} LuckDay A side's luck up to the evening of a day.
 * @property {number} day of December 1944; 32 is 1 January
 * @property {number} total added up from the start, from this side
 * @property {number} spread 8 of 10 redraws of the throws up to then lie within so much of 0
 */
/**
 * @typedef {object} Fortune A side's luck over the match.
 * @property {number} side which side
 * @property {number} total chance of victory, both sides' throws together, from this side
 * @property {number} error standard error of the sampled part; 0 where all is exact
 * @property {number} rarity share of redraws of this match's throws, with itself, at least as lucky (or unlucky)
 * @property {number} throws orders of this side that rolled dice
 * @property {number} adjusted the result from this side (1, 0.5, 0) less its luck: a balance, not a chance; may leave 0 to 1
 * @property {Throw[]} largest five, the largest first
 * @property {LuckDay[]} days evening by evening
 * @property {number[]} redraws how many redraws came to what, in equal stretches from -reach to reach
 * @property {number} reach the luckiest or unluckiest redraw
 */
/**
 * @typedef {object} Check A turning point checked by play: staffs played the positions before and after it on, many times.
 * @property {number} before mean result of the games played on from before it, for the first side
 * @property {number} after the same from after it
 * @property {number} error standard error of `after - before`
 * @property {number} games played on from each of the two positions
 * @property {number} turns turns played before the model valued the position; 0: to the end
 */
/**
 * @typedef {object} Swing A turning point, and whose it was; the parts add up to `after - before`, seen from the first side. Chances are the model's; where play found the opposite, they are those of play, and there are no parts.
 * @property {number} order where it begins in the replay
 * @property {number} until where it ends in the replay
 * @property {number} day of December 1944; 32 is 1 January
 * @property {string} name "24 December, the northern shoulder"
 * @property {string} why what happened there, in a few sentences
 * @property {number} before the chance before it; a draw counts as half a victory
 * @property {number} after the chance after it
 * @property {number[]} orders by side; empty where the model was wrong
 * @property {number} dice what the dice brought
 * @property {number} step the order to look at: the one that changed the chance most
 * @property {string} step_text that order, as its side gave it
 * @property {Check | null} check what play found; null: estimated by the model alone
 */
/**
 * @typedef {object} Decided The day that decided a match. Every page and command that names such a day takes it from here.
 * @property {number} day of December 1944; 32 is 1 January
 * @property {number} order where it begins in the replay
 * @property {number} until where it ends in the replay
 * @property {"chance" | "score"} by the largest change of which; `score`: there is no model
 */
/**
 * @typedef {object} Judgement A decision that was tried again: an attack or a phase, judged on the view of who decided.
 * @property {number} order order
 * @property {number} side which side
 * @property {number} day of December 1944; 32 is 1 January
 * @property {string} where a place people know
 * @property {"missed chance" | "attack made at a loss" | "no clear difference"} kind what it was
 * @property {string} given what was done
 * @property {string} better what the alternative was, with its units and places
 * @property {string} why why, in a sentence or two
 * @property {number} worth chance of victory the alternative brings, for this side
 * @property {number} error standard error over the pairs
 * @property {number} pairs rollouts with the same dice, fresh ones that confirm it
 * @property {string[]} plan the orders of the alternative as they are typed
 * @property {string[]} hexes for the small map: targets first
 * @property {string[]} units the units of the alternative
 */
/**
 * @typedef {object} Trust How far the chances can be trusted: the model's sample and its test on games it never saw.
 * @property {string} model name and version
 * @property {number} games fitted on
 * @property {string} players who played them
 * @property {number} held_out games it was tested on
 * @property {number} brier its Brier score on them; 0 is perfect
 * @property {number} average Brier score of the bare average of all games
 * @property {number} doubtful_until the last day on which it is no better than that; 0: none
 * @property {string[]} taken_for by side: the computer player whose strength it is given; a person is taken for the staff
 */
/**
 * @typedef {object} Verdicts What a deep look at the decisions came to.
 * @property {number} tried decisions to which there was an alternative, and looked at
 * @property {number} decided not judged, since the match was decided then
 * @property {Judgement[]} found what was found
 * @property {string} why_not nothing was judged, and why
 */
/**
 * @typedef {object} Account What is told after a match; `verdicts` is None in the light account.
 * @property {string} match fingerprint of the journal
 * @property {Record<string, string>} versions game, rules, engine, model, players
 * @property {Moment[]} curve the chances, moment by moment
 * @property {Trust | null} trust None: no model for this scenario; then curve, luck and swings are empty
 * @property {Fortune[]} luck each side's luck
 * @property {Swing[]} swings turning points, the earliest first
 * @property {Verdicts | null} verdicts what a deep look came to; null: nobody looked
 * @property {Decided | null} decided the day that decided the match; null: a draw, or no single day did
 * @property {Swing[]} dropped turning points of the model that play did not find: a deep account only
 */
/**
 * @typedef {object} AskCommander One of several who share a side.
 * @property {string} [name] what the others call him
 * @property {string[]} [formations] the ids of what is given to him
 * @property {boolean} [me] whoever opens the match sits here himself
 */
/**
 * @typedef {object} MakeMatch Start a match.
 * @property {string} game its id
 * @property {Record<string, string>} seats by side: me, beside (both are people at this screen), invited (somebody who comes by a link) or the name of a computer player
 * @property {string | null} [scenario] its id; the first where none is given
 * @property {Record<string, string | number | boolean>} [options] by key: what is chosen
 * @property {string | null} [name] what the lobby calls the match
 * @property {number | null} [seed] the dice; drawn by lot where none is given
 * @property {Record<string, AskCommander[]>} [commanders] sides divided among several people: the commander-in-chief first, without formations
 * @property {number | null} [minutes] so long a turn takes; then what is written is handed in
 */
/**
 * @typedef {object} ImportMatch Take in a match file: the file itself, unchanged, as the field `match`.
 * @property {unknown} match the file
 * @property {Record<string, string>} seats by side: me, beside (both are people at this screen), invited (somebody who comes by a link) or the name of a computer player
 * @property {string | null} [name] what the lobby calls the match
 */
/**
 * @typedef {object} RenameMatch Call a match something else.
 * @property {string} name its new name
 */
/**
 * @typedef {object} Sit Take a seat that a person plays, or watch.
 * @property {string} seat a side, or `watch`; of a commander side and number, such as allied:1
 * @property {boolean} [take_back] take the seat also from a player that holds it by a link; they are told, and the log says so
 */
/**
 * @typedef {object} Invite A new link to a seat.
 * @property {string} seat a side, or `watch`; of a commander side and number, such as allied:1
 */
/**
 * @typedef {object} Join Take the seat a link is for.
 * @property {string} invitation the word of the link
 */
/**
 * @typedef {object} SayReady A commander has written what he wants to write, or takes that back.
 * @property {number} seq the number of the last change the client has seen
 * @property {boolean} ready false: not after all
 */
/**
 * @typedef {object} GiveFormation The commander-in-chief gives a formation to a commander by number; 0 takes it back.
 * @property {number} seq the number of the last change the client has seen
 * @property {string} formation its id
 * @property {number} to the number of a commander
 */
/**
 * @typedef {object} WriteMessage Write to the commanders of one's side.
 * @property {string} words the message
 * @property {number | null} to a commander's number; null: all of the side
 */
/**
 * @typedef {object} ReadMessages Say how far one has read.
 * @property {number} upto so many have been read
 */
/**
 * @typedef {object} GiveOrder Give an order.
 * @property {number} seq the number of the last change the client has seen
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string | null} [side] if given it must be the token's own side
 * @property {boolean} [by_itself] the page gave it without asking; the log says so
 */
/**
 * @typedef {object} GiveShare A player's share in the dice: first its promise, when everybody has promised the nonce itself.
 * @property {string} [promise] SHA-256 of 'ardennes share', a zero byte, nonce.
 * @property {string} [nonce] the share itself, once all have promised
 */
/**
 * @typedef {object} Change Undo, or restart my phase.
 * @property {number} seq the number of the last change the client has seen
 */
/**
 * @typedef {object} Fork A new match from the first `at` orders of this one.
 * @property {number} at so many orders stand
 * @property {Record<string, string> | null} [seats] as when a match is made; null: as here
 * @property {string | null} [name] what the lobby calls the new match
 */
/**
 * @typedef {object} LookDeep Have the decisions of a finished match tried again; nothing more is to be said.
 */
/**
 * @typedef {object} AskOdds Which hexes would be attacked, by whom.
 * @property {string[]} targets hexes
 * @property {string[]} attackers units
 * @property {boolean} [propose] choose who else attacks: the smallest group that takes the hex in two throws of three
 */
/**
 * @typedef {object} AskRoute A way drawn by hand.
 * @property {string} unit who goes it
 * @property {string[]} path its hexes in their order, without the one where the unit stands
 * @property {string} [mode] as a way of reach names it
 */
/**
 * @typedef {object} AskMarch Several units, where they shall go, and how.
 * @property {string[]} units who shall go
 * @property {string} hex where to
 * @property {string} [mode] as a way of reach names it
 */
/**
 * @typedef {object} AskStaff What the staff would do with the rest of the decision.
 * @property {string[]} [units] only orders to these units; none named: to all
 */
/**
 * @typedef {object} Drawer Where one's own set-ups lie: a long word nobody else knows opens it.
 * @property {string} drawer the word
 */
/** @typedef {Drawer & {name: string}} KeepSetup Keep the set-up as it stands. */
/** @typedef {Drawer & {id: string}} OpenSetup One of those kept. */
/** @typedef {OpenSetup & {seq: number}} UseSetup Set up as kept. */
/** @typedef {Drawer & {file: SetupFile}} BringSetup Take in a set-up file. */
/**
 * @typedef {object} OpenCase Try a case.
 * @property {string} file the file it stands in
 * @property {string} id its name there
 */
/**
 * @typedef {object} SetupFile A set-up of one side as a file: the orders that make it.
 * @property {string} game its id
 * @property {string} side whose set-up it is
 * @property {string} name what it was kept as
 * @property {Order[]} orders in an order in which they can be given
 */
/**
 * @typedef {object} Trouble What is wrong.
 * @property {string} error in words
 * @property {string} ended how the token's seat was taken from its holder: by a new link, or taken back by the host
 */
/**
 * @typedef {object} RefusalAnswer Why the rules forbid it.
 * @property {string} error all of it in words
 * @property {string} rule the rule; empty where it is none of the game's
 * @property {string} facts what stands against it
 * @property {string} way_out what could be done instead; empty where there is nothing
 */
/**
 * @typedef {object} GameView A game that can be played.
 * @property {string} id names it in requests
 * @property {string} name what players call it
 * @property {string} rules the version of its rules
 * @property {string[]} sides in the order of their numbers
 * @property {Scenario[]} scenarios
 * @property {OptionSpec[]} options
 * @property {string[]} people the words for seats that people play
 * @property {Character[]} players its computer players
 * @property {string} rated_in the scenario in which their ratings were found; empty: there are none
 * @property {Record<string, Formation[]>} formations by side: what can be given to commanders of their own
 * @property {boolean} timed a turn may have a time limit
 * @property {Card} card
 */
/**
 * @typedef {object} GameList The games, in the order of the lobby.
 * @property {GameView[]} games
 */
/**
 * @typedef {object} Miniature A position as a small picture: squares on the map.
 * @property {number[]} size width and height of the map's drawing
 * @property {Record<string, number[][]>} units by side: where units stand, or were reported
 * @property {number[][]} goals places that count for victory
 * @property {string} date the day, in words
 * @property {number[][]} ground the hexes in play; empty: the whole map
 */
/**
 * @typedef {object} Openings How each scenario begins.
 * @property {Record<string, Record<string, Miniature>>} openings by scenario, then by side: what the side sees at first
 */
/**
 * @typedef {object} FrontLine A stretch of the front of 1944, or the edge of a pocket.
 * @property {number[]} points x and y in turn, in the measure of the drawing with north on top
 * @property {boolean} pocket it closes around a pocket
 * @property {boolean} sure it was a firm line, known to about 2 km
 */
/**
 * @typedef {object} HistoryDay A day of 1944.
 * @property {string} text what happened, in two or three sentences; empty: not told
 * @property {FrontLine[]} front the front late in the evening; empty: not known
 */
/**
 * @typedef {object} History What happened in 1944 while the match is played.
 * @property {Record<string, HistoryDay>} days by date, in the words of the board; empty where it would tell what a side may not know
 */
/**
 * @typedef {object} Chapter A part of a rulebook.
 * @property {string} title empty for the opening
 * @property {string} html its text; every rule has an anchor
 */
/**
 * @typedef {object} RuleEntry A rule of a rulebook.
 * @property {string} id its number
 * @property {string} title its heading
 * @property {string} chapter the title of its chapter
 * @property {boolean} reading what is printed is read in one of several ways
 * @property {boolean} reconstructed it has values that are not printed
 * @property {string[]} options the options that change it
 * @property {number} cases how many cases are about it
 */
/**
 * @typedef {object} RulebookPage A whole rulebook.
 * @property {string} game its id
 * @property {string} title its heading
 * @property {Chapter[]} chapters
 * @property {RuleEntry[]} rules
 * @property {Record<string, string>} words the glossary: by word, what it means
 */
/**
 * @typedef {object} CaseEntry A case: given this position, when these orders are given or this is asked, expect that.
 * @property {string} file the file it stands in
 * @property {string} id its name, once in the file
 * @property {string[]} rules what it is about: rules, or sections of a manual
 * @property {string} about the question or the answer in a sentence
 * @property {string} given the position, as the file has it
 * @property {string} when the orders, or what is asked
 * @property {string} expect what must come out
 * @property {boolean} opens it can be tried on a board; else it asks for a calculation
 */
/**
 * @typedef {object} CaseList All cases of a game.
 * @property {CaseEntry[]} cases
 */
/**
 * @typedef {object} TrialStep An order of a case, ready to give.
 * @property {string} side whose it is
 * @property {string} words the order as the case has it, or a default answer in the players' words
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {boolean} usual a default answer: the case does not name it
 * @property {Refusal | null} passed nobody is asked for it, since nothing can be chosen; asked, it is refused so
 */
/**
 * @typedef {object} TrialBoard A case on a board of its own, which is not kept.
 * @property {string} id its match
 * @property {Record<string, string>} tokens by side: what opens its seat
 * @property {CaseEntry} case
 * @property {Stage} stage map and counters of the case; without `art` it is no printed map
 * @property {TrialStep[]} steps
 */
/**
 * @typedef {object} TrialFinding One thing a case expects, and what has come out.
 * @property {string} field what it is about, as the case calls it
 * @property {string} expected as the case writes it
 * @property {string} got what came out
 * @property {boolean} holds it came out as expected
 */
/**
 * @typedef {object} TrialStanding How far a case has been tried.
 * @property {number} seq the number of the last change it was worked out after
 * @property {number | null} given so many of its steps have been given; null: other orders were
 * @property {TrialFinding[]} findings once all are: what it expects beside what came out
 */
/**
 * @typedef {object} FoundRule A rule that holds the word.
 * @property {string} id its number
 * @property {string} title its heading
 * @property {string} chapter the title of its chapter
 */
/**
 * @typedef {object} FoundRules What a search in a rulebook finds.
 * @property {string} find what was looked for
 * @property {FoundRule[]} rules
 * @property {Record<string, string>} words by word of the glossary: what it means
 */
/**
 * @typedef {object} LogEntry One order and what came of it, as the seat may know it.
 * @property {number} order its place in the match, from 1
 * @property {number} seq the number of the change it was
 * @property {string} side who gave it
 * @property {string[]} lines the events in words, one line each; without events one line on the order itself
 * @property {GameEvent[]} events Something that happened: `event` is its kind, the rest its facts.
 * @property {Order | null} given the order itself: one's own, or any when all is open
 * @property {string} why a computer player's reason, where the seat may know it
 * @property {string} by which commander of the side gave it, where several share it
 * @property {BattleShow[]} battles the battles decided by it, to be shown
 */
/**
 * @typedef {object} CommanderView One of those who share the seat's side.
 * @property {number} number his place, from 0: the commander-in-chief
 * @property {string} name what the others call him
 * @property {string[]} formations the ids of those given to him
 * @property {boolean} taken somebody sits there
 * @property {boolean} ready he has written what he wants to write
 */
/**
 * @typedef {object} FormationView What can be given to a commander.
 * @property {string} id names it in requests
 * @property {string} name what players call it
 * @property {number} holder the number of the commander who has it
 */
/**
 * @typedef {object} CommandView The command of the seat's own side; the first commander is the commander-in-chief.
 * @property {number} me the number of the commander who sits here
 * @property {CommanderView[]} commanders
 * @property {FormationView[]} formations
 * @property {Order | null} seal the commander-in-chief's order to hand in for everybody, while that is open
 */
/**
 * @typedef {object} DiceView Where the dice come from, docs/explanation/fair-dice.md.
 * @property {string} known_to who could know them beforehand, in words
 * @property {"" | "promise" | "nonce"} asked what this seat is asked to add
 * @property {string[]} shares the players' nonces in the dice to come, side by side
 */
/**
 * @typedef {object} SeatChangeView A seat that was taken from the player that held it: with a new link, or back by the host.
 * @property {number} seq the number of the change it was
 * @property {string} seat the seat: a side, or one of its commanders
 * @property {string} words what happened, as the log says it
 * @property {number} moment when, in seconds since 1970
 */
/**
 * @typedef {object} MatchView The match as one seat sees it now.
 * @property {number} seq the number of the last change the seat knows of
 * @property {string} version names exactly this view in `Ardennes-View`; empty: it gets no patches
 * @property {number} orders how many orders it knows of
 * @property {string} id names it in requests
 * @property {string} name what the lobby calls it
 * @property {string} game its id
 * @property {string} scenario its id
 * @property {Record<string, any>} options by key: what was chosen
 * @property {string | null} side the seat's side; null for somebody who watches
 * @property {Record<string, string>} seats by side: who plays it
 * @property {string[]} to_move the sides that have to decide
 * @property {string[]} thinking those of them that the computer plays
 * @property {string} trouble why a computer player does not go on; empty when all is well
 * @property {BoardState} board
 * @property {Choices} choices
 * @property {LogEntry[]} log_tail the last orders
 * @property {SeatChangeView[]} seat_changes seats taken from the players that held them
 * @property {string} undo why nothing can be taken back; empty when it can
 * @property {boolean} over it has ended
 * @property {boolean} open over, and nothing is secret any more
 * @property {string} commitment the promise of the dice: the seed's hash
 * @property {DiceView} dice
 * @property {string} seed the seed, once all is open
 * @property {number | null} due when the turn is over, by the clock of the answer's Date header
 * @property {CommandView | null} command where several share the seat's side; of another side never
 */
/**
 * @typedef {object} ViewPatch What changed since the view that the request named in `Ardennes-View`; see Patches.
 * @property {string} base the version of the view that the client holds
 * @property {Record<string, any>} patch the patch that makes the present MatchView of it
 */
/** @typedef {MatchView & {error: string}} Overtaken The match had moved on: nothing was done, and this is how it stands. */
/** @typedef {MatchView & {left_out: string[]}} SetUp The view after a kept set-up was used. */
/**
 * @typedef {object} KeptSetup A set-up kept under a name.
 * @property {string} id names it in requests
 * @property {string} name what it was kept as
 * @property {number} made when, in seconds since 1970
 */
/**
 * @typedef {object} SetupList One's own set-ups for a side of a game.
 * @property {KeptSetup[]} setups
 */
/**
 * @typedef {object} Listed A match in the lobby.
 * @property {string} id names it in requests
 * @property {string} name what the lobby calls it
 * @property {string} game its id
 * @property {string} scenario its id
 * @property {Record<string, string>} seats by side: who plays it
 * @property {number} turn the turn it stands at
 * @property {number} orders how many everybody knows of
 * @property {string[]} to_move the sides that have to decide
 * @property {Record<string, any> | null} result how it ended, as a Result; null while it is played
 * @property {string | null} forked_from the match it was forked from
 * @property {number} made when, in seconds since 1970
 * @property {number} changed when last, in seconds since 1970
 * @property {string} dice who could know the dice beforehand, in words
 * @property {number | null} due when the turn is over, by the clock of the answer's Date header
 */
/**
 * @typedef {object} DamagedMatch A match that cannot be read. It is set apart, and nothing of it is deleted.
 * @property {string} id the match's id
 * @property {string} name its name
 * @property {string} what what is damaged, in words
 * @property {string} remedy the command that repairs it, once the server is stopped
 */
/**
 * @typedef {object} MatchList All matches, the last changed first.
 * @property {Listed[]} matches
 * @property {DamagedMatch[]} damaged those that cannot be read; in no other list
 */
/**
 * @typedef {object} Seated A match and the tokens for it, by seat; they are told once.
 * @property {string} id names the match in requests
 * @property {Record<string, string>} tokens by seat: the token that opens it
 * @property {Record<string, string>} invitations by seat: a word for a link to the seat of another; it can be used once
 */
/**
 * @typedef {object} Invited A link to a seat.
 * @property {string} seat the seat it is for
 * @property {string} invitation the word for the link; it can be used once
 */
/**
 * @typedef {object} MessageView What one commander wrote to another, or to all of his side.
 * @property {string} side whose commanders they are
 * @property {string} sender his name
 * @property {string} to whose it is, by name; empty: all of the side
 * @property {string} words the message
 * @property {string} moment the turn in which it was written
 * @property {number} sent when, in seconds since 1970
 * @property {boolean} mine whoever asks wrote it
 */
/**
 * @typedef {object} MessageList Messages the seat may read, the oldest first.
 * @property {MessageView[]} messages
 * @property {number} heard how many the seat has read
 * @property {boolean} more there are more after these
 * @property {boolean} open the match is over and both sides' messages are shown
 */
/**
 * @typedef {object} Log What happened since a change.
 * @property {number} seq the number of the last change the seat knows of
 * @property {number} orders how many orders it knows of
 * @property {number} keep how many orders of what the client has still stand; the entries come after
 * @property {LogEntry[]} entries
 * @property {boolean} more there are more after these
 */
/**
 * @typedef {object} SeatRecord A running match as one seat may take it home: no seed, no fingerprint, no order of another side.
 * @property {string} format ardennes-record
 * @property {number} format_version of such files
 * @property {string} about what such a file is good for
 * @property {string} game its id
 * @property {string} rules the version of its rules
 * @property {string} name what the lobby calls the match
 * @property {string} scenario its id
 * @property {Record<string, any>} options by key: what was chosen
 * @property {string} seat a side, or `watch`
 * @property {Record<string, string>} seats by side: who plays it
 * @property {string} commitment the promise of the dice: the seed's hash
 * @property {string} dice_known_to who could know the dice beforehand, in words
 * @property {LogEntry[]} orders
 */
/**
 * @typedef {object} Replay The board after so many orders.
 * @property {number} at so many
 * @property {number} orders how many there are
 * @property {BoardState} board
 * @property {LogEntry | null} entry the last of them; null before the first
 */
/**
 * @typedef {object} Reach What a unit may do.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Way[]} reach where it may go
 * @property {Panel[]} panels what else it may do: amounts, orders, reasons
 */
/**
 * @typedef {object} RouteAnswer A way drawn by hand, judged.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Route} route
 */
/**
 * @typedef {object} MarchAnswer Several units towards a hex.
 * @property {number} seq the number of the last change it was worked out after
 * @property {March} march
 */
/**
 * @typedef {object} Comers Who can come to a hex.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Comer[]} comers
 */
/**
 * @typedef {object} WhyNot Why something cannot be done; nothing where it can.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Refusal[]} why
 */
/**
 * @typedef {object} OddsAnswer The arithmetic of an attack.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Odds} odds
 */
/**
 * @typedef {object} Hint What a computer player would do.
 * @property {number} seq the number of the last change it was worked out after
 * @property {Order} order An order, ready to give, exactly as the server offered it.
 * @property {string} words the order in the players' words
 * @property {string} why its reason
 * @property {string} player its name
 * @property {string} slower who may be asked with patient=1; empty: nobody
 * @property {number} seconds so long that one takes over a turn; 0: not measured
 * @property {string} final why the order cannot be taken back; empty: undo may take it back
 */
/**
 * @typedef {object} StaffAnswer What the staff would do with the rest of the decision.
 * @property {number} seq the number of the last change it was worked out after
 * @property {StaffPlan} plan
 */
/**
 * @typedef {object} ReportProgress How far a deep report is.
 * @property {number} share from 0 to 1; at 1 the report has it
 * @property {string} words what is being done
 * @property {boolean} [failed] it did not come to an end; asked again it begins anew
 */
/**
 * @typedef {object} Moved What the socket tells: at once, whenever the match moves, and when a commander is written to.
 * @property {number} seq the number of the last change the seat knows of
 * @property {number} [mail] of a commander's socket: how many messages he may read
 */

export {};
