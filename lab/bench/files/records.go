//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

const (
	programs   = ".cache/records" // by lab/scripts/records.sh
	python     = programs + "/bin/python"
	driver     = "lab/bench/files/drivers/records.py"
	recordSize = 850
)

// reportRecords compares fingerprints of records with reading them by other programs.
func reportRecords(n, rounds int, fpcheck string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	base := filepath.Join(work, fmt.Sprintf("records-%d", n))
	size, err := os.ReadFile(base + ".size")
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeRecords(base, n); err != nil {
			return err
		}
		// What this process holds would count as the commands'. The path was relative to another directory.
		again := append(os.Args[:len(os.Args)-1:len(os.Args)-1], fpcheck)
		return syscall.Exec(self, again, os.Environ())
	}
	if err != nil {
		return err
	}
	octets, err := strconv.ParseInt(string(size), 10, 64)
	if err != nil {
		return err
	}
	var jobs []*job
	for _, form := range []string{"jsonl", "jsonl.gz", "jsonl.zst", "csv", "parquet"} {
		path := base + "." + form
		kind, _, _ := strings.Cut(form, ".")
		peer := form + ": DuckDB reads"
		add := func(name string, command ...string) {
			jobs = append(jobs, &job{name: form + ": " + name, command: command, against: peer})
		}
		add("DuckDB reads", python, driver, "duckdb", kind, path)
		add("pyarrow reads", python, driver, "pyarrow", kind, path)
		if form == "jsonl" {
			add("simdjson reads", programs+"/simdjson", path)
		}
		add("fpcheck reads", self, "-read", path)
		for _, scheme := range []string{"sm1", "mh1"} {
			add("fpcheck "+scheme, fpcheck, "fingerprint", "--quiet", "--input", kind, "--id-field", "id", "--scheme", scheme, path)
		}
	}
	return report(jobs, rounds, n, octets, "record", "DuckDB")
}

// makeRecords makes a data set in all forms, and a file with the size of its texts in bytes.
func makeRecords(base string, n int) error {
	next, err := pieces(recordSize)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(base), 0o777); err != nil {
		return err
	}
	lines, octets := base+".jsonl", 0
	file, err := os.Create(lines)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := bufio.NewWriter(file)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	for i := range n {
		text := next()
		octets += len(text)
		record := struct {
			ID   string `json:"id"`
			Text string `json:"text"`
		}{fmt.Sprintf("doc-%07d", i), string(text)}
		if err := encoder.Encode(record); err != nil {
			return err
		}
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	for _, format := range []*compressed.Format{compressed.Gzip, compressed.Zstd} {
		if err := pack(lines, format); err != nil {
			return err
		}
	}
	out, err := exec.Command(python, driver, "make", lines, base+".csv", base+".parquet").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", driver, err, out)
	}
	return os.WriteFile(base+".size", strconv.AppendInt(nil, int64(octets), 10), 0o666)
}

// pack writes a packed copy beside a file.
func pack(name string, format *compressed.Format) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(name + "." + format.Ending)
	if err != nil {
		return err
	}
	defer out.Close()
	w, err := format.Writer(out)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, in); err != nil {
		return err
	}
	return w.Close()
}

// readRecords reads the texts of a data set, and does nothing with them.
func readRecords(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	fields := dataset.Fields{ID: dataset.Path{"id"}, Text: []dataset.Path{{"text"}}}
	var limits extract.Limits
	var records iter.Seq2[*dataset.Record, error]
	switch filepath.Ext(path) {
	case ".csv":
		records = dataset.CSV(file, ',', fields, limits)
	case ".parquet":
		info, err := file.Stat()
		if err != nil {
			return err
		}
		records = dataset.Parquet(file, info.Size(), fields, limits)
	default:
		records = dataset.JSONLines(file, fields, limits)
	}
	texts, length := 0, 0
	for record, err := range records {
		if err != nil {
			return err
		}
		content, err := record.Read(nil)
		if err != nil {
			return err
		}
		texts++
		length += len(content.Text[0])
		record.Done()
	}
	_, err = fmt.Println(texts, length)
	return err
}
