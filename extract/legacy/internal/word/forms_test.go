package word

import (
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// form returns a form of the stream Data: a kind, a choice, another that counts at first, and a list.
func form(kind, chosen, preset uint16, entries ...string) []byte {
	data := append(make([]byte, 68), 0xFF, 0xFF, 0xFF, 0xFF)
	data = le.AppendUint16(data, kind|chosen<<2)
	text := func(s string) []byte {
		octets := []byte(wide(s))[2:]
		return append(le.AppendUint16(nil, uint16(len(octets)/2)), octets...)
	}
	data = slices.Concat(data, make([]byte, 4), text("name"), []byte{0, 0})
	data = append(le.AppendUint16(data, preset), make([]byte, 5*4)...)
	data = append(le.AppendUint16(append(data, 0xFF, 0xFF), uint16(len(entries))), 0, 0)
	for _, e := range entries {
		data = append(data, text(e)...)
	}
	return data
}

func TestForms(t *testing.T) {
	look := slices.Concat([]byte{0x06, 0x08, 1}, []byte{0x03, 0x6A, 0, 0, 0, 0}, special)
	field := func(instruction string) sample {
		return sample{text: []chars{text("a \x13 " + instruction + " "), text("\x01", look), text("\x14no\x15 b")}}
	}
	const lost = "what a form shows is not in the stream Data"
	for _, tt := range []struct {
		why  string
		in   sample
		data []byte
		want string
		lost []string
	}{
		{"a box with a tick", field("FORMCHECKBOX"), form(1, 1, 0), "a ☒ b", nil},
		{"a box without one", field("FORMCHECKBOX"), form(1, 0, 1), "a ☐ b", nil},
		{"a box that is ticked at first", field("FORMCHECKBOX"), form(1, 25, 1), "a ☒ b", nil},
		{"an entry of a list", field("FORMDROPDOWN"), form(2, 1, 0, "crimson", "türkis"), "a türkis b", nil},
		{"an entry that counts at first", field("FORMDROPDOWN"), form(2, 25, 1, "crimson", "türkis"), "a türkis b", nil},
		{"a list that is cut short", field("FORMDROPDOWN"), form(2, 1, 0, "crimson"), "a no b", []string{lost}},
		{"no stream", field("FORMCHECKBOX"), nil, "a no b", []string{lost}},
		{"a text, which is the result", field("FORMTEXT"), form(0, 0, 0), "a no b", nil},
		{"a link", field("HYPERLINK"), form(1, 1, 0), "a no b", nil},
	} {
		stream, table := tt.in.streams()
		d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
		d.Budget.Source(int64(len(stream) + len(table)))
		err := Read(d, stream, func(name string) ([]byte, error) {
			if name == "Data" {
				return tt.data, nil
			}
			return table, nil
		})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		got, err := io.ReadAll(d.Text)
		if diff := cmp.Diff(tt.want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", tt.why, err, diff)
		}
		if diff := cmp.Diff(tt.lost, d.Lost); diff != "" {
			t.Errorf("%s: lost (-want +got)\n%s", tt.why, diff)
		}
	}
}

// Lengths that a form does not have lead nowhere.
func TestFormAt(t *testing.T) {
	whole := form(2, 1, 0, "a", "b")
	for n := range whole {
		formAt(whole[:n], 0)
		formAt(whole, uint32(n))
	}
	if got := formAt(whole, 1<<31); got != "" {
		t.Errorf("%q beyond the stream", got)
	}
}
