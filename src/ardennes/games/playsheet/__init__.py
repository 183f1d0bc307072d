"""The Operational Playsheet: double-blind, simultaneous, with the computer as umpire."""
