"""The command: python -m fpcheck, or fpcheck."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from typing import BinaryIO

from fpcheck import (
    SCHEMES,
    Fingerprint,
    MalformedFingerprint,
    NoFeatures,
    NotComparable,
    Scheme,
    __version__,
    _port,
    lookup,
)

_CHUNK = 1 << 20


def _open(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    return contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")


def _sum(path: str, scheme: Scheme) -> Fingerprint:
    hasher = scheme.new()
    with _open(path) as file:
        while octets := file.read(_CHUNK):
            hasher.update(octets)
    return hasher.fingerprint()


def _fingerprint(args: argparse.Namespace) -> int:
    failed = 0
    for path in args.files or ["-"]:
        try:
            print(f"{_sum(path, lookup(args.scheme))}  {path}")
        except (OSError, NoFeatures) as error:
            print(f"fpcheck: {path}: {_reason(error)}", file=sys.stderr)
            failed = 1
    return failed


def _compare(args: argparse.Namespace) -> int:
    one, other = [_fingerprint_of(each, lookup(args.scheme)) for each in (args.a, args.b)]
    print(f"distance {one.distance(other)}, similarity {one.similarity(other):.6g}")
    return 0


def _fingerprint_of(string_or_path: str, scheme: Scheme) -> Fingerprint:
    try:
        return Fingerprint.parse(string_or_path)
    except MalformedFingerprint:
        return _sum(string_or_path, scheme)


def _stages(args: argparse.Namespace) -> int:
    scheme = lookup(args.scheme)
    with _open(args.file) as file:
        stages = scheme.stages(file.read())
    print(f"1 text\n{stages.text!r}\n2 identifiers\n{stages.identifiers!r}")
    print("3 runs", *map(repr, stages.runs), sep="\n")
    print("4 tokens", *map(repr, stages.tokens), sep="\n")
    print("5 features, 6 hashes: hash, weight, feature")
    for octets, value, weight in stages.features:
        print(f"{value:016x} {weight:4} {octets.decode()!r}")
    print(f"5 elements: {len(stages.elements)}")
    fingerprint = scheme.sum(stages.text.encode())
    print(f"7 sketch\n{fingerprint.sketch.hex()}\n8 string\n{fingerprint}")
    return 0


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fpcheck", description="Fingerprints of texts: SimHash and MinHash.")
    parser.add_argument("--version", action="version", version=f"fpcheck {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    of_scheme = argparse.ArgumentParser(add_help=False)
    of_scheme.add_argument("--scheme", choices=[scheme.id for scheme in SCHEMES], default="sm1",
                           help="the scheme of texts (default sm1)")

    command = commands.add_parser("fingerprint", parents=[of_scheme],
                                  help="print the fingerprint of each text")
    command.add_argument("files", nargs="*", metavar="FILE",
                         help="a text, in UTF-8; - or none is standard input")
    command.set_defaults(run=_fingerprint)

    command = commands.add_parser("compare", parents=[of_scheme],
                                  help="print how near two texts are")
    for name in "ab":
        command.add_argument(name, metavar=name.upper(), help="a fingerprint, or a text's file")
    command.set_defaults(run=_compare)

    command = commands.add_parser("stages", parents=[of_scheme],
                                  help="print what comes out of each stage")
    command.add_argument("file", metavar="FILE", help="a text; - is standard input")
    command.set_defaults(run=_stages)

    command = commands.add_parser("port", help="speak the port protocol of the conformance suite")
    command.set_defaults(run=lambda args: _port.main())
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 if all went well, 1 if not, 2 if it was called wrongly."""
    args = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; say nothing of it
        return 1
    except (OSError, NoFeatures, NotComparable) as error:
        name = getattr(error, "filename", None)
        print(f"fpcheck: {f'{name}: ' if name else ''}{_reason(error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
