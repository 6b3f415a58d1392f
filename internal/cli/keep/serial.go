package keep

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	containers "github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

// besideEnd is the suffix of the fingerprints beside a bag in a container.
const besideEnd = ".fpm"

// beside returns the fingerprints beside a bag in a container: by the default scheme, or the first, or "".
func beside(name string) string {
	entries, _ := os.ReadDir(filepath.Dir(name))
	found := ""
	for _, e := range entries {
		id, is := strings.CutPrefix(e.Name(), filepath.Base(name)+".")
		id, ends := strings.CutSuffix(id, besideEnd)
		if is && ends && e.Type().IsRegular() && (found == "" || id == documents.DefaultScheme) {
			found = filepath.Join(filepath.Dir(name), e.Name())
		}
	}
	return found
}

// manifestPackedBag writes the fingerprints of a bag in a container: beside it, or into a new one.
func manifestPackedBag(a *cli.App, f *bagFlags, name string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	h, err := f.header()
	if err != nil {
		return err
	}
	s := newScanning(a, &f.scanFlags)
	defer s.stop()
	at, err := openSite(a, name, f.Limits(), s.read)
	if err != nil {
		return err
	}
	defer at.close()
	dir, found, ok, err := bagit.FindBag(at.tree, name)
	if err == nil && !ok {
		err = errors.New("is a container without a bag: expected one with bagit.txt in its only folder")
	}
	if err == nil {
		found = append(found, containerFindings(at.held, dir)...)
		at, err = at.in(dir)
	}
	if err == nil && f.output != "" {
		err = mayBecome(at, f.output)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	b := bagOutput{a: a, name: name, json: f.json, quiet: f.quiet}
	s.read.Expect(at.sizes(documents.Nothing))
	bag, err := b.validate(at.tree, bagit.Options{Workers: f.Workers, Read: s.read.Add, Container: found})
	if err != nil {
		return err
	}
	if !bag.Valid {
		return b.conclude(bag)
	}
	o := f.options(h, nil)
	o.Read = s.read.Add
	o.IgnoreTimes = true // members may keep their time when a container is rewritten
	target := cmp.Or(f.output, name+"."+strings.TrimSuffix(path.Base(bagit.FingerprintFile(h)), ".txt")+besideEnd)
	if !f.replace {
		old := []string{beside(name)}
		if f.output == "" {
			old = append(old, target)
		}
		if err := (evidence{a, at, h, o, s.read}).check(old...); err != nil {
			return err
		}
	}
	s.read.Expect(at.sizes(documents.Nothing)) // again
	if f.output == "" {
		skip := o.Skip
		o.Skip = func(path string) bool { return !strings.HasPrefix(path, payloadDir+"/") || skip(path) }
		if err = writeManifest(a, target, true, at.tree, h, o, s.take); err == errNoFiles {
			err = fmt.Errorf("%s: %w", cli.Display(name), err)
		}
	} else {
		err = repack(a, at, bag, h, o, target, s.take)
	}
	if err != nil {
		return err
	}
	s.end(target)
	return b.conclude(bag)
}

// mayBecome returns an error if the new container cannot be written there.
func mayBecome(at site, output string) error {
	from := at.held.Form()
	switch from {
	case containers.Tar, containers.TarGzip, containers.TarZstd, containers.Zip:
	default:
		return cli.Usage(fmt.Errorf("--output: %w", containers.ErrNotWritten))
	}
	if to := containers.FormNamed(output); to != from {
		return cli.Usage(fmt.Errorf("--output %s: expected the same form as %s, %s", cli.Display(output), cli.Display(at.name), from))
	}
	if documents.SameFile(at.name, output) {
		return cli.Usage(fmt.Errorf("--output %s: is the container itself: expected another name", cli.Display(output)))
	}
	return nil
}

// workEnd is the suffix of the folder where the tag files of a new container are made. An interrupted run
// leaves it there, and the next run resumes from it.
const workEnd = ".work"

// repack writes a bag, with its fingerprints, into a new container.
func repack(a *cli.App, at site, bag *bagit.Bag, h manifest.Header, o manifest.Options, output string, take func(manifest.Scanned) error) error {
	fail := func(err error) error { return fmt.Errorf("%s: %w", cli.Display(output), cli.UnwrapPath(err)) }
	if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() {
		return fail(errors.New("is not a regular file: expected one, or a new name"))
	}
	unlock, err := durable.Lock(output + cli.LockName)
	if err != nil {
		return fail(err)
	}
	defer unlock()
	work := output + workEnd
	if err := os.Mkdir(work, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return fail(err)
	}
	root, err := durable.OpenRoot(work)
	if err != nil {
		return fail(err)
	}
	defer root.Close()
	kept := overlay{root}
	if err := kept.begin(); err != nil {
		return fail(err)
	}
	a.Out.Part(fmt.Sprintf("fpcheck: interrupted: %s holds what was read so far; run the same command again to resume", cli.Display(work)))
	defer a.Out.Part("")
	if _, err := bag.WriteFingerprints(a.Ctx, at.tree, work, h, o, take); err != nil {
		return fail(err)
	}
	changes, err := kept.changes()
	if err != nil {
		return fail(err)
	}
	held := at.tree.(*containers.FS)
	err = durable.Disk(filepath.Dir(output)).Replace(filepath.Base(output), func(w io.Writer) error {
		return held.Copy(a.Ctx, w, changes)
	})
	if err != nil {
		return fail(err)
	}
	root.Close()
	return os.RemoveAll(work)
}

// overlay is a folder with the changed files of a bag in a container.
type overlay struct{ work durable.Root }

// files returns the names of the files that were written, in order.
func (o overlay) files() (names []string, err error) {
	err = fs.WalkDir(o.work, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// begin keeps only what an interrupted run has read. Everything else is made again.
func (o overlay) begin() error {
	names, err := o.files()
	for _, name := range names {
		if !strings.Contains(name, ".txt.new") {
			err = errors.Join(err, o.work.Storage().Remove(name))
		}
	}
	return err
}

// changes returns the tag files that were written.
func (o overlay) changes() (changes []containers.Change, err error) {
	names, err := o.files()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if !strings.HasSuffix(name, ".txt") {
			continue // of a run with another scheme
		}
		info, err := o.work.Stat(name)
		if err != nil {
			return nil, err
		}
		changes = append(changes, containers.Change{Name: name, Size: info.Size(), Open: func() (io.ReadCloser, error) { return o.work.Open(name) }})
	}
	return changes, nil
}
