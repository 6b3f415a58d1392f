package near

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
)

// TestCutBuckets checks the line about large buckets.
func TestCutBuckets(t *testing.T) {
	for _, tt := range []struct {
		why   string
		stats index.Stats
		texts bool
		want  []string
	}{
		{"no bucket was cut", index.Stats{Recall: 1}, true, nil},
		{"all that are kept were compared", index.Stats{Hot: 2, Recall: 1}, true, nil},
		{"a share is not rounded to nothing", index.Stats{Hot: 2, Recall: .99999}, true, []string{
			"2 buckets of very similar documents cut: up to 0.1 % of the documents there may be kept beside another near them"}},
		{"fingerprints alone have an estimate, which is not rounded to all", index.Stats{Hot: 1, Recall: .996}, false, []string{
			"1 bucket of very similar documents cut: about 99 % of the pairs just at the threshold were compared there"}},
	} {
		if diff := cmp.Diff(tt.want, cutBuckets(tt.stats, tt.texts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
