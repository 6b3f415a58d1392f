package lightweight

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Goldmark takes time that grows with the square of the text in more than one of its parsers:
// delimiters that match none (github.com/yuin/goldmark/issues/555, closed as stale), and what is
// named at each type below. Each of these parsers is wrapped here: the wrapper counts the steps
// that the parser is about to take, and ends the reading when they are too many for the length
// of the text. What is shown of a text that stays within that is what goldmark finds.

const (
	// A text of n octets may take stepsFree + stepsEach*n steps beyond those of a single pass.
	stepsFree, stepsEach = 1 << 25, 64
	// It may have this many cells of tables that goldmark adds to fill short rows.
	cellsFree = 1 << 16
	// deepestBlocks bounds the blocks in one another: a list's item is two.
	deepestBlocks = 250
)

// steps is what a text may still cost.
type steps struct {
	left             int64 // an int has no room for them where it has 32 bits
	cells, footnotes int

	delimiters int               // that were found
	closer     *parser.Delimiter // for which an opener was last looked for
	at         int               // which opener was looked at then
}

// tooMany is what goldmark is stopped with: it calls its parsers, and has no errors.
type tooMany struct{ error }

var stepsKey = parser.NewContextKey()

func stepsOf(pc parser.Context) *steps { return pc.Get(stepsKey).(*steps) }

func (s *steps) spend(n int64, on string) {
	if s.left -= n; s.left < 0 {
		panic(tooMany{fmt.Errorf("%w: Markdown: %s take too many steps", medium.ErrExpansion, on)})
	}
}

// convert writes Markdown as HTML.
func convert(octets []byte) (page []byte, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case tooMany:
			page, err = nil, r.error
		default:
			panic(r)
		}
	}()
	pc := parser.NewContext()
	pc.Set(stepsKey, &steps{
		left: stepsFree + stepsEach*int64(len(octets)), cells: cellsFree + len(octets),
		footnotes: bytes.Count(octets, []byte("]:")),
	})
	var b bytes.Buffer
	if err := markdown().Convert(octets, &b, parser.WithContext(pc)); err != nil {
		return nil, fmt.Errorf("%w: Markdown: %w", medium.ErrMalformed, err)
	}
	return b.Bytes(), nil
}

// bounded returns goldmark with GitHub's extensions, footnotes and bounded parsers, by goldmark's priorities.
func bounded() goldmark.Markdown {
	m := goldmark.New(goldmark.WithParser(parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(nested{parser.NewListParser()}, 300),
			util.Prioritized(nested{parser.NewListItemParser()}, 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(nested{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(nested{extension.NewFootnoteBlockParser()}, 999),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(spans{parser.NewCodeSpanParser()}, 100),
			util.Prioritized(footnotes{extension.NewFootnoteParser()}, 101),
			util.Prioritized(newLinks(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(delimited{"*_", 0}, 500),
			util.Prioritized(delimited{"~", 2}, 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(tables{extension.NewTableParagraphTransformer()}, 200),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
		),
	)))
	m.Renderer().AddOptions(html.WithUnsafe(), renderer.WithNodeRenderers(
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(extension.NewTaskCheckBoxHTMLRenderer(), 500),
		util.Prioritized(extension.NewFootnoteHTMLRenderer(extension.WithFootnoteBacklinkHTML("")), 500),
	))
	return m
}

// nested bounds blocks in one another. Each of them looks at each line.
type nested struct{ parser.BlockParser }

func (p nested) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		depth := 0
		for n := parent; n != nil; n = n.Parent() {
			if depth++; depth > deepestBlocks {
				panic(tooMany{fmt.Errorf("%w: Markdown: more than %d nested quotes and lists", medium.ErrTooDeep, deepestBlocks)})
			}
		}
	}
	return node, state
}

// delimited reads emphasis, or text that is struck through, as goldmark's own parsers of both
// do: a closing delimiter looks for its opener back to the start of the paragraph.
type delimited struct {
	marks string
	most  int // of a mark in a row; 0 for any number
}

func (p delimited) Trigger() []byte { return []byte(p.marks) }

func (p delimited) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	if p.most > 0 && before == rune(line[0]) { // within a longer mark
		return nil
	}
	s := stepsOf(pc)
	s.delimiters++
	node := parser.ScanDelimiter(line, before, 1, openers{p, s, s.delimiters})
	if node == nil || p.most > 0 && node.OriginalLength > p.most {
		return nil
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

// openers counts the delimiters passed in the search for an opener. Their numbers tell their order.
type openers struct {
	delimited
	*steps
	order int
}

func (o openers) IsDelimiter(c byte) bool { return bytes.IndexByte([]byte(o.marks), c) >= 0 }

func (o openers) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	from := o.at
	if closer != o.closer {
		from = closer.Processor.(openers).order
	}
	o.closer, o.at = closer, o.order // this is the opener's
	o.spend(int64(from-o.at), "marks of emphasis")
	return opener.Char == closer.Char
}

func (o openers) OnMatch(n int) ast.Node {
	if o.marks == "~" {
		return extensionast.NewStrikethrough()
	}
	return ast.NewEmphasis(n)
}

// links bounds how far the ends of links are looked for: a target without an end is read to the
// end of its line; each line of a label or a title is looked for among the lines from the last
// one back; other links, in all that follows the [; and delimiters in the text of a link, among
// all that the paragraph has before it.
type links struct {
	parser.InlineParser
	parser.CloseBlocker
}

func newLinks() links {
	p := parser.NewLinkParser()
	return links{p, p.(parser.CloseBlocker)}
}

func (p links) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, segment := block.PeekLine(); line[0] == ']' {
		after := linesAfter(parent, block)
		n := after
		if len(line) > 1 && line[1] == '(' {
			end := target(line[2:])
			n += int64(end)
			if goesOn(bytes.TrimLeft(line[2+end:], " \t"), block.Source()[segment.Stop:]) {
				n += after * after
			}
		}
		if len(line) > 1 && line[1] == '[' && bytes.IndexByte(line[2:], ']') < 0 {
			n += after * after
		}
		for c := parent.LastChild(); c != nil && c.Kind().String() != "LinkLabelState"; c = c.PreviousSibling() {
			n++
		}
		if last := pc.LastDelimiter(); last != nil {
			for c := ast.Node(last); c != nil; c = c.PreviousSibling() {
				n++
			}
		}
		stepsOf(pc).spend(n, "links")
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// linesAfter returns how many lines of its block come after the one that is being read.
func linesAfter(parent ast.Node, block text.Reader) int64 {
	line, _ := block.Position()
	return int64(parent.Lines().Len() - line)
}

// goesOn reports whether a title of several lines follows, in this line or, if blank, the next.
func goesOn(rest, after []byte) bool {
	if len(bytes.TrimSpace(rest)) == 0 {
		rest = bytes.TrimLeft(after[:min(len(after), 1<<10)], " \t>")
		rest, _, _ = bytes.Cut(rest, []byte("\n"))
	}
	if len(rest) == 0 {
		return false
	}
	closing := rest[0]
	switch closing {
	case '(':
		closing = ')'
	case '"', '\'':
	default:
		return false
	}
	return bytes.IndexByte(rest[1:], closing) < 0
}

// target returns how many octets are read to find the end of the target of a link.
func target(line []byte) int {
	rest := bytes.TrimLeft(line, " \t")
	if bytes.HasPrefix(rest, []byte("<")) {
		if end := bytes.IndexByte(rest, '>'); end >= 0 {
			return end
		}
		return len(rest)
	}
	open := 0
	for i, c := range rest {
		switch {
		case c == '(':
			open++
		case c == ')':
			open--
		case util.IsSpace(c):
			return i
		}
		if open < 0 {
			return i
		}
	}
	return len(rest)
}

// spans bounds the search for the end of a code span, which each unclosed beginning repeats.
type spans struct{ parser.InlineParser }

func (p spans) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	node := p.InlineParser.Parse(parent, block, pc)
	if _, ok := node.(*ast.Text); ok {
		lines := parent.Lines()
		_, at := block.Position()
		stepsOf(pc).spend(int64(lines.At(lines.Len()-1).Stop-at.Start), "backquotes")
	}
	return node
}

// footnotes bounds the search for the footnotes that are referred to, among all there are.
type footnotes struct{ parser.InlineParser }

func (p footnotes) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if bytes.HasPrefix(bytes.TrimPrefix(line, []byte("!")), []byte("[^")) {
		s := stepsOf(pc)
		s.spend(4*int64(s.footnotes)+linesAfter(parent, block), "footnotes")
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// definitions bounds the targets of links at the start of a paragraph: the lines after each are
// moved up when it is taken out, and each line of a label or a title is looked for among all.
type definitions struct{ parser.ParagraphTransformer }

func (t definitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, source := node.Lines(), reader.Source()
	begins := func(i int) bool {
		line := lines.At(i)
		return bytes.HasPrefix(bytes.TrimLeft(line.Value(source), " "), []byte("["))
	}
	if lines.Len() > 0 && begins(0) {
		n, all := int64(0), int64(lines.Len())
		for i := range lines.Len() {
			if begins(i) {
				n++
			}
		}
		const moved = 8 // lines in the time of a step
		stepsOf(pc).spend(n*(all/moved)+(all-n)*all, "definitions of links")
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// tables bounds the cells of tables, and the marks in their code spans, which goldmark compares pairwise.
type tables struct{ parser.ParagraphTransformer }

func (t tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	s := stepsOf(pc)
	lines, source := node.Lines(), reader.Source()
	columns, escaped := 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		line := segment.Value(source)
		if columns == 0 {
			columns = columnsOf(line)
			continue
		}
		escaped += bytes.Count(line, []byte(`\|`))
		if s.cells -= max(0, columns-1-bytes.Count(line, []byte("|"))); s.cells < 0 {
			panic(tooMany{fmt.Errorf("%w: Markdown: tables with far more cells than are written", medium.ErrExpansion)})
		}
	}
	if escaped > 1 {
		s.spend(int64(escaped)*int64(min(escaped, 1<<16)), `marks \| in tables`)
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// columnsOf returns the number of columns by the line under the head of a table, 0 for other lines.
func columnsOf(line []byte) int {
	if len(bytes.Trim(line, " \t\r\n\f|:-")) > 0 || !bytes.ContainsAny(line, "-") {
		return 0
	}
	return bytes.Count(line, []byte("|")) + 1
}
