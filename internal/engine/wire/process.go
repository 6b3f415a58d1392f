// Package wire sends the messages of the port protocol as lines of JSON, and runs ports as processes.
package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/kernel/processgroup"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// maxReply is the greatest length of a reply's line.
const maxReply = 64 << 20

// grace is how long Stop waits after each request to end. The end of the input is the first. After the end of
// a port, grace is also the longest time to read what it has written.
const grace = 2 * time.Second

// A Process is a port that runs as another program.
type Process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   chan []byte // closed when there will be no more; then err says why
	err     error
	ended   func() <-chan struct{} // reaps the program; closed when it has ended
	log     *tail
	Hello   protocol.Hello // what the port says of itself
	stopped sync.Once
}

// A Program is how to start a port.
type Program struct {
	Command []string
	Suite   string        // the version of the runner, for its hello
	Timeout time.Duration // of the port's hello
	Log     io.Writer     // gets the port's standard error; may be nil
}

// Start starts a port and exchanges hellos.
func (p Program) Start(ctx context.Context) (*Process, error) {
	if len(p.Command) == 0 {
		return nil, errors.New("the command of the port is empty: expected the name of a program")
	}
	c := &Process{cmd: exec.Command(p.Command[0], p.Command[1:]...), lines: make(chan []byte, 64), log: &tail{also: p.Log}}
	c.ended = sync.OnceValue(c.reap)
	c.cmd.Stderr = c.log
	c.cmd.WaitDelay = grace // a grandchild may hold our pipes open
	processgroup.Lead(c.cmd)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, theirs, err := os.Pipe() // a StdoutPipe would be closed when the program ends, unread
	if err != nil {
		return nil, err
	}
	c.out, c.cmd.Stdout = out, theirs
	err = c.cmd.Start()
	theirs.Close()
	if err != nil {
		out.Close()
		return nil, fmt.Errorf("cannot start the port: %w", err)
	}
	go c.read(c.out)
	if err := c.greet(ctx, p); err != nil {
		c.Stop()
		return nil, fmt.Errorf("%w%s", err, c.log.quoted())
	}
	return c, nil
}

// reap waits for the program. It is called when the program should end: its number may belong to another
// one afterwards.
func (c *Process) reap() <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		c.cmd.Wait()
		close(ended)
	}()
	return ended
}

func (c *Process) read(out io.Reader) {
	defer close(c.lines)
	r := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := readLine(r)
		if len(line) > 0 {
			c.lines <- line
		}
		if err != nil {
			if err != io.EOF {
				c.err = err
			}
			return
		}
	}
}

var errLongLine = fmt.Errorf("a reply is longer than %d bytes", maxReply)

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxReply {
			return nil, errLongLine
		}
		if err != bufio.ErrBufferFull {
			if err == io.EOF && len(line) > 0 {
				return nil, fmt.Errorf("the last line has no end: %s", Abridge(line))
			}
			return line, err
		}
	}
}

func (c *Process) greet(ctx context.Context, p Program) error {
	b, err := MarshalLine(Offer{Protocols: []int{protocol.Version}, Suite: p.Suite})
	if err != nil {
		return err
	}
	go c.in.Write(b) // a port that reads nothing must not hold us up
	line, err := c.Next(ctx, p.Timeout)
	if err != nil {
		return fmt.Errorf("no hello from the port: %w", err)
	}
	c.Hello, err = parseHello(line)
	return err
}

// ErrTimeout means that a port runs and is silent.
var ErrTimeout = errors.New("no reply in time")

// Next returns the port's next line.
func (c *Process) Next(ctx context.Context, timeout time.Duration) ([]byte, error) {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case line, ok := <-c.lines:
		if ok {
			return line, nil
		}
		if c.err != nil {
			return nil, c.err
		}
		return nil, c.exited()
	case <-timer.C:
		return nil, fmt.Errorf("%w (%v)", ErrTimeout, timeout)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Send writes a request. It returns an error if the port has ended, and Next says how.
func (c *Process) Send(r protocol.Request) error {
	b, err := MarshalRequest(r)
	if err != nil {
		return err
	}
	_, err = c.in.Write(b)
	return err
}

// Ask sends a line, and returns the next line of the port.
func (c *Process) Ask(ctx context.Context, line []byte, timeout time.Duration) ([]byte, error) {
	if _, err := c.in.Write(line); err != nil {
		return nil, err
	}
	return c.Next(ctx, timeout)
}

// LogTail returns the end of the port's log, worded as the end of an error.
func (c *Process) LogTail() string { return c.log.quoted() }

// Kill ends the port at once, and everything it started.
func (c *Process) Kill() { processgroup.Kill(c.cmd.Process) }

// Peak returns the greatest memory that the port has used, in bytes.
func (c *Process) Peak() (int64, error) { return processgroup.Peak(c.cmd.Process) }

// exited returns an error that says how the port ended.
func (c *Process) exited() error {
	c.Stop()
	if s := c.cmd.ProcessState; s != nil {
		return fmt.Errorf("the port ended: %s", s)
	}
	return errors.New("the port ended")
}

// End closes the input of a port that owes no reply, and waits for its end. The port must end with status 0
// within the time and write no more (SPEC.md, annex A). Otherwise End returns an error and stops it.
func (c *Process) End(ctx context.Context, timeout time.Duration) error {
	defer c.Stop()
	c.in.Close()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	lines, ended := c.lines, c.ended()
	for lines != nil || ended != nil {
		select {
		case line, ok := <-lines:
			switch {
			case ok:
				return fmt.Errorf("after its last reply, the port wrote %s", Abridge(line))
			case c.err != nil:
				return fmt.Errorf("after its last reply: %w", c.err)
			}
			lines = nil
		case <-ended:
			if s := c.cmd.ProcessState; !s.Success() {
				return fmt.Errorf("after its last reply, the port ended: %s: expected exit status 0%s", s, c.LogTail())
			}
			ended = nil
			timer.Reset(grace) // another process may hold its output open
		case <-timer.C:
			if ended == nil {
				return nil
			}
			return fmt.Errorf("the port did not end within %v after the end of its input", timeout)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Stop ends the port and all it started. It closes the input, asks the port to end, and then kills it.
func (c *Process) Stop() {
	c.stopped.Do(func() {
		c.in.Close()
		done := make(chan struct{})
		go func() {
			for range c.lines { // so that it can write what it still has
			}
			<-c.ended()
			c.out.Close()
			close(done)
		}()
		for _, signal := range []func(*os.Process){func(*os.Process) {}, processgroup.Terminate, processgroup.Kill} {
			signal(c.cmd.Process)
			select {
			case <-done:
				processgroup.Kill(c.cmd.Process) // what it left behind
				return
			case <-time.After(grace):
			}
		}
		c.out.Close() // held open by something that left the group
		<-done
	})
}

// tail keeps the end of a port's log.
type tail struct {
	mu   sync.Mutex
	kept []byte
	also io.Writer
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.also != nil {
		t.also.Write(p)
	}
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - 2048; over > 0 {
		t.kept = slices.Delete(t.kept, 0, over)
	}
	return len(p), nil
}

// quoted returns the end of the log for the end of an error.
func (t *tail) quoted() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(t.kept), []byte("\n"))
	if len(lines[0]) == 0 {
		return ""
	}
	said := "; its log ends:"
	for _, line := range lines[max(0, len(lines)-5):] {
		said += "\n| " + escape.Text(string(line))
	}
	return said
}

// Abridge quotes a line, or its beginning if it is long.
func Abridge(line []byte) string {
	return escape.Abridge(string(bytes.TrimSuffix(line, []byte("\n"))), 200)
}
