// Command ucdtables makes the tables of package ucd and the files of vectors/ucd from
// the Unicode Character Database in internal/unicode/ucd/data. Run it from the root of the
// module:
//
//	go -C lab run ./ucdtables          write the files
//	go -C lab run ./ucdtables -check   compare them with those on disk
package main

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	version    = "15.0.0"
	dataDir    = "internal/unicode/ucd/data"
	tablesGo   = "internal/unicode/ucd/tables.go"
	tablesBin  = "internal/unicode/ucd/tables.bin"
	stringsBin = "internal/unicode/ucd/strings.bin"
	vectorDir  = "vectors/ucd"
)

func main() {
	root := flag.String("root", "..", "root `directory` of the module")
	onlyCheck := flag.Bool("check", false, "write nothing; fail if a file on disk differs")
	flag.Parse()
	if err := run(*root, *onlyCheck); err != nil {
		fmt.Fprintln(os.Stderr, "ucdtables:", err)
		os.Exit(1)
	}
}

func run(root string, onlyCheck bool) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	if onlyCheck {
		return check(root, files)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the contents of every file, by its slash-separated path from
// the root of the module.
func generate(root string) (map[string][]byte, error) {
	db, err := load(filepath.Join(root, filepath.FromSlash(dataDir)))
	if err != nil {
		return nil, err
	}
	if err := db.verify(); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	if err := tables(db, files); err != nil {
		return nil, err
	}
	license, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dataDir), "LICENSE"))
	if err != nil {
		return nil, err
	}
	files[vectorDir+"/LICENSE"] = license
	if err := vectors(db, files); err != nil {
		return nil, err
	}
	return files, nil
}

// check compares files with those on disk and names the first difference.
func check(root string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if bytes.Equal(got, files[name]) {
			continue
		}
		if strings.HasSuffix(name, ".bin") {
			return fmt.Errorf("%s: differs from what the generator writes", name)
		}
		line, have, want := firstDifference(got, files[name])
		return fmt.Errorf("%s:%d: on disk %q, generated %q", name, line, have, want)
	}
	return nil
}

func firstDifference(a, b []byte) (line int, inA, inB string) {
	as, bs := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	for i := range min(len(as), len(bs)) {
		if !bytes.Equal(as[i], bs[i]) {
			return i + 1, string(as[i]), string(bs[i])
		}
	}
	// If both end in a newline or neither does, the loop found the empty last line of the shorter.
	// This is for an empty file.
	return min(len(as), len(bs)) + 1, "", ""
}
