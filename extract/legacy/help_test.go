package legacy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func TestHelp(t *testing.T) {
	d, text, err := extracttest.TextOf([]byte(extracttest.Testdata(t, "words.chm")), extract.Options{})
	if err != nil || d.MediaType != "application/vnd.ms-htmlhelp" {
		t.Errorf("%+v, %v", d, err)
	}
	if diff := cmp.Diff("The quick brown fox\nGrüße, слова, שלום, नमस्ते, สวัสดี, 日本語", text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
