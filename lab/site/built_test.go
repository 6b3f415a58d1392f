package main

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/index"
)

// built returns the folder of a site that site.sh wrote.
func built(t *testing.T) string {
	site := os.Getenv("FPCHECK_SITE")
	if site == "" {
		t.Skip("needs a site: run make site-check")
	}
	return site
}

// A page of the built site.
type page struct {
	ids   map[string]bool
	links []string // from attributes that name another file
	loads []string // those of files that a browser loads by itself
}

func pagesIn(t *testing.T, site string) map[string]*page {
	pages := make(map[string]*page)
	err := filepath.WalkDir(site, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".html" {
			return err
		}
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		root, err := html.Parse(f)
		if err != nil {
			return err
		}
		p := &page{ids: make(map[string]bool)}
		for n := range root.Descendants() {
			for _, a := range n.Attr {
				switch {
				case a.Key == "id", a.Key == "name" && n.Data == "a":
					p.ids[a.Val] = true
				case a.Key == "href" && n.Data == "a":
					p.links = append(p.links, a.Val)
				case a.Key == "href" && n.Data == "link", a.Key == "src" && n.Namespace == "":
					p.loads = append(p.loads, a.Val)
				}
			}
		}
		name, _ := filepath.Rel(site, file)
		pages[filepath.ToSlash(name)] = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// tools matches anchors that the tools of the API references link to and do not write. A script of
// rustdoc makes those of lines.
var tools = regexp.MustCompile(`/reference/(rust/src/|rust/.*#impl-|java/constant-values.html#)`)

// TestLinksOfSite checks that each link leads to a file of the site and to an anchor in it. No page may
// load a file from elsewhere.
func TestLinksOfSite(t *testing.T) {
	site := built(t)
	pages := pagesIn(t, site)
	links, anchors := 0, 0
	check := func(from, to string, loaded bool) {
		switch scheme, _, found := strings.Cut(to, ":"); {
		case found && !strings.Contains(scheme, "/"):
			if loaded && scheme != "data" && to != "javascript:void(0)" { // Doxygen has a frame without a page
				t.Errorf("%s loads %s", from, to)
			}
			return
		case strings.HasPrefix(to, "/"):
			t.Errorf("%s: %s begins with a slash; expected a relative path", from, to)
			return
		}
		links++
		file, anchor, _ := strings.Cut(to, "#")
		file, _, _ = strings.Cut(file, "?")
		target := from
		if file != "" {
			target = path.Join(path.Dir(from), unescape(file))
		}
		info, err := os.Stat(filepath.Join(site, target))
		if err == nil && info.IsDir() {
			target += "/index.html"
			_, err = os.Stat(filepath.Join(site, target))
		}
		if err != nil {
			t.Errorf("%s: link to %s: %s is not in the site", from, to, target)
			return
		}
		if p := pages[target]; p != nil && anchor != "" && !tools.MatchString(target+"#"+anchor) {
			anchors++
			if !p.ids[unescape(anchor)] {
				t.Errorf("%s: link to %s: the page has no such anchor", from, to)
			}
		}
	}
	for name, p := range pages {
		for _, to := range p.links {
			check(name, to, false)
		}
		for _, to := range p.loads {
			check(name, to, true)
		}
	}
	t.Logf("%d pages, %d links, %d anchors", len(pages), links, anchors)
	if links < 10_000 || anchors < 5_000 {
		t.Errorf("%d links and %d anchors are too few", links, anchors)
	}
}

func unescape(text string) string {
	plain, err := url.PathUnescape(text)
	if err != nil {
		return text
	}
	return plain
}

// TestRulesOfSite checks that each rule and each vector has an anchor. A rule also links to its vectors,
// code, plain statement and mutants.
func TestRulesOfSite(t *testing.T) {
	site := built(t)
	s, err := newStage("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.vectorPages(); err != nil {
		t.Fatal(err)
	}
	pages := pagesIn(t, filepath.Join(site, fpcheck.Version))
	vectors := make(map[string]bool)
	for _, r := range s.order {
		if len(r.vectors) == 0 || len(r.code) == 0 || len(r.statement) == 0 || len(r.mutants) == 0 {
			t.Errorf("%s has %d vectors, %d places, %d statements and %d mutants", r.ID, len(r.vectors), len(r.code), len(r.statement), len(r.mutants))
			continue
		}
		if !pages["SPEC.html"].ids[r.ID] {
			t.Errorf("SPEC.html has no anchor of %s", r.ID)
		}
		for _, to := range []string{href("SPEC.md", r.vectors[0].page(), r.vectors[0].ID, ""), s.sourceLink("SPEC.md", r.code[0], ""),
			s.sourceLink("SPEC.md", r.statement[0], ""), s.sourceLink("SPEC.md", r.mutants[0].at, "")} {
			if to, _, _ := strings.Cut(strings.TrimPrefix(to, `<a href="`), `"`); !slices.Contains(pages["SPEC.html"].links, to) {
				t.Errorf("SPEC.html has no link to %s, of %s", to, r.ID)
			}
		}
		p := pages["rules/"+r.ID+".html"]
		if p == nil {
			t.Errorf("%s has no page", r.ID)
			continue
		}
		for _, prefix := range []string{"../vectors/", "../source/internal/rules/", "../source/lab/mutants/", "../SPEC.html#" + r.ID} {
			if !slices.ContainsFunc(p.links, func(to string) bool { return strings.HasPrefix(to, prefix) }) {
				t.Errorf("the page of %s has no link to %s", r.ID, prefix)
			}
		}
		for _, v := range r.vectors {
			vectors[v.ID] = true
			if p := pages[strings.TrimSuffix(v.page(), ".md")+".html"]; p == nil || !p.ids[v.ID] {
				t.Errorf("%s has no anchor", v.ID)
			}
		}
	}
	t.Logf("%d rules, %d vectors", len(s.order), len(vectors))
}

// serveSite serves the site and returns its origin.
func serveSite(t *testing.T, site string) string {
	return serveHandler(t, http.FileServer(http.Dir(site)))
}

func serveHandler(t *testing.T, h http.Handler) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: h}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return "http://" + l.Addr().String()
}

// mainPages are the pages that axe inspects, on a dark phone and on a light desk. Some have all four
// looks.
var mainPages = []struct {
	name, path string
	all        bool
}{
	{"home", "index.html", true},
	{"docs", "docs/index.html", true},
	{"spec", "SPEC.html#R11.25", false},
	{"rule", "rules/R4.2.html", true},
	{"rules", "rules/index.html", false},
	{"vectors", "vectors/segment.html#segment-words", false},
	{"vectors-readme", "vectors/index.html", false},
	{"source", "source/internal/rules/segment.go.html", true},
	{"compare", "docs/compare.html", true},
	{"deduplicate", "docs/deduplicate.html#verification-and-no-over-merging", true},
	{"dedupe-default", "docs/measured/dedupe-default.html", false},
	{"distances", "docs/distances.html", false},
	{"references", "references.html", false},
	{"performance", "docs/measured/performance.html", false},
	{"tutorial", "docs/tutorial-archivist.html", false},
	{"versions", "../versions.html", true},
}

// TestPagesOfSite shows the main pages on a phone and on a desk, in the light and in the dark. No page
// may be wider than its window, axe may find nothing, and no request may leave the site.
func TestPagesOfSite(t *testing.T) {
	site := built(t)
	axe, err := os.ReadFile("../../.cache/axe/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal(err, ": run lab/scripts/chromium.sh")
	}
	c := newChromium(t, serveSite(t, site))
	passes := 0
	for i, l := range []look{{1280, false, true}, {360, true, true}, {360, false, true}, {1280, true, true}} {
		for _, p := range mainPages {
			if i > 1 && !p.all {
				continue
			}
			name := fmt.Sprintf("%s-%s-%d", p.name, map[bool]string{false: "light", true: "dark"}[l.dark], l.width)
			t.Run(name, func(t *testing.T) {
				c.t = t
				c.open("/"+path.Join(fpcheck.Version, p.path), l)
				c.eval(string(axe)+"; 0", nil)
				var got struct {
					Width, Scroll int
					Paper         string
					Passes        int
					Violations    []string
				}
				c.eval(`axe.run(document, {resultTypes: ['violations', 'passes']}).then((r) => ({
					width: innerWidth, scroll: document.documentElement.scrollWidth,
					paper: getComputedStyle(document.body).backgroundColor,
					passes: r.passes.length,
					violations: r.violations.map((v) => v.id + ': ' + v.help + ': ' + v.nodes.length + ' times: ' +
						v.nodes.slice(0, 3).map((n) => n.target + ' ' + n.html.slice(0, 120) + ' ' + (n.any[0]?.message ?? '')).join(' | ')),
				}))`, &got)
				c.screenshot(name)
				passes += got.Passes
				if got.Width != l.width || got.Scroll > got.Width {
					t.Errorf("%s (%v): %d px wide in %d px", p.path, l, got.Scroll, got.Width)
				}
				for _, v := range got.Violations {
					t.Errorf("%s (%v): %s", p.path, l, v)
				}
				if p.name == "home" && (got.Paper == "rgb(255, 255, 255)") == l.dark {
					t.Errorf("%s (%v): the paper is %s", p.path, l, got.Paper)
				}
			})
		}
	}
	c.t = t
	if len(c.external) > 0 {
		t.Errorf("requests leave the site: %v", c.external)
	}
	t.Logf("%d pages, %d requests, axe passes %d checks", len(mainPages), c.requests, passes)
}

// TestWidthOfSite checks that no page of the repository is wider than a phone. The pages of rules, vectors
// and sources have one form each, which is among the main pages.
func TestWidthOfSite(t *testing.T) {
	site := built(t)
	c := newChromium(t, serveSite(t, site))
	n := 0
	for name := range pagesIn(t, filepath.Join(site, fpcheck.Version)) {
		if first, _, found := strings.Cut(name, "/"); found && first != "docs" && first != "ports" {
			continue
		}
		c.open("/"+fpcheck.Version+"/"+name, look{360, false, true})
		var width int
		if c.eval(`document.documentElement.scrollWidth`, &width); width > 360 {
			t.Errorf("%s is %d px wide", name, width)
		}
		n++
	}
	t.Logf("%d pages", n)
}

// readable is an expression that is true if a page has an article with text that can be seen.
const readable = `document.querySelector('article').checkVisibility({visibilityProperty: true}) && document.querySelector('article').innerText.length > 200`

// TestKeyboardOfSite reaches the article, the search and the menu by keys alone.
func TestKeyboardOfSite(t *testing.T) {
	c := newChromium(t, serveSite(t, built(t)))
	home := "/" + fpcheck.Version + "/index.html"
	focused := func() (where string) {
		c.eval(`(() => { const e = document.activeElement; return e.matches('.md-skip') ? 'skip' : e.matches('[name=query]') ? 'search' :
			e.closest('.md-tabs') ? 'tabs' : e.closest('.md-sidebar') ? 'menu' : e.closest('article') ? 'article' : e.getAttribute('aria-label') ?? e.tagName })()`, &where)
		return where
	}
	// tabTo presses the tabulator until the focus is at a place. Nothing beside the window may have it.
	tabTo := func(place string) {
		t.Helper()
		var passed []string
		for range 60 {
			c.key("Tab", 9)
			at := focused()
			var beside bool
			if c.eval(`(({left, right}) => right <= 0 || left >= innerWidth)(document.activeElement.getBoundingClientRect())`, &beside); beside {
				t.Errorf("on the way to %s, the focus is beside the window, in %s", place, at)
				return
			}
			if at == place {
				return
			}
			passed = append(passed, at)
		}
		t.Errorf("60 tabulators do not reach %s: %v", place, passed)
	}
	c.open(home, look{1280, false, true})
	for _, place := range []string{"skip", "search", "tabs", "menu", "article"} {
		tabTo(place)
	}
	var outline string
	c.eval(`getComputedStyle(document.activeElement).outlineStyle`, &outline)
	if outline == "none" {
		t.Error("the focus cannot be seen")
	}

	// Search finds a rule and a vector, and Enter opens the first result.
	for _, query := range []struct{ text, leads string }{{"R11.25", "SPEC.html"}, {"text-two-octets", "vectors/text.html"}} {
		c.open(home, look{1280, false, true})
		tabTo("search")
		c.call("Input.insertText", map[string]any{"text": query.text}, nil)
		c.until("results for "+query.text, `document.querySelector('.md-search-result__item a[href*="`+query.leads+`"]')`)
		c.screenshot("search-" + query.text)
		c.key("Tab", 9)
		c.key("ArrowDown", 40)
		c.key("Enter", 13)
		c.until("the page of "+query.text, `location.pathname !== '`+home+`'`)
	}

	// On a phone, the menu is behind a button.
	c.open(home, look{360, false, true})
	tabTo("Menu")
	c.key("Enter", 13)
	c.until("the menu", `document.getElementById('__drawer').checked`)
	c.until("the menu inside the window", `document.querySelector('.md-sidebar--primary').getBoundingClientRect().left === 0`)
	tabTo("menu")
	c.open(home, look{360, false, true})
	tabTo("article") // past the closed menu and search
	c.open(home, look{360, false, true})
	tabTo("Search")
	c.key("Enter", 13)
	c.until("the search", `document.activeElement.matches('[name=query]')`)
}

// TestSiteWithoutScript opens the main pages without scripts: they have their text, their menu and their pictures.
func TestSiteWithoutScript(t *testing.T) {
	c := newChromium(t, serveSite(t, built(t)))
	for _, l := range []look{{1280, false, false}, {360, true, false}} {
		for _, p := range mainPages {
			if p.name == "versions" || p.name == "references" {
				continue
			}
			c.open("/"+path.Join(fpcheck.Version, p.path), l)
			var got struct {
				Readable      bool
				Scroll, Links int
				At            float64
				Broken        []string
			}
			c.eval(`({readable: `+readable+`, scroll: document.documentElement.scrollWidth,
				links: [...document.querySelectorAll('.md-tabs a, .md-sidebar--primary a')].filter((a) => a.checkVisibility()).length,
				at: document.querySelector(':target')?.getBoundingClientRect().top ?? 0,
				broken: [...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src)})`, &got)
			if !got.Readable || got.Scroll > l.width || len(got.Broken) > 0 {
				t.Errorf("%s (%v): %+v", p.path, l, got)
			}
			if got.At < 0 || got.At > 400 {
				t.Errorf("%s (%v): the anchor is at %g px", p.path, l, got.At)
			}
			if l.width == 1280 && got.Links == 0 {
				t.Errorf("%s (%v): the menu has no link", p.path, l)
			}
		}
	}
	if len(c.external) > 0 {
		t.Errorf("requests leave the site: %v", c.external)
	}
}

// TestToolsOfSite tries what needs a script: the comparison, the sliders and the menu of versions.
func TestToolsOfSite(t *testing.T) {
	site := built(t)
	// A second version: the same files, at another place.
	mux := http.NewServeMux()
	files := http.FileServer(http.Dir(site))
	mux.Handle("/", files)
	mux.Handle("/0.9.0/", http.StripPrefix("/0.9.0", http.FileServer(http.Dir(filepath.Join(site, fpcheck.Version)))))
	mux.HandleFunc("/versions.json", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `[{"version": %q, "title": "new"}, {"version": "0.9.0", "title": "old"}]`, fpcheck.Version)
	})
	c := newChromium(t, serveHandler(t, mux))
	var distance string
	c.open("/"+fpcheck.Version+"/docs/compare.html", look{1280, false, true})
	c.eval(`document.getElementById('distance').textContent`, &distance)
	if distance != "1 of 64 bits" {
		t.Errorf("the distance of the examples is %q", distance)
	}
	c.eval(`(() => { const b = document.getElementById('text-b'); b.value = document.getElementById('text-a').value; b.dispatchEvent(new Event('input')) })()`, nil)
	c.until("the distance of equal texts", `document.getElementById('distance').textContent === '0 of 64 bits'`)

	c.open("/"+fpcheck.Version+"/docs/deduplicate.html", look{360, true, true})
	status := `document.querySelector('.curve [role=status]').textContent`
	c.until("the share of the default bands", status+`.startsWith('99.99')`)
	c.eval(`(() => { const f = document.querySelector('.curve'); f.elements.resemblance.value = 0.5; f.dispatchEvent(new Event('input')) })()`, nil)
	var said string
	c.eval(status, &said)
	b := index.Bands{Bands: 21, Rows: 6}
	if want := fmt.Sprintf("%.4f %% of the pairs with a resemblance of 0.50 are compared.", 100*b.Recall(0.5, 8)); said != want {
		t.Errorf("the sliders say %q, expected %q", said, want)
	}

	c.open("/"+fpcheck.Version+"/docs/deduplicate.html", look{1280, false, true})
	c.until("the menu of versions", `document.querySelector('.versions-menu')?.options.length === 2`)
	c.eval(`(() => { const m = document.querySelector('.versions-menu'); m.value = '0.9.0'; m.dispatchEvent(new Event('change')) })()`, nil)
	c.until("the same page of the other version", `location.pathname === '/0.9.0/docs/deduplicate.html'`)
}
