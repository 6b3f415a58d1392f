package escape

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// YAML returns s as a double-quoted string of YAML. It escapes code points that a reader cannot see
// or can mistake for others.
func YAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == ' ' || visible.Contains(ucd.CategoryOf(r)):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// visible are letters, decimal digits and punctuation. They come from the tables of this module, so
// the form of vector files does not depend on the version of Go.
var visible = ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Nd, ucd.Pc, ucd.Pd, ucd.Ps,
	ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sm, ucd.Sc)
