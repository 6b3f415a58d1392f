package near

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
)

// openOut opens an output in a new directory, for the corpus data.
func openOut(t *testing.T, ctx context.Context, more ...string) (*output, *bytes.Buffer) {
	t.Helper()
	var f dedupeFlags
	c := new(cobra.Command)
	f.ReadFlags.AddFlags(c, "")
	f.outputFlags.addFlags(c)
	if err := c.ParseFlags(append([]string{"--output", "out"}, more...)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.ReadFlags.Check(c.Flags()), f.outputFlags.check(c.Flags())); err != nil {
		t.Fatal(err)
	}
	f.Own = f.outputFlags.own()
	var out bytes.Buffer
	o, err := openOutput(cli.NewApp(ctx, nil, &out, &out), &f, []string{"data"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.close)
	return o, &out
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func listOf[T any](elements ...T) (l list[T]) {
	for _, e := range elements {
		l.add(e)
	}
	return l
}

// twoRecords returns a ledger of two records. The second is to be removed.
func twoRecords(path string, second int64) *ledger {
	return &ledger{
		files:   []string{path},
		entries: listOf(entry{kind: ofRecord, row: 1}, entry{kind: ofRecord, row: second}),
		texts:   listOf(text{documents: 2, similarity: 1}),
	}
}

// What is not as it was when it was read is an error, and leaves nothing.
func TestOutputChanged(t *testing.T) {
	const lines = "{\"text\":\"a\"}\n{\"text\":\"b\"}\n"
	for _, tt := range []struct {
		why    string
		change func(t *testing.T, stop context.CancelFunc)
		ledger *ledger
		want   error  // or
		says   string // that
	}{
		{"a data set grows", func(t *testing.T, _ context.CancelFunc) { put(t, "data/a.jsonl", lines+lines) },
			twoRecords("data/a.jsonl", 2), documents.ErrTouched, ""},
		{"a file that is linked grows", func(t *testing.T, _ context.CancelFunc) { put(t, "data/b.txt", "more") },
			twoRecords("data/a.jsonl", 2), documents.ErrTouched, ""},
		{"a file is removed", func(t *testing.T, _ context.CancelFunc) { os.Remove("data/b.txt") },
			twoRecords("data/a.jsonl", 2), documents.ErrTouched, ""},
		{"a file was read that was not there", nil, twoRecords("data/c.jsonl", 2), documents.ErrTouched, ""},
		{"a record was read that is not there", nil, twoRecords("data/a.jsonl", 3), dataset.ErrChanged, ""},
		{"a document in a document is to be removed", nil, &ledger{
			files: []string{"data/a.jsonl", "data/b.txt"}, names: []byte("data/b.txt//x"),
			entries: listOf(entry{kind: ofRecord, row: 1}, entry{file: 1, kind: whole,
				length: 13}), texts: listOf(text{documents: 2}),
		}, nil, "data/b.txt//x: is in a document, and cannot be removed from it: expected --removed or --csv"},
		{"the run is interrupted", func(_ *testing.T, stop context.CancelFunc) { stop() },
			twoRecords("data/a.jsonl", 2), context.Canceled, ""},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "data/a.jsonl", lines)
			put(t, "data/b.txt", "the fox")
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			o, _ := openOut(t, ctx)
			if tt.change != nil {
				tt.change(t, stop)
			}
			_, err := o.write(tt.ledger)
			if tt.want != nil && !errors.Is(err, tt.want) || err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want %v%s", err, tt.want, tt.says)
			}
			o.close()
			if left, _ := filepath.Glob("out*"); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
		})
	}
}

// Where the output is on another disk, files are copied, with their times and permissions.
func TestOutputCopies(t *testing.T) {
	other, err := os.MkdirTemp("/dev/shm", "fpcheck-")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(other)
	t.Chdir(t.TempDir())
	put(t, filepath.Join(other, "b.txt"), "the fox")
	if err := errors.Join(os.Chmod(filepath.Join(other, "b.txt"), 0o640), os.Symlink(other, "data")); err != nil {
		t.Fatal(err)
	}
	if os.Link("data/b.txt", "linked") == nil {
		t.Skip("it is no other disk")
	}
	o, _ := openOut(t, t.Context())
	said, err := o.write(&ledger{files: []string{"data/b.txt"}, entries: listOf(entry{text: -1, state: withoutText})})
	if err != nil || len(said) != 1 || said[0] != "wrote out: 1 file; 1 copied, 0 linked" {
		t.Fatalf("%q, %v", said, err)
	}
	before, _ := os.Stat("data/b.txt")
	after, err := os.Stat("out/data/b.txt")
	if err != nil || after.Mode() != before.Mode() || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("%v, %v: want %v", after, err, before)
	}
}

// A second path of a data set that is a reference is a file like others.
func TestOutputAliasOfReference(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "ref.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n")
	put(t, "data/b.txt", "the fox")
	if err := os.Link("ref.jsonl", "data/a.jsonl"); err != nil {
		t.Skip(err)
	}
	var f dedupeFlags
	c := new(cobra.Command)
	f.ReadFlags.AddFlags(c, "")
	if err := f.ReadFlags.Check(c.Flags()); err != nil {
		t.Fatal(err)
	}
	sources, err := f.Survey(cli.NewApp(t.Context(), nil, nil, nil), []string{"data"}, []string{"ref.jsonl"})
	if err != nil || len(sources) != 2 || sources[0].IsDataSet() || sources[0].First != -1 {
		t.Errorf("%+v, %v", sources, err)
	}
}

// A directory keeps the permissions that it had when it was empty.
func TestOutputPermissions(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "data/b.txt", "the fox")
	if err := os.Mkdir("out", 0o700); err != nil {
		t.Fatal(err)
	}
	o, _ := openOut(t, t.Context())
	if _, err := o.write(new(ledger)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat("out"); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("%v, %v", info, err)
	}
}
