package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"gopkg.in/yaml.v3"
)

// causes is the file causes.yaml: why our text of a document is not that of the judges.
type causes struct {
	// Classes says what each class of causes is, in a sentence.
	Classes []class `yaml:"classes"`
	// Documents are listed one by one: a pattern would hide a fault that is new.
	Documents []struct {
		Class string   `yaml:"class"`
		Names []string `yaml:"names"`
		Why   string   `yaml:"why"` // sentences that the class does not have
	} `yaml:"documents"`

	by map[string]cause // the name of the document
}

type class struct {
	Name string `yaml:"name"`
	// Fault says that it is ours: the text is not what a reader is shown.
	Fault bool `yaml:"fault"`
	// Shown says that a reader is shown text, where we find none in a document.
	Shown bool `yaml:"shown"`
	// Lines says that words are divided where lines end, and nothing else differs.
	Lines bool   `yaml:"lines"`
	Is    string `yaml:"is"`
}

// cause is the cause of one document's difference.
type cause struct {
	class class
	why   string
}

func readCauses(file string) (*causes, error) {
	octets, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var c causes
	decoder := yaml.NewDecoder(bytes.NewReader(octets))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c.by = make(map[string]cause)
	for _, d := range c.Documents {
		l, ok := c.class(d.Class)
		if !ok {
			return nil, fmt.Errorf("%s: there is no class %q", file, d.Class)
		}
		for _, name := range d.Names {
			if _, ok := c.by[name]; ok {
				return nil, fmt.Errorf("%s: %q is there twice", file, name)
			}
			c.by[name] = cause{class: l, why: d.Why}
		}
	}
	return &c, nil
}

func (c *causes) class(name string) (class, bool) {
	i := slices.IndexFunc(c.Classes, func(l class) bool { return l.Name == name })
	if i < 0 {
		return class{}, false
	}
	return c.Classes[i], true
}

// of returns the cause of a document that differs, if it is known.
func (c *causes) of(name string) (cause, bool) {
	k, ok := c.by[name]
	return k, ok
}

// check returns an error that lists the documents that differ without a cause. It also lists those
// that have a cause and do not differ.
func (c *causes) check(all []judged) error {
	var errs []error
	idle := make(map[string]bool)
	for name := range c.by {
		idle[name] = true
	}
	for _, j := range all {
		if difference := j.differs(); difference != "" {
			if !idle[j.Name] {
				errs = append(errs, fmt.Errorf("%s: %s, and lab/media/causes.yaml has no cause", j.Name, difference))
			}
			if j.cause.class.Lines && j.lined > mostBits {
				errs = append(errs, fmt.Errorf("%s: %s: more differs than the ends of lines, which is its cause in lab/media/causes.yaml", j.Name, difference))
			}
			delete(idle, j.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(idle)) {
		errs = append(errs, fmt.Errorf("%s does not differ: take it out of lab/media/causes.yaml", name))
	}
	return errors.Join(errs...)
}
