package near

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/lsh-interop/fpcheck/index"
)

// parquetRow is a document in a Parquet file of clusters. Strings are Unicode; the exact octets
// of an id that is not are in a column of their own.
type parquetRow struct {
	Cluster       string  `parquet:"cluster,dict,zstd"`
	ID            string  `parquet:"id,zstd"`
	Similarity    float64 `parquet:"similarity,zstd"`
	Keep          bool    `parquet:"keep"`
	ClusterOctets []byte  `parquet:"cluster_octets,optional,zstd"`
	IDOctets      []byte  `parquet:"id_octets,optional,zstd"`
}

// rowGroup is how many rows are held in memory until they are written.
const rowGroup = 1 << 16

// writeParquet writes a row for each document, in a group or not.
func writeParquet(w io.Writer, clusters *index.Clusters) error {
	p := parquet.NewGenericWriter[parquetRow](w, parquet.MaxRowsPerRowGroup(rowGroup), parquet.CreatedBy("fpcheck", "", ""))
	rows := make([]parquetRow, 0, 1024)
	for c := range clusters.All() {
		for i, m := range c {
			row := parquetRow{Similarity: m.Similarity, Keep: i == 0}
			row.Cluster, row.ClusterOctets = unicodeName(c[0].ID)
			row.ID, row.IDOctets = unicodeName(m.ID)
			if rows = append(rows, row); len(rows) == cap(rows) {
				if _, err := p.Write(rows); err != nil {
					return err
				}
				rows = rows[:0]
			}
		}
	}
	if _, err := p.Write(rows); err != nil {
		return err
	}
	return p.Close()
}

// unicodeName returns a name as a string of Unicode can have it, and its octets if that is not
// all of it.
func unicodeName(name string) (text string, octets []byte) {
	if utf8.ValidString(name) {
		return name, nil
	}
	return strings.ToValidUTF8(name, string(utf8.RuneError)), []byte(name)
}
