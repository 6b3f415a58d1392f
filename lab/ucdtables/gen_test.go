package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestCommitted checks that the files on disk are what the generator makes now.
func TestCommitted(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := check(root, files); err != nil {
		t.Errorf("%v\nrun make tables", err)
	}
	// A file nothing makes would be one nothing checks.
	made := map[string]bool{"ucd_test.go": true, ".gitattributes": true}
	for name := range files {
		if dir, base, _ := strings.Cut(name, vectorDir+"/"); dir == "" {
			made[base] = true
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(vectorDir)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !made[e.Name()] {
			t.Errorf("%s/%s is not made by the generator", vectorDir, e.Name())
		}
	}
}

func TestCheckNamesTheFirstDifference(t *testing.T) {
	for _, tt := range []struct {
		why, onDisk, made, want string
	}{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"a line differs", "a\nb\n", "a\nc\n", `f:2: on disk "b\n", generated "c\n"`},
		{"a line is missing on disk", "a\n", "a\nb\n", `f:2: on disk "", generated "b\n"`},
		{"a line too many", "a\nb\n", "a\n", `f:2: on disk "b\n", generated ""`},
		{"no newline at the end", "a", "a\n", `f:1: on disk "a", generated "a\n"`},
		{"line ends", "a\r\n", "a\n", `f:1: on disk "a\r\n", generated "a\n"`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "f"), []byte(tt.onDisk), 0o666); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := check(dir, map[string][]byte{"f": []byte(tt.made)}); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestCheckQuotesNoBinaryFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.bin"), []byte{0, 1}, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := check(dir, map[string][]byte{"f.bin": {0, 1}}); err != nil {
		t.Errorf("equal files: %v", err)
	}
	want := "f.bin: differs from what the generator writes"
	if err := check(dir, map[string][]byte{"f.bin": {0, 2}}); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %q", err, want)
	}
}

func TestLeaves(t *testing.T) {
	values := make([]uint32, 257*block)
	for cp := range values {
		values[cp] = uint32(cp / block * (cp % 3))
	}
	l := &leaves{numbers: map[[block]uint32]byte{}}
	for _, part := range [][]uint32{values[:200*block], values[100*block : 256*block]} {
		index, err := l.add(part)
		if err != nil {
			t.Fatal(err)
		}
		for cp, want := range part {
			word := int(index[cp>>8])<<8 + cp&0xFF
			if got := binary.LittleEndian.Uint32(l.data[4*word:]); got != want {
				t.Fatalf("value of %04X is %d, want %d", cp, got, want)
			}
		}
	}
	if got, want := len(l.data), 256*block*4; got != want {
		t.Errorf("256 different blocks take %d bytes, want %d", got, want)
	}
	if _, err := l.add(values); err == nil {
		t.Error("257 different blocks fit in a byte")
	}
}

func TestRefusesOtherVersions(t *testing.T) {
	dir := t.TempDir()
	const name = "PropList.txt"
	if err := os.WriteFile(filepath.Join(dir, name), []byte("# PropList-15.1.0.txt\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := eachRow(dir, name, func([]string) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "PropList.txt: not the file of version 15.0.0") {
		t.Errorf("got error %v", err)
	}
}

// TestVerifyRefuses breaks the data in one place at a time.
func TestVerifyRefuses(t *testing.T) {
	for _, tt := range []struct {
		why  string
		harm func(db *database)
		want string
	}{
		{"nothing is wrong", func(*database) {}, ""},
		{"a letter with a combining class", func(db *database) { db.ccc['a'] = 9 },
			"0061 has combining class 9 and category Ll"},
		{"a hole in a range", func(db *database) { db.category[0x5B57] = "Cn" },
			"5B57 in 4E00..9FFF has category Cn"},
		{"a letter of no script", func(db *database) { db.script['a'] = unknown },
			"0061 has script Unknown and category Ll"},
		{"a script of what is not assigned", func(db *database) { db.script[0x0378] = "Greek" },
			"0378 has script Greek and category Cn"},
		{"a mapping that folds to itself", func(db *database) { db.fold['a'] = []rune{'a'} },
			"NFKC_CF of 0061 is listed and is itself"},
		{"a decomposition out of order", func(db *database) { db.full[0x1E69] = []rune{'s', 0x0307, 0x0323} },
			"decomposition of 1E69 is not in canonical order"},
		{"an exclusion that is lost", func(db *database) { delete(db.exclusions, 0x0958) },
			"composition exclusions differ from Full_Composition_Exclusion"},
		{"a composite that is lost", func(db *database) { delete(db.nfcMaybe, 0x0300) },
			"seconds of pairs differ from NFC_Quick_Check=Maybe"},
	} {
		db, err := load(filepath.Join(root, filepath.FromSlash(dataDir)))
		if err != nil {
			t.Fatal(err)
		}
		tt.harm(db)
		got := ""
		if err := db.verify(); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
