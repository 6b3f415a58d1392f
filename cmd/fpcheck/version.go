package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/tokenize"
	"github.com/lsh-interop/fpcheck/vectors"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print versions",
		Long:  `Print the versions of the specification, this program, Unicode and the vectors.`,
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.version() },
	}
}

func (a *app) version() error {
	module := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		module = info.Main.Version
	}
	a.out.line("specification  %s", fpcheck.Version)
	a.out.line("module         %s", module)
	a.out.line("unicode        %s", tokenize.UnicodeVersion)
	a.out.line("vectors        sha256:%s", vectors.Digest())
	return nil
}
