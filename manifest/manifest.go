// Package manifest records what the files of a tree say, and verifies it later: whether
// their octets are the same, and where they are not, whether their text is.
//
//	w, err := manifest.NewWriter(out, manifest.Header{Scheme: scheme.SM1}, manifest.Text)
//	for f := range manifest.Scan(fsys, manifest.Options{Scheme: scheme.SM1}) {
//		err = w.Write(f.Entry)
//	}
//	err = w.Close()
//
//	r, err := manifest.NewReader(in)
//	for result, err := range manifest.Verify(r, fsys, manifest.VerifyOptions{}) { ... }
//
// Trees are file systems of [io/fs]: a directory ([Dir]), an archive, memory, an object
// store. Entries come in the order of the octets of their paths and are never held all
// at once; what is held are the names of one directory and those above it, and, when
// verifying, the files that are missing or new.
//
// # The text form
//
// A manifest is lines of UTF-8, but for paths, which are octets. Each line ends with
// U+000A; a manifest in which each ends with U+000D U+000A is read as if it had been so.
//
//	# fpcheck manifest 1
//	# scheme: sm1
//	# profile: visible
//	# text: runs-1
//	# tool: fpcheck 0.2.0
//	# columns: fingerprint features size sha256 text reader  path
//	# reader 1: text/html utf-8 golang.org/x/net v0.62.0
//	sm1:em2c4vcfyz3kq 222 1832 9f86...0a08 3a7b...52d5 1  examples/lighthouse.en.html
//	unsupported - 512 60303...ae22 - -  examples/lighthouse.png
//	# end: 2 sha256:77c1...1f0e
//
// The six lines at the start are always there. A line of a file has six fields with one
// space between them, two spaces, and the path. A field that has nothing to say is "-".
//
//   - fingerprint: its string (SPEC.md, chapter 8), or why there is none: a [State].
//   - features: how many the fingerprint is of.
//   - size: of the file, in octets.
//   - sha256: SHA-256 of the file's octets, in hexadecimal.
//   - text: the text digest, below, in hexadecimal.
//   - reader: the number of a line before that says how the text was found: its media
//     type, its encoding, and what read it. Readers are numbered from 1, and their line
//     stands just before the first file that needs it.
//
// A path is relative, its elements are separated by "/", and none of them is empty, "."
// or "..". A path that ends with "/" is a directory that could not be read, "./" the tree
// itself. As sha256sum does, a backslash, U+000A and U+000D in a path are written \\, \n
// and \r, and the line then begins with a backslash. Paths ascend by their octets.
//
// The last line has the number of files, and SHA-256 of all lines before it. A manifest
// without it is cut short: [ErrTruncated].
//
// # The JSON form
//
// The same as JSON lines: an object for the header, one for each file, one for the end.
// What is "-" in the text form is left out. A path that is no UTF-8 has U+FFFD in "path",
// and its octets in "path_base64".
//
// # The text digest
//
// The text digest runs-1 tells whether two texts say the same, in the same order, though
// they were set differently: SPEC.md, R10.6 to R10.11, and package textdigest. It is the
// same for all schemes. It tells apart another word, another order, each digit, where
// words and numbers end, a number's sign and decimal point, fractions, currencies and
// units; not capitals and small letters, punctuation that bears on no number, white space,
// a line end inside a hyphenated word, or what nobody sees. Equal text digests are a
// strong claim, and the rules err towards telling apart.
package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// What can be wrong with a manifest: each error about one wraps one of these, or what the
// reader or writer returned.
var (
	ErrMalformed = errors.New("malformed manifest")
	ErrTruncated = errors.New("manifest cut short")
	ErrAltered   = errors.New("manifest altered") // its digest is not that of its last line
)

// Digest is a SHA-256. The zero value stands for none.
type Digest [sha256.Size]byte

// IsZero reports that there is none.
func (d Digest) IsZero() bool { return d == Digest{} }

// String returns d in hexadecimal, "" if there is none.
func (d Digest) String() string {
	if d.IsZero() {
		return ""
	}
	return hex.EncodeToString(d[:])
}

// MarshalText is [Digest.String].
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (d *Digest) UnmarshalText(text []byte) error {
	if len(text) != 2*len(d) {
		return fmt.Errorf("digest %q: expected %d hexadecimal digits", abridge(string(text)), 2*len(d))
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// Header says how the files were read. Fingerprints of another scheme or profile do not
// compare.
type Header struct {
	Scheme  *scheme.Scheme
	Profile string // of the text: [extract.Visible], which "" stands for, or [extract.Main]
	Tool    string // what made the manifest, with its version: "fpcheck 0.2.0"
}

// Entry is a file.
type Entry struct {
	Path        string
	State       State
	Fingerprint scheme.Fingerprint // if State is Fingerprinted
	Features    int                // the same
	Size        int64              // in octets; -1 if they were not read
	SHA256      Digest             // of the octets, if they were read
	Text        Digest             // of the text, if it was
	Reader      Reading            // the same
}

// Reading is how a text was found: what an [extract.Document] says.
type Reading struct {
	MediaType string // "" if the text was not read
	Encoding  string // "" where there is no one encoding
	Tool      string // "" for plain text
}

// State says why a file has no fingerprint.
type State string

// The states of files. Those from Changed on have no digest.
const (
	Fingerprinted State = ""
	NoWords       State = "no-words"     // its text has no features: numbers only
	NoText        State = "no-text"      // empty, or nothing but pictures
	Unsupported   State = "unsupported"  // its medium has no reader: a picture
	Encrypted     State = "encrypted"    // these are errors of package extract
	Malformed     State = "malformed"    //
	TooLarge      State = "too-large"    //
	Expands       State = "expands"      //
	TooDeep       State = "too-deep"     //
	Timeout       State = "timeout"      //
	ToolMissing   State = "tool-missing" //
	Unreadable    State = "unreadable"   // an error of the file system, or another
	Changed       State = "changed"      // while it was read, twice
	Irregular     State = "irregular"    // a pipe, a socket, a device: not opened
)

// causes are the states that follow from errors.
var causes = []struct {
	err   error
	state State
}{
	{scheme.ErrNoFeatures, NoWords},
	{extract.ErrNoText, NoText},
	{extract.ErrUnsupported, Unsupported},
	{extract.ErrEncrypted, Encrypted},
	{extract.ErrExpansion, Expands},
	{extract.ErrTooLarge, TooLarge},
	{extract.ErrTooDeep, TooDeep},
	{extract.ErrTimeout, Timeout},
	{extract.ErrToolMissing, ToolMissing},
	{extract.ErrMalformed, Malformed},
}

// stateOf returns the state of a file whose text was not got for that reason.
func stateOf(err error) State {
	for _, c := range causes {
		if errors.Is(err, c.err) {
			return c.state
		}
	}
	return Unreadable
}

func (s State) known() bool {
	switch s {
	case Fingerprinted, Unreadable, Changed, Irregular:
		return true
	}
	for _, c := range causes {
		if s == c.state {
			return true
		}
	}
	return false
}

// Settled reports that another look at the same octets would find the same, by whatever
// limits and on whatever machine.
func (s State) Settled() bool {
	switch s {
	case TooLarge, Expands, TooDeep, Timeout, ToolMissing, Unreadable, Changed, Irregular:
		return false
	}
	return true
}

// Bounds of a manifest.
const (
	maxPath    = 8 << 10  // octets of a path
	maxLine    = 64 << 10 // octets of a line
	maxReaders = 1 << 16
	maxField   = 256 // octets of a name: a tool, a media type
)

// check reports what is wrong with h.
func (h *Header) check() error {
	switch {
	case h.Scheme == nil:
		return errors.New("no scheme")
	case !encode.IsProfile(h.Profile):
		return fmt.Errorf("profile %q: expected a profile's name", abridge(h.Profile))
	case h.Tool == "-":
		return errors.New("tool -: expected a name, or none")
	}
	return checkName("tool", h.Tool, " ")
}

// check reports what no entry of a manifest with header h can be.
func (e *Entry) check(h *Header) error {
	if err := checkPath(e.Path); err != nil {
		return err
	}
	read := !e.SHA256.IsZero()
	switch found := e.State == Fingerprinted; {
	case !e.State.known():
		return fmt.Errorf("%q: expected a fingerprint or why there is none", abridge(string(e.State)))
	case found && (e.Fingerprint.Scheme() != h.Scheme || e.Fingerprint.Profile() != h.Profile):
		return fmt.Errorf("fingerprint %s: expected one of scheme %s, profile %s", e.Fingerprint, h.Scheme.ID(), h.Profile)
	case found && (e.Features < 1 || !read || e.Text.IsZero() || e.Reader.MediaType == ""):
		return errors.New("a fingerprint, but not all else: expected features, size, sha256, text and reader")
	case !found && (e.Features != 0 || e.Fingerprint != scheme.Fingerprint{}):
		return errors.New("features, but no fingerprint: expected both or neither")
	case e.State != Fingerprinted && e.State != NoWords && (!e.Text.IsZero() || e.Reader != Reading{}):
		return fmt.Errorf("%s, and yet a text: expected neither its digest nor its reader", e.State)
	case e.State == NoWords && e.Reader.MediaType == "":
		return fmt.Errorf("%s, but no reader: expected one", e.State)
	case read != (e.Size >= 0) || e.Size < -1:
		return errors.New("size or sha256, but not both: expected both or neither")
	case read && (e.State == Changed || e.State == Irregular):
		return fmt.Errorf("%s, and yet a size and a digest: expected neither", e.State)
	case !read && e.State != Changed && e.State != Irregular && e.State != Unreadable:
		return fmt.Errorf("%s, but no size and digest: expected both", e.State)
	case strings.HasSuffix(e.Path, "/") && (e.State != Unreadable || read):
		return fmt.Errorf("path %q: expected a directory to be unreadable, and nothing else", abridge(e.Path))
	}
	return e.Reader.check()
}

func (r Reading) check() error {
	if r == (Reading{}) {
		return nil
	}
	if r.MediaType == "" || r.MediaType == "-" || r.Encoding == "-" || r.Tool == "-" {
		return errors.New("reader: expected a media type, and no name that is -")
	}
	for _, f := range []struct{ what, name, also string }{
		{"media type", r.MediaType, ""}, {"encoding", r.Encoding, ""}, {"tool", r.Tool, " "},
	} {
		if err := checkName(f.what, f.name, f.also); err != nil {
			return err
		}
	}
	return nil
}

// checkName bounds what a manifest says in words: printable, with no blanks but also.
func checkName(what, name, also string) error {
	odd := func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) && !strings.ContainsRune(also, r)
	}
	if len(name) > maxField || !utf8.ValidString(name) || strings.ContainsFunc(name, odd) || strings.TrimSpace(name) != name {
		return fmt.Errorf("%s %q: expected at most %d octets, all printable", what, abridge(name), maxField)
	}
	return nil
}

// checkPath refuses what could lead out of a tree, and what has a simpler form.
func checkPath(path string) error {
	const expected = "expected one relative to the tree, without empty elements, . and .."
	switch {
	case path == "./":
		return nil
	case len(path) > maxPath:
		return fmt.Errorf("path of %d octets: expected at most %d", len(path), maxPath)
	case strings.HasPrefix(path, "/"):
		return fmt.Errorf("path %q is absolute: %s", abridge(path), expected)
	case strings.ContainsRune(path, 0):
		return fmt.Errorf("path %q has U+0000: %s", abridge(path), expected)
	}
	for element := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if element == "" || element == "." || element == ".." {
			return fmt.Errorf("path %q: %s", abridge(path), expected)
		}
	}
	return nil
}

// abridge makes text from elsewhere fit for an error.
func abridge(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
