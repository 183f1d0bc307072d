"""The error for users, shown without a traceback."""

from __future__ import annotations


class UserError(Exception):
    """A problem that the user can fix: the message says what, where, and what would be right."""
