package lightweight

import (
	"bufio"
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Goldmark builds the tree of a whole document. Its nodes have hundreds of bytes each, for which the
// budget of the document pays. Ordinary documents of any length must fit. So the nodes within a
// paragraph become HTML when it ends, and long tables are read in parts.

// What goldmark keeps, in bytes, with lists that grow by copying.
const (
	lineCost       = 128 // the place of a line
	containerCost  = 192 // a quote, a list or an item
	blockCost      = 384 // any other block, with a text in it
	cellCost       = 384 // a cell of a table, with a text in it
	inlineCost     = 512 // a node within a paragraph, with the marks that become it and the text after it
	emphasisCost   = 192 // what marks become
	textCost       = 160 // the text of a line within a paragraph
	stringCost     = 160 // the HTML of a paragraph, besides its bytes
	definitionCost = 512 // the target of a link
	footnoteCost   = 384 // a reference to a footnote, and the link back
	// rowsAtOnce is the number of rows of a long table that are nodes at the same time.
	rowsAtOnce = 128
)

// memory is what goldmark keeps of a document.
type memory struct {
	budget  *budget.Budget
	held    int64
	inline  int64 // of what is held, nodes within the paragraph that is being read
	longest int   // lines of a paragraph
	page    output
}

func (m *memory) hold(n int64) {
	m.held += n
	if err := m.budget.Hold(n, "the tree of Markdown"); err != nil {
		panic(tooMany{err})
	}
}

// holdInline counts nodes within the paragraph that is being read.
func (m *memory) holdInline(n int64) {
	m.inline += n
	m.hold(n)
}

func (m *memory) release(n int64) {
	m.held -= n
	m.budget.Release(n)
}

// output is HTML that is written, within a budget.
type output struct {
	*memory
	octets []byte
}

func (o *output) Write(p []byte) (int, error) {
	if before := cap(o.octets); before-len(o.octets) < len(p) {
		after := max(2*before, len(o.octets)+len(p))
		o.hold(int64(after))
		o.octets = append(make([]byte, 0, after), o.octets...)
		o.release(int64(before))
	}
	o.octets = append(o.octets, p...)
	return len(p), nil
}

// blocks counts the memory of blocks.
type blocks struct {
	parser.BlockParser
	cost int64
}

func (p blocks) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		stepsOf(pc).hold(p.cost)
	}
	return node, state
}

// inlines counts the memory of nodes within a paragraph.
type inlines struct{ parser.InlineParser }

func (p inlines) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	node := p.InlineParser.Parse(parent, block, pc)
	if node != nil {
		stepsOf(pc).holdInline(inlineCost)
	}
	return node
}

// finished replaces the nodes of a paragraph by their HTML when all parsers are done with them.
type finished struct{}

func (finished) Trigger() []byte                                      { return nil }
func (finished) Parse(ast.Node, text.Reader, parser.Context) ast.Node { return nil }

func (finished) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	s := stepsOf(pc)
	if s.inline == 0 {
		return
	}
	defer func() { s.inline = 0 }()
	if _, ok := parent.(*extensionast.TableCell); ok && bytes.Contains(parent.Lines().Value(block.Source()), []byte(`\|`)) {
		return // a transformer of tables expects its nodes, which stay
	}
	html := output{memory: &s.memory}
	w := bufio.NewWriterSize(&html, 512)
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		markdown().Renderer().Render(w, block.Source(), c)
	}
	w.Flush()
	parent.RemoveChildren(parent)
	node := ast.NewString(html.octets)
	node.SetCode(true)
	parent.AppendChild(parent, node)
	s.hold(stringCost)
	s.release(s.inline)
}

// rows are the rows of a long table. They become nodes when they are written, some at a time.
type rows struct {
	ast.BaseBlock
	head []text.Segment // the row of the head, and the line under it
	pc   parser.Context
}

var kindRows = ast.NewNodeKind("Rows")

func (*rows) Kind() ast.NodeKind              { return kindRows }
func (*rows) IsRaw() bool                     { return true }
func (r *rows) Dump(source []byte, level int) { ast.DumpHelper(r, source, level, nil, nil) }

// RegisterFuncs implements [renderer.NodeRenderer].
func (r *rows) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(kindRows, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			return ast.WalkSkipChildren, n.(*rows).write(w, source)
		}
		return ast.WalkContinue, nil
	})
}

// write writes the rows as goldmark writes those of a whole table.
func (r *rows) write(w util.BufWriter, source []byte) error {
	s := stepsOf(r.pc)
	for part := range slices.Chunk(r.Lines().Sliced(0, r.Lines().Len()), rowsAtOnce) {
		var octets []byte
		for _, line := range slices.Concat(r.head, part) {
			line = line.TrimLeftSpace(source) // a row may be indented, a paragraph may not begin so
			octets = append(octets, line.Value(source)...)
		}
		before := s.held
		document := rowsParser().Parse(text.NewReader(octets), parser.WithContext(r.pc))
		nodes := s.held - before
		table := document.FirstChild()
		table.AppendChild(table, &rows{}) // no row is the last
		for row := table.FirstChild().NextSibling(); row.Kind() != kindRows; row = row.NextSibling() {
			if err := markdown().Renderer().Render(w, octets, row); err != nil {
				return err
			}
		}
		s.release(nodes)
	}
	_, err := w.WriteString("</tbody>\n")
	return err
}
