//go:build unix

package ocfl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// killMe names the storage root in which this program, started again, makes a manifest.
const killMe = "FPCHECK_TEST_KILL_OCFL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killMe); dir != "" {
		if err := createIn(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func createIn(dir string) error {
	h := manifest.Header{Scheme: scheme.SM1}
	return manifest.Create(context.Background(), filepath.Join(dir, "m"), Content(manifest.Dir(dir)), h, manifest.Options{Workers: 2}, nil)
}

// TestKilledProcess checks that a killed process leaves a whole manifest or none, and that the
// storage root stays valid.
func TestKilledProcess(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	tree := files{"0=ocfl_1.1": "ocfl_1.1\n"}
	for i := range 60 {
		d := newDraft(v1_1, 3)
		d.all(func(inv jsonMap) { inv["id"] = fmt.Sprintf("urn:example:%d", i) })
		d.build().under(fmt.Sprintf("%d/%d", i%7, i), tree)
	}
	dir := filepath.Join(t.TempDir(), "root")
	tree.write(t, dir)
	want := string(manifestOf(t, manifest.Dir(dir)))
	whole := filepath.Join(dir, "m")
	r := rand.New(rand.NewPCG(5, 6))
	start := func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), killMe+"="+dir)
		return c
	}
	begun := time.Now()
	if err := start().Run(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begun)
	done := 0
	for i := range kills {
		c := start()
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(3*took/2))), func() { c.Process.Kill() })
		if c.Wait() == nil {
			took = (took + time.Since(begun)) / 2
		}
		timer.Stop()
		octets, err := os.ReadFile(whole)
		switch {
		case os.IsNotExist(err):
		case err != nil:
			t.Fatal(err)
		case string(octets) == want:
			done++
			if err := os.Remove(whole); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("kill %d: neither none nor a whole manifest: %d octets", i, len(octets))
		}
	}
	t.Logf("%d of %d were done before they were killed", done, kills)
	if err := createIn(dir); err != nil {
		t.Fatal(err)
	}
	octets, err := os.ReadFile(whole)
	if err != nil || string(octets) != want {
		t.Errorf("in the end, another manifest than without interruptions: %v", err)
	}
	if codes, lines := codesOf(Validate(context.Background(), manifest.Dir(dir), Options{})); len(codes) > 0 {
		t.Errorf("the storage root is no more valid: %v", lines)
	}
}
