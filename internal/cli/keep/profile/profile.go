// Package profile reads BagIt Profiles, versions 1.1 to 1.4, and reports where a bag violates one.
//
//	p, err := profile.Parse(data)
//	...
//	err = p.Check(ctx, fsys, bag, "", func(f bagit.Finding) { ... })
//
// A profile is an agreement between the two sides of a deposit. Beside BagIt itself, it covers
// metadata, checksum algorithms, tag files and the form in which a bag is sent. A bag that violates
// a profile may still be valid by RFC 8493. [bagit.Bag] does not know profiles.
//
// Labels of metadata are compared without case, as RFC 8493 requires for reserved labels. Values
// are compared without regard to white space and line ends. In a pattern, an asterisk matches any
// characters, including slashes: "*" matches all files. A question mark and brackets work as in
// glob(7).
//
// Fields newer than the version that a profile declares are not checked. Neither are fields that
// the specification does not define. [Profile.Ignored] lists them. A profile may mark a tag as
// "recommended", as Beyond the Repository does. Its absence is then a warning.
//
// Nothing is fetched here.
package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
)

// MaxSize bounds a profile, in bytes.
const MaxSize = 1 << 20

// A Profile is a BagIt profile to compare bags with. Several goroutines may use it at once.
type Profile struct {
	// Identifier is the URI by which bags refer to it, in BagIt-Profile-Identifier.
	Identifier string
	// Version is the version of the specification that it follows: "1.1.0" if it declares none.
	Version string
	// Ignored are the fields that are not checked, and why, sorted.
	Ignored []string

	tags          []tag
	manifests     allowed
	tagManifests  allowed
	tagFiles      allowed
	payload       allowed
	noFetch       bool
	fetchRequired bool
	dataEmpty     bool
	serialization string
	forms         []string // media types
	versions      []string // of BagIt
}

// tag is a requirement for an element of bag-info.txt.
type tag struct {
	label                           string
	required, recommended, repeated bool
	values                          []string // any value if empty
}

// allowed has the required names and the allowed ones.
type allowed struct {
	required []string
	only     []string // or patterns; all are if given is false
	given    bool
}

// The values of Serialization.
const (
	forbidden = "forbidden"
	required  = "required"
	optional  = "optional"
)

// version is a version of the specification.
type version struct{ major, minor int }

func (v version) before(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// The first version, and the latest known version.
var first, latest = version{1, 1}, version{1, 4}

// since maps fields that came after the first version.
var since = map[string]version{
	"Tag-Files-Allowed":      {1, 2},
	"Manifests-Allowed":      {1, 3},
	"Tag-Manifests-Allowed":  {1, 3},
	"Fetch.txt-Required":     {1, 4},
	"Data-Empty":             {1, 4},
	"Payload-Files-Required": {1, 4},
	"Payload-Files-Allowed":  {1, 4},
}

// Parse parses a profile. An error names the field and what was expected.
func Parse(octets []byte) (*Profile, error) {
	if len(octets) > MaxSize {
		return nil, fmt.Errorf("more than %d bytes: expected a BagIt Profile", MaxSize)
	}
	octets = bytes.TrimPrefix(octets, []byte("\uFEFF"))
	r := &reader{}
	top := r.object("", octets)
	if r.err != nil {
		return nil, r.err
	}
	p := &Profile{}
	v := r.info(p, top)
	for key, of := range since {
		if _, has := top[key]; has && v.before(of) {
			p.ignore("%s: came with %d.%d.0, and the profile is of %s", key, of.major, of.minor, p.Version)
			delete(top, key)
		}
	}
	p.tags = r.tags(p, top["Bag-Info"])
	p.manifests = r.allowed(top, "Manifests-Required", "Manifests-Allowed", checkAlgorithm)
	p.tagManifests = r.allowed(top, "Tag-Manifests-Required", "Tag-Manifests-Allowed", checkAlgorithm)
	p.tagFiles = r.allowed(top, "Tag-Files-Required", "Tag-Files-Allowed", checkTagFile)
	p.payload = r.allowed(top, "Payload-Files-Required", "Payload-Files-Allowed", checkPayload)
	p.noFetch = !r.boolean("Allow-Fetch.txt", top["Allow-Fetch.txt"], true)
	p.fetchRequired = r.boolean("Fetch.txt-Required", top["Fetch.txt-Required"], false)
	if p.noFetch && p.fetchRequired {
		r.fail("Fetch.txt-Required", "true", "false, since Allow-Fetch.txt is false")
	}
	p.dataEmpty = r.boolean("Data-Empty", top["Data-Empty"], false)
	r.serialization(p, top)
	if p.versions = r.list("Accept-BagIt-Version", top["Accept-BagIt-Version"]); len(p.versions) == 0 {
		r.fail("Accept-BagIt-Version", "none", "at least one version, such as 1.0")
	}
	for key := range top {
		if !slices.Contains(fields, key) {
			p.ignore("%s: no field of BagIt Profiles", key)
		}
	}
	slices.Sort(p.Ignored)
	if r.err != nil {
		return nil, r.err
	}
	return p, nil
}

// fields are the fields of a profile.
var fields = []string{
	"BagIt-Profile-Info", "Bag-Info", "Manifests-Required", "Manifests-Allowed", "Allow-Fetch.txt",
	"Fetch.txt-Required", "Data-Empty", "Serialization", "Accept-Serialization", "Accept-BagIt-Version",
	"Tag-Manifests-Required", "Tag-Manifests-Allowed", "Tag-Files-Required", "Tag-Files-Allowed",
	"Payload-Files-Required", "Payload-Files-Allowed",
}

func (p *Profile) ignore(format string, args ...any) {
	p.Ignored = append(p.Ignored, fmt.Sprintf(format, args...))
}

// reader keeps the first error.
type reader struct{ err error }

func (r *reader) fail(where, what, expected string) {
	if r.err != nil {
		return
	}
	if where != "" {
		where += ": "
	}
	r.err = fmt.Errorf("%s%s: expected %s", where, what, expected)
}

func (r *reader) object(where string, octets []byte) map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(octets, &fields)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at := min(int(syntax.Offset), len(octets))
		line := 1 + bytes.Count(octets[:at], []byte("\n"))
		r.fail(where, fmt.Sprintf("line %d: %v", line, err), "a BagIt Profile in JSON")
	case err != nil || fields == nil:
		r.fail(where, quote(octets), "an object")
	}
	return fields
}

// list parses an array of strings, or nothing.
func (r *reader) list(where string, octets []byte) []string {
	if octets == nil {
		return nil
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(octets, &raw); err != nil || raw == nil {
		r.fail(where, quote(octets), "a list")
	}
	list := make([]string, 0, len(raw))
	for i, element := range raw {
		list = append(list, r.text(fmt.Sprintf("%s: element %d", where, i+1), element))
	}
	return list
}

func (r *reader) text(where string, octets []byte) string {
	var s *string
	if err := json.Unmarshal(octets, &s); err != nil || s == nil {
		r.fail(where, quote(octets), "a string")
		return ""
	}
	return *s
}

// boolean parses true or false, which the grammar of 1.3.0 defines as strings.
func (r *reader) boolean(where string, octets []byte, absent bool) bool {
	switch string(octets) {
	case "":
		return absent
	case "true", `"true"`:
		return true
	case "false", `"false"`:
		return false
	}
	r.fail(where, quote(octets), "true or false")
	return absent
}

func quote(octets []byte) string {
	const most = 60
	switch {
	case len(octets) == 0:
		return "nothing"
	case len(octets) > most:
		return strconv.Quote(string(octets[:most])) + "..."
	}
	return strings.TrimSpace(string(octets))
}

// info parses what a profile says about itself.
func (r *reader) info(p *Profile, top map[string]json.RawMessage) version {
	const where = "BagIt-Profile-Info"
	if top[where] == nil {
		r.fail(where, "none", "an object")
		return first
	}
	info := r.object(where, top[where])
	for _, key := range []string{"Source-Organization", "External-Description", "Version", "BagIt-Profile-Identifier"} {
		if info[key] == nil {
			r.fail(where+": "+key, "none", "a string")
		} else if r.text(where+": "+key, info[key]) == "" && key == "BagIt-Profile-Identifier" {
			r.fail(where+": "+key, `""`, "the URI of the profile")
		}
	}
	if r.err != nil {
		return first
	}
	p.Identifier = r.text(where, info["BagIt-Profile-Identifier"])
	p.Version = "1.1.0"
	if key := "BagIt-Profile-Version"; info[key] != nil {
		if s := r.text(where+": "+key, info[key]); s != "" { // some programs leave it empty
			p.Version = s
		}
		v, ok := parseVersion(p.Version)
		if !ok {
			r.fail(where+": "+key, strconv.Quote(p.Version), "a version, such as 1.4.0")
		} else if v.before(first) || latest.before(v) {
			r.fail(where+": "+key, strconv.Quote(p.Version), "1.1.0 to 1.4.0, which are known here")
		}
		return v
	}
	return first
}

func parseVersion(s string) (version, bool) {
	numbers := strings.Split(s, ".")
	var v [3]int
	if len(numbers) < 2 || len(numbers) > len(v) {
		return version{}, false
	}
	for i, n := range numbers {
		u, err := strconv.ParseUint(n, 10, 16)
		if err != nil {
			return version{}, false
		}
		v[i] = int(u)
	}
	return version{v[0], v[1]}, true
}

func (r *reader) tags(p *Profile, octets []byte) []tag {
	const where = "Bag-Info"
	if octets == nil || r.err != nil {
		return nil
	}
	labels := r.object(where, octets)
	others := make(map[string]int)
	var tags []tag
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		at := where + ": " + label
		asked := r.object(at, labels[label])
		t := tag{
			label:       label,
			required:    r.boolean(at+": required", asked["required"], false),
			recommended: r.boolean(at+": recommended", asked["recommended"], false),
			repeated:    r.boolean(at+": repeatable", asked["repeatable"], true),
			values:      r.list(at+": values", asked["values"]),
		}
		if asked["description"] != nil {
			r.text(at+": description", asked["description"])
		}
		tags = append(tags, t)
		for key := range asked {
			switch key {
			case "required", "recommended", "repeatable", "values", "description":
			default:
				others[key]++
			}
		}
	}
	for key, n := range others {
		p.ignore("Bag-Info: %s, of %d tags: no parameter of BagIt Profiles", key, n)
	}
	return tags
}

// allowed parses two lists. The second must cover the first.
func (r *reader) allowed(top map[string]json.RawMessage, needs, allows string, check func(string, bool) string) allowed {
	a := allowed{required: r.list(needs, top[needs]), only: r.list(allows, top[allows])}
	a.given = top[allows] != nil
	for i, list := range [][]string{a.required, a.only} {
		for n, name := range list {
			if expected := check(name, i > 0); expected != "" {
				r.fail(fmt.Sprintf("%s: element %d", []string{needs, allows}[i], n+1), strconv.Quote(name), expected)
			}
		}
	}
	if r.err != nil {
		return a
	}
	for _, name := range a.required {
		if !a.allows(name) {
			r.fail(allows, "without "+strconv.Quote(name), "all that "+needs+" has")
		}
	}
	return a
}

func (a *allowed) allows(name string) bool {
	return !a.given || slices.ContainsFunc(a.only, func(pattern string) bool { return matches(pattern, name) })
}

func checkAlgorithm(name string, _ bool) string {
	if checksum.Normal(name) == "" {
		return "the name of an algorithm, such as sha256"
	}
	return ""
}

func checkTagFile(name string, pattern bool) string {
	switch _, err := path.Match(plain(name), ""); {
	case pattern && err != nil:
		return "a pattern"
	case pattern:
	case !isLocal(name):
		return "a path below the bag's base directory"
	}
	return ""
}

func checkPayload(name string, pattern bool) string {
	if pattern {
		return checkTagFile(name, pattern)
	}
	if !isLocal(strings.TrimSuffix(name, "/")) || !strings.HasPrefix(name, "data/") {
		return "a path that begins with data/"
	}
	return ""
}

// isLocal reports whether a path is below a directory, and the shortest form.
func isLocal(name string) bool {
	return name != "" && name != "." && path.Clean(name) == name && name[0] != '/' && name != ".." && !strings.HasPrefix(name, "../")
}

// matches reports whether a pattern matches a name or equals it.
func matches(pattern, name string) bool {
	if pattern == name {
		return true
	}
	ok, err := path.Match(plain(pattern), strings.ReplaceAll(name, "/", "\x00"))
	return ok && err == nil
}

// plain makes an asterisk match slashes, and converts negated classes of glob(7) to Go's.
func plain(pattern string) string {
	return strings.NewReplacer("/", "\x00", "[!", "[^").Replace(pattern)
}

// serialization parses the allowed forms of bags.
func (r *reader) serialization(p *Profile, top map[string]json.RawMessage) {
	const key = "Serialization"
	p.serialization = optional
	if top[key] != nil {
		p.serialization = r.text(key, top[key])
	}
	p.forms = r.list("Accept-Serialization", top["Accept-Serialization"])
	switch p.serialization {
	case forbidden:
	case required, optional:
		if top[key] != nil && len(p.forms) == 0 {
			r.fail("Accept-Serialization", "none", "at least one media type, since Serialization is "+p.serialization)
		}
	default:
		r.fail(key, strconv.Quote(p.serialization), "forbidden, required or optional")
	}
}
