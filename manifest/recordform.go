package manifest

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

// readers are the readers that a manifest has named so far, numbered from 1.
type readers struct {
	list    []Reading
	numbers map[Reading]int
}

func (f *readers) add(r Reading) {
	if f.numbers == nil {
		f.numbers = make(map[Reading]int)
	}
	f.list = append(f.list, r)
	f.numbers[r] = len(f.list)
}

// numbered returns the reader with a number; "-" means none.
func (f *readers) numbered(s string) (Reading, error) {
	if s == "-" {
		return Reading{}, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > len(f.list) {
		return Reading{}, fmt.Errorf("reader %q: expected one of the %d so far", abridge(s), len(f.list))
	}
	return f.list[n-1], nil
}

// take adds the reader on a line, which has a number.
func (f *readers) take(number string, r Reading) error {
	if number != strconv.Itoa(len(f.list)+1) {
		return fmt.Errorf("reader %q: expected %d", abridge(number), len(f.list)+1)
	}
	if err := r.check(); err != nil {
		return err
	}
	if f.numbers[r] != 0 {
		return fmt.Errorf("reader %s: expected another than reader %d", number, f.numbers[r])
	}
	if len(f.list) == maxReaders {
		return fmt.Errorf("reader %s: expected at most %d", number, maxReaders)
	}
	f.add(r)
	return nil
}

// ofRecord returns the number of a record's reader, and whether it is new; 0 means no number. Web
// archives may declare another media type for each record. Their readers get at most half of the
// numbers, so that files have the others.
func (f *readers) ofRecord(r Reading) (number int, isNew bool) {
	if r.MediaType == "" {
		return 0, false
	}
	n := f.numbers[r]
	if n != 0 || len(f.list) >= maxReaders/2 {
		return n, false
	}
	f.add(r)
	return len(f.list), true
}

// shortDigests encodes digests in a third fewer characters than those of files.
var shortDigests = base64.RawURLEncoding.Strict()

func shortDigest(d Digest) string {
	if d.IsZero() {
		return ""
	}
	return shortDigests.EncodeToString(d[:])
}

func parseShort(s string) (d Digest, err error) {
	octets, err := shortDigests.DecodeString(s)
	if err != nil || len(octets) != len(d) {
		return d, fmt.Errorf("digest %q: expected %d characters of base64url", abridge(s), shortDigests.EncodedLen(len(d)))
	}
	return Digest(octets), nil
}

// parsePrint parses a fingerprint or a state.
func parsePrint(s string, private scheme.Set) (fp scheme.Fingerprint, state State, err error) {
	if strings.Contains(s, ":") {
		fp, err = private.Parse(s)
		return fp, Fingerprinted, err
	}
	if state = State(s); state == Fingerprinted {
		err = errors.New("expected a fingerprint or why there is none")
	}
	return fp, state, err
}

// The line of a record begins with a space.
const textRecords = "# records:  fingerprint features payload text reader date  uri"

func (f *textForm) record(lines []byte, r *record) []byte {
	n, isNew := f.ofRecord(r.Reader)
	if isNew {
		lines = appendReader(lines, int64(n), r.Reader)
	}
	uri := escapes.Replace(r.URI)
	lines = append(lines, ' ')
	if uri != r.URI {
		lines = append(lines, '\\')
	}
	first, features, reader := string(r.State), "-", "-"
	if r.State == Fingerprinted {
		first, features = r.Fingerprint.String(), strconv.Itoa(r.Features)
	}
	if n != 0 {
		reader = strconv.Itoa(n)
	}
	text := orDash(shortDigest(r.Text))
	if !r.Exact.IsZero() {
		text += plus + shortDigest(r.Exact)
	}
	for _, field := range []string{first, features, orDash(shortDigest(r.Payload)), text, reader} {
		lines = append(append(lines, field...), ' ')
	}
	lines = append(append(lines, orDash(r.Date)...), "  "...)
	return append(append(lines, uri...), '\n')
}

func (f *textForm) parseRecord(line string, private scheme.Set) (r record, ok bool, err error) {
	if s, ok := strings.CutPrefix(line, textReader); ok {
		return r, false, f.parseReader(s)
	}
	rest, below := strings.CutPrefix(line, " ")
	rest, escaped := strings.CutPrefix(rest, `\`)
	columns, uri, found := strings.Cut(rest, "  ")
	fields := strings.Split(columns, " ")
	if !below || !found || len(fields) != 6 {
		return r, false, errors.New("expected a record: a space, six fields with one space between them, two spaces and a URI")
	}
	if escaped {
		if uri, err = unescape(uri); err != nil {
			return r, false, err
		}
	}
	r.URI, r.Date = uri, undash(fields[5])
	if r.Fingerprint, r.State, err = parsePrint(fields[0], private); err != nil {
		return r, false, err
	}
	if fields[1] != "-" {
		if r.Features, err = strconv.Atoi(fields[1]); err != nil {
			return r, false, fmt.Errorf("features %q: expected a number", abridge(fields[1]))
		}
	}
	text, exact, two := strings.Cut(fields[3], plus)
	if !two {
		exact = "-"
	}
	for i, d := range []*Digest{&r.Payload, &r.Text, &r.Exact} {
		if s := [...]string{fields[2], text, exact}[i]; s != "-" {
			if *d, err = parseShort(s); err != nil {
				return r, false, err
			}
		}
	}
	r.Reader, err = f.numbered(fields[4])
	return r, err == nil, err
}

type jsonRecord struct {
	URI         *string `json:"uri"`
	URIBase64   []byte  `json:"uri_base64,omitempty"`
	Date        string  `json:"date,omitempty"`
	Fingerprint string  `json:"fingerprint,omitempty"`
	State       State   `json:"state,omitempty"`
	Features    int     `json:"features,omitempty"`
	Payload     string  `json:"payload,omitempty"`
	Text        string  `json:"text,omitempty"`
	Exact       string  `json:"characters,omitempty"`
	Reader      int     `json:"reader,omitempty"`
}

type jsonReader struct {
	Reader    int    `json:"reader"`
	MediaType string `json:"media_type"`
	Encoding  string `json:"encoding,omitempty"`
	Tool      string `json:"tool,omitempty"`
}

const jsonReaderBegins = `{"reader":`

func (f *jsonForm) record(lines []byte, r *record) []byte {
	j := jsonRecord{
		Date: r.Date, State: r.State, Features: r.Features, Fingerprint: r.Fingerprint.String(),
		Payload: shortDigest(r.Payload), Text: shortDigest(r.Text), Exact: shortDigest(r.Exact),
	}
	var isNew bool
	if j.Reader, isNew = f.ofRecord(r.Reader); isNew {
		lines = appendLine(lines, jsonReader{j.Reader, r.Reader.MediaType, r.Reader.Encoding, r.Reader.Tool})
	}
	var uri string
	uri, j.URIBase64 = jsonName(r.URI)
	j.URI = &uri
	return appendLine(lines, j)
}

func (f *jsonForm) parseRecord(line string, private scheme.Set) (r record, ok bool, err error) {
	if strings.HasPrefix(line, jsonReaderBegins) {
		var j jsonReader
		if err := unmarshal(line, &j); err != nil {
			return r, false, err
		}
		return r, false, f.take(strconv.Itoa(j.Reader), Reading{j.MediaType, j.Encoding, j.Tool})
	}
	var j jsonRecord
	if err := unmarshal(line, &j); err != nil {
		return r, false, err
	}
	if j.URI == nil {
		return r, false, errors.New("expected a record: an object with uri")
	}
	r = record{URI: *j.URI, Date: j.Date, State: j.State, Features: j.Features}
	if j.URIBase64 != nil {
		r.URI = string(j.URIBase64)
	}
	if j.Fingerprint != "" {
		if r.Fingerprint, err = private.Parse(j.Fingerprint); err != nil {
			return r, false, err
		}
	}
	for _, d := range []struct {
		text string
		to   *Digest
	}{{j.Payload, &r.Payload}, {j.Text, &r.Text}, {j.Exact, &r.Exact}} {
		if d.text != "" {
			if *d.to, err = parseShort(d.text); err != nil {
				return r, false, err
			}
		}
	}
	if j.Reader != 0 {
		r.Reader, err = f.numbered(strconv.Itoa(j.Reader))
	}
	return r, err == nil, err
}
