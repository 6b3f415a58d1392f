package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

const text = "The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn."

// TestRead checks that one read gives the results of each scheme and the text digest alone.
func TestRead(t *testing.T) {
	schemes := scheme.All()
	digest, _ := textdigest.Sum([]byte(text))
	for _, o := range []Options{
		{Schemes: schemes, Digest: true},
		{Schemes: schemes, Digest: true, Stages: true},
		{Schemes: schemes, Digest: true, Distinct: true, Tokens: true},
	} {
		r := NewReader(o)
		for _, name := range []string{"a.txt", "b.txt"} { // the second is as the first
			d, err := r.Read(t.Context(), strings.NewReader(text), name)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range schemes {
				want, err := s.Sum([]byte(text))
				if got := d.Results[i]; got.Fingerprint != want || got.Err != err || got.Scheme != s {
					t.Errorf("%s: %s, %v: want %s, %v", s.ID(), got.Fingerprint, got.Err, want, err)
				}
			}
			if d.Digest != digest || d.MediaType != "text/plain" || d.Bytes != int64(len(text)) {
				t.Errorf("%s, %d bytes, %x", d.MediaType, d.Bytes, d.Digest)
			}
		}
	}
}

func TestReadFails(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx     context.Context
		content string
		want    error
		why     string
	}{
		{t.Context(), "", ErrEmpty, "an empty file"},
		{t.Context(), "<p></p>", ErrNoText, "a page without text"},
		{t.Context(), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", extract.ErrUnsupported, "a picture"},
		{cancelled, text, context.Canceled, "a context that has ended"},
	} {
		r := NewReader(Options{Schemes: []*scheme.Scheme{scheme.SM1}, Digest: true})
		if _, err := r.Read(test.ctx, strings.NewReader(test.content), ""); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.why, err, test.want)
		}
		// Nothing of it is left.
		broken := iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text)))
		if _, err := r.Read(t.Context(), broken, ""); !errors.Is(err, iotest.ErrTimeout) {
			t.Errorf("%v, want %v", err, iotest.ErrTimeout)
		}
		d, err := r.Read(t.Context(), strings.NewReader(text), "")
		if want, _ := scheme.SM1.Sum([]byte(text)); err != nil || d.Results[0].Fingerprint != want {
			t.Errorf("after %s: %v, %v", test.why, d, err)
		}
	}
}

func TestFew(t *testing.T) {
	r := NewReader(Options{Schemes: []*scheme.Scheme{scheme.SM1, scheme.MH1}})
	d, err := r.Read(t.Context(), strings.NewReader(text), "")
	if err != nil {
		t.Fatal(err)
	}
	few := d.Few()
	if few == nil || few.Features > d.Results[0].Features || few.Features > d.Results[1].Features {
		t.Errorf("%+v: want the result with the fewest features", few)
	}
	var long strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&long, "%c%c%c ", 'a'+i%26, 'a'+i/26%26, 'a'+i/676)
	}
	if d, err = r.Read(t.Context(), strings.NewReader(long.String()), ""); err != nil || d.Few() != nil {
		t.Errorf("a long text: %+v, %v: want nil", d.Few(), err)
	}
}

// TestTokens compares tokens and elements with the stages, and the fingerprint with the stream.
func TestTokens(t *testing.T) {
	for _, s := range scheme.All() {
		d, err := NewReader(Options{Schemes: []*scheme.Scheme{s}, Tokens: true}).Read(t.Context(), strings.NewReader(text), "")
		if err != nil {
			t.Fatal(err)
		}
		st := s.Method().Stages([]byte(text))
		got := d.Results[0]
		if !slices.Equal(got.Tokens, st.Tokens) || !slices.Equal(got.Elements, st.Elements) || len(got.Tokens) == 0 {
			t.Errorf("%s: tokens %q, elements %d: want %q, %d", s.ID(), got.Tokens, got.Elements, st.Tokens, st.Elements)
		}
		if want, _ := s.Sum([]byte(text)); got.Fingerprint != want || got.Features != st.Distinct || got.Stages != nil {
			t.Errorf("%s: %v of %d features, want %v of %d", s.ID(), got.Fingerprint, got.Features, want, st.Distinct)
		}
	}
}
