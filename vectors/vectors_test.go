package vectors

import (
	"bytes"
	"strings"
	"testing"
)

const header = "# Comment.\nstage: hash\nschemes: [sd1]\nvectors:\n"

const good = header + `  - id: hash-a
    rules: [R6.1]
    why: "a reason, long enough"
    input:
      octets: "a"
    expect:
      hash: "0123456789abcdef"
`

func TestBytes(t *testing.T) {
	for _, tt := range []struct{ in, want, why string }{
		{"a\"\\\n", `"a\"\\\n"`, "escapes"},
		{"é中_1", `"é中_1"`, "what a reader sees stands as it is"},
		{"e\u0301\u00AD\u200B\u00A0", `"e\u0301\u00AD\u200B\u00A0"`, "what a reader does not see is a number"},
		{"\U0001F600\U000E0061", `"\U0001F600\U000E0061"`, "beyond U+FFFF"},
		{"\xff\x00", `{hex: "ff00"}`, "no text"},
		{strings.Repeat("é", 40), `{text: "é", repeat: 40}`, "long repeats"},
		{strings.Repeat("\xff", 40), `{hex: "ff", repeat: 40}`, "long repeats of a byte"},
		{"a\x80" + strings.Repeat("\xff", 32) + strings.Repeat("\x00", 31) + "b", `[{hex: "6180"}, {hex: "ff", repeat: 32}, {hex: "` + strings.Repeat("00", 31) + `62"}]`, "long repeats within bytes"},
		{strings.Repeat("\xff", 32) + strings.Repeat("\x00", 32), `[{hex: "ff", repeat: 32}, {hex: "00", repeat: 32}]`, "nothing but repeats"},
		{"", `""`, "nothing"},
	} {
		o := BytesOf([]byte(tt.in))
		if got := string(o.appendTo(nil)); got != tt.want {
			t.Errorf("%q is spelled %s, want %s: %s", tt.in, got, tt.want, tt.why)
		}
		f, err := parse("x.yaml", []byte(strings.Replace(good, `"a"`, tt.want, 1)))
		if err != nil {
			t.Errorf("%s: %v", tt.want, err)
			continue
		}
		if got := string(f.Vectors[0].Input.Raw.Bytes()); got != tt.in {
			t.Errorf("%s is read as %q, want %q", tt.want, got, tt.in)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Fuzz(func(t *testing.T, source string) {
		file, err := parse("x.yaml", []byte(source))
		if err != nil {
			return
		}
		for _, v := range file.Vectors {
			for _, p := range v.Input.Raw {
				if p.repeat > 1000 || p.texts.Count > 1000 {
					return
				}
			}
		}
		// The form is a fixed point.
		once := file.Format()
		again, err := parse("x.yaml", once)
		if err != nil {
			return // ids and reasons that lint would refuse need not survive
		}
		if !bytes.Equal(again.Format(), once) {
			t.Errorf("%s\nbecame\n%s", once, again.Format())
		}
	})
}
