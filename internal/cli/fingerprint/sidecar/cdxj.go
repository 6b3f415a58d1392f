package sidecar

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/cdxj"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// An Index adds keys to lines of CDXJ, and holds the key of every record. The zero value is empty.
type Index struct {
	files    map[string]bool // by name, if all their records are known
	byPlace  map[place][]Field
	byVisit  map[visit][]Field
	byDigest map[string][]Field
}

// place is the place of a record. CDXJ names a file without its folders.
type place struct {
	file   string
	offset int64
}

// visit is what was fetched, and the time in the 14 digits of CDXJ.
type visit struct{ uri, stamp string }

// Add adds the keys of a record in the file at a path.
func (x *Index) Add(file string, it *warc.Item, keys ...Field) {
	if x.byPlace == nil {
		x.files, x.byPlace = map[string]bool{}, map[place][]Field{}
		x.byVisit, x.byDigest = map[visit][]Field{}, map[string][]Field{}
	}
	if it.Member != "" {
		file = it.Member
	}
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	x.files[file] = true
	if it.FirstInMember() { // another has no place of its own
		put(x.byPlace, place{file, it.Offset}, keys)
	}
	if it.URI != "" && it.Date != "" {
		put(x.byVisit, visit{it.URI, stamp(it.Date)}, keys)
	}
	if digest, err := warc.CanonicalDigest(it.PayloadDigest); err == nil {
		put(x.byDigest, digest, keys)
	}
}

// put adds keys, or none if others are there: files in two folders may have one name.
func put[K comparable](m map[K][]Field, k K, keys []Field) {
	if old, ok := m[k]; ok && !slices.Equal(old, keys) {
		keys = nil
	}
	m[k] = keys
}

func stamp(date string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, date)
	return digits[:min(14, len(digits))]
}

// Annotated counts the lines of an index.
type Annotated struct {
	Lines, Matched int
	Malformed      []int // numbers of the first 10 lines that are not CDXJ and were copied as they are
	Bad            int   // the number of those lines
}

// ErrCDX means that an index is a classic CDX, which has no place for a key.
var ErrCDX = errors.New("a classic CDX index: expected CDXJ, whose lines end in a JSON object")

// maxTold is the number of malformed lines that are named.
const maxTold = 10

// Annotate copies lines of CDXJ from r to w. To each line that matches a record it adds the keys of the
// record, at the end of the object. Lines match by file name and offset, by URI and timestamp, or by
// digest. All other bytes stay as they are.
func (x *Index) Annotate(w io.Writer, r io.Reader) (a Annotated, err error) {
	defer recovery.Catch(&err, "the reader of CDXJ")
	in := bufio.NewReaderSize(r, 64<<10)
	out := bufio.NewWriter(w)
	for {
		line, err := cdxj.ReadLine(in)
		if len(line) > 0 {
			a.Lines++
			if a.Lines == 1 && cdxj.IsClassic(line) {
				return a, fmt.Errorf("%w: %w", extract.ErrUnsupported, ErrCDX)
			}
			annotated, ok, sound := x.line(line)
			if ok {
				a.Matched++
			}
			if !sound {
				if a.Bad++; len(a.Malformed) < maxTold {
					a.Malformed = append(a.Malformed, a.Lines)
				}
			}
			if _, err := out.Write(annotated); err != nil {
				return a, err
			}
		}
		if err == io.EOF {
			return a, out.Flush()
		}
		if err != nil {
			return a, err
		}
	}
}

// line annotates a line. It is sound if it is CDXJ, a header that begins with !, or empty.
func (x *Index) line(line []byte) (annotated []byte, matched, sound bool) {
	if len(bytes.TrimSpace(line)) == 0 || line[0] == '!' {
		return line, false, true
	}
	key, object, fields, ok := cdxj.Parse(line)
	if !ok {
		return line, false, false
	}
	keys := x.find(key, fields)
	if keys == nil {
		return line, false, true
	}
	var had map[string]json.RawMessage
	json.Unmarshal(object, &had)
	end := bytes.LastIndexByte(line, '}') // of the object
	var more bytes.Buffer
	for _, f := range keys {
		if _, again := had[f.Name]; again {
			continue
		}
		if len(had) > 0 || more.Len() > 0 {
			more.WriteString(", ")
		}
		name, _ := json.Marshal(f.Name)
		value, _ := json.Marshal(f.Value)
		more.Write(name)
		more.WriteString(": ")
		more.Write(value)
	}
	return bytes.Join([][]byte{line[:end], more.Bytes(), line[end:]}, nil), true, true
}

func (x *Index) find(key []byte, c cdxj.Fields) []Field {
	file := path.Base(c.Filename)
	if offset, err := strconv.ParseInt(string(c.Offset), 10, 64); err == nil && x.files[file] {
		return x.byPlace[place{file, offset}]
	}
	f := bytes.Fields(key)
	if keys := x.byVisit[visit{c.URL, string(f[len(f)-1])}]; keys != nil {
		return keys
	}
	if digest, err := warc.CanonicalDigest(c.LabelledDigest()); err == nil {
		return x.byDigest[digest]
	}
	return nil
}
