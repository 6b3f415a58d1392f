"""A client of `fpcheck serve`, with nothing but the standard library.

    archive = Service("http://127.0.0.1:8750").index("archive")
    archive.add("letter.html", html, "text/html")     # when it returns, the document is on the disk
    for match in archive.search(other)["matches"]:
        print(match["id"], match["similarity"])

A document is bytes, with their media type if that is known, or a text. Answers are what the
service says, as its /openapi.yaml describes it.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from . import _duplex

__all__ = ["Index", "Problem", "Service"]


class Problem(Exception):
    """What the service says is wrong: `status`, and `details` as RFC 9457 has them."""

    def __init__(self, status: int, details: dict[str, Any]) -> None:
        self.status = status
        self.details = details
        said = [str(details[k]) for k in ("title", "detail") if k in details]
        super().__init__(" ".join(said) or f"status {status}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.details)


class Service:
    """A service at a URL. The token is for one that asks for tokens."""

    def __init__(self, url: str, token: str | None = None, timeout: float = 120) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def index(self, name: str) -> Index:
        return Index(self, name)

    def indexes(self) -> list[dict[str, Any]]:
        return list(self.ask("GET", "/v1/indexes")["indexes"])

    def fingerprint(
        self, document: str | bytes, media_type: str | None = None, **query: object
    ) -> Any:
        return self.ask("POST", "/v1/fingerprint", document, media_type, query)

    def compare(self, a: dict[str, Any], b: dict[str, Any], **options: object) -> Any:
        """Compares two of {"text": ...}, {"bytes": base64, ...} and {"fingerprint": ...}."""
        body = json.dumps({"a": a, "b": b, **options})
        return self.ask("POST", "/v1/compare", body, "application/json")

    def ask(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        media_type: str | None = None,
        query: dict[str, object] | None = None,
    ) -> Any:
        """Makes any request, and returns what JSON is answered, or None."""
        given = {k: v for k, v in (query or {}).items() if v is not None}
        if given:
            path += "?" + urlencode(given)
        with self._open(method, path, body, media_type) as answer:
            octets = answer.read()
        return json.loads(octets) if octets else None

    def _open(
        self,
        method: str,
        path: str,
        body: str | bytes | Iterator[bytes] | None,
        media_type: str | None,
    ) -> Any:
        if isinstance(body, str):
            body, media_type = str.encode(body), media_type or "text/plain; charset=utf-8"
        headers = {}
        if body is not None:
            headers["Content-Type"] = media_type or "application/octet-stream"
        if self._token:
            headers["Authorization"] = "Bearer " + self._token
        request = urllib.request.Request(self._url + path, body, headers, method=method)
        whole = body is None or isinstance(body, bytes)
        try:
            send = urllib.request.urlopen if whole else _duplex.urlopen
            return send(request, timeout=self._timeout)
        except urllib.error.HTTPError as e:
            with e:
                octets = e.read()
            try:
                details = json.loads(octets)
            except ValueError:
                details = {"detail": octets.decode(errors="replace")}
            raise Problem(e.code, details) from None


class Index:
    """An index of a service."""

    def __init__(self, service: Service, name: str) -> None:
        self._service = service
        self._path = "/v1/indexes/" + quote(name, safe="")

    def search(
        self,
        document: str | bytes,
        media_type: str | None = None,
        *,
        max_distance: int | None = None,
        min_similarity: float | None = None,
        limit: int | None = None,
    ) -> Any:
        query: dict[str, object] = {
            "max_distance": max_distance, "min_similarity": min_similarity, "limit": limit,
        }
        return self._service.ask("POST", self._path + "/search", document, media_type, query)

    def add(self, id: str | bytes, document: str | bytes, media_type: str | None = None) -> Any:
        return self._service.ask("PUT", self._document(id), document, media_type)

    def get(self, id: str | bytes) -> Any:
        return self._service.ask("GET", self._document(id))

    def delete(self, id: str | bytes) -> None:
        self._service.ask("DELETE", self._document(id))

    def cluster(self, id: str | bytes) -> Any:
        return self._service.ask("GET", self._path + "/clusters/" + _quoted(id))

    def batch(self, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Sends lines such as {"op": "add", "id": "a", "text": "..."}, and yields the answers.

        It takes the lines as it sends them, and yields answers meanwhile. So no line may depend on
        an answer. To end the request early, close the iterator. ConnectionError means that the
        service ended before it answered all lines.
        """
        sent, answered, ended = 0, 0, False

        def body() -> Iterator[bytes]:
            nonlocal sent, ended
            for line in lines:
                sent += 1
                yield json.dumps(line).encode() + b"\n"
            ended = True

        path = self._path + "/batch"
        with self._service._open("POST", path, body(), "application/jsonl") as answer:
            for line in answer:
                answered += 1
                yield json.loads(line)
        if answered < sent or not ended:
            raise ConnectionError(f"the service ended the batch after {answered} answers")

    def _document(self, id: str | bytes) -> str:
        return self._path + "/documents/" + _quoted(id)


def _quoted(id: str | bytes) -> str:
    # A part of dots alone would be taken for a step in the path.
    return "%2E" * len(id) if id in (".", "..", b".", b"..") else quote(id, safe="")
