package index_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The tests of this file ask another implementation of docs/index-file.md. FPCHECK_INDEX_PORT is its
// command; ports/c/tests/index_port.c describes the lines. A port that cannot write has only open,
// verify and search.

// port is a running implementation.
type port struct {
	t     testing.TB
	in    io.Writer
	out   *bufio.Reader
	cmd   *exec.Cmd
	write bool
}

func startPort(t testing.TB) *port {
	t.Helper()
	command := os.Getenv("FPCHECK_INDEX_PORT")
	if command == "" {
		t.Skip("FPCHECK_INDEX_PORT names no port")
	}
	fields := strings.Fields(command)
	p := &port{t: t, cmd: exec.Command(fields[0], fields[1:]...)}
	p.write = os.Getenv("FPCHECK_INDEX_READS") == ""
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	must(t, err)
	out, err := p.cmd.StdoutPipe()
	must(t, err)
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<16)
	must(t, p.cmd.Start())
	t.Cleanup(func() {
		in.Close()
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("the port: %v", err)
		}
	})
	return p
}

// ask returns the reply to a request: the name of an error or "ok", the number, and rows.
func (p *port) ask(fields ...string) (reply string, n int, rows []string) {
	p.t.Helper()
	_, err := io.WriteString(p.in, strings.Join(fields, "\t")+"\n")
	must(p.t, err)
	line, err := p.out.ReadString('\n')
	must(p.t, err)
	reply, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	if n, err = strconv.Atoi(number); reply == "ok" && err != nil {
		p.t.Fatalf("%q: expected a number", line)
	}
	if reply == "ok" && slices.Contains([]string{"search", "pairs", "groups"}, fields[0]) {
		for range n {
			row, err := p.out.ReadString('\n')
			must(p.t, err)
			rows = append(rows, strings.TrimSuffix(row, "\n"))
		}
	}
	return reply, n, rows
}

// search returns the rows of a search.
func (p *port) search(q string, s *indexSearch) (reply string, rows []indexRow) {
	p.t.Helper()
	field := func(present bool, value func() string) string {
		if !present {
			return "-"
		}
		return value()
	}
	reply, _, lines := p.ask("search", q, field(s.Distance != nil, func() string { return fmt.Sprint(*s.Distance) }),
		field(s.Similarity != nil, func() string { return decimal(*s.Similarity) }),
		field(s.Most != nil, func() string { return fmt.Sprint(*s.Most) }))
	for _, line := range lines {
		f := strings.Split(line, "\t")
		id, err := hex.DecodeString(f[0])
		must(p.t, err)
		distance, err := strconv.Atoi(f[1])
		must(p.t, err)
		similarity, err := strconv.ParseFloat(f[2], 64)
		must(p.t, err)
		rows = append(rows, indexRow{vectors.BytesOf(id), distance, similarity})
	}
	return reply, rows
}

// A port does with each vector's file what the vector says, and loads and saves what is sound.
func TestPortVectors(t *testing.T) {
	p := startPort(t)
	folder := t.TempDir()
	for _, v := range loadVectors(t) {
		name, copied := filepath.Join(folder, v.ID+".fpx"), filepath.Join(folder, v.ID+"-copied.fpx")
		must(t, os.WriteFile(name, v.content(t), 0o666))
		reply, n, _ := p.ask("open", name)
		if reply != v.Outcome || n != v.Documents {
			t.Errorf("%s: %s, %d documents: expected %s, %d", v.ID, reply, n, v.Outcome, v.Documents)
			continue
		}
		if reply != "ok" {
			continue
		}
		if reply, _, _ := p.ask("verify"); (reply == "ok") != v.Sound {
			t.Errorf("%s: verify says %s: expected sound %t", v.ID, reply, v.Sound)
		}
		check := func(how string) {
			for _, s := range v.Searches {
				reply, rows := p.search(s.Query, &s)
				want := s.Outcome
				if want == "" {
					want = "ok"
				}
				if diff := cmp.Diff(spelledRows(s.Rows), spelledRows(rows)); diff != "" || reply != want {
					t.Errorf("%s, %s: %s: %s (-want +got)\n%s", v.ID, how, s.Query, reply, diff)
				}
			}
		}
		check("opened")
		if !p.write {
			continue
		}
		if len(v.Searches) == 0 { // wrong ids or sketches, which must not matter
			p.ask("load", name)
			continue
		}
		if reply, n, _ := p.ask("load", name); reply != "ok" || n != v.Documents {
			t.Fatalf("%s: load: %s %d", v.ID, reply, n)
		}
		check("loaded")
		if reply, _, _ := p.ask("save", copied); reply != "ok" {
			t.Fatalf("%s: save: %s", v.ID, reply)
		}
		if reply, _, _ := p.ask("open", copied); reply != "ok" {
			t.Fatalf("%s: open what was saved: %s", v.ID, reply)
		}
		check("saved")
		// The reference writes the same bytes.
		x := open(t, name)
		own := filepath.Join(folder, v.ID+"-own.fpx")
		w, err := index.Create(own, x.Options())
		must(t, err)
		for d, err := range x.Documents(t.Context()) {
			must(t, err)
			must(t, w.Add(t.Context(), d.ID, d.Fingerprint))
		}
		must(t, w.Commit(t.Context()))
		must(t, w.Close())
		want, err := os.ReadFile(own)
		must(t, err)
		got, err := os.ReadFile(copied)
		must(t, err)
		if !bytes.Equal(want, got) {
			t.Errorf("%s: the port saves %d bytes that differ from the reference's %d", v.ID, len(got), len(want))
		}
	}
}

// number returns the number in a variable of the environment, or another.
func number(t testing.TB, name string, other int) int {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		return other
	}
	n, err := strconv.Atoi(value)
	must(t, err)
	return n
}

// row returns a line of pairs or groups, as a port prints it.
func row(id, other string, similarity float64) string {
	return fmt.Sprintf("%x\t%x\t%s", id, other, decimal(similarity))
}

func pairsOf(t testing.TB, set *index.Set, ids []string, s index.Settings) (rows []string) {
	for p, err := range set.Pairs(t.Context(), s) {
		must(t, err)
		rows = append(rows, row(ids[p.First], ids[p.Other], p.Similarity))
	}
	return rows
}

func groupsOf(t testing.TB, set *index.Set, s index.Settings) (rows []string) {
	clusters, err := set.Clusters(t.Context(), s)
	must(t, err)
	for c := range clusters.All() {
		for _, m := range c {
			rows = append(rows, m.ID+"\n"+row(m.ID, c[0].ID, m.Similarity))
		}
	}
	slices.Sort(rows)
	for i, r := range rows {
		_, rows[i], _ = strings.Cut(r, "\n")
	}
	return rows
}

// rounded returns lines of pairs or groups with numbers as [row] spells them.
func rounded(t testing.TB, lines []string) (rows []string) {
	for _, line := range lines {
		f := strings.Split(line, "\t")
		similarity, err := strconv.ParseFloat(f[2], 64)
		must(t, err)
		rows = append(rows, strings.Join(f[:2], "\t")+"\t"+decimal(similarity))
	}
	return rows
}

// A port finds the rows of the reference in an index of many synthetic near duplicates. Set
// FPCHECK_INDEX_DOCUMENTS and FPCHECK_INDEX_QUERIES for more than a short run.
func TestPortRows(t *testing.T) {
	p := startPort(t)
	n, queries := number(t, "FPCHECK_INDEX_DOCUMENTS", 3000), number(t, "FPCHECK_INDEX_QUERIES", 100)
	for _, test := range []struct {
		scheme  string
		size    int
		options index.Options
		floor   float64
	}{
		{"sm1", 8, simHash(scheme.SM1, 3), .9},
		{"mh1", 128, minHash(scheme.MH1, 8, 21, 6, .8), .8},
	} {
		documents := newFamily(lookup(t, test.scheme), test.size, 77)
		documents.heads = nil
		for range n/5 + 1 { // about 3 near duplicates for each
			documents.heads = append(documents.heads, documents.octets())
		}
		name := filepath.Join(t.TempDir(), test.scheme+".fpx")
		w, err := index.Create(name, test.options)
		must(t, err)
		var set index.Set
		if tables := test.options.Tables; p.write {
			reply, _, _ := p.ask("new", test.scheme, "visible", fmt.Sprint(test.options.Bits), fmt.Sprint(tables.Distance),
				decimal(tables.Similarity), fmt.Sprint(tables.Bands.Bands), fmt.Sprint(tables.Bands.Rows))
			if reply != "ok" {
				t.Fatal(reply)
			}
		}
		model := make(map[string]scheme.Fingerprint)
		begun := time.Now()
		for i := range n {
			id := fmt.Sprintf("document %d", i*7919%n)
			f := documents.next()
			model[id] = f
			must(t, w.Add(t.Context(), id, f))
			if p.write {
				if reply, _, _ := p.ask("add", hex.EncodeToString([]byte(id)), f.String()); reply != "ok" {
					t.Fatal(reply)
				}
			}
			if i%10 == 9 { // an earlier one is removed
				gone := fmt.Sprintf("document %d", (i-5)*7919%n)
				delete(model, gone)
				_, err := w.Remove(t.Context(), gone)
				must(t, err)
				if p.write {
					p.ask("remove", hex.EncodeToString([]byte(gone)))
				}
			}
			if p.write && i%97 == 0 && i < 5000 { // segments are made one after the other
				p.search(f.String(), &indexSearch{Most: new(1)})
			}
		}
		must(t, w.Commit(t.Context()))
		must(t, w.Close())
		t.Logf("%s: %d documents added in %v, by both", test.scheme, len(model), time.Since(begun))
		x := open(t, name)
		ids := slices.Sorted(maps.Keys(model))
		for _, id := range ids {
			must(t, set.Add(id, 0, model[id]))
		}
		compare := func(how string) {
			var all []scheme.Fingerprint
			for range queries {
				all = append(all, documents.next())
			}
			var own, others time.Duration
			found := 0
			for _, q := range all {
				begun := time.Now()
				a, err := x.Search(t.Context(), q, scheme.Thresholds{}, -1)
				own += time.Since(begun)
				must(t, err)
				begun = time.Now()
				_, rows := p.search(q.String(), new(indexSearch))
				others += time.Since(begun)
				var want []indexRow
				for _, m := range a.Matches {
					want = append(want, indexRow{vectors.BytesOf([]byte(m.ID)), m.Distance, m.Similarity})
				}
				found += len(rows)
				if diff := cmp.Diff(spelledRows(want), spelledRows(rows)); diff != "" {
					t.Fatalf("%s, %s: %s (-want +got)\n%s", test.scheme, how, q, diff)
				}
			}
			t.Logf("%s, %s: %d queries, %d rows; reference %v, port %v with its pipe", test.scheme, how, queries, found, own, others)
			if found < queries/5 {
				t.Errorf("%s: %d rows for %d queries: expected more", test.scheme, found, queries)
			}
		}
		if p.write {
			compare("in memory")
			for _, most := range []int{0, 2} { // with 2, nearly all buckets are hot, which takes long
				if most > 0 && n > 5000 {
					break
				}
				settings := index.Settings{Threshold: test.floor, Floor: test.floor, Bands: test.options.Tables.Bands, Most: most}
				begun := time.Now()
				_, _, pairs := p.ask("pairs", decimal(test.floor), fmt.Sprint(most))
				_, _, groups := p.ask("groups", decimal(test.floor), decimal(test.floor), fmt.Sprint(most))
				t.Logf("%s: %d pairs, %d documents in groups: %v", test.scheme, len(pairs), len(groups), time.Since(begun))
				if diff := cmp.Diff(pairsOf(t, &set, ids, settings), rounded(t, pairs)); diff != "" {
					t.Errorf("%s: M = %d: pairs (-want +got)\n%.2000s", test.scheme, most, diff)
				}
				if diff := cmp.Diff(groupsOf(t, &set, settings), rounded(t, groups)); diff != "" {
					t.Errorf("%s: M = %d: groups (-want +got)\n%.2000s", test.scheme, most, diff)
				}
			}
			saved := filepath.Join(t.TempDir(), "saved.fpx")
			if reply, _, _ := p.ask("save", saved); reply != "ok" {
				t.Fatal(reply)
			}
			got, err := os.ReadFile(saved)
			must(t, err)
			want, err := os.ReadFile(name)
			must(t, err)
			if !bytes.Equal(got, want) {
				t.Errorf("%s: the port saves other bytes than the reference", test.scheme)
			}
		}
		if reply, _, _ := p.ask("open", name); reply != "ok" {
			t.Fatal(reply)
		}
		if reply, _, _ := p.ask("verify"); reply != "ok" {
			t.Fatal(reply)
		}
		compare("opened")
	}
}
