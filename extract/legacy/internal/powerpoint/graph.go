package powerpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// The records of a chart of Microsoft Graph ([MS-OGRAPH]), which PowerPoint uses.
const (
	graphNumber     = 0x0003
	graphLabel      = 0x0004
	graphFormat     = 0x041E
	graphSeries     = 0x1003
	graphSeriesText = 0x100D
	graphLegend     = 0x1015
	graphBegin      = 0x1033
	graphEnd        = 0x1034

	mostParts   = 64 // of a chart, in one another
	mostFormats = 256
	mostNumbers = 50 // along an axis: there is no room to show more
)

// isGraph reports whether an embedded object is such a chart.
func isGraph(object record) bool {
	const kind, graph, program = 12, 4, 2
	if object.child(recExOleObjAtom).uint32(kind) == graph {
		return true
	}
	for part := range records(object.octets) {
		if part.kind == recCString && part.instance == program {
			return strings.HasPrefix(utf16text.Terminated(part.octets), "MSGraph.")
		}
	}
	return false
}

// findCharts finds the charts of a presentation, by the numbers in shapes.
func (r *reader) findCharts(list record) error {
	const number = 8
	r.charts = make(map[uint32]uint32)
	for found := range records(list.octets) {
		if found.kind == recExOleEmbed && isGraph(found) {
			if err := r.document.Budget.Hold(placeCost, "charts"); err != nil {
				return err
			}
			atom := found.child(recExOleObjAtom)
			r.charts[atom.uint32(number)] = atom.uint32(stands)
		}
	}
	return nil
}

// chart writes the text of a chart in its place.
func (r *reader) chart(number uint32, to *flow.Flow) error {
	object, ok := r.charts[number]
	if !ok {
		return nil
	}
	stored, err := r.unseen(object)
	if err != nil || stored.kind != recExOleObjStg {
		return err
	}
	octets := stored.octets
	if stored.instance == packed {
		if octets, err = r.unpack(octets, r.document.Budget.Size); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
			defer r.document.Budget.Release(int64(len(octets)))
		}
	}
	var workbook []byte
	if err == nil {
		workbook, err = r.workbook(octets)
	}
	switch {
	case medium.IsFinal(err):
		return err
	case err != nil:
		r.document.Lose("PPT: a chart is left out: %w", err)
		return nil
	}
	defer r.document.Budget.Release(int64(len(workbook)))
	g := graph{names: make(map[string]bool), formats: make(map[uint16]string)}
	if err := g.read(workbook, r.document); err != nil {
		return err
	}
	for _, s := range g.shown() {
		to.Line()
		to.Characters(s, true)
	}
	to.Line()
	return to.Err()
}

func (r *reader) workbook(octets []byte) ([]byte, error) {
	file, err := ole.New(bytes.NewReader(octets))
	if err != nil {
		return nil, err
	}
	for _, f := range file.File {
		if len(f.Path) == 0 && strings.EqualFold(f.Name, "Workbook") {
			return r.document.Whole(f, "chart")
		}
	}
	return nil, errors.New("no stream Workbook")
}

// graph has the texts of a chart.
type graph struct {
	titles, series  []string
	labels, numbers []string        // at the edges of the table of values
	names           map[string]bool // of series
	formats         map[uint16]string
	legend          bool
}

// shown returns the titles, the names of series if there is a legend, and the names of categories.
// These are at the edges of the table of values.
func (g *graph) shown() []string {
	all := g.titles
	inTable := make(map[string]bool)
	for _, s := range g.labels {
		inTable[s] = true
	}
	for _, s := range g.series {
		if g.legend && inTable[s] { // a series without values is not drawn
			all = append(all, s)
		}
	}
	for _, s := range g.labels {
		if !g.names[s] {
			all = append(all, s)
		}
	}
	if len(g.numbers) <= mostNumbers {
		all = append(all, g.numbers...)
	}
	return all
}

func (g *graph) read(octets []byte, d *medium.Reading) error {
	var within []uint16 // the records that the open parts began with
	before := uint16(0)
	for n := 0; len(octets) >= 4; n++ {
		if n%1024 == 0 {
			if err := d.Check(); err != nil {
				return err
			}
		}
		kind, length := binary.LittleEndian.Uint16(octets), min(int(binary.LittleEndian.Uint16(octets[2:])), len(octets)-4)
		var data record
		data.octets, octets = octets[4:4+length], octets[4+length:]
		kept := ""
		switch kind {
		case graphBegin:
			if len(within) < mostParts {
				within = append(within, before)
			}
		case graphEnd:
			within = within[:max(len(within)-1, 0)]
		case graphLegend:
			g.legend = true
		case graphSeriesText:
			kept = short(data.octets, 2)
			if len(within) > 0 && within[len(within)-1] == graphSeries {
				g.names[kept] = true
				g.series = append(g.series, kept)
			} else {
				g.titles = append(g.titles, kept)
			}
		case graphFormat:
			if len(g.formats) < mostFormats {
				kept = short(data.octets, 2)
				g.formats[data.uint16(0)] = kept
			}
		case graphNumber, graphLabel:
			const format, content = 5, 7 // after the row and the column
			if length < content || (data.uint16(0) == 0) == (data.uint16(2) == 0) {
				break // a value, or the corner
			}
			if kind == graphLabel {
				kept = short(data.octets, content)
				g.labels = append(g.labels, kept)
			} else if length >= content+8 {
				value := math.Float64frombits(binary.LittleEndian.Uint64(data.octets[content:]))
				kept = g.number(uint16(data.octets[format]), value)
				g.numbers = append(g.numbers, kept)
			}
		}
		if kept != "" {
			if err := d.Budget.Hold(int64(len(kept))+textCost, "texts of a chart"); err != nil {
				return err
			}
		}
		before = kind
	}
	return nil
}

// number returns a number as it is shown.
func (g *graph) number(format uint16, value float64) string {
	code, ok := g.formats[format]
	if !ok {
		code = numfmt.Builtin(int(format))
	}
	return numfmt.Format(code, value, numfmt.Since1900)
}

// short reads a text after a byte for its length and a byte that marks UTF-16.
func short(octets []byte, at int) string {
	if len(octets) < at+2 {
		return ""
	}
	length, inUTF16 := int(octets[at]), octets[at+1]&1 != 0
	octets = octets[at+2:]
	if inUTF16 {
		return utf16text.Terminated(octets[:min(2*length, len(octets))])
	}
	return utf16text.Compressed(octets[:min(length, len(octets))])
}
