package index_test

import (
	"bytes"
	stdcmp "cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The vectors of level index (docs/index-file.md) are in this folder. To write them again, run
// "go test ./index -run TestVectors -update".
const vectorFolder = "../vectors/index"

var update = flag.Bool("update", false, "write the vectors of level index")

// indexVector is an index file, and what a reader does with it.
type indexVector struct {
	ID, Why   string
	Rules     []string
	File      string
	Length    *int   // only this number of bytes of the file
	Append    string // bytes after them, in hexadecimal
	Patches   []patch
	Outcome   string // "ok", or the reason of a refusal (I6)
	Documents int
	Sound     bool // I27
	Searches  []indexSearch
}

// patch replaces bytes of a file.
type patch struct {
	At  int
	Hex string
}

type indexSearch struct {
	Query      string
	Distance   *int
	Similarity *float64
	Most       *int
	Outcome    string // "not-comparable", or empty
	Rows       []indexRow
}

type indexRow struct {
	ID         vectors.Bytes
	Distance   int
	Similarity float64
}

func (s *indexSearch) limits() scheme.Thresholds {
	return scheme.Thresholds{MaxDistance: s.Distance, MinSimilarity: s.Similarity}
}

// content returns the bytes of the vector's file.
func (v *indexVector) content(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(vectorFolder, v.File))
	must(t, err)
	if v.Length != nil {
		b = b[:*v.Length]
	}
	for _, p := range v.Patches {
		to, err := hex.DecodeString(p.Hex)
		must(t, err)
		copy(b[p.At:p.At+len(to)], to)
	}
	after, err := hex.DecodeString(v.Append)
	must(t, err)
	return append(b, after...)
}

func loadVectors(t testing.TB) []indexVector {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(vectorFolder, "index.yaml"))
	must(t, err)
	var list struct{ Vectors []indexVector }
	d := yaml.NewDecoder(bytes.NewReader(source))
	d.KnownFields(true)
	must(t, d.Decode(&list))
	if len(list.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	return list.Vectors
}

// format returns the canonical form of the vectors.
func formatVectors(all []indexVector) []byte {
	b := []byte("# Golden vectors of index files: see README.md and ../../docs/index-file.md. CC0-1.0.\nvectors:\n")
	for _, v := range all {
		b = fmt.Appendf(b, "  - id: %s\n    rules: [%s]\n    why: %s\n    file: %s\n", v.ID, strings.Join(v.Rules, ", "),
			escape.YAML(v.Why), v.File)
		if v.Length != nil {
			b = fmt.Appendf(b, "    length: %d\n", *v.Length)
		}
		if v.Append != "" {
			b = fmt.Appendf(b, "    append: %q\n", v.Append)
		}
		if v.Patches != nil {
			b = append(b, "    patches:\n"...)
		}
		for _, p := range v.Patches {
			b = fmt.Appendf(b, "      - {at: %d, hex: %q}\n", p.At, p.Hex)
		}
		b = fmt.Appendf(b, "    outcome: %s\n", v.Outcome)
		if v.Outcome != "ok" {
			continue
		}
		b = fmt.Appendf(b, "    documents: %d\n    sound: %t\n    searches:\n", v.Documents, v.Sound)
		if len(v.Searches) == 0 {
			b = append(b[:len(b)-1], " []\n"...)
		}
		for _, s := range v.Searches {
			b = fmt.Appendf(b, "      - query: %s\n", s.Query)
			if s.Distance != nil {
				b = fmt.Appendf(b, "        distance: %d\n", *s.Distance)
			}
			if s.Similarity != nil {
				b = fmt.Appendf(b, "        similarity: %s\n", decimal(*s.Similarity))
			}
			if s.Most != nil {
				b = fmt.Appendf(b, "        most: %d\n", *s.Most)
			}
			if s.Outcome != "" {
				b = fmt.Appendf(b, "        outcome: %s\n", s.Outcome)
				continue
			}
			b = append(b, "        rows:\n"...)
			if len(s.Rows) == 0 {
				b = append(b[:len(b)-1], " []\n"...)
			}
			for _, r := range s.Rows {
				id := string(r.ID.Bytes())
				spelled := escape.YAML(id)
				if !utf8.ValidString(id) {
					spelled = fmt.Sprintf("{hex: %q}", hex.EncodeToString([]byte(id)))
				}
				b = fmt.Appendf(b, "          - {id: %s, distance: %d, similarity: %s}\n", spelled, r.Distance, decimal(r.Similarity))
			}
		}
	}
	return b
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// expected returns the rows of a search by I25 and I26: it compares the query with every document.
func expected(all map[string]scheme.Fingerprint, o index.Options, q scheme.Fingerprint, s *indexSearch) (rows []indexRow) {
	limits := s.limits().Or(o.Tables.Thresholds())
	beyond := false
	if bands := banding.Bands(o.Tables.Bands); bands.Bands > 0 {
		if q.Width() > o.Bits {
			q, _ = q.Truncate(o.Bits)
		}
		reach := 128
		at := func(distance int) float64 {
			values := 1 << q.Width()
			return max(0, float64((128-distance)*values-128)/float64(128*(values-1)))
		}
		for reach >= 0 && !limits.Allow(reach, at(reach)) {
			reach--
		}
		beyond = q.Width() < o.Bits || reach < 0 || at(reach) < o.Tables.Similarity
	}
	for id, f := range all {
		distance, _ := q.Distance(f)
		similarity, _ := q.Similarity(f)
		if !limits.Allow(distance, similarity) {
			continue
		}
		if bands := banding.Bands(o.Tables.Bands); bands.Bands > 0 && !beyond {
			x, y := bands.Keys(q.Sketch()), bands.Keys(f.Sketch())
			shared := 0
			for band := range x {
				if bytes.Equal(x[band], y[band]) {
					shared++
				}
			}
			if shared == 0 {
				continue
			}
		}
		rows = append(rows, indexRow{vectors.BytesOf([]byte(id)), distance, similarity})
	}
	slices.SortFunc(rows, func(a, b indexRow) int {
		return stdcmp.Or(stdcmp.Compare(b.Similarity, a.Similarity), bytes.Compare(a.ID.Bytes(), b.ID.Bytes()))
	})
	if s.Most != nil {
		rows = rows[:min(len(rows), *s.Most)]
	}
	return rows
}

// spelledRows returns rows, one a line.
func spelledRows(rows []indexRow) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%q %d %v\n", r.ID.Bytes(), r.Distance, r.Similarity)
	}
	return b.String()
}

// outcomeOf returns the reason for which Open refuses a file.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, index.ErrCorrupt):
		return "damaged"
	case strings.Contains(err.Error(), ": not an index ("):
		return "not-an-index"
	case strings.Contains(err.Error(), ": version "):
		return "version"
	}
	return "unknown-scheme"
}

// The reference does with each vector's file what the vector says.
func TestVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	for _, v := range loadVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "vector.fpx")
			must(t, os.WriteFile(name, v.content(t), 0o666))
			x, err := index.Open(name)
			if got := outcomeOf(err); got != v.Outcome {
				t.Fatalf("%v: expected %s", err, v.Outcome)
			}
			if err != nil {
				return
			}
			defer x.Close()
			if x.Len() != v.Documents {
				t.Errorf("%d documents: expected %d", x.Len(), v.Documents)
			}
			if err := x.Verify(t.Context()); (err == nil) != v.Sound {
				t.Errorf("%v: expected %t", err, v.Sound)
			}
			if len(v.Searches) == 0 { // its ids or sketches are wrong
				return
			}
			all := documents(t, x)
			for _, s := range v.Searches {
				q, err := scheme.Parse(s.Query)
				must(t, err)
				most := -1
				if s.Most != nil {
					most = *s.Most
				}
				a, err := x.Search(t.Context(), q, s.limits(), most)
				if errors.Is(err, index.ErrScheme) != (s.Outcome == "not-comparable") {
					t.Fatalf("%s: %v: expected %q", s.Query, err, s.Outcome)
				}
				var rows []indexRow
				for _, m := range a.Matches {
					rows = append(rows, indexRow{vectors.BytesOf([]byte(m.ID)), m.Distance, m.Similarity})
				}
				if diff := cmp.Diff(spelledRows(s.Rows), spelledRows(rows)); diff != "" {
					t.Errorf("%s: (-want +got)\n%s", s.Query, diff)
				}
				if s.Outcome != "" {
					continue
				}
				if diff := cmp.Diff(spelledRows(expected(all, x.Options(), q, &s)), spelledRows(s.Rows)); diff != "" {
					t.Errorf("%s: (-all documents compared +vector)\n%s", s.Query, diff)
				}
			}
		})
	}
}

// The files of the vectors are what a writer writes.
func TestVectorFilesAreCurrent(t *testing.T) {
	for _, f := range indexFiles {
		got, err := os.ReadFile(filepath.Join(vectorFolder, f.name+".fpx"))
		must(t, err)
		if !bytes.Equal(got, f.write(t)) {
			t.Errorf("%s.fpx is not what a writer writes: run go test ./index -run TestVectors -update", f.name)
		}
	}
}

// indexFile is how a file of the vectors is made.
type indexFile struct {
	name, why string
	rules     []string
	options   index.Options
	size      int // bytes of a sketch
	seed      uint64
	make      func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint)
	searches  int
}

func (f *indexFile) write(t testing.TB) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), f.name+".fpx")
	f.make(t, name, f.options, f.family())
	b, err := os.ReadFile(name)
	must(t, err)
	return b
}

// family returns the documents of the file, and then its queries.
func (f *indexFile) family() func() scheme.Fingerprint {
	family := newFamily(f.options.Scheme, f.size, f.seed)
	family.heads = family.heads[:10]
	profile := stdcmp.Or(f.options.Profile, "visible")
	return func() scheme.Fingerprint {
		p, err := family.next().WithProfile(profile)
		if err != nil {
			panic(err)
		}
		return p
	}
}

// oddIDs are ids that a reader may sort or print wrongly. The last is not well-formed UTF-8.
var oddIDs = []string{"", "a", "ab", "a\x00", "B", "\u00e9t\u00e9", "e\u0301", "\u65e5\u672c\u8a9e.txt", "\uffff", "\U0001f30a wave",
	"a b\tc\n", "\xff\xfe"}

// built makes an index of a number of documents with one commit.
func built(n int) func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
	return func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
		w, err := index.Create(name, o)
		must(t, err)
		for i := range n {
			id := fmt.Sprintf("%d.txt", i)
			if i < len(oddIDs) {
				id = oddIDs[i]
			}
			must(t, w.Add(t.Context(), id, next()))
		}
		must(t, w.Commit(t.Context()))
		must(t, w.Close())
	}
}

// changed makes an index whose documents were replaced and removed, with a commit for each number.
func changed(first int, more ...int) func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
	return func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
		built(first)(t, name, o, next)
		for round, n := range more {
			change(t, name, next, round, n)
		}
	}
}

// change replaces documents of an index, adds new ones and removes some.
func change(t testing.TB, name string, next func() scheme.Fingerprint, round, n int) {
	w, err := index.Update(name, index.Options{})
	must(t, err)
	for i := range n {
		must(t, w.Add(t.Context(), fmt.Sprintf("%d.txt", 20+7*i), next()))
		must(t, w.Add(t.Context(), fmt.Sprintf("new %d.%d", round, i), next()))
		_, err := w.Remove(t.Context(), fmt.Sprintf("%d.txt", 21+5*i+round))
		must(t, err)
	}
	if round == 0 {
		_, err := w.Remove(t.Context(), "\u65e5\u672c\u8a9e.txt")
		must(t, err)
	}
	must(t, w.Commit(t.Context()))
	must(t, w.Close())
}

// flushed makes an index with segments that no commit made whole. Some were merged.
func flushed(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
	built(40)(t, name, o, next)
	for round := range 2 {
		w, err := index.Update(name, index.Options{})
		must(t, err)
		for i := range 10 {
			must(t, w.Add(t.Context(), fmt.Sprintf("flushed %d.%d", round, i), next()))
			if i == 4 {
				must(t, w.Flush(t.Context()))
			}
		}
		if round == 0 {
			must(t, w.Commit(t.Context()))
		} else {
			must(t, w.Flush(t.Context()))
		}
		must(t, w.Close())
	}
}

// compacted makes an index that was changed and rewritten.
func compacted(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
	changed(280, 10, 5)(t, name, o, next)
	w, err := index.Update(name, index.Options{})
	must(t, err)
	must(t, w.Compact(t.Context(), index.Tables{}))
	must(t, w.Close())
}

// laidOut makes an index whose tables have a layout that the writer would not choose.
func laidOut(layout string) func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
	return func(t testing.TB, name string, o index.Options, next func() scheme.Fingerprint) {
		const n = 260
		built(n)(t, name, o, next)
		known := hamming.Layouts(o.Tables.Distance)
		chosen := slices.IndexFunc(known, func(l hamming.Layout) bool { return l.Name == layout })
		if chosen < 0 {
			t.Fatalf("no layout %q", layout)
		}
		all := documents(t, open(t, name))
		ids := slices.Sorted(maps.Keys(all))
		var sketches []uint64
		for _, id := range ids {
			sketches = append(sketches, binary.BigEndian.Uint64(all[id].Sketch()))
		}
		order, lists := hamming.Build(known[chosen], sketches)
		var ends, text, masks []byte
		ranks := make([]byte, 4*n)
		for place, rank := range order {
			text = append(text, ids[rank]...)
			ends = little.AppendUint64(ends, uint64(len(text)))
			little.PutUint32(ranks[4*rank:], uint32(place))
		}
		for _, table := range known[chosen].Tables {
			masks = little.AppendUint64(masks, table.Mask)
			masks = little.AppendUint64(masks, uint64(table.Radius))
		}
		kinds, sections := []uint32{1, 2, 6, 7}, [][]byte{ends, text, ranks, masks}
		for i, list := range lists {
			kinds, sections = append(kinds, uint32(16+i)), append(sections, list)
		}
		head := make([]byte, (64+32*len(kinds)+63)&^63)
		segment := slices.Clone(head)
		for i, section := range sections {
			entry := head[64+32*i:]
			little.PutUint32(entry, kinds[i])
			little.PutUint32(entry[4:], checksum(section))
			little.PutUint64(entry[8:], uint64(len(segment)))
			little.PutUint64(entry[16:], uint64(len(section)))
			segment = append(segment, section...)
			segment = append(segment, make([]byte, -len(section)&63)...)
		}
		copy(head, "FPXSEGMT")
		little.PutUint64(head[8:], 1)
		little.PutUint64(head[16:], uint64(len(segment)))
		little.PutUint32(head[24:], n)
		little.PutUint32(head[28:], uint32(len(kinds)))
		little.PutUint32(head[32:], checksum(head))
		copy(segment, head)
		commit := make([]byte, 64)
		copy(commit, "FPXCOMIT")
		commit[8], commit[48] = 1, 1
		little.PutUint64(commit[16:], 256)
		little.PutUint64(commit[40:], n)
		little.PutUint32(commit[60:], checksum(commit[:60]))
		file, err := os.ReadFile(name)
		must(t, err)
		must(t, os.WriteFile(name, slices.Concat(file[:256], segment, commit), 0o666))
	}
}

func simHash(s *scheme.Scheme, distance int) index.Options {
	return index.Options{Scheme: s, Tables: index.Tables{Distance: distance}}
}

func minHash(s *scheme.Scheme, bits, bands, rows int, least float64) index.Options {
	return index.Options{Scheme: s, Bits: bits, Tables: index.Tables{Similarity: least, Bands: index.Bands{Bands: bands, Rows: rows}}}
}

var indexFiles = []indexFile{
	{"sm1-empty", "an index may have no documents", []string{"I5", "I10", "I16"}, simHash(scheme.SM1, 3), 8, 1, built(0), 2},
	{"sm1-few", "a segment without tables; ids are octets, in the order of octets", []string{"I9", "I17", "I26"},
		simHash(scheme.SM1, 8), 8, 2, built(40), 6},
	{"sm1-exact", "tables for equal sketches", []string{"I21", "I24"}, simHash(scheme.SM1, 0), 8, 3, built(300), 5},
	{"sm1-near", "tables for a distance of 3", []string{"I21", "I22", "I23", "I24"}, simHash(scheme.SM1, 3), 8, 4, built(1200), 12},
	{"sm1-middle", "a layout of one table for a distance of 6", []string{"I24"}, simHash(scheme.SM1, 6), 8, 5, built(600), 8},
	{"sm1-radius", "two tables with a radius", []string{"I21", "I24"}, simHash(scheme.SM1, 3), 8, 16,
		laidOut("2 x 32 bits, radius 1"), 5},
	{"sm1-radii", "tables with different radii, and blocks of different sizes", []string{"I21", "I24"}, simHash(scheme.SM1, 6), 8, 17,
		laidOut("5 x 12 bits, radius 1"), 6},
	{"sm1-choice", "masks of several runs of bits", []string{"I22", "I24"}, simHash(scheme.SM1, 3), 8, 18,
		laidOut("10 tables, 2 of 5 blocks"), 5},
	{"sm1-choice-more", "one block more", []string{"I22", "I24"}, simHash(scheme.SM1, 3), 8, 20,
		laidOut("20 tables, 3 of 6 blocks"), 5},
	{"sm1-nested", "blocks in what other blocks leave", []string{"I22", "I24"}, simHash(scheme.SM1, 3), 8, 19,
		laidOut("16 tables of 28 bits"), 5},
	{"sm1-far", "tables for a distance without layouts keep the order of sketches", []string{"I24"},
		simHash(scheme.SM1, 20), 8, 6, built(260), 5},
	{"sd1-profile", "the fingerprints have a profile", []string{"I5", "I25"},
		index.Options{Scheme: scheme.SD1, Profile: "main", Tables: index.Tables{Distance: 2}}, 8, 7, built(300), 5},
	{"sm1-changed", "several segments, with replaced and removed documents", []string{"I15", "I16", "I17"},
		simHash(scheme.SM1, 3), 8, 8, changed(280, 10, 5, 3), 10},
	{"sm1-compacted", "a file that was rewritten has one segment", []string{"I15"}, simHash(scheme.SM1, 3), 8, 8, compacted, 6},
	{"sm1-flushed", "segments that are not whole, or were merged, count for nothing", []string{"I15"},
		simHash(scheme.SM1, 3), 8, 9, flushed, 4},
	{"mh1-empty", "an index may have no documents", []string{"I5", "I10", "I18"}, minHash(scheme.MH1, 8, 4, 3, .5), 128, 10, built(0), 2},
	{"mh1-tables", "tables of keys of 48 bits", []string{"I18", "I19", "I20", "I26"},
		minHash(scheme.MH1, 8, 8, 6, .6), 128, 11, built(270), 8},
	{"mh1b4-tables", "keys of more than 64 bits, truncated queries", []string{"I19", "I25"},
		minHash(scheme.MH1, 4, 6, 17, .7), 64, 12, built(260), 8},
	{"mh1b2-tables", "keys that begin within an octet", []string{"I19"}, minHash(scheme.MH1, 2, 9, 7, .6), 32, 13, built(260), 8},
	{"mh1b1-tables", "one bit in a slot", []string{"I19", "I26"}, minHash(scheme.MH1, 1, 11, 9, .6), 16, 14, built(260), 8},
	{"mw1-changed", "several segments, of which one has tables", []string{"I15", "I16", "I26"},
		minHash(scheme.MW1, 4, 10, 5, .6), 64, 15, changed(257, 6, 4), 8},
}

// writeVectors writes the files and index.yaml.
func writeVectors(t *testing.T) {
	must(t, os.MkdirAll(vectorFolder, 0o777))
	var all []indexVector
	for _, f := range indexFiles {
		must(t, os.WriteFile(filepath.Join(vectorFolder, f.name+".fpx"), f.write(t), 0o666))
		all = append(all, indexVector{ID: "index-" + f.name, Why: f.why, Rules: f.rules, File: f.name + ".fpx", Outcome: "ok",
			Sound: f.name != "sm1-flushed"}) // it ends with a segment that is not whole
	}
	for _, d := range damages(t) {
		d.Outcome = stdcmp.Or(d.Outcome, "ok")
		all = append(all, d)
	}
	for i := range all {
		v := &all[i]
		f := indexFiles[slices.IndexFunc(indexFiles, func(f indexFile) bool { return f.name+".fpx" == v.File })]
		name := filepath.Join(t.TempDir(), "vector.fpx")
		must(t, os.WriteFile(name, v.content(t), 0o666))
		x, err := index.Open(name)
		if got := outcomeOf(err); got != v.Outcome {
			t.Fatalf("%s: %v: expected %s", v.ID, err, v.Outcome)
		}
		if err != nil {
			continue
		}
		v.Documents = x.Len()
		if err := x.Verify(t.Context()); (err == nil) != v.Sound {
			t.Errorf("%s: %v: expected %t", v.ID, err, v.Sound)
		}
		searches := f.searches
		if i >= len(indexFiles) {
			searches = 3
		}
		// Not where the documents are wrong.
		if i < len(indexFiles) || v.Sound || slices.ContainsFunc(v.Rules, isChainRule) {
			v.Searches = searchesOf(t, x, f, searches)
		}
		x.Close()
	}
	must(t, os.WriteFile(filepath.Join(vectorFolder, "index.yaml"), formatVectors(all), 0o666))
}

// isChainRule reports whether a rule says which segments count.
func isChainRule(rule string) bool { return rule == "I13" || rule == "I14" || rule == "I15" }

// searchesOf returns queries of several kinds, with their rows.
func searchesOf(t *testing.T, x *index.Index, f indexFile, n int) (all []indexSearch) {
	docs := documents(t, x)
	o := x.Options()
	next := f.family()
	var queries []scheme.Fingerprint
	for range 3000 { // some are near documents
		queries = append(queries, next())
	}
	for i := range n {
		q := queries[(i+1)*37%len(queries)]
		s := indexSearch{}
		if o.Scheme.IsMinHash() {
			if o.Bits < 8 && i == 1 { // a longer query is truncated
				q = leastOf(docs, o, q)
			}
			switch i {
			case 2: // beyond the tables
				s.Similarity = new(.1)
			case 3:
				s.Distance = new(20)
			case 4:
				s.Distance, s.Similarity = new(100), new(.8)
			case 5: // fewer bits
				if o.Bits > 1 {
					q, _ = q.Truncate(1)
					s.Similarity = new(.4)
				}
			case 6:
				s.Similarity, s.Most = new(0.), new(5)
			}
		} else {
			switch i {
			case 1: // beyond the tables
				s.Distance = new(min(64, o.Tables.Distance+5))
			case 2:
				s.Similarity = new(.95)
			case 3:
				s.Distance, s.Similarity = new(12), new(.875)
			case 4:
				s.Distance, s.Most = new(64), new(7)
			case 5:
				s.Distance = new(0)
			}
		}
		s.Query = q.String()
		s.Rows = expected(docs, o, q, &s)
		all = append(all, s)
	}
	other := scheme.SM1
	if o.Scheme == other {
		other = scheme.SD1
	}
	sketch := make([]byte, 8)
	foreign, _ := other.FromSketch(sketch)
	all = append(all, indexSearch{Query: foreign.String(), Outcome: "not-comparable"})
	if foreign, _ = queries[0].WithProfile("other"); n > 4 {
		all = append(all, indexSearch{Query: foreign.String(), Outcome: "not-comparable"})
	}
	return all
}

// leastOf returns a MinHash with 8 bits in a slot. Its low bits equal the slots of the document with the least id.
func leastOf(docs map[string]scheme.Fingerprint, o index.Options, q scheme.Fingerprint) scheme.Fingerprint {
	least := ""
	for id := range docs {
		if least == "" || id < least && id != "" {
			least = id
		}
	}
	if least == "" {
		return q
	}
	b := make([]byte, 128)
	for slot := range b {
		at := slot * o.Bits
		b[slot] = byte(slot)<<o.Bits | docs[least].Sketch()[at/8]>>(8-o.Bits-at%8)&byte(1<<o.Bits-1)
	}
	f, _ := o.Scheme.FromSketch(b)
	f, _ = f.WithProfile(q.Profile())
	return f
}

// editor changes a file, with the checksums made right again.
type editor struct {
	t       testing.TB
	name    string
	before  []byte
	content []byte
}

func edit(t testing.TB, file string) *editor {
	b, err := os.ReadFile(filepath.Join(vectorFolder, file+".fpx"))
	must(t, err)
	return &editor{t, file + ".fpx", b, slices.Clone(b)}
}

var little = binary.LittleEndian

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// header sets bytes of the header.
func (e *editor) header(at int, b ...byte) *editor {
	copy(e.content[at:], b)
	little.PutUint32(e.content[252:], checksum(e.content[:252]))
	return e
}

// segment returns where a segment of the file begins, from 0, and its length.
func (e *editor) segment(n int) (at, length int) {
	at = 256
	for ; ; n-- {
		length = int(little.Uint64(e.content[at+16:]))
		if n == 0 {
			return at, length
		}
		at += length + 64
	}
}

// section returns where the entry of a section of a segment is.
func (e *editor) section(segment int, kind uint32) (entry int) {
	at, _ := e.segment(segment)
	for i := range int(little.Uint32(e.content[at+28:])) {
		if entry := at + 64 + 32*i; little.Uint32(e.content[entry:]) == kind {
			return entry
		}
	}
	e.t.Fatalf("%s: segment %d has no section %d", e.name, segment, kind)
	return 0
}

// head sets bytes of the head of a segment, at an offset of the file.
func (e *editor) head(segment, at int, b ...byte) *editor {
	from, _ := e.segment(segment)
	n := int(little.Uint32(e.content[from+28:]))
	copy(e.content[at:], b)
	if from+28 <= at && at < from+32 {
		n = int(little.Uint32(e.content[from+28:]))
	}
	end := from + (64+32*n+63)&^63
	clear(e.content[from+32 : from+36])
	little.PutUint32(e.content[from+32:], checksum(e.content[from:end]))
	return e
}

// in sets bytes of a section.
func (e *editor) in(segment int, kind uint32, offset int, b ...byte) *editor {
	entry := e.section(segment, kind)
	at, _ := e.segment(segment)
	from := at + int(little.Uint64(e.content[entry+8:]))
	copy(e.content[from+offset:], b)
	sum := checksum(e.content[from : from+int(little.Uint64(e.content[entry+16:]))])
	return e.head(segment, entry+4, little.AppendUint32(nil, sum)...)
}

// commit sets bytes of the commit of a segment.
func (e *editor) commit(segment, offset int, b ...byte) *editor {
	at, length := e.segment(segment)
	at += length
	copy(e.content[at+offset:], b)
	little.PutUint32(e.content[at+60:], checksum(e.content[at:at+60]))
	return e
}

// raw sets bytes without their checksum.
func (e *editor) raw(at int, b ...byte) *editor {
	copy(e.content[at:], b)
	return e
}

// vector returns the vector of the changed file.
func (e *editor) vector(id, why, outcome string, sound bool, rules ...string) indexVector {
	v := indexVector{ID: "index-" + id, Why: why, Rules: rules, File: e.name, Outcome: outcome, Sound: sound}
	for from := 0; from < len(e.content); {
		if e.content[from] == e.before[from] {
			from++
			continue
		}
		to := from
		for to < len(e.content) && !bytes.Equal(e.content[to:min(to+4, len(e.content))], e.before[to:min(to+4, len(e.content))]) {
			to++
		}
		v.Patches = append(v.Patches, patch{from, hex.EncodeToString(e.content[from:to])})
		from = to
	}
	return v
}

func u32(x uint32) []byte { return little.AppendUint32(nil, x) }
func u64(x uint64) []byte { return little.AppendUint64(nil, x) }

// damages returns files that were cut or changed.
func damages(t testing.TB) (all []indexVector) {
	sm1, mh1 := func() *editor { return edit(t, "sm1-changed") }, func() *editor { return edit(t, "mh1-tables") }
	mw1 := func() *editor { return edit(t, "mw1-changed") }
	cut := func(file string, length int, id, why, outcome string, sound bool, rules ...string) {
		v := indexVector{ID: "index-" + id, Why: why, Rules: rules, File: file + ".fpx", Outcome: outcome, Sound: sound, Length: &length}
		all = append(all, v)
	}
	add := func(v indexVector) { all = append(all, v) }
	first, firstLength := sm1().segment(0)
	last, lastLength := sm1().segment(3)
	whole := len(sm1().content)

	cut("sm1-changed", 0, "cut-nothing", "an empty file is no index", "not-an-index", false, "I6")
	cut("sm1-changed", 255, "cut-header", "a file without a whole header is no index", "not-an-index", false, "I6")
	cut("sm1-changed", 256, "cut-no-commit", "an index has a commit", "damaged", false, "I15")
	cut("sm1-changed", first+firstLength, "cut-first-commit", "the first commit is not there", "damaged", false, "I13", "I15")
	cut("sm1-changed", first+firstLength+64, "cut-first", "a file may end after any commit", "ok", true, "I13")
	cut("sm1-changed", last+32, "torn-head", "the last head is torn: the commit before it counts", "ok", false, "I13", "I14")
	cut("sm1-changed", last+lastLength-64, "torn-segment", "the last segment is torn", "ok", false, "I13", "I14")
	cut("sm1-changed", whole-1, "torn-commit", "the last commit is torn", "ok", false, "I13", "I14")
	cut("mw1-changed", len(mw1().content)-64, "torn-no-commit", "the last commit is not there", "ok", false, "I13", "I14")
	add(indexVector{ID: "index-tail", Why: "what follows the last commit counts for nothing", Rules: []string{"I14", "I27"},
		File: "sm1-few.fpx", Outcome: "ok", Append: strings.Repeat("ab", 200)})
	add(indexVector{ID: "index-tail-zeros", Why: "zeros follow the last commit", Rules: []string{"I14", "I27"},
		File: "sm1-few.fpx", Outcome: "ok", Append: strings.Repeat("00", 200)})
	add(sm1().raw(last+lastLength, make([]byte, 64)...).vector("zero-commit", "the commit was not written", "ok", false, "I13"))
	add(sm1().raw(last, make([]byte, 64)...).vector("zero-head",
		"the head was not written: no commit after it is looked for", "ok", false, "I14"))
	add(sm1().raw(last+lastLength+40, 9).vector("damaged-commit", "a commit is neither valid nor zero", "damaged", false, "I13"))
	add(sm1().raw(last+17, 9).vector("damaged-head", "a valid commit follows a head that is not valid", "damaged", false, "I14"))
	add(sm1().raw(first+firstLength, make([]byte, 64)...).vector("damaged-zero-commit",
		"valid commits follow a commit that is zero", "damaged", false, "I14"))

	add(sm1().raw(0, 'f').vector("header-magic", "the first octets differ", "not-an-index", false, "I6"))
	add(sm1().header(8, 2).vector("header-version", "another version", "version", false, "I6"))
	add(sm1().raw(20, 4).vector("header-checksum", "the checksum differs", "damaged", false, "I6"))
	add(sm1().header(40, 200, 0).vector("header-names", "the names are longer than the header", "damaged", false, "I6"))
	add(sm1().header(64, []byte("zz9")...).vector("header-scheme", "another scheme", "unknown-scheme", false, "I6"))
	add(sm1().header(67, 'V').vector("header-profile", "the profile is no name", "damaged", false, "I6"))
	add(sm1().header(42, 0).vector("header-no-profile", "the profile is empty", "damaged", false, "I6"))
	add(sm1().header(12, 16).vector("header-size", "a SimHash has 8 octets", "damaged", false, "I6"))
	add(sm1().header(16, 8).vector("header-width", "a SimHash has no slots", "damaged", false, "I6"))
	add(sm1().header(20, 65).vector("header-distance", "a SimHash has 64 bits", "damaged", false, "I6"))
	add(sm1().header(20, 2).vector("header-layout", "the layout is not one of this distance", "damaged", false, "I24"))
	add(sm1().header(24, 1).vector("header-simhash-bands", "a SimHash has no bands", "damaged", false, "I6"))
	add(mh1().header(16, 3).vector("header-bits", "3 bits in a slot", "damaged", false, "I6"))
	add(mh1().header(12, 64).vector("header-minhash-size", "64 octets of 8 bits in a slot", "damaged", false, "I6"))
	add(mh1().header(20, 1).vector("header-minhash-distance", "a MinHash has no distance of tables", "damaged", false, "I6"))
	add(mh1().header(24, 0).vector("header-no-bands", "0 bands", "damaged", false, "I6"))
	add(mh1().header(28, 17).vector("header-rows", "136 slots in bands", "damaged", false, "I6"))
	add(mh1().header(24, u64(0x2_8000_0000)...).vector("header-overflow", "2^31 bands of 2 rows", "damaged", false, "I6"))
	add(mh1().header(32, u64(math.Float64bits(math.NaN()))...).vector("header-nan", "the similarity is not a number", "damaged", false, "I6"))
	add(mh1().header(32, u64(math.Float64bits(1.5))...).vector("header-similarity", "the similarity is more than 1", "damaged", false, "I6"))

	at, _ := mh1().segment(0)
	add(mh1().head(0, at+16, u64(1<<63)...).vector("head-length", "a segment that is longer than the file", "damaged", false, "I8", "I14"))
	add(mh1().head(0, at+24, u32(271)...).vector("head-documents", "a document more than the sections have", "damaged", false, "I10"))
	add(mh1().head(0, at+24, u32(math.MaxUint32)...).vector("head-most-documents", "more documents than can be numbered", "damaged", false, "I10"))
	add(mh1().raw(at+28, u32(1<<31)...).vector("head-sections", "more sections than a head may have", "damaged", false, "I8", "I14"))
	for _, c := range []struct {
		id, why string
		kind    uint32
		offset  int
		b       []byte
		rule    string
	}{
		{"offset", "a section that begins too late", 2, 8, u64(64), "I9"},
		{"length", "a section that is longer than the segment", 3, 16, u64(math.MaxUint64 - 63), "I9"},
		{"twice", "two sections of one kind", 2, 0, u32(1), "I9"},
		{"no-ids", "there is no section 1", 1, 0, u32(300), "I10"},
		{"no-sketches", "there is no section 3", 3, 0, u32(300), "I10"},
		{"short-tables", "the tables have an octet less", 5, 16, nil, "I18"},
	} {
		e := mh1()
		entry := e.section(0, c.kind)
		if c.b == nil {
			c.b = u64(little.Uint64(e.content[entry+16:]) - 1)
		}
		add(e.head(0, entry+c.offset, c.b...).vector("section-"+c.id, c.why, "damaged", false, c.rule))
	}
	e := mh1()
	v := e.head(0, e.section(0, 4), u32(300)...).vector("section-unknown", "a kind that is not defined is ignored", "ok", true, "I9")
	add(v)
	e = mh1()
	add(e.head(0, e.section(0, 5), u32(301)...).vector("section-no-tables", "without tables all sketches are read", "ok", true, "I9", "I18"))
	near := func() *editor { return edit(t, "sm1-near") }
	add(near().in(0, 7, 0, 1).vector("layout-mask", "a mask that is in no layout", "damaged", false, "I24"))
	add(near().in(0, 7, 8, 9).vector("layout-radius", "a radius that is in no layout", "damaged", false, "I24"))
	add(near().in(0, 7, 12, 1).vector("layout-zeros", "the last 4 octets are not zero", "damaged", false, "I24"))
	e = near()
	add(e.head(0, e.section(0, 6), u32(300)...).vector("layout-no-order", "there is no section 6", "damaged", false, "I10"))
	e = near()
	add(e.head(0, e.section(0, 17), u32(300)...).vector("layout-no-sketches", "there is no section 17", "damaged", false, "I21"))

	add(sm1().in(1, 4, 0, u64(2)...).vector("tomb-own", "a tomb of its own segment", "damaged", false, "I16"))
	add(sm1().in(1, 4, 0, u64(99)...).vector("tomb-generation", "a tomb of a segment that is not there", "damaged", false, "I16"))
	add(sm1().in(1, 4, 8, u32(280)...).vector("tomb-document", "a tomb of a document that is not there", "damaged", false, "I16"))
	add(sm1().in(1, 4, 12, 1).vector("tomb-zeros", "a tomb that does not end with zeros opens", "ok", false, "I27"))
	add(sm1().commit(3, 40, u64(7)...).vector("commit-documents", "the number of documents is another", "damaged", false, "I16"))
	add(sm1().commit(3, 32, u64(64)...).vector("commit-below", "no commit is at the offset", "damaged", false, "I15"))
	add(sm1().commit(3, 32, u64(1<<62)...).vector("commit-above", "the next lower segment is above", "damaged", false, "I12"))
	add(sm1().commit(3, 8, u64(9)...).vector("commit-generation", "the generation is not the segment's", "damaged", false, "I12"))
	add(sm1().commit(3, 16, u64(256)...).vector("commit-begin", "the segment begins elsewhere", "damaged", false, "I12"))
	add(sm1().commit(3, 24, u64(0)...).vector("commit-previous", "the commit before it is elsewhere", "damaged", false, "I12"))
	add(sm1().commit(3, 52, 1, 2, 3, 4).vector("commit-checksum", "the commit before it has another checksum", "damaged", false, "I12"))
	add(sm1().commit(3, 48, 2).vector("commit-whole", "a commit is whole or not", "damaged", false, "I12"))
	add(sm1().commit(3, 56, 1).vector("commit-zeros", "the zeros of a commit", "damaged", false, "I12"))
	add(sm1().commit(3, 48, 0).vector("commit-not-whole", "the last commit that is whole counts", "ok", false, "I15"))

	// These open, and are not sound.
	huge := slices.Repeat([]byte{0xff}, 8)
	e = mh1()
	entry := e.section(0, 3)
	from, _ := e.segment(0)
	add(e.raw(from+int(little.Uint64(e.content[entry+8:])), 1, 2, 3).vector("unsound-checksum", "the checksum of a section", "ok", false, "I27"))
	add(mh1().in(0, 1, 0, huge...).vector("unsound-id", "an id that ends after the ids", "ok", false, "I17", "I27"))
	add(mh1().in(0, 2, 0, 'z').vector("unsound-order", "ids that descend", "ok", false, "I27"))
	add(mh1().in(0, 5, 8, huge...).vector("unsound-cell", "a cell that ends after the entries", "ok", false, "I20", "I27"))
	add(mh1().in(0, 5, 4*65+1, 0xff, 0xff).vector("unsound-entry", "an entry of no document", "ok", false, "I20", "I27"))
	add(near().in(0, 6, 0, huge...).vector("unsound-rank", "a rank of no document", "ok", false, "I27"))
	add(near().in(0, 16, 8, huge...).vector("unsound-bucket", "a bucket that ends after the sketches", "ok", false, "I27"))
	add(near().in(0, 17, 40, huge...).vector("unsound-sketches", "sketches out of order", "ok", false, "I27"))
	return all
}
