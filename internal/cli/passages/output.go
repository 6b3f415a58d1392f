package passages

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// A printer prints passages in the form that is asked for.
type printer struct {
	*corpus
	rows *cli.CSVWriter
}

func newPrinter(c *corpus) *printer {
	p := &printer{corpus: c}
	if c.csv {
		p.rows = cli.NewCSVWriter(c.a.Out.Data())
		head := []string{"document", "holder", "start", "end", "words", "documents"}
		if c.groups {
			head = []string{"documents", "holder", "start", "end", "words"}
		}
		if c.repeatedFlags.text {
			head = append(head, "text")
		}
		p.rows.Write(head...)
	}
	return p
}

func (p *printer) end() error {
	if p.rows == nil {
		return nil
	}
	return p.rows.Flush()
}

// words returns the length in words of a weight (R13.13).
func words(weight int64) float64 { return float64(weight) / passage.Word }

func spell(words float64) string { return strconv.FormatFloat(words, 'f', -1, 64) }

// jsonDocument is a document in JSON.
type jsonDocument struct {
	cli.JSONPath
	Status   string        `json:"status"`
	Lost     []string      `json:"lost,omitempty"` // its parts that were not read
	Passages []jsonPassage `json:"passages,omitempty"`
}

// jsonPassage is a passage in JSON. Start and End count bytes of the text.
type jsonPassage struct {
	Holder       string  `json:"holder"`
	HolderBase64 []byte  `json:"holder_base64,omitempty"` // of a name that is not UTF-8
	Start        int     `json:"start"`
	End          int     `json:"end"`
	Words        float64 `json:"words"`
	Documents    int     `json:"documents"`
	Text         *string `json:"text,omitempty"`
}

func (f *found) json() jsonPassage {
	j := jsonPassage{Start: f.Start, End: f.End, Words: words(f.Weight), Documents: f.Frequency}
	j.Holder, j.HolderBase64 = cli.UnicodeName(f.holder)
	if f.text != nil {
		j.Text = shown(f.text)
	}
	return j
}

func shown(text []byte) *string {
	s := strings.ToValidUTF8(string(text), string(utf8.RuneError))
	return &s
}

// oneLine returns a text for a line of its own.
func oneLine(text []byte) string { return strings.Join(strings.Fields(*shown(text)), " ") }

// document prints a document and its passages, if it has any.
func (p *printer) document(number int, of []found) error {
	if !p.json && len(of) == 0 {
		return nil
	}
	e, err := p.entry(number)
	if err != nil {
		return err
	}
	name := e.name
	if p.json {
		d := jsonDocument{JSONPath: cli.NewJSONPath(name), Status: e.spell(len(of)), Lost: e.lost}
		for i := range of {
			d.Passages = append(d.Passages, of[i].json())
		}
		return p.a.Out.WriteJSON(d)
	}
	for i := range of {
		f := &of[i]
		if p.rows != nil {
			row := []string{name, f.holder, strconv.Itoa(f.Start), strconv.Itoa(f.End), spell(words(f.Weight)), strconv.Itoa(f.Frequency)}
			if f.text != nil {
				row = append(row, *shown(f.text))
			}
			if err := p.rows.Write(row...); err != nil {
				return err
			}
			continue
		}
		line := fmt.Sprintf("%s: %s words at %d-%d, also in %s", cli.Display(name), spell(words(f.Weight)), f.Start, f.End,
			cli.Display(f.holder))
		if f.Frequency > 2 {
			line += fmt.Sprintf(" (%s)", cli.Count(f.Frequency, "document"))
		}
		p.line(line, f.text)
	}
	return nil
}

// line prints a line, and below it the text if there is one.
func (p *printer) line(line string, text []byte) {
	if text != nil {
		line += "\n    " + oneLine(text)
	}
	p.a.Out.Line("%s", line)
}

// spell returns the status of a document with a number of passages.
func (e *entry) spell(passages int) string {
	if is := e.status; is != compared {
		return [...]string{
			tooShort: isShort, known: isKnown, sameFile: isSame, noText: isEmpty, notUTF8: isAlien, failed: isGone,
		}[is]
	}
	if passages > 0 {
		return "repeats"
	}
	return "no repeats"
}

// group prints a passage that several documents share.
func (p *printer) group(g repeats.Group) error {
	f := found{Row: repeats.Row{Start: g.Start, End: g.End, Weight: g.Weight, Frequency: g.Frequency}}
	var err error
	if f.holder, err = p.name(g.Holder); err == nil && p.repeatedFlags.text {
		f.text, err = p.finder.Text(g.Holder, g.Start, g.End)
	}
	switch {
	case err != nil:
		return err
	case p.json:
		return p.a.Out.WriteJSON(f.json())
	case p.rows != nil:
		row := []string{strconv.Itoa(g.Frequency), f.holder, strconv.Itoa(g.Start), strconv.Itoa(g.End), spell(words(g.Weight))}
		if f.text != nil {
			row = append(row, *shown(f.text))
		}
		return p.rows.Write(row...)
	}
	p.line(fmt.Sprintf("%s: %s words at %d-%d of %s", cli.Count(g.Frequency, "document"), spell(words(g.Weight)), g.Start, g.End,
		cli.Display(f.holder)), f.text)
	return nil
}

// A parquetFile is a file with a row for each passage. A nil one is not written.
type parquetFile struct {
	w    *parquet.GenericWriter[parquetRow]
	rows []parquetRow
}

// parquetRow is a passage in a Parquet file. Names that are not UTF-8 have their exact bytes in a column of their own.
type parquetRow struct {
	Document      string  `parquet:"document,dict,zstd"`
	Holder        string  `parquet:"holder,dict,zstd"`
	Start         int64   `parquet:"start"`
	End           int64   `parquet:"end"`
	Words         float64 `parquet:"words"`
	Documents     int64   `parquet:"documents"`
	Text          *string `parquet:"text,optional,zstd"`
	DocumentBytes []byte  `parquet:"document_bytes,optional,zstd"`
	HolderBytes   []byte  `parquet:"holder_bytes,optional,zstd"`
}

// rowGroup is how many rows are held in memory until they are written.
const rowGroup = 1 << 16

func newParquet(w io.Writer) *parquetFile {
	return &parquetFile{w: parquet.NewGenericWriter[parquetRow](w, parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("fpcheck", "", ""))}
}

func (p *parquetFile) add(c *corpus, f *found) error {
	if p == nil {
		return nil
	}
	name, err := c.name(f.Row.Text)
	if err != nil {
		return err
	}
	row := parquetRow{Start: int64(f.Start), End: int64(f.End), Words: words(f.Weight), Documents: int64(f.Frequency)}
	row.Document, row.DocumentBytes = cli.UnicodeName(name)
	row.Holder, row.HolderBytes = cli.UnicodeName(f.holder)
	if f.text != nil {
		row.Text = shown(f.text)
	}
	if p.rows = append(p.rows, row); len(p.rows) < 1024 {
		return nil
	}
	return p.flush()
}

func (p *parquetFile) flush() error {
	_, err := p.w.Write(p.rows)
	p.rows = p.rows[:0]
	return err
}

func (p *parquetFile) close() error {
	if p == nil {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	return p.w.Close()
}
