package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// document is a file that is judged.
type document struct {
	Path string // of the file
	Name string // in the page and in causes.yaml: "tika/microsoft/testWORD.doc"
	key  string // of what is kept: of its bytes and its ending
}

func openDocument(path, name string) (document, error) {
	octets, err := os.ReadFile(path)
	if err != nil {
		return document{}, err
	}
	sum := sha256.Sum256(octets)
	return document{Path: path, Name: name, key: fmt.Sprintf("%x%s", sum[:8], ending(path))}, nil
}

// ending returns the ending of a file's name, in small letters: ".doc".
func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

// reading is what a judge found in a document.
type reading struct {
	Error   string        `json:",omitempty"` // why there is no text, or not all of it
	Time    time.Duration `json:",omitempty"` // of the processor
	Text    string        `json:"-"`
	Nothing bool          `json:",omitempty"` // the judge does not read this medium
}

// judge is a program that reads documents.
type judge struct {
	name string
	of   string // judges of one name are one judge, with several texts
	// read reads documents, and calls done for each.
	read func(ctx context.Context, l *lab, d []document, done func(document, reading)) error
}

// lab is where everything is kept.
type lab struct {
	dir     string // that lab/scripts/media.sh filled, and of what is kept
	tika    string // the JAR
	driver  string // of Tika: Texts.java
	profile string // the directory in which LibreOffice keeps its settings, of this process alone
	causes  *causes
	log     func(format string, a ...any)
}

func (l *lab) kept(j judge, d document) string {
	return filepath.Join(l.dir, "readings", d.key+"."+j.name)
}

// readings returns the text that a judge finds in each document, from the cache or read again.
func (l *lab) readings(ctx context.Context, j judge, documents []document) (map[string]reading, error) {
	if err := os.MkdirAll(filepath.Join(l.dir, "readings"), 0o777); err != nil {
		return nil, err
	}
	all := make(map[string]reading)
	var missing []document
	for _, d := range documents {
		r, err := l.load(j, d)
		if err == nil {
			all[d.key] = r
		} else if _, ok := all[d.key]; !ok {
			all[d.key] = reading{}
			missing = append(missing, d)
		}
	}
	if len(missing) == 0 {
		return all, nil
	}
	l.log("%s reads %d documents", j.name, len(missing))
	var failed error
	err := j.read(ctx, l, missing, func(d document, r reading) {
		all[d.key] = r
		if err := l.keep(j, d, r); err != nil {
			failed = err
		}
	})
	if err == nil {
		err = failed
	}
	return all, err
}

func (l *lab) load(j judge, d document) (r reading, err error) {
	about, err := os.ReadFile(l.kept(j, d) + ".json")
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(about, &r); err != nil {
		return r, err
	}
	text, err := os.ReadFile(l.kept(j, d) + ".txt")
	r.Text = string(text)
	return r, err
}

func (l *lab) keep(j judge, d document, r reading) error {
	about, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.WriteFile(l.kept(j, d)+".txt", []byte(r.Text), 0o666); err != nil {
		return err
	}
	return os.WriteFile(l.kept(j, d)+".json", about, 0o666)
}
