package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Offer is the first line that a runner sends.
type Offer struct {
	Protocols []int  `json:"protocols"`
	Suite     string `json:"suite"`
}

// ParseOffer parses the first line of a runner.
func ParseOffer(line []byte) (o Offer, err error) {
	values, err := object(line)
	if err != nil {
		return o, err
	}
	return o, readAll(values, []key{
		{"protocols", into(&o.Protocols, listOf(integer))}, {"suite?", into(&o.Suite, text)},
	})
}

// parseHello parses the first line of a port. It returns an error if the port refuses, or if it chose
// another version of the protocol.
func parseHello(line []byte) (h protocol.Hello, err error) {
	values, err := object(line)
	if err != nil {
		return h, fmt.Errorf("the port's hello: %w: %s", err, Abridge(line))
	}
	if value, ok := values["error"]; ok {
		reason, err := text(value)
		if err != nil {
			return h, fmt.Errorf("the port's hello: error: %w", err)
		}
		return h, fmt.Errorf("the port refuses: %s", Abridge([]byte(reason)))
	}
	err = readAll(values, []key{
		{"protocol", into(&h.Protocol, integer)}, {"name", into(&h.Name, name)},
		{"schemes", into(&h.Schemes, listOf(text))}, {"stages", into(&h.Stages, listOf(named[vectors.Stage]))},
		{"language?", into(&h.Language, text)}, {"version?", into(&h.Version, text)},
		{"levels?", into(&h.Levels, listOf(named[protocol.Level]))},
	})
	if h.Protocol != 0 && h.Protocol != protocol.Version {
		return h, fmt.Errorf("the port chose protocol %d of [%d]", h.Protocol, protocol.Version)
	}
	if err == nil && (len(h.Schemes) == 0 || len(h.Stages) == 0) {
		err = errors.New("expected at least one scheme and one stage")
	}
	if err != nil {
		return h, fmt.Errorf("the port's hello: %w: %s", err, Abridge(line))
	}
	return h, nil
}

// named parses a string of a type of its own.
func named[T ~string](value json.RawMessage) (T, error) {
	s, err := text(value)
	return T(s), err
}
