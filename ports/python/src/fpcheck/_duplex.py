"""Requests whose answer is read while their body is sent.

urllib sends a whole body before it reads. A service that answers while it reads then waits for its
answers to be read, and the client waits for the service. Here, reading the answer also sends the
body, in one thread: a connection with TLS must not be used by two.
"""

from __future__ import annotations

import http.client
import io
import selectors
import socket
import ssl
import urllib.request
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_NOT_NOW = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class _Duplex(io.RawIOBase):
    """The bytes of a socket. Reading them sends a body in chunks, until the peer ends."""

    def __init__(self, connected: socket.socket, body: Iterable[bytes]) -> None:
        self._socket = connected
        self._open = connected.makefile("rb", buffering=0)  # http.client closes the socket
        self._timeout = connected.gettimeout()
        self._chunks = _chunks(body)
        self._unsent = memoryview(b"")
        connected.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(connected, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        while True:
            try:
                return self._socket.recv_into(buffer)
            except _NOT_NOW:
                self._send()

    def _send(self) -> None:
        """Waits for the peer, and sends what it takes."""
        if not self._unsent:
            self._unsent = memoryview(next(self._chunks, b""))
            if not self._unsent:
                self._selector.modify(self._socket, selectors.EVENT_READ)
        ready = self._selector.select(self._timeout)
        if not ready:
            raise TimeoutError("timed out")
        if not ready[0][1] & selectors.EVENT_WRITE:
            return
        try:
            self._unsent = self._unsent[self._socket.send(self._unsent):]
        except _NOT_NOW:
            pass
        except (BrokenPipeError, ConnectionResetError):  # it may have answered before
            self._unsent, self._chunks = memoryview(b""), iter(())

    def close(self) -> None:
        if not self.closed:
            self._selector.close()
            self._open.close()
        super().close()


def _chunks(body: Iterable[bytes]) -> Iterator[bytes]:
    """Yields a body in the chunks of HTTP/1.1. The last one is empty."""
    for part in body:
        yield b"%x\r\n%b\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


class _Connection(http.client.HTTPConnection):
    """A connection for one request, whose body is sent while the answer is read."""

    def request(self, method: str, url: str, body: Any = None, *args: Any, **options: Any) -> None:
        super().request(method, url, None, *args, **options)
        self._body = body

    def getresponse(self) -> http.client.HTTPResponse:
        both = cast(socket.socket, _Duplex(self.sock, self._body))
        response = http.client.HTTPResponse(both)
        try:
            response.begin()
        except BaseException:
            response.close()
            raise
        return response


class _SecureConnection(_Connection, http.client.HTTPSConnection):
    pass


class _Handler(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Connection, req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_SecureConnection, req)


def urlopen(request: urllib.request.Request, timeout: float) -> Any:
    """Makes a request whose body is an iterator of bytes. The body is sent as the answer is read.

    The iterator is used by the thread that reads. Its errors reach the reader. Closing the answer
    ends the request.
    """
    return urllib.request.build_opener(_Handler).open(request, timeout=timeout)
