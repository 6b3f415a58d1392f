//go:build linux

package main

import (
	"encoding/xml"
	"fmt"
	"hash/maphash"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// invented is a language of words drawn at random, so that no corpus is needed.
func invented(name string, unspaced bool) tongue {
	r := rand.New(rand.NewPCG(7, uint64(len(name))))
	var b strings.Builder
	for range 3000 {
		for range 12 + r.IntN(8) {
			if unspaced {
				b.WriteRune(rune(0x4e00 + r.IntN(5000)))
				continue
			}
			for range 2 + r.IntN(7) {
				b.WriteByte(byte('a' + r.IntN(26)))
			}
			b.WriteByte(' ')
		}
		if unspaced {
			b.WriteString("。")
		} else {
			b.WriteString("end. \n")
		}
	}
	return newTongue(name, b.String())
}

func TestDataIsDeterministic(t *testing.T) {
	all := []tongue{invented("spaced", false), invented("unspaced.", true)}
	if all[0].unspaced || !all[1].unspaced {
		t.Fatal("languages with and without blanks are taken for one another")
	}
	a, b := plantedPairs(all, 200, 1), plantedPairs(all, 200, 1)
	if diff := cmp.Diff(a, b, cmp.AllowUnexported(document{})); diff != "" {
		t.Error("the same seed gives other data:", diff)
	}
	if slices.Equal(textsOf(a), textsOf(plantedPairs(all, 200, 2))) {
		t.Error("another seed gives the same data")
	}
	counts := make(map[string]int)
	for i, d := range a {
		counts[d.kind]++
		if twin := a[d.twin]; twin.twin != i || (d.kind == "") == (twin.kind == "") {
			t.Fatalf("document %d and %d are not an original and its copy", i, d.twin)
		}
	}
	for _, k := range kinds {
		if counts[k.name] < 30 {
			t.Errorf("%d copies of 200 are %s, want a sixth", counts[k.name], k.name)
		}
	}
}

// TestJoin compares the join with all pairs, one by one.
func TestJoin(t *testing.T) {
	all := []tongue{invented("spaced", false), invented("unspaced.", true)}
	documents := harderData(all, nil, nil, .02, 3)
	documents = append(documents, plantedPairs(all, 60, 3)...)
	texts := append(textsOf(documents), "", "", "one", "one", "one two three", "One  TWO three", "Λόγος ΛΌΓΟΣ λόγος")
	for _, r := range readings {
		seed := maphash.MakeSeed()
		var sets [][]uint64
		for _, text := range texts {
			sets = append(sets, shingles(r.words(text), seed))
		}
		var want []similar
		for i := range sets {
			for j := i + 1; j < len(sets); j++ {
				if v := resemblance.Of(sets[i], sets[j]); v >= least {
					want = append(want, similar{uint32(i), uint32(j), v})
				}
			}
		}
		if len(want) < 50 {
			t.Errorf("%s: %d pairs, want one of most copies", r.name, len(want))
		}
		if diff := cmp.Diff(want, join(texts, r), cmp.AllowUnexported(similar{})); diff != "" {
			t.Errorf("words of %s (-one by one +join):\n%s", r.name, diff)
		}
	}
}

func TestPatternWords(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"Don't stop_it 3½", "don|t|stop_it|3½", "as re.findall of \\w+ in lower case"},
		{"ΛΌΓΟΣ λόγος", "λόγοσ|λόγοσ", "a final sigma is a sigma, in either case"},
		{"日本語、です。", "日本語|です", "no blanks, no words"},
		{" \n", "", "none"},
	} {
		if got := strings.Join(patternWords(tt.text), "|"); got != tt.want {
			t.Errorf("%q gives %s, want %s: %s", tt.text, got, tt.want, tt.why)
		}
	}
}

func TestJudge(t *testing.T) {
	// 0 and 1 are near, 1 and 2 are fair; 3 is near nothing.
	truth := []similar{{0, 1, .9}, {1, 2, .6}}
	for _, tt := range []struct {
		name   string
		read   func([]byte, *answer) error
		output string
		want   verdict
	}{
		{"pairs", readPairs, "2\t1\n2\t3\n", verdict{near: 1, nearFound: 1, fair: 2, fairFound: 2}},
		{"a pair that is none", readPairs, "1\t2\n4\t1\n", verdict{near: 1, nearFound: 1, fair: 2, fairFound: 1, wrong: 1}},
		{"dropped", readDropped, "1\n4\n", verdict{near: 1, nearFound: 1, fair: 2, fairFound: 1, wrong: 1}},
		{"kept", readKept, "INFO\nkept\t1\nkept\t3\nkept\t4\n", verdict{near: 1, nearFound: 1, fair: 2, fairFound: 2}},
		{"clusters", readClusters, "path,record,row,group,similarity,keep\nd,,1,d#2,0.9,false\nd,,2,d#2,1,true\nd,,3,d#2,.6,false\nd,,4,d#4,,true\n",
			verdict{near: 1, nearFound: 1, fair: 2, fairFound: 2}},
		{"columns in another order, and a document far from what is kept", readClusters, "keep,record,group,row,path,more\ntrue,1,d#1,7,d,x\nfalse,4,d#1,8,d,y\n",
			verdict{near: 1, fair: 2, wrong: 1}},
	} {
		a := answer{documents: 4}
		if err := tt.read([]byte(tt.output), &a); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if diff := cmp.Diff(tt.want, a.judge(truth), cmp.AllowUnexported(verdict{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, output := range []string{"1\n", "1\tx\n", "1\t5\n", "0\t1\n"} {
		if err := readPairs([]byte(output), &answer{documents: 4}); err == nil {
			t.Errorf("pairs %q are read, want an error", output)
		}
	}
}

func TestLines(t *testing.T) {
	if got := lines([]byte("\"\"\"What it does.\"\"\"\n\n# why\nimport sys\n\nprint(1)\n")); got != 2 {
		t.Errorf("%d lines, want 2", got)
	}
}

// TestTimeout ends what takes too long with all that it started.
func TestTimeout(t *testing.T) {
	dir := t.TempDir()
	late := filepath.Join(dir, "late")
	slow := tool{command: []string{"sh", "-c", "(sleep 1; touch " + late + ") & sleep 5"}}
	if _, err := slow.once(t.Context(), "", filepath.Join(dir, "output"), 100*time.Millisecond); err != errTimeout {
		t.Errorf("%v, want %v", err, errTimeout)
	}
	time.Sleep(1200 * time.Millisecond)
	if _, err := os.Stat(late); err == nil {
		t.Error("what it started goes on")
	}
}

// TestProgram measures 1,000 documents with fpcheck and whichever peers are installed.
func TestProgram(t *testing.T) {
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	dir := t.TempDir()
	fpcheck := filepath.Join(dir, "fpcheck")
	if out, err := exec.Command("go", "build", "-o", fpcheck, "./cmd/fpcheck").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all := []tongue{invented("spaced", false), invented("unspaced.", true), invented("another", false)}
	p := plan{pairs: 500, copies: 50, rounds: 1, seed: 1, timeout: time.Minute, hotTimeout: time.Minute, fpcheck: fpcheck, dir: dir, log: io.Discard}
	harder := harderData(all, nil, nil, .01, 1)
	if err := makeData(dir, all, p.pairs, p.copies, p.seed, harder, p.log); err != nil {
		t.Fatal(err)
	}
	rows, err := p.compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := &report{plan: p, machine: machine(), rows: rows}
	measured := 0
	for _, row := range rows {
		if row.failure != nil {
			t.Log(row.name, row.failure)
			continue
		}
		measured++
		v := row.verdicts[row.reading]
		if v.fair < 400 || row.plain[0].memory < 1e6 {
			t.Errorf("%s: %d true pairs and %d octets of memory: expected 400 and some", row.name, v.fair, row.plain[0].memory)
		}
		// By default fpcheck may ask for a higher similarity. Peers are not tested here, but their output
		// must have been understood.
		expect := .6
		if row == rows[0] {
			expect = 1
		}
		if float64(v.nearFound) < expect*float64(v.near) {
			t.Errorf("%s finds %d of %d near pairs", row.name, v.nearFound, v.near)
		}
		if row.needs == fpcheck && float64(v.wrong) > .01*float64(v.fair) {
			t.Errorf("%s: %d wrong", row.name, v.wrong)
		}
		if len(row.hot) != 1 || row.harder == nil {
			t.Errorf("%s: no run on hot or on harder data", row.name)
		}
	}
	if measured < ours {
		t.Errorf("%d rows were measured, want at least those of fpcheck", measured)
	}
	if n := strings.Count(r.table(), "\n"); n != measured+2 {
		t.Errorf("the table has %d lines, want %d:\n%s", n, measured+2, r.table())
	}
	for d := xml.NewDecoder(strings.NewReader(string(r.picture()))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal("the picture:", err)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, tt := range []struct{ got, want, why string }{
		{share(9999999, 10000000), "0.9999", "never rounded up"},
		{share(3, 3), "1", "all"},
		{share(0, 0), "–", "of none"},
		{share(1, 2), "0.5000", "half"},
		{figure(1234.5), "1,235", "no fraction"},
		{figure(12.34), "12.3", "three digits"},
		{figure(1.234), "1.23", "three digits"},
		{count(1234567), "1,234,567", "commas"},
		{fmt.Sprint(seconds([]cost{{wall: 3}, {wall: 1}, {wall: 2}})), "2.00 (1.00 to 3.00)", "median, least and most"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s, want %s: %s", tt.got, tt.want, tt.why)
		}
	}
}
