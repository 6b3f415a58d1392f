package field

import "strings"

// Form is a field of a form that is filled in by a click: a check box or a list.
type Form struct {
	kind    string
	chosen  int // the entry of the list, or 1 for a box that is ticked
	known   bool
	preset  int // what is chosen at first
	entries []string
	octets  int // of the entries
}

// The kinds of forms, by the names of their fields.
const (
	CheckBox = "FORMCHECKBOX"
	List     = "FORMDROPDOWN"
)

// NewForm returns a form of a kind.
func NewForm(kind string) Form { return Form{kind: kind} }

// Undefined is what DOC and RTF store in place of a choice if no user has chosen.
const Undefined = 25

// Choose sets the entry that is chosen, or 1 for a box that is ticked.
func (f *Form) Choose(n int) { f.chosen, f.known = n, true }

// Preset sets what counts before a user chooses.
func (f *Form) Preset(n int) { f.preset = n }

// Entry adds an entry to the list. Word allows 25 entries; a list of 64 KiB has no room for more.
func (f *Form) Entry(s string) {
	const most, cost = 64 << 10, 16
	if f.octets += len(s) + cost; f.octets <= most {
		f.entries = append(f.entries, strings.Clone(s))
	}
}

// Box returns a check box, or a radio button.
func Box(ticked bool) string {
	if ticked {
		return "☒"
	}
	return "☐"
}

// Text returns what the form shows: the entry that is chosen, or a box with or without a tick.
func (f *Form) Text() string {
	chosen := f.preset
	if f.known {
		chosen = f.chosen
	}
	switch {
	case f.kind == CheckBox:
		return Box(chosen != 0)
	case chosen >= 0 && chosen < len(f.entries):
		return f.entries[chosen]
	}
	return ""
}
