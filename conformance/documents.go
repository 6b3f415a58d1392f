package conformance

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/vectors"
)

// document is a document of level media, whose text readers need not find byte for byte.
type document struct {
	name      string // in documents.zip: "ar.docx"
	mediaType string
	content   []byte
	text      []byte // that it was made from
	bits      int    // greatest distance by sm1 from the fingerprint of that text
	why       string // reason for more bits than other documents of the medium have; "" if it has not
}

// documents returns the documents of level media, in the order of their media.
func documents() []document {
	list, err := readDocuments()
	if err != nil {
		panic("embedded documents: " + err.Error())
	}
	return list
}

func readDocuments() ([]document, error) {
	source, err := vectors.FS.ReadFile("media/media.yaml")
	if err != nil {
		return nil, err
	}
	var table struct {
		Media []struct {
			Ending string `yaml:"ending"`
			Type   string `yaml:"type"`
			Bits   int    `yaml:"bits"`
		} `yaml:"media"`
		Exceptions []struct {
			Documents []string `yaml:"documents"`
			Bits      int      `yaml:"bits"`
			Why       string   `yaml:"why"`
		} `yaml:"exceptions"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(source))
	dec.KnownFields(true)
	if err := dec.Decode(&table); err != nil {
		return nil, err
	}
	packed, err := vectors.FS.ReadFile("media/documents.zip")
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	contents := make(map[string][]byte)
	var names []string
	for _, member := range archive.File {
		if contents[member.Name], err = readMember(member); err != nil {
			return nil, fmt.Errorf("%s: %w", member.Name, err)
		}
		names = append(names, member.Name)
	}
	slices.Sort(names)
	var list []document
	for _, m := range table.Media {
		for _, name := range names {
			work, ending, _ := strings.Cut(name, ".")
			if ending != m.Ending {
				continue
			}
			d := document{name: name, mediaType: m.Type, content: contents[name], text: contents[work+".txt"], bits: m.Bits}
			for _, e := range table.Exceptions {
				if slices.Contains(e.Documents, name) {
					d.bits, d.why = e.Bits, e.Why
				}
			}
			list = append(list, d)
		}
	}
	return list, nil
}

func readMember(member *zip.File) ([]byte, error) {
	r, err := member.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
