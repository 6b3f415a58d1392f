package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestParseReply(t *testing.T) {
	n := 3
	for _, tt := range []struct {
		why   string
		stage vectors.Stage
		line  string
		want  vectors.Data
		err   string
	}{
		{"a key has its exact name", vectors.Hash, `{"id":"1","HASH":"00"}`, vectors.Data{},
			"it lacks the key hash: expected it of a reply for stage hash"},
		{"a key in capitals is unknown, and changes nothing", vectors.Hash, `{"id":"1","hash":"00","HASH":"11"}`,
			vectors.Data{Hash: "00"}, ""},
		{"a key with a letter that folds to k is unknown", vectors.Bands, `{"id":"1","keys":["00"],"\u212aeys":["11"]}`,
			vectors.Data{Keys: []string{"00"}}, ""},
		{"the id has its exact name", vectors.Hash, `{"ID":"1","hash":"00"}`, vectors.Data{}, "it has no id"},
		{"an id is a string", vectors.Hash, `{"id":1,"hash":"00"}`, vectors.Data{}, "key id: 1: expected a string"},
		{"null is as if the key were missing", vectors.Hash, `{"id":"1","outcome":null,"hash":"00"}`, vectors.Data{Hash: "00"}, ""},
		{"keys of a request are unknown in a reply", vectors.Text,
			`{"id":"1","stage":"text","scheme":"sd1","octets":5,"text":"YQ=="}`, vectors.Data{Text: vectors.BytesOf([]byte("a"))}, ""},
		{"a key of another stage is unknown", vectors.Hash, `{"id":"1","hash":"00","features":"x"}`, vectors.Data{Hash: "00"}, ""},
		{"base64 has no line end", vectors.Text, `{"id":"1","text":"YQ==\n"}`, vectors.Data{},
			`key text: "YQ==\n": expected base64 with padding and without line ends`},
		{"nor within a list", vectors.Normalise, `{"id":"1","runs":["YQ==","YW\r\nI="]}`, vectors.Data{},
			`key runs: item 1: "YW\r\nI=": expected base64 with padding and without line ends`},
		{"base64 has its padding", vectors.Text, `{"id":"1","text":"YQ"}`, vectors.Data{},
			`key text: "YQ": expected base64 with padding and without line ends`},
		{"an empty value is there", vectors.Text, `{"id":"1"}`, vectors.Data{},
			"it lacks the key text: expected it of a reply for stage text"},
		{"an empty text", vectors.Text, `{"id":"1","text":""}`, vectors.Data{Text: vectors.BytesOf([]byte{})}, ""},
		{"an item is no null", vectors.Normalise, `{"id":"1","runs":[null]}`, vectors.Data{},
			"key runs: item 0: null: expected a string"},
		{"digits are in lower case", vectors.Hash, `{"id":"1","hash":"DEADBEEFDEADBEEF"}`, vectors.Data{},
			`key hash: "DEADBEEFDEADBEEF": expected lower-case hexadecimal digits`},
		{"a counter has no plus sign", vectors.Counters, `{"id":"1","counters":["+1"]}`, vectors.Data{},
			`key counters: item 0: "+1": expected the decimal digits of a signed integer of 64 bits`},
		{"nor a leading zero", vectors.Counters, `{"id":"1","counters":["01"]}`, vectors.Data{},
			`key counters: item 0: "01": expected the decimal digits of a signed integer of 64 bits`},
		{"nor a minus sign before 0", vectors.Counters, `{"id":"1","counters":["-0"]}`, vectors.Data{},
			`key counters: item 0: "-0": expected the decimal digits of a signed integer of 64 bits`},
		{"nor is it empty", vectors.Counters, `{"id":"1","counters":[""]}`, vectors.Data{},
			`key counters: item 0: "": expected the decimal digits of a signed integer of 64 bits`},
		{"counters of both signs", vectors.Counters, `{"id":"1","counters":["-10","0","7"]}`,
			vectors.Data{Counters: []int64{-10, 0, 7}}, ""},
		{"an integer is no string", vectors.Pipeline, `{"id":"1","fingerprint":"a","features":"3"}`, vectors.Data{},
			`key features: "3": expected an integer`},
		{"both keys of the pipeline", vectors.Pipeline, `{"id":"1","fingerprint":"a","features":3}`,
			vectors.Data{Fingerprint: "a", Features: &n}, ""},
		{"an outcome stands in place of a value", vectors.Pipeline, `{"id":"1","outcome":"no-features","features":0}`,
			vectors.Data{}, `it has the outcome "no-features" and the key features: expected one or the other`},
		{"a key of another stage is no value", vectors.Text, `{"id":"1","outcome":"error","scheme":"sd1"}`,
			vectors.Data{Outcome: "error"}, ""},
		{"an outcome of the runner", vectors.Text, `{"id":"1","outcome":"crashed"}`, vectors.Data{},
			`outcome "crashed": expected an outcome from SPEC.md`},
		{"items may be left out", vectors.TextDigest, `{"id":"1","digest":"00"}`, vectors.Data{Digest: "00"}, ""},
		{"a line is UTF-8", vectors.Hash, "{\"id\":\"1\",\"hash\":\"00\",\"x\":\"\xff\"}", vectors.Data{}, "the line is not UTF-8"},
		{"a line is an object", vectors.Hash, `[]`, vectors.Data{}, "the line is not a JSON object"},
		{"a line has one object", vectors.Hash, `{"id":"1"} {}`, vectors.Data{},
			"the line is not JSON: invalid character '{' after top-level value"},
	} {
		got, err := wire.ParseReply([]byte(tt.line), func(string) vectors.Stage { return tt.stage })
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(tt.err, message); diff != "" {
			t.Errorf("%s: error (-want +got):\n%s", tt.why, diff)
		}
		if diff := cmp.Diff(tt.want, got.Result); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// TestReplyKeys checks that every stage has its row: a reply that has no value is refused.
func TestReplyKeys(t *testing.T) {
	for _, stage := range append(vectors.Stages, protocol.Stream, protocol.DocumentText) {
		_, err := wire.ParseReply([]byte(`{"id":"1"}`), func(string) vectors.Stage { return stage })
		if stage != vectors.Accumulated && err == nil {
			t.Errorf("%s: no error for a reply without a value", stage)
		}
	}
}
