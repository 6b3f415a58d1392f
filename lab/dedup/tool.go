package main

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
)

// A tool is a row of the table.
type tool struct {
	name, gives string
	command     []string // the data follow; of drivers that ask for it, fpcheck too
	needs       string   // a file that is there if the tool is installed
	driver      string   // a driver whose lines are counted; "" for a command
	rounds      int      // 0: as many as there are
	slow        bool     // only if asked for
	reading     int      // of words, of readings
	read        func(output []byte, a *answer) error
}

const (
	installed = ".cache/dedup/"
	drivers   = "lab/dedup/drivers/"
)

// tools are what is compared. The first two are fpcheck, and ratios are to the first.
func tools(fpcheck string) []tool {
	py := installed + "python/bin/python"
	python := func(name, gives, module, driver string, rounds int, args ...string) tool {
		return tool{name: name, gives: gives, command: append([]string{py, drivers + driver, dataArgument}, args...),
			needs: installed + "python/lib/python*/site-packages/" + module, driver: drivers + driver, rounds: rounds, read: readPairs}
	}
	filter := func(t tool) tool { t.read = readDropped; return t }
	spec := func(t tool) tool { t.reading = 1; return t }
	return []tool{
		{name: "fpcheck `dedupe --min-similarity 0.5`", gives: "clusters", needs: fpcheck, read: readClusters, reading: 1,
			command: []string{fpcheck, "dedupe", "--csv", "--quiet", "--min-similarity", "0.5", dataArgument}},
		{name: "fpcheck `dedupe`", gives: "clusters", needs: fpcheck, read: readClusters, reading: 1,
			command: []string{fpcheck, "dedupe", "--csv", "--quiet", dataArgument}},
		python("gaoya 0.2.2, MinHashStringIndex", "neighbours", "gaoya", "gaoya_index.py", 0),
		filter(python("rensa 0.5.0, RMinHashDeduplicator", "what to drop", "rensa", "rensa_filter.py", 1)),
		python("rensa 0.5.0, RMinHashLSH", "pairs", "rensa", "rensa_lsh.py", 1),
		python("DuckDB 2.0.0, a table of bands in SQL", "pairs", "duckdb", "duckdb_bands.py", 1),
		spec(python("FAISS 1.15.1, IndexBinaryMultiHash on `sm1`", "pairs", "faiss", "faiss_multi.py", 1, fpcheck)),
		spec(python("FAISS 1.15.1, IndexBinaryFlat on `sm1`", "pairs", "faiss", "faiss_flat.py", 1, fpcheck)),
		python("datasketch 2.0.0, MinHashLSH", "pairs", "datasketch", "datasketch_lsh.py", 1),
		{name: "text-dedup 0.4.0", gives: "what is left", slow: true, rounds: 1, read: readKept,
			needs:   installed + "text-dedup/lib/python*/site-packages/text_dedup",
			command: []string{"sh", drivers + "text_dedup.sh", installed + "text-dedup/bin/python", dataArgument}},
		{name: "datatrove 0.10.1", gives: "what is left", slow: true, rounds: 1, read: readKept,
			needs: installed + "datatrove/lib/python*/site-packages/datatrove", driver: drivers + "datatrove_minhash.py",
			command: []string{installed + "datatrove/bin/python", drivers + "datatrove_minhash.py", dataArgument}},
	}
}

// dataArgument stands for the file in a command.
const dataArgument = "{}"

func (t tool) arguments(data string) []string {
	all := append([]string(nil), t.command...)
	for i, a := range all {
		if a == dataArgument {
			all[i] = data
		}
	}
	return all
}

func (t tool) there() bool {
	found, _ := filepath.Glob(t.needs)
	return len(found) > 0
}

// lines counts the lines of a driver that its user has to write: neither empty nor a comment.
func lines(source []byte) (n int) {
	for line := range bytes.Lines(source) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && !bytes.HasPrefix(line, []byte(`"""`)) {
			n++
		}
	}
	return n
}

// number returns the number, from 0, of the document with an id. The id has the number of its line,
// from 1, after the path if there is one.
func number(id string) (uint32, error) {
	n, err := strconv.ParseUint(id[strings.LastIndexByte(id, '#')+1:], 10, 32)
	return uint32(n) - 1, err
}
