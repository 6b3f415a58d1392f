package documents

import (
	"bytes"
	"io"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// FuzzRecordings reads arbitrary inputs. There is no panic. Each member has a name, and what is
// recalled is a fingerprint.
func FuzzRecordings(f *testing.F) {
	f.Add([]byte("sm1:em2c4vcfyz3kq  a\n\\sm1:em2c4vcfyz3kq  a\\nb\n"))
	f.Add([]byte("sm1:em2c4vcfyz3kq  a\nb\x00sm1:em2c4vcfyz3kq  c\x00"))
	f.Add([]byte(`{"path":"a","scheme":"sm1","fingerprint":"sm1:em2c4vcfyz3kq","features":3,"line":1,"id":"x"}` + "\n" +
		`{"path":"a","error":"e"}`))
	f.Add([]byte(`{"path":"a.warc","scheme":"sm1","fingerprint":"sm1:em2c4vcfyz3kq","uri":"http://a/","date":"2024","record_id":"<urn:a>"}`))
	f.Add([]byte("# fpcheck manifest 1\n# scheme: sm1\n"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		a := cli.NewApp(t.Context(), nil, io.Discard, io.Discard)
		flags := &ReadFlags{Quiet: true}
		for _, kind := range recordings(a, flags) {
			kind.Holds(octets, "f")
			in := Input{Path: "f", File: &OpenFile{Reader: bytes.NewReader(octets)}}
			for record := range kind.Members(in) {
				if record.Err != nil || !record.Member.isRecorded() {
					continue
				}
				d, err := record.Member.recalled(nil)
				if record.Member.Name() == "" {
					t.Fatalf("a member without a name, %v", err)
				}
				if err == nil && d.Results[0].Fingerprint.IsZero() {
					t.Fatalf("%q: no fingerprint and no error", record.Member.Name())
				}
			}
		}
	})
}
