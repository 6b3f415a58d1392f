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
		var got, want []stepProblem
		for n := range test.lines {
			want = append(want, stepProblem{Line: n + 1})
		}
		for answers := json.NewDecoder(w.Body); answers.More(); {
			var one stepProblem
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

// TestStrictLines checks that a line gets a problem if its op does not use a field. It also checks the bounds
// of a search.
func TestStrictLines(t *testing.T) {
	s, _ := newService(t, Options{})
	const (
		distance   = "expected a number from 0 to 128"
		similarity = "expected a number from 0 to 1"
		bounded    = "max_distance, min_similarity or limit is given: expected op search"
		onlyID     = "op delete: expected only id"
	)
	for _, test := range []struct {
		why, line string
		want      string // the end of the detail; "" means no problem
	}{
		{"the least bounds", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","max_distance":0,"min_similarity":0,"limit":0}`, ""},
		{"the greatest bounds", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","max_distance":128,"min_similarity":1,"limit":10000}`, ""},
		{"a distance below 0", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","max_distance":-1}`, distance},
		{"a distance that no fingerprints have", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","max_distance":129}`, distance},
		{"a similarity above 1 finds nothing", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","min_similarity":7}`, similarity},
		{"a similarity below 0", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","min_similarity":-0.1}`, similarity},
		{"a limit below 0", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","limit":-1}`, "expected a number from 0 to 10000"},
		{"too great a limit", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","limit":10001}`, "expected a number from 0 to 10000"},
		{"a search has no id", `{"op":"search","fingerprint":"sm1:audgmebs7vdkm","id":"x"}`, "id is given: expected op add or delete"},
		{"an added document", `{"op":"add","id":"x","fingerprint":"sm1:audgmebs7vdkm"}`, ""},
		{"adding does not search", `{"op":"add","id":"x","fingerprint":"sm1:audgmebs7vdkm","max_distance":3}`, bounded},
		{"adding has no limit", `{"op":"add","id":"x","fingerprint":"sm1:audgmebs7vdkm","limit":3}`, bounded},
		{"a deletion with a text may be meant as a change", `{"op":"delete","id":"x","text":"one"}`, onlyID},
		{"a deletion does not depend on a fingerprint", `{"op":"delete","id":"x","fingerprint":"sm1:audgmebs7vdkm"}`, onlyID},
		{"nor on a medium", `{"op":"delete","id":"x","media_type":"text/html"}`, onlyID},
		{"nor on a similarity", `{"op":"delete","id":"x","min_similarity":1}`, bounded},
		{"a deletion", `{"op":"delete","id":"x"}`, ""},
	} {
		var got stepProblem
		if err := json.Unmarshal(s.ask("POST", "/v1/indexes/a/batch", test.line).Body.Bytes(), &got); err != nil {
			t.Fatal(test.why, err)
		}
		if got.Problem == nil {
			got.Problem = new(problem)
		}
		if !strings.HasSuffix(got.Problem.Detail, test.want) || (test.want == "") != (got.Problem.Status == 0) {
			t.Errorf("%s: %+v: expected %q", test.why, *got.Problem, test.want)
		}
	}
}

// stepProblem is the part of an answer to a line that tests compare.
type stepProblem struct {
	Line    int
	Problem *problem
}
