package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	want := figures{
		{"sm1/english", 10_000, [2]uint64{100_000, 50_000}},
		{"distance/sm1", 0, [2]uint64{100, 100}},
	}
	process := func(n uint64) figures { return figures{{"start/help", 0, [2]uint64{n, n}}} }
	for n, moved := range map[uint64]int{94_000: 2, 95_000: 0, 105_000: 0, 106_000: 2} {
		if got := compare(process(100_000), process(n)); len(got) != moved {
			t.Errorf("a process of %d instructions, not of 100000: %q, want %d figures that moved", n, got, moved)
		}
	}
	for _, tt := range []struct {
		got   figures
		moved []string
		why   string
	}{
		{want, nil, "the same"},
		{
			figures{{"sm1/english", 10_000, [2]uint64{102_000, 49_000}}, {"distance/sm1", 0, [2]uint64{98, 102}}},
			nil,
			"just within the tolerance, either way",
		},
		{
			figures{{"sm1/english", 10_000, [2]uint64{102_001, 50_000}}, {"distance/sm1", 0, [2]uint64{100, 103}}},
			[]string{
				"sm1/english, pure: 102001 instructions, not 100000: 2.0 % more",
				"distance/sm1, native: 103 instructions, not 100: 3.0 % more",
			},
			"slower, in one build or the other",
		},
		{
			figures{{"sm1/english", 10_000, [2]uint64{100_000, 40_000}}, {"distance/sm1", 0, [2]uint64{100, 100}}},
			[]string{"sm1/english, native: 40000 instructions, not 50000: 20.0 % fewer"},
			"faster: a figure that stays too high would hide what is lost again",
		},
		{
			figures{{"sm1/english", 9_999, [2]uint64{100_000, 50_000}}, {"distance/sm1", 0, [2]uint64{100, 100}}},
			[]string{"sm1/english: a document of 9999 octets, not of 10000"},
			"another text has other figures",
		},
		{
			figures{{"sm1/english", 10_000, [2]uint64{100_000, 50_000}}, {"distance/mh1", 0, [2]uint64{100, 100}}},
			[]string{"distance/sm1: it has figures, and is no case any more", "distance/mh1: it has no figures yet"},
			"a case that is renamed, or dropped, is not passed over",
		},
		{
			nil,
			[]string{"sm1/english: it has figures, and is no case any more", "distance/sm1: it has figures, and is no case any more"},
			"nothing was counted",
		},
	} {
		if diff := cmp.Diff(tt.moved, compare(want, tt.got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text, err, why string
	}{
		{"", "another toolchain", "nothing"},
		{strings.Replace(header, toolchain, "go1.0", 1) + "a - 1 - 1 -\n", "another toolchain", "figures of another compiler"},
		{header + "a - 1 - 1\n", "line 3: 5 columns", "a column is missing"},
		{header + "a - 1 - 1 -\na - 1 - 1 -\n", "line 4: a second a", "a case twice"},
		{header + "a 0 1 - 1 -\n", `"0" bytes`, "no text is -, not 0"},
		{header + "a - 1 - 0 -\n", `"0" instructions`, "what was not counted cannot be compared"},
		{header + "a - 1 - 1.5 -\n", `"1.5" instructions`, "no whole number"},
	} {
		if got, err := parse(tt.text); err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %v, error %v, want one with %q", tt.why, got, err, tt.err)
		}
	}
}

// The file is as it is written, so that an update changes only what moved.
func TestCounts(t *testing.T) {
	data, err := os.ReadFile("counts.txt")
	if err != nil {
		t.Fatal(err)
	}
	f, err := parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(f) == 0 {
		t.Error("no figures")
	}
	if diff := cmp.Diff(f.String(), string(data)); diff != "" {
		t.Errorf("counts.txt (-as written +as it is):\n%s", diff)
	}
}

func TestCounted(t *testing.T) {
	const head = "desc: Trigger: --dump-after=main.end\n\nevents: Ir\n"
	const body = "fn=b\n0 3\ncfn=a\ncalls=2 0\n0 50\n0 4\n\nfn=a\n0 50\n\nfn=main.main\ncfn=b\ncalls=0 0\n0 57\n"
	for _, tt := range []struct {
		dump, functions string
		times, total    uint64
		why             string
	}{
		{"\n" + head + "summary: 57\n" + body, "       50  a\n        7  b\n", 1, 57, "what is called is counted once"},
		{"\n" + head + "summary: 57\n" + body, "        5  a\n        0  b\n", 10, 5, "ten times"},
		{"\n" + head + "summary: 58\n" + body, "", 1, 0, "an instruction of no function"},
		{"\n" + head + "summary: 0\n", "", 1, 0, "nothing was counted"},
		{"\n" + head + body, "", 1, 0, "no summary"},
		{"\ndesc: Trigger: Program termination\n\nevents: Ir\nsummary: 57\n" + body, "", 1, 0, "what came after the last case"},
	} {
		functions, total, err := counted(tt.dump, tt.times)
		if total != tt.total || (err == nil) != (tt.total != 0) {
			t.Errorf("%s: %d, error %v, want %d", tt.why, total, err, tt.total)
		}
		if diff := cmp.Diff(tt.functions, string(functions)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
