package main

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck"
)

// built returns the folder of the site, which site.sh writes.
func built(t *testing.T) string {
	if os.Getenv("FPCHECK_SITE") == "" {
		t.Skip("needs a site: run make site-check")
	}
	return filepath.Join("..", "..", "build", "site")
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

// TestLinksOfSite checks that each link leads to a file of the site and to an anchor in it, and that
// no page loads a file from elsewhere.
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
		case strings.HasPrefix(to, "//"):
			t.Errorf("%s: %s has no scheme", from, to)
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
		// rustdoc makes the anchors of lines by a script, and lists implementations that it leaves out.
		rustdoc := strings.Contains(target, "reference/rust/src/") || strings.Contains(target, "reference/rust/") && strings.HasPrefix(anchor, "impl-")
		if p := pages[target]; p != nil && anchor != "" && !rustdoc {
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

// TestRulesOfSite checks that each rule has an anchor, and links to a vector, a place in the code, a plain
// statement and a mutant; and that each vector has an anchor.
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
		if !pages["SPEC.html"].ids[r.ID] {
			t.Errorf("SPEC.html has no anchor of %s", r.ID)
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
		if len(r.code) == 0 {
			t.Errorf("%s has no place in the code", r.ID)
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
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(site))}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return "http://" + l.Addr().String()
}

// mainPages are those that axe inspects, with a name of their own.
var mainPages = []struct{ name, path string }{
	{"home", "index.html"},
	{"docs", "docs/index.html"},
	{"spec", "SPEC.html#R11.25"},
	{"rule", "rules/R4.2.html"},
	{"rules", "rules/index.html"},
	{"vectors", "vectors/segment.html#" + "segment-1"},
	{"vectors-readme", "vectors/index.html"},
	{"source", "source/internal/rules/segment.go.html"},
	{"compare", "docs/compare.html"},
	{"deduplicate", "docs/deduplicate.html"},
	{"dedupe-default", "docs/dedupe-default.html"},
	{"distances", "docs/distances.html"},
	{"references", "references.html"},
	{"performance", "docs/performance.html"},
	{"tutorial", "docs/tutorial-archivist.html"},
	{"404", "404.html"},
	{"versions", "../versions.html"},
}

// TestPagesOfSite shows the main pages on a phone and on a desk, in the light and in the dark: no page
// is wider than its window, axe finds nothing, and no request leaves the site.
func TestPagesOfSite(t *testing.T) {
	site := built(t)
	axe, err := os.ReadFile("../../.cache/axe/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal(err, ": run lab/scripts/chromium.sh")
	}
	c := newChromium(t, serveSite(t, site))
	passes := 0
	for _, l := range []look{{1280, false, true}, {360, true, true}, {360, false, true}, {1280, true, true}} {
		for _, p := range mainPages {
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
			c.screenshot(strings.Join([]string{p.name, map[bool]string{false: "light", true: "dark"}[l.dark], map[bool]string{false: "360", true: "1280"}[l.width == 1280]}, "-"))
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
		}
	}
	if len(c.external) > 0 {
		t.Errorf("requests leave the site: %v", c.external)
	}
	t.Logf("%d pages in 4 looks, %d requests, axe passes %d checks", len(mainPages), c.requests, passes)
}
