// Package referred finds what a page of a mail refers to, such as the pictures that it shows.
package referred

import (
	"bytes"
	"html"
	"net/url"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Names are the content ids (RFC 2392) to which pages refer, and the last segments of other addresses.
type Names struct{ ids, files map[string]bool }

// ends end an address.
const ends = "\"'<>() \t\r\n\f"

// longest bounds an address in bytes. A longer one refers to nothing in the mail.
const longest = 2 << 10

// Add adds the names in a page, or in rich text with the tags of a page.
func (n *Names) Add(page []byte, b *budget.Budget) error {
	if n.ids == nil {
		n.ids, n.files = make(map[string]bool), make(map[string]bool)
	}
	for {
		at := bytes.IndexAny(page, ":=(")
		if at < 0 {
			return nil
		}
		before, sign := page[:at], page[at]
		page = page[at+1:]
		isID := sign == ':' && hasSuffix(before, "cid")
		if !isID && !(sign == '(' && hasSuffix(before, "url") || sign == '=' && isAddress(before)) {
			continue
		}
		if !isID {
			page = bytes.TrimLeft(page, "\"' \t\r\n\f")
			isID = len(page) >= 4 && strings.EqualFold(string(page[:4]), "cid:")
			if isID {
				page = page[4:]
			}
		}
		end := bytes.IndexAny(page, ends)
		if end < 0 {
			end = len(page)
		}
		if err := n.add(page[:end], isID, b); err != nil {
			return err
		}
		page = page[end:]
	}
}

func (n *Names) add(address []byte, isID bool, b *budget.Budget) error {
	if len(address) > longest {
		return nil
	}
	name, all := html.UnescapeString(string(address)), n.ids
	if !isID {
		name, all = segment(name), n.files
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if name == "" || all[name] {
		return nil
	}
	const entry = 64
	if err := b.Hold(int64(len(name)+entry), "addresses in a mail"); err != nil {
		return err
	}
	all[name] = true
	return nil
}

// Has reports whether a page refers to a part with that content id or location. Either may be "".
func (n *Names) Has(id, location string) bool {
	return n.ids[id] || location != "" && n.files[segment(location)]
}

// segment returns what is after the last slash of an address.
func segment(address string) string { return address[strings.LastIndexByte(address, '/')+1:] }

// isAddress reports whether bytes end with the name of an attribute that refers to another document.
func isAddress(before []byte) bool {
	before = bytes.TrimRight(before, " \t\r\n\f")
	return hasSuffix(before, "src") || hasSuffix(before, "href") || hasSuffix(before, "background") ||
		hasSuffix(before, "data") || hasSuffix(before, "poster")
}

func hasSuffix(b []byte, suffix string) bool {
	return len(b) >= len(suffix) && strings.EqualFold(string(b[len(b)-len(suffix):]), suffix)
}
