// Package vectors has the golden vectors of the specification. A vector is an input of a stage, with the
// result that a conforming implementation returns.
//
//	for _, v := range vectors.All() {
//		if v.Stage == vectors.Hash && slices.Contains(v.Schemes, "sm1") {
//			check(v.ID, hash(v.Input.Raw.Bytes()), v.Expect.Hash)
//		}
//	}
//
// The vectors are YAML files. [FS] embeds them, and README.md describes their form. The command
// "fpcheck vectors copy" writes them to a directory, for implementations in other languages. Package
// conformance runs them against an implementation.
package vectors

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// FS has the vector files, their JSON Schema, and the lock of frozen schemes. It also has the data of Unicode
// and of the Encoding Standard that implementations need.
//
//go:embed *.yaml schema.json protocol.schema.json frozen.lock README.md LICENSE ucd/*.txt ucd/*.md ucd/LICENSE
//go:embed encodings/*.txt encodings/README.md encodings/LICENSE
//go:embed protocol/requests.yaml markup/*.txt markup/lists.yaml markup/main-1.model
//go:embed media/documents.zip media/documents.sha256 media/media.yaml media/README.md
//go:embed index/*.fpx index/index.yaml index/README.md
var FS embed.FS

// A Stage is the part of the specification that a vector tests.
type Stage string

// The stages, in the order of the pipeline.
const (
	Text        Stage = "text"        // bytes to text: chapter 1
	Identifiers Stage = "identifiers" // text to text: chapter 2
	Normalise   Stage = "normalise"   // text to runs: chapter 3
	Segment     Stage = "segment"     // runs to tokens: chapter 4
	Features    Stage = "features"    // tokens to elements: chapter 5
	Hash        Stage = "hash"        // bytes to hash: chapter 6
	Counters    Stage = "counters"    // elements to counters: R7.1
	Full        Stage = "full"        // elements to full form: R7.4, R7.5, R7.7
	Merge       Stage = "merge"       // two full forms to one: R7.6, R7.7
	Sketch      Stage = "sketch"      // counters or full form to sketch: R7.2, R7.3, R7.8, R7.9
	Truncate    Stage = "truncate"    // sketch to sketch: R7.10
	Encode      Stage = "encode"      // sketch to string: chapter 8
	Decode      Stage = "decode"      // string to sketch: chapter 8
	Distance    Stage = "distance"    // two strings: chapter 10
	TextDigest  Stage = "text-digest" // bytes to items and digest: R10.6 to R10.11
	HTML        Stage = "html"        // bytes to text: chapter 11
	XML         Stage = "xml"         // bytes to text: chapter 11
	Main        Stage = "main"        // bytes of HTML to main text: chapter 11a
	Pipeline    Stage = "pipeline"    // bytes to fingerprint: chapter 9
	Accumulated Stage = "accumulated" // many texts to one digest: chapter 12
	Bands       Stage = "bands"       // MinHash to keys: R13.3
	Clusters    Stage = "clusters"    // documents to clusters: chapter 13
	Texts       Stage = "texts"       // two texts to what they are compared by: R13.8 to R13.11, R13.23
	Windows     Stage = "windows"     // bytes to items and hashes of windows: R13.12 to R13.16
	Passages    Stage = "passages"    // texts to rows: R13.17 to R13.19
	Covers      Stage = "covers"      // reference and document to cover and containment: R13.20, R13.21
)

// Stages lists the stages in the order of the pipeline.
var Stages = []Stage{Text, Identifiers, Normalise, Segment, Features, Hash, Counters,
	Full, Merge, Sketch, Truncate, Encode, Decode, Distance, TextDigest, HTML, XML, Main, Pipeline, Accumulated, Bands, Clusters, Texts,
	Windows, Passages, Covers}

// A File is a YAML file with vectors of one stage.
type File struct {
	Name    string `yaml:"-"` // "hash.yaml"
	Stage   Stage
	Schemes []string // ids of the schemes that the vectors are for
	Vectors []Vector

	header string // the comment at the top
}

// A Vector is an input of a stage and the expected result.
type Vector struct {
	ID            string   // "segment-alphabetic-mark"; never changes
	Rules         []string // the rules that it tests: "R4.2"
	With          []string // other schemes that the vector needs
	Why           string   // the most likely mistake of an implementation that fails
	Input, Expect Data

	Stage   Stage    `yaml:"-"` // of the file
	Schemes []string `yaml:"-"` // of the file
}

// Values of [Data.Outcome], for inputs without another result.
const (
	NoFeatures    = "no-features"    // R5.3
	Rejected      = "rejected"       // R7.7, R8.6 to R8.9, R10.1, R11.16
	NotComparable = "not-comparable" // R10.1
	NoDigest      = "no-digest"      // R10.11
	TooShort      = "too-short"      // R13.15
)

// Data is an input or a result. The table in README.md shows which fields each stage has; the others are
// zero. A field has the name of its key in lower case.
type Data struct {
	Raw                          Bytes  `yaml:"octets"` // what a stage decodes or hashes
	Charset, Medium              string // what the transport declares; Medium is a media type
	Text                         Bytes
	Runs, Tokens, Items          []Bytes
	Hash                         string   // 16 hexadecimal digits
	Elements                     []string // 16 hexadecimal digits each, ascending, repeated by weight; of windows in their order
	Counters                     []int64  // bit 0 first
	Full                         Bytes    // a full form, 1,029 bytes (R7.7)
	Fulls                        []Bytes  // two full forms to merge
	Sketch                       string   // hexadecimal
	Bits, Count                  int      // in each slot, and of accumulated texts
	Scheme, Profile, Fingerprint string
	String                       Bytes
	Strings                      []string // fingerprints: two to compare, or of documents
	Distance, Features           *int
	Similarity                   *float64
	Seed                         uint64
	Digest, Outcome              string // 64 hexadecimal digits; [NoFeatures] and so on

	// Documents to cluster have their fingerprints in Strings.
	IDs               []Bytes
	Weights           []int64
	Bands, Rows, Most int // Rows of each band; Most documents in a bucket whose pairs are candidates
	Threshold, Floor  *float64
	Keys              []string  // hexadecimal, band 0 first
	Clusters          []Bytes   // the id of each document's representative
	Similarities      []float64 // of each document to its representative

	// For two texts to compare. Weights are their weights (R13.23).
	Texts         []Bytes
	Compared      [][]Bytes // the compared items of each
	Sketches      []string  // of compared elements, hexadecimal; "" if there are none
	Same, Numbers *bool     // R13.11

	// For passages, which are in Texts. Weights are the weights of their items. Counts also has the counts of
	// compared elements. Scores are for the lines of a page (R11.32), and Lines has their features (R11.31).
	Words                  int       // length of a window (R13.14)
	Passages, Lines        [][]int64 // Passages: of each row the holder, the text, two items and the frequency (R13.18)
	Counts, Places, Scores []int64   // of a cover, and of each item or row its beginning and end: see README.md
}

// Load reads the vector files (*.yaml) in the root of fsys and returns them in the order of the
// stages. It returns an error if there is no such file or if one has an unknown key.
func Load(fsys fs.FS) ([]*File, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no vector files (*.yaml)")
	}
	var files []*File
	for _, name := range names {
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		f, err := parse(name, source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b *File) int {
		return slices.Index(Stages, a.Stage) - slices.Index(Stages, b.Stage)
	})
	return files, nil
}

func parse(name string, source []byte) (*File, error) {
	f := &File{Name: name}
	dec := yaml.NewDecoder(bytes.NewReader(source))
	dec.KnownFields(true)
	if err := dec.Decode(f); err != nil && err != io.EOF {
		return nil, err
	}
	if !slices.Contains(Stages, f.Stage) {
		return nil, fmt.Errorf("stage %q: expected one of %v", f.Stage, Stages)
	}
	for line := range strings.Lines(string(source)) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		f.header += line
	}
	for i := range f.Vectors {
		f.Vectors[i].Stage, f.Vectors[i].Schemes = f.Stage, f.Schemes
	}
	return f, nil
}

// All returns the embedded vectors in the order of the stages.
func All() []Vector { return slices.Clone(all()) }

// all parses the vectors once, since tests of the suite ask for them repeatedly.
var all = sync.OnceValue(func() []Vector {
	files, err := Load(FS)
	if err != nil {
		panic("embedded vectors: " + err.Error())
	}
	var all []Vector
	for _, f := range files {
		all = append(all, f.Vectors...)
	}
	return all
})

// The documents of level media, and the output of sha256sum for the archive.
const (
	documentsFile = "media/documents.zip"
	documentsSum  = "media/documents.sha256"
)

// Digest returns the SHA-256, in hexadecimal, of the names and contents of all embedded files. It
// identifies this set of vectors.
func Digest() string {
	sum := sha256.New()
	err := fs.WalkDir(FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if name == documentsFile {
			line, err := FS.ReadFile(documentsSum) // computed once, as the archive is large
			sum.Write(line)
			return err
		}
		content, err := fs.ReadFile(FS, name)
		fmt.Fprintf(sum, "%x  %s\n", sha256.Sum256(content), name)
		return err
	})
	if err != nil {
		panic("embedded vectors: " + err.Error())
	}
	return hex.EncodeToString(sum.Sum(nil))
}
