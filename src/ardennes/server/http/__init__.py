"""Carry requests: routing, rate limits, connections, static files and live sockets."""
