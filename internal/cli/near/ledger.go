package near

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
)

// A ledger has an entry for each document that was read or could not be. What is decided about a
// document can so be told for each.
type ledger struct {
	files   []string
	entries list[entry]
	names   []byte // of entries, where a file's path is not all of the name
	texts   list[text]
	known   identities // of texts
	ranks   []string   // of entries, if a field says which to keep
	order   order
	places  map[string]int // entries of whole files by path, once one is named by another path
	placed  int            // entries that places has
	against bool           // only what a reference has is removed

	unknown map[int]int // by entry, the characters of a text that are not known (R13.23)

	attached map[int]attachment.Identity // by entry, of documents with embedded ones
	carriers map[carrier]uint32          // of these, the best entry with a text and embedded documents

	indexed int // documents of indexes that are references
	listed  int // of them, those with an entry

	keepNumbers bool // what differs in numbers from the document that its group keeps is kept
}

// An entry is a document.
type entry struct {
	begin     int64  // of its name in names
	row       int64  // of a record, from 1; 0 if it is not a record
	length    uint32 // of its name in names
	file      uint32 // place in files
	text      int32  // place in texts; -1 if it has none to compare
	alias     int32  // the document that was read of the same file, from 1; 0 if unknown
	rank      uint16 // the place of the first pattern of --prefer that it matches
	state     state
	kind      nameKind
	reference bool // it is of --against: never removed
	indexed   bool // an index of --against has its id: never removed, too
	isFile    bool // its name is the path of a file
	lost      bool // a part of its text could not be read: never removed
	isLink    bool // a symbolic link to a file
}

// A carrier is a text with embedded documents.
type carrier struct {
	text     int32
	attached attachment.Identity
}

// state says whether a document was examined.
type state uint8

const (
	examined state = iota
	sameFile
	sameName
	withoutText
	linkedDirectory
	notUTF8
	failed
)

// nameKind says what names has of an entry.
type nameKind uint8

const (
	ofFile   nameKind = iota // nothing: the path is the name
	ofRecord                 // the id of a record
	unnamed                  // what follows the path in the name of a record without an id
	whole                    // the name
)

// A text is what documents with the same text have in common.
type text struct {
	best       uint32 // the first entry in the order in which documents are kept
	documents  uint32
	features   int32  // -1 if unknown
	number     int32  // in the set; -1 if it is too short
	group      uint32 // the text of the group's best document
	inside     bool   // the document that its group keeps contains it
	similarity float64
	numbers    uint64
	id         identity // zero if unknown
}

// identity is equal for documents with the same text.
type identity [sha256.Size / 2]byte

// addFile adds the file of a document, and returns its place.
func (l *ledger) addFile(path string) uint32 {
	if n := len(l.files); n > 0 && l.files[n-1] == path {
		return uint32(n - 1)
	}
	l.files = append(l.files, path)
	return uint32(len(l.files) - 1)
}

// add adds a document, and returns its number.
func (l *ledger) add(d *documents.Document, reference bool) int {
	e := entry{text: -1, reference: reference, begin: int64(len(l.names)), isFile: d.IsFile()}
	e.lost = d.Found != nil && len(d.Found.Lost) > 0
	e.isLink = d.Member == nil && d.Within == "" && isLink(d.Path)
	name, path := d.Name(), d.Path
	switch m := d.Member; {
	case m != nil && m.Row > 0 && d.Within == "":
		e.row = m.Row
		record := m.Record
		if e.kind = ofRecord; record == "" {
			e.kind, record = unnamed, name[strings.LastIndexByte(name, '#')+1:]
		}
		l.names = append(l.names, record...)
		path = strings.TrimSuffix(name, "#"+record) // of a recorded fingerprint, where the record was
	case name != path:
		e.kind, path = whole, name
		l.names = append(l.names, name...)
	}
	e.length = uint32(int64(len(l.names)) - e.begin)
	e.rank = l.order.rank(path)
	if e.kind == whole {
		path = d.Path
	}
	e.file = l.addFile(path)
	switch same := d.SameFile(); {
	case same != nil:
		e.state, e.alias = sameFile, l.alias(same.Path)
	case errors.Is(d.Err, documents.ErrTwice):
		e.state = sameName
	case errors.Is(d.Err, documents.ErrLinkedDirectory):
		e.state = linkedDirectory
	case d.IsWithoutText():
		e.state = withoutText
	case d.IsNotUTF8():
		e.state = notUTF8
	case !d.IsSound():
		e.state = failed
	}
	if l.order.field != "" {
		rank := ""
		if d.Member != nil {
			rank = d.Member.Rank
		}
		if strings.EqualFold(rank, "nan") { // it is no value
			rank = ""
		}
		l.ranks = append(l.ranks, rank)
	}
	l.entries.add(e)
	return l.entries.n - 1
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// addReference adds a document of an index, and returns its number.
func (l *ledger) addReference(id string) int {
	e := entry{kind: whole, text: -1, reference: true, begin: int64(len(l.names)), length: uint32(len(id)),
		file: l.addFile(id)}
	l.names = append(l.names, id...)
	l.entries.add(e)
	l.listed++
	return l.entries.n - 1
}

// addText makes a text that of an entry. It returns whether it is a new one.
func (l *ledger) addText(number int, id identity, features int) (place int, isNew bool) {
	e := l.entries.at(number)
	if id != (identity{}) {
		if place, ok := l.known.find(l, id); ok {
			e.text = int32(place)
			t := l.texts.at(place)
			if t.documents++; l.compare(number, int(t.best)) < 0 {
				t.best = uint32(number)
			}
			return place, false
		}
		l.known.add(l, id, l.texts.n)
	}
	place = l.texts.n
	e.text = int32(place)
	l.texts.add(text{
		best: uint32(number), documents: 1, features: int32(features), number: -1,
		group: uint32(place), similarity: 1, id: id,
	})
	return place, true
}

// attach notes the embedded documents of an entry that has a text. It keeps no note of documents without them.
func (l *ledger) attach(number int, id attachment.Identity) {
	if id == (attachment.Identity{}) {
		return
	}
	if l.attached == nil {
		l.attached, l.carriers = make(map[int]attachment.Identity), make(map[carrier]uint32)
	}
	l.attached[number] = id
	c := carrier{l.entries.at(number).text, id}
	if best, ok := l.carriers[c]; !ok || l.compare(number, int(best)) < 0 {
		l.carriers[c] = uint32(number)
	}
}

// best returns the document that is kept of those with a text.
func (l *ledger) best(text uint32) int { return int(l.texts.at(int(text)).best) }

// alias returns the number, from 1, of the document that is all of a file; 0 if there is none.
func (l *ledger) alias(path string) int32 {
	if l.places == nil {
		l.places = make(map[string]int)
	}
	for i := l.placed; i < l.entries.n; i++ {
		if e := l.entries.at(i); e.kind == ofFile && e.state != sameFile {
			l.places[l.files[e.file]] = i + 1
		}
	}
	l.placed = l.entries.n
	return int32(l.places[path])
}

func (l *ledger) nameOf(e *entry) []byte { return l.names[e.begin:][:e.length] }

// name is how results name a document.
func (l *ledger) name(number int) string {
	e := l.entries.at(number)
	switch path := l.files[e.file]; {
	case e.kind == whole:
		return string(l.nameOf(e))
	case e.kind == ofRecord || e.kind == unnamed:
		return path + "#" + string(l.nameOf(e))
	default:
		return path
	}
}

// parts returns the path of a document, and the id of a record.
func (l *ledger) parts(number int) (path, record string) {
	e := l.entries.at(number)
	switch e.kind {
	case ofRecord:
		return l.files[e.file], string(l.nameOf(e))
	case whole:
		return string(l.nameOf(e)), ""
	}
	return l.files[e.file], ""
}

// compare compares two documents by the order in which they are kept. A reference comes first, then what was
// read as a whole, then what is no link. Then comes what --prefer and --keep ask for, then what was read first.
func (l *ledger) compare(a, b int) int {
	return cmp.Or(cmp.Compare(l.key(a), l.key(b)), l.compareAlike(a, b))
}

// key returns a number that orders documents. References come first, then documents without a lost part, then files
// that are no links. What a link leads to may be elsewhere. Then come --prefer, and the length if the longest is kept.
func (l *ledger) key(number int) uint64 {
	e := l.entries.at(number)
	key := uint64(e.rank) << 32
	if e.isLink {
		key |= 1 << 48
	}
	if e.lost || !l.isReadable(number) {
		key |= 1 << 49
	}
	if !e.reference {
		key |= 1 << 50
	}
	if l.order.keep == keepLongest {
		key |= uint64(math.MaxInt32 - int64(l.weight(number))) // -1 if unknown
	}
	return key
}

// compareAlike compares two documents with the same key.
func (l *ledger) compareAlike(a, b int) int {
	if l.order.by != nil {
		if c := l.order.by(l, a, b); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// A decision is what becomes of a document.
type decision struct {
	document   int
	kept       int // the document that makes it superfluous, or that its group keeps
	similarity float64
	compared   bool // it was examined, so that it has a similarity
	remove     bool
	reason     string
}

// The reasons of decisions.
const (
	reasonUnique   = "unique"
	reasonOther    = "not in the reference"
	reasonOfThese  = "reference"
	reasonBest     = "best of group"
	reasonShort    = "too short to compare"
	reasonNoText   = "no text to compare"
	reasonLinked   = "link to a directory"
	reasonNotUTF8  = "not UTF-8"
	reasonFailed   = "failed"
	reasonSameFile = "same file"
	reasonSameName = "same id as another"
	reasonSameText = "same text"
	reasonNear     = "near"
	reasonNumbers  = "near, numbers differ"
	reasonUnknown  = "near, characters unknown"
	reasonLost     = "a part cannot be read"
	reasonReplaced = "characters cannot be read"
	reasonInside   = "contained"

	reasonLostReference = "a part of the reference cannot be read"
	reasonAttachments   = "attachments differ"
	reasonNotCompared   = "attachments not compared"
	reasonPages         = "pages cannot be read"
)

// unexamined are the reasons to keep documents that were not examined.
var unexamined = map[state]string{
	sameName: reasonSameName, withoutText: reasonNoText, linkedDirectory: reasonLinked, notUTF8: reasonNotUTF8,
	failed: reasonFailed,
}

// decide returns what becomes of a document, given the sizes of the groups.
func (l *ledger) decide(number int, sizes []uint32) decision {
	e := l.entries.at(number)
	d := decision{document: number, kept: number}
	switch e.state {
	case sameFile:
		// What becomes of a file is the same for each of its paths. Else a kept link could lead nowhere.
		if e.alias > 0 {
			first := int(e.alias) - 1
			d = l.decide(first, sizes)
			if other := l.entries.at(first); l.against && other.reference && !e.reference {
				d.kept, d.remove = first, true
			}
		}
		d.document, d.compared, d.reason = number, false, reasonSameFile
		return d
	case sameName, withoutText, linkedDirectory, notUTF8, failed:
		d.reason = unexamined[e.state]
		return d
	}
	t := l.texts.at(int(e.text))
	best := l.texts.at(int(t.group))
	d.kept, d.similarity, d.compared = int(best.best), t.similarity, true
	switch alone := sizes[t.group] == 1; {
	case alone && t.number < 0:
		d.reason, d.compared = reasonShort, false
	case alone:
		d.reason = reasonUnique
	case d.kept == number:
		d.reason = reasonBest
	case t == best:
		d.reason = reasonSameText
	case t.inside:
		d.reason = reasonInside
	case t.numbers != best.numbers:
		d.reason = reasonNumbers
	case l.unknown[number] > 0, l.unknown[d.kept] > 0:
		d.reason = reasonUnknown
	default:
		d.reason = reasonNear
	}
	d.remove = d.kept != number
	if l.keepNumbers && (d.reason == reasonNumbers || d.reason == reasonUnknown) {
		if d.remove = int(t.best) != number && !l.against; d.remove {
			d.isCopyOf(int(t.best))
		}
	}
	if d.remove && e.indexed {
		d.kept, d.similarity, d.remove, d.reason = number, 1, false, reasonSameName
		return d
	}
	if l.against && !(d.remove && !e.reference && l.entries.at(d.kept).reference) {
		d.kept, d.similarity, d.remove = number, 1, false
		if d.reason != reasonShort {
			d.reason = reasonOther
		}
	}
	if d.remove {
		reason, copyOf := l.objection(number, d.kept)
		if reason != "" {
			d.remove, d.reason = false, reason
		} else if copyOf != d.kept {
			d.isCopyOf(copyOf)
		}
	}
	if e.reference {
		d.reason = reasonOfThese
	}
	return d
}

// isCopyOf notes a kept document with the same text. It makes this document superfluous.
func (d *decision) isCopyOf(other int) {
	d.kept, d.similarity, d.reason = other, 1, reasonSameText
}

// objection returns why a document is kept although it is near another, or "". Then instead is the document that
// makes it superfluous.
func (l *ledger) objection(number, other int) (reason string, instead int) {
	e, o := l.entries.at(number), l.entries.at(other)
	a, b := l.attached[number], l.attached[other]
	switch {
	case e.lost:
		return reasonLost, other
	case o.lost:
		return reasonLostReference, other // of documents, those without a lost part are kept
	case !l.isReadable(number), !l.isReadable(other):
		return reasonReplaced, other
	case a != b && (a.HasPages() || b.HasPages()), a == attachment.PagesNotCompared:
		return l.copied(number, other, reasonPages)
	case !a.IsCompared(), !b.IsCompared(), a != b && o.kind == whole && o.reference && l.indexed > 0:
		return reasonNotCompared, other
	case a != b:
		return l.copied(number, other, reasonAttachments)
	}
	return "", other
}

// copied is like objection for a document whose attachments differ from those of the other. A document with the same
// text and attachments may be kept instead.
func (l *ledger) copied(number, other int, reason string) (_ string, instead int) {
	e, a := l.entries.at(number), l.attached[number]
	first, ok := l.carriers[carrier{e.text, a}]
	if !ok || !a.IsCompared() || int(first) == number || l.against && !l.entries.at(int(first)).reference ||
		l.entries.at(int(first)).lost {
		return reason, other
	}
	return "", int(first)
}

// sizes returns the number of documents of each group, by the text of its best document.
func (l *ledger) sizes() []uint32 {
	sizes := make([]uint32, l.texts.n)
	for i := range l.texts.n {
		sizes[l.texts.at(i).group] += l.texts.at(i).documents
	}
	return sizes
}

// decisions yields what becomes of each document, in the order in which they were read.
func (l *ledger) decisions() func(yield func(decision) bool) {
	sizes := l.sizes()
	return func(yield func(decision) bool) {
		for i := range l.entries.n {
			if !yield(l.decide(i, sizes)) {
				return
			}
		}
	}
}

// groups yields the groups of two documents or more, in the order of the documents that they keep. The
// one to keep is first, the others follow in the order in which they were read. The next group
// overwrites the slice.
func (l *ledger) groups() func(yield func([]decision) bool) {
	sizes := l.sizes()
	ends := make([]uint32, len(sizes)+1)
	for i, n := range sizes {
		ends[i+1] = ends[i] + n
	}
	next := slices.Clone(ends[:len(sizes)])
	members := make([]uint32, ends[len(sizes)])
	for i, e := range l.entries.all() {
		if e.text >= 0 {
			g := l.texts.at(int(e.text)).group
			members[next[g]] = uint32(i)
			next[g]++
		}
	}
	return func(yield func([]decision) bool) {
		var group []decision
		for i, e := range l.entries.all() {
			if e.text < 0 {
				continue
			}
			g := l.texts.at(int(e.text)).group
			if sizes[g] < 2 || l.texts.at(int(g)).best != uint32(i) {
				continue
			}
			group = append(group[:0], l.decide(i, sizes))
			for _, m := range members[ends[g]:ends[g+1]] {
				if int(m) != i {
					group = append(group, l.decide(int(m), sizes))
				}
			}
			if !yield(group) {
				return
			}
		}
	}
}

// A summary counts documents by what becomes of them.
type summary struct {
	documents, references, remove int

	kept, removed map[string]int // by reason
}

func (l *ledger) summary() summary {
	s := summary{references: l.indexed - l.listed, kept: make(map[string]int), removed: make(map[string]int)}
	sizes := l.sizes()
	for i := range l.entries.n {
		if l.entries.at(i).reference {
			s.references++
			continue
		}
		s.documents++
		if d := l.decide(i, sizes); d.remove {
			s.remove++
			s.removed[d.reason]++
		} else {
			s.kept[d.reason]++
		}
	}
	return s
}
