package stream_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
)

// faults are made by hand in the machine, one at a time.
var faults = []struct{ why, file, is, becomes string }{
	{"a comment ends at its first >", "token.go", `bytes.HasSuffix(b[:at], []byte("--")), `, `bytes.HasSuffix(b[:at], []byte("")), `},
	{"CDATA is read in HTML", "token.go", "m.top().space != spaceHTML && ", ""},
	{"U+0000 in SVG and MathML is dropped", "foreign.go", "t.form |= replacesNUL", ""},
	{"a class is taken as it is written", "attribute.go", `string(m.valueOf(a.value))`, `string(a.value)`},
	{"the second of two classes counts", "attribute.go", "if first(seenClass) && ", "if "},
	{"a script in a comment of a script ends it", "rawtext.go", "case isWord(b[at:], name):", "case false:"},
	{"references in titles, and in no other raw text", "rawtext.go", "m.raw == tagTextarea || m.raw == tagTitle", "true"},
	{"a reference without semicolon is not looked for within a name", "reference.go", "n := min(len(name)-1, longestBare); n > 1", "n := 0; n > 1"},
	{"a reference to a blank is no blank", "text.go", "case r < 0x80 && whatwg.IsBlank(byte(r)):\n\t\t\t\tm.blank", "case false:\n\t\t\t\tm.blank"},
	{"two spaces are written", "copy.go", "text[i] == ' ' && regular[text[i+1]]", "text[i] == ' '"},
	{"no line end after a block", "text.go", "m.depth = parent.depth\n\t\t\tm.gap = flow.LineEnd", "m.depth = parent.depth"},
	{"what is hidden is shown", "text.go", "|| told&toldHidden != 0", ""},
	{"a dialog is shown, open or not", "text.go", "&& told&toldOpen == 0", "&& false"},
	{"preformatted is not passed on", "text.go", "parent.state & (keepsLines | isApart)", "parent.state & isApart"},
	{"text before a table is left out", "text.go", "m.stop = Fostered\n\t\t}", "}"},
	{"formatting elements are not opened again", "formatting.go", "if m.reopen {", "if false {"},
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
	{"an attribute's solidus closes", "attribute.go", " && end != last", ""},
	{"text after </body> is lost", "modes.go", "\tm.mode = inBody\n\treturn false\n}", "\treturn true\n}"},
	{"a reference is cut", "window.go", "\treturn at\n}", "\treturn n\n}"},
	{"a line end is cut", "window.go", `text[n-1] == '\r'`, "false"},
	{"a line end is dropped from each piece of a text", "body.go", "!t.continues && ", ""},
	{"the end of a comment is cut", "window.go", `m.pos -= len("--!")`, ""},
	{"a comment that goes on may end at once", "window.go", "commentEnd(b, false)", "commentEnd(b, true)"},
	{"names and attributes are lost when the window goes on", "window.go", "bytes.Clone(e.written)", "nil"},
	{"the end tag of raw text is cut", "rawtext.go", `if !final && len(b)-at <= len("</")+len(name) {`, "if false {"},
	{"the end tag of a script is cut", "rawtext.go", `if c == '<' && !final && len(b)-at < len("</script>") {`, "if false {"},
	{"a comment in a script ends where it is cut", "rawtext.go", "\tat := 0\n", "\tat := 0\n\ts.in = inData\n"},
	{"the end of CDATA is cut", "token.go", "n = max(n-2, 0)", ""},
	{"CDATA ends where it is cut", "token.go", "m.inCDATA = m.goesOn", "m.inCDATA = false"},
	{"text in prose opens no formatting elements again", "copy.go", "|| m.reopen ", ""},
	{"prose leaves room for frames", "copy.go", "|| m.framesetOK {", "{"},
	{"prose is written in scripts", "copy.go", "m.raw != tagOther || ", ""},
	{"prose is written where a text is skipped", "copy.go", "(isSkipped|isApart)", "isApart"},
	{"prose is written in tables", "copy.go", "case inBody, inCell, inCaption:", "case inBody, inCell, inCaption, inTable:"},
	{"prose after a block goes on in its line", "copy.go", "\t\tm.depth = top.depth\n\t\tm.gap = flow.LineEnd\n", "\t\tm.depth = top.depth\n\t\tm.gap = max(m.gap, flow.Blank)\n"},
	{"prose goes on in a comment", "copy.go", "|| m.skips != skipsNothing ", ""},
	{"a space before another is written, eight octets at a time", "copy.go", "found |= spaces & ((found | spaces) >> 8)", "found |= spaces & (found >> 8)"},
	{"a name of one digit is none", "token.go", "c != '>' && c != ' ' && c != '\\n'", "c == 0"},
	{"what follows a value in quotation marks is taken for a blank", "attribute.go", "case ' ':\n\t\tif !whatwg", "default:\n\t\tif !whatwg"},
	{"a low line behind the first eight octets of a class is not seen", "attribute.go", "lines|equal(x, '_')", "equal(x, '_')"},
	{"a reference behind the first eight octets of a class is not seen", "attribute.go", "references|equal(x, '&')", "equal(x, '&')"},
	{"what is called for before a piece is lost", "text.go", "m.wrote || ", ""},
}

// trial is a page that a faulty machine is to read.
type trial struct {
	Page, Text []byte        // the text by the tree
	Reason     stream.Reason // why the page cannot be read
	Listed     bool          // the reason is as important as the text
	Sizes      int           // by how many windows it is read
}

// The faults are found by pages on which the machine must equal the tree. All faulty machines are
// packages of one program. go build sees them in an overlay, so that it links once.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many faulty machines")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	// add lets go build see a file in a folder of this package's.
	add := func(path string, text []byte) {
		file := filepath.Join(dir, fmt.Sprintf("%d.go", len(overlay.Replace)))
		overlay.Replace[filepath.Join(here, path)] = file
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	imports, machines := &bytes.Buffer{}, &bytes.Buffer{}
	use := func(name, path string) {
		fmt.Fprintf(imports, "\t%s %q\n", name, "github.com/lsh-interop/fpcheck/extract/internal/markup/stream"+path)
		fmt.Fprintf(machines, faultyMachine, name)
	}
	for i, f := range faults {
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_amd64.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source = bytes.TrimPrefix(source, []byte("//go:build !amd64 || purego\n"))
			if file == f.file {
				if n := bytes.Count(source, []byte(f.is)); n != 1 {
					t.Fatalf("%s: %q stands %d times in %s, expected once", f.why, f.is, n, file)
				}
				source = bytes.Replace(source, []byte(f.is), []byte(f.becomes), 1)
			}
			add(fmt.Sprintf("faulty/f%d/%s", i, file), source)
		}
		use(fmt.Sprintf("f%d", i), fmt.Sprintf("/faulty/f%d", i))
	}
	use("stream", "") // which has no fault
	add("faulty/main.go", fmt.Appendf(nil, faultyMain, imports, machines))
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600); err != nil {
		t.Fatal(err)
	}
	pages, err := json.Marshal(trials(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	program := exec.CommandContext(ctx, "go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./faulty")
	program.Stdin, program.Stderr = bytes.NewReader(pages), os.Stderr
	out, err := program.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	found := strings.Fields(string(out))
	if len(found) != len(faults)+1 {
		t.Fatalf("%d answers, expected %d: %s", len(found), len(faults)+1, out)
	}
	if found[len(faults)] != "missed" {
		t.Error("a page finds a fault in the machine that has none")
	}
	for i, f := range faults {
		if found[i] != "found" {
			t.Errorf("%s: no page finds it", f.why)
		}
	}
}

// trials are the pages of the other tests.
func trials(t *testing.T) (all []trial) {
	for _, tt := range table {
		all = append(all, trial{[]byte(tt.page), []byte(tt.want), tt.reason, true, 1})
	}
	pages := append(slices.Clone(cuts), html5lib(t)...)
	r := rand.New(rand.NewPCG(1, 2))
	for range 60000 {
		pages = append(pages, page(r))
	}
	for i, p := range pages {
		sizes := 1
		if i < len(cuts) {
			sizes = sizesOf(p)
		}
		if text, err := byTree(p); err == nil {
			all = append(all, trial{Page: []byte(p), Text: []byte(text), Sizes: sizes})
		}
	}
	return all
}

// faultyMachine reads a page whole, or by a window if there is a size for it.
const faultyMachine = `	func(p []byte, size int) ([]byte, int) {
		if size == 0 {
			text, reason, _ := %[1]s.Read(p, nil, never, nil)
			return text.Octets, int(reason)
		}
		w := %[1]s.Window{Size: size, Most: size + 9*len(p), Hold: hold, Check: never}
		if reason, _ := %[1]s.Scan(bytes.NewReader(p), w); reason != 0 {
			return nil, int(reason)
		}
		text, _ := io.ReadAll(%[1]s.NewReader(bytes.NewReader(p), w))
		return text, 0
	},
`

// faultyMain says of each machine whether a page shows its fault, as the other tests would.
const faultyMain = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"

%s)

func never() error { return nil }

func hold(int64) error { return nil }

var machines = []func([]byte, int) ([]byte, int){
%s}

func main() {
	var trials []struct {
		Page, Text []byte
		Reason     int
		Listed     bool
		Sizes      int
	}
	if err := json.NewDecoder(os.Stdin).Decode(&trials); err != nil {
		log.Fatal(err)
	}
	for _, read := range machines {
		found := false
		for i, t := range trials {
			text, reason := read(t.Page, 0)
			found = t.Listed && reason != t.Reason || reason == 0 && !bytes.Equal(text, t.Text)
			for size := range t.Sizes {
				cut, cutReason := read(t.Page, 1+(i+size)%%39+len(t.Page)/100)
				found = found || reason != cutReason || reason == 0 && !bytes.Equal(cut, t.Text)
			}
			if found {
				break
			}
		}
		if found {
			fmt.Println("found")
		} else {
			fmt.Println("missed")
		}
	}
}
`
