// Package vectors holds the golden vectors of the specification: for each stage, inputs and
// the results that a conforming implementation must have.
//
//	for _, v := range vectors.All() {
//		if v.Stage == vectors.Hash && slices.Contains(v.Schemes, "sm1") {
//			check(v.ID, hash(v.Input.Octets.Bytes()), v.Expect.Hash)
//		}
//	}
//
// The vectors are YAML files, which [FS] embeds and README.md describes. Implementations in
// other languages copy them with the command "fpcheck vectors copy". Package conformance
// runs them against an implementation.
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

	"gopkg.in/yaml.v3"
)

// FS holds the vector files, their JSON Schema, the lock of what is frozen, and the data of
// Unicode and of the Encoding Standard that implementations need.
//
//go:embed *.yaml schema.json protocol.schema.json frozen.lock README.md LICENSE markup/*.txt ucd
//go:embed encodings/*.txt encodings/README.md encodings/LICENSE
//go:embed media/documents.zip media/documents.sha256 media/media.yaml media/README.md
var FS embed.FS

// A Stage is the part of the specification that a vector tests.
type Stage string

// The stages, in the order of the pipeline.
const (
	Text        Stage = "text"        // octets to text: chapter 1
	Identifiers Stage = "identifiers" // text to text: chapter 2
	Normalise   Stage = "normalise"   // text to runs: chapter 3
	Segment     Stage = "segment"     // runs to tokens: chapter 4
	Features    Stage = "features"    // tokens to elements: chapter 5
	Hash        Stage = "hash"        // octets to hash: chapter 6
	Counters    Stage = "counters"    // elements to counters: R7.1
	Full        Stage = "full"        // elements to full form: R7.4, R7.5, R7.7
	Merge       Stage = "merge"       // two full forms to one: R7.6, R7.7
	Sketch      Stage = "sketch"      // counters or full form to sketch: R7.2, R7.3, R7.8, R7.9
	Truncate    Stage = "truncate"    // sketch to sketch: R7.10
	Encode      Stage = "encode"      // sketch to string: chapter 8
	Decode      Stage = "decode"      // string to sketch: chapter 8
	Distance    Stage = "distance"    // two strings: chapter 10
	TextDigest  Stage = "text-digest" // octets to items and digest: R10.6 to R10.11
	HTML        Stage = "html"        // octets to text: chapter 11
	XML         Stage = "xml"         // octets to text: chapter 11
	Pipeline    Stage = "pipeline"    // octets to fingerprint: chapter 9
	Accumulated Stage = "accumulated" // many texts to one digest: chapter 12
	Bands       Stage = "bands"       // MinHash to keys: R13.3
	Clusters    Stage = "clusters"    // documents to clusters: chapter 13
)

// Stages lists the stages in the order of the pipeline.
var Stages = []Stage{Text, Identifiers, Normalise, Segment, Features, Hash, Counters,
	Full, Merge, Sketch, Truncate, Encode, Decode, Distance, TextDigest, HTML, XML, Pipeline, Accumulated, Bands, Clusters}

// A File is a YAML file with vectors of one stage.
type File struct {
	Name    string   `yaml:"-"` // "hash.yaml"
	Stage   Stage    `yaml:"stage"`
	Schemes []string `yaml:"schemes"` // the ids of the schemes that the vectors are for
	Vectors []Vector `yaml:"vectors"`

	header string // the comment at the top
}

// A Vector is an input of a stage and the expected result.
type Vector struct {
	ID     string   `yaml:"id"`    // "segment-alphabetic-mark"; never changes
	Rules  []string `yaml:"rules"` // the rules that it tests: "R4.2"
	With   []string `yaml:"with"`  // other schemes that the vector needs
	Why    string   `yaml:"why"`   // the most likely mistake of an implementation that fails
	Input  Data     `yaml:"input"`
	Expect Data     `yaml:"expect"`

	Stage   Stage    `yaml:"-"` // of the file
	Schemes []string `yaml:"-"` // of the file
}

// The values of [Data.Outcome], for inputs that have no other result.
const (
	NoFeatures    = "no-features"    // R5.3
	Rejected      = "rejected"       // R7.7, R8.6 to R8.9, R10.1, R11.16
	NotComparable = "not-comparable" // R10.1
	NoDigest      = "no-digest"      // R10.11
)

// Data is an input or a result. Which fields are set depends on the stage, as the table in
// README.md shows; the others are zero.
type Data struct {
	Octets      Octets   `yaml:"octets"`
	Charset     string   `yaml:"charset"` // declared by the transport
	Medium      string   `yaml:"medium"`  // of a [Document]: its media type
	Text        Octets   `yaml:"text"`
	Runs        []Octets `yaml:"runs"`
	Tokens      []Octets `yaml:"tokens"`
	Hash        string   `yaml:"hash"`     // 16 hexadecimal digits
	Elements    []string `yaml:"elements"` // 16 hexadecimal digits each, ascending, repeated by weight
	Counters    []int64  `yaml:"counters"` // of bit 0 first
	Full        Octets   `yaml:"full"`     // the full form, 1,029 bytes (R7.7)
	Fulls       []Octets `yaml:"fulls"`    // two full forms to merge
	Sketch      string   `yaml:"sketch"`   // hexadecimal
	Bits        int      `yaml:"bits"`     // in each slot
	Scheme      string   `yaml:"scheme"`
	Profile     string   `yaml:"profile"`
	String      Octets   `yaml:"string"`
	Strings     []string `yaml:"strings"` // fingerprints: two to compare, or those of documents
	Distance    *int     `yaml:"distance"`
	Similarity  *float64 `yaml:"similarity"`
	Fingerprint string   `yaml:"fingerprint"`
	Features    *int     `yaml:"features"`
	Seed        uint64   `yaml:"seed"`
	Count       int      `yaml:"count"`
	Items       []Octets `yaml:"items"`   // of the text digest
	Digest      string   `yaml:"digest"`  // 64 hexadecimal digits
	Outcome     string   `yaml:"outcome"` // [NoFeatures] and so on

	// Of documents that are clustered, Strings are the fingerprints.
	IDs          []Octets  `yaml:"ids"`
	Weights      []int64   `yaml:"weights"`
	Bands        int       `yaml:"bands"`
	Rows         int       `yaml:"rows"` // of each band
	Most         int       `yaml:"most"` // documents in a bucket of which every two are candidates
	Threshold    *float64  `yaml:"threshold"`
	Floor        *float64  `yaml:"floor"`
	Keys         []string  `yaml:"keys"`         // hexadecimal, that of band 0 first
	Clusters     []Octets  `yaml:"clusters"`     // for each document the id of its representative
	Similarities []float64 `yaml:"similarities"` // to it
}

// Load reads the vector files (*.yaml) in the root of fsys and returns them in the order of
// the stages. It returns an error if there are none, or one has an unknown key.
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
func All() []Vector {
	files, err := Load(FS)
	if err != nil {
		panic("embedded vectors: " + err.Error())
	}
	var all []Vector
	for _, f := range files {
		all = append(all, f.Vectors...)
	}
	return all
}

// Digest returns the SHA-256, in hexadecimal, of the names and contents of all embedded
// files. It identifies this set of vectors.
func Digest() string {
	sum := sha256.New()
	err := fs.WalkDir(FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if name == documentsFile {
			line, err := FS.ReadFile(documentsSum) // as below, but known
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
