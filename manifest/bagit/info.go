package bagit

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// A Tag is a metadata element. Line ends in its value are U+000A.
type Tag struct{ Label, Value string }

// maxInfo bounds, in bytes, the metadata.
const maxInfo = 16 << 20

// infoName is what the metadata are called.
func (v version) infoName() string {
	if v.before(0, 96) {
		return "package-info.txt"
	}
	return "bag-info.txt"
}

// info reads the metadata, and returns what Payload-Oxum says, nil if nothing.
func (v *validator) info() (*oxum, error) {
	name := v.version.infoName()
	info, err := fs.Stat(v.fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && info.Size() > maxInfo {
		v.find(Finding{Severity: violation, Rule: ruleMetadata, Path: name, What: plural(info.Size(), "byte"), Expected: fmt.Sprintf("at most %d", maxInfo), Section: "2.2.2"})
		return nil, nil
	}
	p := tagParser{version: v.version}
	err = v.lines(name, "2.2.2", func(l line) error {
		p.line(l.text)
		for _, f := range p.wrong {
			v.findLine(name, l, f, "")
		}
		p.wrong = nil
		return nil
	})
	p.end()
	v.bag.Info = p.tags
	return v.checkTags(name), err
}

// tagParser reads metadata line by line.
type tagParser struct {
	version version
	tags    []Tag
	wrong   []Finding
	folded  []string // lines that go on with the last value
}

// end ends the last value.
func (p *tagParser) end() {
	if len(p.folded) > 0 {
		t := &p.tags[len(p.tags)-1]
		t.Value += "\n" + strings.Join(p.folded, "\n")
		p.folded = nil
	}
}

func (p *tagParser) line(s string) {
	find := func(sev validation.Severity, what, expected string) {
		p.wrong = append(p.wrong, Finding{Severity: sev, Rule: ruleMetadata, What: what, Expected: expected, Section: "2.2.2"})
	}
	rest := strings.TrimLeft(s, " \t")
	switch {
	case rest == "":
		find(warning, "an empty line", "a label, a colon, a space and a value")
		return
	case rest != s && len(p.tags) > 0:
		p.folded = append(p.folded, strings.TrimRight(rest, " \t"))
		return
	}
	label, value, ok := strings.Cut(s, ":")
	if !ok || strings.TrimSpace(label) == "" {
		find(violation, fmt.Sprintf("%q", abridge(s)), "a label, a colon, a space and a value")
		return
	}
	trimmed := strings.Trim(label, " \t")
	if !p.version.before(1, 0) {
		if trimmed != label {
			find(violation, fmt.Sprintf("label %q", abridge(label)), "one that neither begins nor ends with white space")
		}
		if value == "" || value[0] != ' ' && value[0] != '\t' {
			find(violation, fmt.Sprintf("no space after \"%s:\"", abridge(label)), "one")
		}
	}
	p.end()
	p.tags = append(p.tags, Tag{trimmed, strings.Trim(value, " \t")})
}

// once are the elements that should not be repeated.
var once = []string{"Bagging-Date", "Bag-Size", "Bag-Group-Identifier", "Bag-Count"}

const oxumLabel = "Payload-Oxum"

// oxum is how many bytes and files a payload has.
type oxum struct{ octets, files int64 }

func parseOxum(s string) (o oxum, ok bool) {
	a, b, found := strings.Cut(s, ".")
	digits := func(s string) (int64, bool) {
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil && strings.Trim(s, "0123456789") == ""
	}
	var ok1, ok2 bool
	o.octets, ok1 = digits(a)
	o.files, ok2 = digits(b)
	return o, found && ok1 && ok2
}

// checkTags checks elements whose meaning is known.
func (v *validator) checkTags(name string) *oxum {
	count := make(map[string]int)
	var first *oxum
	for _, t := range v.bag.Info {
		is := func(l string) bool { return strings.EqualFold(t.Label, l) }
		if i := slices.IndexFunc(once, is); i >= 0 {
			if count[once[i]]++; count[once[i]] == 2 {
				v.find(Finding{Severity: warning, Rule: ruleMetadata, Path: name, What: once[i] + " more than once", Expected: "once", Section: "2.2.2"})
			}
		}
		if !is(oxumLabel) {
			continue
		}
		if count[oxumLabel]++; count[oxumLabel] == 2 {
			v.find(Finding{Severity: v.since10(), Rule: ruleMetadata, Path: name, What: oxumLabel + " more than once", Expected: "once", Section: "2.2.2"})
		}
		o, ok := parseOxum(t.Value)
		if !ok {
			v.find(Finding{Severity: violation, Rule: ruleMetadata, Path: name, What: fmt.Sprintf("%s %q", oxumLabel, abridge(t.Value)), Expected: "bytes, a full stop and files", Section: "2.2.2"})
		} else if first == nil {
			first = &o
		}
	}
	return first
}

// checkOxum compares what the payload is with what it should be.
func (v *validator) checkOxum(o *oxum) {
	if o.octets == v.bag.Bytes && o.files == v.bag.Files {
		return
	}
	v.find(Finding{Severity: violation, Rule: ruleOxum, Path: v.version.infoName(),
		What: "the payload has " + oxum{v.bag.Bytes, v.bag.Files}.String(), Expected: fmt.Sprintf("%s, as %s says", o, oxumLabel), Section: "2.2.2"})
}

func (o oxum) String() string { return plural(o.octets, "byte") + " in " + plural(o.files, "file") }

// plural is a number of things: "1 file", "2 files".
func plural(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// fast looks at no more than Payload-Oxum.
func (v *validator) fast(o *oxum) error {
	if o == nil {
		v.find(Finding{Severity: unjudged, Rule: ruleNoOxum, Path: v.version.infoName(), What: "no " + oxumLabel, Expected: "one, where nothing else is looked at", Section: "2.2.2"})
		return nil
	}
	for f := range v.files() {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		v.count(f)
	}
	v.checkOxum(o)
	return nil
}
