package compressed

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

var errBad = errors.New("bad")

func options(l budget.Limits) Options {
	return Options{Context: context.Background(), Budget: budget.New(l), Window: 128 << 20, Malformed: errBad}
}

func gzipOf(s string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

func zstdOf(s string, o ...zstd.EOption) string {
	z, err := zstd.NewWriter(nil, o...)
	if err != nil {
		panic(err)
	}
	return string(z.EncodeAll([]byte(s), nil))
}

// "words", by the programs bzip2 and xz.
var (
	bzip2Words = fromHex("425a683931415926535981d0b3ec00000201800400988020002186819a0b83717724538509081d0b3ec0")
	xzWords    = fromHex("fd377a585a000004e6d6b4460200210116000000742fe5a3010004776f7264730000000051342f4641d9d36f00011d05b82d80af1fb6f37d010000000004595a")
)

func fromHex(s string) string {
	octets, _ := hex.DecodeString(s)
	return string(octets)
}

func TestOpen(t *testing.T) {
	long := gzipOf(strings.Repeat("some words. ", 1000))
	for _, tt := range []struct {
		why, in, want string
		is            error
		err           string
	}{
		{"gzip", gzipOf("words"), "words", nil, ""},
		{"two members of gzip", gzipOf("wo") + gzipOf("rds"), "words", nil, ""},
		{"bzip2", bzip2Words, "words", nil, ""},
		{"xz", xzWords, "words", nil, ""},
		{"zstd", zstdOf("words"), "words", nil, ""},
		{"cut short", long[:len(long)-9], "", errBad, "bad: gzip: unexpected EOF: expected more packed bytes after "},
		{"cut short in the header", long[:8], "", errBad, "bad: gzip: unexpected EOF: expected more packed bytes after 8"},
		{"garbage after the end", gzipOf("words") + "garbage in the place of another", "", errBad, "bad: gzip: expected the end or another member, at byte "},
		{"another checksum", long[:len(long)-5] + "abcd" + long[len(long)-1:], "", errBad, "bad: gzip: gzip: invalid checksum"},
		{"a frame cut short", zstdOf(strings.Repeat("abc ", 99))[:20], "", errBad, "bad: zstd: unexpected EOF: expected more packed bytes"},
		{"bzip2 that is not", "BZh91AY&SYgarbage", "", errBad, "bad: bzip2: "},
		{"xz cut short", "\xfd7zXZ\x00\x00", "", errBad, "bad: xz: "},
		{"a bomb", gzipOf(strings.Repeat("\x00", 32<<20)), "", budget.ErrExpansion, "all its layers unpack to more than"},
	} {
		f := Find([]byte(tt.in))
		if f == nil {
			t.Errorf("%s: no format", tt.why)
			continue
		}
		var text []byte
		r, err := f.Open(strings.NewReader(tt.in), options(budget.Limits{}))
		if err == nil {
			text, err = io.ReadAll(r)
		}
		switch {
		case tt.is == nil && (err != nil || string(text) != tt.want):
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		case tt.is != nil && (!errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.err)
		}
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		head string
		want *Format
		why  string
	}{
		{bzip2Words, Bzip2, "a stream"},
		{fromHex("425a683917724538509000000000"), Bzip2, "a stream of nothing"},
		{"BZh91AY&SY", Bzip2, "a stream that is cut short"},
		{"BZh is how a packed file begins.", nil, "a text about such files"},
		{"BZh9 is what some files begin with.", nil, "another one"},
		{"BZh01AY&SY", nil, "no size of a block"},
		{"BZh91A", Bzip2, "the first bytes of a stream"},
		{"BZh9\x17", Bzip2, "those of a stream of nothing"},
		{"BZh91A is a mark.", nil, "a text with half of a mark"},
		{"BZh", Bzip2, "less than tells"},
		{"BZ", nil, "even less"},
		{"", nil, "nothing"},
	} {
		if got := Find([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}

// A stream that needs a larger window than is allowed is too large.
func TestWindow(t *testing.T) {
	wide := zstdOf(strings.Repeat("some words and more. ", 1<<19), zstd.WithWindowSize(8<<20))
	o := options(budget.Limits{})
	if r, err := Zstd.Open(strings.NewReader(wide), o); err != nil {
		t.Error(err)
	} else if n, err := io.Copy(io.Discard, r); n != 21<<19 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	o.Window = 1 << 20
	r, err := Zstd.Open(strings.NewReader(wide), o)
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	if !errors.Is(err, budget.ErrTooLarge) || !strings.Contains(err.Error(), "zstd: ") {
		t.Errorf("error %v, want %v", err, budget.ErrTooLarge)
	}
	// The error names the limit of the size if that also limits the window.
	o = options(budget.Limits{Size: 1 << 20})
	o.Window = 1 << 20
	if r, err = Zstd.Open(strings.NewReader(wide), o); err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	var limit *budget.Error
	if !errors.As(err, &limit) || limit.Limit != budget.Size {
		t.Errorf("error %v, want one of the size", err)
	}
}

// An error of the source is returned as it is, and a context that is done ends the reading.
func TestSource(t *testing.T) {
	failed := errors.New("a broken disk")
	for _, in := range []string{gzipOf("words"), zstdOf("words"), bzip2Words, xzWords} {
		f := Find([]byte(in))
		source := io.MultiReader(strings.NewReader(in[:len(in)-2]), iotest.ErrReader(failed))
		r, err := f.Open(source, options(budget.Limits{}))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != failed {
			t.Errorf("%s: error %v, want %v", f.Name, err, failed)
		}

		o, cancel := options(budget.Limits{}), context.CancelFunc(nil)
		o.Context, cancel = context.WithCancel(t.Context())
		r, err = f.Open(strings.NewReader(in), o)
		cancel()
		if err != nil {
			t.Error(err)
		} else if n, err := r.Read(make([]byte, 9)); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d bytes, error %v, want %v", f.Name, n, err, context.Canceled)
		}
	}
	if f := Find([]byte("words")); f != nil {
		t.Errorf("plain text is %s", f.Name)
	}
}
