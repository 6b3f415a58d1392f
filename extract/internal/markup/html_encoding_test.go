package markup

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func TestPrescan(t *testing.T) {
	for _, tt := range []struct{ in, want, why string }{
		{"<meta charset=koi8-r>", "koi8-r", "unquoted"},
		{"<META\fCHARSET = \"KOI8-R\" >", "koi8-r", "case, form feed, blanks around the equals sign"},
		{"<meta/charset='koi8-r'/>", "koi8-r", "slashes are blanks"},
		{"<meta charset=utf-16be>", "utf-8", "UTF-16 cannot be, if this was read"},
		{"<meta charset=x-user-defined>", "windows-1252", "by the Standard"},
		{"<meta charset=nonsense>", "", "no such label"},
		{"<meta charset>", "", "no value"},
		{"<metax charset=koi8-r>", "", "another element"},
		{"<meta charset=koi8-r", "", "the octets run out in the attribute"},
		{"<meta http-equiv=content-type content='text/html; charset=koi8-r'>", "koi8-r", "pragma first"},
		{"<meta content='charset=koi8-r' http-equiv=content-type>", "koi8-r", "pragma last"},
		{"<meta content='charset=koi8-r' http-equiv=refresh>", "", "another pragma"},
		{"<meta content='charset charset = \"koi8-r\"' http-equiv=content-type>", "koi8-r", "the second charset has an equals sign"},
		{"<meta content='charset=\"koi8-r' http-equiv=content-type>", "", "unmatched quote"},
		{"<meta content='charset=koi8-r;x' http-equiv=content-type>", "koi8-r", "up to the semicolon"},
		{"<meta content='charset=' http-equiv=content-type>", "", "nothing"},
		{"<meta charset=koi8-r charset=utf-8>", "koi8-r", "the first of two attributes"},
		{"<meta content='charset=utf-8' charset=koi8-r>", "koi8-r", "charset beats content"},
		{"<!-- > --><meta charset=koi8-r>", "koi8-r", "after a comment"},
		{"<!--><meta charset=koi8-r>", "koi8-r", "the hyphens of <!--> may be shared"},
		{"<!-- <meta charset=utf-8>", "", "an unfinished comment"},
		{"<?x <meta charset=utf-8>", "", "up to the first >, in a processing instruction"},
		{"</p <meta charset=utf-8><meta charset=koi8-r>", "koi8-r", "an end tag has attributes too"},
		{"<a href='<meta charset=utf-8>'><meta charset=koi8-r>", "koi8-r", "an attribute hides what is in it"},
		{"<a =x><meta charset=koi8-r>", "koi8-r", "a name may begin with an equals sign"},
		{"<a b='", "", "the octets run out in a value"},
		{"<", "", "the octets run out at once"},
		{"<script>\"<meta charset=koi8-r>\"</script>", "koi8-r", "the prescan knows no scripts"},
		{"<?xml version='1.0' encoding = \"koi8-r\"?><p>", "koi8-r", "an XML declaration"},
		{"<?xml encoding='utf-16'?>", "utf-8", "that says UTF-16"},
		{"<?xml encoding='koi8-r'?><meta charset=shift_jis>", "shift_jis", "a meta beats it"},
		{"<?xml encoding=koi8-r?>", "", "without quotes"},
		{"<?xml encoding='koi8 r'?>", "", "with a blank"},
		{"<?xml encoding='koi8-r'", "", "that never ends"},
		{" <?xml encoding='koi8-r'?>", "", "that is not the first thing"},
		{"<\x00?\x00x\x00", "utf-16le", "an XML declaration in UTF-16"},
		{"\x00<\x00?\x00x", "utf-16be", "big-endian"},
	} {
		if got := prescan([]byte(tt.in)); got != tt.want {
			t.Errorf("prescan(%q) = %q, want %q: %s", tt.in, got, tt.want, tt.why)
		}
	}
}

// A page that declares no encoding that is known is read in the default of browsers, or as ASCII. That is a guess. It
// is the same for a page that is long, and for one whose tree is needed.
func TestGuess(t *testing.T) {
	const western, ascii = "the encoding is a guess: windows-1252", "the encoding is a guess: utf-8"
	late := "<script>" + strings.Repeat("x", 1100) + "</script>"
	for _, tt := range []struct{ why, page, charset, want string }{
		{"bytes that are not ASCII", "<p>caf\xe9", "", western},
		{"an unknown label", "<meta charset=arabic-1256><p>\xcc\xed\xcf", "", western},
		{"a label in an attribute of another element", "<p charset=koi8-r>\xcc\xed\xcf", "", western},
		{"declared by the page", "<meta charset=windows-1252><p>caf\xe9", "", ""},
		{"declared by the page after 1,024 bytes", late + "<meta charset=windows-1252><p>caf\xe9", "", ""},
		{"another encoding there", late + "<meta charset=koi8-r><p>\xc1", "", ""},
		{"declared by an XML declaration", "<?xml encoding='iso-8859-1'?><p>caf\xe9", "", ""},
		{"declared by the transport", "<p>caf\xe9", "iso-8859-1", ""},
		{"a label of the transport that is unknown", "<p>caf\xe9", "none", western},
		{"UTF-8", "<p>café", "", ""},
		{"a byte order mark", "\ufeff<p>caf\xe9", "", ""},
		{"ASCII", "<p>a", "", ""},
		{"ISO-2022-JP", "<p>\x1b$B%*!<\x1b(B x", "", ascii},
		{"HZ", "<p>~{VP9z5D8[?ZTZ11>)~}", "", ascii},
		{"HZ that is declared as UTF-8", "<meta charset=utf-8><p>~{VP9z5D8[?ZTZ11>)~}", "", ""},
	} {
		for how, page := range map[string]string{"a page": tt.page, "a page with a tree": tt.page + "<table>b<td>c"} {
			for _, long := range []bool{false, true} {
				d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
				d.Budget.Source(int64(len(page)))
				d.Charset = tt.charset
				var err error
				if long {
					d.Source = bufio.NewReader(strings.NewReader(page))
					err = openLong(d, 9, 2000)
				} else {
					err = openOctets(d, []byte(page))
				}
				if diff := cmp.Diff(tt.want, strings.Join(d.Notes, "; ")); err != nil || diff != "" {
					t.Errorf("%s: %s, long: %t: %v (-want +got):\n%s", tt.why, how, long, err, diff)
				}
			}
		}
	}
}
