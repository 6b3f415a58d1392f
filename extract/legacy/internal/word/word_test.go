package word

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// streams returns the streams of a document.
func streams(t testing.TB, name string) map[string][]byte {
	t.Helper()
	f, err := os.Open("../../../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, err := mscfb.New(f)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]byte)
	for _, f := range c.File {
		octets, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = octets
	}
	return all
}

// reading returns the text of a document of these streams.
func reading(t testing.TB, stream, table []byte) (string, error) {
	return readingWith(t, medium.Include{}, stream, table)
}

func readingWith(t testing.TB, include medium.Include, stream, table []byte) (string, error) {
	d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
	d.Include = include
	d.Budget.Source(int64(len(stream) + len(table)))
	if err := Read(d, stream, func(string) ([]byte, error) { return table, nil }); err != nil {
		return "", err
	}
	text, err := io.ReadAll(d.Text)
	return string(text), err
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"lighthouse.doc", "features.doc"} {
		s := streams(f, name)
		f.Add(s["WordDocument"], s["1Table"])
	}
	for _, tt := range samples() {
		stream, table := tt.in.streams()
		f.Add(stream, table)
	}
	f.Fuzz(func(t *testing.T, stream, table []byte) {
		text, err := reading(t, stream, table)
		if err != nil && !named(err) {
			t.Errorf("%v, expected an error with a name", err)
		}
		// A character is at most three bytes of UTF-8; WordArt comes on top.
		if most := 12*len(stream) + 2*len(table) + 64; len(text) > most {
			t.Errorf("%d octets of text, want at most %d", len(text), most)
		}
	})
}

// named reports whether an error has one of the names that package extract documents.
func named(err error) bool {
	for _, name := range []error{medium.ErrMalformed, medium.ErrEncrypted, medium.ErrNoText, medium.ErrUnsupported} {
		if errors.Is(err, name) {
			return true
		}
	}
	return medium.IsFinal(err)
}
