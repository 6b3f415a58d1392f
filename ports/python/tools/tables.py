"""Make src/fpcheck/_tables.py of the Unicode data in vectors/ucd, and copy those of chapter 11.

    python tools/tables.py            write the module
    python tools/tables.py --check    fail if it is not what would be written

The folder is ../../vectors, or the one that FPCHECK_VECTORS names.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

PORT = Path(__file__).resolve().parent.parent
MODULE = PORT / "src" / "fpcheck" / "_tables.py"
VECTORS = Path(os.environ.get("FPCHECK_VECTORS") or PORT / ".." / ".." / "vectors")
UCD = VECTORS / "ucd"

CODE_POINTS = 0x110000
WIDTH = 100

HEAD = '''\
"""The properties of Unicode 15.0.0 that the rules need.

Made by tools/tables.py from vectors/ucd. Do not edit. The data are derived from the
Unicode Character Database, under the Unicode License v3.
"""

from __future__ import annotations

from typing import Final

Runs = tuple[tuple[int, str], ...]

'''


def lines(name: str) -> Iterator[tuple[str, str]]:
    """The two fields of each line of a data file."""
    for line in (UCD / f"{name}.txt").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            field, _, value = line.partition(";")
            yield field, value


def ranges(name: str) -> Iterator[tuple[int, int, str]]:
    """The lines of a property of code points: first, last, value."""
    for field, value in lines(name):
        first, _, last = field.partition("..")
        yield int(first, 16), int(last or first, 16), value


def string(field: str) -> str:
    return "".join(chr(int(cp, 16)) for cp in field.split())


def runs(name: str, default: str, listed: str = "") -> str:
    """A property as lengths and values, in the order of the code points."""
    values = [default] * CODE_POINTS
    for first, last, value in ranges(name):
        values[first:last + 1] = [value or listed] * (last + 1 - first)
    pairs = [(len(list(group)), value) for value, group in groupby(values)]
    return constant(name, "Runs", [f"({length}, {value!r}), " for length, value in pairs])


def entries(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    """A mapping as one string: what is mapped and, at once, what to; U+0000 between any two."""
    text = "\0".join(source + target for source, target in pairs)
    return constant(name, "str", [ascii(char)[1:-1].replace('"', '\\"') for char in text], '"')


def constant(name: str, kind: str, atoms: Iterable[str], quote: str = "") -> str:
    """An assignment of a tuple, or of a string, broken between atoms."""
    out, line = [], ""
    for atom in atoms:
        if len(line) + len(atom) > WIDTH - 6:
            out.append(line)
            line = ""
        line += atom
    body = "".join(f"    {quote}{part if quote else part.rstrip()}{quote}\n"
                   for part in [*out, line])
    return f"{constant_name(name)}: Final[{kind}] = (\n{body})\n"


def constant_name(name: str) -> str:
    """GeneralCategory as GENERAL_CATEGORY, but NFKC_Casefold as NFKC_CASEFOLD."""
    if "_" in name:
        return name.upper()
    return "".join("_" + char if char.isupper() else char.upper() for char in name).lstrip("_")


def module() -> str:
    casefold = [(chr(cp), string(value))
                for first, last, value in ranges("NFKC_Casefold") if first == last
                for cp in [first]]
    removed = [f"({first}, {last}), " for first, last, value in ranges("NFKC_Casefold")
               if first != last]
    return HEAD + "\n".join([
        runs("GeneralCategory", "Cn"),
        runs("Script", "Unknown"),
        runs("Alphabetic", "N", "Y"),
        runs("White_Space", "N", "Y"),
        runs("CombiningClass", "0"),
        "# Ranges that NFKC_Casefold removes; single code points are in NFKC_CASEFOLD.\n"
        + constant("Removed", "tuple[tuple[int, int], ...]", removed),
        entries("NFKC_Casefold", casefold),
        "# Without the Hangul syllables, which decompose and compose by arithmetic.\n"
        + entries("CanonicalDecomposition",
                  [(string(cp), string(value)) for cp, value in lines("CanonicalDecomposition")]),
        entries("Composition",
                [(string(pair), string(value)) for pair, value in lines("Composition")]),
    ])


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        if MODULE.read_text(encoding="ascii") == module():
            return 0
        print(f"{MODULE.name} is out of date: run tools/tables.py", file=sys.stderr)
        return 1
    MODULE.write_text(module(), encoding="ascii", newline="\n")
    data = MODULE.parent
    shutil.copy(VECTORS / "markup" / "entities.txt", data)
    for path in (VECTORS / "encodings").glob("*.txt"):
        if path.name != "SHA256SUMS.txt":
            shutil.copy(path, data / "encodings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
