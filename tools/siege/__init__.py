"""The siege: a server of our own is attacked from outside, to see whether it keeps what it promises.

`python -m tools.siege` starts real servers on this machine with folders of their own, and knows
of them only what HTTP and sockets tell. Each attack is one function (`attacks.py` lists them) that counts
what it tried and says what broke, with the request, the answer and the seed to repeat it.
"""
