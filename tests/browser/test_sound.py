"""The sounds, rendered to samples as in a browser: audible, never clipped, quiet and short."""

from __future__ import annotations

import json

from tests.browser.sitting import Sitting

QUIET, LOUDEST = 0.03, 0.25  # peaks; at 1.0 a sample is clipped
FELT = 0.08  # root mean square of its loudest tenth of a second
LONGEST, ROOM = 2.0, 3.0  # seconds of a sound, and of what is rendered
SILENCE = 0.001
# As one text: a list would be sent item by item.
RENDER = """async ([name, room]) => {
  const { SOUNDS } = await import("/js/lib/sound.js");
  const audio = new OfflineAudioContext(1, 44100 * room, 44100);
  SOUNDS[name](audio, 0);
  return JSON.stringify([...(await audio.startRendering()).getChannelData(0)]);
}"""


def figures(samples: list[float]) -> tuple[float, float, float]:
    """Return the peak, the loudest tenth of a second, and the end."""
    tenth = 4410
    parts = [samples[at : at + tenth] for at in range(0, len(samples), tenth)]
    loudest = max((sum(x * x for x in part) / len(part)) ** 0.5 for part in parts)
    last = max((at for at, x in enumerate(samples) if abs(x) > SILENCE), default=0)
    return max(map(abs, samples)), loudest, last / 44100


def test_every_sound_is_heard_and_stays_quiet_and_short(sitting: Sitting) -> None:
    sitting.page.goto(sitting.base)
    names = sitting.page.evaluate("async () => Object.keys((await import('/js/lib/sound.js')).SOUNDS)")
    assert set(names) == {"die", "gun", "bridge", "bell"}
    for name in names:
        samples = json.loads(sitting.page.evaluate(RENDER, [name, ROOM]))
        peak, loudest, seconds = figures(samples)
        assert QUIET < peak < LOUDEST, name
        assert loudest < FELT, name
        assert 0.1 < seconds < LONGEST, name
