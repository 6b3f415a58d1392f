package vectors

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentsSum: Digest takes the sum of the archive from the file beside it.
func TestDocumentsSum(t *testing.T) {
	archive, err := FS.ReadFile(documentsFile)
	if err != nil {
		t.Fatal(err)
	}
	got, err := FS.ReadFile(documentsSum)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%x  %s\n", sha256.Sum256(archive), documentsFile)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s\nrun: cd vectors && sha256sum %s >%s", documentsSum, diff, documentsFile, documentsSum)
	}
}
