package extract_test

import (
	"errors"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// What has no reader is named as people know it.
func TestTitles(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"!BDN\x00", "no reader for this medium: a mail store of Outlook (PST) (application/vnd.ms-outlook-pst): readpst (Debian package pst-utils) makes mails of it, which are read"},
		{"\x00\x01\x00\x00Standard Jet DB\x00", "no reader for this medium: Microsoft Access (application/x-msaccess)"},
		{"bplist00", "no reader for this medium: a property list of Apple's (application/x-plist)"},
		{string(extracttest.Pack(t, "designmap.xml", "<a/>")), "no reader for this medium: Adobe InDesign (IDML) (application/x-indesign)"},
	} {
		if _, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{}); !errors.Is(err, extract.ErrUnsupported) || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}
