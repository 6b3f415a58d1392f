package documents

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/mail"
	"net/textproto"
	"path"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
)

// mailboxes reads files of mails. Each mail is a document.
type mailboxes struct {
	a     *cli.App
	flags *ReadFlags
}

func (*mailboxes) Holds(head []byte, name string) bool {
	if plain, packed := container.UnpackHead(head, maxPeek); packed {
		head, name = plain, strings.TrimSuffix(name, path.Ext(name))
	}
	return mailbox.Begins(head) || strings.EqualFold(path.Ext(name), ".mbox") && bytes.HasPrefix(head, []byte("From "))
}

// Members yields the mails. A last member prints the counts.
func (b *mailboxes) Members(in Input) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		total := b.flags.tally()
		octets, err := container.Unpack(b.a.Ctx, in.File, b.flags.Limits())
		if err != nil {
			octets = failing{err}
		}
		for m, err := range mailbox.Messages(octets, b.flags.MaxSize) {
			this := in
			if errors.Is(err, mailbox.ErrNoMailbox) {
				err = fmt.Errorf("%w: %w", extract.ErrMalformed, err)
			}
			this.File, this.Given, this.Err = nil, false, err
			if m == nil {
				this.Member = &member{name: in.Path, label: in.Path, finish: total.take}
			} else {
				this.Path = fmt.Sprintf("%s%s%d", in.Path, inside, m.Number)
				this.Member = messageMember(this.Path, m)
				this.Member.finish = total.take
			}
			if !yield(this) {
				return
			}
		}
		in.File = nil
		in.Member = ending(b.a, b.flags, in.Path, total, "mail")
		yield(in)
	}
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func messageMember(name string, m *mailbox.Message) *member {
	return &member{
		name: name, label: name, Fields: newMailFields(m), size: int64(len(m.Octets)),
		open: func(ctx context.Context, o extract.Options) (*extract.Document, error) {
			octets := m.Octets
			m.Octets = nil // from here on only its text refers to them
			o.Name, o.MediaType = "", "message/rfc822"
			return extract.Open(ctx, bytes.NewReader(octets), o)
		},
	}
}

// mailFields are the fields of a mail in a mailbox for --json.
type mailFields struct {
	Mail      int64  `json:"mail"`
	MessageID string `json:"message_id,omitempty"`
	Date      string `json:"date,omitempty"`
	Subject   string `json:"subject,omitempty"`
}

// mostHeader is the number of bytes of a mail to search for its fields.
const mostHeader = 1 << 20

func newMailFields(m *mailbox.Message) (f mailFields) {
	f.Mail = m.Number
	_ = func() (err error) {
		defer recovery.Catch(&err, "the header of a mail")
		r := textproto.NewReader(bufio.NewReader(io.LimitReader(bytes.NewReader(m.Octets), mostHeader)))
		h, _ := r.ReadMIMEHeader() // what comes before a fault
		f.MessageID = strings.ToValidUTF8(strings.TrimSpace(h.Get("Message-Id")), "\uFFFD")
		if date, err := mail.ParseDate(h.Get("Date")); err == nil {
			f.Date = date.UTC().Format(time.RFC3339)
		}
		f.Subject = h.Get("Subject")
		if decoded, err := new(mime.WordDecoder).DecodeHeader(f.Subject); err == nil {
			f.Subject = decoded
		}
		f.Subject = strings.ToValidUTF8(f.Subject, "\uFFFD")
		return nil
	}()
	return f
}
