// Package msg reads messages that Outlook saved ([MS-OXMSG]).
package msg

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"

	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/internal/referred"
)

// Open reads a message: its subject and the best of its bodies. HTML is better than rich text, and
// that is better than plain text. Attachments, including attached messages, are documents of their
// own, as in a mail.
//
// Contacts, appointments and tasks are read like mails (SPEC.md, Annex C). Their text is the
// subject, which is the name of a contact, and the body. What else Outlook shows at their head is
// metadata, like the names and times of a mail.
func Open(d *medium.Reading) error {
	file, size, remove, err := d.Seekable("Outlook message")
	if err != nil {
		return err
	}
	defer remove()
	compound, err := ole.New(io.NewSectionReader(file, 0, size))
	if medium.IsFinal(err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: Outlook message: %w", medium.ErrMalformed, err)
	}
	t := tree{size: size, streams: make(map[string]*mscfb.File), storages: make(map[string][]string)}
	for _, f := range compound.File {
		name := strings.Join(append(slices.Clone(f.Path), f.Name), "/")
		if err := d.Budget.Hold(entryCost+2*int64(len(name)), "streams of an Outlook message"); err != nil {
			return err
		}
		if f.FileInfo().IsDir() {
			in := ole.Fold(strings.Join(f.Path, "/"))
			t.storages[in] = append(t.storages[in], f.Name)
		} else if name = ole.Fold(name); t.streams[name] == nil {
			t.streams[name] = f
		}
	}
	return (&message{tree: t, d: d, header: 32}).open()
}

// entryCost is the cost of the entry of a stream in bytes of memory.
const entryCost = 128

// tree is a compound file: its streams by path, and the storages in each storage.
type tree struct {
	size     int64                  // of the file
	streams  map[string]*mscfb.File // by [ole.Fold]
	storages map[string][]string
}

// message is a message that is a whole file, or is attached to another.
type message struct {
	tree
	d      *medium.Reading
	in     string // the path of its storage, and a slash, or ""
	header int    // bytes in front of its properties
	fixed  map[uint32]uint64
	names  referred.Names // to which the body refers
}

// The properties of a message and of an attachment ([MS-OXPROPS]).
const (
	propClass       = 0x001A
	propSubject     = 0x0037
	propBody        = 0x1000
	propCompressed  = 0x1009
	propHTML        = 0x1013
	propDisplayName = 0x3001
	propData        = 0x3701
	propFile        = 0x3704
	propMethod      = 0x3705
	propLongFile    = 0x3707
	propMIME        = 0x370E
	propContentID   = 0x3712
	propLocation    = 0x3713
	propInternetCP  = 0x3FDE
	propMessageCP   = 0x3FFD
)

func (m *message) open() error {
	if err := m.readFixed(); err != nil {
		return err
	}
	class, err := m.text(propClass)
	if err != nil {
		return err
	}
	class = strings.ToUpper(class)
	text := m.d.NewText()
	subject, err := m.text(propSubject)
	if err != nil {
		return err
	}
	if subject = strings.Join(strings.Fields(subject), " "); subject != "" {
		if _, err := text.WriteString(subject + "\n"); err != nil {
			return err
		}
	}
	signed := strings.HasPrefix(class, "IPM.NOTE.SMIME.MULTIPARTSIGNED")
	if !signed && strings.HasPrefix(class, "IPM.NOTE.SMIME") {
		return fmt.Errorf("%w: Outlook message: S/MIME", medium.ErrEncrypted)
	}
	if strings.HasPrefix(class, "IPM.NOTE.RPMSG") {
		return fmt.Errorf("%w: Outlook message: its rights are managed", medium.ErrEncrypted)
	}
	body, err := m.body()
	if err != nil {
		return err
	}
	if _, err := text.WriteString(body); err != nil {
		return err
	}
	if err := m.attachments(signed, text); err != nil {
		return err
	}
	m.d.Text = strings.NewReader(text.String())
	return nil
}

// body returns the text of the best body that can be read.
func (m *message) body() (string, error) {
	for _, b := range []struct {
		what string
		find func() ([]byte, string, error)
	}{{"HTML", m.html}, {"rich text", m.rtf}, {"plain text", m.plain}} {
		octets, mediaType, err := b.find()
		if err == nil && len(bytes.Trim(octets, "\x00\r\n\t ")) == 0 {
			continue
		}
		var text string
		if err == nil {
			text, err = m.shown(octets, mediaType)
		}
		if err == nil && !strings.HasPrefix(mediaType, "text/plain") {
			err = m.names.Add(octets, m.d.Budget)
		}
		if err == nil {
			return text, nil
		}
		if medium.IsFinal(err) {
			return "", err
		}
		m.d.Lose("the body in %s is left out: %w", b.what, err)
	}
	return "", nil
}

func (m *message) html() ([]byte, string, error) {
	if octets, err := m.stream(propHTML, typeUnicode); octets != nil || err != nil {
		return []byte(fromUTF16(octets)), "text/html; charset=utf-8", err
	}
	octets, err := m.stream(propHTML, typeBinary, typeString8)
	declared := "text/html"
	if name := label(m.fixed[propInternetCP]); name != "" {
		declared = mime.FormatMediaType(declared, map[string]string{"charset": name})
	}
	return octets, declared, err
}

func (m *message) rtf() ([]byte, string, error) {
	octets, err := m.stream(propCompressed, typeBinary)
	if octets == nil || err != nil {
		return nil, "", err
	}
	unpacked, err := decompress(octets)
	if err == nil {
		err = m.d.Budget.Unpack(int64(len(unpacked)))
	}
	if err == nil {
		err = m.d.Budget.Hold(int64(len(unpacked)), "rich text")
	}
	return unpacked, "text/rtf", err
}

func (m *message) plain() ([]byte, string, error) {
	text, err := m.text(propBody)
	return []byte(text), "text/plain; charset=utf-8", err
}

func (m *message) shown(octets []byte, mediaType string) (string, error) {
	within, err := m.d.Within("")
	if err != nil {
		return "", err
	}
	if err := within.Open(bytes.NewReader(octets), mediaType); err != nil {
		return "", err
	}
	text, err := m.d.Whole(within.Text, "text in an Outlook message")
	m.d.Inherit(within, "")
	m.d.Tool = cmp.Or(m.d.Tool, within.Tool)
	return string(bytes.TrimPrefix(text, []byte("\uFEFF"))), err
}

// attachments names the attachments. An attachment with the content of a signed mail is shown.
func (m *message) attachments(signed bool, text io.StringWriter) error {
	for _, name := range m.storages[ole.Fold(strings.TrimSuffix(m.in, "/"))] {
		if !strings.HasPrefix(ole.Fold(name), "__ATTACH_VERSION1.0_") {
			continue
		}
		a := &message{tree: m.tree, d: m.d, in: m.in + name + "/", header: 8}
		if err := a.readFixed(); err != nil {
			return err
		}
		if a.fixed[propMessageCP] == 0 {
			a.fixed[propMessageCP] = cmp.Or(m.fixed[propMessageCP], m.fixed[propInternetCP])
		}
		if err := a.attachment(signed, text, &m.names); err != nil {
			return err
		}
		if err := m.d.Check(); err != nil {
			return err
		}
	}
	return nil
}

// The attachment methods to distinguish ([MS-OXCMSG] 2.2.2.9).
const (
	attachedMessage = 5
	attachedOLE     = 6
)

func (m *message) attachment(signed bool, text io.StringWriter, shows *referred.Names) error {
	var names [6]string
	for i, p := range []uint16{propLongFile, propFile, propDisplayName, propMIME, propContentID, propLocation} {
		var err error
		if names[i], err = m.text(p); err != nil {
			return err
		}
	}
	name, mediaType := cmp.Or(names[0], names[1], names[2]), names[3]
	if m.fixed[propMethod] == attachedMessage {
		return m.attached(name)
	}
	octets, err := m.stream(propData, typeBinary)
	switch {
	case medium.IsFinal(err):
		return err
	case err != nil:
		m.d.Include.Sum.Miss()
		m.d.Note("the attachment %q is left out: %v", name, err)
		return nil
	case signed && (mediaType == "multipart/signed" || octets != nil):
		shown, err := m.shown(octets, "message/rfc822")
		if err == nil {
			_, err = text.WriteString(shown)
		}
		return err
	case m.fixed[propMethod] == attachedOLE:
		m.d.Include.Sum.Miss()
		m.d.Note("an object of OLE is left out")
		return nil
	case octets == nil:
		return nil
	case strings.HasPrefix(mediaType, "image/") && shows.Has(strings.Trim(names[4], "<>"), names[5]):
		return m.d.Picture(name, octets)
	}
	err = m.d.Embed(name, mediaType, bytes.NewReader(octets))
	m.d.Budget.Release(int64(len(octets)))
	return err
}

func (m *message) attached(name string) error {
	const storage = "__substg1.0_3701000D"
	if name == "" || !strings.HasSuffix(strings.ToLower(name), ".msg") {
		name = cmp.Or(name, "message") + ".msg"
	}
	return m.d.EmbedOpened(name, MediaType, m.size, func(d *medium.Reading) error {
		return (&message{tree: m.tree, d: d, in: m.in + storage + "/", header: 24}).open()
	})
}

// MediaType is the media type of a message.
const MediaType = "application/vnd.ms-outlook"
