//go:build unix

// Package badport is for tests: the test binary, started again, is a port that goes wrong
// in one of several ways.
package badport

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/internal/wire"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
)

// The environment of a test binary that is a port.
const (
	how  = "FPCHECK_TEST_PORT"
	pids = "FPCHECK_TEST_PIDS"
)

// Main runs the tests, or is the port that the environment names.
func Main(m *testing.M, ports map[string]func()) {
	if name, ok := os.LookupEnv(how); ok {
		NotePID(os.Getpid())
		ports[name]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Command returns what starts the port of a name. The file gets the numbers of its
// processes.
func Command(name, file string) []string {
	return []string{"/usr/bin/env", how + "=" + name, pids + "=" + file, os.Args[0]}
}

// NotePID writes down a process that must not outlive the run.
func NotePID(pid int) {
	f, err := os.OpenFile(os.Getenv(pids), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, pid)
		f.Close()
	}
}

// Hello says what p says of itself.
func Hello(p protocol.Implementation) {
	bufio.NewReader(os.Stdin).ReadBytes('\n')
	b, _ := json.Marshal(p.Describe())
	fmt.Printf("%s\n", b)
}

// Serve answers like p, and lets change alter what it writes.
func Serve(p protocol.Implementation, change func(r protocol.Request, reply []byte) []byte) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	in.ReadBytes('\n')
	b, _ := json.Marshal(p.Describe())
	fmt.Printf("%s\n", b)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		r, _, _ := wire.ParseRequest(line)
		reply, _ := wire.MarshalReply(p.Answer(r))
		os.Stdout.Write(change(r, reply))
	}
}

// CheckNoneLeft reports processes of a file that outlived the run.
func CheckNoneLeft(t *testing.T, file string) {
	t.Helper()
	list, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("the port did not start: %v", err)
	}
	for _, field := range strings.Fields(string(list)) {
		pid, _ := strconv.Atoi(field)
		deadline := time.Now().Add(5 * time.Second)
		for syscall.Kill(pid, 0) == nil && !isZombie(pid) {
			if time.Now().After(deadline) {
				t.Errorf("process %d is still there", pid)
				syscall.Kill(pid, syscall.SIGKILL)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z")
}
