package warc

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// maxPackageFile bounds datapackage.json. Three of its bytes can become 32 bytes of a list in memory.
const maxPackageFile = 4 << 20

// IsPackage reports whether a file is a WACZ package (Web Archive Collection Zipped 1.1.1). It looks at
// the first 512 bytes and the name. A package is a ZIP file that ends in .wacz, or whose first member
// belongs to a package.
func IsPackage(head []byte, name string) bool {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	if strings.EqualFold(path.Ext(name), ".wacz") {
		return true
	}
	const nameAt = 30 // in a local file header
	if len(head) < nameAt {
		return false
	}
	n := min(len(head), nameAt+int(head[26])|int(head[27])<<8)
	first := string(head[nameAt:max(nameAt, n)])
	return first == "datapackage.json" || strings.HasPrefix(first, "archive/") && isArchiveName(first)
}

func isArchiveName(name string) bool {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".zst", ".bz2"} {
		if bare, ok := strings.CutSuffix(name, packed); ok {
			name = bare
			break
		}
	}
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".arc")
}

// An Archive is a web archive in a WACZ package.
type Archive struct {
	Name      string // in the package: "archive/data.warc.gz"
	io.Reader        // of its bytes
}

// Archives yields the web archives of a WACZ package of size bytes, in order. Read each archive before
// asking for the next. An error comes with the name of its file. If the digest of an archive differs
// from the digest in datapackage.json, that error follows the archive.
func Archives(file io.ReaderAt, size int64) iter.Seq2[Archive, error] {
	return func(yield func(Archive, error) bool) {
		source := sourceAt{watched.ReaderAt(context.Background(), file)}
		z, err := openPackage(source, size)
		if err != nil {
			yield(Archive{}, err)
			return
		}
		declared, err := source.resources(z)
		if err != nil && !yield(Archive{Name: "datapackage.json"}, err) {
			return
		}
		any := false
		for _, f := range z.File {
			if !strings.HasPrefix(f.Name, "archive/") || !isArchiveName(f.Name) {
				continue
			}
			any = true
			r, err := f.Open()
			if err != nil {
				if !yield(Archive{Name: f.Name}, source.wacz(err)) {
					return
				}
				continue
			}
			h := sha256.New()
			tee := io.TeeReader(unzipped{r, source}, h)
			if !yield(Archive{f.Name, tee}, nil) {
				r.Close()
				return
			}
			err = discard(tee)
			r.Close()
			if want, ok := declared[f.Name]; err != nil {
			} else if got := hex.EncodeToString(h.Sum(nil)); ok && !strings.EqualFold(want, "sha256:"+got) {
				err = fmt.Errorf("%w: WACZ: sha256:%s, but datapackage.json has %s", extract.ErrMalformed, got, want)
			}
			if err != nil && !yield(Archive{Name: f.Name}, err) {
				return
			}
		}
		if !any {
			yield(Archive{}, fmt.Errorf("%w: WACZ: expected files such as archive/data.warc.gz", extract.ErrMalformed))
		}
	}
}

func openPackage(file sourceAt, size int64) (z *zip.Reader, err error) {
	defer recovery.Catch(&err, inArchives)
	if z, err = zip.NewReader(file, size); err != nil {
		err = file.wacz(err)
	}
	return z, err
}

// sourceAt is the file of a package.
type sourceAt struct{ *watched.At }

// wacz returns the error of a package in which a reader found a fault.
func (s sourceAt) wacz(err error) error {
	if failed := s.Failed(); failed != nil {
		return fmt.Errorf("WACZ: %w", failed)
	}
	return fmt.Errorf("%w: WACZ: %w", extract.ErrMalformed, err)
}

func discard(r io.Reader) (err error) {
	defer recovery.Catch(&err, inArchives)
	_, err = io.Copy(io.Discard, r)
	return err
}

// unzipped reads a file of a package.
type unzipped struct {
	r    io.Reader
	file sourceAt
}

func (u unzipped) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && err != io.EOF {
		err = u.file.wacz(err)
	}
	return n, err
}

func (s sourceAt) resources(z *zip.Reader) (declared map[string]string, err error) {
	defer recovery.Catch(&err, inArchives)
	f, err := z.Open("datapackage.json")
	if err != nil {
		return nil, s.wacz(errors.New("no datapackage.json"))
	}
	defer f.Close()
	var p struct {
		Resources []struct{ Path, Hash string }
	}
	if err := json.NewDecoder(io.LimitReader(f, maxPackageFile)).Decode(&p); err != nil {
		return nil, s.wacz(fmt.Errorf("datapackage.json: %w", err))
	}
	declared = map[string]string{}
	for _, r := range p.Resources {
		if strings.HasPrefix(strings.ToLower(r.Hash), "sha256:") {
			declared[r.Path] = r.Hash
		}
	}
	return declared, nil
}
