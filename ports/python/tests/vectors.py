"""The golden vectors, which are in YAML."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generator import generate

VECTORS = Path(os.environ.get("FPCHECK_VECTORS")
               or Path(__file__).resolve().parents[3] / "vectors")
UCD = VECTORS / "ucd"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load(stage: str) -> Iterator[tuple[str, list[str], Any, Any]]:
    """The vectors of a stage: id, schemes, input, what is expected."""
    found = False
    for path in sorted(VECTORS.glob("*.yaml")):
        with path.open("rb") as file:
            if f"stage: {stage}\n".encode() not in file.read(200):
                continue
            file.seek(0)
            content = yaml.load(file, _LOADER)
        for vector in content["vectors"]:
            found = True
            yield vector["id"], content["schemes"], vector["input"], vector["expect"]
    assert found, f"no vectors of stage {stage} in {VECTORS}"


def octets(spelled: Any) -> bytes:
    """Octets as vectors/README.md has them spelled."""
    if isinstance(spelled, list):
        return b"".join(map(octets, spelled))
    if isinstance(spelled, str):
        return spelled.encode("utf-8")
    if "texts" in spelled:
        texts = spelled["texts"]
        return b"".join([generate(texts["seed"], texts["first"] + i) + b"\n"
                         for i in range(texts["count"])])
    once = bytes.fromhex(spelled["hex"]) if "hex" in spelled else spelled["text"].encode("utf-8")
    return once * spelled.get("repeat", 1)


def text(spelled: Any) -> str:
    return octets(spelled).decode("utf-8")
