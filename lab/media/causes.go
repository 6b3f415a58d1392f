package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"

	"gopkg.in/yaml.v3"
)

// causes is the file causes.yaml: why our text of a document is not that of the judges.
type causes struct {
	// Classes says what each class of causes is, in a sentence.
	Classes []class `yaml:"classes"`
	// Documents have the first class that names them.
	Documents []struct {
		Class string   `yaml:"class"`
		Names []string `yaml:"names"` // or patterns of package path
		Why   string   `yaml:"why"`   // what the class does not say
	} `yaml:"documents"`
}

type class struct {
	Name string `yaml:"name"`
	// Fault says that it is ours: the text is not what a reader is shown.
	Fault bool   `yaml:"fault"`
	Is    string `yaml:"is"`
}

// cause is that of one document.
type cause struct {
	class class
	why   string
	used  string // the name or pattern
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
	for _, d := range c.Documents {
		if _, ok := c.class(d.Class); !ok {
			return nil, fmt.Errorf("%s: there is no class %q", file, d.Class)
		}
		for _, name := range d.Names {
			if _, err := path.Match(name, ""); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", file, name, err)
			}
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
	for _, d := range c.Documents {
		for _, pattern := range d.Names {
			if ok, err := path.Match(pattern, name); err == nil && ok {
				l, _ := c.class(d.Class)
				return cause{class: l, why: d.Why, used: pattern}, true
			}
		}
	}
	return cause{}, false
}

// unused returns the names and patterns that no document needs any more.
func (c *causes) unused(used map[string]bool) (left []string) {
	for _, d := range c.Documents {
		for _, pattern := range d.Names {
			if !used[pattern] {
				left = append(left, pattern)
			}
		}
	}
	return left
}
