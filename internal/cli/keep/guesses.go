package keep

import (
	"errors"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/manifest"
)

// guesses warns of files whose encoding is a guess: of each if verbose, and otherwise of their number.
type guesses struct {
	documents.Guesses
	verbose bool
}

// take takes the doubt about a file, and reports whether it is that its encoding is a guess.
func (g *guesses) take(a *cli.App, path string, err error) bool {
	var doubt *guess.Error
	switch {
	case !errors.As(err, &doubt):
		return false
	case g.verbose:
		a.Out.Warn(path, cli.Message(err))
	default:
		g.Add(path)
	}
	return true
}

// end warns of their number.
func (g *guesses) end(a *cli.App, name string) {
	if text := g.String(); text != "" {
		a.Out.Warn(name, text)
	}
}

// hasText reports whether a result compares texts, so that their encodings matter.
func hasText(r *manifest.Result) bool {
	switch r.Status {
	case manifest.SameText, manifest.SameFingerprint, manifest.Similar, manifest.Different:
		return true
	}
	return r.Status == manifest.Moved && r.MovedStatus != manifest.OK
}
