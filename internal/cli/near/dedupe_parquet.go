package near

import (
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// parquetRow is a document in a Parquet file of decisions. Strings are Unicode; the exact bytes of those
// that are not are in a column of their own.
type parquetRow struct {
	Path        string   `parquet:"path,dict,zstd"`
	Record      *string  `parquet:"record,optional,zstd"`
	Row         *int64   `parquet:"row,optional,zstd"`
	Group       string   `parquet:"group,dict,zstd"`
	Similarity  *float64 `parquet:"similarity,optional,zstd"`
	Keep        bool     `parquet:"keep"`
	Status      string   `parquet:"status,dict,zstd"`
	Reason      string   `parquet:"reason,dict,zstd"`
	PathBytes   []byte   `parquet:"path_bytes,optional,zstd"`
	RecordBytes []byte   `parquet:"record_bytes,optional,zstd"`
	GroupBytes  []byte   `parquet:"group_bytes,optional,zstd"`
}

// rowGroup is how many rows are held in memory until they are written.
const rowGroup = 1 << 16

// containedParquetRow is a row with what is known about containment.
type containedParquetRow struct {
	parquetRow
	containedColumns
}

// writeParquet writes a row for each document.
func (r *dedupeRun) writeParquet(w io.Writer) error {
	if r.contained == nil {
		return writeRows(w, &r.ledger, func(row parquetRow, _ int) (parquetRow, error) { return row, nil })
	}
	return writeRows(w, &r.ledger, func(row parquetRow, document int) (containedParquetRow, error) {
		columns, err := r.columns(document)
		return containedParquetRow{row, columns}, err
	})
}

// writeRows writes a row for each document, which whole makes of the columns that all runs have.
func writeRows[T any](w io.Writer, l *ledger, whole func(row parquetRow, document int) (T, error)) error {
	p := parquet.NewGenericWriter[T](w, parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("fpcheck", "", ""))
	rows := make([]T, 0, 1024)
	for d := range l.decisions() {
		e := l.entries.at(d.document)
		row := parquetRow{Keep: !d.remove, Status: d.status(), Reason: d.reason}
		path, record := l.parts(d.document)
		row.Path, row.PathBytes = cli.UnicodeName(path)
		row.Group, row.GroupBytes = cli.UnicodeName(l.name(d.kept))
		if e.row > 0 {
			row.Row = &e.row
		}
		if e.kind == ofRecord {
			text, exact := cli.UnicodeName(record)
			row.Record, row.RecordBytes = &text, exact
		}
		if d.compared {
			row.Similarity = &d.similarity
		}
		all, err := whole(row, d.document)
		if err != nil {
			return err
		}
		if rows = append(rows, all); len(rows) == cap(rows) {
			if _, err := p.Write(rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	if _, err := p.Write(rows); err != nil {
		return err
	}
	return p.Close()
}
