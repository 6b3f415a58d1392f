package evaluation

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// numbered returns words that occur nowhere else.
func numbered(of string, n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(of, i))
	}
	return strings.Join(all, " ")
}

// invented is a text by one writer, whose words come of a vocabulary that all share.
func invented(writer uint64, words int) string {
	rnd := rand.New(rand.NewPCG(writer, 1))
	var b strings.Builder
	for i := range words {
		// Few words are common, most are rare.
		fmt.Fprintf(&b, "w%d", int(1/(rnd.Float64()+.0003)))
		switch {
		case i%40 == 39:
			b.WriteString(".\n")
		default:
			b.WriteString(" ")
		}
	}
	return b.String()
}

// small is a library that no package has to be installed for.
func small() *library {
	l := &library{installed: []string{"nothing 1"}, releases: []string{"1 to 2"}}
	for i := range 6 {
		text := invented(uint64(100+i), 300)
		l.declarations = append(l.declarations, declaration{fmt.Sprint("d", i), fmt.Sprint("l", i), groupOf(text), segments(text), text})
	}
	for i, work := range []string{"a", "b", "c"} {
		for j, version := range []string{"1", "2"} {
			text := invented(uint64(i), 3000)
			m := &manual{work, version, "en", map[corpus.Medium]string{corpus.HTML: text}, j == 0}
			if j == 0 {
				m.media[corpus.PDF] = strings.ReplaceAll(text, "w1 ", "x1 ")
			} else {
				m.media[corpus.HTML] = text + invented(uint64(50+i), 300)
			}
			l.manuals = append(l.manuals, m)
		}
	}
	l.revisions = []revision{{"1 to 2", "x.txt", invented(7, 200), invented(7, 220)}, {"1 to 2", "y.txt", "a b c", "a b c"}}
	return l
}

// The same bytes, however many work.
func TestWorkers(t *testing.T) {
	var want map[string][]byte
	for _, workers := range []int{1, 3, 8} {
		r := newRun(Options{Workers: workers, Seed: 5}, plan{everyRevision: 1, editedPages: 5, twins: 3, perGroup: 12, windows: 12})
		r.library = small()
		results, err := r.measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := results.files()
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-one +%d):\n%s", workers, workers, diff)
		}
	}
	checkPage(t, string(want["evaluation.md"]), func(name string) bool { return want[name] != nil })
	page := string(want["evaluation.md"])
	for _, text := range []string{"NaN", "Inf", "%!", "-1/"} {
		if strings.Contains(page, text) {
			t.Errorf("%q in the page:\n%s", text, page)
		}
	}
}

// bare matches a number without a digit before its point.
var bare = regexp.MustCompile(`(^|[ (|–])\.[0-9]`)

// checkPage fails if a link leads nowhere, a table is not one or a number begins with its point.
func checkPage(t *testing.T, page string, there func(name string) bool) {
	t.Helper()
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "../") && !there(m[1]) {
			t.Errorf("nothing is at %s", m[1])
		}
	}
	columns := 0
	for line := range strings.Lines(page) {
		if bare.MatchString(line) {
			t.Errorf("a number without its zero: %s", line)
		}
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns != 0 && n != columns {
			t.Errorf("%d columns, not %d: %s", n-1, columns-1, line)
		}
		columns = n
	}
}

// Schemes that are chosen are the only ones.
func TestChosen(t *testing.T) {
	r := newRun(Options{Schemes: []*scheme.Scheme{scheme.SD1}, Seed: 5}, plan{everyRevision: 1, editedPages: 2, twins: 1, perGroup: 2, windows: 4})
	r.library = small()
	results, err := r.measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := results.Write(dir); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "evaluation", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	want := []string{"advice.yaml"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, other := range []string{"sm1", "mh1", "x-"} {
		if strings.Contains(results.Page(), "`"+other) {
			t.Errorf("the page speaks of %s", other)
		}
	}
}

const docs = "../../docs/measured"

func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "evaluation.md"))
	if err != nil {
		t.Fatal(err)
	}
	checkPage(t, string(page), func(name string) bool {
		_, err := os.Stat(filepath.Join(docs, name))
		return err == nil
	})
	for _, s := range scheme.All() {
		if !strings.Contains(string(page), "\n## "+s.ID()+"\n") {
			t.Errorf("no section on %s", s.ID())
		}
	}
}

// The registry's advice follows from the results.
func TestAdvice(t *testing.T) {
	octets, err := os.ReadFile(filepath.Join(docs, "evaluation", "advice.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var measured map[string]scheme.Advice
	if err := yaml.Unmarshal(octets, &measured); err != nil {
		t.Fatal(err)
	}
	registered := make(map[string]scheme.Advice)
	for _, s := range scheme.All() {
		registered[s.ID()] = s.Advice()
	}
	if diff := cmp.Diff(measured, registered); diff != "" {
		t.Errorf("advice measured (-) and registered (+):\n%s", diff)
	}
}

// A sample of the real documents refutes no target.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the evaluation set is not read")
	}
	dir, err := corpus.Dir()
	if err != nil {
		t.Skip(err)
	}
	e, err := corpus.OpenEvaluation(dir)
	if err != nil {
		t.Skip(err)
	}
	results, err := Run(t.Context(), e, Options{Quick: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range results.targets() {
		t.Logf("%s, %s: %s, wanted %s", target.scheme, target.what, target.measured, target.want)
		if target.refuted {
			t.Errorf("%s, %s: %s, wanted %s", target.scheme, target.what, target.measured, target.want)
		}
	}
	// It does not get worse than what was tolerated.
	h := results.sum("sm1", inSet(otherWork, page))
	if p := rare(h.within(8), h.total()); p.Low > otherRate {
		t.Errorf("sm1: %s false positives per million at 8 bits, want at most %s", p.falsePositives(), perMillion(otherRate))
	}
}
