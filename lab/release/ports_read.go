package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// An archive has the names of all its files, and the contents of those that describe it.
type archive struct {
	name    string
	members []string // in order
	content map[string][]byte
}

// described matches the files that a port reads: metadata and licences.
var described = regexp.MustCompile(`(?i)(^|/)(METADATA|PKG-INFO|package\.json|Cargo\.toml|pom\.xml|[a-z_]+\.pc\.in|(licen[cs]e|notice|copying)[^/]*|legal/[^/]+\.md|lexbor/core/base\.h)$`)

func openArchive(file string) (archive, error) {
	a := archive{name: filepath.Base(file), content: make(map[string][]byte)}
	read := a.readTar
	switch filepath.Ext(file) {
	case ".whl", ".jar":
		read = a.readZip
	}
	err := read(file)
	slices.Sort(a.members)
	return a, err
}

func (a *archive) readZip(file string) error {
	z, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return err
		}
		if err := a.add(f.Name, r); err != nil {
			return err
		}
	}
	return nil
}

func (a *archive) readTar(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		// The folder around all files.
		_, name, _ := strings.Cut(h.Name, "/")
		if err := a.add(name, io.NopCloser(t)); err != nil {
			return err
		}
	}
}

func (a *archive) add(name string, r io.ReadCloser) error {
	defer r.Close()
	a.members = append(a.members, name)
	if !described.MatchString(name) {
		return nil
	}
	content, err := io.ReadAll(r)
	a.content[name] = content
	return err
}

// file returns a file by a pattern of its path.
func (a archive) file(pattern string) ([]byte, error) {
	for _, name := range a.members {
		if ok, err := path.Match(pattern, name); err != nil {
			return nil, err
		} else if ok {
			return a.content[name], nil
		}
	}
	return nil, fmt.Errorf("no file %s", pattern)
}

var requirement = regexp.MustCompile(`^([A-Za-z0-9._-]+)\s*([<>=!~][^;]*)?(?:;\s*extra == "([^"]+)")?$`)

func readPython(a archive) (declaration, error) {
	pattern := "fpcheck-*.dist-info/METADATA"
	if filepath.Ext(a.name) != ".whl" {
		pattern = "PKG-INFO"
	}
	metadata, err := a.file(pattern)
	if err != nil {
		return declaration{}, err
	}
	header, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(metadata))).ReadMIMEHeader()
	if err != nil {
		return declaration{}, err
	}
	d := declaration{licence: header.Get("License-Expression")}
	for _, text := range header["Requires-Dist"] {
		m := requirement.FindStringSubmatch(text)
		if m == nil {
			return d, fmt.Errorf("requirement %q: expected a name, versions and an extra", text)
		}
		if m[3] != "dev" {
			d.dependencies = append(d.dependencies, dependency{
				kind: "pypi", name: strings.ToLower(m[1]), versions: strings.ReplaceAll(strings.TrimSpace(m[2]), ",", "|"), optional: m[3] != "",
			})
		}
	}
	return d, nil
}

func readJavaScript(a archive) (declaration, error) {
	content, err := a.file("package.json")
	if err != nil {
		return declaration{}, err
	}
	var p struct {
		License                        string
		Dependencies, PeerDependencies map[string]string
		PeerDependenciesMeta           map[string]struct{ Optional bool }
	}
	if err := json.Unmarshal(content, &p); err != nil {
		return declaration{}, err
	}
	d := declaration{licence: p.License}
	for _, of := range []map[string]string{p.Dependencies, p.PeerDependencies} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			versions, err := compatible(of[name])
			if err != nil {
				return d, fmt.Errorf("%s: %w", name, err)
			}
			d.dependencies = append(d.dependencies, dependency{kind: "npm", name: name, versions: versions, optional: p.PeerDependenciesMeta[name].Optional})
		}
	}
	return d, nil
}

func readRust(a archive) (declaration, error) {
	content, err := a.file("Cargo.toml")
	if err != nil {
		return declaration{}, err
	}
	var c struct {
		Package      struct{ License string }
		Dependencies map[string]struct {
			Version  string
			Optional bool
		}
	}
	if err := toml.Unmarshal(content, &c); err != nil {
		return declaration{}, err
	}
	d := declaration{licence: c.Package.License}
	for _, name := range slices.Sorted(maps.Keys(c.Dependencies)) {
		of := c.Dependencies[name]
		versions, err := compatible("^" + of.Version)
		if err != nil {
			return d, fmt.Errorf("%s: %w", name, err)
		}
		d.dependencies = append(d.dependencies, dependency{kind: "cargo", name: name, versions: versions, optional: of.Optional})
	}
	return d, nil
}

type pom struct {
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
	Licenses   []struct {
		Name string `xml:"name"`
	} `xml:"licenses>license"`
	Properties struct {
		All []struct {
			XMLName xml.Name
			Value   string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"properties"`
	Dependencies []struct {
		GroupID    string `xml:"groupId"`
		ArtifactID string `xml:"artifactId"`
		Version    string `xml:"version"`
		Scope      string `xml:"scope"`
		Optional   bool   `xml:"optional"`
	} `xml:"dependencies>dependency"`
}

// versioned matches the end of a file name from its version on.
var versioned = regexp.MustCompile(`-[0-9]+\.[0-9]+\.[0-9]+.*`)

// readJava reads the description that Maven puts into a jar. Jars of sources and of documentation have none.
func readJava(a archive) (declaration, error) {
	if strings.HasSuffix(a.name, "-sources.jar") || strings.HasSuffix(a.name, "-javadoc.jar") {
		return declaration{}, nil
	}
	artefact := versioned.ReplaceAllString(a.name, "")
	content, err := a.file("META-INF/maven/*/" + artefact + "/pom.xml")
	if err != nil {
		return declaration{}, err
	}
	var p pom
	if err := xml.Unmarshal(content, &p); err != nil {
		return declaration{}, err
	}
	values := []string{"${project.version}", p.Version}
	for _, v := range p.Properties.All {
		values = append(values, "${"+v.XMLName.Local+"}", v.Value)
	}
	resolve := strings.NewReplacer(values...).Replace
	var licences []string
	for _, l := range p.Licenses {
		licences = append(licences, l.Name)
	}
	d := declaration{licence: strings.Join(licences, " AND ")}
	for _, of := range p.Dependencies {
		if of.Scope == "test" {
			continue
		}
		name := of.GroupID + "/" + resolve(of.ArtifactID)
		// A jar with the classes of another package includes it.
		folder := strings.ReplaceAll(of.GroupID, ".", "/") + "/" + of.ArtifactID + "/"
		if of.GroupID == "io.github.lsh-interop" {
			folder = "io/github/lsh_interop/fpcheck/internal/"
		}
		included := slices.ContainsFunc(a.members, func(m string) bool { return strings.HasPrefix(m, folder) })
		d.dependencies = append(d.dependencies, dependency{
			kind: "maven", name: name, versions: resolve(of.Version), optional: of.Optional, included: included,
		})
	}
	return d, nil
}

var field = regexp.MustCompile(`(?m)^(License|Requires\.private): (.*)$`)

// readC reads the descriptions of both libraries for pkg-config.
func readC(a archive) (declaration, error) {
	var d declaration
	var licences []string
	for _, library := range []string{"fpcheck.pc.in", "fpcheck_markup.pc.in"} {
		content, err := a.file(library)
		if err != nil {
			return d, err
		}
		for _, m := range field.FindAllStringSubmatch(string(content), -1) {
			if m[1] == "License" {
				licences = append(licences, strings.Split(m[2], " AND ")...)
				continue
			}
			for _, name := range strings.Fields(m[2]) {
				d.dependencies = append(d.dependencies, dependency{kind: "generic", name: name, optional: true})
			}
		}
	}
	slices.Sort(licences)
	d.licence = strings.Join(slices.Compact(licences), " AND ")
	return d, nil
}

// compatible returns the range of a version with a caret or a tilde, as npm and Cargo read it.
func compatible(text string) (string, error) {
	number := strings.TrimLeft(text, "^~")
	var parts [3]int
	given := strings.Split(number, ".")
	if len(given) > 3 || len(text)-len(number) != 1 {
		return "", fmt.Errorf("versions %q: expected ^ or ~ and a version", text)
	}
	for i, digits := range given {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return "", fmt.Errorf("versions %q: %w", text, errors.Unwrap(err))
		}
		parts[i] = n
	}
	// The part that may not grow. With a tilde it is the second, if given. With a caret it is the first one but 0.
	last := min(1, len(given)-1)
	if text[0] == '^' {
		if last = slices.IndexFunc(parts[:len(given)], func(n int) bool { return n != 0 }); last < 0 {
			last = len(given) - 1
		}
	}
	next := [3]int{}
	copy(next[:last+1], parts[:])
	next[last]++
	return fmt.Sprintf(">=%d.%d.%d|<%d.%d.%d", parts[0], parts[1], parts[2], next[0], next[1], next[2]), nil
}
