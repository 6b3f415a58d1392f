package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// truthSuffix is the suffix of the file of true pairs by a reading.
func truthSuffix(reading int) string { return fmt.Sprintf(".truth-%d", reading) }

// makeData writes the data and the true pairs. data.jsonl has the data, and hot.jsonl adds copies of
// one document. harder.jsonl has similar documents. It also writes the number of documents of each
// kind.
func makeData(dir string, all []tongue, pairs, copies int, seed uint64, harder []document, log io.Writer) error {
	documents := plantedPairs(all, pairs, seed)
	texts := textsOf(documents)
	if err := writeFile(filepath.Join(dir, "data.jsonl"), slices.Values(texts)); err != nil {
		return err
	}
	hot := func(yield func(string) bool) {
		for _, text := range slices.Concat(texts, slices.Repeat(texts[:1], copies)) {
			if !yield(text) {
				return
			}
		}
	}
	if err := writeFile(filepath.Join(dir, "hot.jsonl"), hot); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "harder.jsonl"), slices.Values(textsOf(harder))); err != nil {
		return err
	}
	for _, set := range []struct {
		name      string
		documents []document
	}{{"data", documents}, {"harder", harder}} {
		for i, r := range readings {
			truth := join(textsOf(set.documents), r)
			if err := writeTruth(filepath.Join(dir, set.name+truthSuffix(i)), truth); err != nil {
				return err
			}
			fmt.Fprintf(log, "%s: %d pairs of documents by words of %s\n", set.name, len(truth), r.name)
		}
	}
	return os.WriteFile(filepath.Join(dir, "harder.kinds"), []byte(kindsOf(harder)), 0o666)
}

func textsOf(documents []document) []string {
	texts := make([]string, len(documents))
	for i, d := range documents {
		texts[i] = d.text
	}
	return texts
}

func writeFile(path string, texts func(func(string) bool)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(writeLines(f, texts), f.Close())
}

func writeTruth(path string, truth []similar) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	for _, p := range truth {
		fmt.Fprintln(b, p.a, p.b, p.resemblance)
	}
	return errors.Join(b.Flush(), f.Close())
}

func readTruth(path string) (truth []similar, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		var p similar
		if _, err := fmt.Fscanln(r, &p.a, &p.b, &p.resemblance); err == io.EOF {
			return truth, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		truth = append(truth, p)
	}
}

// digest is the SHA-256 of a file. It shows that a later measurement uses the same data.
func digest(path string) (string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), n, err
}

// The harder data: how many of each there are at most.
const (
	manualPieces   = 8000
	templates      = 20
	pagesEach      = 100
	thresholdPairs = 2000
	licencesMost   = 1000
)

// harderData are documents that look alike. They are pieces of manuals in several editions, pages of
// a template, and licences and copyright files of this machine. Copies near the threshold are added.
func harderData(all []tongue, manuals []string, licences []string, share float64, seed uint64) (documents []document) {
	add := func(kind string, texts ...string) {
		for _, text := range texts {
			documents = append(documents, document{text: text, kind: kind})
		}
	}
	part := func(n int) int { return max(2, int(share*float64(n))) }
	add("pieces of manuals, in several editions", manuals[:min(len(manuals), part(manualPieces))]...)
	add("licences and copyright files of the machine", licences[:min(len(licences), part(licencesMost))]...)
	r := rand.New(rand.NewPCG(seed, 1<<34))
	for range max(1, part(templates)) {
		t := all[r.IntN(len(all))]
		above, below := t.text(500, r), t.text(500, r)
		for range part(pagesEach) {
			add("pages of one template", above+"\n"+t.text(100+r.IntN(1400), r)+"\n"+below)
		}
	}
	for range part(thresholdPairs) {
		t := all[r.IntN(len(all))]
		text := t.text(1200+r.IntN(2300), r)
		add("originals, and copies near the threshold", text, t.edit(text, .06+.12*r.Float64(), r))
	}
	r.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
	return documents
}

// kindsOf is a list of how many there are of each kind.
func kindsOf(documents []document) string {
	counts := make(map[string]int)
	for _, d := range documents {
		counts[d.kind]++
	}
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "- %s %s;\n", count(counts[kind]), kind)
	}
	return b.String()
}

// editionPieces returns pieces of about 200 words of manuals with several editions, up to a number.
func editionPieces(dir string, most int) ([]string, error) {
	e, err := corpus.OpenEvaluation(dir)
	if err != nil {
		return nil, err
	}
	var all [][]string
	for _, d := range e.Documents {
		several := d.Work == "installation-guide" && slices.Contains([]string{"amd64", "arm64", "s390x"}, d.Version) || d.Work == "debian-edu"
		if !several || d.Medium != corpus.HTML || !slices.Contains([]string{"de", "en", "fr", "ja", "ru", "zh-CN"}, d.Language) {
			continue
		}
		text, err := d.Text()
		if err != nil {
			return nil, err
		}
		all = append(all, corpus.Pieces(text, 200))
	}
	// The first of each, so that those of two editions are of the same chapters.
	var chosen []string
	for _, pieces := range all {
		chosen = append(chosen, pieces[:min(len(pieces), most/len(all))]...)
	}
	return chosen, nil
}

// licenceFiles are the licences and the copyright files of this machine.
func licenceFiles() (texts []string) {
	paths, _ := filepath.Glob("/usr/share/common-licenses/*")
	more, _ := filepath.Glob("/usr/share/doc/*/copyright")
	seen := make(map[string]bool)
	for _, path := range slices.SortedFunc(slices.Values(append(paths, more...)), cmp.Compare[string]) {
		real, err := filepath.EvalSymlinks(path)
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		if text, err := os.ReadFile(real); err == nil {
			texts = append(texts, strings.ToValidUTF8(string(text), "\uFFFD"))
		}
	}
	return texts
}
