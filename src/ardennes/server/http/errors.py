"""Map the exceptions of routes to HTTP errors."""

from __future__ import annotations

from ardennes.errors import UserError
from ardennes.kernel.contract import Refusal, Refused
from ardennes.kernel.match import CannotUndo
from ardennes.server.http.responses import Problem
from ardennes.server.matches.session import NotAllowed, NotNow
from ardennes.server.routes.match import refused
from ardennes.server.storage.integrity import CannotOpen, OtherRules
from ardennes.server.storage.models import NoSuchMatch

FAILURES = (Problem, Refused, CannotUndo, UserError, NotAllowed, NoSuchMatch)


def problem_of(error: Exception) -> Problem:
    """Return the HTTP error for an exception of FAILURES. Raise any other exception again: it is a bug."""
    match error:
        case Problem():
            return error
        case Refused():
            return refused(error.refusal)
        case CannotUndo():
            return refused(Refusal("", str(error)))
        case OtherRules():
            return Problem(410, str(error), turn=error.turn)
        case CannotOpen():
            return Problem(410, str(error))
        case UserError():
            return Problem(400, str(error))
        case NotNow():
            return Problem(409, str(error))
        case NotAllowed():
            return Problem(403, str(error))
        case NoSuchMatch():
            return Problem(404, "There is no such match.")
        case _:
            raise error
