package plain

import "testing"

// A guess never passes on what is no character of its encoding, nor a mark in place of a letter.
func TestDecoderOf(t *testing.T) {
	for _, tt := range []struct{ why, name, in, want string }{
		{"no character of Windows", "windows-1252", "K\x81hn", "K\uFFFDhn"},
		{"no character of ISO 8859", "iso-8859-2", "K\x81hn", "K\uFFFDhn"},
		{"a mark that mostly is within words", "windows-1252", "Die Firma B\x84cker", "Die Firma B\uFFFDcker"},
		{"a mark that opens what follows", "windows-1252", "un caf\x82 noir", "un caf\uFFFD noir"},
		{"quotes, and one without its blank", "windows-1252", "\x84Ja\x93, \x84nein\x93sagte er", "„Ja“, „nein“sagte er"},
		{"dashes, dots and apostrophes", "windows-1252", "a\x97b\x85c\x92d", "a—b…c’d"},
		{"marks in Hebrew words", "windows-1255", "\xe3\xe5\xd8\xe7 \xf9\xec", "דו״ח של"},
		{"a comma in Arabic without its blank", "windows-1256", "\xe3\xa1\xe3", "م،م"},
		{"a quotation in Russian without its blanks", "windows-1251", "\xe0\xab\xe0\xbb\xe0", "а«а»а"},
		{"bullets between words", "windows-1252", "Accueil\x95R\xe9seau\x95Forum", "Accueil•Réseau•Forum"},
		{"a quotation of Danish without its blank", "windows-1252", "\xbb.so\xabforesp\xf8rg", "».so«forespørg"},
		{"signs that are no letters in DOS", "windows-1252", "l\xb4eau m\xd7n", "l´eau m×n"},
		{"a code page of DOS", "ibm850", "B\x84cker", "Bäcker"},
		{"UTF-8", "utf-8", "é\xff", "é\uFFFD"},
	} {
		got, err := DecoderOf(tt.name, []byte(tt.in)).String(tt.in)
		if got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
	}
}
