"""Breakthrough in the Ardennes: regiments, hidden strengths, three scenarios."""

from ardennes.kernel.kit import Card, Kit, players_of

KIT = Kit(
    game="ardennes.games.breakthrough.game:Breakthrough",
    table="ardennes.games.breakthrough.table.table:BreakthroughTable",
    casebook="ardennes.games.breakthrough.cases.casebook:CASEBOOK",
    players=players_of("ardennes.players.breakthrough", "bold", "methodical", "stubborn", "counter_puncher"),
    card=Card(
        about="Regiments with hidden strengths, and never enough fuel or organization to use them all.",
        scale="Regiments",
        complexity=3,
        tasks={
            "german": "Take the towns and keep the roads open",
            "american": "Hold the crossroads and cut off the columns",
        },
    ),
    measures="ardennes.games.breakthrough.measures:BreakthroughMeasures",
    watcher="ardennes.lab.breakthrough_behaviour:BreakthroughWatcher",
)
