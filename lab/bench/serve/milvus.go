//go:build linux

package main

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed milvus.py
var milvusProgram string

// milvus is Milvus Lite, which is asked by a program in Python, as its users do. It compares all fingerprints.
type milvus struct {
	program *exec.Cmd
	server  int // its process
	stdin   io.WriteCloser
	mu      sync.Mutex // there is one connection
	answers *bufio.Reader
}

// startMilvus fills Milvus Lite, by a Python with its packages.
func startMilvus(ctx context.Context, python, dir string, documents int) (m *milvus, version string, err error) {
	m = &milvus{program: exec.CommandContext(ctx, python, "-c", milvusProgram, dir, strconv.Itoa(documents), strconv.Itoa(distance))}
	if m.stdin, err = m.program.StdinPipe(); err != nil {
		return nil, "", err
	}
	stdout, err := m.program.StdoutPipe()
	if err == nil {
		err = m.program.Start()
	}
	if err != nil {
		return nil, "", err
	}
	m.answers = bufio.NewReader(stdout)
	line, err := m.answers.ReadString('\n')
	if _, scanned := fmt.Sscan(line, &m.server, &version); scanned != nil {
		return nil, "", fmt.Errorf("milvus: %q, %w: %w", line, err, m.program.Wait())
	}
	return m, version, nil
}

func (m *milvus) pid() int { return m.server }

func (m *milvus) connect() (session, error) { return m, nil }

// close ends the program when there is no session any more. A session does not end.
func (m *milvus) close() error { return nil }

func (m *milvus) stop() error {
	m.stdin.Close()
	return m.program.Wait()
}

func (m *milvus) ask(format string, args ...any) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := fmt.Fprintf(m.stdin, format, args...); err != nil {
		return nil, err
	}
	line, err := m.answers.ReadString('\n')
	return strings.Fields(line), err
}

func (m *milvus) search(sketch uint64, document int) (found, refused bool, err error) {
	ids, err := m.ask("s %x\n", sketch)
	return document >= 0 && slices.Contains(ids, strconv.FormatInt(int64(document), 16)), false, err
}

func (m *milvus) add(sketch uint64, document int) (refused bool, err error) {
	_, err = m.ask("a %x %x\n", sketch, document)
	return false, err
}
