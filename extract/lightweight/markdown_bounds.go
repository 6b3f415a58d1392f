package lightweight

import (
	"bytes"
	"fmt"
	"sync"

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
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Goldmark takes quadratic time in several of its parsers. One case is delimiters without a match
// (github.com/yuin/goldmark/issues/555, closed as stale). The others are named at each type below. Each of
// these parsers is wrapped here. The wrapper counts the steps that the parser will take. It stops the reading
// if they are too many for the length of the text. A text within the limit is shown as goldmark shows it.

const (
	// A text of n bytes may take stepsFree + stepsEach*n steps beyond a single pass.
	stepsFree, stepsEach = 1 << 25, 64
	// It may have this many cells of tables that goldmark adds to fill short rows.
	cellsFree = 1 << 16
	// deepestBlocks bounds the nesting of blocks. The item of a list counts twice.
	deepestBlocks = 250
)

// steps is what a text may still cost.
type steps struct {
	left             int64 // an int has no room for them where it has 32 bits
	cells, footnotes int

	memory
	delimiters int               // that were found
	closer     *parser.Delimiter // for which an opener was last looked for
	at         int               // which opener was looked at then
}

// tooMany stops goldmark as a panic, since its parsers return no errors.
type tooMany struct{ error }

var stepsKey = parser.NewContextKey()

func stepsOf(pc parser.Context) *steps { return pc.Get(stepsKey).(*steps) }

func (s *steps) spend(n int64, on string) {
	if s.left -= n; s.left < 0 {
		panic(tooMany{fmt.Errorf("%w: Markdown: %s take too many steps", medium.ErrExpansion, on)})
	}
}

// convert writes Markdown as HTML, within the budget of the document.
func convert(b *budget.Budget, octets []byte) (page []byte, err error) {
	s := &steps{
		left: stepsFree + stepsEach*int64(len(octets)), cells: cellsFree + len(octets),
		footnotes: bytes.Count(octets, []byte("]:")), memory: memory{budget: b},
	}
	s.page.memory = &s.memory
	defer func() {
		s.release(s.held)
		switch r := recover().(type) {
		case nil:
		case tooMany:
			page, err = nil, r.error
		default:
			panic(r)
		}
	}()
	pc := parser.NewContext()
	pc.Set(stepsKey, s)
	s.hold(lineCost * int64(bytes.Count(octets, []byte("\n"))))
	if err := markdown().Convert(octets, &s.page, parser.WithContext(pc)); err != nil {
		return nil, fmt.Errorf("%w: Markdown: %w", medium.ErrMalformed, err)
	}
	return s.page.octets, nil
}

// bounded returns goldmark with GitHub's extensions, footnotes and bounded parsers, by goldmark's priorities.
func bounded() goldmark.Markdown {
	m := goldmark.New(goldmark.WithParser(newParser(parser.WithBlockParsers(
		util.Prioritized(blocks{parser.NewSetextHeadingParser(), blockCost}, 100),
		util.Prioritized(blocks{parser.NewThematicBreakParser(), blockCost}, 200),
		util.Prioritized(blocks{nested{parser.NewListParser()}, containerCost}, 300),
		util.Prioritized(blocks{nested{parser.NewListItemParser()}, containerCost}, 400),
		util.Prioritized(blocks{parser.NewCodeBlockParser(), blockCost}, 500),
		util.Prioritized(blocks{parser.NewATXHeadingParser(), blockCost}, 600),
		util.Prioritized(blocks{parser.NewFencedCodeBlockParser(), blockCost}, 700),
		util.Prioritized(blocks{nested{parser.NewBlockquoteParser()}, containerCost}, 800),
		util.Prioritized(blocks{parser.NewHTMLBlockParser(), blockCost}, 900),
		util.Prioritized(blocks{nested{extension.NewFootnoteBlockParser()}, containerCost}, 999),
	), parser.WithParagraphTransformers(
		util.Prioritized(definitions{parser.LinkReferenceParagraphTransformer}, 100),
	))))
	m.Renderer().AddOptions(html.WithUnsafe(), renderer.WithNodeRenderers(
		util.Prioritized(&rows{}, 500),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(extension.NewTaskCheckBoxHTMLRenderer(), 500),
		util.Prioritized(extension.NewFootnoteHTMLRenderer(extension.WithFootnoteBacklinkHTML("")), 500),
	))
	return m
}

// newParser returns a parser of paragraphs, tables, and more.
func newParser(more ...parser.Option) parser.Parser {
	return parser.NewParser(append(more,
		parser.WithBlockParsers(util.Prioritized(blocks{parser.NewParagraphParser(), blockCost}, 1000)),
		parser.WithInlineParsers(
			util.Prioritized(inlines{extension.NewTaskCheckBoxParser()}, 0),
			util.Prioritized(inlines{spans{parser.NewCodeSpanParser()}}, 100),
			util.Prioritized(inlines{footnotes{extension.NewFootnoteParser()}}, 101),
			util.Prioritized(newLinks(), 200),
			util.Prioritized(inlines{parser.NewAutoLinkParser()}, 300),
			util.Prioritized(inlines{parser.NewRawHTMLParser()}, 400),
			util.Prioritized(inlines{delimited{"*_", 0}}, 500),
			util.Prioritized(inlines{delimited{"~", 2}}, 500),
			util.Prioritized(inlines{extension.NewLinkifyParser()}, 999),
			util.Prioritized(finished{}, 1000),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(tables{extension.NewTableParagraphTransformer()}, 200),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
		),
	)...)
}

// rowsParser parses nothing but tables.
var rowsParser = sync.OnceValue(func() parser.Parser { return newParser() })

// nested bounds the nesting of blocks. Each block examines each line.
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

// delimited parses emphasis or struck-through text, like goldmark's own parsers. A closing delimiter searches
// for its opener back to the start of the paragraph.
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
	o.holdInline(emphasisCost) // a long mark matches more than once
	if o.marks == "~" {
		return extensionast.NewStrikethrough()
	}
	return ast.NewEmphasis(n)
}

// links bounds the searches for the ends of links. A target without an end is read to the end of its line.
// Each line of a label or a title is searched for among the lines from the last one back. Other links are
// searched for in all text after the [. Delimiters in the text of a link are searched for in the whole
// paragraph before it. If a link has a target and no title, there is no search for lines.
type links struct {
	parser.InlineParser
	parser.CloseBlocker
}

func newLinks() links {
	p := parser.NewLinkParser()
	return links{inlines{p}, p.(parser.CloseBlocker)}
}

func (p links) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, segment := block.PeekLine(); line[0] == ']' {
		after := linesAfter(parent, block)
		n := after
		if len(line) > 1 && line[1] == '(' {
			end := target(line[2:])
			if endsAfter(line[2:], end) {
				n = 0
			}
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

// linesAfter returns the number of lines of the block after the current line.
func linesAfter(parent ast.Node, block text.Reader) int64 {
	line, _ := block.Position()
	return int64(parent.Lines().Len() - line)
}

// goesOn reports whether a title of several lines follows, in this line or, if it is blank, in the next.
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

// endsAfter reports whether a link surely ends after its target, in the same line and without a title.
func endsAfter(line []byte, target int) bool {
	rest := bytes.TrimLeft(line, " \t")
	before, after := rest[:target], rest[target:]
	if bytes.HasPrefix(rest, []byte("<")) {
		after = bytes.TrimPrefix(after, []byte(">"))
	}
	return bytes.IndexByte(before, '\\') < 0 && bytes.HasPrefix(bytes.TrimLeft(after, " \t"), []byte(")"))
}

// target returns the number of bytes to read for the end of a link's target.
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

// footnotes bounds the search for referenced footnotes among all footnotes.
type footnotes struct{ parser.InlineParser }

func (p footnotes) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if bytes.HasPrefix(bytes.TrimPrefix(line, []byte("!")), []byte("[^")) {
		s := stepsOf(pc)
		s.spend(4*int64(s.footnotes)+linesAfter(parent, block), "footnotes")
		s.hold(footnoteCost)
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// definitions bounds the targets of links at the start of a paragraph. Removing a target moves all following
// lines. Each line of a label or a title is searched for among all lines.
type definitions struct{ parser.ParagraphTransformer }

func (t definitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, source := node.Lines(), reader.Source()
	s := stepsOf(pc)
	if more := lines.Len() - s.longest; more > 0 {
		s.longest += more
		s.hold(int64(more) * textCost)
	}
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
		s.spend(n*(all/moved)+(all-n)*all, "definitions of links")
		s.hold(n * definitionCost)
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}

// tables bounds the cells of tables, and the marks in their code spans, which goldmark compares pairwise.
type tables struct{ parser.ParagraphTransformer }

func (t tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	s := stepsOf(pc)
	lines, source := node.Lines(), reader.Source()
	columns, escaped, bars, short, footnote := 0, 0, 0, 0, false
	all := lines.Sliced(0, lines.Len())
	for i, segment := range all {
		line := segment.Value(source)
		if n := columnsOf(line); n > 0 && i > 0 { // under the head
			if columns = max(columns, n); short == 0 {
				short = i + 1 + rowsAtOnce
			}
		}
		if columns > 0 {
			footnote = footnote || bytes.Contains(line, []byte("[^")) // these are numbered before tables are written
			escaped += bytes.Count(line, []byte(`\|`))
			bars += min(bytes.Count(line, []byte("|")), columns-1)
		}
	}
	if columns == 0 {
		return
	}
	if s.cells -= len(all)*(columns-1) - bars; s.cells < 0 {
		panic(tooMany{fmt.Errorf("%w: Markdown: tables with far more cells than are written", medium.ErrExpansion)})
	}
	if escaped > 1 {
		s.spend(int64(escaped)*int64(min(escaped, 1<<16)), `marks \| in tables`)
	}
	parent, next := node.Parent(), node.NextSibling()
	transform := func(n int) *extensionast.Table {
		s.hold(int64(n) * int64(columns+1) * cellCost)
		t.ParagraphTransformer.Transform(node, reader, pc)
		table, _ := parent.LastChild().(*extensionast.Table)
		if next != nil {
			table, _ = next.PreviousSibling().(*extensionast.Table)
		}
		return table
	}
	if !footnote && short < len(all) {
		lines.SetSliced(0, short)
		if table := transform(short); table != nil {
			head := short - table.ChildCount() - 1
			others := &rows{head: all[head : head+2], pc: pc}
			others.SetLines(text.NewSegments())
			others.Lines().AppendAll(all[short:])
			table.AppendChild(table, others)
			return
		}
		lines.Clear()
		lines.AppendAll(all)
	}
	transform(len(all))
}

// columnsOf returns the number of columns by the line under the head of a table, 0 for other lines.
func columnsOf(line []byte) int {
	if len(bytes.Trim(line, " \t\r\n\f|:-")) > 0 || !bytes.ContainsAny(line, "-") {
		return 0
	}
	return bytes.Count(line, []byte("|")) + 1
}
