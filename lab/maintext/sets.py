"""The sets of pages that the main text is trained and measured on: sets.py DATA

DATA has copies of these repositories, each in a folder of the name given here. The sets that are tested on give no page
and no host to training.

    aeb     scrapinghub/article-extraction-benchmark              MIT         test
    fundus  dobbersc/fundus-evaluation                            MIT         test
    zh      immortal-autumn/Chinese-Web-Content-Extraction-Dataset MIT        test
    wcxb    Murrough-Foley/web-content-extraction-benchmark       CC BY 4.0   dev trains, test tests
    n4k     AndyTheFactory/article-extraction-dataset             Apache 2.0  train
    traf    adbar/trafilatura, tests                              Apache 2.0  half trains, half tests, by host

It writes DATA/pages.jsonl, a line for each page: its set, its path, the name of its site, the text to find or pieces of
it, and whether it is an article.
"""

import gzip
import hashlib
import json
import os
import re
import sys
from urllib.parse import urlparse

TESTED = {"aeb", "fundus", "zh", "wcxbtest"}
# The set fundus names its sites, not their hosts.
FUNDUS = """apnews.com cnbc.com foxnews.com thegatewaypundit.com theintercept.com thenation.com theglobeandmail.com
thenewyorker.com newyorker.com reuters.com telegraph.co.uk theguardian.com thesun.co.uk thetelegraph.co.uk
washingtonpost.com thewashingtontimes.com washingtontimes.com dailymail.co.uk dailymaverick.co.za businessinsider.com
freebeacon.com voanews.com mirror.co.uk independent.co.uk i-paper.com inews.co.uk euronews.com techcrunch.com
rollingstone.com latimes.com wired.com occupydemocrats.com lbc.co.uk thetimes.co.uk""".split()
SECOND = re.compile(r"\.(co|com|org|net|gov|ac)\.\w\w$")


def site(url):
    host = urlparse(url).hostname or url
    return ".".join(host.split(".")[-3 if SECOND.search(host) else -2 :])


def strings(x):
    """All strings in lists and objects of JSON, in order."""
    if isinstance(x, str):
        return [x]
    return [s for y in (x.values() if isinstance(x, dict) else x or []) for s in strings(y)]


def decoded(path):
    """A text of the set zh. Those that are not in UTF-8 are in an encoding that GB 18030 extends."""
    with open(path, "rb") as file:
        octets = file.read()
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return octets.decode("gb18030", "replace")


def in_utf_8(path):
    """The path of a copy in UTF-8: some pages of the set zh do not declare their encoding."""
    copy = path + ".utf-8"
    with open(copy, "w", encoding="utf-8") as file:
        file.write(re.sub(r"charset=([\"']?)gb[\w-]+", r"charset=\1utf-8", decoded(path), flags=re.I))
    return copy


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def unpacked(path):
    """The path of a page that is packed, unpacked beside it."""
    plain = path.removesuffix(".gz")
    if not os.path.exists(plain):
        with gzip.open(path) as packed, open(plain, "wb") as file:
            file.write(packed.read())
    return plain


def pages(data):
    """Rows of set, path, site, text to find, whether it is an article, and pieces to find and to leave out."""
    for name, one in load(f"{data}/aeb/ground-truth.json").items():
        path = unpacked(f"{data}/aeb/html/{name}.html.gz")
        yield "aeb", path, site(one.get("url", name)), one["articleBody"], True, None
    for name, one in load(f"{data}/fundus/dataset/ground_truth.json").items():
        path = unpacked(f"{data}/fundus/dataset/html/{name}")
        yield "fundus", path, name.split("_")[0].lower(), "\n".join(strings(one["body"])), True, None
    files = load(f"{data}/wcxb/metadata.json")["files"]
    for part in ("dev", "test"):
        for name in sorted(os.listdir(f"{data}/wcxb/{part}/ground-truth")):
            name = name.removesuffix(".json")
            path = f"{data}/wcxb/{part}/html/{name}.html.gz"
            if os.path.exists(path):
                truth = load(f"{data}/wcxb/{part}/ground-truth/{name}.json")["ground_truth"]
                text = truth.get("main_content") or truth.get("articleBody") or ""
                about = files[name]
                yield "wcxb" + part, unpacked(path), site("http://" + about["domain"]), text, about["page_type"] == "article", None
    for name, one in load(f"{data}/n4k/articles.json").items():
        path = f"{data}/n4k/html/{name}.html"
        if os.path.exists(path):
            yield "n4k", path, site(one["url"]), one["articleBody"], True, None
    for url, one in load(f"{data}/traf/tests/evaldata.json").items():
        for folder in ("eval", "cache"):
            path = f"{data}/traf/tests/{folder}/{one['file']}"
            if os.path.exists(path):
                yield "traf", path, site(url), None, True, (one["with"], one["without"])
                break
    for name in sorted(os.listdir(f"{data}/zh/original")):
        path, text = f"{data}/zh/original/{name}", f"{data}/zh/cleaned/{name.removesuffix('.html')}.txt"
        if name.endswith(".html") and os.path.exists(text):
            yield "zh", in_utf_8(path), name, decoded(text), True, None


def drawn(what):
    """A number that looks like chance."""
    return int.from_bytes(hashlib.sha256(what.encode()).digest()[:4], "big")


def part_of(page, tested):
    """train, dev or test, or None: a page of a site that is tested on in another set."""
    if page["set"] in TESTED:
        return "test"
    if page["site"] in tested:
        return None
    if page["set"] == "traf" and drawn("traf" + page["site"]) % 2:
        return "test"
    return "dev" if drawn("dev" + page["site"]) % 5 == 0 else "train"


def main(data):
    keys = ("set", "path", "site", "text", "article", "pieces")
    all_pages = [dict(zip(keys, row)) for row in pages(data)]
    tested = {p["site"] for p in all_pages if p["set"] in TESTED} | set(FUNDUS)
    with open(f"{data}/pages.jsonl", "w", encoding="utf-8") as file:
        for page in all_pages:
            page["part"] = part_of(page, tested)
            file.write(json.dumps(page, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
