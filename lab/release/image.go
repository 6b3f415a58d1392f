package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

const (
	user    = "65532:65532" // not root; no name, for there is no /etc/passwd
	workDir = "/data"       // where documents are mounted

	annotation = "org.opencontainers.image."
)

// annotations describe the image, in its manifests and as labels of its configuration.
func annotations(version, commit string, licences []string, date time.Time) map[string]string {
	return map[string]string{
		annotation + "title":         "fpcheck",
		annotation + "description":   summary,
		annotation + "version":       version,
		annotation + "revision":      commit,
		annotation + "created":       date.Format(time.RFC3339),
		annotation + "licenses":      strings.Join(licences, " AND "),
		annotation + "source":        home,
		annotation + "url":           home,
		annotation + "documentation": home + "/tree/v" + version + "/docs",
		annotation + "vendor":        "The fpcheck authors",
	}
}

// writeImage writes an OCI image layout with one index of an image a platform. A platform's image
// has the files of a tree, and nothing else but folders to work in.
func writeImage(dir string, annotations map[string]string, date time.Time, platforms []string) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range platforms {
		name, tree, ok := strings.Cut(p, "=")
		platform, err := v1.ParsePlatform(name)
		if !ok || err != nil {
			return fmt.Errorf("%q: expected a platform and its files, such as linux/amd64=DIR (%w)", p, err)
		}
		image, err := newImage(tree, annotations, date, platform)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{MediaType: types.OCIManifestSchema1, Platform: platform},
		})
	}
	index = mutate.Annotations(index, annotations).(v1.ImageIndex)
	p, err := layout.Write(dir, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	return p.AppendIndex(index, layout.WithAnnotations(map[string]string{annotation + "ref.name": annotations[annotation+"version"]}))
}

func newImage(tree string, annotations map[string]string, date time.Time, platform *v1.Platform) (v1.Image, error) {
	files, err := tarOf(tree, date)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files)), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{
		Created: v1.Time{Time: date}, CreatedBy: "make dist",
	}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = platform.OS, platform.Architecture, v1.Time{Time: date}
	config.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/fpcheck"},
		Env:        []string{"PATH=/usr/bin"},
		User:       user,
		WorkingDir: workDir,
		Labels:     annotations,
	}
	image, err = mutate.ConfigFile(image, config)
	if err != nil {
		return nil, err
	}
	return mutate.Annotations(image, annotations).(v1.Image), nil
}

// tarOf returns a tar of the files of a tree, with the folders that the program works in.
func tarOf(tree string, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	put := func(name string, mode int64, content []byte) error {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: int64(len(content)), ModTime: date}
		if strings.HasSuffix(name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		_, err := w.Write(content)
		return err
	}
	if err := put(strings.TrimPrefix(workDir, "/")+"/", 0o777, nil); err != nil {
		return nil, err
	}
	if err := put("tmp/", 0o1777, nil); err != nil {
		return nil, err
	}
	err := filepath.WalkDir(tree, func(file string, d fs.DirEntry, err error) error {
		if err != nil || file == tree {
			return err
		}
		name, err := filepath.Rel(tree, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			return put(name+"/", 0o755, nil)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if path.Base(path.Dir(name)) == "bin" {
			mode = 0o755
		}
		return put(name, mode, content)
	})
	if err != nil {
		return nil, err
	}
	return b.Bytes(), w.Close()
}

// checkImage checks every digest and size of a layout, from index.json to the files. It extracts the
// files of a platform's image.
func checkImage(dir, version, commit, platform, tree string) error {
	outer, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		return err
	}
	if err := checkBlobs(filepath.Join(dir, "blobs", "sha256")); err != nil {
		return err
	}
	if err := validate.Index(outer); err != nil {
		return err
	}
	manifest, err := outer.IndexManifest()
	if err != nil {
		return err
	}
	if n := len(manifest.Manifests); n != 1 {
		return fmt.Errorf("index.json names %d images: expected 1", n)
	}
	named := manifest.Manifests[0]
	if got := named.Annotations[annotation+"ref.name"]; got != version {
		return fmt.Errorf("the image's name is %q: expected %q", got, version)
	}
	index, err := outer.ImageIndex(named.Digest)
	if err != nil {
		return err
	}
	manifest, err = index.IndexManifest()
	if err != nil {
		return err
	}
	if err := checkAnnotations(manifest.Annotations, version, commit); err != nil {
		return err
	}
	for _, d := range manifest.Manifests {
		if d.Platform.String() != platform {
			continue
		}
		image, err := index.Image(d.Digest)
		if err != nil {
			return err
		}
		config, err := image.ConfigFile()
		if err != nil {
			return err
		}
		if of := config.Platform().String(); of != platform {
			return fmt.Errorf("the image of %s says that it is of %s", platform, of)
		}
		if config.Config.User != user {
			return fmt.Errorf("the image of %s is of user %q: expected %q", platform, config.Config.User, user)
		}
		of, err := image.Manifest()
		if err != nil {
			return err
		}
		for _, annotations := range []map[string]string{of.Annotations, config.Config.Labels} {
			if err := checkAnnotations(annotations, version, commit); err != nil {
				return fmt.Errorf("%s: %w", platform, err)
			}
		}
		return extract(image, tree, config.Config.Entrypoint[0])
	}
	return fmt.Errorf("no image for %s", platform)
}

// checkAnnotations checks that all annotations are there, with the version and the commit.
func checkAnnotations(got map[string]string, version, commit string) error {
	for key, want := range annotations(version, commit, nil, time.Time{}) {
		value := got[key]
		switch key {
		case annotation + "created":
			if t, err := time.Parse(time.RFC3339, value); err != nil || t.IsZero() {
				return fmt.Errorf("annotation %s is %q: expected a time", key, value)
			}
		case annotation + "licenses":
			if !strings.Contains(value, "Apache-2.0") {
				return fmt.Errorf("annotation %s is %q: expected an SPDX expression", key, value)
			}
		default:
			if value != want {
				return fmt.Errorf("annotation %s is %q: expected %q", key, value, want)
			}
		}
	}
	return nil
}

// checkBlobs checks that each file is what its name says. The library takes that of some for granted.
func checkBlobs(dir string) error {
	blobs, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, blob := range blobs {
		content, err := os.ReadFile(filepath.Join(dir, blob.Name()))
		if err != nil {
			return err
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(content)); got != blob.Name() {
			return fmt.Errorf("%s has the digest %s", filepath.Join(dir, blob.Name()), got)
		}
	}
	return nil
}

// extract writes the files of an image into a tree. One of them must be the program that it starts.
func extract(image v1.Image, tree, program string) error {
	files := mutate.Extract(image)
	defer files.Close()
	root, err := os.OpenRoot(tree)
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(files); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		name, mode := strings.TrimSuffix(h.Name, "/"), fs.FileMode(h.Mode).Perm()
		if h.Typeflag == tar.TypeDir {
			err = root.MkdirAll(name, 0o755)
		} else {
			var content []byte
			if content, err = io.ReadAll(r); err == nil {
				err = root.WriteFile(name, content, mode)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err = root.Stat(strings.TrimPrefix(program, "/"))
	return err
}
