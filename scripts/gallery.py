"""Take pictures of the table at many moments, and run axe on each: python scripts/gallery.py OUT [NAME...]

Every moment is reached on a real server and shown in headless Chromium. OUT/index.html shows all of them. The
exit code is 1 if axe finds something. With names, only those moments.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setup import HOME

sys.path.insert(0, str(HOME))


def main(out: str, *names: str) -> int:
    from playwright.sync_api import sync_playwright

    from bench.chromium import FLAGS, MISSING, find_chromium
    from tests.browser.gallery import build
    from tests.browser.moments import MOMENTS

    if find_chromium() is None:
        sys.exit(MISSING)
    moments = [moment for moment in MOMENTS if not names or moment.name in names]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        result = build(Path(out), browser, moments)
        browser.close()
    for name, faults in result.items():
        for fault in faults:
            print(f"{name}: {fault.impact}: {fault.words}")
    print(
        f"{len(moments)} moments in {Path(out) / 'index.html'}; axe found {sum(map(len, result.values()))}."
    )
    return 1 if result else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
