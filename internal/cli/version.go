package cli

import (
	"cmp"
	_ "embed" // for archived
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ToolName is what manifests say made them.
var ToolName = "fpcheck " + fpcheck.Version

// archived is the commit that Git writes into an archive of the sources. A clone has a placeholder.
//
//go:embed commit.txt
var archived string

func (a *App) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print versions",
		Long:  "Print the versions of the specification, this program, Go, Unicode and the\nvectors.",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.version() },
	}
}

func (a *App) version() error {
	module, commit := "unknown", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		module, commit = cmp.Or(info.Main.Version, module), cmp.Or(commitOf(info, archived), commit)
	}
	a.Out.Line("specification  %s", fpcheck.Version)
	a.Out.Line("module         %s", module)
	a.Out.Line("commit         %s", commit)
	a.Out.Line("go             %s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	a.Out.Line("unicode        %s", tokenizer.UnicodeVersion)
	a.Out.Line("vectors        sha256:%s", vectors.Digest())
	return nil
}

// commitOf returns the commit that a program was built from. Go's tools record it, unless the sources were
// an archive.
func commitOf(info *debug.BuildInfo, archived string) (commit string) {
	modified := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", modified"
		}
	}
	if commit == "" && !strings.HasPrefix(archived, "$") {
		return strings.TrimSpace(archived)
	}
	return commit + modified
}
