package zipped

import (
	"bytes"
	"encoding/xml"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// embedded names the documents that are objects in this document. In Office Open XML they are in
// the folders called embeddings. In an OpenDocument they are the objects in the manifest. The
// picture of an object belongs to neither text.
func (p *reader) embedded() error {
	if p.has(contentTypes) || p.flat != nil {
		return p.embeddings()
	}
	if p.has(manifestFile) && isOpen(p.document.MediaType) {
		return p.objects()
	}
	return nil
}

func (p *reader) embeddings() error {
	for _, name := range p.list {
		if path.Base(path.Dir(name)) != "embeddings" || path.Ext(name) == ".rels" || strings.HasSuffix(name, "/") {
			continue
		}
		if err := p.embedMember(name, ""); err != nil {
			return err
		}
	}
	return nil
}

// embedMember names a member that is a document, or an object of OLE that holds one.
func (p *reader) embedMember(name, mediaType string) error {
	d := p.document
	r, err := p.open(name)
	if err != nil {
		return p.unreadable(name, err)
	}
	defer r.Close()
	if d.NamesAttachments() && path.Ext(name) != ".bin" {
		return d.Embed(name, mediaType, r)
	}
	octets, err := d.Whole(r, name)
	if err != nil {
		return p.unreadable(name, err)
	}
	object := ole.Open(octets)
	if object.Name != "" {
		name = path.Join(path.Dir(name), object.Name)
	}
	err = d.Embed(name, mediaType, object.Content)
	d.Budget.Release(int64(len(octets)))
	return err
}

// unreadable notes what is wrong with an embedded document, which leaves the text as it is.
func (p *reader) unreadable(name string, err error) error {
	if medium.IsFinal(err) && !errors.Is(err, medium.ErrTooLarge) {
		return err
	}
	return p.document.Unread("%q is left out: %v", name, err)
}

// objects names the objects of an OpenDocument: folders that are OpenDocuments, and members of OLE.
func (p *reader) objects() error {
	type object struct{ name, mediaType string }
	var all []object
	err := p.walk(manifestFile, elements{start: func(name string, e xml.StartElement) bool {
		if name == "manifest:file-entry" {
			o := object{attr(e, "full-path"), attr(e, "media-type")}
			folder := isOpen(o.mediaType) && o.name != "/" && strings.HasSuffix(o.name, "/")
			if folder && p.has(o.name+"content.xml") || o.mediaType == "application/vnd.sun.star.oleobject" && p.has(o.name) {
				p.hold(stringCost+len(o.name), "the names of objects")
				all = append(all, o)
			}
		}
		return true
	}})
	if err != nil {
		return err
	}
	for _, o := range all {
		if err := p.flow.Err(); err != nil {
			return err
		}
		if !strings.HasSuffix(o.name, "/") {
			err = p.embedMember(o.name, "")
		} else if !slices.Contains([]string{OpenDocument + "formula", OpenDocument + "chart"}, o.mediaType) { // these are shown
			err = p.embedFolder(strings.TrimSuffix(o.name, "/"), o.mediaType)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// embedFolder names a folder that is an OpenDocument. It passes the content on as a document in one
// XML file, which lacks only its styles.
func (p *reader) embedFolder(name, mediaType string) error {
	d := p.document
	if d.NamesAttachments() {
		return d.Embed(name, mediaType, bytes.NewReader(nil))
	}
	r, err := p.open(name + "/content.xml")
	if err != nil {
		return p.unreadable(name, err)
	}
	defer r.Close()
	return d.Embed(name, mediaType+medium.FlatXML, r)
}
