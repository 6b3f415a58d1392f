package near

import (
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// verifyPassages checks an index of passages.
func verifyPassages(a *cli.App, name string, quiet bool) error {
	l, err := library.Open(name)
	if err == nil {
		defer l.Close()
		err = l.Check(a.Ctx)
	}
	switch {
	case errors.Is(err, library.ErrDamaged):
		a.Out.Line("%s: %s", cli.Display(name), cli.OneLine(err.Error()))
		a.Out.Raise(cli.ExitDifferent)
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	if !quiet {
		a.Out.Note(fmt.Sprintf("fpcheck: %s: undamaged, %s", cli.Display(name), cli.Count(l.Len(), "document")))
	}
	return nil
}

// jsonPassages is an index of passages in JSON.
type jsonPassages struct {
	cli.JSONPath
	Kind      string `json:"kind"` // passages
	Documents int    `json:"documents"`
	Short     int    `json:"too_short"`
	Words     int    `json:"words"`
	Profile   string `json:"profile"`
	Segments  int    `json:"segments"`
	Bytes     int64  `json:"bytes"`
	Texts     int64  `json:"texts"`
	Windows   int64  `json:"windows"`
}

// statsPassages prints what an index of passages contains.
func statsPassages(a *cli.App, name string, asJSON bool) error {
	l, err := library.Open(name)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	defer l.Close()
	size := l.Size()
	j := jsonPassages{cli.NewJSONPath(name), "passages", l.Len(), l.Short(), l.Words, l.Profile, size.Segments, size.Bytes,
		size.Texts, size.Windows}
	if asJSON {
		return a.Out.WriteJSON(j)
	}
	a.Out.Line("%s: %s, for fpcheck passages --index", cli.Display(name), cli.Count(j.Documents, "document"))
	a.Out.Line("passages    of %d words or more, profile %s; %s too short", j.Words, j.Profile,
		cli.Count(j.Short, "document"))
	a.Out.Line("segments    %d", j.Segments)
	a.Out.Line("size        %s, %.1f bytes per document: texts and names %s, windows %s", cli.Size(float64(j.Bytes)),
		float64(j.Bytes)/float64(max(1, j.Documents)), cli.Size(float64(j.Texts)), cli.Size(float64(j.Windows)))
	return nil
}
