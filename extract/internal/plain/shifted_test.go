package plain

import (
	"strings"
	"testing"
)

func TestShifted(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"ISO-2022-JP", "\x1b$B$\"\x1b(B", "iso-2022-jp"},
		{"an escape sequence of terminals", "\x1b[1mbold\x1b(B", ""},
		{"HZ", "~{VP9z5D8[?ZTZ11>)~}", "hz-gb-2312"},
		{"HZ among ASCII, with a tilde", "a ~~ b ~{VP9z5D~} c ~{8[?ZTZ11>)~}\n", "hz-gb-2312"},
		{"HZ that the sample cuts", "~{VP9z5D8[?ZTZ11>)V", "hz-gb-2312"},
		{"too few characters of HZ to tell", "~{VP9z~}", ""},
		{"rare characters in place of HZ", "~{abcdefghijklmnopqrst~}", ""},
		{"directives of Lisp", `(format t "~{~a~^, ~}" list) ` + strings.Repeat("~{<~A>~} ", 9), ""},
		{"a loop of Lisp over pairs", `"~{~{~A: ~S~}~^, ~}"`, ""},
		{"HZ and bytes that are not ASCII", "~{VP9z5D8[?ZTZ11>)~}é", ""},
		{"UTF-7, in Chinese", "+ThZ1TE66Z0Nbo4oA\n+Xo+KAA\n+knROjlv5Trp8e1u2Xq1iQGcJYhBUWHaEVvpnCVwKTiVTylF2XnN7SXaEVIxODXn7doRnQ1IpdoRif4uk,", "utf-7"},
		{"UTF-7, in Cyrillic", "+BBwEMARPBDo- +BEEEMgQ1BEIEOAQ7- +BD0EMAQ0- +BDwEPgRABDUEPA-, +BDg- +BDsEPgQ0BDoEOA-", "utf-7"},
		{"too few letters of UTF-7 to tell", "caf+AOk-", ""},
		{"sums, and telephone numbers", "a+b C++ +49 30 1234567 x+y+z", ""},
		{"a program that adds one name often", strings.Repeat(`s+"x"; t += +abcdefgh; `, 99), ""},
		{"base64", "h1:Zt5H3+pQ8kfw1Jm0Yb7Xc9+L2v4Ne6Rt8Uy0Io1Pa=\n", ""},
		{"words", "some words", ""},
		{"nothing", "", ""},
	} {
		if got := Shifted([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q: %q, want %q", tt.why, tt.in, got, tt.want)
		}
	}
}
