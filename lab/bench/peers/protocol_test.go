//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

// The test's own program is a driver too.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "drive" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestDocuments(t *testing.T) {
	want := [][]byte{[]byte("one"), {}, bytes.Repeat([]byte("x"), 300), []byte("\n\x00é")}
	var file bytes.Buffer
	if err := writeDocuments(&file, want); err != nil {
		t.Fatal(err)
	}
	if head := file.Bytes()[:8]; string(head) != "\x00\x00\x00\x03one\x00" {
		t.Errorf("begins with %q: the high octets of the length come first", head)
	}
	got, octets, err := readDocuments(file.Bytes())
	if diff := cmp.Diff(want, got); diff != "" || octets != 307 || err != nil {
		t.Errorf("%d octets, %v, (-want +got):\n%s", octets, err, diff)
	}
	for _, cut := range []int{1, 3, 5, file.Len() - 1} {
		if _, _, err := readDocuments(file.Bytes()[:cut]); err == nil {
			t.Errorf("no error for the first %d octets", cut)
		}
	}
}

func TestServe(t *testing.T) {
	nanoseconds := regexp.MustCompile(`(?m)^[0-9]+ `)
	for _, tt := range []struct {
		in, out, err string
		ran          int
		why          string
	}{
		{"", "ready 1.2 sm1:x\n", "", 0, "nothing is asked for"},
		{"run 1\n", "ready 1.2 sm1:x\nN 7\n", "", 1, "once"},
		{"run 3\nrun 2\n", "ready 1.2 sm1:x\nN 21\nN 14\n", "", 5, "many times, and again"},
		{"run 1\nwalk 3\n", "ready 1.2 sm1:x\nN 7\n", `"walk 3": expected "run N"`, 1, "another word"},
	} {
		ran := 0
		var out strings.Builder
		err := serve(strings.NewReader(tt.in), &out, "1.2", "sm1:x", 7, func() uint64 { ran++; return 0 })
		if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%q: error %v, want %q: %s", tt.in, err, tt.err, tt.why)
		}
		if got := nanoseconds.ReplaceAllString(out.String(), "N "); got != tt.out || ran != tt.ran {
			t.Errorf("%q: %q, ran %d times, want %q, %d times: %s", tt.in, got, ran, tt.out, tt.ran, tt.why)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ line, version, fingerprint, why string }{
		{"ready 2.1.2 -", "2.1.2", "-", "a peer"},
		{"ready - sm1:x", "-", "sm1:x", "a port"},
		{"ready -", "", "", "a field too few"},
		{"ready 1 2 3", "", "", "a field too many"},
		{"warning: x y", "", "", "something else"},
		{"", "", "", "nothing"},
	} {
		version, fingerprint, err := parseReady(tt.line)
		if version != tt.version || fingerprint != tt.fingerprint || (err == nil) != (tt.version != "") {
			t.Errorf("%q: %q, %q, %v: %s", tt.line, version, fingerprint, err, tt.why)
		}
	}
	for _, tt := range []struct {
		line string
		want time.Duration
		err  string
		why  string
	}{
		{"12345 700", 12345, "", "as expected"},
		{"12345 70", 0, "70 bytes: expected 700", "it has not been through all"},
		{"0 700", 0, `"0 700": expected nanoseconds and bytes`, "no time at all"},
		{"-5 700", 0, `"-5 700": expected nanoseconds and bytes`, "a clock that went back"},
		{"soon", 0, `"soon": expected nanoseconds and bytes`, "no numbers"},
		{"5", 0, `"5": expected nanoseconds and bytes`, "one number"},
	} {
		got, err := parseRun(tt.line, 700)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%q: %v, %v, want %v, %q: %s", tt.line, got, err, tt.want, tt.err, tt.why)
		}
	}
}

// sampleText is documents of a few words. py-tlsh wants at least 50 bytes to say anything.
var sampleText = text{name: "sample", documents: [][]byte{[]byte("The cat sat on the mat. The dog did not, said the cat to the other one."), []byte("Nobody\nsaw it")}}

// files writes a text for drivers.
func files(t *testing.T, of text) (written struct{ documents, text string }) {
	t.Helper()
	written, err := plan{wc: 1000}.write(of, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func TestDriver(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := files(t, sampleText).documents
	d, err := startDriver(t.Context(), []string{self, "drive", "sm1", file}, []string{"GOMAXPROCS=1"}, sampleText.octets())
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	want, err := scheme.SM1.Sum(sampleText.documents[0])
	if err != nil || d.fingerprint != want.String() || d.version != "-" {
		t.Errorf("fingerprint %s, version %s, want %s, - (%v)", d.fingerprint, d.version, want, err)
	}
	for _, times := range []int{1, 100} {
		if taken, err := d.run(times); err != nil || taken.clock <= 0 || taken.processor <= 0 {
			t.Errorf("run %d: %v, %v", times, taken, err)
		}
	}
	d.octets++
	if _, err := d.run(1); err == nil {
		t.Error("no error if it counts other octets")
	}
}

func TestDriverErrors(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		command   []string
		want, why string
	}{
		{[]string{"/nowhere/at-all"}, "no such file", "it is not installed"},
		{[]string{"sh", "-c", "echo one >&2; echo two >&2; exit 3"}, errSilent.Error() + ": two", "it fails, and says why"},
		{[]string{"sh", "-c", "exit 0"}, errSilent.Error(), "it says nothing"},
		{[]string{"sh", "-c", "echo hello; cat"}, `"hello": expected`, "it speaks another language"},
		{[]string{self, "drive", "nobody", files(t, sampleText).documents}, `nothing in Go is called "nobody"`, "no such subject"},
		{[]string{self, "drive", "sm1", "/nowhere"}, "no such file", "no documents"},
	} {
		_, err := startDriver(t.Context(), tt.command, nil, 1)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q: %s", tt.command, err, tt.want, tt.why)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	hung, err := startDriver(ctx, []string{"sh", "-c", "echo ready - -; exec sleep 1000"}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := hung.run(1); err == nil {
		t.Error("a driver that hangs is not ended by an interrupt")
	}
	d, err := startDriver(t.Context(), []string{"sh", "-c", "echo ready - -; read line; echo it broke >&2"}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if _, err := d.run(1); err == nil || !strings.Contains(err.Error(), "it broke") {
		t.Errorf("ended in a run: %v", err)
	}
}

func TestProgram(t *testing.T) {
	taken, err := program{ctx: t.Context(), command: []string{"true"}}.run(2)
	if err != nil || taken.clock <= 0 {
		t.Errorf("%v, %v", taken, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (program{ctx: ctx, command: []string{"true"}}).run(1); err == nil {
		t.Error("it runs although it was interrupted")
	}
	if _, err := (program{ctx: t.Context(), command: []string{"sh", "-c", "echo no >&2; exit 1"}}).run(1); err == nil || !strings.Contains(err.Error(), "no") {
		t.Errorf("error %v", err)
	}
}

func TestAgrees(t *testing.T) {
	right, err := scheme.SD1.Sum(sampleText.documents[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		ours, fingerprint string
		ok                bool
		why               string
	}{
		{"", "-", true, "a peer makes others"},
		{"sd1", right.String(), true, "the same"},
		{"sm1", right.String(), false, "of another scheme"},
		{"sd1", "-", false, "none"},
		{"sd9", right.String(), false, "no such scheme"},
	} {
		if _, err := (subject{ours: tt.ours}).agrees(sampleText, tt.fingerprint); (err == nil) != tt.ok {
			t.Errorf("%s, %s: %v: %s", tt.ours, tt.fingerprint, err, tt.why)
		}
	}
}

// Everything that is installed says what the protocol wants, and ports the right fingerprint.
func TestSubjects(t *testing.T) {
	if testing.Short() {
		t.Skip("short: peers are not started")
	}
	t.Chdir("../../..")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	shingled := text{name: "shingles", shingles: 3, documents: [][]byte{[]byte("a b c\nb c d\nc d e"), []byte("x y z\ny z 一\nz 一 é")}}
	for _, test := range []struct {
		text     text
		subjects []subject
	}{{sampleText, ofText(self)}, {shingled, ofShingles(self)}, {samplePages, ofPages(self)}} {
		written := files(t, test.text)
		for _, s := range test.subjects {
			t.Run(test.text.name+"/"+s.name, func(t *testing.T) {
				r, _, version, _, err := plan{cpu: lastCPU()}.start(t.Context(), s, test.text, written)
				if err != nil {
					// Only this program is there without lab/scripts/peers.sh.
					if s.command[0] == self || errors.Is(err, errDisagrees) {
						t.Fatal(err)
					}
					t.Skip("not installed: ", err)
				}
				defer r.close()
				if _, err := r.run(2); err != nil {
					t.Error(err)
				}
				if (version != "") != (s.from != "") {
					t.Errorf("version %q, from %q", version, s.from)
				}
			})
		}
	}
}
