package words

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/processgroup"
)

// timeout is the longest time that a command may need to start, or to answer one text.
const timeout = time.Minute

// Command starts a program that splits texts into words. It returns the tokenizer, and a Closer
// that ends the program. The program reads one text per line, as a JSON string. It answers each
// line with one line, a JSON array of strings, before it reads the next. It ends when its standard
// input ends. An error of the tokenizer quotes what the program wrote to standard error.
//
// A text arrives in parts of about 64 KiB, or 1 MiB if it has no line ends. If the program fails
// once, or needs more than a minute for one part, Command kills it. From then on the tokenizer
// returns errors. On Linux the program ends when the process that called Command ends.
func Command(argv []string) (split func(text string) ([]string, error), stop io.Closer, err error) {
	c, err := start(argv, timeout, maxAnswer)
	if err != nil {
		return nil, nil, err
	}
	return c.split, c, nil
}

// command is a program that runs. One text at a time is with it.
type command struct {
	name    string
	timeout time.Duration
	most    int // bytes of an answer

	stdin   io.WriteCloser
	answers chan []byte   // lines of its standard output; closed at its end
	tooLong error         // why that end came early
	quit    chan struct{} // closed when no answer is read any more
	stderr  tail
	process *os.Process
	ended   chan struct{} // closed when the process is
	status  error         // how it ended

	mu     sync.Mutex
	failed error // why there are no more words
}

// maxAnswer bounds what a program that has gone wild can cost.
const maxAnswer = 64 << 20

// grace is how long a program gets to end, and to say why it did.
const grace = 2 * time.Second

func start(argv []string, timeout time.Duration, most int) (*command, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("no command given")
	}
	c := &command{
		name: strings.Join(argv, " "), timeout: timeout, most: most,
		answers: make(chan []byte), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	processgroup.LeadTied(cmd)
	cmd.Stderr = &c.stderr
	cmd.WaitDelay = grace // for children of its own that keep its standard error
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stdin = stdin
	// A pipe of our own: Wait would close another before all is read.
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = in
	started := make(chan error)
	go func() {
		// The system takes the thread that started the program for its parent.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		c.status = cmd.Wait()
		close(c.ended)
		// What it wrote is all in the pipe; its own children may keep that open.
		if out.SetReadDeadline(time.Now().Add(grace)) != nil {
			out.Close()
		}
	}()
	err = <-started
	in.Close()
	if err != nil {
		out.Close()
		return nil, err
	}
	c.process = cmd.Process
	go c.read(out)
	// A program that does not work fails here, and not with each text.
	if _, err := c.split(""); err != nil {
		return nil, err
	}
	return c, nil
}

// read hands on the lines of standard output.
func (c *command) read(out *os.File) {
	defer out.Close()
	defer close(c.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, c.most)
	for lines.Scan() {
		select {
		case c.answers <- bytes.Clone(lines.Bytes()):
		case <-c.quit:
			return
		}
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		c.tooLong = err
	}
}

// split is the tokenizer.
func (c *command) split(text string) ([]string, error) {
	request, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return nil, c.failed
	}
	answer, err := c.ask(append(request, '\n'))
	if err != nil {
		return nil, c.fail(err)
	}
	words, err := parse(answer)
	if err != nil {
		return nil, c.fail(err)
	}
	return words, nil
}

// ask sends a line and returns the line that answers it.
func (c *command) ask(request []byte) ([]byte, error) {
	select {
	case line, running := <-c.answers:
		if !running {
			return nil, c.gone()
		}
		return nil, fmt.Errorf("says %.80q unasked: expected one line for each text", line)
	default:
	}
	timeout := time.NewTimer(c.timeout)
	defer timeout.Stop()
	// A program may answer before it has read all, or never read.
	wrote := make(chan error, 1)
	go func() {
		_, err := c.stdin.Write(request)
		wrote <- err
	}()
	var answer []byte
	for answers := c.answers; wrote != nil || answers != nil; {
		select {
		case line, running := <-answers:
			if !running {
				return nil, c.gone()
			}
			answer, answers = line, nil
		case err := <-wrote:
			if err != nil { // it no longer reads: most likely it has ended, and said why
				select {
				case <-c.ended:
					return nil, c.gone()
				case <-time.After(grace):
					return nil, fmt.Errorf("does not read its texts: %w", err)
				}
			}
			wrote = nil
		case <-timeout.C:
			return nil, fmt.Errorf("no answer in %v", c.timeout)
		}
	}
	return answer, nil
}

// gone says why there are no more answers.
func (c *command) gone() error {
	if c.tooLong != nil {
		return fmt.Errorf("an answer of more than %d bytes", c.most)
	}
	select {
	case <-c.ended:
	case <-time.After(2 * grace):
		return errors.New("has closed its standard output")
	}
	if c.status == nil {
		return errors.New("has ended")
	}
	return fmt.Errorf("has ended: %w", c.status)
}

// parse reads an answer. A null is neither a list nor a word.
func parse(answer []byte) ([]string, error) {
	var list []*string
	err := json.Unmarshal(answer, &list)
	if err == nil && list == nil {
		err = errors.New("null")
	}
	words := make([]string, 0, len(list))
	for _, word := range list {
		if word == nil {
			err = errors.New("null in a list")
			break
		}
		words = append(words, *word)
	}
	if err != nil {
		return nil, fmt.Errorf("answers %.80q: expected a JSON array of strings: %w", answer, err)
	}
	return words, nil
}

// fail ends the program, and names it in the error that all later texts get.
func (c *command) fail(err error) error {
	c.end(0)
	c.failed = fmt.Errorf("%s: %w", c.name, err)
	if said := c.stderr.String(); said != "" {
		c.failed = fmt.Errorf("%w; its standard error ends with %q", c.failed, said)
	}
	return c.failed
}

// end has the program end, and reports whether it did so by itself in that time.
func (c *command) end(within time.Duration) bool {
	c.stdin.Close()
	close(c.quit)
	if within > 0 {
		select {
		case <-c.ended:
			return true
		case <-time.After(within):
		}
	}
	processgroup.Kill(c.process)
	select {
	case <-c.ended:
	case <-time.After(2 * grace): // its children have its standard error, and are not ours to wait for
	}
	return false
}

// Close ends the program. It returns an error if the program did not end by itself, or failed. It does
// not repeat the error of a text.
func (c *command) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return nil
	}
	c.failed = fmt.Errorf("%s: closed", c.name)
	if !c.end(grace) {
		return fmt.Errorf("%s: did not end when its standard input did, and was killed", c.name)
	}
	if c.status != nil {
		return fmt.Errorf("%s: %w", c.name, c.status)
	}
	return nil
}

// tail keeps the last of what is written to it.
type tail struct {
	mu   sync.Mutex
	last []byte
}

const maxTail = 1 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = append(t.last, p[max(0, len(p)-maxTail):]...)
	t.last = append(t.last[:0], t.last[max(0, len(t.last)-maxTail):]...)
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.last), ""))
}
