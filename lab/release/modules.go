package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

const self = "github.com/lsh-interop/fpcheck"

// A module is part of a program.
type module struct {
	path, version, sum string
}

// modulesOf returns the modules that programs were built from, and Go's version.
func modulesOf(programs []string) (modules []module, goVersion string, err error) {
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, "", err
		}
		goVersion = strings.TrimPrefix(info.GoVersion, "go")
		for _, d := range info.Deps {
			if d.Replace != nil {
				return nil, "", fmt.Errorf("%s: %s is replaced by %s: expected the module itself", program, d.Path, d.Replace.Path)
			}
			modules = append(modules, module{d.Path, d.Version, d.Sum})
		}
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.version, b.version)) })
	if modules = slices.Compact(modules); len(modules) == 0 {
		return nil, "", errors.New("no modules: expected programs that Go built")
	}
	return modules, goVersion, nil
}

func writeSBOM(file, version string, date time.Time, programs []string) error {
	modules, err := licensedModules(programs)
	if err != nil {
		return err
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: date.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: purl(self, "v"+version), Type: cdx.ComponentTypeApplication, Name: "fpcheck", Version: version,
			PackageURL: purl(self, "v"+version), Licenses: licenceOfExpression("Apache-2.0"),
		},
	}
	var components []cdx.Component
	for _, m := range modules {
		c := cdx.Component{
			BOMRef: purl(m.path, m.version), Type: cdx.ComponentTypeLibrary, Name: m.path, Version: m.version,
			PackageURL: purl(m.path, m.version), Licenses: licenceOfExpression(strings.Join(m.ids, " AND ")),
		}
		if m.path != "std" {
			// The sum of a module, after "h1:", is a SHA-256 of the digests of its files.
			sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.sum, "h1:"))
			if err != nil || len(sum) != 32 {
				return fmt.Errorf("%s: the sum %q: expected \"h1:\" and 32 bytes", m.path, m.sum)
			}
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		components = append(components, c)
	}
	for _, p := range ours[1:] {
		components = append(components, cdx.Component{
			BOMRef: "data:" + p.files, Type: cdx.ComponentTypeData, Name: p.files, Copyright: p.copyright, Licenses: licenceOfExpression(p.id),
		})
	}
	bom.Components = &components
	return writeBOM(file, bom)
}

func writeBOM(file string, bom *cdx.BOM) error {
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

func purl(path, version string) string { return "pkg:golang/" + path + "@" + version }

// readSBOM reads an SBOM in which each component has a licence.
func readSBOM(file string) (*cdx.BOM, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	bom := new(cdx.BOM)
	if err := cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(bom); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if bom.Metadata == nil || bom.Metadata.Component == nil || bom.Components == nil {
		return nil, fmt.Errorf("%s: expected metadata and components", file)
	}
	for _, c := range append(*bom.Components, *bom.Metadata.Component) {
		if c.Licenses == nil || len(*c.Licenses) == 0 {
			return nil, fmt.Errorf("%s: %s has no licence", file, c.Name)
		}
	}
	return bom, nil
}

// checkSBOM checks that an SBOM names every module of a program, and a licence of each component.
func checkSBOM(file, version, program string) error {
	bom, err := readSBOM(file)
	if err != nil {
		return err
	}
	if got := bom.Metadata.Component.Version; got != version {
		return fmt.Errorf("%s: version %s: expected %s", file, got, version)
	}
	modules, _, err := modulesOf([]string{program})
	if err != nil {
		return err
	}
	for _, m := range modules {
		if !slices.ContainsFunc(*bom.Components, func(c cdx.Component) bool { return c.Name == m.path && c.Version == m.version }) {
			return fmt.Errorf("%s: %s %s is missing, which %s has", file, m.path, m.version, program)
		}
	}
	return nil
}

var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.][a-z0-9.-]+)?$`)

// writeLicences writes the licences of Go and of all modules of programs. Most ask to be part of a copy.
func writeLicences(file string, programs []string) error {
	modules, err := licensedModules(programs)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, m := range modules {
		b.WriteString(m.text)
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// licenceOf returns the texts of all licences in the folder of a module, each below a heading.
func licenceOf(path, dir string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	var b strings.Builder
	for _, f := range files {
		if !licence.MatchString(f.Name()) || f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "== %s: %s\n\n%s\n\n", path, f.Name(), bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("%s: %s has no file with its licence", path, dir)
	}
	return b.String(), nil
}

// moduleDirs returns where the sources of each module are.
func moduleDirs() (map[string]string, error) {
	// Of all systems, those of the others being downloaded now.
	download := exec.Command("go", "mod", "download", "-json")
	download.Dir, download.Stderr = "..", os.Stderr
	out, err := download.Output()
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{"std": strings.TrimSpace(string(goroot))}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); err == io.EOF {
			return dirs, nil
		} else if err != nil {
			return nil, err
		}
		dirs[m.Path] = m.Dir
	}
}
