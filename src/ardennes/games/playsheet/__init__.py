"""The Operational Playsheet: sealed orders of both sides, carried out at once."""

from ardennes.kernel.kit import Kit, players_of

KIT = Kit(
    game="ardennes.games.playsheet.game:Playsheet",
    table="ardennes.games.playsheet.table.table:PlaysheetTable",
    casebook="ardennes.games.playsheet.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.playsheet"),
    watcher="ardennes.lab.playsheet_behaviour:watch",
)
