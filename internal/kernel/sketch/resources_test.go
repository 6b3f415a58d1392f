package sketch

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

// logarithm returns floor(16*log2(a/b)), where b is at most a. It uses floating-point numbers of
// 2,000 bits: the exponent of (a/b)^16.
func logarithm(a, b int) int {
	x := new(big.Float).SetPrec(2000).SetInt64(int64(a))
	x.Quo(x, new(big.Float).SetPrec(2000).SetInt64(int64(b)))
	for range 4 {
		x.Mul(x, x)
	}
	return x.MantExp(nil) - 1
}

func TestInverseFrequency(t *testing.T) {
	for _, tt := range []struct {
		documents, n, want int
		why                string
	}{
		{0, 0, 0, "of no documents"},
		{1, 0, 16, "log2(2) is 1"},
		{1, 1, 0, "all have it"},
		{100, 100, 0, "all have it"},
		{100, 99, 0, "16*log2(101/100) = .23"},
		{100, 50, 15, "16*log2(101/51) = 15.77"},
		{1<<20 - 1, 0, 320, "a whole number is not rounded down to the one before"},
		{1<<20 - 1, 1<<10 - 1, 160, "2^20/2^10"},
		{math.MaxInt, 0, 16 * (strconv.IntSize - 1), "N+1 is no int"},
		{math.MaxInt, math.MaxInt, 0, "so is n+1"},
		{5, 6, 0, "more documents than there are: nothing less than nothing"},
	} {
		if got := inverseFrequency(tt.documents, tt.n); got != tt.want {
			t.Errorf("inverseFrequency(%d, %d) = %d, want %d: %s", tt.documents, tt.n, got, tt.want, tt.why)
		}
	}
	for documents := range 300 {
		for n := range documents + 1 {
			if got, want := inverseFrequency(documents, n), logarithm(documents+1, n+1); got != want {
				t.Fatalf("inverseFrequency(%d, %d) = %d, want %d", documents, n, got, want)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		documents := rapid.IntRange(0, math.MaxInt-1).Draw(t, "documents")
		n := rapid.IntRange(0, documents).Draw(t, "n")
		got := inverseFrequency(documents, n)
		if want := logarithm(documents+1, n+1); got != want {
			t.Fatalf("inverseFrequency(%d, %d) = %d, want %d", documents, n, got, want)
		}
		// Compare with a double, unless the result is close to an integer.
		if x := 16 * (math.Log2(float64(documents)+1) - math.Log2(float64(n)+1)); math.Abs(x-math.Round(x)) > 1e-9 && got != int(x) {
			t.Fatalf("inverseFrequency(%d, %d) = %d, want %v", documents, n, got, x)
		}
		if n < documents && inverseFrequency(documents, n+1) > got {
			t.Fatalf("of %d documents, %d weigh more than %d", documents, n+1, n)
		}
	})
}

var tfIDF = sketchtest.Define("x-a", "weights: tf-idf", "frequencies: f")

func loadFrequencies(r io.Reader) (*Method, error) {
	return parse(tfIDF, Resources{
		Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(r), nil },
	})
}

func TestFrequencies(t *testing.T) {
	for _, tt := range []struct {
		file    string
		feature string
		want    int // weight
		why     string
	}{
		{"1\n", "a", 16, "no feature: none was seen"},
		{"0\n", "a", 1, "no document: nothing is known of any feature, so all weigh alike"},
		{"0\n0\ta\n", "a", 0, "but of what is listed the formula says nothing else"},
		{"3\n1\ta", "a", 16, "no line end at the end"},
		{"3\r\n1\ta\r\n", "a", 16, "line ends of two octets"},
		{"3\n1\ta b\n", "a b", 16, "a blank is of the feature"},
		{"3\n1\ta\tb\n", "a\tb", 16, "a second tab too"},
		{"3\n1\t\n", "", 16, "the empty feature, which no text has"},
		{"3\n1\ta\n", "A", 32, "features are compared as octets, after chapter 3"},
		{"003\n01\ta\n", "a", 16, "zeros in front"},
	} {
		s, err := loadFrequencies(strings.NewReader(tt.file))
		if err != nil {
			t.Errorf("%q: %v: %s", tt.file, err, tt.why)
			continue
		}
		if got := s.idf(s.hash([]byte(tt.feature))); got != tt.want {
			t.Errorf("%q: %q weighs %d, want %d: %s", tt.file, tt.feature, got, tt.want, tt.why)
		}
	}
	long := strings.Repeat("a", 1<<20)
	for _, tt := range []struct{ file, want string }{
		{"", "empty: expected the number of documents"},
		{"\n", `line 1: "": expected the number of documents`},
		{"many\n", `line 1: "many": expected the number of documents`},
		{"-1\n", `line 1: "-1": expected the number of documents`},
		{"1\ta\n", `line 1: "1\ta": expected the number of documents`},
		{"99999999999999999999\n", `line 1: "99999999999999999999": expected the number of documents`},
		{"\uFEFF3\n", `line 1: "\ufeff3": expected the number of documents`},
		{"3\n1\n", `line 2: "1": expected a number of documents, a tab and a feature`},
		{"3\n1 a\n", `line 2: "1 a": expected a number of documents, a tab and a feature`},
		{"3\n\n", `line 2: "": expected a number of documents, a tab and a feature`},
		{"3\n4\ta\n", `line 2: "4\ta": expected a number of documents, a tab and a feature`},
		{"3\n-1\ta\n", `line 2: "-1\ta": expected a number of documents, a tab and a feature`},
		{"3\n1.5\ta\n", `line 2: "1.5\ta": expected a number of documents, a tab and a feature`},
		{"3\na\t1\n", `line 2: "a\t1": expected a number of documents, a tab and a feature`},
		{"3\n1\ta\n2\tb\n2\ta\n", `line 4: "2\ta": that feature is in a line above, too`},
		{"3\n1\ta\n1\t" + long + "\n", "line 3: more than 1048576 bytes: expected a number of documents, a tab and a feature"},
		{"9" + long, "line 1: more than 1048576 bytes: expected the number of documents"},
	} {
		want := "x-a: frequencies: f: " + tt.want
		if _, err := loadFrequencies(strings.NewReader(tt.file)); err == nil || err.Error() != want {
			t.Errorf("%.40q: error %.300v,\nwant %s", tt.file, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := loadFrequencies(io.MultiReader(strings.NewReader("3\n1\ta\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) || err.Error() != "x-a: frequencies: f: line 3: broken" {
		t.Errorf("error %v, want that of the reader, at line 3", err)
	}
}

// closer records that it was closed.
type closer struct {
	io.Reader
	closed *int
}

func (c closer) Close() error { *c.closed++; return nil }

func TestFrequenciesAreClosed(t *testing.T) {
	for _, file := range []string{"3\n", "bad\n"} {
		closed := 0
		parse(tfIDF, Resources{
			Frequencies: func(string) (io.ReadCloser, error) { return closer{strings.NewReader(file), &closed}, nil },
		})
		if closed != 1 {
			t.Errorf("%q was closed %d times, want once", file, closed)
		}
	}
}

func FuzzFrequencies(f *testing.F) {
	f.Add("100\n100\tthe\n50\tcat\n1\tmat\n")
	f.Add("3\r\n1\ta\tb\r\n\r\n")
	f.Add("0\n0\t")
	f.Fuzz(func(t *testing.T, file string) {
		s, err := loadFrequencies(strings.NewReader(file))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x-a: frequencies: f: ") || strings.ContainsAny(err.Error(), "\n\x1b\x00") {
				t.Errorf("error %q", err)
			}
			return
		}
		// Compare with a plain reading of the lines.
		lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
		var documents int
		if _, err := fmt.Sscanf(lines[0], "%d", &documents); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines[1:] {
			var n int
			count, feature, _ := strings.Cut(strings.TrimSuffix(line, "\r"), "\t")
			if _, err := fmt.Sscanf(count, "%d", &n); err != nil {
				t.Fatal(err)
			}
			if got, want := s.idf(s.hash([]byte(feature))), logarithm(documents+1, n+1); got != want {
				t.Errorf("%q weighs %d, want %d", feature, got, want)
			}
		}
	})
}

// TestSipHash checks SipHash-2-4 of Aumasson and Bernstein (2012). Appendix A has the hash of 15
// bytes, and the authors' code has others. All are of the bytes 00 01 02 … by the key 00 … 0f.
func TestSipHash(t *testing.T) {
	keyed := sketchtest.Define("x-a", "hash: siphash-2-4")
	s := load(t, keyed, Resources{Key: sketchtest.Key})
	for _, tt := range []struct {
		octets int
		want   uint64
	}{
		{15, 0xa129ca6149be45e5}, // from the appendix
		{0, 0x726fdb47dd0e0e31},
		{1, 0x74f839c593dc67fd},
		{7, 0xab0200f58b01d137},
		{8, 0x93f5f5799a932462},
		{14, 0xf723ca908e7af2ee},
	} {
		if got := s.hash(sketchtest.Key[:tt.octets]); got != tt.want {
			t.Errorf("hash of %d octets = %016x, want %016x", tt.octets, got, tt.want)
		}
	}
	st := s.Stages([]byte("word"))
	if got, want := st.Elements[0], s.hash([]byte("word")); got != want {
		t.Errorf("the element of a word is %016x, want its hash %016x", got, want)
	}

	for n := range 40 {
		if n == 16 {
			continue
		}
		want := fmt.Sprintf("x-a: hash: siphash-2-4: a key of %d bytes: expected 16", n)
		key := []byte(strings.Repeat("k", n))
		if _, err := parse(keyed, Resources{Key: key}); err == nil || err.Error() != want {
			t.Errorf("a key of %d octets: error %v, want %s", n, err, want)
		}
	}
	// An unused key is ignored.
	load(t, sketchtest.Define("x-a"), Resources{Key: []byte("short")})
}
