package manifest

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/scheme"
)

// A line of a journal is what package encoding/json makes of the same, and is read again.
func TestPlainLines(t *testing.T) {
	text := rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[a-z0-9 ./<>&'~-]{1,9}`), rapid.SampledFrom([]string{`a"b`, `a\b`, "é", "a\x7F", "a\n", "\xFF", "\u2028"}))
	digest := rapid.Custom(func(t *rapid.T) (d Digest) {
		copy(d[:], rapid.SliceOfN(rapid.Byte(), 0, len(d)).Draw(t, "octets"))
		return d
	})
	some := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 1<<40))
	fp, err := scheme.SM1.Sum([]byte("Some words"))
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	rapid.Check(t, func(t *rapid.T) {
		s := Scanned{Entry: Entry{
			Path: text.Draw(t, "path"), State: State(text.Draw(t, "state")), Features: int(some.Draw(t, "features") % 1000),
			Size: some.Draw(t, "size") - 1, Records: some.Draw(t, "records"), SHA256: digest.Draw(t, "sha256"), Text: digest.Draw(t, "text"),
			Reader: Reading{text.Draw(t, "type"), text.Draw(t, "encoding"), text.Draw(t, "tool")},
		}}
		if rapid.Bool().Draw(t, "fingerprinted") {
			s.Fingerprint = fp
		}
		if n := some.Draw(t, "modified"); n > 0 {
			s.modified = time.Unix(n%4e9, n%1e9)
		}
		line := journalLine(&s)
		if want := journalJSON(&s); line != want {
			t.Fatalf("%s\nwant %s", line, want)
		}
		if _, ok := s.appendPlain(nil); !ok {
			return
		}
		plain++
		read, ok := parsePlain(strings.TrimSuffix(line, "\n"), nil)
		if !ok || journalLine(&read) != line || !read.modified.Equal(s.modified) {
			t.Fatalf("%s is read as %+v, %t", line, read, ok)
		}
	})
	if plain == 0 {
		t.Error("no line was plain")
	}
}

// What is not written like that is not read like that, or not the same when it is written again.
func TestParsePlainRefuses(t *testing.T) {
	for line, reason := range map[string]string{
		``:                       "nothing",
		`{"path":"a","size":1`:   "no end",
		`{"path":"a","size":1}}`: "more after the end",
		`{"size":1,"path":"a"}`:  "another order",
		`{"path":"a","size":}`:   "no number",
		`{"path":"a","size":99999999999999999999}`: "too large a number",
		`{"path":"a\"","size":1}`:                  "an escape",
		`{"path":"a","sha256":"00"}`:               "a short digest",
		`{"path":"a","fingerprint":"sm1:?"}`:       "no fingerprint",
		`{"path":"a","mtime":"yesterday"}`:         "no time",
	} {
		if s, ok := parsePlain(line, nil); ok {
			t.Errorf("%s: %s is read as %+v", reason, line, s)
		}
	}
}
