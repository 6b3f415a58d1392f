package formula

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFormula reads elements in parentheses. A word before them is the name, and = sets a property.
func TestFormula(t *testing.T) {
	for _, tt := range []struct{ why, formula, want string }{
		{"a sum", "nary( naryPr( chr=∑ ) sub( i ) sup( n ) e( k ) )", "∑ink"},
		{"without properties, an integral", "nary( sub( 0 ) sup( 1 ) e( f ) )", "∫01f"},
		{"a sign that is absent", "nary( naryPr( chr= ) e( k ) )", "k"},
		{"limits that are hidden", "nary( naryPr( subHide=on supHide=1 ) sub( x ) sup( x ) e( k ) )", "∫k"},
		{"limits that are not", "nary( naryPr( subHide=0 supHide=off ) sub( 0 ) sup( 1 ) e( k ) )", "∫01k"},
		{"a sign without parts", "nary( )", "∫"},
		{"parentheses, and what stands between", "d( e( a ) e( b ) e( c ) )", "(a|b|c)"},
		{"brackets", "d( dPr( begChr=[ sepChr=; endChr=] ) e( a ) e( b ) )", "[a;b]"},
		{"a brace on one side", "d( dPr( begChr={ endChr= ) e( a ) )", "{a"},
		{"only the first character of a sign", "d( dPr( begChr=⟦x ) e( a ) )", "⟦a)"},
		{"the usual accent", "acc( e( x ) )", "x\u0302"},
		{"another accent", "acc( accPr( chr=⃗ ) e( v ) )", "v⃗"},
		{"a bar below", "bar( e( a ) )", "a_"},
		{"a bar above", "bar( barPr( pos=top ) e( a ) )", "a¯"},
		{"the usual brace", "groupChr( e( a ) )", "a⏟"},
		{"an arrow", "groupChr( groupChrPr( chr=→ pos=top ) e( a ) )", "a→"},
		{"a square root", "rad( radPr( degHide=1 ) deg( x ) e( 7 ) )", "√7"},
		{"a cube root", "rad( deg( 3 ) e( 8 ) )", "3√8"},
		{"a root without a degree", "rad( e( 38 ) )", "√38"},
		{"a matrix", "m( mPr( mcs( ) ) mr( e( 1 ) e( 2 ) ) mr( e( 3 ) e( 4 ) ) )", "1 2 3 4"},
		{"a matrix with an empty cell", "m( mr( e( 12 ) e( 3 ) ) mr( e( 4 ) e( ) ) )", "12 3 4 "},
		{"equations above each other", "eqArr( e( x&=1 ) e( y&=2 ) )", "x =1 y =2"},
		{"& elsewhere", "d( e( a&b ) )", "(a&b)"},
		{"a fraction has no sign", "f( num( 3 ) den( 4 ) )", "34"},
		{"a fraction in a line", "f( fPr( type=lin ) num( 3 ) den( 4 ) )", "3/4"},
		{"a fraction with a slanted line", "f( fPr( type=skw ) num( 3 ) den( 4 ) )", "3/4"},
		{"a phantom is not shown", "phant( phantPr( show=0 ) e( x ) )", ""},
		{"a phantom that is", "phant( phantPr( show=1 ) e( 0 ) )", "0"},
		{"structures in each other", "rad( deg( ) e( d( e( sSup( e( x ) sup( 2 ) ) f( num( 1 ) den( y ) ) ) e( z ) ) ) )", "√(x21y|z)"},
		{"a sign that is hidden", "nary( naryPr( chr=∑ HIDE ) e( d( e( k ) ) ) )", "(k)"},
		{"what is hidden in a part hides no sign", "nary( e( HIDE k ) )", "∫k"},
		{"a property outside of properties", "nary( e( chr=x ) chr=y )", "∫"},
	} {
		if diff := cmp.Diff(tt.want, shown(tt.formula)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// A property that comes many times costs no more than others do.
func TestPropertiesAgain(t *testing.T) {
	var f Formula
	f.Begin("rad")
	f.Begin("radPr")
	for range 1000 {
		f.Set("degHide", "1")
	}
	if n := len(f.open[0].hides); n > len(" deg") {
		t.Errorf("%d bytes for one hidden part", n)
	}
}

func shown(formula string) string {
	var f Formula
	var b strings.Builder
	var open []string
	out := 0
	for word := range strings.FieldsSeq(formula) {
		property, value, isProperty := strings.Cut(word, "=")
		name, isStart := strings.CutSuffix(word, "(")
		switch {
		case isStart && name != "":
			signs, shown := f.Begin(name)
			b.WriteString(signs)
			if open = append(open, name); !shown {
				out = len(open)
			}
		case word == ")":
			last := open[len(open)-1]
			if out == len(open) {
				out = 0
			}
			open = open[:len(open)-1]
			b.WriteString(f.End(last))
		case word == "HIDE":
			f.Hide()
		case isProperty && IsProperty(property):
			f.Set(property, value)
		case out == 0:
			b.WriteString(f.Text(word))
		}
	}
	return b.String()
}
