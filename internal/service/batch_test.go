package service

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLongLines checks that a line of a batch may be longer than the buffer that it is read through.
func TestLongLines(t *testing.T) {
	s, _ := newService(t, Options{})
	const bare = `{"op":"add","id":"x","text":""}` + "\n"
	line := func(length int) string {
		return strings.Replace(bare, `""`, quoted(strings.Repeat(light+" ", length/len(light)+1)[:length-len(bare)]), 1)
	}
	for _, test := range []struct {
		why   string
		lines []string
	}{
		{"shorter than the buffer", []string{line(bufferedLine - 1), line(300)}},
		{"as long as the buffer", []string{line(bufferedLine), line(300)}},
		{"a byte longer", []string{line(bufferedLine + 1), line(300)}},
		{"two buffers", []string{line(2 * bufferedLine), line(300)}},
		{"many buffers, and a last line without an end", []string{line(9*bufferedLine + 5), line(300), strings.TrimSpace(line(3*bufferedLine + 1))}},
	} {
		w := s.ask("POST", "/v1/indexes/a/batch", strings.Join(test.lines, ""))
		type answer struct {
			Line    int
			Problem *problem
		}
		var got, want []answer
		for n := range test.lines {
			want = append(want, answer{Line: n + 1})
		}
		for answers := json.NewDecoder(w.Body); answers.More(); {
			var one answer
			if err := answers.Decode(&one); err != nil {
				t.Fatal(test.why, err)
			}
			got = append(got, one)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}
