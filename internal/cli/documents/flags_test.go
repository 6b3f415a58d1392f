package documents

import (
	"errors"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// TestMediaFlag checks that --media takes each media type that it completes, before a document is read.
func TestMediaFlag(t *testing.T) {
	types := extract.MediaTypes()
	if len(types) == 0 {
		t.Fatal("no media types")
	}
	for _, mediaType := range types {
		c := &cobra.Command{Use: "read"}
		f := new(DocumentFlags)
		f.AddFlags(c, "")
		if err := c.ParseFlags([]string{"--media", mediaType}); err != nil {
			t.Fatal(err)
		}
		// A machine need not have the programs that read some of them.
		if err := f.Check(c.Flags()); err != nil && !errors.Is(err, extract.ErrToolMissing) {
			t.Errorf("--media %s: %v", mediaType, err)
		}
	}
}
