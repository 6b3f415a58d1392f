package ocfl

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/barrier"
)

const inventoryName = "inventory.json"

// inventory is what is right in an inventory.json.
type inventory struct {
	spec       Version // by its type; "" if that is none
	id         string
	algorithm  string // of digests; "" if it is none
	head       string
	contentDir string // "" if it is not set
	manifest   []block
	versions   []state // in the order of their numbers
	byName     map[string]int
	fixity     []fixity
}

// block is the paths of a digest.
type block struct {
	digest string
	paths  []string
}

// state is a version block.
type state struct {
	name   string
	number int
	blocks []block // of logical paths
	// created, message and user, as far as they are given.
	metadata [4]string
	value    *value // while the inventory is read
}

var metadataNames = [4]string{"created", "message", "user/name", "user/address"}

type fixity struct {
	algorithm string
	blocks    []block
}

// contentDirectory is the name of the content directories.
func (i *inventory) contentDirectory() string {
	if i.contentDir != "" {
		return i.contentDir
	}
	return "content"
}

// version returns the state of a version, nil if the inventory has none.
func (i *inventory) version(name string) *state {
	if k, ok := i.byName[name]; ok {
		return &i.versions[k]
	}
	return nil
}

// inventoryReader reads an inventory and reports what is wrong with it.
type inventoryReader struct {
	spec        Version // by which it is judged
	root        bool    // it is that of the object's root
	report      func(Finding)
	hasManifest bool
	noState     bool // a version block has no state that can be read
	*inventory
}

// parseInventory reads an inventory; spec is the version of the object's declaration. It
// returns nil if nothing can be told from it.
func parseInventory(octets []byte, spec Version, root bool, report func(Finding)) (parsed *inventory) {
	var fault error
	defer func() {
		if fault != nil {
			report(Finding{Err: fault})
		}
	}()
	defer barrier.Catch(&fault, "the reader of inventories")
	r := &inventoryReader{spec: spec, root: root, report: report, inventory: &inventory{}}
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

// since11 is a code that 1.1 has, and the one that stands for it in 1.0.
func (r *inventoryReader) since11(code, before Code) Code {
	if r.spec == V1_0 {
		return before
	}
	return code
}

// keys reports members that are not among names, and those that are there twice.
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
		if at == "" { // what is meant may be clear, and its rule is broken
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

// join is the place of a key. Digests are abridged.
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

// need returns the member of that key, and reports that there is none.
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
		r.find("E038", "type", m.show(), quote(V1_0.inventoryType())+" or that of a later version")
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

// parseVersion reads the name of a version directory. Width is the number of digits if
// they begin with a zero, else 0.
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

// checkNames compares the names with that of the first version, which sets the convention.
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

// sameWidth reports whether all versions but the last have names of that width.
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

func (r *inventoryReader) readManifest(v *value) {
	m := v.get("manifest")
	if m == nil {
		r.find("E041", "manifest", "no such key", "a manifest")
		return
	}
	if !m.isObject() {
		r.find(r.since11("E106", "E041"), "manifest", m.show(), "an object")
		return
	}
	r.hasManifest = true
	a := algorithms[r.algorithm]
	seen := make(map[string]bool)
	for _, b := range m.members {
		at := join("manifest", b.key)
		if seen[normal(b.key)] {
			r.find("E096", at, "the digest twice", "each digest once, regardless of case")
		}
		seen[normal(b.key)] = true
		if r.algorithm != "" && !a.fits(b.key) {
			code, found := a.code, quote(b.key)
			for _, name := range []string{"sha256", "sha512"} {
				if algorithms[name].fits(b.key) {
					code, found = "E039", "a digest as of "+name
				}
			}
			r.find(code, at, found, "a digest by "+r.algorithm+", "+a.form())
		}
		r.manifest = append(r.manifest, block{b.key, r.paths(&b.value, at, "E092", r.checkContentPath)})
	}
	r.unique("manifest", r.manifest, "E101")
}

// paths returns the paths of a digest that are well formed.
func (r *inventoryReader) paths(v *value, at string, code Code, check func(p, at string) bool) []string {
	if !v.isArray() {
		r.find(code, at, v.show(), "an array of paths")
		return nil
	}
	var list []string
	for _, item := range v.items {
		if !item.isString() {
			r.find(code, at, item.show(), "a path, a string")
		} else if check(item.text, at) {
			list = append(list, item.text)
		}
	}
	return list
}

func (r *inventoryReader) checkContentPath(p, at string) bool {
	if !r.checkElements(p, at, "E100", "E099") || len(r.versions) == 0 {
		return false
	}
	version, rest, ok := strings.Cut(p, "/")
	number, _, isVersion := parseVersion(version)
	expected := "a path that begins with a version directory and " + quote(r.contentDirectory())
	switch {
	case !ok && strings.Contains(p, `\`):
		r.find("E035", at, quote(p), "elements with / between them")
		return false
	case r.version(version) != nil:
		dir, file, ok := strings.Cut(rest, "/")
		if dir == r.contentDirectory() && ok && file != "" {
			return true
		}
		code := Code("E042")
		if r.contentDir == "" {
			code = "E021"
		}
		r.find(code, at, quote(p), expected)
		return true
	case isVersion && slices.ContainsFunc(r.versions, func(s state) bool { return s.number == number }):
		r.find("E014", at, quote(p), "the name of the version directory as it is")
		return false
	}
	r.find("E042", at, quote(p), expected)
	return false
}

// checkElements reports what is wrong with a path of any kind.
func (r *inventoryReader) checkElements(p, at string, slash, element Code) bool {
	ok := true
	inner := strings.Trim(p, "/")
	if inner != p {
		ok = false
		r.find(slash, at, quote(p), "no / at the beginning or the end")
	}
	for e := range strings.SplitSeq(inner, "/") {
		if e == "" || e == "." || e == ".." {
			r.find(element, at, quote(p), "no element that is empty, . or ..")
			return false
		}
	}
	return ok
}

// unique reports paths that are there twice, and those that are directories of others.
func (r *inventoryReader) unique(at string, blocks []block, code Code) {
	type named struct{ path, digest string }
	var all []named
	for _, b := range blocks {
		for _, p := range b.paths {
			all = append(all, named{p, b.digest})
		}
	}
	// A directory comes just before what is in it.
	slices.SortFunc(all, func(a, b named) int { return cmp.Or(comparePaths(a.path, b.path), cmp.Compare(a.digest, b.digest)) })
	for i := 1; i < len(all); i++ {
		before, now := all[i-1], all[i]
		switch {
		case before.path == now.path:
			r.find(code, join(at, now.digest), quote(now.path)+" twice", "each path once")
		case strings.HasPrefix(now.path, before.path+"/"):
			r.find(code, join(at, now.digest), quote(before.path)+" and "+quote(now.path), "no file that is a directory as well")
		}
	}
}

// comparePaths orders paths by their octets, but with "/" before all others.
func comparePaths(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			switch {
			case a[i] == '/':
				return -1
			case b[i] == '/':
				return 1
			}
			return cmp.Compare(a[i], b[i])
		}
	}
	return cmp.Compare(len(a), len(b))
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
	for k := range all.members { // of equal keys, the last counts
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
	if r.spec == V1_0 || r.noState || len(r.versions) < len(all.members) {
		return
	}
	for _, b := range r.manifest {
		if !used[b.digest] {
			r.find("E107", join("manifest", b.digest), "a digest that no state has", "one that a state has")
		}
	}
}

// dateTime is RFC 3339's, before the numbers are looked at.
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
		case r.hasManifest:
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

func (r *inventoryReader) readFixity(v *value) {
	m := v.get("fixity")
	if m == nil {
		return
	}
	if !m.isObject() {
		r.find(r.since11("E111", "E056"), "fixity", m.show(), "an object")
		return
	}
	known := slices.Sorted(maps.Keys(algorithms))
	twice := make(map[string]bool)
	for _, f := range m.members {
		at := join("fixity", f.key)
		a, ok := algorithms[f.key]
		switch {
		case twice[f.key]:
			r.find("E033", at, "the key twice", "each key once")
			continue
		case !ok:
			r.find("E056", at, quote(f.key), strings.Join(known, ", "))
			continue
		case !f.isObject():
			r.find("E057", at, f.show(), "an object")
			continue
		}
		twice[f.key] = true
		blocks := fixity{algorithm: f.key}
		seen := make(map[string]bool)
		for _, b := range f.members {
			here := join(at, b.key)
			if seen[normal(b.key)] {
				r.find("E097", here, "the digest twice", "each digest once, regardless of case")
			}
			seen[normal(b.key)] = true
			if !a.fits(b.key) {
				r.find(a.code, here, quote(b.key), a.form())
			}
			paths := r.paths(&b.value, here, "E057", func(p, at string) bool { return r.checkElements(p, at, "E100", "E099") })
			blocks.blocks = append(blocks.blocks, block{b.key, paths})
		}
		r.fixity = append(r.fixity, blocks)
	}
}

// uri is RFC 3986's: a scheme, and what may follow it.
var uri = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$`)
})

func isURI(s string) bool { return uri().MatchString(s) }
