package ocfl

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

const inventoryName = "inventory.json"

// inventory has the valid content of an inventory.json.
type inventory struct {
	spec       specVersion // by its type; "" if that is none
	id         string
	algorithm  string // of digests; "" if unknown or invalid
	head       string
	contentDir string // "" if not set
	manifest   []block
	versions   []state // in the order of their numbers
	byName     map[string]int
	fixity     []fixity
	// What findings about the inventory have already reported about its content paths. The files then need
	// no findings. hasManifest is false if there is no manifest. meant has invalid paths, as they may be
	// meant. belowFiles has paths below those of files.
	hasManifest bool
	meant       map[string]bool
	belowFiles  map[string]bool
	misplaced   []misplaced
}

// misplaced is a content path in a version directory, but outside its content directory.
type misplaced struct{ path, at string }

// block has the paths of a digest.
type block struct {
	digest string
	paths  []string
}

// state is a version block.
type state struct {
	name   string
	number int
	blocks []block // of logical paths
	// created, message and user, where present.
	metadata [4]string
	value    *value // while the inventory is read
}

var metadataNames = [4]string{"created", "message", "user/name", "user/address"}

type fixity struct {
	algorithm string
	blocks    []block
}

func (i *inventory) contentDirectory() string {
	if i.contentDir != "" {
		return i.contentDir
	}
	return "content"
}

// version returns the state of a version, or nil.
func (i *inventory) version(name string) *state {
	if k, ok := i.byName[name]; ok {
		return &i.versions[k]
	}
	return nil
}

// inventoryReader parses an inventory and reports its faults.
type inventoryReader struct {
	spec    specVersion // by which it is judged
	root    bool        // it is the inventory of the object's root
	report  func(Finding)
	noState bool // a version block has no readable state
	// unlisted are digests of states that the manifest lacks. An unused digest in the manifest may explain
	// them.
	unlisted map[string]bool
	*inventory
}

// parseInventory parses an inventory under version spec. It returns nil if the inventory has no usable
// content.
func parseInventory(octets []byte, spec specVersion, root bool, report func(Finding)) (parsed *inventory) {
	var fault error
	defer func() {
		if fault != nil {
			report(Finding{Err: fault})
		}
	}()
	defer recovery.Catch(&fault, "the reader of inventories")
	r := &inventoryReader{spec: spec, root: root, report: report, unlisted: make(map[string]bool), inventory: &inventory{
		meant: make(map[string]bool), belowFiles: make(map[string]bool),
	}}
	v, err := parseJSON(octets)
	if err != nil {
		r.find("E033", "", err.Error(), "JSON by RFC 8259, in UTF-8")
		return nil
	}
	if !v.isObject() {
		r.find("E033", "", v.show(), "a JSON object")
		return nil
	}
	r.readType(&v)
	r.keys(&v, "", "id", "type", "digestAlgorithm", "head", "contentDirectory", "manifest", "versions", "fixity")
	r.readID(&v)
	r.readAlgorithm(&v)
	r.readContentDirectory(&v)
	r.readVersions(&v)
	r.readHead(&v)
	r.readManifest(&v)
	r.readStates(&v)
	r.readFixity(&v)
	return r.inventory
}

func (r *inventoryReader) find(code Code, at, found, expected string) {
	r.report(Finding{Code: code, At: at, Found: found, Expected: expected})
}

// since11 returns a code of 1.1, or the code that replaces it in 1.0.
func (r *inventoryReader) since11(code, before Code) Code {
	if r.spec == v1_0 {
		return before
	}
	return code
}

// keys reports members with unknown names, and repeated ones.
func (r *inventoryReader) keys(v *value, at string, names ...string) {
	seen := make(map[string]bool)
	for _, m := range v.members {
		where := join(at, m.key)
		if seen[m.key] {
			r.find("E033", where, "the key twice", "each key once")
			continue
		}
		seen[m.key] = true
		if slices.Contains(names, m.key) {
			continue
		}
		code := Code("E102")
		if at == "" { // the meaning may be clear, and its rule violated
			switch {
			case strings.EqualFold(m.key, "versions") && v.get("versions") == nil:
				code = "E044"
			case strings.EqualFold(m.key, "fixity") && v.get("fixity") == nil:
				code = "E055"
			}
		}
		r.find(code, where, "a key of no meaning", strings.Join(names, ", "))
	}
}

// join returns the place of a key. Digests are abridged.
func join(at, key string) string {
	const most = 24
	if len(key) > most {
		key = strings.ToValidUTF8(key[:most], "") + "..."
	}
	if at == "" {
		return key
	}
	return at + "/" + key
}

// need returns the member with a key, and reports if there is none.
func (r *inventoryReader) need(v *value, at, key string, code Code) *value {
	m := v.get(key)
	if m == nil {
		r.find(code, join(at, key), "no such key", "one")
	}
	return m
}

func (r *inventoryReader) readType(v *value) {
	m := r.need(v, "", "type", "E036")
	if m == nil {
		return
	}
	for _, known := range versions {
		if m.isString() && m.text == known.inventoryType() {
			r.inventory.spec = known
		}
	}
	switch {
	case r.root && r.inventory.spec != r.spec:
		r.find("E038", "type", m.show(), quote(r.spec.inventoryType()))
	case r.inventory.spec == "":
		r.find("E038", "type", m.show(), quote(v1_0.inventoryType())+" or that of a later version")
	}
	if !r.root && r.inventory.spec != "" {
		r.spec = r.inventory.spec
	}
}

func (r *inventoryReader) readID(v *value) {
	m := r.need(v, "", "id", "E036")
	switch {
	case m == nil:
	case !m.isString() || m.text == "":
		r.find("E037", "id", m.show(), "an identifier, a URI")
	default:
		r.id = m.text
		if !isURI(m.text) {
			r.find("W005", "id", m.show(), "a URI (RFC 3986)")
		}
	}
}

func (r *inventoryReader) readAlgorithm(v *value) {
	m := r.need(v, "", "digestAlgorithm", "E036")
	switch {
	case m == nil:
	case !m.isString() || m.text != "sha512" && m.text != "sha256":
		r.find("E025", "digestAlgorithm", m.show(), "sha512 or sha256")
	default:
		r.algorithm = m.text
		if m.text != "sha512" {
			r.find("W004", "digestAlgorithm", m.show(), "sha512")
		}
	}
}

func (r *inventoryReader) readContentDirectory(v *value) {
	m := v.get("contentDirectory")
	const expected = "the name of a directory in the version directory"
	switch {
	case m == nil:
	case !m.isString() || m.text == "":
		r.find(r.since11("E108", "E017"), "contentDirectory", m.show(), expected)
	case strings.Contains(m.text, "/"):
		r.find("E017", "contentDirectory", m.show(), expected)
	case m.text == "." || m.text == "..":
		r.find("E018", "contentDirectory", m.show(), expected)
	default:
		r.contentDir = m.text
	}
}

// parseVersion parses the name of a version directory. width is its number of digits if zero-padded, else
// 0.
func parseVersion(name string) (number, width int, ok bool) {
	digits, ok := strings.CutPrefix(name, "v")
	if !ok || !isNumber(digits) {
		return 0, 0, false
	}
	number, err := strconv.Atoi(digits)
	if digits[0] == '0' {
		width = len(digits)
	}
	return number, width, err == nil && number > 0
}

func (r *inventoryReader) readVersions(v *value) {
	m := v.get("versions")
	if m == nil {
		if !slices.ContainsFunc(v.members, func(m member) bool { return strings.EqualFold(m.key, "versions") }) {
			r.find("E043", "versions", "no such key", "a block of versions")
		}
		return
	}
	if !m.isObject() {
		r.find("E045", "versions", m.show(), "an object")
		return
	}
	if len(m.members) == 0 {
		r.find("E008", "versions", "none", "one or more")
		return
	}
	seen := make(map[string]bool)
	for _, b := range m.members {
		at := join("versions", b.key)
		if seen[b.key] {
			r.find("E033", at, "the key twice", "each key once")
			continue
		}
		seen[b.key] = true
		number, _, ok := parseVersion(b.key)
		if !ok {
			code := r.since11("E105", "E046")
			if !strings.HasPrefix(b.key, "v") {
				code = r.since11("E104", "E046")
			}
			r.find(code, at, quote(b.key), "v and a positive number")
			continue
		}
		r.versions = append(r.versions, state{name: b.key, number: number})
	}
	slices.SortStableFunc(r.versions, func(a, b state) int { return a.number - b.number })
	r.byName = make(map[string]int)
	for k, s := range r.versions {
		r.byName[s.name] = k
	}
	r.checkSequence()
	r.checkNames()
}

func (r *inventoryReader) checkSequence() {
	for i, s := range r.versions {
		switch {
		case i == 0 && s.number != 1:
			r.find("E009", "versions", "a first version "+s.name, "v1")
		case i > 0 && s.number > r.versions[i-1].number+1:
			r.find("E010", "versions", s.name+" after "+r.versions[i-1].name, fmt.Sprintf("number %d", r.versions[i-1].number+1))
		case i > 0 && s.number == r.versions[i-1].number:
			r.find("E012", "versions", s.name+" and "+r.versions[i-1].name, "one name for a version")
		}
	}
}

// checkNames compares all names with the name of the first version, which sets the convention.
func (r *inventoryReader) checkNames() {
	if len(r.versions) == 0 {
		return
	}
	_, width, _ := parseVersion(r.versions[0].name)
	if width > 0 {
		r.find("W001", "versions", r.versions[0].name, "names without zeros before the number")
	}
	for i, s := range r.versions[1:] {
		_, w, _ := parseVersion(s.name)
		if w == width {
			continue
		}
		expected := "names like " + r.versions[0].name
		if width > 0 && w == 0 {
			r.find("E011", join("versions", s.name), s.name, "v and then a zero")
		}
		if i == len(r.versions)-2 && (i == 0 || r.sameWidth(width)) {
			r.find("E013", join("versions", s.name), s.name, expected)
		} else {
			r.find("E012", join("versions", s.name), s.name, expected)
		}
	}
}

// sameWidth reports whether the names of all versions but the last have this width.
func (r *inventoryReader) sameWidth(width int) bool {
	for _, s := range r.versions[:len(r.versions)-1] {
		if _, w, _ := parseVersion(s.name); w != width {
			return false
		}
	}
	return true
}

func (r *inventoryReader) readHead(v *value) {
	m := r.need(v, "", "head", "E036")
	if m == nil {
		return
	}
	if m.isString() {
		r.head = m.text
	}
	if n := len(r.versions); !m.isString() || n > 0 && m.text != r.versions[n-1].name {
		expected := "the name of the newest version"
		if n > 0 {
			expected += ", " + r.versions[n-1].name
		}
		r.find("E040", "head", m.show(), expected)
	}
}

func (r *inventoryReader) readStates(v *value) {
	all := v.get("versions")
	if all == nil || !all.isObject() {
		return
	}
	inManifest := make(map[string]bool)
	folded := make(map[string]string)
	for _, b := range r.manifest {
		inManifest[b.digest] = true
		folded[normal(b.digest)] = b.digest
	}
	used := make(map[string]bool)
	for k := range all.members { // the last of equal keys counts
		m := &all.members[k]
		if s := r.version(m.key); s != nil {
			s.value = &m.value
		}
	}
	for k := range r.versions {
		s := &r.versions[k]
		r.readState(s, s.value, inManifest, folded, used)
		s.value = nil
	}
	if r.spec == v1_0 || len(r.unlisted) > 0 || len(r.versions) == 0 || r.noState || len(r.versions) < len(all.members) {
		return
	}
	for _, b := range r.manifest {
		if !used[b.digest] {
			r.find("E107", join("manifest", b.digest), "a digest that no state has", "one that a state has")
		}
	}
}

// dateTime matches the syntax of RFC 3339, without the ranges of the numbers.
var dateTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
})

func isDateTime(s string) bool {
	if !dateTime().MatchString(s) {
		return false
	}
	if s[17:19] == "60" { // a leap second
		s = s[:17] + "59" + s[19:]
	}
	_, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	return err == nil
}

func (r *inventoryReader) readState(s *state, v *value, inManifest map[string]bool, folded map[string]string, used map[string]bool) {
	at := join("versions", s.name)
	if !v.isObject() {
		r.noState = true
		r.find("E047", at, v.show(), "an object")
		return
	}
	r.keys(v, at, "created", "state", "message", "user")
	r.readMetadata(s, v, at)
	m := r.need(v, at, "state", "E048")
	r.noState = r.noState || m == nil || !m.isObject()
	if m == nil {
		return
	}
	at = join(at, "state")
	if !m.isObject() {
		r.find("E050", at, m.show(), "an object")
		return
	}
	seen := make(map[string]bool)
	for _, b := range m.members {
		here := join(at, b.key)
		switch {
		case seen[b.key]:
			r.find("E033", here, "the key twice", "each key once")
		case inManifest[b.key]:
			used[b.key] = true
		case folded[normal(b.key)] != "":
			used[folded[normal(b.key)]] = true
			r.find("E050", here, "a digest in other letters than the manifest's", "the same, large and small")
		case r.hasManifest && !r.unlisted[normal(b.key)]:
			r.unlisted[normal(b.key)] = true // other versions may have it, too
			r.find("E050", here, "a digest that the manifest has not", "one of the manifest")
		}
		seen[b.key] = true
		paths := r.paths(&b.value, here, "E050", func(p, at string) bool { return r.checkElements(p, at, "E053", "E052") })
		s.blocks = append(s.blocks, block{b.key, paths})
	}
	r.unique(at, s.blocks, "E095")
}

func (r *inventoryReader) readMetadata(s *state, v *value, at string) {
	if m := r.need(v, at, "created", "E048"); m != nil {
		if !m.isString() || !isDateTime(m.text) {
			r.find("E049", join(at, "created"), m.show(), "a date and time by RFC 3339, with seconds and time zone")
		}
		s.metadata[0] = m.show()
	}
	if m := r.need(v, at, "message", "W007"); m != nil {
		if !m.isString() {
			r.find("E094", join(at, "message"), m.show(), "a string")
		}
		s.metadata[1] = m.show()
	}
	m := r.need(v, at, "user", "W007")
	if m == nil {
		return
	}
	at = join(at, "user")
	if !m.isObject() {
		r.find("E054", at, m.show(), "an object with a name")
		return
	}
	r.keys(m, at, "name", "address")
	if name := r.need(m, at, "name", "E054"); name != nil {
		if !name.isString() || name.text == "" {
			r.find("E054", join(at, "name"), name.show(), "a name, a string")
		}
		s.metadata[2] = name.show()
	}
	if address := r.need(m, at, "address", "W008"); address != nil {
		if !address.isString() || !isURI(address.text) {
			r.find("W009", join(at, "address"), address.show(), "a URI, such as mailto:")
		}
		s.metadata[3] = address.show()
	}
}

// uri matches RFC 3986: a scheme, and what may follow it.
var uri = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$`)
})

func isURI(s string) bool { return uri().MatchString(s) }
