package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
	"github.com/lsh-interop/fpcheck/scheme"
)

// evidence compares a bag with its fingerprints before new ones are written. The old ones may be the only evidence that
// a file was lost or has another text.
type evidence struct {
	a    *cli.App
	at   site
	h    manifest.Header // of the new fingerprints
	o    manifest.Options
	read *cli.Progress
}

// check returns an error if earlier fingerprints show a loss or cannot be read. They are in the bag or beside it.
func (e evidence) check(beside ...string) error {
	names, err := bagit.FindFingerprints(e.at.tree)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(e.at.name), cli.UnwrapPath(err))
	}
	for _, name := range names {
		path := filepath.Join(e.at.name, filepath.FromSlash(name))
		err := e.compare(path, func() (fs.File, error) { return e.at.tree.Open(name) })
		if errors.Is(err, scheme.ErrUnknown) && name != bagit.FingerprintFile(e.h) {
			continue // it cannot be compared, and is kept
		}
		if err != nil {
			return err
		}
	}
	slices.Sort(beside)
	for _, name := range slices.Compact(beside) {
		if _, err := os.Stat(name); name == "" || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := e.compare(name, func() (fs.File, error) { return cli.OpenRegular(name) }); err != nil {
			return err
		}
	}
	return nil
}

// maxLosses is the number of losses to report one by one.
const maxLosses = 20

// compare returns an error if the fingerprints called name show a loss, and reports each.
func (e evidence) compare(name string, open func() (fs.File, error)) error {
	fail := func(err error) error {
		return fmt.Errorf("%s: %w (--replace writes new fingerprints)", cli.Display(name), cli.UnwrapPath(err))
	}
	file, err := open()
	if err != nil {
		return fail(err)
	}
	defer file.Close()
	m, err := manifest.NewReader(file, scheme.Set{e.h.Scheme})
	if err != nil {
		return fail(err)
	}
	e.read.Expect(e.at.sizes(documents.Nothing))
	o := e.o
	o.Skip = nil // what --exclude leaves out may be lost, too
	losses := 0
	for r, err := range manifest.Verify(e.a.Ctx, m, payload{e.at.tree}, o) {
		if err != nil {
			return fail(err)
		}
		if !isLoss(r) {
			continue
		}
		if losses++; losses <= maxLosses {
			e.a.Out.Report(name, errors.New(r.String()))
		}
	}
	if more := losses - maxLosses; more > 0 {
		e.a.Out.Report(name, errors.New(cli.Count(more, "more change")))
	}
	if losses > 0 {
		return fmt.Errorf("%s: shows %s: expected the payload as recorded, or --replace", cli.Display(name), cli.Count(losses, "change"))
	}
	return nil
}

// isLoss reports whether a file that was recorded is gone or has another text.
func isLoss(r manifest.Result) bool {
	if r.Stored == nil || r.KeepsText() {
		return false
	}
	return r.Status == manifest.Missing || !r.Stored.SHA256.IsZero()
}
