package labels

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// read returns the pairs of a text, and its errors.
func read(text string, form Form) (pairs []Pair, errs []string) {
	for p, err := range Read(strings.NewReader(text), form) {
		if err != nil {
			errs = append(errs, err.Error())
		} else {
			pairs = append(pairs, p)
		}
	}
	return pairs, errs
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		text, name string
		want       []Pair
		errs       []string
		why        string
	}{
		{"x,y,1\nx,z,0\n", "pairs.csv", []Pair{{"x", "y", true, "", 1}, {"x", "z", false, "", 2}}, nil, "without a heading"},
		{"label,b,a,note\n1,y,x,hm\n", "-", []Pair{{"x", "y", true, "", 2}}, nil,
			"a heading says what is where; a column that nobody needs"},
		{"\ufeffa,b,label,split\r\nx,y,TRUE,test\r\n\r\n", "-", []Pair{{"x", "y", true, "test", 2}}, nil,
			"as a spreadsheet writes it"},
		{"\"x, \"\"1\"\"\",y,1\n", "-", []Pair{{`x, "1"`, "y", true, "", 1}}, nil, "quotes of CSV"},
		{"x, \"1\"\ty\t0\ttrain\n", "-", []Pair{{`x, "1"`, "y", false, "train", 1}}, nil, "TSV has no quotes"},
		{"{\"a\":\"x\",\"b\":\"y\",\"label\":1}\n{\"a\":\"x\",\"b\":\"z\",\"label\":false,\"split\":\"s\"}", "-",
			[]Pair{{"x", "y", true, "", 1}, {"x", "z", false, "s", 2}}, nil, "JSON Lines"},
		{"x,y,1\nx,z,maybe\nx\nx,w,0\n", "-", []Pair{{"x", "y", true, "", 1}, {"x", "w", false, "", 4}},
			[]string{`line 2: malformed: label "maybe": expected 1 or 0`,
				"line 3: malformed: 1 fields: expected a, b, label, and perhaps split"}, "the others go on"},
		{"x,x,1\n,y,1\n", "-", nil, []string{"line 1: malformed: a document with itself: expected two",
			"line 2: malformed: an empty name: expected two documents"}, "no pairs"},
		{"\"x,y,1\nx,y,0\n", "-", []Pair{{"x", "y", false, "", 2}}, []string{`line 1: malformed: column 7: extraneous or missing " in quoted-field`}, "a quote that does not end is of its line only"},
		{"first,second,label\n", "-", nil,
			[]string{"line 1: malformed: a heading without a and b: expected a, b, label, and perhaps split"}, "other names"},
		{"{\"a\":1}\n{\"a\":\"x\",\"b\":\"y\"}\n{}\n[]", "t.jsonl", nil, []string{
			"line 1: malformed: field a: number: expected a string", "line 2: malformed: no label: expected 1 or 0",
			"line 3: malformed: no a or no b: expected the names of two documents",
			"line 4: malformed: array: expected an object",
		}, "no objects"},
		{"", "pairs.csv", nil, nil, "nothing"},
	} {
		pairs, errs := read(test.text, FormOf(test.name, []byte(test.text)))
		if diff := cmp.Diff(test.want, pairs); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
		if diff := cmp.Diff(test.errs, errs); diff != "" {
			t.Errorf("%s: errors (-want +got):\n%s", test.why, diff)
		}
	}
}

func TestLongLine(t *testing.T) {
	pairs, errs := read("x,y,1\n"+strings.Repeat("x", 2*longestLine)+",y,1\nx,z,0\n", CSV)
	if len(pairs) != 1 || len(errs) != 1 || errs[0] != "line 2: more than 1048576 bytes" {
		t.Errorf("%v, %v: want one pair, and an error that ends it", pairs, errs)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"a,b,label\nx,y,1\n", "x\ty\t0\ttest", `{"a":"x","b":"y","label":true}`, "\"x",
		"\ufeff,,,"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, form := range []Form{FormOf("-", data), CSV, TSV, JSONL} {
			last := int64(0)
			for p, err := range Read(bytes.NewReader(data), form) {
				if err == nil && (p.A == "" || p.B == "" || p.A == p.B) {
					t.Errorf("%+v is no pair", p)
				}
				if err == nil || errors.Is(err, ErrMalformed) {
					if p.Line <= last {
						t.Errorf("line %d after %d", p.Line, last)
					}
					last = p.Line
				}
			}
		}
	})
}
