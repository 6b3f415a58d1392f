package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Exit codes. The greatest that applies is returned.
const (
	ExitDifferent   = 1 // a difference, or a failed vector
	ExitTrouble     = 2 // wrong usage, or an input that gives no result
	ExitInterrupted = 130
)

// Run is the command, without the process around it.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, commands []Command) int {
	signals, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)

	a := NewApp(ctx, stdin, stdout, stderr, commands...)
	root := a.RootCommand(args...)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(stdin)
	root.SetErr(stderr)

	done := make(chan struct{})
	go func() {
		defer close(done)
		a.Execute(root)
	}()
	select {
	case <-done:
		return a.Out.Close()
	case <-signals.Done():
		// A second ^C ends the process at once, whatever it is blocked in.
		stop()
		if a.ReportsInterrupt.Load() {
			cancel(context.Cause(signals))
			<-done
			if code := a.Out.Close(); a.Serves.Load() {
				return code
			}
			return ExitInterrupted
		}
		a.Out.interrupt() // before the command complains that it is interrupted
		cancel(context.Cause(signals))
		select { // so that temporary files are removed, and programs ended
		case <-done:
		case <-time.After(grace): // it is blocked in a read that nothing ends
		}
		return ExitInterrupted
	}
}

// grace is how long an interrupted command may take to end.
const grace = time.Second

// endings are the signals that end a run. With nohup, the end of the terminal is none.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if hangup != nil && !signal.Ignored(hangup) {
		all = append(all, hangup)
	}
	return all
}

// IgnoreHangup makes the end of the terminal no reason to end.
func IgnoreHangup() {
	if hangup != nil {
		signal.Ignore(hangup)
	}
}

// App is one run of the command.
type App struct {
	Ctx      context.Context // ends with ^C, SIGTERM, or SIGHUP
	commands []Command
	Stdin    io.Reader
	Out      *Output

	color, progress string // when there are some: one of modes
	noProgress      bool
	// reportsInterrupt says that the command ends when ctx does, and still has results then.
	ReportsInterrupt atomic.Bool
	Serves           atomic.Bool // and that this is how it ends well
	// running says that flags and arguments had the right form. Later errors are not about usage.
	running bool
}

// NewApp returns a run of a program that has these commands.
func NewApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, commands ...Command) *App {
	return &App{Ctx: ctx, commands: commands, Stdin: stdin, Out: &Output{Stdout: stdout, stderr: stderr}}
}

// usageError is an error that the help of the command may cure.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage marks an error as one of usage: the help of the command is named after it.
func Usage(err error) error { return usageError{err} }

// executed runs the command that the arguments name.
func executed(root *cobra.Command) (command *cobra.Command, err error) {
	command = root
	defer recovery.Catch(&err, "fpcheck")
	return root.ExecuteC()
}

func (a *App) Execute(root *cobra.Command) {
	command, err := executed(root)
	if err == nil || a.Out.brokenBy(err) { // which is said in the end
		return
	}
	a.Out.ComplainEach("", err)
	var usage usageError
	if !a.running || errors.As(err, &usage) {
		a.Out.Note("Try '" + command.CommandPath() + " --help'.")
	}
}
