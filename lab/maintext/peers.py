"""Other tools that find the main text of pages, as functions from paths to texts."""

import json
import subprocess
from concurrent.futures import ProcessPoolExecutor
from functools import partial


def tools():
    """The extractors that are installed, by name: functions from a page to text."""
    found = {}
    try:
        import trafilatura

        found["trafilatura"] = lambda page: trafilatura.extract(page, include_comments=False, include_tables=True)
    except ImportError:
        pass
    try:
        import lxml.html
        import readability

        found["readability-lxml"] = lambda page: lxml.html.fromstring(readability.Document(page).summary()).text_content()
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text

        found["resiliparse"] = lambda page: extract_plain_text(page, main_content=True)
    except ImportError:
        pass
    try:
        import justext

        def boilerplate(page):
            stop = frozenset().union(*(justext.get_stoplist(name) for name in ("English", "German")))
            return "\n".join(p.text for p in justext.justext(page, stop) if not p.is_boilerplate)

        found["jusText"] = boilerplate
    except ImportError:
        pass
    try:
        from boilerpy3 import extractors

        found["boilerpy3"] = lambda page: extractors.ArticleExtractor(raise_on_failure=False).get_content(page)
    except ImportError:
        pass
    return found


def extracted(name, path):
    with open(path, "rb") as file:
        page = file.read().decode("utf-8", "replace")
    try:
        return tools()[name](page) or ""
    except Exception:  # a tool that fails finds nothing
        return ""


def by_tool(paths, commands):
    """The texts of pages by the name of each tool.

    Each command is NAME=COMMAND. It is run by sh, reads paths, one a line, and writes a list of JSON with the text of
    each page, one a line.
    """
    with ProcessPoolExecutor() as pool:
        for name in tools():
            yield name, list(pool.map(partial(extracted, name), paths, chunksize=8))
    for command in commands:
        name, _, command = command.partition("=")
        done = subprocess.run(["sh", "-c", command], input="\n".join(paths), stdout=subprocess.PIPE, text=True, check=True)
        yield name, [json.loads(line)[0] for line in done.stdout.split("\n")[:-1]]
