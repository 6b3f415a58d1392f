package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Outcomes that the runner sets: the port ended, or a reply has a wrong form. No port may send them.
const (
	Crashed   = "crashed"
	Malformed = "malformed"
)

// ParseReply parses the line of a reply, as strictly as annex A says. stageOf returns the stage of the
// request with an id. ParseReply ignores keys that are not in the row of that stage. With an error it
// returns the id if it is known. The id "" answers a line that is no request.
func ParseReply(line []byte, stageOf func(id string) vectors.Stage) (r protocol.Reply, err error) {
	values, err := object(line)
	if err != nil {
		return r, err
	}
	id, ok := values["id"]
	if !ok {
		return r, errors.New("it has no id")
	}
	if r.ID, err = text(id); err != nil {
		return r, fmt.Errorf("key id: %w", err)
	}
	if err := readReply(values, stageOf(r.ID), &r); err != nil {
		return protocol.Reply{ID: r.ID}, err
	}
	return r, nil
}

// readReply reads the values of a reply for a stage.
func readReply(values map[string]json.RawMessage, stage vectors.Stage, r *protocol.Reply) error {
	err := readAll(values, []key{{"outcome?", into(&r.Result.Outcome, name)}, {"reason?", into(&r.Reason, text)}})
	if err != nil {
		return err
	}
	if r.Result.Outcome != "" {
		return checkOutcome(values, r.Result.Outcome, stage)
	}
	for _, k := range replyKeys[stage] {
		key, optional := strings.CutSuffix(k.name, "?")
		value, ok := values[key]
		switch {
		case !ok && !optional:
			return fmt.Errorf("it lacks the key %s: expected it of a reply for stage %s", key, stage)
		case !ok:
			continue
		}
		if err := k.read(&r.Result, value); err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}
	}
	return nil
}

// checkOutcome returns an error for an outcome of the runner, and for one beside a value of the stage.
func checkOutcome(values map[string]json.RawMessage, outcome string, stage vectors.Stage) error {
	if outcome == Crashed || outcome == Malformed {
		return fmt.Errorf("outcome %q: expected an outcome from SPEC.md", outcome)
	}
	for _, k := range replyKeys[stage] {
		key := strings.TrimSuffix(k.name, "?")
		if _, ok := values[key]; ok {
			return fmt.Errorf("it has the outcome %q and the key %s: expected one or the other", outcome, key)
		}
	}
	return nil
}

// A replyKey is a key of a reply. Its name ends in "?" if a port may leave it out.
type replyKey struct {
	name string
	read func(d *vectors.Data, value json.RawMessage) error
}

// at returns a key whose value parse reads and field stores.
func at[T any](name string, field func(*vectors.Data) *T, parse func(json.RawMessage) (T, error)) replyKey {
	return replyKey{name, func(d *vectors.Data, value json.RawMessage) (err error) {
		*field(d), err = parse(value)
		return err
	}}
}

// pointer returns a parser that returns a pointer to what parse returns.
func pointer[T any](parse func(json.RawMessage) (T, error)) func(json.RawMessage) (*T, error) {
	return func(value json.RawMessage) (*T, error) {
		v, err := parse(value)
		return &v, err
	}
}

// replyKeys has the keys of the replies for each stage (annex A). Most texts need not be UTF-8 here. They are
// compared with the expected text, and the difference says more.
var replyKeys = func() map[vectors.Stage][]replyKey {
	type data = vectors.Data
	plain := at("text", func(d *data) *vectors.Bytes { return &d.Text }, bytesOf)
	full := at("full", func(d *data) *vectors.Bytes { return &d.Full }, bytesOf)
	sketch := at("sketch", func(d *data) *string { return &d.Sketch }, digits)
	elements := at("elements", func(d *data) *[]string { return &d.Elements }, listOf(digits))
	items := at("items?", func(d *data) *[]vectors.Bytes { return &d.Items }, listOf(bytesOf))
	similarity := at("similarity", func(d *data) **float64 { return &d.Similarity }, pointer(number))
	places := at("places?", func(d *data) *[]int64 { return &d.Places }, listOf(integer64))
	counts := at("counts", func(d *data) *[]int64 { return &d.Counts }, listOf(integer64))
	whole := []replyKey{
		at("fingerprint", func(d *data) *string { return &d.Fingerprint }, text),
		at("features", func(d *data) **int { return &d.Features }, pointer(integer)),
	}
	return map[vectors.Stage][]replyKey{
		vectors.Text:        {plain},
		vectors.Identifiers: {plain},
		vectors.Normalise:   {at("runs", func(d *data) *[]vectors.Bytes { return &d.Runs }, listOf(bytesOf))},
		vectors.Segment:     {at("tokens", func(d *data) *[]vectors.Bytes { return &d.Tokens }, listOf(bytesOf))},
		vectors.Features:    {elements},
		vectors.Hash:        {at("hash", func(d *data) *string { return &d.Hash }, digits)},
		vectors.Counters:    {at("counters", func(d *data) *[]int64 { return &d.Counters }, listOf(counter))},
		vectors.Full:        {full},
		vectors.Merge:       {full},
		vectors.Sketch:      {sketch},
		vectors.Truncate:    {sketch},
		vectors.Encode:      {at("string", func(d *data) *vectors.Bytes { return &d.String }, bytesOf)},
		vectors.Decode: {
			sketch,
			at("scheme", func(d *data) *string { return &d.Scheme }, text),
			at("profile", func(d *data) *string { return &d.Profile }, text),
		},
		vectors.Distance: {at("distance", func(d *data) **int { return &d.Distance }, pointer(integer)), similarity},
		vectors.Pipeline: whole,
		protocol.Stream:  whole,
		vectors.TextDigest: {
			at("digest", func(d *data) *string { return &d.Digest }, digits), items,
		},
		vectors.HTML: {plain},
		vectors.XML:  {plain},
		vectors.Main: {
			plain,
			at("scores", func(d *data) *[]int64 { return &d.Scores }, listOf(integer64)),
			at("lines?", func(d *data) *[][]int64 { return &d.Lines }, listOf(listOf(integer64))),
		},
		protocol.DocumentText: {at("text", func(d *data) *vectors.Bytes { return &d.Text }, wellFormed)},
		vectors.Bands:         {at("keys", func(d *data) *[]string { return &d.Keys }, listOf(digits))},
		vectors.Clusters: {
			at("clusters", func(d *data) *[]vectors.Bytes { return &d.Clusters }, listOf(bytesOf)),
			at("similarities", func(d *data) *[]float64 { return &d.Similarities }, listOf(number)),
		},
		vectors.Texts: {
			counts,
			at("sketches", func(d *data) *[]string { return &d.Sketches }, listOf(digits)),
			at("weights", func(d *data) *[]int64 { return &d.Weights }, listOf(integer64)),
			similarity,
			at("same", func(d *data) **bool { return &d.Same }, pointer(boolean)),
			at("numbers", func(d *data) **bool { return &d.Numbers }, pointer(boolean)),
			at("compared?", func(d *data) *[][]vectors.Bytes { return &d.Compared }, listOf(listOf(bytesOf))),
		},
		vectors.Windows: {
			elements, items, at("weights?", func(d *data) *[]int64 { return &d.Weights }, listOf(integer64)), places,
		},
		vectors.Passages: {at("passages", func(d *data) *[][]int64 { return &d.Passages }, listOf(listOf(integer64))), places},
		vectors.Covers:   {counts},
	}
}()

// digits parses lower-case hexadecimal digits. The comparison shows a wrong number of them.
func digits(value json.RawMessage) (string, error) {
	s, err := text(value)
	if err == nil && strings.Trim(s, "0123456789abcdef") != "" {
		err = expected(value, "lower-case hexadecimal digits")
	}
	return s, err
}

func number(value json.RawMessage) (float64, error) {
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil {
		return 0, expected(value, "a number")
	}
	return n, nil
}

func boolean(value json.RawMessage) (bool, error) {
	if s := string(value); s != "true" && s != "false" {
		return false, expected(value, "true or false")
	}
	return value[0] == 't', nil
}
