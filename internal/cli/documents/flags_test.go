package documents

import (
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
		if err := f.Check(c.Flags()); err != nil {
			t.Errorf("--media %s: %v", mediaType, err)
		}
	}
}
