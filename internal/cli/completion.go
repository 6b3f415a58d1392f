package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Complete lets a shell complete the values of a flag, which may be a list.
func Complete(c *cobra.Command, flag string, values func() []string) {
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
