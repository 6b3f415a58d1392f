package main

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// release writes the artefacts that the files of package managers name, and an SBOM.
func release(t *testing.T) (dist string) {
	t.Helper()
	dist = t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := writeSBOM(filepath.Join(dist, "fpcheck-1.2.3.cdx.json"), "1.2.3", date, []string{self}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dist, "fpcheck-1.2.3-source.tar.gz"), []byte("sources"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		zipped(t, filepath.Join(dist, "fpcheck-1.2.3-windows-"+arch+".zip"), "fpcheck-1.2.3-windows-"+arch+"/bin/fpcheck.exe")
	}
	sum(t, dist)
	return dist
}

// sum writes SHA256SUMS.
func sum(t *testing.T, dist string) {
	t.Helper()
	var sums strings.Builder
	files, err := filepath.Glob(filepath.Join(dist, "fpcheck-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		digest, err := digestOf(file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", digest, filepath.Base(file))
	}
	if err := os.WriteFile(filepath.Join(dist, "SHA256SUMS"), []byte(sums.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func zipped(t *testing.T, file, member string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	if _, err := w.Create(member); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPackages writes the files of all package managers, and changes a part of one.
func TestPackages(t *testing.T) {
	dist, dir := release(t), t.TempDir()
	if err := writePackages(dir, "1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	if err := checkPackages(dir, "1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	const address = home + "/releases/download/v1.2.3/"
	for _, c := range []struct{ reason, file, old, new, want string }{
		{"a digest of another file", "homebrew/fpcheck.rb", `sha256 "`, `sha256 "` + strings.Repeat("0", 64) + `" # "`, "the digest in SHA256SUMS"},
		{"another notation of a digest", "nix/package.nix", "sha256-", "sha256-" + strings.Repeat("A", 43) + "= ", "the digest in SHA256SUMS"},
		{"no digest", "conda/recipe.yaml", "sha256: ", "sha256: x", "no digest follows"},
		{"an artefact that is not there", "winget/LshInterop.Fpcheck.installer.yaml", "windows-arm64.zip", "windows-arm.zip", "windows-arm.zip"},
		{"another version", "scoop/fpcheck.json", "download/v1.2.3/", "download/v1.2.2/", "version 1.2.2"},
		{"a file names nothing", "homebrew/fpcheck.rb", address, home + "/archive/", "addresses of 6 artefacts"},
		{"no program in Scoop's folder", "scoop/fpcheck.json", `"bin\\`, `"usr\\`, "scoop"},
		{"no program in winget's folder", "winget/LshInterop.Fpcheck.installer.yaml", `\bin\`, `\usr\`, "winget"},
		{"one installer alone", "winget/LshInterop.Fpcheck.installer.yaml", "ManifestType", "Installers: []\nManifestType", "winget"},
		{"no JSON", "scoop/fpcheck.json", "{", "", "scoop"},
	} {
		file := filepath.Join(dir, c.file)
		content := read(t, dir, c.file)
		changed := strings.Replace(content, c.old, c.new, 1)
		if changed == content {
			t.Errorf("%s: %s has no %q", c.reason, c.file, c.old)
		}
		if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := checkPackages(dir, "1.2.3", dist); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v: expected one with %q", c.reason, err, c.want)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dist, "fpcheck-1.2.3-source.tar.gz")); err != nil {
		t.Fatal(err)
	}
	if err := writePackages(t.TempDir(), "1.2.3", dist); err == nil || !strings.Contains(err.Error(), "source.tar.gz") {
		t.Errorf("an artefact is missing: error %v", err)
	}
}

// TestPackagesAreDescribed compares the files with each other, and with what their collections ask for.
func TestPackagesAreDescribed(t *testing.T) {
	dist, dir := release(t), t.TempDir()
	if err := writePackages(dir, "1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	licences, err := licencesOf(filepath.Join(dist, "fpcheck-1.2.3.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"Apache-2.0", "Unicode-3.0", "BSD-3-Clause", "CC0-1.0"} {
		for _, file := range []string{
			"homebrew/fpcheck.rb", "conda/recipe.yaml", "nix/package.nix", "scoop/fpcheck.json",
			"winget/LshInterop.Fpcheck.locale.en-US.yaml",
		} {
			if !strings.Contains(read(t, dir, file), id) {
				t.Errorf("%s does not name the licence %s", file, id)
			}
		}
	}
	// winget reads three files as one manifest.
	type manifest struct {
		PackageIdentifier, PackageVersion, ManifestType, ManifestVersion string
		DefaultLocale, PackageLocale, License, ShortDescription          string
	}
	var manifests []manifest
	for _, kind := range []string{"", ".installer", ".locale.en-US"} {
		var fields map[string]any
		if err := yaml.Unmarshal([]byte(read(t, dir, "winget/LshInterop.Fpcheck"+kind+".yaml")), &fields); err != nil {
			t.Fatal(err)
		}
		text := func(key string) string { s, _ := fields[key].(string); return s }
		manifests = append(manifests, manifest{
			text("PackageIdentifier"), text("PackageVersion"), text("ManifestType"), text("ManifestVersion"),
			text("DefaultLocale"), text("PackageLocale"), text("License"), text("ShortDescription"),
		})
	}
	version, installer, locale := manifests[0], manifests[1], manifests[2]
	for what, ok := range map[string]bool{
		"one identifier":                version.PackageIdentifier == "LshInterop.Fpcheck" && installer.PackageIdentifier == version.PackageIdentifier && locale.PackageIdentifier == version.PackageIdentifier,
		"one version, as a string":      version.PackageVersion == "1.2.3" && installer.PackageVersion == "1.2.3" && locale.PackageVersion == "1.2.3",
		"three types":                   version.ManifestType == "version" && installer.ManifestType == "installer" && locale.ManifestType == "defaultLocale",
		"one schema":                    version.ManifestVersion != "" && installer.ManifestVersion == version.ManifestVersion && locale.ManifestVersion == version.ManifestVersion,
		"the default language is there": version.DefaultLocale == locale.PackageLocale,
		"all licences":                  locale.License == strings.Join(licences, " AND "),
		"a description":                 locale.ShortDescription == summary && len(summary) <= 80,
	} {
		if !ok {
			t.Errorf("winget: expected %s: %+v", what, manifests)
		}
	}
}
