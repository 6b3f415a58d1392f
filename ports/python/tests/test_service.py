"""The client of a service. The server reads a line only when it has written the last answer."""

from __future__ import annotations

import json
import threading
import unittest
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fpcheck.service import Problem, Service

LONG = "x" * 20_000  # 1,000 of these are more than sockets hold


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ended: list[bool]  # for each request, whether its body came whole

    def log_message(self, *_: object) -> None:
        pass

    def lines(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline() or b"0", 16):
            yield self.rfile.read(size)
            self.rfile.readline()

    def do_POST(self) -> None:
        self.close_connection = True
        most = {"/v1/indexes/all/batch": 10_000, "/v1/indexes/three/batch": 3}.get(self.path)
        self.send_response(200 if most else 404)
        self.send_header("Connection", "close")
        self.end_headers()
        if not most:
            self.wfile.write(b'{"title": "There is none."}')
            return
        whole = False
        try:
            for n, line in enumerate(self.lines(), 1):
                self.wfile.write(json.dumps({"line": n, "long": json.loads(line)}).encode() + b"\n")
                if n == most:
                    return
            whole = self.rfile.readline() == b"\r\n"
        except OSError:
            pass
        finally:
            self.ended.append(whole)


def failing(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield from lines
    raise KeyError("of the lines")


class TestBatch(unittest.TestCase):
    def setUp(self) -> None:
        Handler.ended = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = False  # closing waits for them
        threading.Thread(target=self.server.serve_forever).start()
        self.service = Service(f"http://127.0.0.1:{self.server.server_port}", timeout=20)

    def tearDown(self) -> None:
        self.stop()

    def stop(self) -> list[bool]:
        self.server.shutdown()
        self.server.server_close()
        return Handler.ended

    def test_batch(self) -> None:
        many = [{"text": LONG}] * 1_000
        for why, index, lines, answers, error in (
                ("no line", "all", [], 0, None),
                ("one line", "all", many[:1], 1, None),
                ("more answers than sockets hold", "all", many, 1_000, None),
                ("the service ends early, and lines are lost", "three", many, 3, ConnectionError),
                ("it ends when all lines are sent", "three", many[:4], 3, ConnectionError),
                ("no such index: the answer comes early", "none", many, 0, Problem),
                ("the lines fail", "all", failing(many[:2]), None, KeyError),
        ):
            with self.subTest(why):
                seen, raised = 0, None
                try:
                    for seen, answer in enumerate(self.service.index(index).batch(lines), 1):
                        self.assertEqual(answer["line"], seen)
                except (OSError, Problem, KeyError) as e:
                    raised = e
                if answers is not None:  # the number before lines fail may vary
                    self.assertEqual(seen, answers)
                self.assertIsInstance(raised, error or type(None))
        ended = self.stop()  # the last request may end before the service sees it
        self.assertEqual(ended[:5], [True, True, True, False, False])
        self.assertNotIn(True, ended[5:])

    def test_closing_ends_the_request(self) -> None:
        answers = self.service.index("all").batch([{"text": LONG}] * 1_000)
        next(answers)
        answers.close()
        self.assertEqual(self.stop(), [False])


if __name__ == "__main__":
    unittest.main()
