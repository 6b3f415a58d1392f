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
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
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

// TestServeAfterHangup checks that SIGHUP does not end a service outside of a terminal. Operators send it so that
// programs read their files again.
func TestServeAfterHangup(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.fpx")
	var out, stderr bytes.Buffer
	if code := cli.Run([]string{"index", "create", name}, nil, &out, &stderr, commands.All); code != 0 {
		t.Fatal(stderr.String())
	}
	cmd, address := served(t, name)
	for range 3 {
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
		r, err := http.Get(address + "/ready")
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("after SIGHUP: %v", err)
		}
		r.Body.Close()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// TestServeIsKilled checks that acknowledged changes survive kill -9, and are in the index after a
// regular end.
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
	if code := cli.Run([]string{"index", "build", "--scheme", "sm1", name}, strings.NewReader(text(1000)), &out, &stderr,
		commands.All); code != 0 {
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
	if code := cli.Run([]string{"index", "verify", name}, nil, &out, &stderr, commands.All); code != 0 ||
		!strings.Contains(stderr.String(), fmt.Sprintf("undamaged, %d documents", n+1)) {
		t.Errorf("%s: expected %d documents", stderr.String(), n+1)
	}
	if left, err := filepath.Glob(name + "?*"); len(left) > 0 || err != nil {
		t.Error("left:", left, err)
	}
}

// TestServeKeyed creates and serves an index by a private scheme with a key. Fingerprints by
// another key do not match.
func TestServeKeyed(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	const text = "The keeper of the light wrote down the weather of every single day in the log book of the station."
	for name, octets := range map[string]string{
		"key": "000102030405060708090a0b0c0d0e0f", "other": "100102030405060708090a0b0c0d0e0f",
		"x-keyed.yaml": "id: x-keyed\nunicode: 15.0.0\ntext: utf-8\nidentifiers: remove\nnormalise: nfkc-casefold\n" +
			"categories: [Ll, Lo, Lm, Mn, Nd, Pc]\nalphabetic: true\nfeatures: tokens\nweights: distinct\nhash: siphash-2-4\nsketch: simhash-64\n",
	} {
		if err := os.WriteFile(in(name), []byte(octets), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keyed := func(key string) []string { return []string{"--scheme-file", in("x-keyed.yaml"), "--key-file", in(key)} }
	var out, stderr bytes.Buffer
	if code := cli.Run(append([]string{"index", "create", "--max-distance", "3", in("a.fpx")}, keyed("key")...), nil,
		&out, &stderr, commands.All); code != 0 {
		t.Fatal(stderr.String())
	}
	ask := func(address, method, path, body string) string {
		t.Helper()
		request, err := http.NewRequest(method, address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		answer, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(answer)
	}
	var prints []string
	for _, key := range []string{"key", "other"} {
		cmd, address := served(t, append(keyed(key), in("a.fpx"))...)
		got := ask(address, "POST", "/v1/fingerprint?scheme=x-keyed", text)
		_, print, _ := strings.Cut(got, `"fingerprint":"`)
		print, _, _ = strings.Cut(print, `"`)
		prints = append(prints, print)
		if key == "key" {
			if got := ask(address, "PUT", "/v1/indexes/a/documents/one", text); !strings.Contains(got, print) {
				t.Errorf("%s: expected %s", got, print)
			}
			if got := ask(address, "POST", "/v1/indexes/a/search", text); !strings.Contains(got, `"id":"one"`) || !strings.Contains(got, `"distance":0`) {
				t.Errorf("what was added is not found: %s", got)
			}
		} else if got := ask(address, "GET", "/v1/indexes/a/documents/one", ""); !strings.Contains(got, prints[0]) {
			t.Errorf("what was answered is lost: %s", got)
		}
		if err := cmd.Process.Kill(); err != nil { // so that only the journal has the change
			t.Fatal(err)
		}
		cmd.Wait()
	}
	if !strings.HasPrefix(prints[0], "x-keyed:") || prints[0] == prints[1] {
		t.Errorf("%q: expected two", prints)
	}
	stderr.Reset()
	if code := cli.Run([]string{"serve", "--listen", "127.0.0.1:0", in("a.fpx")}, nil, &out, &stderr,
		commands.All); code != 2 || !strings.Contains(stderr.String(), "x-keyed") {
		t.Errorf("without its scheme: %d %s", code, &stderr)
	}
}
