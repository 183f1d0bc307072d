"""The siege: attack a server from outside, to check that it keeps its promises.

`python -m tools.siege` starts real servers on this machine with separate data folders, and sees only what
HTTP and sockets show. Each attack is one function (`attacks.py` lists them). It counts what it tried and
reports what broke, with the request, the answer and the seed to repeat it.
"""
