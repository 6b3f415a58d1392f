package mailbox

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const from = "From keeper@example.org Sat Jan  4 12:00:00 2003\n"

func TestBegins(t *testing.T) {
	for _, tt := range []struct {
		why, head string
		want      bool
	}{
		{"mbox", from + "Subject: lamp\n", true},
		{"a sender with blanks, as mailing lists write it", "From keeper at example.org  Fri Oct  3 12:00:00 2003\nFrom: x\n", true},
		{"no header, and a body", from + "\nthe lamp\n", true},
		{"a second line of the envelope", from + ">From relay@example.org\nSubject: lamp\n", true},
		{"MMDF", mmdf + "Subject: lamp\n\n", true},
		{"MMDF with a line of the envelope", mmdf + from + "Subject: lamp\n", true},
		{"a text that begins so", "From 12:00 on in 2003 the lamp was lit.\nNobody knew: why.\n", false},
		{"no date", "From keeper\nSubject: lamp\n", false},
		{"no header", from + "the lamp\n", false},
		{"nothing", "", false},
	} {
		if got := Begins([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.why, got, tt.want)
		}
	}
}

// All messages are found, whatever length the first declares. Only where it ends before a later message
// or the end, it counts (mboxcl2), as in mutt.
func TestDeclaredLengths(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		for n := range 300 {
			head := strings.ReplaceAll(from+fmt.Sprintf("Subject: a\nContent-Length: %d\n\n", n), "\n", end)
			body := strings.ReplaceAll("one\n\n"+from+"Subject: b\n\ntwo\n\n"+from+"Subject: c\n\nthree\n\n", "\n", end)
			want := 3
			if after := body[min(n, len(body)):]; n > 0 && n <= len(body) {
				if later := strings.TrimLeft(after, "\r\n"); len(after)-len(later) <= len(end) && (later == "" || strings.HasPrefix(later, from[:5])) {
					want = 1 + strings.Count(later, from[:5])
				}
			}
			if got := list(strings.NewReader(head+body), 1<<20); len(got) != want {
				t.Errorf("length %d, line ends %q: %d messages, want %d: %s", n, end, len(got), want, got)
			}
		}
	}
}

// list reads a mailbox, and spells each message or error as a line.
func list(r io.Reader, size int64) (lines []string) {
	for m, err := range Messages(r, size) {
		switch {
		case m == nil:
			lines = append(lines, "! "+err.Error())
		case err != nil:
			lines = append(lines, fmt.Sprintf("%d ! %v", m.Number, err))
		default:
			lines = append(lines, fmt.Sprintf("%d at %d: %q", m.Number, m.Offset, m.Octets))
		}
	}
	return lines
}

func TestMessages(t *testing.T) {
	for _, tt := range []struct {
		why, box string
		want     []string
	}{
		{"two", from + "A: 1\n\none\n\n" + from + "A: 2\n\ntwo\n", []string{`1 at 0: "A: 1\n\none\n\n"`, `2 at 60: "A: 2\n\ntwo\n"`}},
		{"without an empty line between them", from + "A: 1\n\none\n" + from + "A: 2\n\ntwo\n", []string{`1 at 0: "A: 1\n\none\n"`, `2 at 59: "A: 2\n\ntwo\n"`}},
		{"line ends of two octets", strings.ReplaceAll(from+"A: 1\n\none\n\n"+from+"A: 2\n\ntwo\n", "\n", "\r\n"),
			[]string{`1 at 0: "A: 1\r\n\r\none\r\n\r\n"`, `2 at 65: "A: 2\r\n\r\ntwo\r\n"`}},
		{"From in a text", from + "A: 1\n\nFrom here on: dark\nFrom keeper\nlate\n", []string{`1 at 0: "A: 1\n\nFrom here on: dark\nFrom keeper\nlate\n"`}},
		{"a sender alone, after an empty line", from + "A: 1\n\none\n\nFrom keeper\nA: 2\n\ntwo\n", []string{`1 at 0: "A: 1\n\none\n\n"`, `2 at 60: "A: 2\n\ntwo\n"`}},
		{"quoted, once and twice (mboxrd)", from + "A: 1\n\n>From here\n>>From there\n> From x\n", []string{`1 at 0: "A: 1\n\nFrom here\n>From there\n> From x\n"`}},
		{"a message in its length (mboxcl2)", from + "Content-Length: 54\n\n" + from + "A: 2\n" + "\n" + from + "A: 3\n\nthree\n",
			[]string{fmt.Sprintf(`1 at 0: %q`, "Content-Length: 54\n\n"+from+"A: 2\n\n"), `2 at 124: "A: 3\n\nthree\n"`}},
		{"quoted in its length (mboxcl)", from + "Content-Length: 11\n\n>From here\n", []string{`1 at 0: "Content-Length: 11\n\nFrom here\n"`}},
		{"another length than it says", from + "Content-Length: 7\n\none\ntwo\nthree\n\n" + from + "A: 2\n\n", []string{
			`1 at 0: "Content-Length: 7\n\none\ntwo\nthree\n\n"`, `2 at 83: "A: 2\n\n"`}},
		{"a length beyond the end", from + "Content-Length: 99999999\n\none\n\n" + from + "A: 2\n\ntwo\n", []string{
			`1 at 0: "Content-Length: 99999999\n\none\n\n"`, `2 at 80: "A: 2\n\ntwo\n"`}},
		{"MMDF", mmdf + "A: 1\n\n" + from + "A: x\n" + mmdf + mmdf + from + "A: 2\n\ntwo\n" + mmdf,
			[]string{fmt.Sprintf(`1 at 0: %q`, "A: 1\n\n"+from+"A: x\n"), `2 at 70: "A: 2\n\ntwo\n"`}},
		{"MMDF, cut short", mmdf + "A: 1\n\non", []string{`1 at 0: "A: 1\n\non"`}},
		{"no line end", from + "A: 1\n\none", []string{`1 at 0: "A: 1\n\none"`}},
		{"a long line", from + "A: 1\n\n" + strings.Repeat("x", 3*longestLine) + "\n", []string{fmt.Sprintf(`1 at 0: %q`, "A: 1\n\n"+strings.Repeat("x", 3*longestLine)+"\n")}},
		{"something else", "the lamp\n" + from, []string{"! mailbox: expected a line that begins with From and a blank, or four bytes of value 1"}},
		{"nothing", "", nil},
	} {
		if diff := cmp.Diff(tt.want, list(strings.NewReader(tt.box), 1<<28)); diff != "" {
			t.Errorf("%s:\n%s", tt.why, diff)
		}
		if diff := cmp.Diff(tt.want, list(iotest.OneByteReader(strings.NewReader(tt.box)), 1<<28)); diff != "" && len(tt.box) < longestLine {
			t.Errorf("%s, octet by octet:\n%s", tt.why, diff)
		}
	}
}

// A message that is longer than may be held is an error of that one.
func TestLarge(t *testing.T) {
	box := from + "A: 1\n\n" + strings.Repeat("long ", 30) + "\n\n" + from + "A: 2\n\ntwo\n"
	want := []string{"1 ! document too large: more than 100 bytes of a message", `2 at 207: "A: 2\n\ntwo\n"`}
	if diff := cmp.Diff(want, list(strings.NewReader(box), 100)); diff != "" {
		t.Error(diff)
	}
}

// Lengths that are wrong cost no more than the mailbox has bytes, a few times over.
func TestWrongLengths(t *testing.T) {
	one := from + "Content-Length: 1000000\n\none\n\n"
	begun := time.Now()
	n := 0
	for range Messages(strings.NewReader(strings.Repeat(one, 100_000)), 1<<28) {
		n++
	}
	if took := time.Since(begun); n != 100_000 || took > 20*time.Second {
		t.Errorf("%d messages in %v", n, took)
	}
}

func FuzzMessages(f *testing.F) {
	f.Add([]byte(from+"Content-Length: 4\n\none\n\n"+from+"A: 2\n\n>From two\n"), 0)
	f.Add([]byte(mmdf+"A: 1\n\none\n"+mmdf), 9)
	f.Fuzz(func(t *testing.T, box []byte, size int) {
		most := int64(max(size, 1))
		once := list(bytes.NewReader(box), most)
		if diff := cmp.Diff(once, list(iotest.HalfReader(bytes.NewReader(box)), most)); diff != "" {
			t.Error(diff)
		}
	})
}
