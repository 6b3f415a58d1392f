package mutants

import (
	"encoding/json"
	"flag"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/fuzz"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

var (
	fuzzCases = flag.Int("fuzz-cases", 600, "how many cases mutants are fuzzed with")
	fuzzEach  = flag.Int("fuzz-each", 3, "of the mutants of text, which take long, fuzz one in this number")
)

// A fuzzer is measured by the number of planted mistakes that it finds. The vectors catch each mutant, so
// cases made of vectors do not count here. Which mutants survive these few cases is chance. Some need one
// length of thousands, one code point of 150,000 or one name of a form. Most mistakes about markup are of
// this sort: an element of a list, a clause about declarations. A twentieth of the cases is XML.
func TestFuzzKillsMutants(t *testing.T) {
	least, leastMarkup := 0.80, 0.20
	if *fuzzCases >= 10000 { // in nightly
		least = 0.96
	}
	if testing.Short() {
		t.Skip("under the race detector it takes minutes")
	}
	cases := mutantCases(*fuzzCases)
	// The mutants of main text score each line by 520 trees, which would take an hour. Vectors kill all of them.
	mutants := slices.DeleteFunc(All(), func(m Mutant) bool { return m.mutate == nil || m.level() == protocol.Main })
	ofText := 0
	mutants = slices.DeleteFunc(mutants, func(m Mutant) bool {
		if m.level() != protocol.Core {
			return false
		}
		ofText++
		return ofText%*fuzzEach > 0
	})
	killers := make([]string, len(mutants)) // the generator that did it
	next := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := range next {
				killers[i] = killerOf(mutants[i], cases[mutants[i].scheme().ID()])
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	wg.Wait()

	killed, byGenerator := 0, make(map[string]int)
	type tally struct{ killed, of int }
	chapters := make(map[string]tally)
	for i, m := range mutants {
		chapter, _, _ := strings.Cut(m.Rule, ".")
		c := chapters[chapter]
		c.of++
		if killers[i] == "" {
			t.Logf("%s %s survives: %s", m.Rule, m.Name, m.Mistake)
		} else {
			c.killed++
			killed++
			byGenerator[killers[i]]++
		}
		chapters[chapter] = c
	}
	for chapter, c := range chapters {
		t.Logf("%s: %d of %d killed", chapter, c.killed, c.of)
	}
	t.Logf("%d of %d killed by %d cases; by generator: %v", killed, len(mutants), *fuzzCases, byGenerator)
	markup := chapters["R11"]
	for _, c := range []struct {
		what  string
		tally tally
		least float64
	}{
		{"of text", tally{killed - markup.killed, len(mutants) - markup.of}, least},
		{"of markup", markup, leastMarkup},
	} {
		if share := float64(c.tally.killed) / float64(c.tally.of); share < c.least {
			t.Errorf("%.3f of the mutants %s are killed by %d cases, expected %.2f", share, c.what, *fuzzCases, c.least)
		}
	}
}

// level returns markup, main, or core of any other mistake.
func (m Mutant) level() protocol.Level {
	switch {
	case strings.HasPrefix(m.Name, "main-"):
		return protocol.Main
	case strings.HasPrefix(m.Rule, "R11."):
		return protocol.Markup
	}
	return protocol.Core
}

// mutantCase is what a case asks of a port with one scheme.
type mutantCase struct {
	generator string
	requests  []cases.Case
}

// mutantCases returns n cases for each scheme. A pair of fingerprints may be of others.
func mutantCases(n int) map[string][]mutantCase {
	made := make(map[string][]mutantCase)
	all := scheme.All()
	hello := func(schemes ...*scheme.Scheme) protocol.Hello { return conformance.NewReference(schemes...).Describe() }
	for number, count := uint64(0), 0; count < n; number++ {
		generator, pairs := fuzz.Cases(1, number, hello(all[0]), all)
		if generator == "vectors" {
			continue
		}
		count++
		pairs = slices.DeleteFunc(pairs, func(c cases.Case) bool { return c.Request.Scheme != "" })
		for _, s := range all {
			_, own := fuzz.Cases(1, number, hello(s), []*scheme.Scheme{s})
			own = slices.DeleteFunc(own, func(c cases.Case) bool { return c.Request.Scheme == "" })
			made[s.ID()] = append(made[s.ID()], mutantCase{generator, slices.Concat(own, pairs)})
		}
	}
	return made
}

// killerOf returns the generator of the first case that a mutant answers wrong.
func killerOf(m Mutant, among []mutantCase) string {
	p := m.port()
	for _, c := range among {
		for _, j := range c.requests {
			// Cuts tell nothing else: what is composed joins the pieces first.
			if j.Request.Stage == protocol.Stream && m.Rule != "R9.2" {
				continue
			}
			// A port's reader of markup is a part by itself, and so is its main text.
			level := cases.LevelOf(j.Request.Stage)
			if level != protocol.Markup && level != protocol.Main {
				level = protocol.Core
			}
			if level != m.level() {
				continue
			}
			if !cases.Agree(j.Want, p.Answer(j.Request).Result) {
				return c.generator
			}
		}
	}
	return ""
}

// Each stage's mistakes are found, traced to their stage and shrunk to the essential. The printed vector
// catches them.
func TestFuzzShrinksMutants(t *testing.T) {
	for _, tt := range []struct {
		name  string
		stage vectors.Stage // that differs first
		most  int           // bytes of the input
		why   string        // the reason for this number
	}{
		{"replacement-each-octet", vectors.Text, 2, "two octets that are ill-formed"},
		{"identifier-deleted", vectors.Identifiers, 5, "the shortest identifiers are a:// and a@a.a"},
		{"cut-absent", vectors.Identifiers, 2060, "an atom longer than 2,048"},
		{"hyphens-not-joined", vectors.Identifiers, 4, "a letter, a hyphen, a line end, a letter"},
		{"spaces-thai-lao-one-class", vectors.Identifiers, 7, "two letters of three octets and a blank"},
		{"final-sigma-kept", vectors.Normalise, 4, "a letter and a sigma"},
		{"mark-limit-one-more", vectors.Normalise, 2053, "1,025 marks"},
		{"tatweel-kept", vectors.Normalise, 3, "tatweel and a letter"},
		{"alphabetic-ignored", vectors.Segment, 1, "a digit"},
		{"grams-of-three", vectors.Segment, 9, "three clusters"},
		{"clusters-weigh-one", vectors.Features, 3, "one cluster"},
		{"shingles-sorted", vectors.Features, 2, "two tokens"},
		{"occurrences-plus-k", vectors.Features, 4, "four tokens: two shingles"},
		{"twelve-go-through-mix", vectors.Hash, 12, "twelve octets"},
		{"zeros-not-subtracted", vectors.Counters, 8, "an element"},
		{"tie-is-one", vectors.Sketch, 512, "64 counters"},
		{"greatest-kept", vectors.Full, 16, "two elements"},
		{"merge-of-greater", vectors.Merge, 2058, "two full forms"},
		{"donor-from-one", vectors.Sketch, 1029, "a full form"},
		{"high-bits-kept", vectors.Truncate, 128, "a sketch"},
		{"data-padded", vectors.Encode, 8, "a sketch"},
		{"spare-bit-ignored", vectors.Decode, 17, "a fingerprint"},
		{"distance-of-63-bits", vectors.Distance, 34, "two fingerprints"},
		{"hidden-shown", vectors.HTML, 12, "an element with an attribute: <p hidden>a"},
		{"windows-weigh-more", vectors.Windows, 4, "an item is a window, and another follows"},
		{"passages-across-holders", vectors.Passages, 40, "three texts that share two items"},
		{"covers-of-any-weight", vectors.Covers, 40, "a reference and a document that is longer"},
		{"cut-separates", protocol.Stream, 3, "a word of two letters"},
		{"locale", vectors.Text, 1, "a capital, before all else"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && tt.most > 2000 {
				t.Skip("it takes a thousand tries of long texts")
			}
			m := All()[slices.IndexFunc(All(), func(m Mutant) bool { return m.Name == tt.name })]
			p := m.port()
			r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{p}, fuzz.Options{Seed: 1, MostFailures: 1, Cases: 10_000})
			if err != nil || len(r.Disagreements) != 1 || r.Agrees() {
				t.Fatalf("%d disagreements, error %v", len(r.Disagreements), err)
			}
			d := r.Disagreements[0]
			if to := shrunk(t, d); d.Request.Stage != tt.stage || to > tt.most {
				t.Errorf("stage %s, %d bytes, want %s and at most %d: %s\n%s", d.Request.Stage, to, tt.stage, tt.most, tt.why, d.YAML())
			}
			checkVector(t, d, p)
		})
	}
}

// checkVector loads what is printed as a vector file: the reference passes it and the
// port fails it.
func checkVector(t *testing.T, d *fuzz.Disagreement, p *port.Port) {
	t.Helper()
	files, err := vectors.Load(fstest.MapFS{"found.yaml": {Data: d.YAML()}})
	if err != nil || len(files) != 1 || len(files[0].Vectors) != 1 {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	v := files[0].Vectors[0]
	if got, err := conformance.Reference(v); err != nil || !cases.Agree(v.Expect, got) {
		t.Errorf("the reference fails it: %v\n%s", err, d.YAML())
	}
	r := protocol.Request{Stage: v.Stage, Scheme: p.Hello.Schemes[0], Input: v.Input}
	if d.Request.Cuts != nil {
		r.Stage, r.Cuts = protocol.Stream, d.Request.Cuts
	}
	if cases.Agree(v.Expect, p.Answer(r).Result) {
		t.Errorf("the port passes it\n%s", d.YAML())
	}
	if v.Why != "…" {
		t.Errorf("why is %q: that is for a person to say", v.Why)
	}
}

// shrunk returns how many bytes the shrunk input has.
func shrunk(t *testing.T, d *fuzz.Disagreement) int {
	t.Helper()
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var to struct{ To int }
	if err := json.Unmarshal(b, &to); err != nil {
		t.Fatal(err)
	}
	return to.To
}

// TestFuzzAgreesWithRules checks that the reference and the plain statement of the rules answer
// generated cases alike.
func TestFuzzAgreesWithRules(t *testing.T) {
	var plain []*port.Port
	for _, s := range scheme.All() {
		plain = append(plain, portOf(rules.Of(s.ID())))
	}
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{port.Join(plain...)}, fuzz.Options{Seed: 7, Cases: 150})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Agrees() {
		t.Errorf("%v", r.Summary())
	}
}
