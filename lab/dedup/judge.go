package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"strings"
)

// An answer is what a tool found among documents.
type answer struct {
	documents int
	pairs     map[[2]uint32]bool // which it calls near, the lower number first
	clusters  []uint32           // of each document the representative of its cluster, or nil
	dropped   []bool             // what is not to be kept, or nil
}

// verdict is an answer beside the truth.
type verdict struct {
	near, nearFound int // pairs of J >= 0.8
	fair, fairFound int // pairs of J >= 0.5
	wrong           int // pairs, or documents dropped, with J < 0.5 to all reported neighbours
}

const high = .8

// judge compares an answer with the true pairs.
func (a *answer) judge(truth []similar) verdict {
	var v verdict
	is := make(map[[2]uint32]bool, len(truth))
	any := make([]bool, a.documents)
	for _, p := range truth {
		is[[2]uint32{p.a, p.b}] = true
		any[p.a], any[p.b] = true, true
		found := false
		switch {
		case a.clusters != nil:
			found = a.clusters[p.a] == a.clusters[p.b]
		case a.dropped != nil:
			found = a.dropped[p.a] || a.dropped[p.b]
		default:
			found = a.pairs[[2]uint32{p.a, p.b}]
		}
		v.fair++
		if p.resemblance >= high {
			v.near++
		}
		if found {
			v.fairFound++
			if p.resemblance >= high {
				v.nearFound++
			}
		}
	}
	switch {
	case a.clusters != nil:
		for document, keep := range a.clusters {
			if d := uint32(document); d != keep && !is[ordered(d, keep)] {
				v.wrong++
			}
		}
	case a.dropped != nil:
		for document, dropped := range a.dropped {
			if dropped && !any[document] {
				v.wrong++
			}
		}
	default:
		for p := range a.pairs {
			if !is[p] {
				v.wrong++
			}
		}
	}
	return v
}

func ordered(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// ids returns the numbers of the documents that a line names, one or two.
func (a *answer) ids(line []byte) (all []uint32, err error) {
	for field := range strings.SplitSeq(string(line), "\t") {
		n, err := number(field)
		if err != nil {
			return nil, err
		}
		if int(n) >= a.documents {
			return nil, fmt.Errorf("document %d of %d", n+1, a.documents)
		}
		all = append(all, n)
	}
	return all, nil
}

// readPairs reads lines of two ids.
func readPairs(output []byte, a *answer) error {
	a.pairs = make(map[[2]uint32]bool)
	for line := range bytes.Lines(output) {
		ids, err := a.ids(bytes.TrimSpace(line))
		if err != nil {
			return err
		}
		if len(ids) != 2 {
			return fmt.Errorf("%q: expected two ids", line)
		}
		a.pairs[ordered(ids[0], ids[1])] = true
	}
	return nil
}

// readDropped reads lines of an id that is not to be kept.
func readDropped(output []byte, a *answer) error {
	a.dropped = make([]bool, a.documents)
	for line := range bytes.Lines(output) {
		ids, err := a.ids(bytes.TrimSpace(line))
		if err != nil {
			return err
		}
		a.dropped[ids[0]] = true
	}
	return nil
}

// readKept reads lines of the word kept and an id, among others that the tool prints.
func readKept(output []byte, a *answer) error {
	a.dropped = make([]bool, a.documents)
	for i := range a.dropped {
		a.dropped[i] = true
	}
	for line := range bytes.Lines(output) {
		id, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("kept\t"))
		if !ok {
			continue
		}
		ids, err := a.ids(id)
		if err != nil {
			return err
		}
		a.dropped[ids[0]] = false
	}
	return nil
}

// readClusters reads the CSV of fpcheck dedupe.
func readClusters(output []byte, a *answer) error {
	rows, err := csv.NewReader(bytes.NewReader(output)).ReadAll()
	if err != nil || len(rows) == 0 {
		return fmt.Errorf("the clusters of fpcheck: %w", err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	a.clusters = make([]uint32, a.documents)
	for i := range a.clusters {
		a.clusters[i] = uint32(i)
	}
	for _, row := range rows[1:] {
		ids, err := a.ids([]byte(documentOf(row, column)))
		if err != nil {
			return err
		}
		keep, err := a.ids([]byte(row[column["group"]]))
		if err != nil {
			return err
		}
		a.clusters[ids[0]] = keep[0]
	}
	return nil
}

// documentOf returns the name of the document of a row, as in the column group.
func documentOf(row []string, column map[string]int) string {
	name := row[column["path"]]
	if record := cmp.Or(row[column["record"]], row[column["row"]]); record != "" {
		name += "#" + record
	}
	return name
}
