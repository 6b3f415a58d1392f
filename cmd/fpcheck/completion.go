package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// complete lets a shell complete the values of a flag, which may be a list.
func complete(c *cobra.Command, flag string, values func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var offered []string
		for _, v := range values() {
			offered = append(offered, before+v)
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil { // no such flag, or two functions for it
		panic(err)
	}
}

// schemeIDs are the registered schemes that are able to do what is asked; all if
// able is nil.
func schemeIDs(able func(*scheme.Scheme) bool) []string {
	var ids []string
	for _, s := range scheme.All() {
		if able == nil || able(s) {
			ids = append(ids, s.ID())
		}
	}
	return ids
}

func stageNames() []string {
	var names []string
	for _, s := range vectors.Stages {
		names = append(names, string(s))
	}
	return names
}

// ruleIDs come with the rules' names, which shells show beside them.
func ruleIDs() []string {
	var ids []string
	for _, r := range fpcheck.Rules() {
		ids = append(ids, r.ID+"\t"+r.Name)
	}
	return ids
}
