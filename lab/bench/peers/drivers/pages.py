"""Measures what Python has to read pages and web archives: pages.py SUBJECT FILE. See protocol.go.

Who reads pages answers how many octets of text they have; who reads archives, how many responses."""

from importlib.metadata import version
from io import BytesIO

from peers import each, main


def fpcheck(pages):
    from fpcheck import IMPLEMENTATION, SM1, markup

    if IMPLEMENTATION != "native":
        raise SystemExit("fpcheck is not installed with its native core")

    def sm1(page):
        return SM1.sum(markup.html(page).text.encode())

    return each(sm1, pages), sm1(pages[0]), "-"


def texts(text, pages, package):
    return each(text, pages), sum(len(text(page).encode()) for page in pages), version(package)


def selectolax(pages):
    return texts(text_of_selectolax(), pages, "selectolax")


def text_of_selectolax():
    from selectolax.lexbor import LexborHTMLParser

    def text(page):
        tree = LexborHTMLParser(page)
        tree.strip_tags(["head", "script", "style"])
        return tree.body.text() if tree.body else ""

    return text


def lxml(pages):
    from lxml.etree import strip_elements
    from lxml.html import document_fromstring

    def text(page):
        tree = document_fromstring(page)
        # Else they are in its text_content. By XPath this takes twice as long.
        strip_elements(tree, "head", "script", "style", with_tail=False)
        return tree.text_content()

    return texts(text, pages, "lxml")


def resiliparse(pages):
    return texts(text_of_resiliparse(), pages, "resiliparse")


def text_of_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def text(page):
        return extract_plain_text(HTMLTree.parse_from_bytes(page, detect_encoding(page)), preserve_formatting=False)

    return text


def trafilatura(pages):
    from trafilatura import extract

    return texts(lambda page: extract(page) or "", pages, "trafilatura")


def warcio(archives):
    return counted(responses_of_warcio(), len, archives, "warcio")


def warcio_selectolax(archives):
    return counted(responses_of_warcio(), text_of_selectolax(), archives, "warcio")


def responses_of_warcio():
    from warcio.archiveiterator import ArchiveIterator

    def responses(archive):
        for record in ArchiveIterator(BytesIO(archive)):
            if record.rec_type == "response":
                yield record.content_stream().read()

    return responses


def fastwarc(archives):
    return counted(responses_of_fastwarc(), len, archives, "fastwarc")


def fastwarc_resiliparse(archives):
    return counted(responses_of_fastwarc(), text_of_resiliparse(), archives, "fastwarc")


def responses_of_fastwarc():
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    def responses(archive):
        for record in ArchiveIterator(BytesIO(archive), record_types=WarcRecordType.response):
            yield record.reader.read()

    return responses


def counted(responses, use, archives, package):
    def count(archive):
        return sum(1 for payload in responses(archive) if use(payload) is not None)

    return each(count, archives), sum(map(count, archives)), version(package)


if __name__ == "__main__":
    main(globals())
