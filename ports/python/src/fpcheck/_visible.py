"""R11.8 and R11.9: pieces of text, and what is between them."""

from __future__ import annotations

import re

_PARTS = re.compile("([\t\n\f\r ]+)")

# What can be called for; of several the last counts. JOIN has nothing written, whatever else is
# called for (R11.21, R11.23).
NOTHING, BLANK, LINE_END, JOIN = range(4)
_WRITTEN = ("", " ", "\n", "")


class Visible:
    """Takes a document's text nodes and its calls for blanks and line ends, in tree order."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._called = NOTHING

    @property
    def written(self) -> int:
        """Grows with each piece."""
        return len(self._out)

    def call(self, what: int) -> None:
        """Call for something between the piece before and the next."""
        if what > self._called:
            self._called = what

    def add(self, string: str, preformatted: bool = False) -> None:
        """Add a text node's text."""
        for i, part in enumerate(_PARTS.split(string)):
            if i % 2:
                lines = preformatted and ("\n" in part or "\r" in part)
                self.call(LINE_END if lines else BLANK)
            elif part:
                if self._out:
                    self._out.append(_WRITTEN[self._called])
                self._out.append(part)
                self._called = NOTHING

    def text(self) -> str:
        return "".join(self._out)
