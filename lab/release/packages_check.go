package main

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

var (
	// An artefact's address in a file, followed by its digest in one of three notations.
	address  = regexp.MustCompile(regexp.QuoteMeta(home) + `/releases/download/v([^$/"\s]+)/([^$/"\s]+)`)
	notation = regexp.MustCompile(`\b[0-9a-f]{64}\b|\b[0-9A-F]{64}\b|\bsha256-[0-9A-Za-z+/]{43}=`)
)

// checkPackages checks the files of package managers. The digest of an artefact follows its address, and equals that in
// SHA256SUMS of dist. The archives for Windows have the program where the files look for it.
func checkPackages(dir, version, dist string) error {
	sums, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	if err != nil {
		return err
	}
	artefacts := 0
	err = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for rest := content; ; artefacts++ {
			at := address.FindSubmatchIndex(rest)
			if at == nil {
				break
			}
			of, name := string(rest[at[2]:at[3]]), string(rest[at[4]:at[5]])
			rest = rest[at[1]:]
			sum, err := decodeDigest(notation.Find(rest))
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file, name, err)
			}
			if line := hex.EncodeToString(sum) + "  " + name + "\n"; of != version || !bytes.Contains(sums, []byte(line)) {
				return fmt.Errorf("%s: %s of version %s with digest %x: expected version %s and the digest in SHA256SUMS",
					file, name, of, sum, version)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if artefacts != 7 {
		return fmt.Errorf("%s: addresses of %d artefacts: expected 1 in each of three formats and 2 in each of two for Windows", dir, artefacts)
	}
	return errors.Join(checkScoop(filepath.Join(dir, "scoop", "fpcheck.json"), dist),
		checkWinget(filepath.Join(dir, "winget", "LshInterop.Fpcheck.installer.yaml"), dist))
}

func decodeDigest(text []byte) ([]byte, error) {
	if base, ok := bytes.CutPrefix(text, []byte("sha256-")); ok {
		return base64.StdEncoding.DecodeString(string(base))
	}
	if len(text) == 0 {
		return nil, errors.New("no digest follows: expected 64 hexadecimal digits, or sha256- and base64")
	}
	return hex.DecodeString(string(text))
}

func checkScoop(file, dist string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var m struct {
		Bin          string
		Architecture map[string]struct {
			URL        string
			ExtractDir string `json:"extract_dir"`
		}
	}
	if err := json.Unmarshal(content, &m); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, name := range []string{"64bit", "arm64"} {
		a := m.Architecture[name]
		if err := hasProgram(dist, a.URL, a.ExtractDir+`\`+m.Bin); err != nil {
			return fmt.Errorf("%s: %s: %w", file, name, err)
		}
	}
	return nil
}

func checkWinget(file, dist string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var m struct {
		Installers []struct {
			InstallerURL         string `yaml:"InstallerUrl"`
			NestedInstallerFiles []struct {
				RelativeFilePath string `yaml:"RelativeFilePath"`
			} `yaml:"NestedInstallerFiles"`
		} `yaml:"Installers"`
	}
	if err := yaml.Unmarshal(content, &m); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(m.Installers) != 2 {
		return fmt.Errorf("%s: %d installers: expected one for each architecture", file, len(m.Installers))
	}
	for _, i := range m.Installers {
		if len(i.NestedInstallerFiles) != 1 {
			return fmt.Errorf("%s: %d programs: expected 1", file, len(i.NestedInstallerFiles))
		}
		if err := hasProgram(dist, i.InstallerURL, i.NestedInstallerFiles[0].RelativeFilePath); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// hasProgram checks that an archive has a program where a file for Windows looks for it.
func hasProgram(dist, url, name string) error {
	archive, err := zip.OpenReader(filepath.Join(dist, filepath.Base(url)))
	if err != nil {
		return err
	}
	defer archive.Close()
	_, err = archive.Open(strings.ReplaceAll(name, `\`, "/"))
	return err
}
