package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// A port is a package of the release in a language. Its artefacts share one SBOM.
type port struct {
	name      string
	artefacts []string // patterns of file names, with VERSION
	purl      string   // without the version
	read      func(archive) (declaration, error)
}

// ports lists the packages of all languages.
var ports = []port{
	{"python", []string{"fpcheck-VERSION-*.whl", "fpcheck-VERSION.tar.gz"}, "pkg:pypi/fpcheck", readPython},
	{"javascript", []string{"fpcheck-VERSION.tgz"}, "pkg:npm/fpcheck", readJavaScript},
	{"rust", []string{"fpcheck-VERSION.crate"}, "pkg:cargo/fpcheck", readRust},
	{"java", []string{"fpcheck-VERSION.jar", "fpcheck-VERSION-*.jar"}, maven + "/fpcheck", readJava},
	{"lucene", []string{"fpcheck-lucene-VERSION.jar", "fpcheck-lucene-VERSION-*.jar"}, maven + "/fpcheck-lucene", readJava},
	{"spark", []string{"fpcheck-spark-VERSION.jar", "fpcheck-spark-VERSION-*.jar"}, maven + "/fpcheck-spark", readJava},
	{"c", []string{"fpcheck-c-VERSION.tar.gz"}, "pkg:generic/fpcheck-c", readC},
}

const maven = "pkg:maven/io.github.lsh-interop"

// A declaration is what an artefact says about its package.
type declaration struct {
	licence      string // an SPDX expression
	dependencies []dependency
}

// A dependency is another package, which a package manager installs, or which an archive includes.
type dependency struct {
	kind, name string // the type and the name in a package URL
	versions   string // a range in the notation of vers, such as >=1.2.0|<2.0.0, or one version
	optional   bool
	included   bool
}

// The licences of the packages that ports depend on. Their package managers do not put them into the artefacts.
var dependencyLicences = map[string]string{
	"cargo/encoding_rs":                     "(Apache-2.0 OR MIT) AND BSD-3-Clause",
	"cargo/html5ever":                       "MIT OR Apache-2.0",
	"cargo/serde":                           "MIT OR Apache-2.0",
	"cargo/sha2":                            "MIT OR Apache-2.0",
	"generic/lexbor":                        "Apache-2.0",
	"maven/io.github.lsh-interop/fpcheck":   "Apache-2.0 AND Unicode-3.0 AND BSD-3-Clause",
	"maven/nu.validator/htmlparser":         "MIT AND BSD-3-Clause",
	"maven/org.apache.lucene/lucene-core":   "Apache-2.0",
	"maven/org.apache.spark/spark-sql_2.12": "Apache-2.0",
	"npm/parse5":                            "MIT",
	"pypi/selectolax":                       "MIT",
}

// A material is code or data of others that packages include. A file has its licence or names it.
type material struct {
	file      string // the end of its path in an archive
	name      string
	version   string
	versionIn string         // the end of the path of a file that has the version, if copies may differ
	versionAt *regexp.Regexp // the version in it
	purl      string
	kind      cdx.ComponentType
	id        string
	copyright string
	generated bool // in documentation, by the tool that wrote it
}

var materials = []material{
	{file: "LICENSE-UNICODE", name: "Unicode Character Database", version: "15.0.0", kind: cdx.ComponentTypeData, id: "Unicode-3.0", copyright: "1991-2022 Unicode, Inc."},
	{file: "LICENSE-WHATWG", name: "Encoding Standard and HTML Standard", kind: cdx.ComponentTypeData, id: "BSD-3-Clause", copyright: "WHATWG (Apple, Google, Mozilla, Microsoft)"},
	{file: "lexbor/NOTICE", name: "lexbor", versionIn: "lexbor/core/base.h", versionAt: regexp.MustCompile(`_MAJOR (\d+)\s+.*_MINOR (\d+)\s+.*_PATCH (\d+)`), purl: "pkg:generic/lexbor", kind: cdx.ComponentTypeLibrary, id: "Apache-2.0", copyright: "2018-2020 Alexander Borisov"},
	{file: "legal/jquery.md", name: "jquery", versionIn: "legal/jquery.md", versionAt: regexp.MustCompile(`jQuery v(\d+)\.(\d+)\.(\d+)`), purl: "pkg:npm/jquery", kind: cdx.ComponentTypeLibrary, id: "MIT", copyright: "OpenJS Foundation and other contributors", generated: true},
	{file: "legal/jqueryUI.md", name: "jquery-ui", versionIn: "legal/jqueryUI.md", versionAt: regexp.MustCompile(`jQuery UI v(\d+)\.(\d+)\.(\d+)`), purl: "pkg:npm/jquery-ui", kind: cdx.ComponentTypeLibrary, id: "MIT", copyright: "jQuery Foundation and other contributors", generated: true},
}

// whole matches licence files that are no material: the package's own, and the licences of dependencies.
var whole = regexp.MustCompile(`(^|/)(LICENSE|lexbor/LICENSE|LICENSE-HTMLPARSER)$`)

// writePortSBOMs writes an SBOM for the package of each language, from its artefacts in dist.
func writePortSBOMs(dist, version string, date time.Time) error {
	for _, p := range ports {
		bom, err := p.sbom(dist, version, date)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := writeBOM(filepath.Join(dist, p.file(version)), bom); err != nil {
			return err
		}
	}
	return nil
}

func (p port) file(version string) string { return "fpcheck-" + p.name + "-" + version + ".cdx.json" }

// archives returns the paths of the artefacts.
func (p port) archives(dist, version string) ([]string, error) {
	var all []string
	for _, pattern := range p.artefacts {
		files, err := filepath.Glob(filepath.Join(dist, strings.ReplaceAll(pattern, "VERSION", version)))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("no artefact is named %s", pattern)
		}
		all = append(all, files...)
	}
	return all, nil
}

func (p port) sbom(dist, version string, date time.Time) (*cdx.BOM, error) {
	files, err := p.archives(dist, version)
	if err != nil {
		return nil, err
	}
	var (
		artefacts []cdx.Component
		declared  *declaration
		found     = make(map[string]*cdx.Component) // materials by name
		names     []string
	)
	for _, file := range files {
		a, err := openArchive(file)
		if err != nil {
			return nil, err
		}
		sum, err := digestOf(file)
		if err != nil {
			return nil, err
		}
		artefacts = append(artefacts, cdx.Component{
			BOMRef: a.name, Type: cdx.ComponentTypeFile, Name: a.name,
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}},
		})
		d, err := p.read(a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
		if declared == nil {
			declared = &d
		} else if d.licence != "" && d.licence != declared.licence {
			return nil, fmt.Errorf("%s: licence %s: expected %s, as in %s", a.name, d.licence, declared.licence, artefacts[0].Name)
		}
		for _, member := range a.members {
			m, err := materialOf(a, member)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.name, err)
			}
			if m == nil {
				continue
			}
			c := found[m.name]
			if c == nil {
				c = m.component()
				found[m.name], names = c, append(names, m.name)
			}
			m.setVersion(c, a)
			*c.Evidence.Occurrences = append(*c.Evidence.Occurrences, cdx.EvidenceOccurrence{Location: a.name + "/" + member})
		}
	}
	if declared == nil || declared.licence == "" {
		return nil, fmt.Errorf("%s: no licence is declared", artefacts[0].Name)
	}
	var components []cdx.Component
	slices.Sort(names)
	for _, name := range names {
		if c := found[name]; c.Type == cdx.ComponentTypeLibrary && c.Version == "" {
			return nil, fmt.Errorf("%s: no version: expected one in %s", name, (*c.Evidence.Occurrences)[0].Location)
		}
		components = append(components, *found[name])
	}
	for _, m := range materials {
		if found[m.name] == nil || m.generated {
			continue
		}
		if err := covers(declared.licence, m.id, m.name); err != nil {
			return nil, err
		}
	}
	for _, d := range declared.dependencies {
		c, err := d.component()
		if err != nil {
			return nil, err
		}
		if d.included {
			if err := covers(declared.licence, dependencyLicences[d.kind+"/"+d.name], d.name); err != nil {
				return nil, err
			}
		}
		components = append(components, c)
	}
	refs := make([]string, 0, len(components))
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	bom := cdx.NewBOM()
	ref := p.purl + "@" + version
	bom.Metadata = &cdx.Metadata{
		Timestamp: date.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: filepath.Base(p.purl), Version: version, PackageURL: ref,
			Licenses: licenceOfExpression(declared.licence), Components: &artefacts,
		},
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: ref, Dependencies: &refs}}
	return bom, nil
}

// covers checks that a package declares the licences of what it includes.
func covers(declared, of, name string) error {
	for _, id := range strings.Split(of, " AND ") {
		if !slices.Contains(strings.Split(declared, " AND "), id) {
			return fmt.Errorf("licence %s: expected %s too, because of %s", declared, id, name)
		}
	}
	return nil
}

// materialOf returns what a file of an archive is the licence of, if it is one of others.
func materialOf(a archive, member string) (*material, error) {
	for _, m := range materials {
		if !strings.HasSuffix("/"+member, "/"+m.file) {
			continue
		}
		ids, err := identify(string(a.content[member]))
		if err == nil && !slices.Equal(ids, []string{m.id}) {
			err = fmt.Errorf("licences %q: expected %s of %s", ids, m.id, m.name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", member, err)
		}
		return &m, nil
	}
	if licence.MatchString(filepath.Base(member)) && !whole.MatchString(member) {
		return nil, fmt.Errorf("%s: the licence of an unknown part: add a row to materials", member)
	}
	return nil, nil
}

func (m material) component() *cdx.Component {
	return &cdx.Component{
		BOMRef: m.name, Type: m.kind, Name: m.name, Version: m.version, Copyright: m.copyright,
		Licenses: licenceOfExpression(m.id), Evidence: &cdx.Evidence{Occurrences: new([]cdx.EvidenceOccurrence)},
	}
}

// setVersion sets the version if the archive has the file that says it.
func (m material) setVersion(c *cdx.Component, a archive) {
	if m.versionIn == "" {
		return
	}
	for _, member := range a.members {
		if !strings.HasSuffix(member, m.versionIn) {
			continue
		}
		if v := m.versionAt.FindSubmatch(a.content[member]); v != nil {
			c.Version = string(bytes.Join(v[1:], []byte(".")))
			c.PackageURL = m.purl + "@" + c.Version
		}
	}
}

func (d dependency) component() (cdx.Component, error) {
	id := d.kind + "/" + d.name
	expression, ok := dependencyLicences[id]
	if !ok {
		return cdx.Component{}, fmt.Errorf("%s: an unknown licence: add a row to dependencyLicences", id)
	}
	group, name := "", d.name
	if i := strings.LastIndex(name, "/"); i >= 0 {
		group, name = name[:i], name[i+1:]
	}
	c := cdx.Component{
		BOMRef: "pkg:" + id, Type: cdx.ComponentTypeLibrary, Group: group, Name: name,
		PackageURL: "pkg:" + id, Licenses: licenceOfExpression(expression), Scope: cdx.ScopeRequired,
	}
	if d.optional {
		c.Scope = cdx.ScopeOptional
	}
	switch exact := !strings.ContainsAny(d.versions, "<>="); {
	case exact && d.versions != "":
		c.Version = d.versions
		c.PackageURL += "@" + d.versions
	case d.versions != "":
		c.VersionRange = "vers:" + d.kind + "/" + d.versions
	}
	if !d.included {
		external := true
		c.IsExternal = &external
	}
	return c, nil
}

// licenceOfExpression returns one licence or an expression of several.
func licenceOfExpression(expression string) *cdx.Licenses {
	if strings.Contains(expression, " ") {
		return &cdx.Licenses{{Expression: expression}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: expression}}}
}

// checkPortSBOMs checks that each artefact of the ports is in an SBOM with the digest that SHA256SUMS has.
func checkPortSBOMs(dist, version string) error {
	sums, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	if err != nil {
		return err
	}
	listed := make(map[string]bool)
	for _, p := range ports {
		bom, err := readSBOM(filepath.Join(dist, p.file(version)))
		if err != nil {
			return err
		}
		component := bom.Metadata.Component
		if component.Version != version || component.Components == nil {
			return fmt.Errorf("%s: expected the artefacts of version %s", p.file(version), version)
		}
		for _, c := range *component.Components {
			if c.Hashes == nil || !strings.Contains(string(sums), (*c.Hashes)[0].Value+"  "+c.Name+"\n") {
				return fmt.Errorf("%s: %s: expected the digest in SHA256SUMS", p.file(version), c.Name)
			}
			listed[c.Name] = true
		}
	}
	for line := range strings.Lines(string(sums)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		switch filepath.Ext(name) {
		case ".whl", ".crate", ".tgz", ".jar":
			if !listed[name] {
				return fmt.Errorf("%s is in no SBOM", name)
			}
		}
	}
	return nil
}
