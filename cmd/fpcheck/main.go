// Command fpcheck makes and compares fingerprints of documents, records and verifies what
// the files of a tree say, and tests implementations of the specification.
package main

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

	_ "github.com/lsh-interop/fpcheck/extract/all"
	_ "github.com/lsh-interop/fpcheck/internal/cli/startup" // before packages that need much of it
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Exit codes. The greatest that applies is returned.
const (
	exitDifferent   = 1 // a difference, or a failed vector
	exitTrouble     = 2 // wrong usage, or an input that gives no result
	exitInterrupted = 130
)

// run is the command, without the process around it.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)

	a := &app{ctx: ctx, stdin: stdin, out: &output{stdout: stdout, stderr: stderr}}
	root := a.rootCommand(args...)
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(stdin)
	root.SetErr(stderr)

	done := make(chan struct{})
	go func() {
		defer close(done)
		a.execute(root)
	}()
	select {
	case <-done:
		return a.out.close()
	case <-signals.Done():
		// A second ^C ends the process at once, whatever it is blocked in.
		stop()
		if a.reportsInterrupt.Load() {
			cancel(context.Cause(signals))
			<-done
			if code := a.out.close(); a.serves.Load() {
				return code
			}
			return exitInterrupted
		}
		a.out.interrupt() // before the command complains that it is interrupted
		cancel(context.Cause(signals))
		select { // so that temporary files are removed, and programs ended
		case <-done:
		case <-time.After(grace): // it is blocked in a read that nothing ends
		}
		return exitInterrupted
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

// app is one run of the command.
type app struct {
	ctx   context.Context // ends with ^C, SIGTERM, or SIGHUP
	stdin io.Reader
	out   *output

	color, progress string // when there are some: one of modes
	noProgress      bool
	// reportsInterrupt says that the command ends when ctx does, and still has results then.
	reportsInterrupt atomic.Bool
	serves           atomic.Bool // and that this is how it ends well
	// running says that flags and arguments had the right form: errors from there
	// on are about something else, unless they are usageErrors.
	running bool
}

// usageError is an error that the command's help may cure.
type usageError struct{ error }

// executed runs the command that the arguments name.
func executed(root *cobra.Command) (command *cobra.Command, err error) {
	command = root
	defer recovery.Catch(&err, "fpcheck")
	return root.ExecuteC()
}

func (a *app) execute(root *cobra.Command) {
	command, err := executed(root)
	if err == nil || a.out.brokenBy(err) { // which is said in the end
		return
	}
	a.out.complainEach("", err)
	var usage usageError
	if !a.running || errors.As(err, &usage) {
		a.out.note("Try '" + command.CommandPath() + " --help'.")
	}
}
