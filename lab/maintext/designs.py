"""Pages in random designs: an article, and what sites put around one.

A Design is drawn from a seed. It decides how elements are named and nested, how paragraphs are written, and what
stands before, within, beside and after the article. Its pages differ in the words of all of that, not in form.
"""

import html
import random

NAMES = {
    "good": "content entry-content post-body article-body story-body articleBody main-content text prose field-body"
    " td-post-content c-article__text rich-text copy body hentry single-post story",
    "plain": "container wrapper row inner wrap holder section block module region panel col-md-8 grid-8 layout box"
    " l-main u-pad span8 group flex stack zone area",
    "menu": "nav navbar main-nav menu primary-menu navigation site-nav dropdown mega-menu global-links",
    "crumb": "breadcrumb breadcrumbs crumbs trail you-are-here",
    "head": "header masthead site-header top branding banner hd",
    "side": "sidebar aside secondary widget-area rail right-col col-md-4 rhs complementary",
    "foot": "footer site-footer colophon bottom ft legal base",
    "meta": "byline meta post-meta author-info dateline entry-meta credits info pubdate",
    "share": "share social-share sharing-buttons addthis tools social actions",
    "related": "related read-more more-stories recommended also-like recirc teaser-list promo inline-related",
    "ad": "ad advert ad-slot sponsored banner-ad dfp commercial",
    "news": "newsletter signup subscribe cta optin mail-form box-cta",
    "comment": "comments comment-list discussion disqus responses replies",
    "caption": "caption wp-caption-text figure-caption image-credit media-caption",
    "tags": "tags tag-links categories topics labels filed",
    "cookie": "cookie consent gdpr cookie-banner modal notice",
    "bio": "author-bio about-author bio author-box writer profile",
    "teaser": "teaser hero featured lead-story highlight spotlight top-story",
}
SEMANTIC = {
    "menu": "nav", "head": "header", "side": "aside", "foot": "footer", "crumb": "nav", "related": "aside",
    "comment": "section", "bio": "footer",
}  # fmt: skip
ADVERTISEMENT = ["Advertisement", "Anzeige", "Publicité", "Реклама", "広告", "Publicidad", "إعلان"]
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
e = html.escape


class Design:
    """A design. Its words are lists of strings: short, title, long, label, caption, name and date."""

    def __init__(self, seed, words):
        r = self.random = random.Random(seed)
        self.words, self.chosen = words, {}
        self.style = r.choice(["semantic", "hashed", "bare", "legacy", "mixed", "mixed", "classes", "classes", "classes"])
        self.table = self.style == "legacy"
        self.paragraph = r.choice(["p", "br", "br"] if self.table else ["p"] * 6 + ["div", "br", "span", "section", "boxes"])
        self.depth, self.every = r.choice([1, 2, 3, 5]), r.choice([0, 0, 2, 3, 4, 6, 9])
        self.within = [k for k in ("related", "ad", "news", "figure", "share") if r.random() < 0.35]
        self.after = [k for k in ("tags", "share", "related", "news", "neighbours") if r.random() < 0.5]
        self.side = r.choice(["none", "before", "after", "after", "both"])
        self.headline = r.choice(["before", "inside", "inside", "header"])
        self.meta = r.choice(["before", "inside", "inside", "after", "none"])
        self.list = r.choice(["ul", "ul", "ul", "plain", "p", "div"])
        for name, share in {
            "teaser": 0.2, "bio": 0.35, "comments": 0.3, "long footer": 0.4, "cookie": 0.4, "cookie at the end": 0.5,
            "form": 0.08, "large menu": 0.3, "figcaption": 0.5, "figure": 0.5, "main": 0.4, "article": 0.5, "tail inside": 0.5,
            "more": 0.4, "crumb": 0.4, "teasers beside": 0.5,
        }.items():  # fmt: skip
            self.chosen[name] = r.random() < share

    def page(self, seed, title, article):
        """A page. Each paragraph of the article begins with its kind: h, l, q or p."""
        r = self.random = random.Random(seed)
        has, chosen = self.chosen, self.any
        headline = f"<h1>{e(title)}</h1>"
        core = headline if self.headline == "inside" else ""
        if has["figure"] and has["figcaption"]:
            core += self.part("figure")
        if self.meta == "inside":
            core += self.byline()
        core += self.box("good", self.body(article), None if self.table else "div")
        if self.meta == "after":
            core += self.byline()
        tail = "".join(self.part(kind) for kind in self.after)
        if has["bio"]:
            tail = self.box("bio", f"<h4>{chosen('name')}</h4><p>{chosen('long')}</p>") + tail
        if has["tail inside"]:
            core += tail
        core = self.box("article", core, "article" if has["article"] and not self.table else None)
        if not has["tail inside"]:
            core += tail
        if self.headline == "before":
            core = headline + core
        if self.meta == "before":
            core = self.byline() + core
        if has["teaser"]:
            core = self.box("teaser", f"<a href=#><b>{chosen('title')}</b></a><p>{chosen('long')}</p>") + core
        if has["comments"]:
            core += self.box("comment", "".join(self.comment() for _ in range(r.choice([1, 4, 12]))))
        for depth in range(self.depth):
            core = self.box(f"level {depth}", core, "main" if depth == 0 and has["main"] and not self.table else None)
        beside = self.links(r.choice([4, 8, 15]), r.choice(["short", "title"]))
        if has["teasers beside"]:
            beside += self.teasers(r.choice([2, 5]))
        beside = self.box("side", beside)
        core = (beside if self.side in ("before", "both") else "") + core + (beside if self.side in ("after", "both") else "")
        if self.table:
            core = f"<table><tr><td>{core}</td></tr></table>"
        menu = self.links(r.choice([5, 9, 14])) + (self.links(40) if has["large menu"] else "")
        head = f"<a href=#>{chosen('short')}</a>" + (headline if self.headline == "header" else "") + self.box("menu", menu)
        head = self.box("head", head) + (self.box("crumb", self.links(3)) if has["crumb"] else "")
        foot = self.links(r.choice([4, 12, 30]))
        if has["long footer"]:
            foot += f"<p>{chosen('long')}</p><p>{chosen('long')}</p>"
        foot = self.box("foot", f"{foot}<p>© 2024 {chosen('name')}</p>")
        cookie = self.box("cookie", f"<p>{chosen('long')}</p><button>OK</button>") if has["cookie"] else ""
        more = self.box("related", self.teasers(r.choice([3, 6]))) if has["more"] else ""
        page = head + core + more + foot
        page = page + cookie if has["cookie at the end"] else cookie + page
        if has["form"]:
            page = f"<form action=x><div>{page}</div></form>"
        return f"<!DOCTYPE html><html><head><title>x</title></head><body>{page}</body></html>"

    def any(self, kind):
        return e(self.random.choice(self.words[kind]))

    def name(self, kind):
        """The name of a kind of element, which is the same on all pages."""
        if kind not in self.chosen:
            r = self.random
            name = r.choice(NAMES.get(kind, NAMES["plain"]).split())
            code = "".join(r.choices(LETTERS, k=r.choice([5, 6, 8])))
            if self.style == "hashed":
                name = r.choice(["css-", "css-", ""]) + code
            elif self.style == "mixed" and r.random() < 0.5:
                name = code
            if r.random() < 0.2:
                name = "".join(part.capitalize() for part in name.split("-"))
            attribute = r.choice(["class", "class", "class", "id"])
            unnamed = {"bare": 0.8, "legacy": 0.8, "semantic": 0.5}.get(self.style, 0)
            self.chosen[kind] = "" if r.random() < unnamed else f' {attribute}="{name}"'
        return self.chosen[kind]

    def box(self, kind, inner, tag=None):
        if tag is None and self.table:
            tag = self.random.choice(["div", "td", "td"])
        if tag is None:
            key = f"element of {kind}"
            if key not in self.chosen:
                share = {"semantic": 1, "classes": 0.4, "mixed": 0.4}.get(self.style, 0)
                self.chosen[key] = SEMANTIC.get(kind, "div") if self.random.random() < share else "div"
            tag = self.chosen[key]
        if tag == "td":
            return f"<table><tr><td{self.name(kind)}>{inner}</td></tr></table>"
        return f"<{tag}{self.name(kind)}>{inner}</{tag}>"

    def links(self, count, kind="short"):
        texts = [self.any(kind) for _ in range(count)]
        if self.list == "ul":
            return "<ul>" + "".join(f"<li><a href=#>{text}</a></li>" for text in texts) + "</ul>"
        if self.list == "plain":
            return " | ".join(f"<a href=#>{text}</a>" for text in texts)
        return "".join(f"<{self.list}><a href=#>{text}</a></{self.list}>" for text in texts)

    def teasers(self, count):
        forms = ("<h3><a href=#>{0}</a></h3><p>{1}</p>", "<h3><a href=#>{0}</a></h3>", "<a href=#><b>{0}</b> <span>{1}</span></a>")
        teasers = (self.random.choice(forms).format(self.any("title"), self.any("long")) for _ in range(count))
        return "".join(f"<div{self.name('item')}>{teaser}</div>" for teaser in teasers)

    def comment(self):
        return (
            f"<div><b>{self.any('name')}</b> <span>{self.any('date')}</span><p>{self.any('long')}</p>"
            f"<a href=#>{self.any('short')}</a></div>"
        )

    def byline(self):
        return self.box("meta", self.any("name") + self.random.choice([" | ", " · ", "<br>"]) + self.any("date"))

    def part(self, kind):
        """A part that is not the article's, within it or after it."""
        r = self.random
        if kind == "related":
            label = f"<b>{self.any('label')}</b>" if r.random() < 0.7 else ""
            return self.box("related", label + self.links(r.choice([1, 1, 3]), "title"))
        if kind == "ad":
            return self.box("ad", r.choice(ADVERTISEMENT))
        if kind == "news":
            form = f"<form><input><button>{self.any('short')}</button></form>"
            return self.box("news", f"<h4>{self.any('label')}</h4><p>{self.any('long')}</p>{form}")
        if kind == "figure":
            if self.chosen["figcaption"]:
                return f"<figure><img src=a.jpg alt=a><figcaption>{self.any('caption')}</figcaption></figure>"
            return self.box("caption", f"<img src=a.jpg><p>{self.any('caption')}</p>")
        if kind == "tags":
            return self.box("tags", self.links(r.choice([2, 5, 9])))
        if kind == "neighbours":
            return self.box("related", self.links(2, "title"))
        return self.box("share", self.links(r.choice([3, 5])))

    def body(self, article):
        out = []
        for i, paragraph in enumerate(article):
            out.append(self.written(paragraph[0], e(paragraph[1:])))
            if self.every and self.within and i % self.every == self.every - 1 and i + 1 < len(article):
                out.append(self.part(self.within[i // self.every % len(self.within)]))
        return "".join(out)

    def written(self, kind, text):
        r, form = self.random, self.paragraph
        if kind == "p" and r.random() < 0.15:
            words = text.split(" ")
            at = r.randrange(len(words))
            if "&" not in words[at] and len(words) > 1:
                words[at] = f"<a href=#>{words[at]}</a>"
            text = " ".join(words)
        if kind == "l":
            return "<ul>" + "".join(f"<li>{item}</li>" for item in text.split("\n")) + "</ul>"
        if form == "br":
            return f"<b>{text}</b><br><br>" if kind == "h" else text + r.choice(["<br><br>", "<br>"])
        if kind == "h":
            return f"<h2>{text}</h2>"
        if kind == "q":
            return f"<blockquote><p>{text}</p></blockquote>"
        return {
            "span": f"<div><span>{text}</span></div>",
            "section": f"<section><p>{text}</p></section>",
            "boxes": f"<div{self.name('paragraph')}><div><p>{text}</p></div></div>",
        }.get(form, f"<{form}>{text}</{form}>")
