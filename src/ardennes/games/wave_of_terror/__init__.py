"""Wave of Terror: battalions, 2,359 hexes, two profiles."""

from ardennes.kernel.kit import Kit, players_of

KIT = Kit(
    game="ardennes.games.wave_of_terror.game:WaveOfTerror",
    table="ardennes.games.wave_of_terror.table.table:WaveOfTerrorTable",
    casebook="ardennes.games.wave_of_terror.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.wave_of_terror"),
    watcher="ardennes.lab.wave_of_terror_behaviour:watch",
)
