"""The licences of the crates that are compiled into the native wheel.

    python tools/licences.py FILE

Where Apache-2.0 is offered by itself, that is the licence taken, whose text is in LICENSE. The
texts of all others are written out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

NATIVE = Path(__file__).resolve().parent.parent / "native"
HEAD = """The file fpcheck/_native of this package is compiled from these crates, and from the
standard library of Rust. Where Apache-2.0 is a choice by itself, as it is for the standard
library, it is the licence under which they are used: its text is in LICENSE. The texts of the
others are below.
"""


def cargo(*arguments: str) -> str:
    return subprocess.run(("cargo", *arguments, "--locked", "--quiet"), cwd=NATIVE, check=True,
                          capture_output=True, text=True).stdout


def offers_apache(expression: str) -> bool:
    choices = re.split(r" OR |\s*/\s*", expression)
    return "AND" not in expression and "Apache-2.0" in choices


def texts(package: dict[str, Any]) -> list[str]:
    """The licences of a package, but for those that LICENSE has."""
    folder = Path(package["manifest_path"]).parent
    found = [file.read_text("utf-8").strip() for file in sorted(folder.glob("LICENSE*"))
             if "APACHE" not in file.name.upper()]
    if not found:
        raise SystemExit(f"{package['name']}: {package['license']}, and no text of it")
    return found


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    compiled = set(re.findall(r"^(\S+) v(\S+)", cargo(
        "tree", "--edges", "normal,no-proc-macro", "--prefix", "none"), re.MULTILINE))
    packages = [package for package in json.loads(cargo("metadata", "--format-version", "1"))[
                    "packages"]
                if (package["name"], package["version"]) in compiled
                and not package["name"].startswith("fpcheck")]
    packages.sort(key=lambda package: (package["name"], package["version"]))
    out = [HEAD, *(f"{package['name']} {package['version']}: {package['license']}"
                   for package in packages)]
    for package in packages:
        if not offers_apache(package["license"]):
            out += ["", f"--- {package['name']} {package['version']}", "", *texts(package)]
    Path(sys.argv[1]).write_text("\n".join(out) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
