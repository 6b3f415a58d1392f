package keep

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
)

// attachments returns d with the number of documents in a migrated document that differ or were not compared. They
// are no part of its text, and no manifest has them. Without the old files, only mails count. d is nil if the texts are
// equal, or if it is unknown how they differ.
func (v *findings) attachments(r manifest.Result, d *difference.Excerpt) *difference.Excerpt {
	a, b := r.Stored, r.Found
	switch {
	case len(v.f.rules) == 0 || v.texts == nil, a == nil || b == nil, isBare(a) && isBare(b),
		v.texts.old == nil && !isMail(a) && !isMail(b), a.SHA256 == b.SHA256,
		d == nil && (a.Text.IsZero() || a.Text != b.Text): // it is not valid in any case
		return d
	}
	var changes []string
	if v.texts.old == nil {
		changes = []string{"attachments not compared: expected --originals, the directory of the old files"}
	} else if went, came, err := v.texts.attached(v.a.Ctx, a, b); err != nil {
		changes = []string{"attachments not compared: " + cli.Message(err)}
	} else {
		for _, name := range went {
			changes = append(changes, "attachment went: "+name)
		}
		for _, name := range came {
			changes = append(changes, "attachment came: "+name)
		}
	}
	if len(changes) == 0 {
		return d
	}
	if d == nil {
		d = &difference.Excerpt{Kinds: make(difference.KindCounts), Hunks: []difference.Hunk{}}
	}
	d.Kinds[difference.Attachment] = len(changes)
	for i, change := range changes {
		group := difference.Group{Class: difference.Class{Kind: difference.Attachment}, Went: change, Edits: 1}
		d.Groups = slices.Insert(d.Groups, i, group)
		if !v.f.status && i < defaultHunks {
			v.a.Out.Warn(r.Path, change)
		}
	}
	return d
}

// isMail reports whether a document can have attachments as a mail has them.
func isMail(e *manifest.Entry) bool {
	switch e.Reading.MediaType {
	case "message/rfc822", "application/mbox", "application/x-emlx", "application/vnd.ms-outlook":
		return true
	}
	return false
}

// isBare reports whether no document can be in a document.
func isBare(e *manifest.Entry) bool {
	mediaType := e.Reading.MediaType
	return strings.HasPrefix(mediaType, "text/") && mediaType != "text/rtf"
}

// attached returns the attachments that only one of two documents has, each with its length and digest. The names
// of what is attached to a mail count. Programs rename what is in another document.
func (t *texts) attached(ctx context.Context, old, new *manifest.Entry) (went, came []string, err error) {
	identity := func(line string) string { return line }
	if !isMail(old) || !isMail(new) {
		identity = func(line string) string { return line[strings.LastIndex(line, " (")+1:] }
	}
	var all [2][]string
	for i, side := range []struct {
		fsys fs.FS
		path string
	}{{t.old, old.Path}, {t.new, new.Path}} {
		o := t.o
		o.Include = append(slices.Clone(o.Include), "attachments")
		text, err := readText(ctx, side.fsys, side.path, o, maxText)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s", cli.Display(side.path), cli.Message(err))
		}
		all[i] = strings.Split(string(text), "\n\uFDD1")[1:]
		slices.SortFunc(all[i], func(a, b string) int {
			return cmp.Or(strings.Compare(identity(a), identity(b)), strings.Compare(a, b))
		})
	}
	a, b := all[0], all[1]
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(identity(a[0]), identity(b[0])); {
		case c == 0 && !strings.HasSuffix(a[0], "(not compared)"):
			a, b = a[1:], b[1:]
		case c <= 0:
			went, a = append(went, a[0]), a[1:]
		default:
			came, b = append(came, b[0]), b[1:]
		}
	}
	return append(went, a...), append(came, b...), nil
}
