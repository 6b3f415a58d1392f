package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestServeOnFullDisk checks that a full disk refuses changes, while searches continue. Acknowledged
// changes survive, even if the process is killed. Once there is room, changes are accepted again. A shadow
// that cannot be written is a fault.
func TestServeOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	const room = 1 << 20
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", room)); errors.Is(err, syscall.EPERM) {
		t.Skip("only root may mount a small disk")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	name, ballast := filepath.Join(dir, "a.fpx"), filepath.Join(dir, "ballast")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Profile: "visible", Tables: index.Tables{Distance: 3}})
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	print, err := scheme.SM1.Sum([]byte("The keeper of the light wrote down the weather of every single day."))
	if err != nil {
		t.Fatal(err)
	}
	send := func(address, method, path, body string) (status int, answer string) {
		t.Helper()
		request, err := http.NewRequest(method, address+"/v1/indexes/a/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		r, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		octets, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(octets)
	}
	ask := func(address, method, path string) (status int, answer string) {
		t.Helper()
		return send(address, method, path, `{"fingerprint":"`+print.String()+`"}`)
	}
	fill := func() {
		t.Helper()
		f, err := os.Create(ballast)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for piece := make([]byte, 4096); ; {
			if _, err := f.Write(piece); errors.Is(err, syscall.ENOSPC) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	long := strings.Repeat("x", 2000) // so that a page of the disk is soon full
	added, refused := 0, 0
	add := func(address string, until func(status int) bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; {
			status, answer := ask(address, "PUT", fmt.Sprintf("documents/%d-%s", added, long))
			switch status {
			case http.StatusCreated, http.StatusOK: // a refused change may exist: the client was not told that it does not
				added++
			case http.StatusInsufficientStorage:
				refused++
			default:
				t.Fatal(status, answer)
			}
			if until(status) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("still %d %s", status, answer)
			}
		}
	}
	check := func(address string) {
		t.Helper()
		for i := range added {
			if status, answer := ask(address, "GET", fmt.Sprintf("documents/%d-%s", i, long)); status != http.StatusOK {
				t.Fatalf("document %d is lost: %d %s", i, status, answer)
			}
		}
		if status, answer := ask(address, "POST", "search?limit=1"); status != http.StatusOK || !strings.Contains(answer, `"distance":0`) {
			t.Errorf("searches do not go on: %d %s", status, answer)
		}
	}
	cmd, address := served(t, name)
	add(address, func(int) bool { return added == 20 })
	fill()
	add(address, func(status int) bool { return status == http.StatusInsufficientStorage })
	time.Sleep(1500 * time.Millisecond) // the index should be written now, and cannot be
	check(address)
	if status, answer := send(address, "PUT", "shadow", `{"max_distance":2}`); status != http.StatusAccepted {
		t.Errorf("a shadow: %d %s", status, answer)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if status, answer := ask(address, "GET", "shadow"); strings.Contains(answer, `"fault":"`) {
			break
		} else if status != http.StatusOK || time.Now().After(end) {
			t.Fatalf("the shadow: %d %s: expected a fault", status, answer)
		}
	}
	check(address)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	before := added
	add(address, func(int) bool { return added == before+20 })
	check(address)
	// Once more, with a kill while the disk is full. The process cannot start without room; with room,
	// all changes are there.
	fill()
	add(address, func(status int) bool { return status == http.StatusInsufficientStorage })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	starting := exec.Command(os.Args[0], "serve", "--listen", "127.0.0.1:0", name)
	starting.Env = append(os.Environ(), asCommand+"=1")
	if said, err := starting.CombinedOutput(); err == nil || !regexp.MustCompile(`a\.fpx[^:]*: no space left on device`).Match(said) {
		t.Errorf("on the full disk: %v, %q: expected an error with the file", err, said)
	}
	cmd, address = served(t, "--read-only", name)
	if status, answer := ask(address, "POST", "search?limit=1"); status != http.StatusOK {
		t.Errorf("searches with --read-only: %d %s", status, answer)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	cmd, address = served(t, name)
	check(address)
	add(address, func(status int) bool { return status == http.StatusCreated || status == http.StatusOK })
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	x, err := index.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if err := x.Verify(t.Context()); err != nil || x.Len() < added || x.Len() > added+1 {
		t.Errorf("%d documents, %v: expected %d", x.Len(), err, added)
	}
	t.Logf("%d documents were added, and %d refused", added, refused)
}
