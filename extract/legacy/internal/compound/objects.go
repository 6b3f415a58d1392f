package compound

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// objects names the documents that are objects in a Word document or a workbook. Each is a storage: in
// the storage ObjectPool, or with a name that begins with MBD.
func (c *compound) objects(d *medium.Reading) error {
	var all []object
	at := make(map[string]int)
	for _, f := range c.inner {
		name := f.Path[0]
		rest := f.Path[1:]
		switch {
		case strings.HasPrefix(ole.Fold(name), "MBD"):
		case ole.Fold(name) == "OBJECTPOOL" && len(rest) > 0:
			name, rest = rest[0], rest[1:]
		default:
			continue
		}
		if f.FileInfo().IsDir() {
			continue
		}
		i, ok := at[name]
		if !ok {
			const entry = 128
			if err := d.Budget.Hold(int64(len(name)+entry), "objects"); err != nil {
				return err
			}
			i = len(all)
			at[name] = i
			all = append(all, object{name: name})
		}
		all[i].streams = append(all[i].streams, objectStream{rest, f})
	}
	for _, o := range all {
		if err := o.embed(d); err != nil {
			return err
		}
	}
	return nil
}

// object is a storage with a document of another program.
type object struct {
	name    string
	streams []objectStream
}

type objectStream struct {
	in []string // the storages around it, within the object
	*mscfb.File
}

// kinds maps streams to the media types of objects in compound files, by [ole.Fold].
var kinds = map[string]string{
	"OLE10NATIVE": "", "PACKAGE": "", "EMBEDDEDODF": "", "PACKAGE_STREAM": "", "CONTENTS": "",
	"WORDDOCUMENT": Word, "WORKBOOK": Excel, "BOOK": Excel, "POWERPOINT DOCUMENT": PowerPoint,
	"VISIODOCUMENT": Visio,
}

func (o object) embed(d *medium.Reading) error {
	for _, s := range o.streams {
		kind := ole.Fold(s.Name)
		mediaType, ok := kinds[kind]
		switch {
		case !ok || len(s.in) > 0:
			continue
		case mediaType != "":
			return o.embedStorage(d, mediaType)
		case kind == "OLE10NATIVE":
			octets, err := o.octets(d, s.File)
			if err != nil || octets == nil {
				return err
			}
			found := ole.Native(octets)
			found.Name = cmp.Or(found.Name, o.name)
			err = d.Embed(found.Name, "", found.Content)
			d.Budget.Release(int64(len(octets)))
			return err
		}
		if !d.NamesAttachments() {
			if err := d.Budget.Unpack(s.Size); err != nil {
				return err
			}
		}
		return d.Embed(o.name, "", s.File)
	}
	if slices.ContainsFunc(o.streams, objectStream.isContent) {
		return o.embedStorage(d, medium.Compound)
	}
	return nil
}

// isContent reports whether a stream belongs to the document in an object, such as an equation. A control begins the
// names of others. They have the picture of an object, or where a linked file is.
func (s objectStream) isContent() bool {
	return len(s.in) > 0 || s.Initial >= ' '
}

// embedStorage names an object that would be a compound file by itself.
func (o object) embedStorage(d *medium.Reading, mediaType string) error {
	if d.NamesAttachments() {
		return d.Embed(o.name, mediaType, bytes.NewReader(nil))
	}
	var streams []ole.Stream
	before := d.Budget.Held()
	defer func() { d.Budget.Release(d.Budget.Held() - before) }()
	for _, s := range o.streams {
		octets, err := o.octets(d, s.File)
		if err != nil {
			return err
		}
		if err := d.Budget.Hold(int64(2*len(octets)+1024), "objects"); err != nil { // they are copied
			return err
		}
		streams = append(streams, ole.Stream{Path: append(s.in[:len(s.in):len(s.in)], s.Name), Octets: octets})
	}
	return d.Embed(o.name, mediaType, bytes.NewReader(ole.Write(streams)))
}

// It returns the bytes of a stream, or nil with a note if they cannot be read.
func (o object) octets(d *medium.Reading, s io.Reader) ([]byte, error) {
	octets, err := d.Whole(s, "object")
	if err == nil {
		err = d.Budget.Unpack(int64(len(octets))) // many streams may have the same bytes
	}
	if err != nil && !medium.IsFinal(err) {
		return nil, d.Unread("%q is left out: %v", o.name, err)
	}
	return octets, err
}
