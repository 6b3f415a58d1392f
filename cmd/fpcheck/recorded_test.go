package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// A column of fingerprints of a Parquet file is as good as one of texts.
func TestFingerprintColumn(t *testing.T) {
	type row struct {
		ID     string `parquet:"id"`
		Prints struct {
			SM1 *string `parquet:"sm1"`
		} `parquet:"prints"`
	}
	rows := []row{{ID: "a"}, {ID: "б"}, {ID: "none"}, {ID: "bad"}}
	for i, print := range []string{"sm1:em2c4vcfyz3kq", "sm1:em2c4vcfyz3kq", "", "sm1:"} {
		if rows[i].Prints.SM1 = &print; print == "" {
			rows[i].Prints.SM1 = nil
		}
	}
	var file bytes.Buffer
	if err := parquet.Write(&file, rows); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "prints.parquet")
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := runIn("", "dedupe", "--input", "parquet", "--fingerprint-field", "prints.sm1", "--id-field", "id", name)
	want := "keep " + name + "#a: 1.00 " + name + "#б\n"
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, line := range []string{
		"fpcheck: " + name + ": row 3: malformed document: field prints.sm1: null\n",
		"fpcheck: " + name + ": row 4: malformed fingerprint: ",
		"fpcheck: " + name + ": 4 records: 2 with a fingerprint, 2 failed\n",
	} {
		if !strings.Contains(stderr, line) {
			t.Errorf("%q is missing in %q", line, stderr)
		}
	}
	if code != exitTrouble {
		t.Errorf("exit code %d", code)
	}
}

// Whatever an input holds, its members are read without a panic, each has a name, and what is
// recalled is a fingerprint.
func FuzzRecordings(f *testing.F) {
	f.Add([]byte("sm1:em2c4vcfyz3kq  a\n\\sm1:em2c4vcfyz3kq  a\\nb\n"))
	f.Add([]byte("sm1:em2c4vcfyz3kq  a\nb\x00sm1:em2c4vcfyz3kq  c\x00"))
	f.Add([]byte(`{"path":"a","scheme":"sm1","fingerprint":"sm1:em2c4vcfyz3kq","features":3,"line":1,"id":"x"}` + "\n" + `{"path":"a","error":"e"}`))
	f.Add([]byte(`{"path":"a.warc","scheme":"sm1","fingerprint":"sm1:em2c4vcfyz3kq","uri":"http://a/","date":"2024","record_id":"<urn:a>"}`))
	f.Add([]byte("# fpcheck manifest 1\n# scheme: sm1\n"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		a := newApp(t.Context(), nil, io.Discard, io.Discard)
		flags := &readFlags{quiet: true}
		for _, kind := range a.recordings(flags) {
			kind.holds(octets, "f")
			in := input{path: "f", file: &openFile{Reader: bytes.NewReader(octets)}}
			for record := range kind.members(in) {
				if record.err != nil || record.member.recall == nil {
					continue
				}
				d, err := record.member.recall()
				if record.member.name == "" {
					t.Fatalf("a member without a name, %v", err)
				}
				if err == nil && d.Results[0].Fingerprint.IsZero() {
					t.Fatalf("%q: no fingerprint and no error", record.member.name)
				}
			}
		}
	})
}
