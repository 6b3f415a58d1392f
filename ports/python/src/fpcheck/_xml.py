"""R11.12 to R11.16: the constructs of an XML document, as they come, and what is refused."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NoReturn

from fpcheck._errors import MalformedDocument
from fpcheck._visible import Visible
from fpcheck._vocabularies import Attributes, Element, Opener, vocabulary

_MAX_OPEN = 500
_MAX_LITERAL = 256

_B = "[\t\n\f\r ]*"
_NAME = "[A-Za-z_:\x80-\U0010FFFF][A-Za-z_:\x80-\U0010FFFF0-9.-]*"

_DATA = re.compile("[^<&]+")
_BLANKS = re.compile(_B)
_START = re.compile(f"<({_NAME})")
_ATTRIBUTE = re.compile(f"{_B}({_NAME}){_B}={_B}(?:\"([^\"]*)\"|'([^']*)')")
_START_END = re.compile(f"{_B}(/?)>")
_END = re.compile(f"</({_NAME}){_B}>")
_REFERENCE = re.compile("&([A-Za-z_:\x80-\U0010FFFF0-9.#-]*);")
_NUMBER = re.compile("#(?:0*([0-9]{1,7})|x0*([0-9A-Fa-f]{1,6}))")

_DOCTYPE_PART = re.compile("[^\"'\\[>]*")
_SUBSET_PART = re.compile("[^<\\]]*")
_DECLARATION_PART = re.compile("[^\"'>]*")
_ENTITY = re.compile(f"<!ENTITY{_B}({_NAME})(?:{_B}(?:\"([^\"]*)\"|'([^']*)'))?")
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


@cache
def _html_references() -> dict[str, str]:
    data = files("fpcheck").joinpath("entities.txt").read_text(encoding="ascii")
    return {name: "".join([chr(int(code, 16)) for code in codes])
            for name, *codes in (line.split() for line in data.splitlines()
                                 if not line.startswith("#"))}


def _simple(key: str) -> str | None:
    """R11.14 (a) and (b)."""
    if not key.startswith("#"):
        return _PREDEFINED.get(key)
    match = _NUMBER.fullmatch(key)
    if not match:
        return None
    number = int(match[1]) if match[1] else int(match[2], 16)
    return chr(number) if 0 < number < 0xD800 or 0xE000 <= number < 0x110000 else None


def _entity_text(literal: str) -> str | None:
    """R11.15: the text that a literal gives an entity, if any."""
    if len(literal) > _MAX_LITERAL or "<" in literal:
        return None
    out, at = [], 0
    while (amp := literal.find("&", at)) >= 0:
        match = _REFERENCE.match(literal, amp)
        meant = _simple(match[1]) if match else None
        if not match or meant is None or match[1].startswith("#") and meant in "&<":
            return None
        out += [literal[at:amp], meant]
        at = match.end()
    return "".join(out) + literal[at:]


class _Document:
    """A document, and where it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out = Visible()
        self.entities: dict[str, str | None] = {}
        self.open: list[Element] = []
        self.vocabulary: Opener | None = None  # None before the root element

    def read(self) -> str:
        text = self.text
        while self.at < len(text):
            if text[self.at] == "<":
                self.construct()
            elif text[self.at] == "&":
                self.reference()
            else:
                start, self.at = self.at, _found(_DATA.match(text, self.at)).end()
                self.data(start, text[start:self.at])
        if self.open:
            self.refuse(f"the document ends in <{self.open[-1].name}>")
        if not self.vocabulary:
            self.refuse("there is no element")
        return self.out.text()

    def refuse(self, what: str, at: int | None = None) -> NoReturn:
        raise MalformedDocument(f"character {self.at if at is None else at}: {what}")

    def construct(self) -> None:
        text, at = self.text, self.at
        if text.startswith("<!--", at):
            self.skip(4, "-->")
        elif text.startswith("<?", at):
            self.skip(2, "?>")
        elif text.startswith("<![CDATA[", at):
            end = self.skip(9, "]]>")
            self.data(at, text[at + 9:end])
        elif not self.vocabulary and text.startswith("<!DOCTYPE", at):
            self.doctype()
        elif text.startswith("</", at):
            match = _END.match(text, at)
            if not match:
                self.refuse("no whole end tag")
            self.end_tag(match[1])
            self.at = match.end()
        else:
            self.start_tag()

    def skip(self, begin: int, end: str) -> int:
        """Read to the next end, and return where it is."""
        found = self.text.find(end, self.at + begin)
        if found < 0:
            self.refuse(f"no {end} follows")
        self.at = found + len(end)
        return found

    # --- R11.13

    def start_tag(self) -> None:
        match = _START.match(self.text, self.at)
        if not match:
            self.refuse("a < that begins nothing")
        attributes: Attributes = {}
        at = match.end()
        while attribute := _ATTRIBUTE.match(self.text, at):
            name, double, single = attribute.groups()
            if name not in attributes:
                attributes[name] = self.value(single if double is None else double)
            at = attribute.end()
        end = _START_END.match(self.text, at)
        if not end:
            self.refuse("no whole start tag")
        self.element(match[1], attributes)
        if end[1]:
            self.end_tag(match[1])
        self.at = end.end()

    def element(self, name: str, attributes: Attributes) -> None:
        parent = self.open[-1] if self.open else None
        if self.vocabulary and not parent:
            self.refuse(f"<{name}> after the root element")
        if len(self.open) >= _MAX_OPEN:
            self.refuse(f"{_MAX_OPEN} elements are open")
        local = name[name.rfind(":") + 1:]
        if not self.vocabulary:
            self.vocabulary = vocabulary(local)
        element = Element(name, local, parent, written=self.out.written)
        if parent and parent.left_out:
            element.left_out = True
        else:
            element.preformatted = parent is not None and parent.preformatted
            self.vocabulary(element, attributes, self.out)
            if not element.left_out:
                self.out.call(element.called)
                if parent:
                    parent.chosen = True
        self.open.append(element)

    def end_tag(self, name: str) -> None:
        if not self.open or self.open[-1].name != name:
            self.refuse(f"</{name}> ends " + (
                f"<{self.open[-1].name}>" if self.open else "nothing"))
        element = self.open.pop()
        if not element.left_out:
            self.out.call(element.called)

    def value(self, written: str) -> str:
        """An attribute's value; what means nothing stays."""
        def meant(match: re.Match[str]) -> str:
            found = self.meaning(match[1])
            return match[0] if found is None else found
        return _REFERENCE.sub(meant, written) if "&" in written else written

    # --- R11.14

    def meaning(self, key: str) -> str | None:
        found = _simple(key)
        if found is None:
            found = self.entities[key] if key in self.entities else _html_references().get(key)
        return found

    def reference(self) -> None:
        match = _REFERENCE.match(self.text, self.at)
        found = self.meaning(match[1]) if match else None
        if not match or found is None:
            self.refuse("an & that begins no reference" if not match else f"unknown {match[0]}")
        self.data(self.at, found)
        self.at = match.end()

    def data(self, start: int, data: str) -> None:
        if not self.open:
            if not _BLANKS.fullmatch(data):
                self.refuse("text outside the root element", start)
        elif self.open[-1].text and not self.open[-1].left_out:
            self.out.add(data, self.open[-1].preformatted)

    # --- R11.15

    def doctype(self) -> None:
        text, begin = self.text, self.at
        self.at += len("<!DOCTYPE")
        while True:
            self.at = _found(_DOCTYPE_PART.match(text, self.at)).end()
            char = text[self.at:self.at + 1]
            if char == ">":
                self.at += 1
                return
            if char == "[":
                self.at += 1
                self.subset(begin)
            elif char:
                self.skip(1, char)
            else:
                self.refuse("the document type has no end", begin)

    def subset(self, begin: int) -> None:
        text = self.text
        while True:
            self.at = _found(_SUBSET_PART.match(text, self.at)).end()
            if text.startswith("]", self.at):
                self.at += 1
                return
            if text.startswith("<!--", self.at):
                self.skip(4, "-->")
            elif text.startswith("<?", self.at):
                self.skip(2, "?>")
            elif text.startswith("<", self.at):
                self.declaration()
            else:
                self.refuse("the document type has no end", begin)

    def declaration(self) -> None:
        text, begin = self.text, self.at
        while True:
            self.at = _found(_DECLARATION_PART.match(text, self.at)).end()
            char = text[self.at:self.at + 1]
            if char == ">":
                self.at += 1
                break
            if not char:
                self.refuse("a declaration has no end", begin)
            self.skip(1, char)
        entity = _ENTITY.match(text, begin)
        if entity and entity[1] not in self.entities:
            name, double, single = entity.groups()
            literal = single if double is None else double
            self.entities[name] = None if literal is None else _entity_text(literal)


def _found(match: re.Match[str] | None) -> re.Match[str]:
    assert match
    return match


def visible(text: str) -> str:
    """The visible text of the characters of an XML document."""
    return _Document(text).read()
