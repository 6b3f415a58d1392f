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
		archived string
		want     string
	}{
		{"a clone without Git", []debug.BuildSetting{{Key: "GOOS", Value: "linux"}}, archived, ""},
		{"an archive of the sources", nil, "34cd\n", "34cd"},
		{"of a commit", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}, archived, "12ab"},
		{"an archive in a clone", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}, "34cd\n", "12ab"},
		{"files were changed", []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}}, archived, "12ab, modified"},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: test.settings}, test.archived); got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}
