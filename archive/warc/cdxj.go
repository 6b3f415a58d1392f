package warc

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

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Index is what was found out about records, to be added to lines of CDXJ. The zero
// value is empty. It grows with the records.
type Index struct {
	files    map[string]bool // by their names, whose records are all known
	byPlace  map[place][]Field
	byVisit  map[visit][]Field
	byDigest map[string][]Field
}

// place is where a record is: CDXJ has the file's name without its folders.
type place struct {
	file   string
	offset int64
}

// visit is what was fetched, and when, in the 14 digits of CDXJ.
type visit struct{ uri, stamp string }

// Add adds what was found out about a record in the file of that path.
func (x *Index) Add(file string, it *Item, keys ...Field) {
	if x.byPlace == nil {
		x.files, x.byPlace = map[string]bool{}, map[place][]Field{}
		x.byVisit, x.byDigest = map[visit][]Field{}, map[string][]Field{}
	}
	if it.Member != "" {
		file = it.Member
	}
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	x.files[file] = true
	if it.nth == 0 { // another record of its member has no place of its own
		put(x.byPlace, place{file, it.Offset}, keys)
	}
	if it.URI != "" && it.Date != "" {
		put(x.byVisit, visit{it.URI, stamp(it.Date)}, keys)
	}
	if d, err := ParseDigest(it.PayloadDigest); err == nil {
		put(x.byDigest, d.String(), keys)
	}
}

// put adds keys; none, if others are there: files of one name in two folders.
func put[K comparable](m map[K][]Field, k K, keys []Field) {
	if old, ok := m[k]; ok && !slices.Equal(old, keys) {
		keys = nil
	}
	m[k] = keys
}

// stamp is the 14 digits of a date.
func stamp(date string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, date)
	return digits[:min(14, len(digits))]
}

// Annotated says what became of lines.
type Annotated struct {
	Lines, Matched int
	Malformed      []int // numbers of lines that are no CDXJ, passed on; the first few
	Bad            int   // how many there are
}

// ErrCDX says that an index is one of the classic kind, which has no place for a key.
var ErrCDX = errors.New("a classic CDX index: expected CDXJ, whose lines end in a JSON object")

const (
	maxIndexLine = 16 << 20
	maxTold      = 10
)

// Annotate copies lines of CDXJ and adds to each that matches a record the keys of it,
// as the last of its object: by file name and offset, by URI and timestamp, or by
// digest. All other octets stay as they are.
func (x *Index) Annotate(w io.Writer, r io.Reader) (a Annotated, err error) {
	defer recovery.Catch(&err, "the reader of CDXJ")
	in := bufio.NewReaderSize(r, 64<<10)
	out := bufio.NewWriter(w)
	for {
		line, err := readLine(in)
		if len(line) > 0 {
			a.Lines++
			if a.Lines == 1 && isClassic(line) {
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

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
		if len(line) > maxIndexLine {
			return nil, fmt.Errorf("%w: a line of more than %d bytes", extract.ErrTooLarge, maxIndexLine)
		}
	}
}

// isClassic reports whether a line is the first of a CDX index: " CDX N b a m s k r M S V g",
// or one of its 9 or 11 fields.
func isClassic(line []byte) bool {
	text := strings.TrimSpace(string(line))
	if strings.HasPrefix(text, "CDX ") {
		return true
	}
	f := strings.Fields(text)
	return (len(f) == 9 || len(f) == 11) && !strings.Contains(text, "{") && len(f[1]) == 14
}

// cdxj is what a line's object says of where its record is. Values are strings, or
// numbers.
type cdxj struct {
	URL      string
	Filename string
	Offset   number
	Length   number
	Digest   string
}

type number string

func (n *number) UnmarshalJSON(b []byte) error {
	*n = number(strings.Trim(string(b), `"`))
	return nil
}

// line annotates a line. It is sound if it has the form of CDXJ, or none is asked for:
// a header that begins with ! and an empty line.
func (x *Index) line(line []byte) (annotated []byte, matched, sound bool) {
	if len(bytes.TrimSpace(line)) == 0 || line[0] == '!' {
		return line, false, true
	}
	key, object, ok := cutObject(line)
	var c cdxj
	if !ok || json.Unmarshal(object, &c) != nil {
		return line, false, false
	}
	keys := x.find(key, c)
	if keys == nil {
		return line, false, true
	}
	var had map[string]json.RawMessage
	json.Unmarshal(object, &had)
	end := bytes.IndexByte(line, '{') + len(object) - 1 // at the last brace
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

// cutObject finds the key and the object of a line: "SURT timestamp {...}".
func cutObject(line []byte) (key, object []byte, ok bool) {
	i := bytes.IndexByte(line, '{')
	if i < 0 || len(bytes.Fields(line[:i])) < 2 {
		return nil, nil, false
	}
	object = bytes.TrimRight(line[i:], " \t\r\n")
	return bytes.TrimRight(line[:i], " "), object, object[len(object)-1] == '}'
}

func (x *Index) find(key []byte, c cdxj) []Field {
	file := path.Base(c.Filename)
	if offset, err := strconv.ParseInt(string(c.Offset), 10, 64); err == nil && x.files[file] {
		return x.byPlace[place{file, offset}]
	}
	f := bytes.Fields(key)
	if keys := x.byVisit[visit{c.URL, string(f[len(f)-1])}]; keys != nil {
		return keys
	}
	digest := c.Digest
	if !strings.Contains(digest, ":") {
		digest = "sha1:" + digest
	}
	if d, err := ParseDigest(digest); err == nil {
		return x.byDigest[d.String()]
	}
	return nil
}
