package near

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file is loaded again each time it changes, also after it could not be loaded or was away.
func TestChangedFilesAreLoaded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tokens")
	write := func(text string) {
		// As programs that keep secrets do: the file is never half there.
		err := errors.Join(os.WriteFile(name+".new", []byte(text), 0o600), os.Rename(name+".new", name))
		if err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	loaded := make(chan string, 1)
	onChange(t.Context(), []string{name}, time.Millisecond, func() error {
		text, err := os.ReadFile(name)
		loaded <- string(text)
		return err
	}, func(_ string, err error) {
		if !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	})
	expect := func(want string) {
		t.Helper()
		select {
		case got := <-loaded:
			if got != want {
				t.Errorf("loaded %q, want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q was not loaded", want)
		}
	}
	time.Sleep(20 * time.Millisecond) // what has not changed is not loaded
	write("another")
	expect("another")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	expect("")
	write("again")
	expect("again")
}
