"""Tigers in the Ardennes: divisions, 159 hexes, 12 turns."""

from ardennes.kernel.kit import Kit, players_of

KIT = Kit(
    game="ardennes.games.tigers.game:Tigers",
    table="ardennes.games.tigers.table.table:TigersTable",
    casebook="ardennes.games.tigers.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.tigers"),
    watcher="ardennes.lab.tigers_behaviour:watch",
)
