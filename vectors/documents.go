package vectors

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

const (
	documentsFile = "media/documents.zip"
	documentsSum  = "media/documents.sha256" // what sha256sum prints of it, so that Digest need not read it
)

// A Document is a document of level media, which SPEC.md leaves to its readers: it need not
// have the text that it was made from octet for octet.
type Document struct {
	Name      string // in documents.zip: "ar.docx"
	MediaType string
	Octets    []byte
	Text      []byte // that it was made from
	Bits      int    // that the fingerprint by sm1 may be from that of the text, at most
	Why       string // more bits are allowed than for others of its medium; "" if they are not
}

// Documents returns the documents of level media, in the order of their media.
func Documents() []Document {
	list, err := documents()
	if err != nil {
		panic("embedded documents: " + err.Error())
	}
	return list
}

func documents() ([]Document, error) {
	source, err := FS.ReadFile("media/media.yaml")
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
	packed, err := FS.ReadFile(documentsFile)
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
		if contents[member.Name], err = read(member); err != nil {
			return nil, fmt.Errorf("%s: %w", member.Name, err)
		}
		names = append(names, member.Name)
	}
	slices.Sort(names)
	var list []Document
	for _, m := range table.Media {
		for _, name := range names {
			work, ending, _ := strings.Cut(name, ".")
			if ending != m.Ending {
				continue
			}
			d := Document{Name: name, MediaType: m.Type, Octets: contents[name], Text: contents[work+".txt"], Bits: m.Bits}
			for _, e := range table.Exceptions {
				if slices.Contains(e.Documents, name) {
					d.Bits, d.Why = e.Bits, e.Why
				}
			}
			list = append(list, d)
		}
	}
	return list, nil
}

func read(member *zip.File) ([]byte, error) {
	r, err := member.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
