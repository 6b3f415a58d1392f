// Package commands lists the commands of the program.
package commands

import (
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/fingerprint"
	"github.com/lsh-interop/fpcheck/internal/cli/keep"
	"github.com/lsh-interop/fpcheck/internal/cli/near"
	"github.com/lsh-interop/fpcheck/internal/cli/passages"
	"github.com/lsh-interop/fpcheck/internal/cli/suite"
)

// All lists the commands in the order of the help.
var All = []cli.Command{
	{Name: "fingerprint", Make: fingerprint.Command},
	{Name: "compare", Make: fingerprint.CompareCommand},
	{Name: "text", Make: fingerprint.TextCommand},
	{Name: "digest", Make: fingerprint.DigestCommand},
	{Name: "dedupe", Make: near.DedupeCommand},
	{Name: "passages", Make: passages.Command},
	{Name: "decontaminate", Make: passages.DecontaminateCommand},
	{Name: "index", Make: near.IndexCommand},
	{Name: "search", Make: near.SearchCommand},
	{Name: "serve", Make: near.ServeCommand},
	{Name: "plan", Make: near.PlanCommand},
	{Name: "eval", Make: near.EvalCommand},
	{Name: "manifest", Make: keep.ManifestCommand},
	{Name: "verify", Make: keep.VerifyCommand},
	{Name: "schemes", Make: fingerprint.SchemesCommand},
	{Name: "media", Make: fingerprint.MediaCommand},
	{Name: "sketch", Make: fingerprint.SketchCommand},
	{Name: "merge", Make: fingerprint.MergeCommand},
	{Name: "frequencies", Make: fingerprint.FrequenciesCommand},
	{Name: "vectors", Make: suite.VectorsCommand},
	{Name: "conform", Make: suite.ConformCommand},
	{Name: "fuzz", Make: suite.FuzzCommand},
	{Name: "port", Make: suite.PortCommand},
	{Name: "report", Make: suite.ReportCommand},
}
