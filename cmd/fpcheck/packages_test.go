package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// fill RESULT FILE... makes a tar or a ZIP archive of files, by the ending of its name. A FILE that
// ends with a slash is a folder, and A>B is a link to B.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	when := time.Date(2024, 1, 2, 3, 4, 6, 0, time.UTC)
	if path.Ext(args[0]) == ".zip" {
		w := zip.NewWriter(&b)
		for _, name := range args[1:] {
			f, err := w.CreateHeader(&zip.FileHeader{Name: name, Modified: when}) // stored
			ts.Check(err)
			if !strings.HasSuffix(name, "/") {
				_, err = io.WriteString(f, ts.ReadFile(name))
				ts.Check(err)
			}
		}
		ts.Check(w.Close())
	} else {
		w := tar.NewWriter(&b)
		for _, name := range args[1:] {
			h := &tar.Header{Name: name, Mode: 0o644, ModTime: when}
			var text string
			if from, to, ok := strings.Cut(name, ">"); ok {
				h.Name, h.Linkname, h.Typeflag = from, to, tar.TypeSymlink
			} else if strings.HasSuffix(name, "/") {
				h.Typeflag = tar.TypeDir
			} else {
				text = ts.ReadFile(name)
				h.Size = int64(len(text))
			}
			ts.Check(w.WriteHeader(h))
			_, err := io.WriteString(w, text)
			ts.Check(err)
		}
		ts.Check(w.Close())
	}
	packed := b.Bytes()
	switch path.Ext(args[0]) {
	case ".gz":
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(packed)
		w.Close()
		packed = z.Bytes()
	case ".zst":
		w, err := zstd.NewWriter(nil)
		ts.Check(err)
		packed = w.EncodeAll(packed, nil)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed, 0o666))
}

// spoil FILE TEXT changes the first byte of a text in a file.
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	octets := []byte(ts.ReadFile(args[0]))
	at := bytes.Index(octets, []byte(args[1]))
	if at < 0 {
		ts.Fatalf("%s: no %q", args[0], args[1])
	}
	octets[at] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), octets, 0o666))
}

// TestLongMembers checks members that are too long to keep in memory. Any number of workers reads
// them from the container itself, and damage at their end is found.
func TestLongMembers(t *testing.T) {
	var text bytes.Buffer
	for i := range 200_000 {
		fmt.Fprintf(&text, "word%d ", i)
	}
	var tarred, zipped bytes.Buffer
	w := tar.NewWriter(&tarred)
	z := zip.NewWriter(&zipped)
	for _, name := range []string{"a.txt", "b.png", "c.txt", "d.txt"} {
		content := text.Bytes()
		if name == "b.png" { // only its head is read
			content = append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), content...)
		}
		w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content))})
		w.Write(content)
		f, _ := z.CreateHeader(&zip.FileHeader{Name: name})
		f.Write(content)
	}
	w.Close()
	z.Close()
	damaged := bytes.Clone(zipped.Bytes())
	damaged[bytes.Index(damaged, []byte("c.txt"))-100] ^= 1 // at the end of the picture
	for _, tt := range []struct {
		name   string
		octets []byte
		prints int
		error  string
	}{
		{"a.tar", tarred.Bytes(), 3, ""},
		{"a.zip", zipped.Bytes(), 3, ""},
		{"damaged.zip", damaged, 3, "damaged.zip//b.png: malformed document: ZIP: damaged: its checksum differs"},
		{"cut.tar", tarred.Bytes()[:3<<20], 1, "cut.tar//b.png: malformed document: tar: cut short"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile(tt.name, tt.octets, 0o666); err != nil {
			t.Fatal(err)
		}
		var first string
		for _, workers := range []string{"1", "8"} {
			var out, errs bytes.Buffer
			cli.Run([]string{"fingerprint", "--quiet", "--workers", workers, tt.name}, strings.NewReader(""), &out, &errs,
				commands.All)
			if strings.Count(out.String(), "\n") != tt.prints || !strings.Contains(errs.String(), tt.error) || tt.error == "" && errs.Len() > 0 {
				t.Errorf("%s: %s%s", tt.name, &out, &errs)
			}
			if all := out.String() + errs.String(); first == "" {
				first = all
			} else if diff := cmp.Diff(first, all); diff != "" {
				t.Errorf("%s, with %s workers:\n%s", tt.name, workers, diff)
			}
		}
	}
}
