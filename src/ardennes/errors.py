"""The one kind of error that is told to the user in plain words."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can put right: the message says what, where, and what would be right."""
