// Package protocol has the messages of the port protocol (SPEC.md, annex A). A runner sends requests, and
// an implementation in any language replies.
//
// An implementation in Go is an [Implementation]. conformance.Test runs the vectors against it, and
// conformance.Serve makes it a port for other processes.
package protocol

import "github.com/lsh-interop/fpcheck/vectors"

// Version is the version of the port protocol (SPEC.md, annex A) that this module speaks.
const Version = 1

// Hello is what a port says about itself.
type Hello struct {
	Protocol int             `json:"protocol"`
	Name     string          `json:"name"`
	Language string          `json:"language"`
	Version  string          `json:"version"`
	Schemes  []string        `json:"schemes"`
	Stages   []vectors.Stage `json:"stages"`
	Levels   []Level         `json:"levels"`
}

// A Level is a level of conformance (SPEC.md, chapter 15).
type Level string

// The levels.
const (
	Core     Level = "core"
	Markup   Level = "markup"
	Main     Level = "main"
	Digest   Level = "digest"
	Clusters Level = "clusters"
	Passages Level = "passages"
	Media    Level = "media"
)

// Stages of requests besides those of vectors.
const (
	Stream       vectors.Stage = "stream"   // the whole pipeline, with cuts (R9.2)
	DocumentText vectors.Stage = "document" // the text of a document of level media
)

// Outcomes of replies besides those of vectors.
const (
	Unsupported = "unsupported" // the port does not have the stage or the scheme
	Failed      = "error"       // the port could not compute the result
)

// A Request asks a port for one result.
type Request struct {
	ID     string
	Stage  vectors.Stage
	Scheme string
	Input  vectors.Data
	Cuts   []int // of stages [Stream] and text-digest: ascending offsets at which the input is cut
}

// A Reply is a port's answer.
type Reply struct {
	ID     string
	Result vectors.Data
	Reason string // of the outcomes [Unsupported] and [Failed]
}

// An Implementation answers requests. Its methods are called from several goroutines.
type Implementation interface {
	Describe() Hello
	Answer(Request) Reply
}
