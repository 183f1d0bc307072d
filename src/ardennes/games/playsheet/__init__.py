"""The Operational Playsheet: sealed orders of both sides, carried out at once."""

from ardennes.kernel.kit import Card, Kit, players_of

KIT = Kit(
    game="ardennes.games.playsheet.game:Playsheet",
    table="ardennes.games.playsheet.table.table:PlaysheetTable",
    casebook="ardennes.games.playsheet.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.playsheet", "bold", "methodical", "stubborn", "counter_puncher"),
    card=Card(
        about="Both staffs write sealed orders at once, and know only what is reported to them.",
        scale="Regiments",
        complexity=4,
        tasks={"german": "break through before they understand", "allied": "find out where the blow falls"},
    ),
    measures="ardennes.games.playsheet.measures:PlaysheetMeasures",
    watcher="ardennes.lab.playsheet_behaviour:PlaysheetWatcher",
)
