"""The gallery of the table: every moment can be reached, and axe finds no problem in any of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.gallery import build
from tests.browser.moments import MOMENTS, Moment

FEW = ("lobby-empty", "tigers-attack-phone", "rulebook-phone-dark")


def test_three_moments_are_built_and_one_that_is_not_come_to_counts(browser: Browser, tmp_path: Path) -> None:
    def never(_: object) -> None:
        raise AssertionError("nobody is there")

    moments = [moment for moment in MOMENTS if moment.name in FEW]
    assert len(moments) == len(FEW)
    result = build(tmp_path, browser, [*moments, Moment("never", never)])
    assert [*result] == ["never"], result
    assert "not reached: nobody is there" in result["never"][0].words
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "nobody is there" in page
    for moment in moments:
        assert (tmp_path / f"{moment.name}.png").stat().st_size > 10_000
        assert f"{moment.name}.png" in page


@pytest.mark.slow
def test_axe_finds_nothing_in_the_whole_gallery(browser: Browser, tmp_path: Path) -> None:
    assert len(MOMENTS) >= 40
    assert build(tmp_path, browser, MOMENTS) == {}
