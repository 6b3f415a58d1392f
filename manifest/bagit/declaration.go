package bagit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

const declarationName = "bagit.txt"

// maxDeclaration bounds the bytes of a file that has two short lines.
const maxDeclaration = 4 << 10

// version is a version of BagIt.
type version struct{ major, minor int }

// versions are the known versions.
var versions = []version{{0, 93}, {0, 94}, {0, 95}, {0, 96}, {0, 97}, {1, 0}}

// latest is the version of RFC 8493.
var latest = version{1, 0}

// tolerant is the version for a bag that declares none. What violates it violates every version.
var tolerant = version{0, 97}

func (v version) before(major, minor int) bool {
	return v.major < major || v.major == major && v.minor < minor
}

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

// parseVersion parses digits, a full stop and digits.
func parseVersion(s string) (version, bool) {
	a, b, ok := strings.Cut(s, ".")
	major, err1 := strconv.ParseUint(a, 10, 16)
	minor, err2 := strconv.ParseUint(b, 10, 16)
	return version{int(major), int(minor)}, ok && err1 == nil && err2 == nil
}

// elements of a declaration, in order.
var declared = []string{"BagIt-Version", "Tag-File-Character-Encoding"}

// parseDeclaration returns the version and the encoding in bagit.txt, if legible, and its faults.
func parseDeclaration(octets []byte) (ver, encoding string, wrong []Finding) {
	bad := func(rule string, what, expected string) {
		wrong = append(wrong, Finding{Severity: violation, Rule: rule, Path: declarationName, What: what, Expected: expected, Section: "2.1.1"})
	}
	octets, marked := bytes.CutPrefix(octets, []byte(utf8Mark))
	if marked {
		bad(ruleByteOrderMark, "a byte order mark", "none")
	}
	if !utf8.Valid(octets) {
		bad(ruleEncoding, "bytes that are not UTF-8", "UTF-8")
	}
	lines := splitText(string(octets))
	if len(lines) != len(declared) {
		bad(ruleDeclaration, plural(int64(len(lines)), "line"), "exactly two")
	}
	values := make([]string, len(declared))
	for i, label := range declared {
		at := slices.IndexFunc(lines, func(l string) bool {
			got, _, ok := strings.Cut(l, ":")
			return ok && strings.EqualFold(strings.TrimSpace(got), label)
		})
		if at < 0 {
			bad(ruleDeclaration, "no "+label, fmt.Sprintf("\"%s: \" and its value in line %d", label, i+1))
			continue
		}
		_, value, _ := strings.Cut(lines[at], ":")
		values[i] = strings.TrimSpace(value)
		switch want := label + ": " + values[i]; {
		case lines[at] == want:
		case strings.TrimRight(lines[at], " \t") == want: // still unambiguous
			bad(ruleDeclaration, fmt.Sprintf("%q", abridge(lines[at])), fmt.Sprintf("%q", want))
			wrong[len(wrong)-1].Severity = warning
		default:
			bad(ruleDeclaration, fmt.Sprintf("%q", abridge(lines[at])), fmt.Sprintf("%q", want))
		}
		if at != i {
			bad(ruleDeclaration, fmt.Sprintf("%s in line %d", label, at+1), fmt.Sprintf("line %d", i+1))
		}
	}
	return values[0], values[1], wrong
}

// declaration reads bagit.txt. It reports whether the validation can continue.
func (v *validator) declaration() bool {
	octets, err := readBounded(v.fsys, declarationName, maxDeclaration)
	if errors.Is(err, fs.ErrNotExist) {
		v.find(Finding{Severity: violation, Rule: ruleDeclaration, Path: declarationName, What: "no such file", Expected: "a bag declaration", Section: "2.1.1"})
		v.version, v.text = tolerant, &text{utf8: true, Encoding: unicode.UTF8}
		return hasTagFiles(v.fsys)
	}
	if errors.Is(err, errTooLong) {
		v.find(Finding{Severity: violation, Rule: ruleDeclaration, Path: declarationName, What: err.Error(), Expected: "exactly two lines", Section: "2.1.1"})
		return false
	}
	if err != nil {
		v.find(unreadable(declarationName, err, "2.1.1"))
		return false
	}
	ver, encoding, wrong := parseDeclaration(octets)
	v.bag.Version, v.bag.Encoding = ver, encoding
	var ok bool
	v.version, ok = parseVersion(ver)
	// White space around the colon was allowed before 1.0.
	for _, f := range wrong {
		if ok && f.Rule == ruleDeclaration && v.version.before(1, 0) && strings.HasPrefix(f.What, `"`) {
			f.Severity = warning
		}
		v.find(f)
	}
	switch {
	case ver == "":
		return false
	case ok && latest.before(v.version.major, v.version.minor):
		v.find(Finding{Severity: unjudged, Rule: ruleVersion, Path: declarationName, What: fmt.Sprintf("version %q: what it asks is not known here", abridge(ver)), Expected: "0.93 to 0.97, or 1.0", Section: "2.1.1"})
		return false
	case !ok || !slices.Contains(versions, v.version) || v.version.String() != ver:
		v.find(Finding{Severity: violation, Rule: ruleVersion, Path: declarationName, What: fmt.Sprintf("version %q", abridge(ver)), Expected: "0.93 to 0.97, or 1.0", Section: "2.1.1"})
		return false
	}
	if v.text, err = newText(encoding); err != nil {
		severity := violation
		if errors.Is(err, errUnreadEncoding) {
			severity = unjudged
		}
		if encoding != "" {
			v.find(Finding{Severity: severity, Rule: ruleEncoding, Path: declarationName, What: err.Error(), Expected: "UTF-8, or another that is registered", Section: "2.1.1"})
		}
		return false
	}
	if !v.text.utf8 {
		v.find(Finding{Severity: warning, Rule: ruleEncoding, Path: declarationName, What: fmt.Sprintf("encoding %q", abridge(encoding)), Expected: "UTF-8", Section: "2.1.1"})
	}
	return true
}

var errTooLong = errors.New("too long")

// readBounded reads a file of at most most bytes.
func readBounded(fsys fs.FS, name string, most int64) ([]byte, error) {
	f, err := openRegular(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	octets, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(octets)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", errTooLong, most)
	}
	return octets, err
}

// openRegular opens a regular file. A pipe could block for ever.
func openRegular(fsys fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	return fsys.Open(name)
}

var errIrregular = errors.New("not a regular file: not opened")

// abridge shortens text from elsewhere for a finding.
func abridge(s string) string {
	const most = 120
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
