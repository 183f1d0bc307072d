"""Breakthrough in the Ardennes: regiments, hidden strengths, three scenarios."""

from ardennes.kernel.kit import Kit, players_of

KIT = Kit(
    game="ardennes.games.breakthrough.game:Breakthrough",
    table="ardennes.games.breakthrough.table.table:BreakthroughTable",
    casebook="ardennes.games.breakthrough.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.breakthrough"),
    watcher="ardennes.lab.breakthrough_behaviour:watch",
    history="ardennes.lab.breakthrough_history:HISTORY",
)
