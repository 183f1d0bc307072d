"""Convert between longitude and latitude and a game's hex plane: an affine map, optionally with a warp.

u counts columns and v rows, so a hex center has u = its column and v = its row, half a row more in the pushed
columns. Distances are measured in the plane x = u * sqrt(3)/2, y = v: one hex is one wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, log, sqrt

ROOT3_2 = sqrt(3) / 2
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """E = (lon - lon0) km_per_deg_lon and N likewise; u = u0 + u1 E + u2 N + sum of cu_k r_k^2 ln r_k."""

    lat0: float
    lon0: float
    km_per_deg_lat: float
    km_per_deg_lon: float
    u: tuple[float, float, float]
    v: tuple[float, float, float]
    controls: tuple[tuple[float, float, float, float], ...] = ()  # E, N, cu, cv: a thin-plate spline

    def kilometres(self, lon: float, lat: float) -> Point:
        return (lon - self.lon0) * self.km_per_deg_lon, (lat - self.lat0) * self.km_per_deg_lat

    def _bend(self, east: float, north: float) -> Point:
        u = self.u[0] + self.u[1] * east + self.u[2] * north
        v = self.v[0] + self.v[1] * east + self.v[2] * north
        for e, n, cu, cv in self.controls:
            r = hypot(east - e, north - n)
            if r > 0:
                pull = r * r * log(r)
                u += cu * pull
                v += cv * pull
        return u, v

    def columns_rows(self, lon: float, lat: float) -> Point:
        """Return (u, v) of a geographic position."""
        return self._bend(*self.kilometres(lon, lat))

    def plane(self, lon: float, lat: float) -> Point:
        u, v = self.columns_rows(lon, lat)
        return u * ROOT3_2, v

    def ground(self, x: float, y: float) -> Point:
        """Return longitude and latitude of a point of the plane, by Newton's method."""
        u, v = x / ROOT3_2, y
        east, north = self._affine_ground(u, v)
        for _ in range(60):
            fu, fv = self._bend(east, north)
            du, dv = u - fu, v - fv
            if abs(du) < 1e-10 and abs(dv) < 1e-10:
                break
            east, north = self._step(east, north, du, dv)
        return self.lon0 + east / self.km_per_deg_lon, self.lat0 + north / self.km_per_deg_lat

    def _affine_ground(self, u: float, v: float) -> Point:
        det = self.u[1] * self.v[2] - self.u[2] * self.v[1]
        du, dv = u - self.u[0], v - self.v[0]
        return (du * self.v[2] - dv * self.u[2]) / det, (dv * self.u[1] - du * self.v[1]) / det

    def _step(self, east: float, north: float, du: float, dv: float) -> Point:
        """Take one Newton step of at most 20 km, so that a strong warp cannot move it off the map."""
        h = 1e-3
        u0, v0 = self._bend(east, north)
        ue, ve = self._bend(east + h, north)
        un, vn = self._bend(east, north + h)
        a, b, c, d = (ue - u0) / h, (un - u0) / h, (ve - v0) / h, (vn - v0) / h
        det = a * d - b * c
        step_e, step_n = (du * d - dv * b) / det, (dv * a - du * c) / det
        shorten = min(1.0, 20.0 / max(hypot(step_e, step_n), 1e-9))
        return east + step_e * shorten, north + step_n * shorten
