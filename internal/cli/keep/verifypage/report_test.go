package verifypage

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/page/browser"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

var errNotRecorded = errors.New("it could not be read when the manifest was made")

func entry(path string, features int) *manifest.Entry {
	return &manifest.Entry{
		Path: path, Features: features, Size: 1000,
		Reading: manifest.Reading{MediaType: "text/html", Encoding: "utf-8", Tool: "golang.org/x/net/html v0.62.0"},
	}
}

func result(path string, s manifest.Status, distance int) manifest.Result {
	r := manifest.Result{Path: path, Status: s, Distance: distance}
	if s != manifest.New {
		r.Stored = entry(path, 200)
	}
	if s != manifest.Missing {
		r.Found = entry(path, 190)
	}
	return r
}

// many returns results of each status.
func many() []manifest.Result {
	all := []manifest.Result{
		result("gone.txt", manifest.Missing, -1),
		result("new <b>.txt", manifest.New, -1),
		result("odd\nname\xff.txt", manifest.Different, 40),
		result("numbers.txt", manifest.Different, -1),
		result("picture.png", manifest.WithoutText, -1),
		{Path: "locked", Status: manifest.NotRead, Distance: -1, Err: errNotRecorded},
		{Path: "shut", Status: manifest.StillNotRead, Distance: -1, Err: errNotRecorded},
		{Path: "b.txt", From: "a.txt", Status: manifest.Moved, Distance: -1, Stored: entry("a.txt", 9), Found: entry("b.txt", 9)},
		result("equal.txt", manifest.SameFingerprint, 0),
		result(strings.Repeat("a long path of many names/", 12)+"x.html", manifest.Similar, 9),
	}
	all[2].Found.Reading.Tool = "golang.org/x/net/html v0.63.0"
	for d := range 30 {
		for i := range 40 - d {
			s := manifest.Similar
			if d > 10 {
				s = manifest.Different
			}
			all = append(all, result(fmt.Sprintf("letters/%02d-%d.txt", d, i), s, d))
		}
	}
	for i := range 500 {
		all = append(all, result(fmt.Sprintf("same/%d.txt", i), []manifest.Status{manifest.OK, manifest.SameText}[i%2], -1))
	}
	return all
}

func excerpt(t *testing.T, most int, old, new string) *difference.Excerpt {
	t.Helper()
	d, err := difference.Between(t.Context(), []byte(old), []byte(new))
	if err != nil {
		t.Fatal(err)
	}
	return d.Excerpt(most)
}

// TestGroupsAreInOrder checks equal numbers with and without a negation. They are two groups of the same
// rank, and their order must be fixed.
func TestGroupsAreInOrder(t *testing.T) {
	r := New(1)
	for _, negation := range []bool{false, true} {
		g := difference.Group{Class: difference.Class{Kind: difference.Number, Negation: negation}, Went: "5", Edits: 1}
		r.group("a", &difference.Excerpt{Groups: []difference.Group{g}})
	}
	for range 100 {
		if all := r.gravestGroups(); len(all) != 2 || !all[0].Negation {
			t.Fatalf("%d groups, the first with a negation: %v, want 2, true", len(all), all[0].Negation)
		}
	}
}

func pageOf(t *testing.T, most int, all []manifest.Result) string {
	t.Helper()
	texts := map[string]*difference.Excerpt{
		"odd\nname\xff.txt": excerpt(t, 10, "The keeper did not light the <lamp>.", "The keeper did light the <script>alert(5)</script>\u202E"),
		"numbers.txt":       excerpt(t, 1, strings.Repeat("5 one two three four six seven eight nine ten eleven twelve ", 3), strings.Repeat("6 one two three four six seven eight nine ten eleven twelve ", 3)),
		"equal.txt":         excerpt(t, 0, "a b", "b a"),
	}
	r := New(most)
	r.Name, r.Tree, r.Similar = "letters.fpm", "letters", "a distance of at most 10 bits"
	r.Rules.Accept = outcome.AcceptText
	r.Header = manifest.Header{Scheme: scheme.SM1, Profile: extract.Visible, Tool: "fpcheck 0.2.0"}
	for _, result := range all {
		r.Add(result, texts[result.Path])
	}
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var paths = regexp.MustCompile(`<th role="rowheader" scope="row"><bdi class="path" translate="no">(.*?)</bdi>`)

func pathsOf(page string) []string {
	var found []string
	for _, m := range paths.FindAllStringSubmatch(page, -1) {
		found = append(found, html.UnescapeString(m[1]))
	}
	return found
}

// TestWorstFirst checks that the worst files come first, in whatever order they were found.
func TestWorstFirst(t *testing.T) {
	all := many()
	page := pageOf(t, 5, all)
	want := []string{`"odd\nname\xff.txt"`, "numbers.txt", "letters/29-0.txt", "letters/29-1.txt", "letters/29-10.txt"}
	if diff := cmp.Diff(want, pathsOf(page)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(page, "The worst first; 770 more files are left out.") {
		t.Error("what is left out is not told")
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if diff := cmp.Diff(page, pageOf(t, 5, all)); diff != "" {
		t.Errorf("in another order (-first +second):\n%s", diff)
	}
	got := pathsOf(pageOf(t, 10_000, all))
	if len(got) != 775 {
		t.Errorf("%d paths", len(got))
	}
	for i, p := range []string{"gone.txt", "locked", "picture.png"} { // after all that are DIFFERENT
		if n := slices.Index(got, p); n != 382+i {
			t.Errorf("%s is number %d, expected %d", p, n, 382+i)
		}
	}
	if diff := cmp.Diff([]string{"equal.txt", "b.txt", "new <b>.txt"}, got[len(got)-3:]); diff != "" {
		t.Errorf("the last (-want +got):\n%s", diff)
	}
}

func TestSays(t *testing.T) {
	for _, tt := range []struct {
		why  string
		page string
		want []string
		not  []string
	}{
		{"all of it", pageOf(t, 1000, many()), []string{
			"<h1 class=\"no\">INVALID: 382 different, 1 missing, 1 no text, 1 unreadable, 387 to review, 1 not judged (1275 files)</h1>",
			"<title>INVALID: 382 different", "<dt>Accepted</dt><dd>text</dd>", "letters.fpm", "sm1, profile visible",
			"from <bdi class=\"path\" translate=\"no\">a.txt</bdi>", "then as text/html, utf-8, golang.org/x/net/html v0.62.0",
			"The keeper did <del>not</del> light the", "&lt;script&gt;alert",
			"<summary>3 words went, 3 came: 3 number</summary>", "and 2 more places", "<summary>1 word went, 1 came: 2 order</summary>\n<p>and 1 more place</p>",
			"Of 768 files whose bytes", "new &lt;b&gt;.txt", errNotRecorded.Error(), "<td>41</td>", "the worst first",
		}, []string{"left out", "<b>", "http", "<script", " on "}},
		{"nothing differs", pageOf(t, 1000, []manifest.Result{result("a", manifest.OK, -1)}),
			[]string{"<h1 class=\"yes\">VALID: no difference in 1 file</h1>"}, []string{"<svg", "The worst", "Findings"}},
		{"no files", pageOf(t, 1000, nil), []string{"<h1 class=\"yes\">VALID: no difference in 0 files</h1>", "There were none."}, []string{"<svg", "<table"}},
		{"one that is not compared", pageOf(t, 1000, []manifest.Result{{Path: "a", Status: manifest.NotCompared, Distance: -1, Err: errNotRecorded}}),
			[]string{"<h1 class=\"unknown\">CANNOT BE JUDGED: 1 not judged (1 file)</h1>"}, []string{"<svg"}},
		{"an altered bag", validated(t, 1000, false, nil), []string{
			"<h1 class=\"no\">INVALID: 1 error, 2 warnings, 1 not judged</h1>", "<title>INVALID: 1 error", "a bag of version 1.0", "sha256 00: expected 01 (RFC 8493, 3)",
			"For content-addressing", "data/&lt;b&gt;.txt",
		}, []string{"<b>", "\u202e", "No difference", "no difference", "left out", "There were none", "summary"}},
		{"the gravest first", validated(t, 2, false, nil), []string{"2 more are left out", "sha256 00", "permission denied"}, []string{"W004"}},
		{"an altered bag with a changed file", validated(t, 1000, false, []manifest.Result{result("same.txt", manifest.SameText, -1)}), []string{
			"INVALID: 1 error, 2 warnings, 1 not judged; 1 to review (1 file)", "same.txt", `<span class="status maybe"><span class="sign" aria-hidden="true">~</span> SAME TEXT`,
			`<span class="status unknown"><span class="sign" aria-hidden="true">?</span> not judged`,
		}, []string{"Accepted"}},
		{"an altered bag whose texts are the same", validated(t, 1000, false, []manifest.Result{result("a", manifest.OK, -1)}),
			[]string{"<h1 class=\"no\">INVALID: 1 error, 2 warnings, 1 not judged; no difference in 1 file</h1>"}, nil},
	} {
		t.Run(tt.why, func(t *testing.T) {
			page := strings.ToLower(tt.page)
			for _, s := range tt.want {
				if !strings.Contains(page, strings.ToLower(s)) {
					t.Errorf("no %q", s)
				}
			}
			for _, s := range tt.not {
				if strings.Contains(tt.page[strings.Index(tt.page, "<body>"):], s) {
					t.Errorf("%q is in it", s)
				}
			}
		})
	}
}

// TestChanges checks that equal changes of many files are one row, the most important first. Files without
// relevant changes are not listed one by one.
func TestChanges(t *testing.T) {
	const note = "The keeper lit the lamp.\nBuilt in 1881."
	r := New(4)
	r.Rules.Meant, r.Rules.FailOn = true, []difference.Kind{difference.Number, difference.WordLost}
	for i := range 110 {
		r.Add(result(fmt.Sprintf("notes/%03d.pdf", i), manifest.Different, 3), excerpt(t, 10, note, "The keeper 1 lit the lamp.\n1 Built in 1881."))
	}
	for _, name := range []string{"b.pdf", "c.pdf"} {
		r.Add(result(name, manifest.Similar, 2), excerpt(t, 10, "He did not light it.", "He did light it."))
	}
	r.Add(result("a.pdf", manifest.SameFingerprint, 0), excerpt(t, 10, "She owes 120 crowns <b>.", "She owes 125 crowns <b>."))
	r.Add(result("e.pdf", manifest.Similar, 9), excerpt(t, 10, "He left. In 1881 he came again.", "He left."))
	r.Add(result("d.pdf", manifest.Similar, 0), excerpt(t, 10, "He lit it. Then he went to bed at last.", "Then he went to bed at last."))
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	at := 0
	for _, want := range []string{
		"REVIEW: 5 to review (115 files)", "numbers and negations first; 220 more are left out",
		"~</span> number</span>", "<del>120</del> <ins>125</ins>", ">1</span>", "a.pdf",
		"~</span> number, word lost</span>", "e.pdf",
		"word lost, negation", "<del>not</del>", ">2</span>", "b.pdf", "word lost</span>",
		"The worst first; 1 more file is left out.",
	} {
		n := strings.Index(page[at:], want)
		if n < 0 {
			t.Fatalf("no %q after %q", want, page[max(0, at-100):at])
		}
		at += n
	}
	if strings.Contains(page, "notes/005.pdf") {
		t.Error("a file that differs in marks only is listed")
	}
	r.most = 5
	b.Reset()
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	if want := "✓</span> note marks</span></th><td role=\"cell\" data-label=\"Words\"><span class=\"texts\" dir=\"auto\" translate=\"no\">–</span></td>" +
		"<td role=\"cell\" data-label=\"Files\" class=\"number\"><span>110</span>"; !strings.Contains(b.String(), want) {
		t.Error("the notes of 110 files are not one row")
	}
}

var findings = []outcome.Finding{
	{Severity: validation.Warning, Code: "W004", Path: "inventory.json", What: "sha256", Expected: "sha512", Sentence: "For content-addressing, OCFL Objects SHOULD use sha512."},
	{Severity: validation.Unjudged, Code: "unreadable", Path: "data/" + strings.Repeat("a long path of many names/", 12), What: "permission denied"},
	{Severity: validation.Error, Code: "checksum", Source: "RFC 8493, 3", Path: "data/<b>.txt", What: "sha256 00", Expected: "01"},
	{Severity: validation.Warning, What: "odd \u202E\xFF <script>" + strings.Repeat("x", 200)},
}

func validated(t *testing.T, most int, strict bool, results []manifest.Result) string {
	t.Helper()
	r := New(most)
	r.Name, r.Validated, r.Rules.Strict = "0001", "a bag of version 1.0, 3 payload files", strict
	for _, f := range findings {
		r.AddFinding(f, 1)
	}
	for _, result := range results {
		r.Add(result, nil)
	}
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTitles checks that the title contains the verdict.
func TestTitles(t *testing.T) {
	for _, test := range []struct {
		why      string
		strict   bool
		findings []validation.Severity
		results  []manifest.Status
		want     string
	}{
		{"nothing", false, nil, nil, "VALID: nothing is wrong"},
		{"a warning", false, []validation.Severity{validation.Warning}, nil, "VALID: 1 warning"},
		{"a warning that counts", true, []validation.Severity{validation.Warning}, nil, "INVALID: 1 warning"},
		{"what cannot be read", false, []validation.Severity{validation.Unjudged}, []manifest.Status{manifest.OK}, "CANNOT BE JUDGED: 1 not judged; no difference in 1 file"},
		{"an error, and equal texts", false, []validation.Severity{validation.Error}, []manifest.Status{manifest.OK, manifest.OK}, "INVALID: 1 error; no difference in 2 files"},
		{"no error, and another text", false, nil, []manifest.Status{manifest.OK, manifest.Different}, "INVALID: 1 different (2 files)"},
		{"near texts", false, nil, []manifest.Status{manifest.Similar}, "REVIEW: 1 to review (1 file)"},
		{"a new file", false, nil, []manifest.Status{manifest.New}, "VALID: no difference that counts in 1 file"},
		{"a new file, strictly", true, nil, []manifest.Status{manifest.New}, "REVIEW: 1 to review (1 file)"},
		{"a migration", false, nil, []manifest.Status{manifest.Similar, manifest.Different, manifest.SameFingerprint, manifest.Different},
			"INVALID: 2 different, 2 to review (4 files)"},
		{"all at once", false, []validation.Severity{validation.Error, validation.Warning, validation.Unjudged}, []manifest.Status{manifest.Missing, manifest.NotRead, manifest.NotCompared},
			"INVALID: 1 error, 1 warning, 1 not judged; 1 missing, 1 unreadable, 1 not judged (3 files)"},
	} {
		r := New(5)
		r.Validated, r.Rules.Strict = "a bag", test.strict
		for _, s := range test.findings {
			r.AddFinding(outcome.Finding{Severity: s}, 1)
		}
		for _, s := range test.results {
			r.Add(result("a", s, -1), nil)
		}
		if got := r.title(); got != test.want {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
}

// TestChart checks that a single file is visible beside very many at another distance. No bar leaves the
// chart.
func TestChart(t *testing.T) {
	r := New(1)
	for range 100_000 {
		r.Add(result("a", manifest.Similar, 1), nil)
	}
	r.Add(result("b", manifest.Different, 1), nil) // too short to be near
	r.Add(result("c", manifest.Different, 128), nil)
	c := r.chart()
	if c.Compared != 100_002 || c.Highest != 100_001 || len(c.Bars) != 2 {
		t.Fatalf("%+v", c)
	}
	for _, b := range c.Bars {
		if b.Different > 0 && b.Height < leastHeight || b.Top < 0 || b.Left+0.8 > float64(c.Width) {
			t.Errorf("%+v of %d", b, c.Width)
		}
	}
	if last := c.Ticks[len(c.Ticks)-1]; last.Left > 100 || len(c.Ticks) > 10 {
		t.Errorf("%+v", c.Ticks)
	}
}

// probe is appended to the page by the test alone.
const probe = `<script>
addEventListener("load", () => {
	const root = document.documentElement, wide = [];
	for (const e of document.body.querySelectorAll("*")) {
		if (!e.closest(".sr, .board thead, .ticks") && e.getBoundingClientRect().right > root.clientWidth + 0.5) wide.push(e.tagName + "." + e.className);
	}
	const bars = [...document.querySelectorAll(".chart rect")].map(e => e.getBoundingClientRect().height);
	const out = document.createElement("pre");
	out.id = "probe";
	out.textContent = JSON.stringify({
		width: root.clientWidth, scrollWidth: root.scrollWidth, wide: wide.slice(0, 5),
		dark: matchMedia("(prefers-color-scheme: dark)").matches,
		paper: getComputedStyle(document.body).backgroundColor,
		bars: bars.length, least: Math.min(...bars), fill: getComputedStyle(document.querySelector(".chart .different")).fill,
		scripts: document.scripts.length, requests: performance.getEntriesByType("resource").length,
	});
	parent.document.body.append(out);
});
</script>`

// TestInBrowser opens the page in a browser. Nothing scrolls sideways on a phone, the dark palette applies,
// and each bar is visible.
func TestInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is not for a short run")
	}
	page, err := browser.WithoutPolicy(validated(t, 1000, false, many()))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, paper, fill string
		flags             []string
		dark              bool
		width             int
	}{
		{"phone", "rgb(252, 252, 250)", "rgb(160, 24, 34)", nil, false, 360},
		{"phone, dark", "rgb(19, 20, 22)", "rgb(255, 157, 152)", []string{"--blink-settings=preferredColorScheme=0"}, true, 360},
		{"desktop", "rgb(252, 252, 250)", "rgb(160, 24, 34)", nil, false, 1280},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got struct {
				Width, ScrollWidth, Bars, Scripts, Requests int
				Wide                                        []string
				Dark                                        bool
				Paper, Fill                                 string
				Least                                       float64
			}
			browser.ShowIn(t, tt.width, page+probe, &got, tt.flags...)
			if got.Width != tt.width || got.ScrollWidth > got.Width || len(got.Wide) > 0 {
				t.Errorf("%d px wide, %d px with what overflows: %v; want %d", got.Width, got.ScrollWidth, got.Wide, tt.width)
			}
			if got.Dark != tt.dark || got.Paper != tt.paper || got.Fill != tt.fill {
				t.Errorf("dark %v, %s on %s: want %v, %s on %s", got.Dark, got.Fill, got.Paper, tt.dark, tt.fill, tt.paper)
			}
			if got.Bars != 31 || got.Least < 2 {
				t.Errorf("%d bars, the least %v px high: want 31 of 2 px", got.Bars, got.Least)
			}
			if got.Scripts != 1 || got.Requests != 0 {
				t.Errorf("%d scripts with the probe, %d requests", got.Scripts, got.Requests)
			}
		})
	}
}
