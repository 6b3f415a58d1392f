package near

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// checkContainment finds what is wrong with the flags.
func (f *searchFlags) checkContainment(flags *pflag.FlagSet) error {
	for _, other := range []string{"exact", "max-distance", "min-similarity", "number", "scheme"} {
		if f.containment > 0 && flags.Changed(other) {
			return cli.Usage(errors.New("--containment, --" + other + ": expected one of them"))
		}
	}
	return checkContainment(f.containment, flags.Changed("containment"))
}

// A containedSearch looks for texts inside documents.
type containedSearch struct {
	*searchFlags
	a     *cli.App
	texts *containedTexts
	names *scratch.Texts
}

// jsonContained is a text and the documents that contain it, in JSON.
type jsonContained struct {
	cli.JSONPath
	Containment string            `json:"containment"`
	Contained   []jsonContainment `json:"contained,omitempty"`
	Left        int               `json:"containers_left,omitempty"` // not compared, at least
}

// searchContained prints which documents contain texts. Documents are given by their path.
func searchContained(a *cli.App, f *searchFlags, path string, args []string) (err error) {
	if isIndex(path) {
		return cli.Usage(fmt.Errorf("--containment: %s: an index has no texts: expected documents "+
			"(as fpcheck passages and fpcheck decontaminate read them)", cli.Display(path)))
	}
	defer documents.EndCommands(a, &f.ResourceFlags)
	f.Yield = "text"
	s := &containedSearch{searchFlags: f, a: a}
	if s.texts, err = newContainedTexts(); err != nil {
		return err
	}
	defer s.texts.close()
	if s.names, err = scratch.NewTexts(); err != nil {
		return documents.WithoutSpace(err)
	}
	defer s.names.Close()
	if err := s.read([]string{path}); err != nil {
		return err
	}
	if s.texts.from = s.names.Len(); s.texts.from == 0 {
		return fmt.Errorf("%s: no document with a text: expected one or more", cli.Display(path))
	}
	// Fields of the documents say nothing of the texts that are looked for, which may be plain.
	if err := s.ReadFields("", nil, ""); err != nil {
		return err
	}
	s.RefuseSets = true
	if err := s.read(args); err != nil {
		return err
	}
	if err := s.names.Flush(); err != nil {
		return documents.WithoutSpace(err)
	}
	return s.find()
}

// read reads documents.
func (s *containedSearch) read(args []string) error {
	o := pipeline.Options{Readable: true}
	s.texts.take(&o)
	for d, err := range documents.Read(s.a, args, &s.ReadFlags, o) {
		if err != nil {
			return err
		}
		if !documents.Complain(s.a, d) {
			continue
		}
		if err := errors.Join(s.names.Add([]byte(d.Name())), s.texts.add(d)); err != nil {
			return documents.WithoutSpace(err)
		}
	}
	return nil
}

// find finds the containers, and prints them.
func (s *containedSearch) find() (err error) {
	wanted := repeats.Wanted{Share: s.containment, From: s.texts.from}
	if s.texts.found, err = repeats.Contain(s.a.Ctx, containedWords, s.texts.texts, s.Workers, wanted, nil); err != nil {
		return documents.WithoutSpace(err)
	}
	for text := s.texts.from; text < s.names.Len() && !s.a.Out.Broken(); text++ {
		if err := s.print(text); err != nil {
			return documents.WithoutSpace(err)
		}
	}
	if !s.Quiet {
		s.a.Out.Note("fpcheck: " + s.texts.summary(s.containment))
	}
	return nil
}

// print prints the documents that contain a text.
func (s *containedSearch) print(text int) error {
	name, err := s.names.Read(text, nil)
	if err != nil {
		return err
	}
	j := jsonContained{JSONPath: cli.NewJSONPath(string(name)), Left: s.texts.found.Left()[text]}
	for c, err := range s.texts.found.Of(text) {
		if err != nil {
			return err
		}
		container, err := s.names.Read(c.Container, nil)
		if err != nil {
			return err
		}
		if s.json {
			j.Contained = append(j.Contained, newJSONContainment(c, string(container), ""))
			continue
		}
		line := containedLine(c, cli.Display(string(name)), cli.Display(string(container)))
		if !c.Same {
			line += " (" + keptDiffers + ")"
		}
		s.a.Out.Line("%s", line)
	}
	if !s.json {
		return nil
	}
	j.Containment = s.texts.status(text, len(j.Contained))
	return s.a.Out.WriteJSON(j)
}
