package pdf

import (
	"errors"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
)

// mostPages bounds the number of pages that are counted: a node may be the kid of many nodes.
const mostPages = 1 << 40

// pageTree is what the tree of pages (ISO 32000-1, 7.7.3) says about the number of pages.
type pageTree struct {
	declared int64 // Count of the root, 0 if it has none
	kids     pageCount
	links    [][]box   // on the first pages
	drawn    []drawing // on each page
	dynamic  bool      // the pages stand in place of a form
}

// drawing is what is drawn on a page.
type drawing uint8

const (
	drawnMore drawing = iota // a picture, or it is unknown
	drawnText                // text, and lines or areas
	drawnNothing
)

// pageCount counts the leaves of a node, which may be reached more than once.
type pageCount struct {
	pages int64
	wrong int64 // kids that are no page and no node
}

// treeReader counts the pages below each node once.
type treeReader struct {
	document *medium.Reading
	file     *objects.File
	seen     map[uint32]*pageCount // nil while the node is read
	leaves   []leaf
	unlisted map[uint32]bool // fields above others that are no lists
	again    bool            // a page or a node is the kid of two nodes
}

// missing returns how many pages were not read, and how many there should be. pdftotext prints the number of pages
// that the root declares. It prints empty pages where kids are missing. A Count that is too large is a loss.
// Nothing tells it from a list of kids that is cut short. Count of other nodes has no effect.
func (t *pageTree) missing(printed int) (n, all int64) {
	all = max(t.declared, t.kids.pages+t.kids.wrong)
	return all - min(int64(printed), t.kids.pages), all
}

// on returns what is drawn on a page.
func (t *pageTree) on(page int) drawing {
	if t == nil || page >= len(t.drawn) {
		return drawnMore
	}
	return t.drawn[page]
}

// hasTicks reports whether a page has a box to tick.
func (t *pageTree) hasTicks() bool {
	return slices.ContainsFunc(t.links, func(on []box) bool {
		return slices.ContainsFunc(on, func(b box) bool { return b.button != "" && !b.list })
	})
}

// countPages reads the tree of pages, and the links on them. It returns nil if parts of the tree cannot be read.
// Then the complaints of pdftotext have to report the fault.
func countPages(d *medium.Reading, octets io.ReaderAt, size int64) (tree *pageTree, err error) {
	held := d.Budget.Held()
	defer func() {
		d.Budget.Release(d.Budget.Held() - held)
		if err == nil && tree != nil {
			err = d.Budget.Hold(tree.memory(), "the links of PDF")
		}
	}()
	partial := false
	_, err = readObjects(d, octets, size, func(file *objects.File) (err error) {
		r := treeReader{document: d, file: file, seen: make(map[uint32]*pageCount), unlisted: make(map[uint32]bool)}
		if tree, err = r.read(); err != nil {
			return err
		}
		if partial = file.Partial; !partial {
			err = r.look(tree)
		}
		return err
	})
	switch {
	case objects.IsOfFile(err):
		return nil, nil
	case err != nil:
		return nil, err
	case partial:
		return nil, nil
	}
	return tree, nil
}

// readObjects calls read with the objects of a PDF. If they are damaged, it repairs them and calls read again. The
// file that it returns is never nil.
func readObjects(
	d *medium.Reading, octets io.ReaderAt, size int64, read func(*objects.File) error,
) (*objects.File, error) {
	held := d.Budget.Held()
	file, err := objects.Open(d, octets, size)
	if err == nil {
		err = read(file)
	}
	if errors.Is(err, objects.ErrDamaged) {
		d.Budget.Release(d.Budget.Held() - held)
		if err = file.Repair(); err == nil {
			err = read(file)
		}
	}
	return file, err
}

// memory returns the memory of what pages have, in bytes.
func (t *pageTree) memory() (n int64) {
	n = int64(cap(t.drawn))
	for _, links := range t.links {
		n += boxCost + boxCost*int64(cap(links))
	}
	return n
}

func (r *treeReader) read() (*pageTree, error) {
	root, err := r.file.GetEntry(r.file.Trailer, "Root")
	if err != nil {
		return nil, err
	}
	top, err := r.file.GetEntry(root, "Pages")
	if err != nil {
		return nil, err
	}
	count, err := r.file.GetEntry(top, "Count")
	if err != nil {
		return nil, err
	}
	tree := new(pageTree)
	tree.declared, _ = count.Int()
	if tree.dynamic, err = isDynamicForm(r.file, root); err != nil {
		return nil, err
	}
	tree.kids, err = r.count(root.Entry("Pages"), 0, leaf{})
	return tree, err
}

// count counts the pages that a kid leads to.
func (r *treeReader) count(v objects.Value, level int, above leaf) (pageCount, error) {
	number, ok := v.Ref()
	if !ok {
		return r.countNode(v, level, above)
	}
	switch n, ok := r.seen[number]; {
	case ok && n == nil: // the node is in itself
		return pageCount{wrong: 1}, nil
	case ok:
		r.again = true
		return *n, nil
	}
	r.seen[number] = nil
	if err := r.document.Budget.Hold(seenCost, "the pages of PDF"); err != nil {
		return pageCount{}, err
	}
	n, err := r.countNode(v, level, above)
	r.seen[number] = &n
	return n, err
}

func (r *treeReader) countNode(v objects.Value, level int, above leaf) (n pageCount, err error) {
	node, err := r.file.Get(v)
	if errors.Is(err, objects.ErrDamaged) && r.file.Repaired() {
		return pageCount{wrong: 1}, nil
	}
	if err != nil {
		return n, err
	}
	kind := node.Entry("Type").Name()
	if kind == "Page" || kind != "Pages" && node.Entry("Contents") != nil {
		r.leaves = append(r.leaves, r.inherit(above, v, node))
		return pageCount{pages: 1}, r.document.Budget.Hold(leafCost, "the pages of PDF")
	}
	kids, err := r.file.GetEntry(node, "Kids")
	if err != nil {
		return n, err
	}
	if len(kids) == 0 || kids[0] != '[' || level == mostLevels {
		return pageCount{wrong: 1}, nil
	}
	held := int64(cap(node) + cap(kids))
	if err := r.document.Budget.Hold(held, "the pages of PDF"); err != nil {
		return n, err
	}
	defer r.document.Budget.Release(held)
	above = r.inherit(above, v, node)
	for kid := range kids.Elements() {
		below, err := r.count(kid, level+1, above)
		if err != nil {
			return n, err
		}
		n.pages = min(n.pages+below.pages, mostPages)
		n.wrong = min(n.wrong+below.wrong, mostPages)
	}
	return n, nil
}
