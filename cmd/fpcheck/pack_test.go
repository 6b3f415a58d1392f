package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// pack CONTAINER DIR... packs directories, or what is in one if it ends with "/.", in the form that
// the ending of the name tells.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	if strings.HasSuffix(args[0], ".zip") {
		w := zip.NewWriter(&b)
		packed(ts, args[1:], func(name string, content []byte) {
			f, err := w.Create(name)
			ts.Check(err)
			f.Write(content)
		})
		ts.Check(w.Close())
	} else {
		var to io.WriteCloser = struct {
			io.Writer
			io.Closer
		}{&b, io.NopCloser(nil)}
		switch path.Ext(args[0]) {
		case ".tgz", ".gz":
			to = gzip.NewWriter(&b)
		case ".zst":
			z, err := zstd.NewWriter(&b)
			ts.Check(err)
			to = z
		}
		w := tar.NewWriter(to)
		packed(ts, args[1:], func(name string, content []byte) {
			h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content)), Mode: 0o644}
			if strings.HasSuffix(name, "/") {
				h.Typeflag, h.Mode = tar.TypeDir, 0o755
			}
			ts.Check(w.WriteHeader(h))
			w.Write(content)
		})
		ts.Check(w.Close())
		ts.Check(to.Close())
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
}

// packed gives the files and the directories below directories, these with a slash at their end.
func packed(ts *testscript.TestScript, dirs []string, take func(name string, content []byte)) {
	for _, dir := range dirs {
		root, within := strings.CutSuffix(dir, "/.")
		base := path.Base(root)
		ts.Check(filepath.WalkDir(ts.MkAbs(root), func(full string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(ts.MkAbs(root), full)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			if !within {
				name = path.Join(base, name)
			}
			if d.IsDir() {
				take(name+"/", nil)
				return nil
			}
			content, err := os.ReadFile(full)
			take(name, content)
			return err
		}))
	}
}
