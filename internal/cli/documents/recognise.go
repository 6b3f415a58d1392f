package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// The forms of data sets.
const (
	jsonLines = "jsonl"
	jsonArray = "json"
	csvForm   = "csv"
	tsvForm   = "tsv"
	parquet   = "parquet"
	arrow     = "arrow"
)

var recordForms = []string{jsonLines, jsonArray, csvForm, tsvForm, parquet, arrow}

// formsByEnding are the forms that endings of file names tell of.
var formsByEnding = map[string]string{
	".jsonl": jsonLines, ".ndjson": jsonLines, ".json": jsonArray, ".csv": csvForm, ".tsv": tsvForm, ".tab": tsvForm,
	".arrow": arrow, ".arrows": arrow, ".ipc": arrow, ".feather": arrow,
}

// isParquet reports whether an input is a Parquet file.
func isParquet(head []byte) bool { return bytes.HasPrefix(head, []byte("PAR1")) }

// isArrow reports whether an input is an Arrow file, and not a stream.
func isArrow(head []byte) bool { return bytes.HasPrefix(head, []byte("ARROW1")) }

// endsWithIndex reports whether an input is a data set that is read from its end.
func endsWithIndex(head []byte) bool { return isParquet(head) || isArrow(head) }

// named returns the form that the name of a file tells of, or "".
func named(name string) string {
	name = strings.ToLower(path.Base(name))
	for _, packed := range compressed.All {
		name = strings.TrimSuffix(name, "."+packed.Ending)
	}
	return formsByEnding[path.Ext(name)]
}

// recognise returns the form of an input that is clearly a data set with the fields, or "". Spark and
// Hive keep what is no data in files whose names begin with "_".
func recognise(head []byte, name string, f dataset.Fields) string {
	if isParquet(head) {
		if strings.HasPrefix(path.Base(name), "_") {
			return ""
		}
		return parquet
	}
	if isArrow(head) {
		return arrow
	}
	form := named(name)
	if form == "" {
		return ""
	}
	plain := plainHead(head)
	switch form {
	case arrow: // a stream: its first message begins with this mark
		if !bytes.HasPrefix(plain, []byte("\xff\xff\xff\xff")) {
			return ""
		}
		return arrow
	case csvForm, tsvForm:
		columns, _ := dataset.Columns(firstLine(plain), comma(form))
		for _, p := range f.Text {
			if _, given := f.Given[p[0]]; !given && !slices.Contains(columns, strings.Join(p, ".")) {
				return ""
			}
		}
		return form
	case jsonLines:
		if len(bytes.Trim(plain, blanks)) == 0 { // a set of no records
			return form
		}
	case jsonArray:
		if rest, ok := bytes.CutPrefix(bytes.TrimLeft(plain, blanks), []byte("[")); ok {
			if plain = bytes.TrimLeft(rest, blanks); bytes.HasPrefix(plain, []byte("]")) {
				return form
			}
		} else if form = jsonLines; !hasLines(plain) {
			return ""
		}
	}
	// Lines without a text may be anything: a log.
	if has, cut := beginsWithRecord(plain, f); !has && !(cut && named(name) == jsonLines) {
		return ""
	}
	return form
}

// looksLike returns the form of an input that seems to be a data set, whatever its fields, or "".
func looksLike(head []byte, name string) string {
	plain := plainHead(head)
	switch form := named(name); form {
	case csvForm, tsvForm:
		columns, err := dataset.Columns(firstLine(plain), comma(form))
		_, rest, _ := bytes.Cut(plain, []byte("\n"))
		if len(bytes.TrimSpace(rest)) > 0 && (err == nil && len(columns) > 1 || unread(head, name) != "") {
			return form
		}
		return ""
	case jsonLines:
		return form
	case jsonArray:
		if rest, ok := bytes.CutPrefix(bytes.TrimLeft(plain, blanks), []byte("[")); ok && isObject(rest) {
			return form
		}
	}
	if hasLines(plain) {
		return jsonLines
	}
	return ""
}

// unread says why the fields of an input that seems to be a data set cannot be read, or "".
func unread(head []byte, name string) string {
	plain := plainHead(head)
	form := named(name)
	switch {
	case form == "":
		return ""
	case bytes.HasPrefix(plain, []byte("\xff\xfe")), bytes.HasPrefix(plain, []byte("\xfe\xff")):
		return "is in UTF-16: expected UTF-8"
	case form != csvForm && form != tsvForm:
		return ""
	}
	line := firstLine(plain)
	if columns, err := dataset.Columns(line, comma(form)); err != nil || len(columns) > 1 {
		return ""
	}
	for _, other := range []byte{';', '|', '\t', ','} {
		if columns, err := dataset.Columns(line, other); other != comma(form) && err == nil && len(columns) > 1 {
			return fmt.Sprintf("separates its values by %q: expected %q", other, comma(form))
		}
	}
	return ""
}

const blanks = " \t\r\n"

// comma returns what separates the values of a form.
func comma(form string) byte {
	if form == tsvForm {
		return '\t'
	}
	return ','
}

func firstLine(plain []byte) []byte {
	line, _, _ := bytes.Cut(plain, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

func isObject(plain []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(plain, blanks), []byte("{")) }

// hasLines reports whether the first two lines seem to be JSON objects.
func hasLines(plain []byte) bool {
	line, rest, ok := bytes.Cut(plain, []byte("\n"))
	return ok && isObject(line) && isObject(rest) && json.Valid(bytes.TrimSpace(line))
}

// beginsWithRecord reports whether the first object has one of the text fields. Its value must be a
// string or null, or an object or an array if the path leads on. Only the head is looked at. If cut, the object goes
// on behind it.
func beginsWithRecord(plain []byte, f dataset.Fields) (has, cut bool) {
	d := json.NewDecoder(bytes.NewReader(plain))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false, false
	}
	isCut := func(err error) bool {
		return len(plain) >= HeadSize && (err == io.EOF || err == io.ErrUnexpectedEOF)
	}
	null := false
	for {
		name, err := d.Token()
		if err != nil || name == json.Delim('}') {
			return null, isCut(err)
		}
		for _, p := range f.Text {
			if name != p[0] {
				continue
			}
			rest, _ := io.ReadAll(d.Buffered())
			_, value, _ := bytes.Cut(rest, []byte(":"))
			value = bytes.TrimLeft(value, blanks)
			if len(value) == 0 {
				return false, isCut(io.EOF)
			}
			if value[0] == '"' || len(p) > 1 && strings.IndexByte("{[", value[0]) >= 0 {
				return true, false
			}
			null = null || value[0] == 'n'
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return null, isCut(err)
		}
	}
}

// maxPeek bounds what is unpacked to find out what is there, in bytes.
const maxPeek = 64 << 10

// plainHead is the start of what may be compressed, without a byte order mark.
func plainHead(head []byte) []byte {
	if f := compressed.Find(head); f != nil {
		if r, err := f.Reader(bytes.NewReader(head), compressed.HeadWindow); err == nil {
			plain := make([]byte, maxPeek)
			n, _ := io.ReadFull(r, plain)
			head = plain[:n]
		}
	}
	return bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
}

// partition returns the fields that the directories of a path tell of, as Hive writes them:
// lang=en/part-0.parquet.
func partition(name string) map[string]string {
	var fields map[string]string
	for _, part := range strings.Split(path.Dir(name), "/") {
		key, value, ok := strings.Cut(part, "=")
		if !ok || key == "" {
			continue
		}
		if value == "__HIVE_DEFAULT_PARTITION__" { // null
			value = ""
		}
		if fields == nil {
			fields = make(map[string]string)
		}
		fields[unescape(key)] = unescape(value)
	}
	return fields
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// oneDocument returns a note on an input that was not recognised as a data set. It returns an error if
// reading the input as one document is probably a mistake. In JSON, words may be escaped. So a command that refuses
// repeated ids refuses such an input also in a directory.
func (f *ReadFlags) oneDocument(head []byte, name string, given bool) (note string, err error) {
	if f.input != "" || f.Media != "" {
		return "", nil
	}
	form := looksLike(head, name)
	isJSON := form == jsonLines || form == jsonArray
	refused, fault := form != "" && (f.asked || given && f.RefuseSets || (given || isJSON) && f.EachOnce), ""
	if refused {
		fault = unread(head, name)
	}
	switch {
	case fault != "":
		return "", fmt.Errorf("seems to be a data set (%s), but %s, or --media for one document", form, fault)
	case given && f.asked && form == "":
		return "", fmt.Errorf("not recognised as a data set: expected --input with its form: %s",
			strings.Join(recordForms, ", "))
	case refused && named(name) == "":
		return "", fmt.Errorf("seems to be a data set: expected --input %s, or --media for one document", form)
	case refused:
		return "", fmt.Errorf(
			"seems to be a data set (%s), but has no field %s: expected --text-field, --input, or --media for one document",
			form, f.text[0])
	case form == jsonLines && named(name) == jsonLines:
		return "its lines are read as one document: --input jsonl makes each a document", nil
	case given && form != "":
		return fmt.Sprintf("its records are read as one document: --input %s makes each a document", form), nil
	}
	return "", nil
}
