"""The theatre as facts in latitude and longitude, and the compiler that maps it to a game's hex grid."""
