package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Command is a command of a program: its name, and a function that makes it.
type Command struct {
	Name string
	Make func(*App) *cobra.Command
}

const man = "man" // describes all commands

// commandsFor returns the commands that a run with these arguments may need. This is the command
// that the first argument names, or else all. Making the flags of all takes as long as the
// fingerprint of a megabyte.
func (a *App) commandsFor(args []string) (made []*cobra.Command) {
	every := append(slices.Clone(a.commands), Command{"version", (*App).versionCommand}, Command{man, (*App).manCommand})
	for _, c := range every {
		if len(args) > 0 && args[0] == c.Name && c.Name != man {
			return []*cobra.Command{c.Make(a)}
		}
	}
	for _, c := range every {
		made = append(made, c.Make(a))
	}
	return made
}

// RootCommand returns the program, with the commands that a run with these arguments may need.
func (a *App) RootCommand(args ...string) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "fpcheck",
		Short: "Make, compare and verify fingerprints of documents",
		Long: `fpcheck computes fingerprints of documents. A fingerprint changes little when
its document changes little, and is identical in every implementation.`,
		Args:          KnownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			a.running = true
			a.setColors()
			return a.checkModes()
		},
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return a.version()
			}
			return NeedCommand(c, nil)
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print versions, like the command version")
	all := root.PersistentFlags()
	all.StringVar(&a.color, "color", modes[0], "`when` to use colors: auto, always, never")
	all.StringVar(&a.progress, "progress", modes[0], "`when` to show progress: auto, always, never")
	all.Lookup("color").DefValue, all.Lookup("progress").DefValue = "", "" // the usage begins with it
	all.BoolVar(&a.noProgress, "no-progress", false, "the same as --progress=never")
	all.MarkHidden("no-progress")
	for _, name := range []string{"color", "progress"} {
		Complete(root, name, func() []string { return modes })
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if c.HasSubCommands() && c.Flags().NArg() > 0 {
			a.Out.ComplainEach("", KnownCommand(c, c.Flags().Args()))
			a.Out.Note("Try '" + c.CommandPath() + " --help'.")
			return
		}
		writeHelp(c.OutOrStdout(), c)
	})
	root.AddCommand(a.commandsFor(args)...)
	root.SetOut(a.Out) // which the command completion looks up now
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Short = "Print a completion script for a shell"
		completion.Long = "Print a script that lets a shell complete commands and flags."
		for _, shell := range completion.Commands() {
			shell.Short = "Print the script for " + shell.Name()
			shell.Long = "Print the completion script for " + shell.Name() + "; see fpcheck-completion(1)."
		}
	}
	// Cobra's help of an unknown command does not fail.
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) == 0 {
				return err
			}
			return KnownCommand(c, rest)
		}
	}
	takeOnce(root)
	root.SetFlagErrorFunc(flagError)
	return root
}

// flagError adds what was expected as the value of a flag, by the type of the flag. For an unknown flag it adds flags
// with similar names, or with the same name and two dashes.
func flagError(c *cobra.Command, err error) error {
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			if f := c.Flags().Lookup(short); f != nil {
				return fmt.Errorf("%w%s", err, didYouMean([]string{"--" + f.Name}))
			}
			return err
		}
		return fmt.Errorf("%w%s", err, didYouMean(flagsLike(c, unknown.GetSpecifiedName())))
	}
	invalid := (*pflag.InvalidValueError)(nil)
	if !errors.As(err, &invalid) {
		return err
	}
	f := invalid.GetFlag()
	what := map[string]string{
		"bool": "true or false", "float64": "a number, such as 0.85", "duration": "a time, such as 30s or 5m",
		"int": "a whole number", "uint64": "a whole number, 0 or more",
		"stringSlice": "values with commas between them, and quotation marks around all of a value or none",
	}[f.Value.Type()]
	switch {
	case what == "" || errors.Is(err, errTwice):
		return fmt.Errorf("--%s %q: %w", f.Name, invalid.GetValue(), invalid.Unwrap())
	case errors.Is(err, strconv.ErrRange):
		what = "a number nearer to 0"
	}
	return fmt.Errorf("--%s %q: expected %s", f.Name, invalid.GetValue(), what)
}

// takeOnce makes the text flags of c and its commands refuse a second value.
func takeOnce(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "string" {
			f.Value = &once{Value: f.Value}
		}
	})
	for _, sub := range c.Commands() {
		takeOnce(sub)
	}
}

var errTwice = errors.New("given twice: expected it once")

// once is the value of a flag that may be given once.
type once struct {
	pflag.Value
	given bool
}

func (o *once) Set(s string) error {
	if o.given {
		return errTwice
	}
	o.given = true
	return o.Value.Set(s)
}

// NeedCommand is the action of a command that only groups others.
func NeedCommand(c *cobra.Command, _ []string) error {
	c.SetOut(c.ErrOrStderr())
	c.Help()
	return errors.New("no command given")
}

// KnownCommand reports that an argument of a group of commands names none of them.
func KnownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	c.SuggestionsMinimumDistance = 2
	near := c.SuggestionsFor(args[0])
	if len(near) > 0 || !c.HasParent() {
		return fmt.Errorf("unknown command %q for %q%s", args[0], c.CommandPath(), didYouMean(near))
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return fmt.Errorf("unknown command %q for %q: expected %s", args[0], c.CommandPath(), strings.Join(names, " or "))
}

// didYouMean asks for one of the names that were likely meant, if there are any.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(names, " or "))
}

// flagsLike returns flags that an unknown one is likely to mean, found as for commands.
func flagsLike(c *cobra.Command, name string) (flags []string) {
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	for _, near := range all.SuggestionsFor(name) {
		flags = append(flags, "--"+near)
	}
	return flags
}

// Exactly checks for the required arguments of a command.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s given: expected %s", Count(len(args), "argument"), strings.Join(names, " and "))
		}
		return nil
	}
}

// AtMostOne checks for an optional argument of a command.
func AtMostOne(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s given: expected one %s at most", Count(len(args), "argument"), name)
		}
		return nil
	}
}
