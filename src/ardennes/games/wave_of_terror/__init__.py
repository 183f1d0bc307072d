"""Wave of Terror: battalions, 2,359 hexes, two profiles."""

from ardennes.kernel.kit import Card, Kit, players_of

KIT = Kit(
    game="ardennes.games.wave_of_terror.game:WaveOfTerror",
    table="ardennes.games.wave_of_terror.table.table:WaveOfTerrorTable",
    casebook="ardennes.games.wave_of_terror.cases.casebook:CASEBOOK",
    players=players_of(
        "ardennes.players.wave_of_terror", "staff_lite", "bold", "methodical", "stubborn", "counter_puncher"
    ),
    card=Card(
        about="Every battalion of the offensive on one large map, for long winter evenings.",
        scale="Battalions",
        complexity=5,
        tasks={
            "german": "break the line, race for the bridges",
            "allied": "hold the crossroads, block the bridges",
        },
    ),
    set_up="auto_setup",
    measures="ardennes.games.wave_of_terror.measures:WaveMeasures",
    watcher="ardennes.lab.wave_of_terror_behaviour:WaveWatcher",
)
