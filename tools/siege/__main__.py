"""`python -m tools.siege --minutes 10`: attack a server started for this purpose and report what breaks."""

from __future__ import annotations

import secrets
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from tools.siege.attacks import ATTACKS
from tools.siege.plan import BROKEN, as_json, besiege, lines, markdown

ABOUT = """Start servers on this machine (127.0.0.1, folders under the temporary folder), attacks
them over HTTP and sockets, and ends them. Nothing else on the machine is touched, nothing goes out of it.
Exit code 0: every promise was kept; 1: one was broken, and the request, the answer and the seed are shown."""
EXAMPLES = """examples:
  python -m tools.siege --minutes 10
  python -m tools.siege --only kills --only twins --minutes 2
  python -m tools.siege --only forged --seed 4711     the same requests again
  python -m tools.siege --minutes 10 --markdown       end with a table of what was tried

The time is shared among the attacks; each gets one round at least, so that a very short run takes longer than
asked. A seed fixes what is tried, not how the machine's threads and processes take turns.
"""
WIDEST_NAME = 14


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(
        prog="python -m tools.siege",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    names = [attack.name for attack in ATTACKS]
    parser.add_argument("--minutes", type=float, default=10.0, help="total time (10)")
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help="only this attack; can be repeated"
    )
    parser.add_argument("--list", action="store_true", help="the attacks: what is promised, how it is tried")
    parser.add_argument("--seed", type=int, help="repeat the same attempts; default: random")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all results to this file")
    parser.add_argument("--markdown", action="store_true", help="end with a Markdown table")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        for attack in ATTACKS:
            print(f"{attack.name:<{WIDEST_NAME}}{attack.promise}\n{'':<{WIDEST_NAME}}{attack.how}")
        return 0
    seed = secrets.randbelow(10**6) if chosen.seed is None else chosen.seed
    wanted = [attack for attack in ATTACKS if not chosen.only or attack.name in chosen.only]
    print(f"A siege of {chosen.minutes:g} minutes, seed {seed}", flush=True)
    began = time.monotonic()
    results = besiege(wanted, chosen.minutes * 60, seed, tell=lambda words: print(f"  {words}", flush=True))
    print("\n".join(lines(results)))
    print(f"It took {(time.monotonic() - began) / 60:.1f} minutes, seed {seed}.")
    if chosen.markdown:
        print(f"\n{markdown(results)}")
    if chosen.json:
        chosen.json.write_text(as_json(results, seed), encoding="utf-8")
    return int(any(result.verdict == BROKEN for result in results))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
