package service

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMembers checks how many members of each cluster are listed.
func TestMembers(t *testing.T) {
	for _, test := range []struct {
		why, id           string
		documents, listed int // members listed at least
	}{
		{"all of a small cluster", "a", 60, 60},
		{"the most that are listed", "a", mostMembers, mostMembers},
		{"the first of a larger one", "a", mostMembers + 1, mostMembers},
		{"with the paths of an archive", "collections/2024/letters/" + strings.Repeat("a", 50), mostMembers + 1, mostMembers},
		{"fewer with long ids, since an answer has a bound", strings.Repeat("a", 1000), mostMembers, mostAnswer / mostListed / (1004 + memberSize)},
	} {
		s, x := newService(t, Options{})
		var lines strings.Builder
		for i := range test.documents {
			fmt.Fprintf(&lines, `{"op":"add","id":"%s-%03d","text":%s}`+"\n", test.id, i, quoted(light))
		}
		s.ask("POST", "/v1/indexes/a/batch", lines.String())
		for state, _ := x.State(); state.Pending > 0; state, _ = x.State() {
			time.Sleep(10 * time.Millisecond) // clusters describe the file
		}
		var got struct{ Clusters []clusterReply }
		if err := json.Unmarshal(s.ask("GET", "/v1/indexes/a/clusters", "").Body.Bytes(), &got); err != nil {
			t.Fatal(test.why, err)
		}
		type listed struct{ Size, Members int }
		var have []listed
		for _, c := range got.Clusters {
			have = append(have, listed{c.Size, len(c.Members)})
		}
		if diff := cmp.Diff([]listed{{test.documents, test.listed}}, have); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}
