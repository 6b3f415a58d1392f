package zipped

import (
	"bytes"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The media types of other documents that are ZIP archives.
const (
	Pages   = "application/vnd.apple.pages"
	Numbers = "application/vnd.apple.numbers"
	Keynote = "application/vnd.apple.keynote"
	Visio   = "application/vnd.ms-visio.drawing"
	XPS     = "application/vnd.ms-xpsdocument"
	OpenXPS = "application/oxps"
)

// foreign returns the media type of an archive that is a document of another reader, or of a
// medium that has none, "" if it is neither.
func (p *reader) foreign() (mediaType string, err error) {
	switch {
	case p.has("index.apxl"), p.has("index.apxl.gz"):
		return Keynote, nil
	case p.has("index.xml"), p.has("index.xml.gz"):
		return p.iWork09()
	case p.has("designmap.xml"):
		return "application/x-indesign", nil
	case p.has("Contents/header.xml") && p.has("Contents/content.hpf"):
		return "application/x-hwp+zip", nil
	case p.has(contentTypes):
		return p.foreignPackage()
	}
	return p.iWork(), nil
}

// iWork09 tells the kinds of iWork until 2009 apart, by the first element.
func (p *reader) iWork09() (string, error) {
	ended := strings.ToLower(path.Ext(p.document.Name))
	if !p.has("index.xml") { // packed once more
		return map[string]string{".pages": Pages, ".numbers": Numbers}[ended], nil
	}
	head, err := p.head("index.xml", 1<<12)
	switch {
	case medium.IsFinal(err):
		return "", err
	case bytes.Contains(head, []byte("<sl:document")):
		return Pages, nil
	case bytes.Contains(head, []byte("<ls:document")):
		return Numbers, nil
	case p.has("buildVersionHistory.plist") && !bytes.HasPrefix(head, []byte("<?xml")):
		return "", medium.ErrEncrypted
	}
	return "", nil
}

// iWork tells the kinds of iWork since 2013 apart: the folder of the document may be in the
// archive, and slides have members of their own. Where nothing tells, it is a text.
func (p *reader) iWork() string {
	found := ""
	for _, f := range p.files {
		name := memberName(f.Name)
		folder, base := path.Split(name)
		for ending, mediaType := range map[string]string{".pages": Pages, ".numbers": Numbers, ".key": Keynote} {
			inFolder := strings.HasSuffix(strings.TrimSuffix(folder, "/"), ending) && base == "Index.zip"
			if inFolder || strings.EqualFold(path.Ext(p.document.Name), ending) && (base == "Document.iwa" || base == "Index.zip") {
				return mediaType
			}
		}
		switch {
		case !strings.HasSuffix(folder, "Index/"):
		case strings.HasPrefix(base, "Slide") && strings.HasSuffix(base, ".iwa"):
			return Keynote
		case base == "Document.iwa":
			found = Pages
		}
	}
	return found
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
			return Visio, err
		}
	}
	return "", nil
}
