package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/vectors"
)

// ToolName is what manifests say made them.
var ToolName = "fpcheck " + fpcheck.Version

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
		module, commit = cmp.Or(info.Main.Version, module), cmp.Or(commitOf(info), commit)
	}
	a.Out.Line("specification  %s", fpcheck.Version)
	a.Out.Line("module         %s", module)
	a.Out.Line("commit         %s", commit)
	a.Out.Line("go             %s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	a.Out.Line("unicode        %s", tokenizer.UnicodeVersion)
	a.Out.Line("vectors        sha256:%s", vectors.Digest())
	return nil
}

// commitOf returns the commit that a program was built from, if Go's tools wrote it down.
func commitOf(info *debug.BuildInfo) (commit string) {
	modified := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", modified"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + modified
}
