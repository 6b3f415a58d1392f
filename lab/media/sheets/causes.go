package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"slices"

	"gopkg.in/yaml.v3"
)

//go:embed causes.yaml
var causesFile []byte

// causes say why the texts of a sheet differ.
type causes []*cause

type cause struct {
	Name   string   `yaml:"name"`
	Ours   bool     `yaml:"ours"` // it is a fault of ours
	Is     string   `yaml:"is"`
	Sheets []string `yaml:"sheets"` // or patterns of package path
}

func readCauses() (list causes, err error) {
	d := yaml.NewDecoder(bytes.NewReader(causesFile))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("causes.yaml: %w", err)
	}
	for _, c := range list {
		for _, pattern := range c.Sheets {
			if _, err := path.Match(pattern, ""); err != nil {
				return nil, fmt.Errorf("causes.yaml: %q: %w", pattern, err)
			}
		}
	}
	return list, nil
}

// of returns the first cause that a sheet has, nil if none is known.
func (c causes) of(sheet string) *cause {
	for _, one := range c {
		if slices.ContainsFunc(one.Sheets, func(pattern string) bool {
			ok, err := path.Match(pattern, sheet)
			return ok && err == nil
		}) {
			return one
		}
	}
	return nil
}
