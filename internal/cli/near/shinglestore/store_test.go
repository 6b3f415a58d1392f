package shinglestore

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// resemblance counts the resemblance of two lists in the plainest way.
func resemblance(a, b []uint64) float64 {
	counts := make(map[uint64][2]int)
	for i, list := range [][]uint64{a, b} {
		for _, e := range list {
			n := counts[e]
			n[i]++
			counts[e] = n
		}
	}
	common, all := 0, 0
	for _, n := range counts {
		common += min(n[0], n[1])
		all += max(n[0], n[1])
	}
	if all == 0 {
		return 1
	}
	return float64(common) / float64(all)
}

func add(t testing.TB, s *Store, list []uint64) int {
	t.Helper()
	number, err := s.Add(list)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

func bound(s *Store, a, b int) float64 {
	x, y := s.Outline(a), s.Outline(b)
	return x.Bound(&y)
}

func TestResemblance(t *testing.T) {
	long := make([]uint64, 3*waitingAtMost/size/2) // longer than what waits
	for i := range long {
		long[i] = uint64(i) << 40 // alike in most bits
	}
	for _, test := range []struct {
		a, b []uint64
		want float64
		why  string
	}{
		{nil, nil, 1, "texts without elements are the same"},
		{nil, []uint64{1}, 0, "nothing in common with nothing"},
		{[]uint64{0}, []uint64{0}, 1, "0 is an element as any other"},
		{[]uint64{1, 2, 3}, []uint64{3, 1, 2}, 1, "the order makes no difference"},
		{[]uint64{1, 2, 3}, []uint64{2, 3, 4}, .5, "two of four"},
		{[]uint64{1, 1, 1, 2}, []uint64{1, 1, 2, 2}, 3. / 5, "what is there several times counts as often"},
		{[]uint64{1}, []uint64{1, 1}, .5, "even if the table has it once"},
		{long, long[len(long)/2:], .5, "lists that are written at once"},
		{long, []uint64{1}, 0, "a long one and a short one"},
	} {
		s, err := NewStore()
		if err != nil {
			t.Fatal(err)
		}
		a, b := add(t, s, test.a), add(t, s, test.b)
		for range 2 { // the second time with the table of the first
			for _, pair := range [][2]int{{a, b}, {b, a}} {
				if got, err := s.Resemblance(pair[0], pair[1], 0); got != test.want || err != nil {
					t.Errorf("%v: %v, want %v: %s", got, err, test.want, test.why)
				}
				if bound := bound(s, pair[0], pair[1]); bound < test.want {
					t.Errorf("bound %v of %v: %s", bound, test.want, test.why)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBound checks that short texts with little in common have a bound near their resemblance.
func TestBound(t *testing.T) {
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	random := rand.New(rand.NewPCG(5, 6))
	low := 0
	for range 1000 {
		var lists [2][]uint64
		for i := range lists {
			for range 12 {
				lists[i] = append(lists[i], random.Uint64())
			}
		}
		common := random.IntN(13)
		copy(lists[1][:common], lists[0])
		a, b := add(t, s, lists[0]), add(t, s, lists[1])
		got := bound(s, a, b)
		if want := resemblance(lists[0], lists[1]); got < want || got != bound(s, b, a) {
			t.Fatalf("bound %v of %v, and %v", got, want, bound(s, b, a))
		}
		if common == 1 && got < .35 {
			low++
		}
	}
	if low < 50 {
		t.Errorf("only %d texts with one shingle in common are told apart", low)
	}
}

// TestLeast compares the least elements with a sorted list, for any number of elements and repetitions.
func TestLeast(t *testing.T) {
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	random := rand.New(rand.NewPCG(3, 4))
	for _, test := range []struct {
		elements, n int
		below       uint64
		why         string
	}{
		{0, 8, 0, "none"},
		{5, 8, 0, "fewer than asked for"},
		{20, 8, 0, "few enough to sort"},
		{1000, 8, 0, "hashes, most of which are left out"},
		{1000, 8, 1 << 40, "no hashes: all are small"},
		{1000, 8, 6, "one element many times: all must be read"},
	} {
		list := make([]uint64, test.elements)
		for i := range list {
			if list[i] = random.Uint64(); test.below > 0 {
				list[i] %= test.below
			}
		}
		number := add(t, s, list)
		want := slices.Compact(slices.Sorted(slices.Values(list)))
		want = append([]uint64{7}, want[:min(test.n, len(want))]...)
		got, err := s.Least([]uint64{7}, number, test.n)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", test.why, err, diff)
		}
	}
}

// TestResemblanceAtOnce adds and compares texts from several goroutines. The resemblance equals a count,
// or is below the limit.
func TestResemblanceAtOnce(t *testing.T) {
	const texts = 60
	random := rand.New(rand.NewPCG(1, 2))
	lists := make([][]uint64, texts)
	for i := range lists {
		if i > 0 && i%3 > 0 { // like the one before
			lists[i] = slices.Clone(lists[i-1])
			for j := range lists[i] {
				if random.IntN(4) == 0 {
					lists[i][j] = random.Uint64N(2000)
				}
			}
			continue
		}
		for range random.IntN(1500) {
			lists[i] = append(lists[i], random.Uint64N(2000))
		}
	}
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var numbers [texts]int
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := worker; i < texts; i += 4 {
				number, err := s.Add(lists[i])
				if err != nil {
					t.Error(err)
					return
				}
				numbers[i] = number
				for j := worker; j <= i; j += 4 {
					least := float64(j%4) / 4
					got, err := s.Resemblance(numbers[i], numbers[j], least)
					want := resemblance(lists[i], lists[j])
					if err != nil || got != want && !(got < least && want < least) {
						t.Errorf("%d and %d: %v, %v: want %v, or less than %v", i, j, got, err, want, least)
						return
					}
				}
			}
		})
	}
	group.Wait()
}

// TestResemblanceByRules compares the resemblance with the elements of package rules. It does so for each
// scheme with bounded elements.
func TestResemblanceByRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	words := strings.Fields("the cat sat on a mat 東京都は日本 ราชอาณาจักร naïve 42 again and again")
	text := func() string {
		var list []string
		for range random.IntN(60) {
			list = append(list, words[random.IntN(len(words))])
		}
		return strings.Join(list, " ")
	}
	for _, sc := range scheme.All() {
		if !sc.Method().BoundsElements() {
			t.Errorf("%s: its elements are not bounded", sc.ID())
			continue
		}
		s, err := NewStore()
		if err != nil {
			t.Fatal(err)
		}
		h := sc.Method().New()
		h.KeepElements()
		ruled := rules.Of(sc.ID())
		var lists [][]uint64
		for i := range 40 {
			text := text()
			if i%2 == 1 {
				text = words[0] + " " + text
			}
			h.Reset()
			h.Write([]byte(text))
			add(t, s, h.Elements())
			elements, _ := ruled.Features.Elements(ruled.Segmenter.Tokens(ruled.Normaliser.Runs(ruled.Identifiers.Text(text))))
			lists = append(lists, elements)
		}
		for a := range lists {
			for b := range lists {
				got, err := s.Resemblance(a+1, b+1, 0)
				if want := resemblance(lists[a], lists[b]); got != want || err != nil {
					t.Errorf("%s: %v, %v: want %v", sc.ID(), got, err, want)
				}
			}
		}
		s.Close()
	}
}

// full is a file on a disk that is full after some bytes.
type full struct {
	*scratch.File
	left int
}

func (f *full) WriteAt(p []byte, at int64) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	return f.File.WriteAt(p, at)
}

func TestDiskFull(t *testing.T) {
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.file = &full{s.file.(*scratch.File), 3 * waitingAtMost}
	list := make([]uint64, 1000)
	for range 1000 {
		if _, err = s.Add(list); err != nil {
			break
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("%v: want that the disk is full", err)
	}
	if _, again := s.Add(nil); again != err || s.Err() != err {
		t.Errorf("what is added then: %v, want %v", again, err)
	}
}
