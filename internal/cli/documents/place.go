package documents

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// IsAmong reports whether a file is one of the arguments, or exists below a directory among them.
func IsAmong(name string, args []string) bool {
	if _, err := os.Stat(name); err != nil {
		return false
	}
	// A link is read as well as the file that it leads to, which a command would write.
	places := []string{Real(name), filepath.Join(Real(filepath.Dir(name)), filepath.Base(name))}
	for _, arg := range args {
		if arg == "-" || arg == "" {
			continue
		}
		if SameFile(arg, name) {
			return true
		}
		dir := Real(arg)
		for _, place := range places {
			if below, err := filepath.Rel(dir, place); err == nil && filepath.IsLocal(below) {
				return true
			}
		}
	}
	return false
}

// Written is a file that a flag has written.
type Written struct {
	Flag, Name string // the name is "" if the flag was not given; the flag may end with "="
	Read       bool   // by the command too, so that it may be among the arguments
	// Again, if not nil, recognises what the flag has written before, by its first bytes. It may be
	// replaced wherever it is.
	Again func(head []byte) bool
}

// shown is the flag with its file.
func (w *Written) shown() string {
	if strings.HasSuffix(w.Flag, "=") {
		return w.Flag + cli.Display(w.Name)
	}
	return w.Flag + " " + cli.Display(w.Name)
}

// replaces reports whether the flag has written the file before.
func (w *Written) replaces() bool {
	if w.Again == nil {
		return false
	}
	head, err := HeadOf(w.Name)
	return err == nil && w.Again(head)
}

// HeadOf returns the first 4 KiB of a file.
func HeadOf(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, 4<<10))
}

// Writable returns an error if a file to write is among the arguments, or if two flags name one file. It also
// does if no file can be made there. Hours of work may come before the file is written.
func Writable(files []Written, args []string) error {
	for i, file := range files {
		if file.Name == "" {
			continue
		}
		for _, other := range files[:i] {
			if other.Name != "" && (filepath.Clean(other.Name) == filepath.Clean(file.Name) || SameFile(other.Name, file.Name)) {
				return cli.Usage(fmt.Errorf("%s, %s: expected two names", other.shown(), file.shown()))
			}
		}
		if !file.Read && IsAmong(file.Name, args) && !file.replaces() {
			return cli.Usage(fmt.Errorf("%s: is read: expected another name", file.shown()))
		}
		target := file.Name
		if real, err := filepath.EvalSymlinks(target); err == nil {
			target = real
		}
		if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
			continue // the one who writes says what is wrong with it
		}
		probe, err := durable.CreateTemporary(filepath.Dir(target))
		if err != nil {
			return fmt.Errorf("%s: %w", file.shown(), cli.UnwrapPath(err))
		}
		probe.Remove()
	}
	return nil
}

// A SameFileError says that a path leads to a file that was read already. The path may be another
// spelling, a symbolic link or a hard link.
type SameFileError struct{ Path string }

func (e *SameFileError) Error() string {
	return fmt.Sprintf("the same file as %s, which was read", cli.Display(e.Path))
}

// SameFile returns why a document is the same file as one before it, nil if it is not.
func (d *Document) SameFile() *SameFileError {
	if d.Err == nil {
		return nil
	}
	var same *SameFileError
	errors.As(d.Err, &same)
	return same
}

// Places are the files that were read. A nil Places knows none.
type Places struct {
	known map[place][]string
}

// Once yields inputs, with an error for each file that was read before.
func (p *Places) Once(inputs iter.Seq[Input]) iter.Seq[Input] {
	if p == nil {
		return inputs
	}
	return func(yield func(Input) bool) {
		for in := range inputs {
			if first, ok := p.add(in); ok {
				in.Err = &SameFileError{first}
			}
			if !yield(in) {
				return
			}
		}
	}
}

// distinctPaths yields inputs without those of a path that was given before.
func distinctPaths(inputs iter.Seq[Input]) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		paths := newHashSet()
		for in := range inputs {
			if in.Err == nil && !paths.add(in.Path) {
				continue
			}
			if !yield(in) {
				return
			}
		}
	}
}

// add adds the file of an input. It returns the path by which it was read before.
func (p *Places) add(in Input) (first string, ok bool) {
	if in.Err != nil || in.Stdin {
		return "", false
	}
	info, err := os.Stat(in.Path)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	where := placeOf(info)
	for _, path := range p.known[where] {
		if where.isExact() || SameFile(path, in.Path) {
			return path, true
		}
	}
	if p.known == nil {
		p.known = make(map[place][]string)
	}
	p.known[where] = append(p.known[where], in.Path)
	return "", false
}
