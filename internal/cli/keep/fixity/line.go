package fixity

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// An entry is what a line says of a file.
type entry struct {
	path    string
	size    int64 // -1: not said
	sums    []sum
	guessed bool // the length of the digest told the algorithm
}

// A sum is a digest of a file, in small letters.
type sum struct {
	algorithm string // normal, known or not
	digest    string
}

// form reads the lines of a list.
type form struct {
	named    *checksum.Algorithm // given, or by the name of the list; nil: by the length of the digests
	columns  []string            // of hashdeep, once its header was read
	hashdeep bool
	crlf     bool
	lines    int // so far
	signed   signature
}

// signature is where a line is in a list with an OpenPGP signature around it.
type signature int

const (
	unsigned signature = iota
	signedHead
	signedText
	signatureItself
)

const (
	hashdeepMark  = "%%%% "
	hashdeepMagic = hashdeepMark + "HASHDEEP-1.0"
	signedBegin   = "-----BEGIN PGP SIGNED MESSAGE-----"
	signedEnd     = "-----BEGIN PGP SIGNATURE-----"
)

// line reads a line without its LF. A line that is none of a file returns nil and no error.
func (f *form) line(s string) (*entry, error) {
	if f.lines++; f.lines == 1 {
		f.crlf = strings.HasSuffix(s, "\r")
		f.hashdeep = strings.HasPrefix(s, hashdeepMagic)
	}
	if f.crlf {
		s = strings.TrimSuffix(s, "\r")
	}
	if s == signedBegin && f.lines == 1 {
		f.signed = signedHead
		return nil, nil
	}
	switch {
	case f.signed == signedHead:
		if s == "" {
			f.signed = signedText
		}
		return nil, nil
	case f.signed == signedText && s == signedEnd:
		f.signed = signatureItself
		return nil, nil
	case f.signed == signedText:
		s = strings.TrimPrefix(s, "- ") // RFC 9580, 7.2
	case f.signed == signatureItself:
		return nil, nil
	}
	switch {
	case s == "", strings.HasPrefix(s, "#"):
		return nil, nil
	case f.hashdeep && strings.HasPrefix(s, hashdeepMark):
		return nil, f.header(s)
	case f.hashdeep:
		return f.row(s)
	}
	return f.sumLine(s)
}

// header reads one of the lines that begin a file of hashdeep, and each of several that were joined.
func (f *form) header(s string) error {
	if s == hashdeepMagic {
		f.columns = nil
		return nil
	}
	columns := strings.Split(strings.TrimPrefix(s, hashdeepMark), ",")
	if columns[0] != "size" || columns[len(columns)-1] != "filename" || len(columns) < 3 {
		return fmt.Errorf("%q: expected columns such as %q", abridge(s), hashdeepMark+"size,md5,sha256,filename")
	}
	f.columns = columns
	return nil
}

// row reads a file of hashdeep. The name, which comes last, may have commas.
func (f *form) row(s string) (*entry, error) {
	fields := strings.SplitN(s, ",", len(f.columns))
	if len(f.columns) == 0 || len(fields) != len(f.columns) {
		return nil, fmt.Errorf("%q: expected a row of the columns %s", abridge(s), strings.Join(f.columns, ","))
	}
	size, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("size %q: expected a number of bytes", abridge(fields[0]))
	}
	e := &entry{path: fields[len(fields)-1], size: size}
	for i := 1; i < len(fields)-1; i++ {
		if err := e.add(f.columns[i], fields[i], false); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// tagged is a line as BSD, cksum and openssl write it: SHA256 (a.txt) = 9f86...
var tagged = lazy.Regexp(`^([A-Za-z][A-Za-z0-9/-]*) ?\((.*)\) ?= ?([0-9A-Za-z+/=]+)$`)

// sumLine reads a line of sha256sum and programs like it, with or without the name of the algorithm.
func (f *form) sumLine(s string) (*entry, error) {
	rest, escaped := strings.CutPrefix(s, `\`)
	e := &entry{size: -1}
	name := ""
	if m := tagged().FindStringSubmatch(rest); m != nil {
		if err := e.add(m[1], m[3], false); err != nil {
			return nil, err
		}
		name = m[2]
	} else {
		var digest string
		var found bool
		if digest, name, found = strings.Cut(rest, " "); !found || !isHexadecimal(digest) {
			return nil, fmt.Errorf("%q: expected a digest, two spaces and a path", abridge(s))
		}
		if name != "" && (name[0] == ' ' || name[0] == '*') { // text, binary; or neither, by md5 -r of BSD
			name = name[1:]
		}
		algorithm := f.named
		if algorithm == nil {
			e.guessed = true
			if algorithm = usual(len(digest)); algorithm == nil {
				return nil, fmt.Errorf("a digest of %d digits: expected one of MD5, SHA-1 or SHA-2, or ALGORITHM=LIST", len(digest))
			}
		}
		if err := e.add(algorithm.Name, digest, true); err != nil {
			return nil, err
		}
	}
	if e.path = name; escaped {
		var err error
		if e.path, err = unescape(name); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// add adds a digest, whose algorithm has a name in any form.
func (e *entry) add(name, digest string, given bool) error {
	a := algorithm(name)
	if a == nil {
		e.sums = append(e.sums, sum{checksum.Normal(name), digest})
		return nil
	}
	if !isHexadecimal(digest) || len(digest) != 2*a.Size {
		hint := ""
		if named := checksum.Of(a.Name + strconv.Itoa(4*len(digest))); given && named != nil && strings.HasPrefix(a.Name, "blake2") {
			hint = fmt.Sprintf(", or --checksums %s=FILE", named.Name)
		} else if given && usual(len(digest)) != nil {
			hint = ", as other lines have"
		}
		return fmt.Errorf("digest %q: expected %d hexadecimal digits of %s%s", abridge(digest), 2*a.Size, a.Name, hint)
	}
	e.sums = append(e.sums, sum{a.Name, strings.ToLower(digest)})
	return nil
}

// algorithm finds an algorithm by the name that BSD, cksum or openssl gives it.
func algorithm(name string) *checksum.Algorithm {
	name = checksum.Normal(name)
	if rest, ok := strings.CutPrefix(name, "sha2"); ok && checksum.Of(name) == nil { // SHA2-256
		name = "sha" + rest
	}
	return checksum.Of(name)
}

// usual returns the algorithm that digests of a length have, unless something else is said.
func usual(digits int) *checksum.Algorithm {
	for _, name := range []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512"} {
		if a := checksum.Of(name); digits == 2*a.Size {
			return a
		}
	}
	return nil
}

// others names the algorithms whose digests are as long as those of a.
func others(a *checksum.Algorithm) (names []string) {
	for _, name := range checksum.Names() {
		if b := checksum.Of(name); b.Size == a.Size && name != a.Name {
			names = append(names, name)
		}
	}
	return names
}

// words are the parts of a file's name that may be the name of an algorithm.
var words = lazy.Regexp(`[A-Za-z0-9]+`)

// byName returns the algorithm that the name of a list tells: SHA512SUMS, B2SUMS, a.sha256, manifest-md5.txt.
func byName(list string) *checksum.Algorithm {
	for _, word := range words().FindAllString(path.Base(list), -1) {
		word = strings.ToLower(word)
		word = strings.TrimSuffix(strings.TrimSuffix(word, "s"), "sum")
		if word == "b2" {
			word = "blake2b"
		}
		if a := checksum.Of(word); a != nil {
			return a
		}
	}
	return nil
}

func isHexadecimal(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && s != ""
}

// unescape undoes what sha256sum does to a path with a line end or a backslash.
func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) || strings.IndexByte(`\nr`, s[i]) < 0 {
			return "", fmt.Errorf(`path %q: expected \\, \n or \r after a backslash`, abridge(s))
		}
		b.WriteByte(map[byte]byte{'\\': '\\', 'n': '\n', 'r': '\r'}[s[i]])
	}
	return b.String(), nil
}

// errOutside means that a path leads out of the directory.
var errOutside = errors.New("expected a path below the directory")

// confine returns a path relative to the directory, which has the absolute names of roots.
func confine(p string, roots []string) (string, error) {
	switch {
	case p == "":
		return "", errors.New("no path: expected one after the digest")
	case strings.ContainsRune(p, 0):
		return "", fmt.Errorf("path %q has U+0000: expected a path without", abridge(p))
	case strings.HasSuffix(p, "/"):
		return "", fmt.Errorf("path %q: expected a file, not a directory", abridge(p))
	case slices.Contains(strings.Split(p, "/"), ".."):
		return "", fmt.Errorf("path %q: %w", abridge(p), errOutside)
	}
	clean := path.Clean(p)
	if !path.IsAbs(clean) {
		return clean, nil
	}
	for _, root := range roots {
		if rest, ok := strings.CutPrefix(clean, strings.TrimSuffix(root, "/")+"/"); ok {
			return rest, nil
		}
	}
	return "", fmt.Errorf("path %q: %w", abridge(p), errOutside)
}

// abridge makes text from elsewhere fit for an error.
func abridge(s string) string {
	const most = 120
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
