package items

import "testing"

// The tables of text digests are stored: to make them takes longer than the rest of a short command.
func TestTablesAreStored(t *testing.T) {
	if !rules().HasTables() {
		t.Error("the tables are not in internal/kernel/fast/tables.bin")
	}
}
