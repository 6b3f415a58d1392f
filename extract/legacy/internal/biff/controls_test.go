package biff

import (
	"strings"
	"testing"
)

func TestControlState(t *testing.T) {
	part := func(kind int, octets string) string {
		return octetsOf(uint16(kind), uint16(len(octets)), octets)
	}
	rest := strings.Repeat("\x00", 16) // of the first part
	choice := func(entry int) string {
		return octetsOf(uint16(0x13), uint16(0x1FEE), uint16(3), "cel", uint16(4), uint16(entry), "more")
	}
	for _, tt := range []struct {
		why   string
		kind  uint16
		parts string
		want  string
	}{
		{"a tick", checkBox, rest + part(0x0A, strings.Repeat("\x00", 12)) + part(0x12, "\x01\x00\x00\x00\x00\x00\x00\x00"), "☒"},
		{"a tick, by LibreOffice", checkBox, rest + part(0x0A, "\x01\x00"+strings.Repeat("\x00", 10)) + part(0x0A, "\x01\x00\x00\x00\x00\x00\x00\x00"), "☒"},
		{"no tick", radioButton, rest + part(0x12, "\x00\x00\x00\x00"), "☐"},
		{"a box that says nothing", checkBox, "", "☐"},
		{"the second entry", dropDown, rest + part(0x0C, "01234567") + choice(2), "☒ 2"},
		{"no entry", list, rest + choice(0), ""},
		{"entries of an object that is no list", 0x05, rest + choice(2), ""},
		{"cut short", list, rest + choice(2)[:6], ""},
		{"a text", 0x06, rest + part(0x12, "\x01\x00"), ""},
	} {
		if got := controlState(tt.kind, []byte(tt.parts)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
