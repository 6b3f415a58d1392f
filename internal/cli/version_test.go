package cli

import (
	"runtime/debug"
	"testing"
)

func TestCommitOf(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "12ab"}
	for _, test := range []struct {
		reason   string
		settings []debug.BuildSetting
		want     string
	}{
		{"built outside a clone", []debug.BuildSetting{{Key: "GOOS", Value: "linux"}}, ""},
		{"of a commit", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}, "12ab"},
		{"files were changed", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}}, "12ab, modified"},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: test.settings}); got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}
