"""The theatre as facts in latitude and longitude, and the compiler that lays it on a game's hex grid."""
