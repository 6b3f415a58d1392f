"""The command: python -m fpcheck."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from fpcheck import (
    SCHEMES,
    Fingerprint,
    MalformedFingerprint,
    NoFeatures,
    NotComparable,
    __version__,
    _port,
    lookup,
)

_CHUNK = 1 << 20


def _open(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    return contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")


class _NotText(ValueError):
    """A file is not text in its encoding."""


def _text(path: str, encoding: str) -> Iterator[str]:
    """The text of a file, in pieces. The command guesses no encoding."""
    decoder = codecs.getincrementaldecoder(encoding)()
    at = 0
    with _open(path) as file:
        while True:
            octets = file.read(_CHUNK)
            try:
                yield decoder.decode(octets, final=not octets)
            except UnicodeError as error:
                raise _NotText(f"{path}: not {encoding}{_place(error, at + len(octets))}; "
                               "--encoding names the encoding, such as windows-1252") from None
            if not octets:
                return
            at += len(octets)


def _place(error: UnicodeError, end: int) -> str:
    """Where an error is, or why. `end` is the number of octets that the decoder has read."""
    if not isinstance(error, UnicodeDecodeError):  # such as UTF-16 without a byte order mark
        return f": {error}"
    # What the decoder has kept of the piece before is a part of the error's object.
    return f" at octet {end - len(error.object) + error.start}"


def _sum(path: str, args: argparse.Namespace) -> Fingerprint:
    hasher = lookup(args.scheme).new()
    for text in _text(path, args.encoding):
        hasher.update(text)
    return hasher.fingerprint()


def _encoding(name: str) -> str:
    try:
        codec = codecs.lookup(name)
        "".encode(codec.name)  # it is an encoding of text
    except (LookupError, UnicodeError):  # the codec named undefined raises the second
        raise argparse.ArgumentTypeError(
            f"unknown encoding {name!r}: expected one such as windows-1252") from None
    return codec.name


def _fingerprint(args: argparse.Namespace) -> int:
    failed = 0
    for path in args.files or ["-"]:
        try:
            print(f"{_sum(path, args)}  {path}")
        except (OSError, NoFeatures) as error:
            print(f"fpcheck: {path}: {_reason(error)}", file=sys.stderr)
            failed = 1
        except _NotText as error:
            print(f"fpcheck: {error}", file=sys.stderr)
            failed = 1
    return failed


def _compare(args: argparse.Namespace) -> int:
    one, other = [_fingerprint_of(each, args) for each in (args.a, args.b)]
    print(f"distance {one.distance(other)}, similarity {one.similarity(other):.6g}")
    return 0


def _fingerprint_of(string_or_path: str, args: argparse.Namespace) -> Fingerprint:
    try:
        return Fingerprint.parse(string_or_path)
    except MalformedFingerprint:
        return _sum(string_or_path, args)


def _stages(args: argparse.Namespace) -> int:
    scheme = lookup(args.scheme)
    stages = scheme.stages("".join(_text(args.file, args.encoding)))
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
        prog="python -m fpcheck", description="Fingerprints of plain texts: SimHash and MinHash.",
        epilog="The command fpcheck, the reference, is another program. It reads HTML, PDF and "
               "other media, detects encodings, finds near duplicates and verifies archives: "
               "https://github.com/lsh-interop/fpcheck")
    parser.add_argument("--version", action="version", version=f"fpcheck {__version__} (Python)")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    of_scheme = argparse.ArgumentParser(add_help=False)
    of_scheme.add_argument("--scheme", choices=[scheme.id for scheme in SCHEMES], default="sm1",
                           help="the scheme of texts (default sm1)")
    of_scheme.add_argument("--encoding", type=_encoding, default="utf-8",
                           help="the encoding of texts, as Python names it (default utf-8)")

    command = commands.add_parser("fingerprint", parents=[of_scheme],
                                  help="print the fingerprint of each text")
    command.add_argument("files", nargs="*", metavar="FILE",
                         help="a plain text; - or none is standard input")
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
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; say nothing of it
        return 1
    except (OSError, NoFeatures, NotComparable, _NotText) as error:
        name = getattr(error, "filename", None)
        print(f"fpcheck: {f'{name}: ' if name else ''}{_reason(error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
