package stream_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Faults made by hand in the machine are found by the tests that hold it equal to the tree.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests many times")
	}
	for _, tt := range []struct{ why, file, is, becomes string }{
		{"a comment ends at its first >", "token.go", `bytes.HasSuffix(b[:at], []byte("--")), `, `bytes.HasSuffix(b[:at], []byte("")), `},
		{"CDATA is read in HTML", "token.go", "m.top().space != spaceHTML && ", ""},
		{"U+0000 in SVG and MathML is dropped", "foreign.go", "t.form |= replacesNUL", ""},
		{"a class is taken as it is written", "attribute.go", `isLine(m.valueOf(a.value))`, `isLine(a.value)`},
		{"the second of two classes counts", "attribute.go", "if first(seenClass) && ", "if "},
		{"a script in a comment of a script ends it", "rawtext.go", "case isWord(b[at:], name):", "case false:"},
		{"references in titles, and in no other raw text", "rawtext.go", "m.raw == tagTextarea || m.raw == tagTitle", "true"},
		{"a reference without semicolon is not looked for within a name", "reference.go", "n := min(len(name)-1, longestBare); n > 1", "n := 0; n > 1"},
		{"a reference to a blank is no blank", "text.go", "case r < 0x80 && isBlank(byte(r)):\n\t\t\t\tm.blank", "case false:\n\t\t\t\tm.blank"},
		{"two spaces are written", "text.go", "text[i] == ' ' && regular[text[i+1]]", "text[i] == ' '"},
		{"no line end after a block", "text.go", "m.depth = parent.depth\n\t\t\tm.gap = LineEnd", "m.depth = parent.depth"},
		{"what is hidden is shown", "text.go", "|| told&toldHidden != 0", ""},
		{"a dialog is shown, open or not", "text.go", "&& told&toldOpen == 0", "&& false"},
		{"preformatted is not passed on", "text.go", "parent.state & (keepsLines | isApart)", "parent.state & isApart"},
		{"text before a table is left out", "text.go", "m.stop = Fostered\n\t\t}", "}"},
		{"formatting elements are not opened again", "formatting.go", "if !m.reopen {", "if true {"},
		{"four that are alike are kept", "formatting.go", "alike >= 3", "alike >= 4"},
		{"a block is moved out of what is hidden", "formatting.go", "b.state&inSkipped != 0 || ", ""},
		{"the fourth formatting element is moved too", "formatting.go", "at >= 0 && count > 3", "false"},
		{"a link does not end the one before", "body.go", "\t\tm.endLink()\n", ""},
		{"an end tag ends more than the element in scope", "stack.go", "if m.traits(e.tag)&isStop != 0 {", "if false {"},
		{"a table ends a paragraph always", "body.go", " && !m.quirks()", ""},
		{"cells do not end formatting", "table.go", "if m.popUntil(inTableScope, t.tag) {\n\t\t\t\tm.clearToMark()", "if m.popUntil(inTableScope, t.tag) {"},
		{"a form in a table is opened", "table.go", "m.form = m.addElement().id\n\t\tm.pop()", "m.form = m.addElement().id"},
		{"</form> pops what is in it", "body.go", "m.remove(m.at(form))", "m.cut(m.at(form))"},
		{"a template keeps the mode", "template.go", "\tm.resetMode()\n}", "}"},
		{"SVG's end tags end the innermost element only", "foreign.go", "m.cut(i)\n\t\t\t\treturn true", "m.pop()\n\t\t\t\treturn true"},
		{"font ends SVG", "foreign.go", "t.tag == tagFont && t.told&toldFont != 0", "t.tag == tagFont"},
		{"an attribute's solidus closes", "attribute.go", "(len(all) == 0 || end != last)", "(true || end != last)"},
		{"text after </body> is lost", "modes.go", "\tm.mode = inBody\n\treturn false\n}", "\treturn true\n}"},
	} {
		t.Run(tt.why, func(t *testing.T) { fault(t, tt.file, tt.is, tt.becomes) })
	}
}

func fault(t *testing.T, file, is, becomes string) {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), is); n != 1 {
		t.Fatalf("%q stands %d times in %s, expected once", is, n, file)
	}
	dir := t.TempDir()
	faulty, overlay := filepath.Join(dir, file), filepath.Join(dir, "overlay.json")
	original, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {original: faulty}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(faulty, []byte(strings.Replace(string(source), is, becomes, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-vet=off", "-overlay", overlay, "-run", "TestHTML5lib|TestMade|TestPages", ".").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "got ") {
		t.Errorf("not found: %.300s", out)
	}
}
