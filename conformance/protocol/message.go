package protocol

import "github.com/lsh-interop/fpcheck/vectors"

// ProtocolVersions are the versions of the port protocol (SPEC.md, annex A) that
// this package speaks, the newest last.
var ProtocolVersions = []int{1}

// Hello is what a port says of itself.
type Hello struct {
	Protocol int             `json:"protocol"`
	Name     string          `json:"name"`
	Language string          `json:"language"`
	Version  string          `json:"version"`
	Schemes  []string        `json:"schemes"`
	Stages   []vectors.Stage `json:"stages"`
	Levels   []Level         `json:"levels"`
}

// Level is a level of conformance (SPEC.md, chapter 15).
type Level string

// The levels.
const (
	Core     Level = "core"
	Markup   Level = "markup"
	Digest   Level = "digest"
	Clusters Level = "clusters"
	Media    Level = "media"
)

// LevelOf returns the level that a stage belongs to.
func LevelOf(s vectors.Stage) Level {
	switch s {
	case vectors.HTML, vectors.XML:
		return Markup
	case vectors.TextDigest:
		return Digest
	case vectors.Bands, vectors.Clusters:
		return Clusters
	case DocumentText:
		return Media
	}
	return Core
}

// Stream is the stage of a request for the whole pipeline with given cuts (R9.2).
const Stream vectors.Stage = "stream"

// DocumentText is the stage of a request for the text of a document of level media.
const DocumentText vectors.Stage = "document"

// Outcomes that a port may answer besides those of vectors.
const (
	Unsupported = "unsupported" // the port does not have that stage or scheme
	Failed      = "error"       // the port could not compute it, for the reason given
)

// Request asks a port for one result.
type Request struct {
	ID     string
	Stage  vectors.Stage
	Scheme string
	Input  vectors.Data
	Cuts   []int // for [Stream], and vectors.TextDigest if not nil: offsets, ascending, at which the input is cut
	// Missing is a key that its stage needs and the line that it came as has not.
	Missing string
}

// Reply is a port's answer.
type Reply struct {
	ID     string
	Result vectors.Data
	Reason string // with the outcomes [Unsupported] and [Failed]
}
