package documents

import (
	"testing"

	"github.com/lsh-interop/fpcheck/archive/warc"
)

func TestAccount(t *testing.T) {
	for _, test := range []struct {
		account account
		want    string
		why     string
	}{
		{account{}, "0 records", "nothing was read"},
		{account{warc.Inherited: 1, warc.Fingerprinted: 1}, "2 records: 1 fingerprinted, 1 revisits", "documents first"},
		{account{"requests": 1}, "1 record: 1 requests", "one record"},
		{account{"requests": 2, "metadata": 1, warc.Failed: 1},
			"4 records: 1 failed, 1 metadata, 2 requests", "others by name"},
	} {
		if got := test.account.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
}
