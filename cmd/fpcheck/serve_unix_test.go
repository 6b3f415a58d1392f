//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// served starts the command serve, and returns it with its address.
func served(t *testing.T, args ...string) (cmd *exec.Cmd, address string) {
	t.Helper()
	cmd = exec.Command(os.Args[0], append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on "); ok {
			go io.Copy(io.Discard, stderr)
			return cmd, address
		}
		t.Log(lines.Text())
	}
	t.Fatal("it does not listen")
	return nil, ""
}

// What was answered is found after kill -9, and is in the index once the command has ended well.
func TestServeIsKilled(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.fpx")
	text := func(n int) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "word%d ", (n+2)*(i+3)%991)
		}
		return b.String()
	}
	var out, stderr bytes.Buffer
	if code := run([]string{"index", "build", "--scheme", "sm1", name}, strings.NewReader(text(1000)), &out, &stderr); code != 0 {
		t.Fatal(stderr.String())
	}
	const kills, each = 3, 50
	n := 0
	for range kills {
		cmd, address := served(t, name)
		for i := range n {
			r, err := http.Get(fmt.Sprintf("%s/v1/indexes/a/documents/%d", address, i))
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatalf("document %d is lost: %v", i, err)
			}
			r.Body.Close()
		}
		for range each {
			request, err := http.NewRequest("PUT", fmt.Sprintf("%s/v1/indexes/a/documents/%d", address, n), strings.NewReader(text(n)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := http.DefaultClient.Do(request)
			if err != nil || r.StatusCode != http.StatusCreated {
				t.Fatal(r, err)
			}
			r.Body.Close()
			n++
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
	}
	cmd, _ := served(t, name)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error("it has ended well, and says otherwise:", err)
	}
	if code := run([]string{"index", "verify", name}, nil, &out, &stderr); code != 0 || !strings.Contains(stderr.String(), fmt.Sprintf("undamaged, %d documents", n+1)) {
		t.Errorf("%s: expected %d documents", stderr.String(), n+1)
	}
	if left, err := filepath.Glob(name + "?*"); len(left) > 0 || err != nil {
		t.Error("left:", left, err)
	}
}
