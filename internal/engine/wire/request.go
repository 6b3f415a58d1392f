package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ParseRequest reads the line of a request, as strictly as annex A says. It returns err for a line that
// is no request. It returns wrong if a key of the stage is missing or has another form.
func ParseRequest(line []byte) (r protocol.Request, wrong, err error) {
	if !wellformed.PairedEscapes(line) {
		return r, nil, errors.New("the line is not UTF-8")
	}
	values, err := object(line)
	if err != nil {
		return r, nil, err
	}
	names := []*string{&r.ID, (*string)(&r.Stage), &r.Scheme}
	for i, key := range []string{"id", "stage", "scheme"} {
		if value, ok := values[key]; ok {
			*names[i], err = text(value)
		} else if key != "scheme" {
			err = errMissing
		}
		if err != nil {
			return r, nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	_, ok := values["scheme"]
	if wrong = readKeys(values, &r); !ok && r.Stage != vectors.Decode && r.Stage != vectors.Distance {
		wrong = fmt.Errorf("scheme: %w", errMissing)
	}
	return r, wrong, nil
}

var errMissing = errors.New("missing: expected this key")

// object returns the values of a JSON object, without those that are null. Names of keys are exact:
// encoding/json would take "HASH" for "hash".
func object(line []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("the line is not UTF-8")
	}
	var values map[string]json.RawMessage
	err := json.Unmarshal(line, &values)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) || err == nil && values == nil:
		return nil, errors.New("the line is not a JSON object")
	case err != nil:
		return nil, fmt.Errorf("the line is not JSON: %w", err)
	}
	for key, value := range values {
		if string(value) == "null" {
			delete(values, key)
		}
	}
	return values, nil
}

// readKeys reads what the stage of r needs into r.Input and r.Cuts. It ignores other keys.
func readKeys(values map[string]json.RawMessage, r *protocol.Request) error {
	in := &r.Input
	octets := key{"octets", into(&in.Raw, bytesOf)}
	charset := key{"charset?", into(&in.Charset, text)}
	elements := key{"elements", into(&in.Elements, listOf(text))}
	sketch := key{"sketch", into(&in.Sketch, text)}
	texts, words := key{"texts", into(&in.Texts, listOf(bytesOf))}, key{"words", into(&in.Words, integer)}
	stages := map[vectors.Stage][]key{
		vectors.Text:          {octets},
		vectors.Identifiers:   {{"text", into(&in.Text, wellFormed)}},
		vectors.Normalise:     {{"text", into(&in.Text, wellFormed)}},
		vectors.Segment:       {{"runs", into(&in.Runs, listOf(wellFormed))}},
		vectors.Features:      {{"tokens", into(&in.Tokens, listOf(wellFormed))}},
		vectors.Hash:          {octets},
		vectors.Counters:      {elements},
		vectors.Full:          {elements},
		vectors.Merge:         {{"fulls", into(&in.Fulls, listOf(bytesOf))}},
		vectors.Sketch:        {{"counters?", into(&in.Counters, listOf(counter))}, {"full?", into(&in.Full, bytesOf)}},
		vectors.Truncate:      {sketch, {"bits", into(&in.Bits, integer)}},
		vectors.Encode:        {sketch, {"profile?", into(&in.Profile, name)}},
		vectors.Decode:        {{"string", into(&in.String, bytesOf)}},
		vectors.Distance:      {{"strings", into(&in.Strings, listOf(text))}},
		vectors.TextDigest:    {octets, {"cuts?", into(&r.Cuts, listOf(integer))}},
		vectors.Pipeline:      {octets},
		protocol.Stream:       {octets, {"cuts", into(&r.Cuts, listOf(integer))}},
		vectors.HTML:          {octets, charset},
		vectors.XML:           {octets, charset},
		vectors.Main:          {octets, charset},
		protocol.DocumentText: {octets, {"medium", into(&in.Medium, name)}},
		vectors.Bands:         {sketch, {"bands", into(&in.Bands, integer)}, {"rows", into(&in.Rows, integer)}},
		vectors.Clusters: {
			{"ids", into(&in.IDs, listOf(bytesOf))}, {"weights", into(&in.Weights, listOf(weight))},
			{"strings", into(&in.Strings, listOf(text))},
			{"threshold", into(&in.Threshold, share)}, {"floor", into(&in.Floor, share)},
			{"bands?", into(&in.Bands, integer)}, {"rows?", into(&in.Rows, integer)}, {"most?", into(&in.Most, integer)},
		},
		vectors.Texts:    {texts},
		vectors.Windows:  {octets, words},
		vectors.Passages: {texts, words},
		vectors.Covers:   {texts, words},
	}
	return readAll(values, stages[r.Stage])
}

// readAll reads the values of keys.
func readAll(values map[string]json.RawMessage, keys []key) error {
	for _, k := range keys {
		name, optional := strings.CutSuffix(k.name, "?")
		value, ok := values[name]
		if !ok && optional {
			continue
		}
		err := errMissing
		if ok {
			err = k.read(value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// A key is a key of a message, which may be missing if its name ends in "?".
type key struct {
	name string
	read func(value json.RawMessage) error
}

// into returns a reader of a value that stores what parse returns.
func into[T any](at *T, parse func(json.RawMessage) (T, error)) func(json.RawMessage) error {
	return func(value json.RawMessage) (err error) {
		*at, err = parse(value)
		return err
	}
}

// expected is the error of a value in another form.
func expected(value json.RawMessage, form string) error {
	shown := string(value)
	if len(shown) > 60 {
		shown = strings.ToValidUTF8(shown[:60], "") + "…"
	}
	return fmt.Errorf("%s: expected %s", shown, form)
}

func text(value json.RawMessage) (s string, err error) {
	if value[0] == '"' && bytes.IndexByte(value, '\\') < 0 { // most strings: nothing to decode
		return string(value[1 : len(value)-1]), nil
	}
	if value[0] != '"' || json.Unmarshal(value, &s) != nil {
		return "", expected(value, "a string")
	}
	return s, nil
}

func name(value json.RawMessage) (string, error) {
	s, err := text(value)
	if err == nil && s == "" {
		err = expected(value, "a name")
	}
	return s, err
}

func bytesOf(value json.RawMessage) (vectors.Bytes, error) {
	s, err := text(value)
	if err != nil {
		return nil, err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || strings.ContainsAny(s, "\r\n") { // which Go skips
		return nil, expected(value, "base64 with padding and without line ends")
	}
	return vectors.BytesOf(b), nil
}

func wellFormed(value json.RawMessage) (vectors.Bytes, error) {
	b, err := bytesOf(value)
	if err == nil && !utf8.Valid(b.Bytes()) {
		err = expected(value, "UTF-8 in base64")
	}
	return b, err
}

func listOf[T any](parse func(json.RawMessage) (T, error)) func(json.RawMessage) ([]T, error) {
	return func(value json.RawMessage) ([]T, error) {
		var items []json.RawMessage
		if value[0] != '[' || json.Unmarshal(value, &items) != nil {
			return nil, expected(value, "a list")
		}
		list := make([]T, len(items))
		for i, item := range items {
			var err error
			if list[i], err = parse(item); err != nil {
				return nil, fmt.Errorf("item %d: %w", i, err)
			}
		}
		return list, nil
	}
}

func parseInteger(digits string, value json.RawMessage, form string) (int64, error) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || digits != "0" && strings.IndexByte("123456789", strings.TrimPrefix(digits, "-")[0]) < 0 { // +1, 01, -0
		return 0, expected(value, form)
	}
	return n, nil
}

func integer64(value json.RawMessage) (int64, error) {
	return parseInteger(string(value), value, "an integer")
}

func integer(value json.RawMessage) (int, error) {
	n, err := integer64(value)
	return int(n), err
}

func weight(value json.RawMessage) (int64, error) {
	n, err := integer64(value)
	if err == nil && (n < 0 || n >= 1<<53) {
		err = expected(value, "0 to 2^53 - 1")
	}
	return n, err
}

func counter(value json.RawMessage) (int64, error) {
	s, err := text(value)
	if err != nil {
		return 0, err
	}
	return parseInteger(s, value, "the decimal digits of a signed integer of 64 bits")
}

func share(value json.RawMessage) (*float64, error) {
	n, err := number(value)
	if err != nil || !(n >= 0 && n <= 1) {
		return nil, expected(value, "a number from 0 to 1")
	}
	return &n, nil
}
