package premis

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// object is a file, a directory, or the manifest.
type object struct {
	identifier
	name  string // the original name; "" if there is none that XML could have
	dir   bool
	entry manifest.Entry
	found bool // it is in the tree
}

// identifier names an object.
type identifier struct{ kind, value string }

// reference returns the identifier of a file. All characters but unreserved ones (RFC 3986, 2.3)
// and "/" are percent-encoded. The plus sign is too, since some programs read it as a blank.
func reference(path string) identifier {
	var b strings.Builder
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return identifier{"local", b.String()}
}

// source returns the object for the manifest. If that has no digest, it is the object for the tree.
func (c *Check) source() object {
	m := &c.Manifest
	if m.SHA256.IsZero() {
		o := object{identifier: reference("./"), dir: true}
		if c.Tree != "" {
			o.identifier = named(directoryName, c.Tree)
		}
		return o
	}
	o := object{identifier: identifier{"SHA-256", m.SHA256.String()}}
	if isText(m.Name) {
		o.name = m.Name
	}
	o.entry = manifest.Entry{SHA256: m.SHA256, Size: -1, Reading: manifest.Reading{MediaType: "text/plain"}}
	if m.Size > 0 {
		o.entry.Size = m.Size
	}
	return o
}

func objectOf(r *manifest.Result) object {
	o := object{identifier: reference(r.Path), dir: strings.HasSuffix(r.Path, "/"), entry: manifest.Entry{Size: -1}}
	if isText(r.Path) {
		o.name = r.Path
	}
	if r.Found != nil {
		o.found = !o.dir
		o.entry = *r.Found
	}
	if s := r.Stored; s != nil && (r.Found == nil || s.SHA256 == o.entry.SHA256 && !s.SHA256.IsZero()) {
		o.entry = *s // it knows more about the same bytes
	}
	return o
}

// unknown is an undetermined format (PREMIS Data Dictionary 3.0, 1.5.4).
const unknown = "unknown"

const (
	sha256Name = "SHA-256"
	sha256URI  = "http://id.loc.gov/vocabulary/preservation/cryptographicHashFunctions/sha256"
)

// write writes an object element with further attributes.
func (o *object) write(s *sink) {
	category := "premis:file"
	if o.dir {
		category = "premis:representation"
	}
	s.open("premis:object", "xsi:type", category, "version", version)
	s.open("premis:objectIdentifier")
	s.leaf("premis:objectIdentifierType", o.kind)
	s.leaf("premis:objectIdentifierValue", o.value)
	s.close("premis:objectIdentifier")
	e := &o.entry
	if e.State == manifest.Fingerprinted && e.Features > 0 {
		property(s, "fpcheck fingerprint", e.Fingerprint.String())
		property(s, "fpcheck features", strconv.Itoa(e.Features))
	}
	if !e.Text.IsZero() {
		property(s, "fpcheck text digest "+textdigest.Name, e.Text.String())
	}
	if !o.dir {
		o.characteristics(s)
	}
	if o.name != "" {
		s.leaf("premis:originalName", o.name)
	}
	s.close("premis:object")
}

func property(s *sink, kind, value string) {
	s.open("premis:significantProperties")
	s.leaf("premis:significantPropertiesType", kind)
	s.leaf("premis:significantPropertiesValue", value)
	s.close("premis:significantProperties")
}

func (o *object) characteristics(s *sink) {
	e := &o.entry
	s.open("premis:objectCharacteristics")
	if !e.SHA256.IsZero() {
		s.open("premis:fixity")
		s.leaf("premis:messageDigestAlgorithm", sha256Name, "valueURI", sha256URI)
		s.leaf("premis:messageDigest", e.SHA256.String())
		s.close("premis:fixity")
	}
	if e.Size >= 0 {
		s.leaf("premis:size", strconv.FormatInt(e.Size, 10))
	}
	s.open("premis:format")
	s.open("premis:formatDesignation")
	format := cmp.Or(e.Reading.MediaType, unknown)
	s.leaf("premis:formatName", format)
	s.close("premis:formatDesignation")
	if e.Reading.Encoding != "" {
		s.leaf("premis:formatNote", "encoding: "+e.Reading.Encoding)
	}
	s.close("premis:format")
	s.close("premis:objectCharacteristics")
}
