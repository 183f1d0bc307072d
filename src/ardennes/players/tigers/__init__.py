"""The computer players of Tigers in the Ardennes: the staff and the four exploit players."""
