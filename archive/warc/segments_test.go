package warc

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

// TestSegments checks that a segmented record is one document, in whatever files and order its
// segments are.
func TestSegments(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	total := fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page))
	digest := "WARC-Payload-Digest: " + sha1Of([]byte(page[strings.Index(page, "\r\n\r\n")+4:])).String() + "\n"
	one, two, three := segment(1, digest, page[:20]), segment(2, "", page[20:75]), segment(3, total, page[75:])
	other := response("b", "http://b/", "", strings.Replace(page, "One", "Another", 1))
	revisit := custom("revisit", "c", "WARC-Refers-To: <urn:x:a>\n", "")
	const b = "b: fingerprinted Another page"
	for _, test := range []struct {
		why     string
		filter  Filter
		files   []string
		want    []string
		missing []string
	}{
		{"in one file", Filter{}, []string{one + two + three}, []string{"a: segments", "a2: segments", "a: fingerprinted One page"}, nil},
		{"in three, with another record between", Filter{}, []string{one, two + other, gzipped(three)}, []string{"a: segments", "a2: segments", b, "a: fingerprinted One page"}, nil},
		{"in another order", Filter{}, []string{three, one, two}, []string{"a3: segments", "a: segments", "a: fingerprinted One page"}, nil},
		{"a revisit has its text", Filter{}, []string{one + two + three, revisit}, []string{"a: segments", "a2: segments", "a: fingerprinted One page", "c: revisits One page"}, nil},
		{"the second is missing", Filter{}, []string{one, three}, []string{"a: segments", "a3: segments"},
			[]string{"malformed document: segment 2 of urn:x:a is missing: expected all segments of a record"}},
		{"the first is missing", Filter{}, []string{two, three}, []string{"a2: segments", "a3: segments"},
			[]string{"malformed document: segment 1 of urn:x:a is missing: expected all segments of a record"}},
		{"the last is missing", Filter{}, []string{one, two}, []string{"a: segments", "a2: segments"},
			[]string{"malformed document: segment 3 of urn:x:a is missing: expected all segments of a record"}},
		{"a segment that appears twice", Filter{}, []string{one + two + two + three}, []string{"a: segments", "a2: segments", "a2: segments", "note: segment 2 of urn:x:a appears twice: the first is used", "a: fingerprinted One page"}, nil},
		{"another length of all", Filter{}, []string{one + two + segment(3, "WARC-Segment-Total-Length: 7\n", page[75:])},
			[]string{"a: segments", "a2: segments", "a: fingerprinted One page", fmt.Sprintf("note: WARC-Segment-Total-Length is 7, but the segments have %d bytes", len(page))}, nil},
		{"a segment with a wrong digest", Filter{}, []string{one + segment(2, "WARC-Block-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", page[20:75]) + three},
			[]string{"a: segments", "a2: segments", "note: WARC-Block-Digest sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N does not match the block", "a: fingerprinted One page"}, nil},
		{"the text of all has the wrong digest", Filter{}, []string{segment(1, "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", page[:20]) + two, three},
			[]string{"a: segments", "a2: segments", "a: fingerprinted One page", "note: WARC-Payload-Digest sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N does not match the body"}, nil},
		{"cut off in the last", Filter{}, []string{one + two + segment(3, total+"WARC-Truncated: length\n", page[75:])},
			[]string{"a: segments", "a2: segments", "a: fingerprinted One page", "lost: the record was truncated: length"}, nil},
		{"what is not asked for", Filter{Types: []string{"resource"}}, []string{one + two + three}, []string{"a: segments", "a2: segments", "a3: segments"}, nil},
		{"an error page", Filter{Statuses: []string{"404"}}, []string{one + two + three}, []string{"a: segments", "a2: segments", "a: other statuses"}, nil},
		{"a number that is none", Filter{}, []string{strings.Replace(segment(1, "", page), "Number: 1", "Number: x", 1)},
			[]string{"a: fingerprinted One page", `note: WARC-Segment-Number "x" in a record of type response: the record is read alone`}, nil},
	} {
		t.Run(test.why, func(t *testing.T) {
			w := &Walk[string]{Filter: test.filter}
			got, _ := walked(w, test.files...)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var missing []string
			for _, it := range w.Incomplete() {
				if !errors.Is(it.Err(), extract.ErrMalformed) || it.URI != "http://a/" || it.IsDocument() {
					t.Errorf("%+v", it)
				}
				missing = append(missing, it.Err().Error())
			}
			if diff := cmp.Diff(test.missing, missing); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
			if w.segments.held != 0 {
				t.Errorf("%d octets are held", w.segments.held)
			}
		})
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// TestSegmentsBounded checks the limits of segments: the greatest size for one record, and the same
// for all together.
func TestSegmentsBounded(t *testing.T) {
	w := &Walk[string]{Limits: extract.Limits{Size: 100}}
	defer w.Close()
	outcomes := map[string]int{}
	long := strings.Repeat("x", 60)
	var file strings.Builder
	for i := range 2 * maxWaiting {
		for n := 1; n <= 2; n++ { // the second makes some records longer than 100 bytes
			s := segment(n, "", long[:60-50*(i%2)])
			file.WriteString(strings.ReplaceAll(s, "urn:x:a", fmt.Sprint("urn:x:", i, "-")))
		}
	}
	for it, err := range w.Items(strings.NewReader(file.String())) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case it.Err() == nil:
			outcomes[it.Outcome]++
		case errors.Is(it.Err(), extract.ErrTooLarge):
			outcomes["too large"]++
		default:
			t.Error(it.Err())
		}
		if w.segments.held > 4*100+100 || len(w.segments.series) > maxWaiting {
			t.Fatalf("%d octets of %d records wait", w.segments.held, len(w.segments.series))
		}
	}
	if outcomes["too large"] < maxWaiting || outcomes[joined] == 0 {
		t.Error(outcomes)
	}
}

// FuzzSegments checks that every record has an outcome, and that no segment is kept at the end.
func FuzzSegments(f *testing.F) {
	f.Add(segment(1, "", page[:20]), segment(2, "", "x"), segment(3, "WARC-Segment-Total-Length: 9\n", "y"))
	f.Add(segment(2, "WARC-Segment-Total-Length: 9\n", "y"), segment(1, "WARC-Block-Digest: sha1:A\n", page[:20]), segment(1, "", ""))
	f.Fuzz(func(t *testing.T, a, b, c string) {
		w := Walk[int]{Limits: extract.Limits{Size: 1 << 20}}
		for _, file := range []string{a, b, c} {
			for it, err := range w.Items(strings.NewReader(file)) {
				if err != nil {
					continue
				}
				if err := it.Err(); err != nil && !isNamed(err) {
					t.Errorf("error %v, want one with a name", err)
				}
			}
		}
		w.Incomplete()
		if err := w.Close(); err != nil || w.segments.held != 0 {
			t.Errorf("%d octets are held: %v", w.segments.held, err)
		}
	})
}
