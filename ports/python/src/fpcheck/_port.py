"""Annex A: the port protocol of the conformance suite, on standard input and output.

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
from importlib.util import find_spec
from typing import Any, BinaryIO

from fpcheck import (
    SCHEMES,
    Fingerprint,
    MalformedFingerprint,
    Minima,
    NoFeatures,
    NotComparable,
    Reference,
    Scheme,
    TooShort,
    __version__,
    clusters,
    counters,
    jenkins64,
    markup,
    passages,
    simhash,
    text,
    textdigest,
    texts,
    truncate,
    windows,
)
from fpcheck._implementation import IMPLEMENTATION, core

Message = dict[str, Any]

_PROTOCOL = 1
_MAX_REPLY = 64 << 20

_HEX64 = re.compile("[0-9a-f]{16}")
_HEX = re.compile("(?:[0-9a-f]{2})*")
_INTEGER = re.compile("0|-?[1-9][0-9]{0,18}")


class _Unsupported(Exception):
    """A stage or a scheme that this port does not have."""


class _Malformed(ValueError):
    """A message that is not as annex A has it."""


# --- Values -----------------------------------------------------------------

def _octets(value: Any) -> bytes:
    if not isinstance(value, str):
        raise _Malformed("base64 is to be a JSON string")
    return base64.b64decode(value, validate=True)


def _text(value: Any) -> str:
    return _octets(value).decode("utf-8")


def _texts(values: Any) -> list[str]:
    return [_text(value) for value in _list(values)]


def _base64(value: bytes | str) -> str:
    octets = value.encode("utf-8") if isinstance(value, str) else value
    return base64.b64encode(octets).decode("ascii")


def _hash(value: Any) -> int:
    if not isinstance(value, str) or not _HEX64.fullmatch(value):
        raise _Malformed(f"not 16 hexadecimal digits: {value!r}")
    return int(value, 16)


def _hashes(values: Any) -> list[int]:
    return [_hash(value) for value in _list(values)]


def _hex(value: int) -> str:
    return f"{value:016x}"


def _sketch(value: Any) -> bytes:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise _Malformed(f"not the hexadecimal digits of octets: {value!r}")
    return bytes.fromhex(value)


def _minima(value: Any, scheme: Scheme) -> Minima:
    return Minima.from_bytes(_octets(value), scheme.id)


def _counter(value: Any) -> int:
    if not isinstance(value, str) or not _INTEGER.fullmatch(value):
        raise _Malformed(f"not a decimal string: {value!r}")
    if not -1 << 63 <= int(value) < 1 << 63:
        raise _Malformed(f"not an integer of 64 bits: {value}")
    return int(value)


def _integer(value: Any) -> int:
    if type(value) is not int:  # True is none
        raise _Malformed(f"not an integer: {value!r}")
    return value


def _number(value: Any) -> float:
    return value if type(value) is float else float(_integer(value))


def _list(values: Any, length: int | None = None) -> list[Any]:
    if not isinstance(values, list):
        raise _Malformed("a list is missing")
    if length is not None and len(values) != length:
        raise _Malformed(f"a list of {len(values)}, not {length}")
    return values


# --- Stages -----------------------------------------------------------------

def _do_text(request: Message, scheme: Scheme) -> Message:
    return {"text": _base64(text(_octets(request["octets"])))}


def _do_identifiers(request: Message, scheme: Scheme) -> Message:
    return {"text": _base64(scheme.identifiers(_text(request["text"])))}


def _do_normalise(request: Message, scheme: Scheme) -> Message:
    return {"runs": [_base64(run) for run in scheme.normalise(_text(request["text"]))]}


def _do_segment(request: Message, scheme: Scheme) -> Message:
    return {"tokens": [_base64(token) for token in scheme.segment(_texts(request["runs"]))]}


def _do_features(request: Message, scheme: Scheme) -> Message:
    return {"elements": [_hex(element) for element in scheme.elements(_texts(request["tokens"]))]}


def _do_hash(request: Message, scheme: Scheme) -> Message:
    return {"hash": _hex(jenkins64(_octets(request["octets"])))}


def _do_counters(request: Message, scheme: Scheme) -> Message:
    return {"counters": [str(count) for count in counters(_hashes(request["elements"]))]}


def _do_full(request: Message, scheme: Scheme) -> Message:
    return {"full": _base64(Minima(scheme.id, _hashes(request["elements"])).to_bytes())}


def _do_merge(request: Message, scheme: Scheme) -> Message:
    one, other = [_minima(full, scheme) for full in _list(request["fulls"], 2)]
    one.merge(other)
    return {"full": _base64(one.to_bytes())}


def _do_sketch(request: Message, scheme: Scheme) -> Message:
    if scheme.minhash:
        return {"sketch": _minima(request["full"], scheme).stored().hex()}
    return {"sketch": simhash([_counter(value) for value in _list(request["counters"])]).hex()}


def _do_truncate(request: Message, scheme: Scheme) -> Message:
    return {"sketch": truncate(_sketch(request["sketch"]), request["bits"]).hex()}


def _do_encode(request: Message, scheme: Scheme) -> Message:
    fingerprint = scheme.from_sketch(_sketch(request["sketch"]))
    if fingerprint.name != request["scheme"]:
        raise _Malformed(f"a sketch of {fingerprint.name}, not {request['scheme']}")
    if "profile" in request:
        fingerprint = fingerprint.with_profile(request["profile"])
    return {"string": _base64(str(fingerprint))}


def _do_decode(request: Message, scheme: None) -> Message:
    # What is not UTF-8 is in no fingerprint: R8.6 and R8.7 reject it as U+FFFD.
    fingerprint = Fingerprint.parse(text(_octets(request["string"])))
    return {"sketch": fingerprint.sketch.hex(), "scheme": fingerprint.name,
            "profile": fingerprint.profile}


def _do_distance(request: Message, scheme: None) -> Message:
    one, other = map(Fingerprint.parse, _list(request["strings"], 2))
    return {"distance": one.distance(other), "similarity": one.similarity(other)}


def _do_text_digest(request: Message, scheme: Scheme) -> Message:
    octets = _octets(request["octets"])
    digest = textdigest.TextDigest()
    for piece in _pieces(octets, request.get("cuts", [])):
        digest.update(piece)
    return {"digest": digest.hexdigest(), "items": list(map(_base64, textdigest.items(octets)))}


def _do_html(request: Message, scheme: Scheme) -> Message:
    return {"text": _base64(markup.html(_octets(request["octets"]), request.get("charset")).text)}


def _do_xml(request: Message, scheme: Scheme) -> Message:
    return {"text": _base64(markup.xml(_octets(request["octets"]), request.get("charset")).text)}


def _do_main(request: Message, scheme: Scheme) -> Message:
    text, lines = core.main_lines(_octets(request["octets"]), request.get("charset"))
    return {"text": _base64(text),
            "scores": [score for score, _ in lines],
            "lines": [features for _, features in lines]}


def _do_bands(request: Message, scheme: Scheme) -> Message:
    sketch = scheme.from_sketch(_sketch(request["sketch"])).sketch
    keys = clusters.keys(sketch, _integer(request["bands"]), _integer(request["rows"]))
    return {"keys": [key.hex() for key in keys]}


def _do_clusters(request: Message, scheme: Scheme) -> Message:
    strings = _list(request["strings"])
    ids, weights = _list(request["ids"], len(strings)), _list(request["weights"], len(strings))
    of_bands = ("bands", "rows", "most") if scheme.minhash else ()
    settings = clusters.Settings(
        _number(request["threshold"]), _number(request["floor"]),
        *[_integer(request[key]) for key in of_bands])
    try:
        rows = clusters.cluster(
            [clusters.Document(_octets(id), _integer(weight), Fingerprint.parse(string))
             for id, weight, string in zip(ids, weights, strings)], settings)
    except (MalformedFingerprint, NotComparable) as error:  # no outcomes here
        raise _Malformed(error) from None
    return {"clusters": [_base64(row.cluster) for row in rows],
            "similarities": [row.similarity for row in rows]}


def _do_texts(request: Message, scheme: Scheme) -> Message:
    one, other = both = [texts.Text(_octets(octets)) for octets in _list(request["texts"], 2)]
    return {"compared": [list(map(_base64, text.items)) for text in both],
            "counts": [len(text.elements) for text in both],
            "weights": [text.weight for text in both],
            "sketches": [(text.sketch or b"").hex() for text in both],
            "similarity": one.similarity(other),
            "same": one.same(other), "numbers": one.same_numbers(other)}


def _do_windows(request: Message, scheme: Scheme) -> Message:
    octets = _octets(request["octets"])
    found = windows(octets, _integer(request["words"]))
    items = core.placed(octets)
    return {"elements": list(map(_hex, found)), "items": [_base64(item[0]) for item in items],
            "weights": [item[1] for item in items],
            "places": [place for item in items for place in item[2:]]}


def _do_passages(request: Message, scheme: Scheme) -> Message:
    rows = passages(map(_octets, _list(request["texts"])), _integer(request["words"]))
    return {"passages": [row[:5] for row in rows],
            "places": [place for row in rows for place in row[5:]]}


def _do_covers(request: Message, scheme: Scheme) -> Message:
    texts = [_octets(text) for text in _list(request["texts"])]
    if len(texts) < 2:
        raise _Malformed(f"a list of {len(texts)}, not 2 or more")
    text, document, *ignored = texts
    reference = Reference(text, _integer(request["words"]), ignore=ignored)
    cover = reference.cover(document)
    contained = round(reference.contained_in(document) * reference.weight)
    return {"counts": [reference.weight, contained, *cover[1:5]]}


def _do_pipeline(request: Message, scheme: Scheme) -> Message:
    return _of_pieces(scheme, [_octets(request["octets"])])


def _do_stream(request: Message, scheme: Scheme) -> Message:
    return _of_pieces(scheme, _pieces(_octets(request["octets"]), request["cuts"]))


def _pieces(octets: bytes, cuts: Any) -> list[bytes]:
    ends = [*_list(cuts), len(octets)]
    starts = [0, *ends[:-1]]
    for start, end in zip(starts, ends):
        if not isinstance(end, int) or not start <= end <= len(octets):
            raise _Malformed(f"cut {end!r} of {len(octets)} octets, after {start}")
    return [octets[start:end] for start, end in zip(starts, ends)]


def _of_pieces(scheme: Scheme, pieces: list[bytes]) -> Message:
    hasher = scheme.new()
    for piece in pieces:
        hasher.update(piece)
    return {"fingerprint": str(hasher.fingerprint()), "features": hasher.features}


_ALL = {scheme.id: scheme for scheme in SCHEMES}
_SIMHASH = {id: scheme for id, scheme in _ALL.items() if not scheme.minhash}
_MINHASH = {id: scheme for id, scheme in _ALL.items() if scheme.minhash}
_NAMES = _ALL | {f"{id}b{bits}": scheme for id, scheme in _MINHASH.items() for bits in (4, 2, 1)}

# The pure implementation needs the extra fpcheck[html].
_HTML = IMPLEMENTATION == "native" or find_spec("selectolax") is not None

_MAIN = IMPLEMENTATION == "native"

# What answers each stage, and the schemes by the names it takes; decode and distance need none.
_STAGES: dict[str, tuple[Callable[[Message, Any], Message], dict[str, Scheme] | None]] = {
    "text": (_do_text, _ALL),
    "identifiers": (_do_identifiers, _ALL),
    "normalise": (_do_normalise, _ALL),
    "segment": (_do_segment, _ALL),
    "features": (_do_features, _ALL),
    "hash": (_do_hash, _ALL),
    "counters": (_do_counters, _SIMHASH),
    "full": (_do_full, _MINHASH),
    "merge": (_do_merge, _MINHASH),
    "sketch": (_do_sketch, _ALL),
    "truncate": (_do_truncate, _MINHASH),
    "encode": (_do_encode, _NAMES),
    "decode": (_do_decode, None),
    "distance": (_do_distance, None),
    "text-digest": (_do_text_digest, _ALL),
    "pipeline": (_do_pipeline, _ALL),
    "stream": (_do_stream, _ALL),
    **({"html": (_do_html, _ALL)} if _HTML else {}),
    "xml": (_do_xml, _ALL),
    **({"main": (_do_main, _ALL)} if _MAIN else {}),
    "bands": (_do_bands, _MINHASH),
    "clusters": (_do_clusters, _ALL),
    "texts": (_do_texts, _ALL),
    "windows": (_do_windows, _ALL),
    "passages": (_do_passages, _ALL),
    "covers": (_do_covers, _ALL),
}


# --- Messages ---------------------------------------------------------------

def _parse(line: bytes) -> Message:
    try:
        message = json.loads(line.decode("utf-8"))
        if b"\\u" in line:  # half a pair of surrogates is not UTF-8
            json.dumps(message, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise _Malformed(f"not JSON: {error}") from None
    if not isinstance(message, dict):
        raise _Malformed("not a JSON object")
    return {key: value for key, value in message.items() if value is not None}


def _hello(line: bytes) -> Message:
    """The reply to the runner's first line."""
    try:
        offered = _parse(line).get("protocols")
    except _Malformed as error:
        return _failed("error", error, error=str(error))
    if not isinstance(offered, list) or _PROTOCOL not in offered:
        reason = f"this port speaks protocol {_PROTOCOL}, not one of {offered!r}"
        return _failed("error", reason, error=reason)
    return {"protocol": _PROTOCOL, "name": "fpcheck-python", "language": "Python",
            "version": __version__, "schemes": list(_ALL), "stages": list(_STAGES),
            "levels": ["core", *(["markup"] if _HTML else []), *(["main"] if _MAIN else []),
                       "digest", "clusters", "passages"]}


def _answer(line: bytes) -> Message:
    """The reply to a request."""
    try:
        request = _parse(line)
        _string(request, "id")
    except _Malformed as error:
        return {"id": "", **_failed("error", error)}
    return {"id": request["id"], **_value(request)}


def _string(request: Message, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise _Malformed(f"{key} is missing, or no string")
    return value


def _value(request: Message) -> Message:
    try:
        stage = _string(request, "stage")
        name = _string(request, "scheme") if "scheme" in request else None
        if stage not in _STAGES:
            raise _Unsupported(f"no stage {stage!r}")
        answer_stage, schemes = _STAGES[stage]
        scheme = None
        if schemes is not None:
            if name is None:
                raise _Malformed("scheme is missing")
            if name not in schemes:
                raise _Unsupported(f"no stage {stage!r} of scheme {name!r}")
            scheme = schemes[name]
        return answer_stage(request, scheme)
    except _Unsupported as error:
        return _failed("unsupported", error)
    except (MalformedFingerprint, markup.MalformedDocument) as error:
        return _failed("rejected", error)
    except NotComparable as error:
        return _failed("not-comparable", error)
    except NoFeatures:
        return {"outcome": "no-features"}  # R5.3, R7.9
    except textdigest.NoDigest:
        return {"outcome": "no-digest"}  # R10.11
    except TooShort:
        return {"outcome": "too-short"}  # R13.15
    except KeyError as error:
        return _failed("error", f"key {error} is missing")
    except Exception as error:  # whatever it is, the next request is to have its answer
        return _failed("error", f"{type(error).__name__}: {error}")


def _failed(outcome: str, reason: Any, **more: str) -> Message:
    return {"outcome": outcome, "reason": str(reason)[:1000], **more}


def _to_line(reply: Message) -> bytes:
    line = json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n"
    if len(line) > _MAX_REPLY:
        return _to_line({"id": reply["id"], **_failed("error", f"a reply of {len(line)} octets")})
    return line


def _write(replies: queue.SimpleQueue[bytes | None], target: BinaryIO) -> None:
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
    """Answer requests until the input ends."""
    replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    writer = threading.Thread(target=_write, args=(replies, sys.stdout.buffer), daemon=True)
    writer.start()
    greeted = False
    for line in sys.stdin.buffer:
        reply = _answer(line) if greeted else _hello(line)
        greeted = True
        replies.put(_to_line(reply))
    replies.put(None)
    writer.join()
    return 0
