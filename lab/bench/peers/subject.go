//go:build linux

package main

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"golang.org/x/sys/cpu"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/lab/bench"
	"github.com/lsh-interop/fpcheck/scheme"
)

// kind is what a subject is to the project.
type kind int

const (
	own kind = iota
	port
	peer
	floor // makes no fingerprint
)

// subject is something that is measured: a row.
type subject struct {
	name, makes string
	from        string // where it was installed from
	kind        kind
	command     []string // and the documents' file
	locale      string   // of a program that is started for each run, with files
	compiled    bool     // while it runs
	ours        string   // the scheme by which the reference makes the same fingerprints
	narrow      bool     // with AVX2 at most, whatever the processor has
	answer      string   // what it says instead of a fingerprint: octetsOfText or responses
	installed   bool     // it finds the Python port where that is installed, and no other
	like        string   // a row of ours that it is compared with, besides the first
}

// The first of each list is what the others are compared with, and all with AVX2 as well.

// ofText are given a text.
func ofText(self string) []subject {
	drive := func(name string) []string { return []string{self, "drive", name} }
	return allLike("fpcheck `sm1`, AVX2", []subject{
		{name: "fpcheck `sm1`", makes: "SimHash of distinct words, 64 bits", command: drive("sm1"), ours: "sm1"},
		{name: "fpcheck `sm1`, AVX2", makes: "the same, without AVX-512", command: drive("sm1"), ours: "sm1", narrow: true},
		{name: "fpcheck `sm1`, pure Go", makes: "the same, by the tag `purego`", command: []string{".cache/peers/go/peers", "drive", "sm1"}, ours: "sm1"},
		{name: "fpcheck `sd1`", makes: "the same, by the rules of the note", command: drive("sd1"), ours: "sd1"},
		{name: "fpcheck `mh1`", makes: "MinHash of shingles of three words", command: drive("mh1"), ours: "mh1"},
		{name: "fpcheck `mw1`", makes: "the same, with occurrences", command: drive("mw1"), ours: "mw1"},
		{name: "port, Rust", makes: "`sm1`", kind: port, command: rust("fpcheck"), ours: "sm1"},
		{name: "port, C", makes: "`sm1`", kind: port, command: []string{".cache/peers/c/peers", "sm1"}, ours: "sm1"},
		{name: "port, Java", makes: "`sm1`", kind: port, command: java("fpcheck"), compiled: true, ours: "sm1"},
		{name: "port, JavaScript", makes: "`sm1`", kind: port, command: []string{"node", drivers + "peers.mjs", "sm1"}, compiled: true, ours: "sm1"},
		{name: "port, Python", makes: "`sm1`", kind: port, command: python("fpcheck"), ours: "sm1"},
		{name: "the plain Go way", makes: "SimHash: regexp, ToLower, FNV, 64 counters", kind: peer, command: drive("plain")},
		{name: "hash4j", from: "Maven Central", makes: "FastSimHash of words between blanks", kind: peer, command: java("fastsimhash"), compiled: true},
		{name: "gaoya", from: "crates.io", makes: "SimHash of words between blanks", kind: peer, command: rust("simhash")},
		{name: "simhash", from: "PyPI", makes: "SimHash of windows of 4 characters", kind: peer, command: python("simhash")},
		{name: "iscc-lib", from: "PyPI", makes: "Text-Code: MinHash of windows of 13 characters", kind: peer, command: python("iscc_lib")},
		{name: "iscc-core", from: "PyPI", makes: "Text-Code, by its reference", kind: peer, command: python("iscc_core")},
		{name: "py-tlsh", from: "PyPI", makes: "TLSH of windows of 5 bytes", kind: peer, command: python("tlsh")},
		{name: "`wc -w`, C", makes: "counts words", kind: floor, command: []string{"wc", "-w"}, locale: "C"},
		{name: "`wc -w`, C.UTF-8", makes: "counts words", kind: floor, command: []string{"wc", "-w"}, locale: "C.UTF-8"},
		{name: "`bytes.Fields`", makes: "finds words between blanks", kind: floor, command: drive("fields")},
		{name: "`utf8.Valid`", makes: "reads every byte", kind: floor, command: drive("valid")},
	})
}

// ofWords are given the same text, and make a MinHash of its words, which they split themselves.
func ofWords(self string) []subject {
	drive := func(name string) []string { return []string{self, "drive", name} }
	return allLike("fpcheck `mh1`, AVX2", []subject{
		{name: "fpcheck `mh1`", makes: "shingles of three words", command: drive("mh1"), ours: "mh1"},
		{name: "fpcheck `mh1`, AVX2", makes: "the same, without AVX-512", command: drive("mh1"), ours: "mh1", narrow: true},
		{name: "fpcheck `mh1`, pure Go", makes: "the same, by the tag `purego`", command: []string{".cache/peers/go/peers", "drive", "mh1"}, ours: "mh1"},
		{name: "rensa R-MinHash", from: "PyPI", makes: "words between blanks, split in Python", kind: peer, command: python("rensa_words")},
		{name: "rensa R-MinHash, shingles", from: "PyPI", makes: "shingles of three words, joined in Python", kind: peer, command: python("rensa_shingles")},
		{name: "datasketch, shingles", from: "PyPI", makes: "the same, by numpy", kind: peer, command: python("datasketch_shingles")},
	})
}

// ofShingles are given shingles.
func ofShingles(self string) []subject {
	drive := func(name string) []string { return []string{self, "drive", name} }
	return allLike("fpcheck `mh1`, AVX2", []subject{
		{name: "fpcheck `mh1`", makes: "one permutation, densified", command: drive("minima")},
		{name: "fpcheck `mh1`, AVX2", makes: "the same, without AVX-512", command: drive("minima"), narrow: true},
		{name: "hash4j SuperMinHash", from: "Maven Central", makes: "permutations drawn for each shingle", kind: peer, command: java("superminhash"), compiled: true},
		{name: "hash4j MinHash", from: "Maven Central", makes: "128 hashes", kind: peer, command: java("minhash"), compiled: true},
		{name: "rensa R-MinHash", from: "PyPI", makes: "slots of up to three rounds", kind: peer, command: python("rensa_r")},
		{name: "rensa C-MinHash", from: "PyPI", makes: "circulant permutations", kind: peer, command: python("rensa_c")},
		{name: "rensa rho", from: "PyPI", makes: "some of the shingles", kind: peer, command: python("rensa_rho")},
		{name: "gaoya", from: "crates.io", makes: "128 permutations", kind: peer, command: rust("minhash")},
		{name: "datasketch", from: "PyPI", makes: "128 permutations, by numpy", kind: peer, command: python("datasketch")},
		{name: "`minhash.Permuted`", makes: "128 permutations, in Go", kind: peer, command: drive("permuted")},
	})
}

// allLike compares all with a row of ours besides the first.
func allLike(like string, subjects []subject) []subject {
	for i := range subjects {
		subjects[i].like = like
	}
	return subjects
}

const (
	drivers = "lab/bench/peers/drivers/"
	hash4j  = "0.31.0" // as in lab/scripts/peers.sh
)

func python(name string) []string {
	return []string{".cache/peers/python/bin/python", drivers + "peers.py", name}
}

func rust(name string) []string { return []string{".cache/peers/rust/release/peers", name} }

// java has its version after the file: see driverCommand.
func java(name string) []string {
	return []string{"java", "-XX:+UseSerialGC", "-Xmx1g", "-cp",
		".cache/peers/java/classes:ports/java/target/classes:.cache/peers/java/hash4j-" + hash4j + ".jar", "Peers", name}
}

// driverCommand is the command of a driver for the documents of a file.
func (s subject) driverCommand(file string) []string {
	all := append(append([]string(nil), s.command...), file)
	if filepath.Base(s.command[0]) == "java" {
		version := hash4j
		if slices.Contains(s.command, "Pages") {
			version = jsoup
		}
		all = append(all, version)
	}
	return all
}

// environment limits each peer to one core, and lets Python find the port. Programs with glibc's
// malloc keep their memory. Otherwise most of it returns to the system after each page. That halves
// the speed of lexbor and programs based on it.
func (s subject) environment() []string {
	env := []string{"GOMAXPROCS=1", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "RAYON_NUM_THREADS=1",
		"MALLOC_TRIM_THRESHOLD_=268435456", "MALLOC_MMAP_THRESHOLD_=33554432",
		"PYTHONPATH=ports/python/src", "LC_ALL=C.UTF-8"}
	if s.locale != "" {
		env = append(env, "LC_ALL="+s.locale)
	}
	if s.installed {
		env = append(env, "PYTHONPATH=")
	}
	if s.narrow { // which golang.org/x/sys/cpu heeds
		env = append(env, "GODEBUG=cpu.avx512f=off")
	}
	return env
}

const avx512 = "AVX-512"

// instructions names the widest vectors that the reference uses on this processor.
func instructions() string {
	switch {
	case cpu.X86.HasAVX512VBMI2:
		return avx512
	case cpu.X86.HasAVX2:
		return "AVX2"
	}
	return "no AVX2"
}

// drive runs a subject in Go on all documents. It returns the fingerprint of the first document,
// and a value that depends on all results. So nothing is optimised away.
func drive(name string, documents [][]byte) (run func() uint64, fingerprint string, err error) {
	each := func(f func(d []byte) uint64) func() uint64 {
		return func() (sum uint64) {
			for _, d := range documents {
				sum += f(d)
			}
			return sum
		}
	}
	if s, err := scheme.Lookup(name); err == nil {
		h := s.New()
		var last scheme.Fingerprint
		sum := func(d []byte) uint64 {
			h.Reset()
			h.Write(d)
			last, _ = h.Fingerprint()
			return 0
		}
		sum(documents[0])
		return each(sum), last.String(), nil
	}
	switch name {
	case "plain":
		return each(bench.Plain), "-", nil
	case "fields":
		return each(func(d []byte) uint64 { return uint64(len(bytes.Fields(d))) }), "-", nil
	case "valid":
		return each(func(d []byte) uint64 {
			if utf8.Valid(d) {
				return 1
			}
			return 0
		}), "-", nil
	}
	switch name {
	case "minima":
		batches := make([][]fast.Batch, len(documents))
		for i, d := range documents {
			batches[i] = batchesOf(d)
		}
		return func() (sum uint64) {
			var hashes []uint64
			for _, shingles := range batches {
				var m minhash.Minima
				for _, b := range shingles {
					hashes = fast.AppendSums(hashes[:0], b.Text, b.Bounds)
					m.AddEach(hashes)
				}
				stored, _ := m.Stored()
				sum += uint64(stored[0])
			}
			return sum
		}, "-", nil
	case "permuted":
		return each(func(d []byte) uint64 {
			var m minhash.Permuted
			for shingle := range bytes.SplitSeq(d, []byte("\n")) {
				m.Add(jenkins.Sum64(shingle))
			}
			stored, _ := m.Stored()
			return uint64(stored[0])
		}), "-", nil
	}
	return drivePages(name, documents)
}

// batchesOf returns the lines of a document in batches.
func batchesOf(document []byte) (all []fast.Batch) {
	const keys = 512
	var b fast.Batch
	flush := func() {
		b.Text = append(b.Text, make([]byte, fast.Padding)...)
		all = append(all, b)
		b = fast.Batch{}
	}
	for line := range bytes.SplitSeq(document, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		if len(b.Bounds) == 2*keys || len(b.Text)+len(line) > math.MaxUint16 {
			flush()
		}
		start := len(b.Text)
		b.Text = append(b.Text, line...)
		b.Bounds = append(b.Bounds, uint16(start), uint16(len(b.Text)))
	}
	flush()
	return all
}
