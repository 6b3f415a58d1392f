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
from typing import Any, BinaryIO, Dict, List, Optional

try:
    import fpcheck
except OSError as missing:  # no Unicode data
    sys.exit(f"port.py: {missing}")

Message = Dict[str, Any]

PROTOCOL = 1
MAX_REPLY = 64 << 20

HEX64 = re.compile("[0-9a-f]{16}")
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


def _texts(values: Any) -> List[str]:
    return [_text(value) for value in _list(values)]


def _base64(string: str) -> str:
    return base64.b64encode(string.encode("utf-8")).decode("ascii")


def _hash(value: Any) -> int:
    if not isinstance(value, str) or not HEX64.fullmatch(value):
        raise Malformed(f"not 16 hexadecimal digits: {value!r}")
    return int(value, 16)


def _hex(value: int) -> str:
    return f"{value:016x}"


def _counter(value: Any) -> int:
    if not isinstance(value, str) or not INTEGER.fullmatch(value):
        raise Malformed(f"not a decimal string: {value!r}")
    return int(value)


def _list(values: Any, length: Optional[int] = None) -> List[Any]:
    if not isinstance(values, list):
        raise Malformed("a list is missing")
    if length is not None and len(values) != length:
        raise Malformed(f"a list of {len(values)}, not {length}")
    return values


# --- Stages -----------------------------------------------------------------

def _do_text(request: Message) -> Message:
    return {"text": _base64(fpcheck.text(_octets(request["octets"])))}


def _do_identifiers(request: Message) -> Message:
    return {"text": _base64(fpcheck.identifiers(_text(request["text"])))}


def _do_normalise(request: Message) -> Message:
    return {"runs": [_base64(run) for run in fpcheck.normalise(_text(request["text"]))]}


def _do_segment(request: Message) -> Message:
    return {"tokens": [_base64(token) for token in fpcheck.segment(_texts(request["runs"]))]}


def _do_features(request: Message) -> Message:
    return {"elements": [_hex(value) for value in fpcheck.features(_texts(request["tokens"]))]}


def _do_hash(request: Message) -> Message:
    return {"hash": _hex(fpcheck.hash64(_octets(request["octets"])))}


def _do_counters(request: Message) -> Message:
    elements = [_hash(value) for value in _list(request["elements"])]
    return {"counters": [str(count) for count in fpcheck.counters(elements)]}


def _do_sketch(request: Message) -> Message:
    counts = [_counter(value) for value in _list(request["counters"], 64)]
    return {"sketch": _hex(fpcheck.sketch(counts))}


def _do_encode(request: Message) -> Message:
    profile = request.get("profile", fpcheck.VISIBLE)
    return {"string": _base64(fpcheck.encode(_hash(request["sketch"]), request["scheme"], profile))}


def _do_decode(request: Message) -> Message:
    # What is not UTF-8 is in no fingerprint: R8.6 and R8.7 reject it as U+FFFD.
    value, scheme, profile = fpcheck.decode(fpcheck.text(_octets(request["string"])))
    return {"sketch": _hex(value), "scheme": scheme, "profile": profile}


def _do_distance(request: Message) -> Message:
    one, other = _list(request["strings"], 2)
    bits = fpcheck.distance(one, other)
    return {"distance": bits, "similarity": fpcheck.similarity(bits)}


def _do_pipeline(request: Message) -> Message:
    return _fingerprint(*fpcheck.pipeline(_octets(request["octets"])))


def _do_stream(request: Message) -> Message:
    octets, hasher, start = _octets(request["octets"]), fpcheck.Hasher(), 0
    for cut in _list(request["cuts"]) + [len(octets)]:
        if not isinstance(cut, int) or not start <= cut <= len(octets):
            raise Malformed(f"cut {cut!r} of {len(octets)} octets, after {start}")
        hasher.update(octets[start:cut])
        start = cut
    return _fingerprint(hasher.fingerprint(), hasher.features)


def _fingerprint(string: Optional[str], features: int) -> Message:
    if string is None:
        return {"outcome": "no-features"}  # R5.3
    return {"fingerprint": string, "features": features}


STAGES = {
    "text": _do_text, "identifiers": _do_identifiers, "normalise": _do_normalise,
    "segment": _do_segment, "features": _do_features, "hash": _do_hash,
    "counters": _do_counters, "sketch": _do_sketch, "encode": _do_encode,
    "decode": _do_decode, "distance": _do_distance, "pipeline": _do_pipeline,
    "stream": _do_stream,
}
WITHOUT_SCHEME = {"decode", "distance"}


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
            "version": fpcheck.VERSION, "schemes": [fpcheck.SCHEME], "stages": list(STAGES),
            "levels": ["core"]}


def answer(line: bytes) -> Optional[Message]:
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
        if stage not in WITHOUT_SCHEME and request["scheme"] != fpcheck.SCHEME:
            raise Unsupported(f"no scheme {request['scheme']!r}")
        return STAGES[stage](request)
    except Unsupported as error:
        return _failed("unsupported", error)
    except fpcheck.Rejected as error:
        return _failed("rejected", error)
    except fpcheck.NotComparable as error:
        return _failed("not-comparable", error)
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


def write(replies: "queue.SimpleQueue[Optional[bytes]]", target: BinaryIO) -> None:
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
    replies: "queue.SimpleQueue[Optional[bytes]]" = queue.SimpleQueue()
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
