package compound

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/cipher"
)

// compound is a compound file. Each stream can be read once.
type compound struct {
	streams map[string]*mscfb.File // at the top, by [ole.Fold], and in the storage for both PowerPoints
	inner   []*mscfb.File          // in storages
	msi     bool
	quill   bool // it has the texts of Publisher
}

func readCompound(file io.ReaderAt) (*compound, error) {
	r, err := ole.New(file)
	if medium.IsFinal(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: Office document: %w", medium.ErrMalformed, err)
	}
	c := &compound{streams: make(map[string]*mscfb.File)}
	for _, f := range r.File {
		c.quill = c.quill || len(f.Path) > 0 && ole.Fold(f.Path[0]) == "QUILL"
		if len(f.Path) > 0 {
			c.inner = append(c.inner, f)
			if len(f.Path) == 1 && ole.Fold(f.Path[0]) == both {
				c.streams[ole.Fold(both+"/"+f.Name)] = f
			}
		} else {
			if !c.has(f.Name) {
				c.streams[ole.Fold(f.Name)] = f
			}
			// The names of an installer's tables are packed: U+4840 begins each.
			c.msi = c.msi || strings.HasPrefix(f.Name, "\u4840")
		}
	}
	return c, nil
}

// stream returns a stream by its name, or nil.
func (c *compound) stream(name string) *mscfb.File { return c.streams[ole.Fold(name)] }

func (c *compound) has(stream string) bool { return c.stream(stream) != nil }

// named returns the first of the names that a stream has, or "".
func (c *compound) named(names ...string) string {
	for _, name := range names {
		if c.has(name) {
			return name
		}
	}
	return ""
}

// The media types of other compound files. Some have a reader.
const (
	Outlook     = "application/vnd.ms-outlook"
	Visio       = "application/vnd.visio"
	Works       = "application/vnd.ms-works"
	WordPerfect = "application/vnd.wordperfect"
	Quattro     = "application/x-quattro-pro"
	Lotus       = "application/vnd.lotus-1-2-3"
	Publisher   = "application/vnd.ms-publisher"
)

// kind returns the media type of a compound file that is not Word, Excel or PowerPoint, or "".
func (c *compound) kind() string {
	switch {
	case c.has("__properties_version1.0"):
		return Outlook
	case c.has("VisioDocument"):
		return Visio
	case c.has("PP40"):
		return "application/x-powerpoint-4"
	case c.has("MatOST"):
		return Works
	case c.has("NativeContent_MAIN"):
		return Quattro
	case c.has("PerfectOffice_MAIN"):
		head := make([]byte, 4)
		c.stream("PerfectOffice_MAIN").ReadAt(head, 0)
		if string(head) == "\xFFWPC" {
			return WordPerfect
		}
		return Quattro
	case c.has("Contents") && c.quill:
		return Publisher
	case c.has("FileHeader") && c.has("DocInfo"):
		return "application/x-hwp"
	case c.has("Props") || c.has("Props9") || c.has("Props12") || c.has("Props14"):
		return "application/vnd.ms-project"
	case c.has("Catalog"):
		return "application/x-thumbnails"
	case c.msi:
		return "application/x-msi"
	}
	return ""
}

func (c *compound) read(stream string, d *medium.Reading) ([]byte, error) {
	octets, err := d.Whole(c.stream(stream), "Office document")
	if err != nil && !medium.IsFinal(err) {
		err = fmt.Errorf("%w: Office document: stream %s: %w", medium.ErrMalformed, stream, err)
	}
	return octets, err
}

// mostInfo bounds the description of a cipher. Office's has 1 KiB.
const mostInfo = 64 << 10

// openEnciphered reads DOCX, XLSX or PPTX that is encrypted with the well-known password.
func openEnciphered(d *medium.Reading, c *compound) error {
	locked := fmt.Errorf("%w: Office document: it needs a password", medium.ErrEncrypted)
	name := c.named("EncryptionInfo")
	if name == "" { // rights are managed
		return locked
	}
	info, err := io.ReadAll(io.LimitReader(c.stream(name), mostInfo))
	if err != nil {
		return locked
	}
	decipher, err := cipher.New(info, cipher.Everyone, d.Check)
	if errors.Is(err, cipher.ErrPassword) {
		return locked
	}
	if err != nil {
		return err
	}
	// The package may only have this medium. A package that is encrypted again is refused.
	return d.Open(decipher.Reader(d.Unpacked(c.stream("EncryptedPackage"))), "application/zip")
}
