"""Tigers in the Ardennes: divisions, 159 hexes, 12 turns."""

from ardennes.kernel.kit import Card, Kit, players_of

KIT = Kit(
    game="ardennes.games.tigers.game:Tigers",
    table="ardennes.games.tigers.table.table:TigersTable",
    casebook="ardennes.games.tigers.cases.casebook:CASEBOOK",
    players=players_of(
        "ardennes.players.tigers", "staff_lite", "bold", "methodical", "stubborn", "counter_puncher"
    ),
    card=Card(
        about="Divisions race for the Meuse: thirty counters per side, one big decision per turn.",
        scale="Divisions",
        complexity=2,
        tasks={"german": "Attack against the clock", "allied": "Hold on, then strike back"},
        start=True,
    ),
    measures="ardennes.games.tigers.measures:TigersMeasures",
    watcher="ardennes.lab.tigers_behaviour:TigersWatcher",
)
