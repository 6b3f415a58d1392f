package scheme

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/encode"
)

func Example() {
	article := []byte("All human beings are born free and equal in dignity and rights.")
	edited := []byte("ALL HUMAN BEINGS (http://example.org/) are born free and equal in dignity.")
	a, _ := SD1.Sum(article)
	b, _ := SD1.Sum(edited)
	d, _ := a.Distance(b)
	fmt.Println(a, b, d)

	_, err := SD1.Sum([]byte("1984"))
	fmt.Println(err)
	// Output:
	// sd1:tvac7bfumvtk6 sd1:rfacobeuevdks 9
	// no features: no word is left to fingerprint
}

func ExampleHasher() {
	h := SD1.New()
	io.Copy(h, strings.NewReader("any chunking gives the same result"))
	fp, err := h.Fingerprint()
	fmt.Println(fp, h.Features(), err)
	// Output:
	// sd1:azbuc5ryvaakc 6 <nil>
}

func TestHasher(t *testing.T) {
	h := SD1.New()
	io.WriteString(h, "one two two")
	first, err := h.Fingerprint()
	if err != nil || h.Features() != 2 {
		t.Fatalf("%v with %d features, want 2", err, h.Features())
	}
	if again, err := h.Fingerprint(); again != first || err != nil {
		t.Errorf("a second call gives %v, %v, want %v", again, err, first)
	}
	if _, err := io.WriteString(h, "more"); err != ErrEnded {
		t.Errorf("Write after the end: error %v, want %v", err, ErrEnded)
	}
	h.Reset()
	if _, err := h.Fingerprint(); !errors.Is(err, ErrNoFeatures) {
		t.Errorf("after Reset: error %v, want %v", err, ErrNoFeatures)
	}
	h.Reset()
	io.WriteString(h, "unfinished \xe2\x82") // held back in several stages
	h.Reset()
	io.WriteString(h, "one two")
	if fp, _ := h.Fingerprint(); fp != first {
		t.Errorf("after Reset in mid-text %v, want %v", fp, first)
	}
	// A set that has grown large is let go.
	h.Reset()
	for i := range keepFeatures + 2 {
		fmt.Fprintf(h, "a%d ", i)
	}
	if h.Features() != keepFeatures+2 {
		t.Errorf("%d features, want %d", h.Features(), keepFeatures+2)
	}
	h.Reset()
	io.WriteString(h, "two one")
	if fp, _ := h.Fingerprint(); fp != first {
		t.Errorf("after a large text %v, want %v", fp, first)
	}
}

func TestSchemeIsSafeForConcurrentUse(t *testing.T) {
	want, err := SD1.Sum([]byte("one two three"))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if got, _ := SD1.Sum([]byte("three two one")); got != want {
					t.Errorf("%v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestComparable(t *testing.T) {
	private, err := Load(strings.NewReader(privateYAML))
	if err != nil {
		t.Fatal(err)
	}
	twin, err := Load(strings.NewReader(privateYAML))
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("one two three")
	sd1, _ := SD1.Sum(text)
	x, _ := private.Sum(text)
	y, _ := twin.Sum(text)
	main, err := sd1.WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		a, b Fingerprint
		want string
		why  string
	}{
		{sd1, x, "not comparable: sd1 (profile visible) and x-mine (profile visible)", "schemes differ"},
		{sd1, main, "not comparable: sd1 (profile visible) and sd1 (profile main)", "profiles differ"},
		{x, y, "not comparable: x-mine (profile visible) and x-mine (profile visible)", "two definitions by one private name"},
		{sd1, Fingerprint{}, "not comparable: no fingerprint given", "the zero value"},
	} {
		if _, err := tt.a.Distance(tt.b); !errors.Is(err, ErrNotComparable) || err.Error() != tt.want {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
		if _, err := tt.b.Similarity(tt.a); !errors.Is(err, ErrNotComparable) {
			t.Errorf("%s, the other way: error %v", tt.why, err)
		}
	}
	if d, err := main.Distance(main); d != 0 || err != nil {
		t.Errorf("main with itself: %d, %v", d, err)
	}
	if s, err := x.Similarity(x); s != 1 || err != nil {
		t.Errorf("similarity with itself: %v, %v", s, err)
	}
	if _, err := sd1.WithProfile("Main"); err == nil {
		t.Error("WithProfile took an upper-case name")
	}
	if got, err := Parse(x.String(), private); got != x || err != nil {
		t.Errorf("Parse(%v) with its definition = %v, %v", x, got, err)
	}
	if _, err := Parse(x.String()); !errors.Is(err, ErrUnknown) {
		t.Errorf("Parse(%v) without its definition: error %v, want ErrUnknown", x, err)
	}
	if _, err := Parse("sd1:aaaaaaaa"); !errors.Is(err, encode.ErrMalformed) {
		t.Errorf("eight characters: error %v, want ErrMalformed", err)
	}
}

func TestMarshal(t *testing.T) {
	fp, _ := SD1.Sum([]byte("word"))
	b, err := json.Marshal(map[string]Fingerprint{"fp": fp})
	if err != nil {
		t.Fatal(err)
	}
	var back map[string]Fingerprint
	if err := json.Unmarshal(b, &back); err != nil || back["fp"] != fp {
		t.Errorf("%s came back as %v, %v", b, back, err)
	}
	if err := json.Unmarshal([]byte(`"sd1:x"`), new(Fingerprint)); !errors.Is(err, encode.ErrMalformed) {
		t.Errorf("error %v, want ErrMalformed", err)
	}
	if s := (Fingerprint{}).String(); s != "" {
		t.Errorf("the zero value is %q, want the empty string", s)
	}
}

const privateYAML = `
id: x-mine
name: mine
title: words of letters, as often as they occur
unicode: 15.0.0
text: utf-8
identifiers: keep
normalise: nfc
categories: [Ll, Lu]
features: occurrences
hash: jenkins-lookup3-64
sketch: simhash-64
`

func TestLoad(t *testing.T) {
	s, err := Load(strings.NewReader(privateYAML))
	if err != nil {
		t.Fatal(err)
	}
	st := s.Stages([]byte("Www.a B b b http://c ß 7"))
	if diff := cmp.Diff([]string{"Www", "a", "B", "b", "b", "http", "c", "ß"}, st.Tokens); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
	// Term frequency: the word that occurs twice outvotes each of two others.
	heavy, _ := s.Sum([]byte("b b b a c"))
	alone, _ := s.Sum([]byte("b"))
	if d, _ := heavy.Distance(alone); d != 0 {
		t.Errorf("b three times against a and c: %d bits from b, want 0", d)
	}
	if got := s.Definition().Status; got != Draft {
		t.Errorf("status %q, want draft", got)
	}

	for _, tt := range []struct{ old, new, want string }{
		{"id: x-mine", "id: mine", `id: "mine": the id of a private scheme begins with x-`},
		{"id: x-mine", "id: x-Mine", `id: "x-Mine" is no scheme name`},
		{"title:", "tittle:", "field tittle not found"},
		{"15.0.0", "16.0.0", `x-mine: unicode: "16.0.0": expected 15.0.0`},
		{"utf-8", "utf-16", `x-mine: text: "utf-16": expected utf-8`},
		{"occurrences", "tf-idf", `x-mine: features: "tf-idf": expected distinct or occurrences`},
		{"jenkins-lookup3-64", "fnv", `x-mine: hash: "fnv": expected jenkins-lookup3-64`},
		{"simhash-64", "minhash", `x-mine: sketch: "minhash": expected simhash-64`},
		{"[Ll, Lu]", "[Xx]", `x-mine: categories: "Xx" is no general category`},
		{"name: mine", "status: done", `x-mine: status: "done": expected draft or frozen`},
		{"name: mine", "name: [", "yaml: "},
		{"sketch: simhash-64", "sketch: simhash-64\n---\na: b", "more than one YAML document"},
	} {
		_, err := Load(strings.NewReader(strings.Replace(privateYAML, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.new, err, tt.want)
		}
	}
	if _, err := Load(strings.NewReader("")); err == nil {
		t.Error("an empty file was taken for a scheme")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(privateYAML)
	f.Add("id: x-a\ncategories: [Ll")
	f.Fuzz(func(t *testing.T, source string) {
		s, err := Load(strings.NewReader(source))
		if err != nil {
			return
		}
		if !strings.HasPrefix(s.ID(), "x-") {
			t.Errorf("%q was loaded as a private scheme", s.ID())
		}
		fp, err := s.Sum([]byte("Some words, http://example.org/ and 1984."))
		if err == nil {
			if back, err := Parse(fp.String(), s); back != fp {
				t.Errorf("%v came back as %v, %v", fp, back, err)
			}
		}
	})
}

func TestRegistry(t *testing.T) {
	for _, s := range All() {
		d := s.Definition()
		if strings.HasPrefix(d.ID, "x-") || !encode.IsScheme(d.ID) || d.Name == "" || d.Title == "" {
			t.Errorf("%+v: a registered scheme has an id without x-, a name and a title", d)
		}
		if a := s.Advice(); a.Close <= 0 || a.Close > a.Loose || a.RefuseBelow > a.WarnBelow {
			t.Errorf("%s: advice %+v makes no sense", d.ID, a)
		}
		if got, err := Lookup(d.ID); got != s || err != nil {
			t.Errorf("Lookup(%s) = %v, %v", d.ID, got, err)
		}
	}
	if _, err := Lookup("zz9"); !errors.Is(err, ErrUnknown) || err.Error() != `unknown scheme "zz9": expected one of sd1` {
		t.Errorf("Lookup(zz9): %v", err)
	}
}
