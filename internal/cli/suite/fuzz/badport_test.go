//go:build unix

package fuzz

// The test binary, started again, is a port that goes wrong in one of several ways. The tests of
// conformance.TestCommand on such ports are here too, to share it.

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

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
)

// The environment of a test binary that is a port.
const (
	how  = "FPCHECK_TEST_PORT"
	pids = "FPCHECK_TEST_PIDS"
)

// TestMain runs the tests, or is the port that the environment names.
func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(how); ok {
		notePID(os.Getpid())
		if port, ok := runnerPorts[name]; ok {
			port()
		} else {
			fuzzedPorts[name]()
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// badPort returns the command that starts the port of a name. The file gets the numbers of its
// processes.
func badPort(name, file string) []string {
	return []string{"/usr/bin/env", how + "=" + name, pids + "=" + file, os.Args[0]}
}

// notePID writes down a process that must not outlive the run.
func notePID(pid int) {
	f, err := os.OpenFile(os.Getenv(pids), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, pid)
		f.Close()
	}
}

// sayHello writes the hello of p.
func sayHello(p protocol.Implementation) {
	bufio.NewReader(os.Stdin).ReadBytes('\n')
	b, _ := json.Marshal(p.Describe())
	fmt.Printf("%s\n", b)
}

// serveChanged answers like p, and lets change alter what it writes.
func serveChanged(p protocol.Implementation, change func(r protocol.Request, reply []byte) []byte) {
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

// checkNoneLeft reports processes of a file that outlived the run.
func checkNoneLeft(t *testing.T, file string) {
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
