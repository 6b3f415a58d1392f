package conformance

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The reference and the parts read SPEC.md on their own. They agree on any octets.
func FuzzXMLAgainstParts(f *testing.F) {
	for _, v := range vectors.All() {
		if v.Stage == vectors.XML {
			f.Add(v.Input.Octets.Bytes(), v.Input.Charset)
		}
	}
	parts := newXMLParts()
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		want, wantErr := parts.text(octets, declared)
		got, _, gotErr := extract.XMLText(octets, declared)
		if (gotErr == nil) != (wantErr == nil) || got != want {
			t.Errorf("%q in %q: the reference gives %q, %v, the parts %q, %v", octets, declared, got, gotErr, want, wantErr)
		}
	})
}
