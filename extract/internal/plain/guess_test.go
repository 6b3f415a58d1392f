package plain

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// encoded returns a text in an encoding.
func encoded(t *testing.T, why, text, name string) []byte {
	t.Helper()
	encoding, err := htmlindex.Get(name)
	if isDOS(name) {
		encoding, err = ianaindex.MIME.Encoding(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	octets, err := encoding.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %s: %v", why, name, err)
	}
	return octets
}

// ensureGuessed fails the test if the encoding of a text is not guessed. It returns the text in the encoding.
func ensureGuessed(t *testing.T, why, text, name string) []byte {
	t.Helper()
	octets := encoded(t, why, text, name)
	if got, sure := Detect(octets); got != name || sure {
		t.Errorf("%s: %q is %s, sure %t, want %s", why, text, got, sure, name)
	}
	return octets
}

// A text of one byte a character is guessed by its letters.
func TestByLetters(t *testing.T) {
	sentence := make(map[string]string)
	for _, l := range languages {
		sentence[l.name] = l.text
	}
	for _, tt := range []struct{ why, text, encodings string }{
		{"letters of Polish", sentence["Polish"], "windows-1250 iso-8859-2"},
		{"letters of Czech", sentence["Czech"] + " Šťastná žena.", "windows-1250 iso-8859-2"},
		{"letters that Hungarian has alone", sentence["Hungarian"] + " Erős szél fújt.", "windows-1250"},
		{"letters of Romanian", "Lumina farului se roteşte şi bărcile ţin drumul", "windows-1250"},
		{"letters of Turkish", sentence["Turkish"] + " Işığı gören şaşırdı.", "windows-1254"},
		{"letters of Icelandic are not those of Turkish", sentence["Icelandic"], "windows-1252"},
		{"letters of Danish", sentence["Danish"], "windows-1252 macintosh"},
		{"one letter of many languages", "Un café noir", "windows-1252"},
		{"quotation marks of Windows", "“It’s late,” said Ann – and left…", "windows-1252"},
		{"letters of Lithuanian", "Švyturys švietė jūrai, ir laivai grįžo į uostą ankstų rytą", "windows-1257"},
		{"letters of Latvian", "Bāka visu nakti apgaismoja jūru, un laivas atgriezās mājās", "windows-1257"},
		{"letters of Russian, for a capital is none after a small letter", sentence["Russian"], "windows-1251 koi8-r ibm866 iso-8859-5"},
		{"letters of Russian, for a sign is none in a word", "Якорь поднят. " + sentence["Russian"] + " Объявляется стоянка.", "windows-1251 x-mac-cyrillic"},
		{"letters that KOI8-R lacks", sentence["Ukrainian"], "windows-1251 koi8-u iso-8859-5"},
		{"letters of Greek", sentence["Greek"], "windows-1253"},
		{"a letter of Greek that is a sign elsewhere", "Άνεμος. " + sentence["Greek"], "iso-8859-7"},
		{"letters of Hebrew", sentence["Hebrew"], "windows-1255"},
		{"letters of Arabic", sentence["Arabic"], "windows-1256 iso-8859-6"},
		{"letters of Persian", strings.ReplaceAll(sentence["Persian"], "ی", "ي"), "windows-1256"},
		{"letters of Thai", sentence["Thai"], "windows-874"},
		{"letters of DOS that are signs in Windows", "Die Größe der Gäste und die Höhe der Gebühren", "ibm850"},
		{"letters of DOS that Windows lacks", "Le garçon a été prêt à passer la journée", "ibm850"},
	} {
		for name := range strings.FieldsSeq(tt.encodings) {
			ensureGuessed(t, tt.why, tt.text, name)
		}
	}
	for _, tt := range []struct{ why, in, want string }{
		{"signs that are capitals elsewhere", "\xa9 Ann 1999, \xa9 Bob 2001, \xa7 5, 20 \xb0C", "windows-1252"},
		{"a text without letters", "1\xbd", ""},
		{"dashes and dots of Windows", strings.Repeat("so he \x97 or she \x97 went on\x85 and on \x96 on. ", 9), "windows-1252"},
		{"apostrophes and quotes of Windows", strings.Repeat("\x93It\x92s late,\x94 said Ann. ", 9), "windows-1252"},
		{"one quote without its blank", "\x93Yes,\x94 he said. \x93No,\x94said she. \x93Go.\x94", "windows-1252"},
	} {
		if got, _ := byLetters([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.why, tt.in, got, tt.want)
		}
	}
}

// A text in an encoding of several bytes a character is guessed by its common characters.
func TestByCharacters(t *testing.T) {
	const (
		japanese    = "すべての人間は、生まれながらにして自由である。"
		katakana    = "インターネットのサーバー"
		simplified  = "人人生而自由，在尊严和权利上一律平等。"
		traditional = "人人生而自由，在尊嚴和權利上一律平等。"
		korean      = "모든 인간은 태어날 때부터 자유로우며"
	)
	for _, tt := range []struct{ why, text, encodings string }{
		{"Hiragana", japanese, "shift_jis euc-jp"},
		{"Katakana", katakana, "shift_jis euc-jp"},
		{"common ideographs", simplified, "gbk"},
		{"ideographs that are common in Taiwan", traditional, "big5"},
		{"syllables", korean, "euc-kr"},
		{"Japanese in Latin text", "Debianの使い方: apt-get", "shift_jis euc-jp"},
		{"characters behind much ASCII", strings.Repeat("ASCII ", 1000) + simplified, "gbk"},
		{"more than is examined", strings.Repeat(japanese, 100), "shift_jis euc-jp"},
		{"a rare ideograph among common ones", simplified + "镕" + simplified, "gbk"},
		{"Russian, whose words could be pairs", "Привет мир", "windows-1251 koi8-r"},
		{"Chinese in little of a text", "<没有 .debug_addr 节>\n<没有 .debug_addr 节>\n", "gbk"},
		{"quotation marks of English", strings.Repeat("“We agreed,” it’s said. ", 30), "windows-1252"},
		{"dashes between words of English", strings.Repeat("It was—as we know—a fine day. ", 30), "windows-1252"},
		{"apostrophes and dashes of English", strings.Repeat("It’s late—as it’s often—and that’s it – ", 30), "windows-1252 macintosh"},
		{"bullets of English", strings.Repeat("• Budget\n• Time\n", 30), "windows-1252"},
		{"blanks that are not ASCII", strings.Repeat("see\u00a0/path and\u00a0/file\n", 30), "windows-1252"},
		{"acute accents among letters of ASCII", "k´op ta´amuk", "windows-1252"},
	} {
		for name := range strings.FieldsSeq(tt.encodings) {
			octets := ensureGuessed(t, tt.why, tt.text, name)
			if len(octets) < sample {
				if got, _ := Detect(octets[:len(octets)-1]); got != name {
					t.Errorf("%s, cut: %q is %s, want %s", tt.why, tt.text, got, name)
				}
			}
		}
	}
}

// A character has four bytes in GB 18030, three in EUC-JP or one in Shift JIS. The pairs after it are read rightly.
func TestOddCharacters(t *testing.T) {
	for _, tt := range []struct{ why, text, name string }{
		{"an ideograph of four bytes", "人人生而自由，㐀在尊严和权利上一律平等。", "gb18030"},
		{"Katakana of half width", "半角のｶﾀｶﾅも読みます", "shift_jis"},
		{"an ideograph of three bytes", "\xbf\xcd\xb4\xd6\xa4\xcf\x8f\xb0\xa1\xa4\xcb\xa4\xc6\xbc\xab\xcd\xb3", ""},
	} {
		octets, want := []byte(tt.text), "euc-jp"
		if tt.name != "" {
			octets = encoded(t, tt.why, tt.text, tt.name)
			want = strings.Replace(tt.name, "gb18030", "gbk", 1)
		}
		if got := likeliest(octets); got != want {
			t.Errorf("%s: %s, want %s", tt.why, got, want)
		}
	}
}
