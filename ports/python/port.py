"""The port protocol (SPEC.md, annex A) on standard input and output, for fpcheck.py.

Requests are answered in order. Replies go out by a thread of their own, each as soon as
it is made, so that reading never waits for a runner that does not read yet.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import re
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

try:
    import fpcheck
except OSError as missing:  # no Unicode data
    sys.exit(f"port.py: {missing}")

Message = dict[str, Any]

PROTOCOL = 1
MAX_REPLY = 64 << 20

HEX64 = re.compile("[0-9a-f]{16}")
HEX = re.compile("(?:[0-9a-f]{2})*")
INTEGER = re.compile("-?[0-9]{1,19}")
ID = re.compile(r'"id"[ \t]*:[ \t]*("(?:[^"\\]|\\.)*"|-?[0-9]+)')


class Unsupported(Exception):
    """A stage or a scheme that this port does not have."""


class Malformed(ValueError):
    """A message that is not as annex A has it."""


# --- Values -----------------------------------------------------------------

def _octets(value: Any) -> bytes:
    if not isinstance(value, str):
        raise Malformed("base64 is to be a JSON string")
    return base64.b64decode(value, validate=True)


def _text(value: Any) -> str:
    return _octets(value).decode("utf-8")


def _texts(values: Any) -> list[str]:
    return [_text(value) for value in _list(values)]


def _base64(value: bytes | str) -> str:
    octets = value.encode("utf-8") if isinstance(value, str) else value
    return base64.b64encode(octets).decode("ascii")


def _hash(value: Any) -> int:
    if not isinstance(value, str) or not HEX64.fullmatch(value):
        raise Malformed(f"not 16 hexadecimal digits: {value!r}")
    return int(value, 16)


def _hashes(values: Any) -> list[int]:
    return [_hash(value) for value in _list(values)]


def _hex(value: int) -> str:
    return f"{value:016x}"


def _sketch(value: Any) -> bytes:
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise Malformed(f"not the hexadecimal digits of octets: {value!r}")
    return bytes.fromhex(value)


def _full(value: Any) -> fpcheck.FullForm:
    return fpcheck.FullForm.from_bytes(_octets(value))


def _counter(value: Any) -> int:
    if not isinstance(value, str) or not INTEGER.fullmatch(value):
        raise Malformed(f"not a decimal string: {value!r}")
    return int(value)


def _list(values: Any, length: int | None = None) -> list[Any]:
    if not isinstance(values, list):
        raise Malformed("a list is missing")
    if length is not None and len(values) != length:
        raise Malformed(f"a list of {len(values)}, not {length}")
    return values


# --- Stages -----------------------------------------------------------------

def _do_text(request: Message, scheme: str) -> Message:
    return {"text": _base64(fpcheck.text(_octets(request["octets"])))}


def _do_identifiers(request: Message, scheme: str) -> Message:
    return {"text": _base64(fpcheck.identifiers(_text(request["text"]), scheme))}


def _do_normalise(request: Message, scheme: str) -> Message:
    runs = fpcheck.normalise(_text(request["text"]), scheme)
    return {"runs": [_base64(run) for run in runs]}


def _do_segment(request: Message, scheme: str) -> Message:
    tokens = fpcheck.segment(_texts(request["runs"]), scheme)
    return {"tokens": [_base64(token) for token in tokens]}


def _do_features(request: Message, scheme: str) -> Message:
    elements = fpcheck.features(_texts(request["tokens"]), scheme)
    return {"elements": [_hex(element) for element in elements]}


def _do_hash(request: Message, scheme: str) -> Message:
    return {"hash": _hex(fpcheck.hash64(_octets(request["octets"])))}


def _do_counters(request: Message, scheme: str) -> Message:
    counts = fpcheck.counters(_hashes(request["elements"]))
    return {"counters": [str(count) for count in counts]}


def _do_full(request: Message, scheme: str) -> Message:
    return {"full": _base64(fpcheck.FullForm(_hashes(request["elements"])).to_bytes())}


def _do_merge(request: Message, scheme: str) -> Message:
    one, other = map(_full, _list(request["fulls"], 2))
    one.merge(other)
    return {"full": _base64(one.to_bytes())}


def _do_sketch(request: Message, scheme: str) -> Message:
    if fpcheck.is_minhash(scheme):
        return {"sketch": _full(request["full"]).stored().hex()}
    counts = [_counter(value) for value in _list(request["counters"], 64)]
    return {"sketch": fpcheck.sketch(counts).hex()}


def _do_truncate(request: Message, scheme: str) -> Message:
    return {"sketch": fpcheck.truncate(_sketch(request["sketch"]), request["bits"]).hex()}


def _do_encode(request: Message, name: str) -> Message:
    profile = request.get("profile", fpcheck.VISIBLE)
    return {"string": _base64(fpcheck.encode(_sketch(request["sketch"]), name, profile))}


def _do_decode(request: Message, scheme: None) -> Message:
    # What is not UTF-8 is in no fingerprint: R8.6 and R8.7 reject it as U+FFFD.
    sketch, name, profile = fpcheck.decode(fpcheck.text(_octets(request["string"])))
    return {"sketch": sketch.hex(), "scheme": name, "profile": profile}


def _do_distance(request: Message, scheme: None) -> Message:
    distance, similarity = fpcheck.compare(*_list(request["strings"], 2))
    return {"distance": distance, "similarity": similarity}


def _do_pipeline(request: Message, scheme: str) -> Message:
    return _fingerprint(*fpcheck.pipeline(_octets(request["octets"]), scheme))


def _do_stream(request: Message, scheme: str) -> Message:
    octets, hasher, start = _octets(request["octets"]), fpcheck.Hasher(scheme), 0
    for cut in _list(request["cuts"]) + [len(octets)]:
        if not isinstance(cut, int) or not start <= cut <= len(octets):
            raise Malformed(f"cut {cut!r} of {len(octets)} octets, after {start}")
        hasher.update(octets[start:cut])
        start = cut
    return _fingerprint(hasher.fingerprint(), hasher.features)


def _fingerprint(string: str | None, features: int) -> Message:
    if string is None:
        return {"outcome": "no-features"}  # R5.3
    return {"fingerprint": string, "features": features}


SIMHASH = {scheme for scheme in fpcheck.SCHEMES if not fpcheck.is_minhash(scheme)}
MINHASH = set(fpcheck.SCHEMES) - SIMHASH
ALL = SIMHASH | MINHASH
NAMES = set(fpcheck.FORMS)  # those of truncated sketches too

# What answers each stage, and for which schemes; none is named where there is no set.
STAGES: dict[str, tuple[Callable[[Message, Any], Message], set[str] | None]] = {
    "text": (_do_text, ALL),
    "identifiers": (_do_identifiers, ALL),
    "normalise": (_do_normalise, ALL),
    "segment": (_do_segment, ALL),
    "features": (_do_features, ALL),
    "hash": (_do_hash, ALL),
    "counters": (_do_counters, SIMHASH),
    "full": (_do_full, MINHASH),
    "merge": (_do_merge, MINHASH),
    "sketch": (_do_sketch, ALL),
    "truncate": (_do_truncate, MINHASH),
    "encode": (_do_encode, NAMES),
    "decode": (_do_decode, None),
    "distance": (_do_distance, None),
    "pipeline": (_do_pipeline, ALL),
    "stream": (_do_stream, ALL),
}


# --- Messages ---------------------------------------------------------------

def parse(line: bytes) -> Message:
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    if not isinstance(message, dict):
        raise Malformed("not a JSON object")
    return message


def hello(line: bytes) -> Message:
    """The reply to the runner's first line."""
    try:
        offered = parse(line).get("protocols")
    except Malformed as error:
        return _failed("error", error, error=str(error))
    if not isinstance(offered, list) or PROTOCOL not in offered:
        reason = f"this port speaks protocol {PROTOCOL}, not one of {offered!r}"
        return _failed("error", reason, error=reason)
    return {"protocol": PROTOCOL, "name": "fpcheck-python", "language": "Python",
            "version": fpcheck.VERSION, "schemes": list(fpcheck.SCHEMES), "stages": list(STAGES),
            "levels": ["core"]}


def answer(line: bytes) -> Message | None:
    """The reply to a request; None if it has no id to send one to."""
    try:
        request = parse(line)
    except Malformed as error:
        match = ID.search(line.decode("utf-8", "replace"))
        try:
            return {"id": json.loads(match[1]), **_failed("error", error)} if match else None
        except ValueError:
            return None
    if "id" not in request:
        return None
    return {"id": request["id"], **_value(request)}


def _value(request: Message) -> Message:
    try:
        stage = request["stage"]
        if not isinstance(stage, str) or stage not in STAGES:
            raise Unsupported(f"no stage {stage!r}")
        answer_stage, schemes = STAGES[stage]
        scheme = None
        if schemes is not None:
            scheme = request["scheme"]
            if not isinstance(scheme, str) or scheme not in schemes:
                raise Unsupported(f"no stage {stage!r} of scheme {scheme!r}")
        return answer_stage(request, scheme)
    except Unsupported as error:
        return _failed("unsupported", error)
    except fpcheck.Rejected as error:
        return _failed("rejected", error)
    except fpcheck.NotComparable as error:
        return _failed("not-comparable", error)
    except fpcheck.NoFeatures as error:
        return _failed("no-features", error)
    except KeyError as error:
        return _failed("error", f"key {error} is missing")
    except Exception as error:  # whatever it is, the next request is to have its answer
        return _failed("error", f"{type(error).__name__}: {error}")


def _failed(outcome: str, reason: Any, **more: str) -> Message:
    return {"outcome": outcome, "reason": str(reason)[:1000], **more}


def to_line(reply: Message) -> bytes:
    line = json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n"
    if len(line) > MAX_REPLY:
        return to_line({"id": reply["id"], **_failed("error", f"a reply of {len(line)} octets")})
    return line


def write(replies: queue.SimpleQueue[bytes | None], target: BinaryIO) -> None:
    """Write replies until there is a None; what waits goes out together."""
    try:
        reply = replies.get()
        while reply is not None:
            target.write(reply)
            if replies.empty():
                target.flush()
            reply = replies.get()
        target.flush()
    except BrokenPipeError:
        os._exit(1)  # the runner has gone, and nobody is left to answer


def main() -> int:
    replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    writer = threading.Thread(target=write, args=(replies, sys.stdout.buffer), daemon=True)
    writer.start()
    greeted = False
    for line in sys.stdin.buffer:
        reply = answer(line) if greeted else hello(line)
        greeted = True
        if reply is None:
            print(f"port.py: no id in {line[:200]!r}", file=sys.stderr)
        else:
            replies.put(to_line(reply))
    replies.put(None)
    writer.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
