"""How many megabytes a second each scheme takes, of the text in a file.

    python bench.py TEXT
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import fpcheck

TIMES = 5


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    octets = Path(sys.argv[1]).read_bytes()
    for scheme in fpcheck.SCHEMES:
        best = float("inf")
        for _ in range(TIMES):
            start = time.process_time()
            scheme.sum(octets)
            best = min(best, time.process_time() - start)
        print(f"{scheme.id} {len(octets) / best / 1e6:.1f} MB/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
