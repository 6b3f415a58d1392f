package zipped

import (
	"bytes"
	"cmp"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The media types of other documents that are ZIP archives.
const (
	Pages   = "application/vnd.apple.pages"
	Numbers = "application/vnd.apple.numbers"
	Keynote = "application/vnd.apple.keynote"
	XPS     = "application/vnd.ms-xpsdocument"
	OpenXPS = "application/oxps"
)

// foreign returns the media type of an archive for another reader or for none, or "".
func (p *reader) foreign() (mediaType string, err error) {
	if mediaType, err := p.iWork(); mediaType != "" || err != nil {
		return mediaType, err
	}
	switch {
	case p.has("designmap.xml"):
		return "application/x-indesign", nil
	case p.has(contentTypes):
		return p.foreignPackage()
	}
	return "", nil
}

// iWork recognises iWork documents. The folder of the document may be in the archive. If the type
// is not clear here, the reader determines it.
func (p *reader) iWork() (string, error) {
	for _, name := range p.list {
		folder, base := path.Split(name)
		if folder = strings.TrimSuffix(strings.TrimSuffix(folder, "/"), "Index"); strings.Contains(strings.Trim(folder, "/"), "/") {
			continue
		}
		byName := iWorkEndings[strings.ToLower(path.Ext(strings.Trim(folder, "/")))]
		if byName == "" && strings.Trim(folder, "/") != "" {
			continue
		}
		byName = cmp.Or(byName, iWorkEndings[strings.ToLower(path.Ext(p.document.Name))])
		switch base {
		case "index.apxl", "index.apxl.gz", "presentation.apxl", "presentation.apxl.gz":
			return Keynote, nil
		case "index.xml":
			return p.iWork09(name)
		case "index.xml.gz", "Index.zip":
			if byName != "" {
				return byName, nil
			}
		case "Document.iwa":
			return cmp.Or(byName, Pages), nil
		}
	}
	return "", nil
}

var iWorkEndings = map[string]string{".pages": Pages, ".numbers": Numbers, ".key": Keynote}

// iWork09 distinguishes the kinds of iWork until 2009 by the first element.
func (p *reader) iWork09(name string) (string, error) {
	head, err := p.head(name, 1<<12)
	switch {
	case medium.IsFinal(err):
		return "", err
	case bytes.Contains(head, []byte("<sl:document")):
		return Pages, nil
	case bytes.Contains(head, []byte("<ls:document")):
		return Numbers, nil
	case p.has(path.Join(path.Dir(name), "buildVersionHistory.plist")) && !bytes.HasPrefix(head, []byte("<?xml")):
		return "", medium.ErrEncrypted
	}
	return "", nil
}

// foreignPackage tells packages of Office Open XML that have no text of their own reader here.
func (p *reader) foreignPackage() (string, error) {
	top, err := p.relationships("")
	if err != nil {
		return "", err
	}
	switch {
	case top.first("fixedrepresentation") != "":
		return XPS, nil
	case top.first("document") != "":
		if t, err := p.contentType(top.first("document")); err != nil || strings.HasPrefix(t, "application/vnd.ms-visio.") {
			return "application/vnd.ms-visio.drawing", err
		}
	}
	return "", nil
}
