"""Case files of the playsheet."""
