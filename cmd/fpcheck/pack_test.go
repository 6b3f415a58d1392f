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
		packed(ts, args[1:], func(name string, content []byte, link bool) {
			h := &zip.FileHeader{Name: name, Method: zip.Deflate}
			if link {
				h.SetMode(fs.ModeSymlink | 0o777)
			}
			f, err := w.CreateHeader(h)
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
		packed(ts, args[1:], func(name string, content []byte, link bool) {
			h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content)), Mode: 0o644}
			switch {
			case link:
				h.Typeflag, h.Linkname, h.Size, content = tar.TypeSymlink, string(content), 0, nil
			case strings.HasSuffix(name, "/"):
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

// packed calls take with each file, link and directory below dirs. The name of a directory ends with a
// slash. The content of a link is its target.
func packed(ts *testscript.TestScript, dirs []string, take func(name string, content []byte, link bool)) {
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
			switch {
			case d.IsDir():
				take(name+"/", nil, false)
			case d.Type()&fs.ModeSymlink != 0:
				var target string
				target, err = os.Readlink(full)
				take(name, []byte(target), true)
			default:
				var content []byte
				content, err = os.ReadFile(full)
				take(name, content, false)
			}
			return err
		}))
	}
}
