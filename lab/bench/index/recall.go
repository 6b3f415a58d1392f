//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"

	"github.com/lsh-interop/fpcheck/internal/store/hamming"
	"github.com/lsh-interop/fpcheck/lab/bench/chart"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// recall is what was found of what brute force finds.
type recall struct {
	of       string
	sketches []uint64
	layouts  int // and distances that were tried
	queries  int // with each
	want     int // answers that brute force finds
	found    int
	false    int // answers that are none, or are given twice
}

// check asks tables for some neighbours, and looks for them by brute force.
func (r *recall) check(tables *hamming.Tables, order []uint32) {
	distance := tables.Layout().Distance
	rnd := rand.New(rand.NewPCG(5, 6))
	r.layouts++
	for i := range checked {
		q := query(rnd, r.sketches, i)
		want := make(map[uint32]bool)
		for j, s := range r.sketches {
			if bits.OnesCount64(s^q) <= distance {
				want[uint32(j)] = true
			}
		}
		r.queries++
		r.want += len(want)
		tables.Search(q, distance, func(place uint32, sketch uint64) bool {
			if document := order[place]; want[document] && r.sketches[document] == sketch {
				r.found++
				delete(want, document)
			} else {
				r.false++
			}
			return true
		})
	}
}

// realRecall checks all layouts for all distances on the SimHashes of real pages.
func (m *measurement) realRecall() (r recall, err error) {
	if r.sketches, err = pages(); err != nil {
		return r, err
	}
	r.of = fmt.Sprintf("%s pages of the corpus", chart.Grouped(len(r.sketches)))
	for k := range hamming.MostDistance + 1 {
		for _, l := range hamming.Layouts(k) {
			order, sections := hamming.Build(l, r.sketches)
			tables, err := hamming.Open(l, len(r.sketches), sections)
			if err != nil {
				return r, err
			}
			r.check(tables, order)
			if m.ctx.Err() != nil {
				return r, m.ctx.Err()
			}
		}
	}
	r.sketches = nil
	return r, nil
}

// pageSize is how long a page is, about.
const pageSize = 1_000

// pages returns the SimHashes of the pages of all manuals and declarations of the corpus. It uses
// all available versions and languages, and many pages are near others.
func pages() (sketches []uint64, err error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, err
	}
	var sources []io.WriterTo
	for _, manual := range c.Manuals {
		sources = append(sources, manual.HTML(), manual.Text())
	}
	for _, declaration := range c.Declarations {
		sources = append(sources, declaration)
	}
	for _, source := range sources {
		var b bytes.Buffer
		if _, err := source.WriteTo(&b); err != nil {
			return nil, err
		}
		for text := b.Bytes(); len(text) > 0; {
			n := min(len(text), pageSize)
			if line := bytes.IndexByte(text[n:], '\n'); line >= 0 {
				n += line + 1
			} else {
				n = len(text)
			}
			f, err := scheme.SM1.Sum(text[:n])
			switch {
			case errors.Is(err, scheme.ErrNoFeatures): // a rule of dashes
			case err != nil:
				return nil, err
			default:
				sketches = append(sketches, binary.BigEndian.Uint64(f.Sketch()))
			}
			text = text[n:]
		}
	}
	return sketches, nil
}
