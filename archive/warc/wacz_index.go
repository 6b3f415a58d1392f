package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/cdxj"
)

// places are the positions of the records of a package, by file name and in the order of offsets.
type places struct {
	files map[string][]recordPlace
	n     int  // of all files
	full  bool // there are more
}

type recordPlace struct {
	offset, length int64
	digest         [16]byte // of the payload's digest; 0 if there is none
	wanted         bool     // an index should have it
	indexed        bool
}

// maxPlaces bounds the number of records in memory, at 48 bytes each.
const maxPlaces = 1 << 21

// of returns a function that adds the records of a file.
func (p *places) of(name string) func(*record) {
	name = path.Base(name)
	if p.files[name] != nil { // an index does not distinguish files with the same name
		p.full = true
	}
	p.files[name] = []recordPlace{}
	return func(rec *record) {
		if rec.Nth > 0 || p.full { // it has no position of its own
			return
		}
		if p.n++; p.n > maxPlaces {
			p.full = true
			return
		}
		r := recordPlace{offset: rec.Offset, length: rec.length}
		if d, err := parseDigest(rec.Header.Get("WARC-Payload-Digest")); err == nil {
			r.digest = hashed(d.String())
		}
		switch scheme, _, _ := strings.Cut(rec.URI(), ":"); strings.ToLower(scheme) {
		case "http", "https":
			r.wanted = slices.Contains([]string{"response", "resource", "revisit"}, rec.Type())
		}
		p.files[name] = append(p.files[name], r)
	}
}

func (p *places) find(name string, offset int64) *recordPlace {
	records := p.files[name]
	i, ok := slices.BinarySearchFunc(records, offset, func(r recordPlace, offset int64) int { return cmp.Compare(r.offset, offset) })
	if !ok {
		return nil
	}
	return &records[i]
}

// index validates the lines of an index in CDXJ.
func (p *packageChecker) index(name string, r io.Reader) error {
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(r)
		if err != nil {
			return p.broken(ruleIndex, name, err, "gzip")
		}
		defer z.Close()
		r = z
	}
	if p.places.full {
		p.say(validation.Unjudged, ruleIndex, name, "", fmt.Sprintf("an index of more than %d records, or of two files of one name", maxPlaces), "")
		return nil
	}
	classic := false
	return p.lines(r, name, func(n int, line []byte) {
		if n == 1 && cdxj.IsClassic(line) {
			classic = true
			p.bad(ruleIndex, name, "a classic CDX index", "CDXJ")
		}
		if line[0] == '!' || classic {
			return
		}
		if what, expected := p.indexLine(line); what != "" {
			p.bad(ruleIndex, name, fmt.Sprintf("line %d: %s", n, what), expected)
		}
	})
}

func (p *packageChecker) indexLine(line []byte) (what, expected string) {
	_, _, c, ok := cdxj.Parse(line)
	if !ok {
		return "no line of CDXJ", "a key, a timestamp and an object of JSON"
	}
	file := path.Base(c.Filename)
	if _, ok := p.places.files[file]; !ok {
		return fmt.Sprintf("filename %q", abridged(c.Filename)), "that of a file in archive/"
	}
	offset, err := strconv.ParseInt(string(c.Offset), 10, 64)
	if err != nil {
		return fmt.Sprintf("offset %q", abridged(string(c.Offset))), "a number"
	}
	r := p.places.find(file, offset)
	if r == nil {
		return fmt.Sprintf("no record begins at offset %d of %s", offset, abridged(file)), "one"
	}
	r.indexed = true
	if length, err := strconv.ParseInt(string(c.Length), 10, 64); c.Length != "" && r.length > 0 && (err != nil || length != r.length) {
		return fmt.Sprintf("length %s of the record at offset %d of %s", abridged(string(c.Length)), offset, abridged(file)), fmt.Sprint(r.length)
	}
	if d, err := parseDigest(c.LabelledDigest()); err == nil && r.digest != [16]byte{} && hashed(d.String()) != r.digest {
		return fmt.Sprintf("digest %s of the record at offset %d of %s", abridged(c.Digest), offset, abridged(file)), "its WARC-Payload-Digest"
	}
	return "", ""
}

// endIndexes counts the records that no index lists.
func (p *packageChecker) endIndexes(any bool) {
	if !any || p.places.full {
		return
	}
	for _, file := range slices.Sorted(maps.Keys(p.places.files)) {
		n := 0
		for _, r := range p.places.files[file] {
			if r.wanted && !r.indexed {
				n++
			}
		}
		if n > 0 {
			p.say(validation.Warning, ruleIndex, "archive/"+file, waczSpec, fmt.Sprintf("%d of its records are in no index", n), "")
		}
	}
}

// lines calls take with each line that is not empty, without its end.
func (p *packageChecker) lines(r io.Reader, name string, take func(n int, line []byte)) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := cdxj.ReadLine(in)
		if err != nil && p.source.Failed() != nil { // the line is cut
			return p.source.Failed()
		}
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			take(n, line)
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, extract.ErrTooLarge):
			p.say(validation.Unjudged, rulePackage, name, "", fmt.Sprintf("line %d: %v", n, err), "")
			return nil
		case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.Is(err, io.ErrUnexpectedEOF):
			p.bad(ruleIndex, name, err.Error(), "")
			return nil
		case err != nil:
			return err
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
