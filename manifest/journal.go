package manifest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

// While [Create] runs, it writes a journal beside the manifest: the JSON form and the time of
// modification, a line for each file as soon as it was read, with no last line. After an
// interruption, the next run resumes from the journal, while it writes a journal of its own.
// If that run is interrupted too, the next one resumes from both, and prefers the newer.
const (
	Journal   = ".journal" // the suffix of the name of a journal
	olderName = ".journal.older"
)

// Names returns the names of the files that [Create] writes for a manifest of this name. If
// they are in the tree itself, [Options.Skip] should leave them out.
func Names(name string) []string {
	names := []string{name, name + Journal, name + olderName}
	for _, n := range slices.Clone(names) {
		names = append(names, n+temporaryName)
	}
	return names
}

// Create writes the manifest of a tree, and resumes from where an earlier run was interrupted.
// The manifest is replaced when it is complete, and not before; until then, a journal is
// beside it. Unless each is nil, it is called with each file. Create stops with the error of
// each, or that of ctx when it ends; calling it again resumes. Only one run at a time may write
// a manifest.
func Create(ctx context.Context, to Storage, name string, fsys fs.FS, h Header, f Form, o Options, each func(Scanned) error) error {
	h = h.orVisible()
	if err := h.check(); err != nil {
		return err
	}
	o.Scheme, o.Profile = h.Scheme, h.Profile
	journal, older := name+Journal, name+olderName
	if err := mergeJournals(to, journal, older, &h); err != nil {
		return err
	}
	o.Earlier = prefer(readJournal(to, older, &h), o.Earlier)
	if err := writeJournal(ctx, to, journal, fsys, &h, o, each); err != nil {
		return err
	}
	err := to.Replace(name, func(w io.Writer) error {
		m, err := NewWriter(w, h, f)
		if err != nil {
			return err
		}
		var failed error
		for s := range readWhole(to, journal, &h, &failed) {
			if err := m.Write(s.Entry); err != nil {
				return err
			}
		}
		if failed != nil {
			return failed
		}
		return m.Close()
	})
	if err != nil {
		return err
	}
	return errors.Join(to.Remove(journal), to.Remove(older))
}

// mergeJournals makes one journal, the older, of the two that there may be.
func mergeJournals(to Storage, journal, older string, h *Header) error {
	if !exists(to, journal) {
		return nil
	}
	if !exists(to, older) {
		return to.Rename(journal, older)
	}
	err := to.Replace(older, func(w io.Writer) error {
		if _, err := io.WriteString(w, journalHead(h)); err != nil {
			return err
		}
		for s := range prefer(readJournal(to, journal, h), readJournal(to, older, h)) {
			if _, err := io.WriteString(w, journalLine(&s)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Remove(journal)
}

func exists(to Storage, name string) bool {
	f, err := to.Open(name)
	if err == nil {
		f.Close()
	}
	return err == nil
}

// writeJournal reads the tree, and writes the journal as it goes.
func writeJournal(ctx context.Context, to Storage, name string, fsys fs.FS, h *Header, o Options, each func(Scanned) error) (err error) {
	f, err := to.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := io.WriteString(f, journalHead(h)); err != nil {
		return err
	}
	files, last := int64(0), ""
	for s, err := range Scan(ctx, fsys, o) {
		if err != nil {
			return err
		}
		if err := s.check(h); err != nil {
			return err
		}
		if err := follows(files, last, s.Path); err != nil {
			return err
		}
		if _, err := io.WriteString(f, journalLine(&s)); err != nil {
			return err
		}
		if each != nil {
			if err := each(s); err != nil {
				return err
			}
		}
		files, last = files+1, s.Path
	}
	_, err = io.WriteString(f, journalEnd(files))
	return err
}

// journalHead is that of a manifest. A journal by another scheme or another version of
// the program is none to go on from.
func journalHead(h *Header) string { return JSON.new().header(h)[0] + "\n" }

func journalLine(s *Scanned) string {
	j := newJSONEntry(&s.Entry)
	if !s.Modified.IsZero() {
		utc := s.Modified.UTC()
		j.Modified = &utc
	}
	return jsonLine(j) + "\n"
}

// journalEnd says that all of the tree is in the journal.
func journalEnd(files int64) string { return fmt.Sprintf("{\"journaled\":%d}\n", files) }

// readJournal gives what a journal has, up to what was not written whole. It gives
// nothing if there is none, or none to go on from.
func readJournal(to Storage, name string, h *Header) iter.Seq[Scanned] {
	var failed error // what is not there is read anew
	return readWhole(to, name, h, &failed)
}

// prefer gives what a and b have, in order, and of a path that both have what a has. Each
// ascends; b may be nil.
func prefer(a, b iter.Seq[Scanned]) iter.Seq[Scanned] {
	return func(yield func(Scanned) bool) {
		rest := earlierAt(b)
		defer rest.stop()
		for s := range a {
			for rest.held != nil && rest.held.Path < s.Path {
				if !yield(*rest.held) {
					return
				}
				rest.step()
			}
			if rest.held != nil && rest.held.Path == s.Path {
				rest.step()
			}
			if !yield(s) {
				return
			}
		}
		for ; rest.held != nil; rest.step() {
			if !yield(*rest.held) {
				return
			}
		}
	}
}

// readWhole gives what a journal has, and says so in failed if that is not all.
func readWhole(to Storage, name string, h *Header, failed *error) iter.Seq[Scanned] {
	return func(yield func(Scanned) bool) {
		f, err := to.Open(name)
		if err != nil {
			*failed = err
			return
		}
		defer f.Close()
		lines := bufio.NewReaderSize(f, maxLine+256)
		line, err := lines.ReadSlice('\n')
		if err != nil || string(line) != journalHead(h) {
			*failed = fmt.Errorf("%s: expected the journal of this run", name)
			return
		}
		private := []*scheme.Scheme{h.Scheme}
		files, last := int64(0), ""
		for {
			line, err := lines.ReadSlice('\n')
			if err == nil && string(line) == journalEnd(files) {
				return
			}
			s, ok := Scanned{}, false
			if err == nil {
				s, ok = parseJournal(strings.TrimSuffix(string(line), "\n"), private)
			}
			if !ok || s.check(h) != nil || follows(files, last, s.Path) != nil {
				*failed = fmt.Errorf("%s: cut short after %d files", name, files)
				return
			}
			if !yield(s) {
				return
			}
			files, last = files+1, s.Path
		}
	}
}

func parseJournal(line string, private []*scheme.Scheme) (s Scanned, ok bool) {
	var j jsonEntry
	if unmarshal(line, &j) != nil {
		return s, false
	}
	e, err := j.entry(private)
	s = Scanned{Entry: e}
	if j.Modified != nil {
		s.Modified = *j.Modified
	}
	return s, err == nil && journalLine(&s) == line+"\n"
}
