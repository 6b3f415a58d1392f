package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// TestDedupeHasNoFalsePairs compares documents whose resemblance is close to the threshold. Exactly
// the pairs that reach it are printed, with their exact resemblance, for any number of workers.
func TestDedupeHasNoFalsePairs(t *testing.T) {
	const least = .6
	random := rand.New(rand.NewPCG(3, 5))
	var lines strings.Builder
	var lists [][]uint64
	var words []string
	for i := range 200 {
		if i%10 == 0 {
			words = nil
			for range 150 {
				words = append(words, fmt.Sprintf("w%x", random.IntN(1<<20)))
			}
		}
		changed := append(slices.Clone(words), fmt.Sprint("own", i)) // not all pairs of copies are printed
		for range random.IntN(12) {
			changed[random.IntN(len(words))] = "other"
		}
		fmt.Fprintf(&lines, "{\"id\":%d,\"text\":\"%s\"}\n", i, strings.Join(changed, " "))
		lists = append(lists, scheme.MH1.Method().Elements(changed))
	}
	args := []string{"dedupe", "--quiet", "--pairs", "--input", "jsonl", "--id-field", "id", "--min-similarity", fmt.Sprint(least)}
	printed, stderr, code := runIn(lines.String(), append(args, "--workers", "1")...)
	if code != 0 {
		t.Fatal(stderr)
	}
	if again, _, _ := runIn(lines.String(), append(args, "--workers", "8")...); again != printed {
		t.Error("eight workers print others than one")
	}
	got := make(map[[2]int]bool)
	for line := range strings.Lines(printed) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "-#", ""), "\t")
		a, err1 := strconv.Atoi(fields[1])
		b, err2 := strconv.Atoi(fields[2])
		if err1 != nil || err2 != nil {
			t.Fatal(line)
		}
		got[[2]int{min(a, b), max(a, b)}] = true
		if want := jaccard(lists[a], lists[b]); fields[0] != strconv.FormatFloat(want, 'f', -1, 64) || want < least {
			t.Errorf("%d and %d: %s, want %v, at least %v", a, b, fields[0], want, least)
		}
	}
	near, below, missed := 0, 0, 0
	for b := range lists {
		for a := range b {
			switch j := jaccard(lists[a], lists[b]); {
			case j >= least:
				near++
				if !got[[2]int{a, b}] {
					missed++
				}
			case j > least-.1:
				below++
			}
		}
	}
	if missed > 0 || near < 100 || below < 100 {
		t.Errorf("%d pairs missed of %d; %d are just below the threshold", missed, near, below)
	}
}

// TestDedupeOfTemplate checks that no two of the kept documents are near each other. Their template puts them
// into large buckets, in which not all pairs are compared.
func TestDedupeOfTemplate(t *testing.T) {
	const least, made, others = .85, 900, 12_000
	random := rand.New(rand.NewPCG(3, 6))
	word := func() string { return fmt.Sprint("w", strings.Repeat("x", random.IntN(8)), random.IntN(6000)) }
	var head []string
	for range 60 {
		head = append(head, word())
	}
	var lines strings.Builder
	var lists [][]uint64
	for i := range made + others {
		var words []string
		n := 12
		if i < made {
			words, n = slices.Clone(head), 3+random.IntN(10)
		}
		for range n {
			words = append(words, word())
		}
		fmt.Fprintf(&lines, "{\"text\":\"%s\"}\n", strings.Join(words, " "))
		lists = append(lists, scheme.MH1.Method().Elements(words))
	}
	printed, stderr, code := runIn(lines.String(), "dedupe", "--csv", "--input", "jsonl")
	if code != 0 || strings.Contains(stderr, "very similar documents") || !strings.Contains(stderr, "at least ") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var kept []int
	for i, row := range slices.Collect(strings.Lines(printed))[1:][:made] {
		if strings.Contains(row, ",true,kept,") {
			kept = append(kept, i)
		}
	}
	near := 0
	for n, a := range kept {
		for _, b := range kept[:n] {
			if jaccard(lists[a], lists[b]) >= least {
				near++
			}
		}
	}
	if near > 0 || len(kept) < made/10 || len(kept) == made {
		t.Errorf("%d pairs of the %d kept documents are near", near, len(kept))
	}
}

// jaccard returns the resemblance of two lists, which ascend and have no duplicates.
func jaccard(a, b []uint64) float64 {
	common := 0
	for _, x := range a {
		if _, has := slices.BinarySearch(b, x); has {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
