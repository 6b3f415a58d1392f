// Package manifest records the bytes and the text of the files of a tree. Later it compares the
// tree with that record. It reports whether the bytes of a file are the same and, if not, whether
// its text is.
//
//	err := manifest.Create(ctx, "letters.fpm", manifest.Dir("letters"),
//		manifest.Header{Scheme: scheme.SM1}, manifest.Options{}, nil)
//
//	r, err := manifest.NewReader(file, nil)
//	for result, err := range manifest.Verify(ctx, r, manifest.Dir("letters"), manifest.Options{}) { ... }
//
// [Write] writes a manifest to any writer, and [Scan] only reads files. [VerifyMigration] and
// [VerifyTrees] compare files with their versions in another format or place.
//
// A tree is an [io/fs] file system: a directory ([Dir]), an archive, memory or an object store.
// Entries are in the byte order of their paths and are never all in memory. Memory contains the
// names of one directory and of those above it. When verifying, it also contains the missing and
// new files. Records of web archives are in temporary files, whatever their number.
//
// Problems with a file are in the Err field of its [Scanned] or [Result], and do not stop the
// others. Errors about a manifest wrap [ErrMalformed], [ErrTruncated] or [ErrAltered]. Sizes are in
// bytes.
//
// # The text form
//
// A manifest consists of lines of UTF-8, except for paths, which may be any bytes. Each line ends
// with U+000A. A manifest in which every line ends with U+000D U+000A is accepted.
//
//	# fpcheck manifest 2
//	# scheme: sm1
//	# profile: visible
//	# text: runs-1
//	# tool: fpcheck 0.2.0
//	# root: letters
//	# columns: fingerprint features size sha256 text reader  path
//	# reader 1: text/html utf-8 golang.org/x/net v0.62.0
//	sm1:em2c4vcfyz3kq 222 1832 9f86...0a08 3a7b...52d5 1  examples/lighthouse.en.html
//	unsupported - 512 60303...ae22 - -  examples/lighthouse.png
//	# end: 2 sha256:77c1...1f0e
//
// The first seven lines are always there, except for the root. A manifest that does not record it
// has no such line, and is of version 1. The root is the path of the tree from the directory of the
// manifest. It may name a container, such as a ZIP archive. It is relative, has no simpler form, and
// may begin with "..". Backslashes and line ends in it are escaped as in the path of a file.
//
// The line of a file has six fields with one space between them, two spaces, and the path. An empty
// field is "-".
//
//   - fingerprint: the string of the fingerprint (SPEC.md, chapter 8), or a [State] that says
//     why there is none.
//   - features: the number of distinct features or, for a web archive, of the records below it.
//   - size: the size of the file in bytes.
//   - sha256: the SHA-256 of the file, in hexadecimal.
//   - text: the text digest, see below, in hexadecimal.
//   - reader: the number of an earlier line that lists media type, encoding and program. Readers
//     are numbered from 1. The line of a reader comes just before the first file that refers to
//     it.
//
// A path is relative, and its elements are separated by "/". No element is empty, "." or "..". A
// path that ends with "/" is a directory that could not be read, and "./" is the tree itself. A
// backslash, U+000A and U+000D in a path are written \\, \n and \r, as by sha256sum. The line then
// begins with a backslash. Paths are in ascending byte order.
//
// # Web archives
//
// A web archive (WARC, ARC or WACZ, with any compression) has the state "archive". Below it is a
// line for each record that is a document. Documents are responses of the status 2xx, resources,
// conversions and revisits. A manifest that has such a file is of version 3. Its header has one
// more line, before the line of the columns. It may lack the line of the root.
//
//	# fpcheck manifest 3
//	...
//	# records:  fingerprint features payload text reader date  uri
//	# columns: fingerprint features size sha256 text reader  path
//	archive 2 31314 9f86...0a08 - -  crawl.warc.gz
//	# reader 1: text/html utf-8 golang.org/x/net/html v0.62.0
//	 sm1:gd3coule67ytg 88 rrnW...opQ b09u...TBM 1 2026-11-20T12:00:00Z  http://example.org/
//	 unsupported - zdWm...dfQ - - 2026-11-20T12:00:07Z  http://example.org/a.png
//
// The line of a record begins with a space. A backslash follows it if the URI is escaped. The date
// and the URI are from the record. Blanks in a date are written _. A URI of more than 8 KiB is
// shortened to its first 4 KiB, three dots and its SHA-256. Digests are in base64url (RFC 4648,
// chapter 5) without padding.
//
//   - payload: the SHA-256 of the payload. For HTTP this is the body without the chunks of its
//     transfer. So it stays the same when an archive is compressed again, split or joined.
//   - text: the text digest.
//
// A record has a fingerprint or a state:
//
//	no-words no-text unsupported encrypted malformed too-large
//	expands too-deep timeout tool-missing unreadable revisit
//
// A revisit has no payload of its own, and has the text of another record. Its payload field is the
// SHA-256 of the digest that the archive recorded, written "sha1:" and base32.
//
// Records are in ascending order by URI, date, payload and text, which several may have in common.
// A web archive that could not be read to its end has the state that says why. Below it are the
// records that could be read.
//
// The last line of a manifest has the number of files, and the SHA-256 of all lines before it. A
// manifest without it was cut short: [ErrTruncated].
//
// # The JSON form
//
// The JSON form has the same content as JSON lines. There is an object for the header, for each
// file, and for the end. Fields that are "-" in the text form are left out. A path that is not
// UTF-8 has U+FFFD in "path", and its bytes in "path_base64". The same holds for a URI. The readers
// of records are lines of their own, {"reader":1,...}, as in the text form. The readers of files
// are in the objects of the files.
//
// # Characters
//
// A text may declare no encoding, so that its encoding is a guess. Its line then has a second digest after the text
// digest and a plus sign. It is the SHA-256 of the characters in UTF-8, without blanks and line ends of ASCII. Two
// texts that have it are the same only if it is equal, too. A manifest with such a file or record is of version 4.
// Its header has the line of the records.
//
// # The text digest
//
// Two texts with the same words, numbers and signs in the same order have the same text digest
// runs-1. Their layout makes no difference. See SPEC.md, R10.6 to R10.11, and package
// [github.com/lsh-interop/fpcheck/textdigest]. It does not depend on the scheme. U+FFFD and bytes that
// are not UTF-8 stand for characters that are not known. A manifest has no digest of a text with them. The
// same is true of a document with pages that have no text, because they may be scanned.
package manifest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/scheme"
)

// ErrMalformed means that a manifest does not have the text form or the JSON form.
var ErrMalformed = errors.New("malformed manifest")

// ErrTruncated means that a manifest has no last line.
var ErrTruncated = errors.New("manifest cut short")

// ErrAltered means that the digest of a manifest differs from the one in its last line.
var ErrAltered = errors.New("manifest altered")

// A Digest is a SHA-256. The zero value means that there is no digest.
type Digest [sha256.Size]byte

// IsZero reports whether there is no digest.
func (d Digest) IsZero() bool { return d == Digest{} }

// String returns d in hexadecimal, or "" if d is zero.
func (d Digest) String() string {
	if d.IsZero() {
		return ""
	}
	return hex.EncodeToString(d[:])
}

// MarshalText returns the same as String.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (d *Digest) UnmarshalText(text []byte) error {
	if len(text) != 2*len(d) {
		return fmt.Errorf("digest %q: expected %d hexadecimal digits", abridge(string(text)), 2*len(d))
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// A Header describes a manifest and its reading. Fingerprints by another scheme or profile do not compare.
type Header struct {
	Scheme  *scheme.Scheme
	Profile string // of the text: [extract.Visible], the default, or [extract.Main]
	Tool    string // the program and its version: "fpcheck 0.2.0"
	// Root is the path of the tree from the directory of the manifest, with slashes: "letters", "../letters"
	// or ".". It is "" if the manifest does not record it. Do not trust the root of a manifest from a
	// stranger.
	Root string
	JSON bool // the manifest has the JSON form; otherwise the text form

	records bool // files may have records below them
	exact   bool // files and records may have digests of characters
}

// An Entry is the record of a file in a manifest.
type Entry struct {
	Path         string
	State        State
	Fingerprint  scheme.Fingerprint // if State is Fingerprinted
	Features     int                // distinct features; 0 without a fingerprint
	Size         int64              // in bytes; -1 if the file could not be read
	SHA256, Text Digest             // of the bytes and of the text; zero if they, or a character, could not be read
	Reading      Reading            // zero if the text could not be read
	Records      int64              // number of records of a web archive below it

	exact Digest // of the characters of a text whose encoding is a guess; zero for others
}

// A Reading records how a text was read, like [extract.Document]. The media type is "" if the text was not
// read. The encoding is "" if there is no single encoding. The tool is "" for plain text.
type Reading struct{ MediaType, Encoding, Tool string }

// A State is the reason why a file has no fingerprint. Most states are errors of package extract, by their
// names in manifests: "too-large", "expands", "too-deep", "timeout", "tool-missing". "no-words" is for a text
// without features. "changed" is for a file without a digest. So are "pipe", "socket" and "device", and
// "irregular" for any other kind. "archive" is for a web archive, and "revisit" for a record in an archive.
// "link" and "link-outside" are links to directories, within the tree and out of it. "link-broken" is a link
// to nowhere. A container hides what a link out of it leads to, so each such link is "link-outside". Links
// with these states are not followed; their digest is the digest of the target.
type State string

// States of an entry. The unexported ones occur only in manifests.
const (
	Fingerprinted State = ""
	noWords       State = "no-words"    // its text has no features: only numbers, for example
	NoText        State = "no-text"     // empty, or only pictures
	Unsupported   State = "unsupported" // its format has no reader
	Encrypted     State = "encrypted"
	Malformed     State = "malformed"
	tooLarge      State = "too-large"
	expands       State = "expands"
	tooDeep       State = "too-deep"
	timeout       State = "timeout"
	toolMissing   State = "tool-missing"
	Unreadable    State = "unreadable" // an error of the file system, or another
	changed       State = "changed"    // while it was read, twice
	pipe          State = "pipe"       // not opened
	socket        State = "socket"     // not opened
	device        State = "device"     // not opened
	irregular     State = "irregular"  // none of them, or unknown: not opened
	linked        State = "link"       // to a directory of the tree: not followed
	linkedOutside State = "link-outside"
	linkedNowhere State = "link-broken"
)

// causes maps errors to states.
var causes = []struct {
	err   error
	state State
}{
	{scheme.ErrNoFeatures, noWords},
	{extract.ErrNoText, NoText},
	{extract.ErrUnsupported, Unsupported},
	{extract.ErrEncrypted, Encrypted},
	{extract.ErrExpansion, expands},
	{extract.ErrTooLarge, tooLarge},
	{extract.ErrTooDeep, tooDeep},
	{extract.ErrTimeout, timeout},
	{extract.ErrToolMissing, toolMissing},
	{extract.ErrMalformed, Malformed},
}

// stateOf returns the state of a file whose text could not be read.
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
	case Fingerprinted, Unreadable, changed, webArchive, revisit:
		return true
	}
	if s.isIrregular() || s.isLink() {
		return true
	}
	for _, c := range causes {
		if s == c.state {
			return true
		}
	}
	return false
}

// Settled reports whether the same bytes have this state with any limits, on any machine.
func (s State) Settled() bool {
	switch s {
	case tooLarge, expands, tooDeep, timeout, toolMissing, Unreadable, changed, linkedOutside, linkedNowhere:
		return false
	}
	return !s.isIrregular()
}

// Bounds of a manifest.
const (
	maxPath    = 8 << 10  // bytes of a path
	maxLine    = 64 << 10 // bytes of a line
	maxReaders = 1 << 16
	maxField   = 256 // bytes of a name: a tool, a media type
)

func (h *Header) check() error {
	if h.Scheme == nil || h.Scheme.ID() == "" {
		return errors.New("no scheme: expected one")
	}
	return cmp.Or(checkProfile(h.Profile), checkRoot(h.Root), checkTool(h.Tool))
}

func checkProfile(name string) error {
	if !names.IsProfile(name) {
		return fmt.Errorf("profile %q: expected a profile's name", abridge(name))
	}
	return nil
}

func checkTool(name string) error {
	if name == "-" {
		return errors.New("tool -: expected a name, or none")
	}
	return checkName("tool", name, " ")
}

// checkRoot refuses a root that is absolute, or has a simpler form.
func checkRoot(root string) error {
	const expected = "expected one relative to the manifest, as simple as it can be"
	switch {
	case root == "":
		return nil
	case len(root) > maxPath:
		return fmt.Errorf("root of %d bytes: expected at most %d", len(root), maxPath)
	case strings.ContainsRune(root, 0):
		return fmt.Errorf("root %q has U+0000: %s", abridge(root), expected)
	case path.IsAbs(root) || path.Clean(root) != root:
		return fmt.Errorf("root %q: %s", abridge(root), expected)
	}
	return nil
}

func (e *Entry) check(h *Header) error {
	if err := checkPath(e.Path); err != nil {
		return err
	}
	read := !e.SHA256.IsZero()
	switch found := e.State == Fingerprinted; {
	case !e.State.known() || e.State == revisit:
		return fmt.Errorf("%q: expected a fingerprint or why there is none", abridge(string(e.State)))
	case found && (e.Fingerprint.Scheme() != h.Scheme || e.Fingerprint.Profile() != h.Profile):
		return fmt.Errorf("fingerprint %s: expected one of scheme %s, profile %s", e.Fingerprint, h.Scheme.ID(), h.Profile)
	case found && (e.Features < 1 || !read || e.Reading.MediaType == ""): // there may be no text digest
		return errors.New("a fingerprint, but not all else: expected features, size, sha256 and reader")
	case !found && (e.Features != 0 || e.Fingerprint != scheme.Fingerprint{}):
		return errors.New("features, but no fingerprint: expected both or neither")
	case e.State != Fingerprinted && e.State != noWords && (!e.Text.IsZero() || e.Reading != Reading{}):
		return fmt.Errorf("%s, and yet a text: expected neither its digest nor its reader", e.State)
	case !e.exact.IsZero() && (!h.exact || e.Text.IsZero()):
		return errExact
	case e.State == noWords && e.Reading.MediaType == "":
		return fmt.Errorf("%s, but no reader: expected one", e.State)
	case e.Records < 0 || e.Records > 0 && !e.State.holdsRecords():
		return fmt.Errorf("%s, and yet %d records: expected none", cmp.Or(string(e.State), "a fingerprint"), e.Records)
	case !h.records && (e.State == webArchive || e.Records > 0):
		return fmt.Errorf("a web archive: expected a manifest of version %d", versionRecords)
	case read != (e.Size >= 0) || e.Size < -1:
		return errors.New("size or sha256, but not both: expected both or neither")
	case read && (e.State == changed || e.State.isIrregular()):
		return fmt.Errorf("%s, and yet a size and a digest: expected neither", e.State)
	case !read && e.State != changed && !e.State.isIrregular() && e.State != Unreadable:
		return fmt.Errorf("%s, but no size and digest: expected both", e.State)
	case strings.HasSuffix(e.Path, "/") && (e.State != Unreadable || read):
		return fmt.Errorf("path %q: expected a directory to be unreadable, and nothing else", abridge(e.Path))
	}
	return e.Reading.check()
}

// holdsRecords reports whether a file with this state may have records: a web archive, whole or damaged.
func (s State) holdsRecords() bool { return s == webArchive || isFailure(s) }

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

// checkName checks a name in a manifest. It must be printable and without blanks, except for the characters
// in also.
func checkName(what, name, also string) error {
	odd := func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) && !strings.ContainsRune(also, r)
	}
	if len(name) > maxField || !utf8.ValidString(name) || strings.ContainsFunc(name, odd) || strings.TrimSpace(name) != name {
		return fmt.Errorf("%s %q: expected at most %d bytes, all printable", what, abridge(name), maxField)
	}
	return nil
}

// checkPath refuses paths that lead out of a tree or have a simpler form.
func checkPath(path string) error {
	const expected = "expected one relative to the tree, without empty elements, . and .."
	switch {
	case path == "./":
		return nil
	case len(path) > maxPath:
		return fmt.Errorf("path of %d bytes: expected at most %d", len(path), maxPath)
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

// abridge shortens text from elsewhere for an error.
func abridge(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
