"""Golden files: recorded matches that guard rules, wording and computer play against accidental changes."""
