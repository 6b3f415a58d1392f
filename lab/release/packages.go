package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// templates has a folder for each package manager, with the files that its collection of packages asks for.
//
//go:embed packages
var templates embed.FS

const (
	home    = "https://" + self
	summary = "Find near duplicates among documents of many formats"
	// The packages test themselves with a text and its fingerprint, which no later version changes.
	sample      = "The quick brown fox jumps over the lazy dog."
	fingerprint = "sm1:qmcsezxckvczc"
)

// description is what the templates read.
type description struct {
	Version, Home, Summary string
	Licences               []string // SPDX identifiers of all parts of the program
	Text, Fingerprint      string
}

// Expression returns an SPDX expression of the licences.
func (d description) Expression() string { return strings.Join(d.Licences, " AND ") }

// writePackages writes the files of each package manager into a folder. Artefacts of the release are in dist,
// with the SBOM of its programs.
func writePackages(dir, version, dist string) error {
	licences, err := licencesOf(filepath.Join(dist, "fpcheck-"+version+".cdx.json"))
	if err != nil {
		return err
	}
	d := description{version, home, summary, licences, sample, fingerprint}
	// A template names an artefact without the program and the version.
	artefact := func(suffix string) string { return "fpcheck-" + version + "-" + suffix }
	digest := func(suffix string) ([]byte, error) { return digestOf(filepath.Join(dist, artefact(suffix))) }
	functions := template.FuncMap{
		"join": strings.Join, "upper": strings.ToUpper,
		"url": func(suffix string) string { return home + "/releases/download/v" + version + "/" + artefact(suffix) },
		"sha256": func(suffix string) (string, error) {
			sum, err := digest(suffix)
			return hex.EncodeToString(sum), err
		},
		"sri": func(suffix string) (string, error) {
			sum, err := digest(suffix)
			return "sha256-" + base64.StdEncoding.EncodeToString(sum), err
		},
	}
	return fs.WalkDir(templates, "packages", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templates, name)
		if err != nil {
			return err
		}
		t, err := template.New(name).Delims("{%", "%}").Funcs(functions).Parse(string(text))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, d); err != nil {
			return err
		}
		file := filepath.Join(dir, strings.TrimPrefix(name, "packages/"))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		return os.WriteFile(file, b.Bytes(), 0o666)
	})
}

// licencesOf returns the identifiers of all licences in an SBOM, in order.
func licencesOf(file string) ([]string, error) {
	bom, err := readSBOM(file)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range append(*bom.Components, *bom.Metadata.Component) {
		for _, choice := range *c.Licenses {
			if choice.License != nil {
				ids = append(ids, choice.License.ID)
			}
			ids = append(ids, strings.Split(choice.Expression, " AND ")...)
		}
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil, fmt.Errorf("%s: %w", file, errors.New("no licence: expected one for each component"))
	}
	return ids, nil
}

func digestOf(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}
