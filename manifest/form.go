package manifest

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// The versions of both forms. Version 2 has the root of the tree, and version 3 has records below files. Version 4 has
// digests of characters. Each manifest has the lowest version that suffices, so that older readers can read it.
const (
	versionPlain   = 1
	versionRooted  = 2
	versionRecords = 3
	versionExact   = 4
)

// version returns the version of a manifest with this header.
func (h *Header) version() int {
	switch {
	case h.exact:
		return versionExact
	case h.records:
		return versionRecords
	case h.Root != "":
		return versionRooted
	}
	return versionPlain
}

// A form makes lines and parses them. It refuses lines that it would not make.
type form interface {
	header(h *Header) []string
	// entry appends the line of a file, after the line of its reader if that is new.
	entry(lines []byte, e *Entry) []byte
	// record appends the line of a record, after the line of its reader if that is new.
	record(lines []byte, r *record) []byte
	end(files int64, sum Digest) string

	// headerEnds reports whether these are all lines of a header.
	headerEnds(lines []string) bool
	// parseHeader returns the number, from 1, of the line that an error is about.
	parseHeader(lines []string, private scheme.Set) (h *Header, line int, err error)
	// parseEntry returns ok = false if the line does not describe a file.
	parseEntry(line string, private scheme.Set) (e Entry, ok bool, err error)
	// parseRecord returns ok = false if the line does not describe a record.
	parseRecord(line string, private scheme.Set) (r record, ok bool, err error)
	// parseEnd returns ok = false if the line is not the last.
	parseEnd(line string) (files int64, sum Digest, ok bool)
}

// form returns the form of a manifest.
func (h *Header) form() form {
	if h.JSON {
		return new(jsonForm)
	}
	return new(textForm)
}

const (
	textMagic   = "# fpcheck manifest "
	textColumns = "# columns: fingerprint features size sha256 text reader  path"
	textEnd     = "# end: "
	textReader  = "# reader "
)

// textForm is the text form.
type textForm struct{ readers }

func (f *textForm) header(h *Header) []string {
	lines := []string{
		textMagic + strconv.Itoa(h.version()),
		"# scheme: " + h.Scheme.ID(),
		"# profile: " + h.Profile,
		"# text: " + textdigest.Name,
		"# tool: " + orDash(h.Tool),
	}
	if h.Root != "" {
		lines = append(lines, "# root: "+escapes.Replace(h.Root))
	}
	if h.records {
		lines = append(lines, textRecords)
	}
	return append(lines, textColumns)
}

func (f *textForm) headerEnds(lines []string) bool {
	switch strings.TrimPrefix(lines[0], textMagic) {
	case strconv.Itoa(versionPlain):
		return len(lines) == 6
	case strconv.Itoa(versionRooted):
		return len(lines) == 7
	case strconv.Itoa(versionRecords), strconv.Itoa(versionExact):
		return len(lines) == 8 || lines[len(lines)-1] == textColumns
	}
	return true // its lines are unknown
}

func (f *textForm) parseHeader(lines []string, private scheme.Set) (h *Header, line int, err error) {
	h = new(Header)
	keys := []string{"scheme", "profile", "text", "tool"}
	switch v := strings.TrimPrefix(lines[0], textMagic); v {
	case strconv.Itoa(versionPlain):
	case strconv.Itoa(versionRooted):
		keys = append(keys, "root")
	case strconv.Itoa(versionRecords), strconv.Itoa(versionExact):
		h.records, h.exact = true, v == strconv.Itoa(versionExact)
		if len(lines) == 8 {
			keys = append(keys, "root")
		}
	default:
		return nil, 1, unknownVersion(v)
	}
	for i, key := range keys {
		value, ok := strings.CutPrefix(lines[i+1], "# "+key+": ")
		if !ok || value == "" {
			return nil, i + 2, fmt.Errorf("%q: expected \"# %s: \" and its value", abridge(lines[i+1]), key)
		}
		switch key {
		case "tool":
			value = undash(value)
		case "root":
			value, err = unescape(value)
		}
		if err = cmp.Or(err, h.set(key, value, private)); err != nil {
			return nil, i + 2, err
		}
	}
	return h, 0, nil
}

func (f *textForm) entry(lines []byte, e *Entry) []byte {
	n := int64(none)
	if e.Reading.MediaType != "" {
		if n = int64(f.numbers[e.Reading]); n == 0 {
			f.add(e.Reading)
			n = int64(len(f.list))
			lines = appendReader(lines, n, e.Reading)
		}
	}
	path := escapes.Replace(e.Path)
	if path != e.Path {
		lines = append(lines, '\\')
	}
	first, features := string(e.State), int64(none)
	if e.State == Fingerprinted {
		first, features = e.Fingerprint.String(), int64(e.Features)
	} else if e.State == webArchive || e.Records > 0 {
		features = e.Records
	}
	lines = append(append(lines, first...), ' ')
	lines = append(appendNumber(lines, features), ' ')
	lines = append(appendNumber(lines, e.Size), ' ')
	lines = append(appendDigest(lines, e.SHA256), ' ')
	lines = appendDigest(lines, e.Text)
	if !e.exact.IsZero() {
		lines = appendDigest(append(lines, plus...), e.exact)
	}
	lines = append(appendNumber(append(lines, ' '), n), "  "...)
	return append(append(lines, path...), '\n')
}

func appendReader(lines []byte, n int64, r Reading) []byte {
	lines = append(strconv.AppendInt(append(lines, textReader...), n, 10), ": "...)
	return append(append(lines, r.MediaType+" "+orDash(r.Encoding)+" "+orDash(r.Tool)...), '\n')
}

// plus comes between a text digest and a digest of characters.
const plus = "+"

// errExact is the error of a digest of characters that does not follow a text digest.
var errExact = errors.New("a digest of characters: expected a text digest before it, and a manifest of version 4")

// none is a number that is not known.
const none = -1

// appendNumber appends a number, or a dash if it is negative.
func appendNumber(line []byte, n int64) []byte {
	if n < 0 {
		return append(line, '-')
	}
	return strconv.AppendInt(line, n, 10)
}

// appendDigest appends a digest in hexadecimal, or a dash if there is none.
func appendDigest(line []byte, d Digest) []byte {
	if d.IsZero() {
		return append(line, '-')
	}
	return hex.AppendEncode(line, d[:])
}

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// unescape decodes an escaped path.
func unescape(s string) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		j := -1
		if i+1 < len(s) {
			j = strings.IndexByte(`\nr`, s[i+1])
		}
		if j < 0 {
			return "", fmt.Errorf("path %q: expected \\\\, \\n or \\r wherever there is a backslash", abridge(s))
		}
		b.WriteByte("\\\n\r"[j])
		s = s[i+2:]
	}
}

func (f *textForm) parseEntry(line string, private scheme.Set) (e Entry, ok bool, err error) {
	if s, ok := strings.CutPrefix(line, textReader); ok {
		return Entry{}, false, f.parseReader(s)
	}
	rest, escaped := strings.CutPrefix(line, `\`)
	columns, path, found := strings.Cut(rest, "  ")
	fields := strings.Split(columns, " ")
	if !found || len(fields) != 6 {
		return Entry{}, false, errors.New("expected six fields with one space between them, two spaces and a path")
	}
	if escaped {
		if path, err = unescape(path); err != nil {
			return Entry{}, false, err
		}
	}
	e = Entry{Path: path, Size: -1}
	if e.Fingerprint, e.State, err = parsePrint(fields[0], private); err != nil {
		return Entry{}, false, err
	}
	if fields[1] != "-" {
		n, err := strconv.ParseInt(fields[1], 10, 64)
		switch {
		case err != nil || n > math.MaxInt32 && e.State == Fingerprinted:
			return Entry{}, false, fmt.Errorf("features %q: expected a number", abridge(fields[1]))
		case e.State == Fingerprinted:
			e.Features = int(n)
		default:
			e.Records = n
		}
	}
	if fields[2] != "-" {
		if e.Size, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
			return Entry{}, false, fmt.Errorf("size %q: expected a number of bytes", abridge(fields[2]))
		}
	}
	text, exact, two := strings.Cut(fields[4], plus)
	if !two {
		exact = "-"
	}
	for i, d := range []*Digest{&e.SHA256, &e.Text, &e.exact} {
		if s := [...]string{fields[3], text, exact}[i]; s != "-" {
			if err := d.UnmarshalText([]byte(s)); err != nil {
				return Entry{}, false, err
			}
		}
	}
	e.Reading, err = f.numbered(fields[5])
	return e, err == nil, err
}

// parseReader parses a line after "# reader ".
func (f *textForm) parseReader(s string) error {
	number, s, _ := strings.Cut(s, ": ")
	mediaType, s, _ := strings.Cut(s, " ")
	encoding, tool, ok := strings.Cut(s, " ")
	if !ok || mediaType == "" || encoding == "" || tool == "" {
		return errors.New("reader: expected a media type, an encoding and a tool")
	}
	return f.take(number, Reading{mediaType, undash(encoding), undash(tool)})
}

func (f *textForm) end(files int64, sum Digest) string {
	return fmt.Sprintf("%s%d sha256:%s", textEnd, files, sum)
}

func (f *textForm) parseEnd(line string) (files int64, sum Digest, ok bool) {
	s, ok := strings.CutPrefix(line, textEnd)
	number, digest, found := strings.Cut(s, " sha256:")
	files, err := strconv.ParseInt(number, 10, 64)
	return files, sum, ok && found && err == nil && sum.UnmarshalText([]byte(digest)) == nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func undash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

// jsonForm is the JSON form. Only the readers of records are numbered.
type jsonForm struct{ readers }

type jsonHeader struct {
	Manifest int    `json:"fpcheck_manifest"`
	Scheme   string `json:"scheme"`
	Profile  string `json:"profile"`
	Text     string `json:"text"`
	Tool     string `json:"tool,omitempty"`
	Root     string `json:"root,omitempty"`
	// RootBase64 is the root if it is not UTF-8.
	RootBase64 []byte `json:"root_base64,omitempty"`
}

type jsonEntry struct {
	Path        string `json:"path"`
	PathBase64  []byte `json:"path_base64,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	State       State  `json:"state,omitempty"`
	Features    int    `json:"features,omitempty"`
	Records     int64  `json:"records,omitempty"`
	Size        *int64 `json:"size,omitempty"`
	SHA256      Digest `json:"sha256,omitzero"`
	Text        Digest `json:"text_sha256,omitzero"`
	Exact       Digest `json:"characters_sha256,omitzero"`
	MediaType   string `json:"media_type,omitempty"`
	Encoding    string `json:"encoding,omitempty"`
	Tool        string `json:"tool,omitempty"`
}

type jsonEnd struct {
	Files  *int64 `json:"files"`
	SHA256 Digest `json:"sha256"`
}

func (*jsonForm) header(h *Header) []string {
	j := jsonHeader{Manifest: h.version(), Scheme: h.Scheme.ID(), Profile: h.Profile, Text: textdigest.Name, Tool: h.Tool}
	j.Root, j.RootBase64 = jsonName(h.Root)
	return []string{jsonLine(j)}
}

// jsonName returns a name as a JSON string, and its bytes if the string does not contain all of
// them.
func jsonName(name string) (text string, bytes []byte) {
	if utf8.ValidString(name) {
		return name, nil
	}
	return strings.ToValidUTF8(name, "\uFFFD"), []byte(name)
}

func (*jsonForm) headerEnds([]string) bool { return true }

func (*jsonForm) parseHeader(lines []string, private scheme.Set) (*Header, int, error) {
	var j jsonHeader
	if err := unmarshal(lines[0], &j); err != nil {
		return nil, 1, err
	}
	if j.Manifest < versionPlain || j.Manifest > versionExact {
		return nil, 1, unknownVersion(strconv.Itoa(j.Manifest))
	}
	if j.RootBase64 != nil {
		j.Root = string(j.RootBase64)
	}
	h := &Header{records: j.Manifest >= versionRecords, exact: j.Manifest == versionExact, JSON: true}
	fields := [][2]string{
		{"text", j.Text}, {"scheme", j.Scheme}, {"profile", j.Profile}, {"tool", j.Tool}, {"root", j.Root},
	}
	for _, field := range fields {
		if err := h.set(field[0], field[1], private); err != nil {
			return nil, 1, err
		}
	}
	return h, 0, nil
}

func (*jsonForm) entry(lines []byte, e *Entry) []byte { return appendLine(lines, newJSONEntry(e)) }

// MarshalJSON returns the line of e in the JSON form of a manifest.
func (e Entry) MarshalJSON() ([]byte, error) { return []byte(jsonLine(newJSONEntry(&e))), nil }

func newJSONEntry(e *Entry) jsonEntry {
	j := jsonEntry{
		Fingerprint: e.Fingerprint.String(), State: e.State, Features: e.Features, Records: e.Records,
		SHA256: e.SHA256, Text: e.Text, Exact: e.exact,
		MediaType: e.Reading.MediaType, Encoding: e.Reading.Encoding, Tool: e.Reading.Tool,
	}
	j.Path, j.PathBase64 = jsonName(e.Path)
	if e.Size >= 0 {
		j.Size = &e.Size
	}
	return j
}

func (*jsonForm) parseEntry(line string, private scheme.Set) (Entry, bool, error) {
	var j jsonEntry
	if err := unmarshal(line, &j); err != nil {
		return Entry{}, false, err
	}
	e := Entry{
		Path: j.Path, State: j.State, Features: j.Features, Records: j.Records, Size: -1,
		SHA256: j.SHA256, Text: j.Text, exact: j.Exact,
		Reading: Reading{j.MediaType, j.Encoding, j.Tool},
	}
	if j.PathBase64 != nil {
		e.Path = string(j.PathBase64)
	}
	if j.Fingerprint != "" {
		var err error
		if e.Fingerprint, err = private.Parse(j.Fingerprint); err != nil {
			return Entry{}, false, err
		}
	}
	if j.Size != nil {
		e.Size = *j.Size
	}
	return e, true, nil
}

func (*jsonForm) end(files int64, sum Digest) string { return jsonLine(jsonEnd{&files, sum}) }

func (*jsonForm) parseEnd(line string) (files int64, sum Digest, ok bool) {
	var end jsonEnd
	if !strings.HasPrefix(line, `{"files":`) || unmarshal(line, &end) != nil || end.Files == nil {
		return 0, Digest{}, false
	}
	return *end.Files, end.SHA256, true
}

func appendLine(lines []byte, v any) []byte {
	b := bytes.NewBuffer(lines)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // no type here can fail
	}
	return b.Bytes()
}

func jsonLine(v any) string { return strings.TrimSuffix(string(appendLine(nil, v)), "\n") }

func unmarshal(line string, v any) error {
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// set sets a field of a header, and checks its value.
func (h *Header) set(key, value string, private scheme.Set) (err error) {
	switch key {
	case "scheme":
		h.Scheme, err = private.Lookup(value)
	case "profile":
		h.Profile, err = value, checkProfile(value)
	case "text":
		if value != textdigest.Name {
			err = fmt.Errorf("text digests by %q: expected %s", abridge(value), textdigest.Name)
		}
	case "tool":
		h.Tool, err = value, checkTool(value)
	case "root":
		h.Root, err = value, checkRoot(value)
	}
	return err
}

func unknownVersion(v string) error {
	return fmt.Errorf("version %q: expected %d to %d", abridge(v), versionPlain, versionExact)
}

// orVisible returns h with "" replaced by the default profile.
func (h Header) orVisible() Header {
	h.Profile = cmp.Or(h.Profile, extract.Visible)
	return h
}
