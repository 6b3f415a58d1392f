//go:build unix

package bagit

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// killMe names the bag into which this program, started again, writes fingerprints.
const killMe = "FPCHECK_TEST_KILL_ME"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killMe); dir != "" {
		if _, err := writeFingerprints(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKilledProcess checks that a killed process always leaves a valid bag, and that the next run
// resumes.
func TestKilledProcess(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	files := plain()
	for i := range 60 {
		name, text := fmt.Sprintf("data/%d/%d.txt", i%7, i), fmt.Sprintf("%s %d", prose, i)
		files[name] = text
		for _, alg := range []string{"md5", "sha256"} {
			files["manifest-"+alg+".txt"] += sumOf(alg, text) + "  " + name + "\n"
		}
	}
	files["bag-info.txt"] = "Contact-Name: Somebody\n"
	for _, name := range []string{"manifest-md5.txt", "manifest-sha256.txt", "bag-info.txt"} {
		resum(name)(files)
	}
	dir := onDisk(t, t.TempDir(), files, nil)
	if _, err := writeFingerprints(dir); err != nil {
		t.Fatal(err)
	}
	want := contents(t, dir)
	reset := func() {
		if err := os.RemoveAll(filepath.Join(dir, fingerprintsDir)); err != nil {
			t.Fatal(err)
		}
		onDisk(t, dir, files, nil)
	}
	reset()
	theirs := startJudge(t)
	r := rand.New(rand.NewPCG(5, 6))
	took := 60 * time.Millisecond
	done, between := 0, 0
	for i := range kills {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), killMe+"="+dir)
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(took)*5/4)), func() { c.Process.Kill() })
		if c.Wait() == nil {
			took = (took + time.Since(begun)) / 2
		}
		timer.Stop()
		b, findings := validate(t, dir, Options{})
		if !b.Valid {
			t.Fatalf("kill %d: invalid%s", i, inWords(findings))
		}
		if verdict := theirs(dir); verdict != "valid" {
			t.Fatalf("kill %d: bagit.py says %s", i, verdict)
		}
		now := contents(t, dir)
		maps.DeleteFunc(now, func(name, _ string) bool {
			return strings.HasPrefix(name, fingerprints+".") || strings.HasSuffix(name, ".tmp")
		})
		switch {
		case maps.Equal(now, want):
			done++
			reset()
		case !maps.Equal(now, files):
			between++
		}
	}
	t.Logf("%d of %d were done before they were killed, %d in between", done, kills, between)
	if _, err := writeFingerprints(dir); err != nil {
		t.Fatal(err)
	}
	got := contents(t, dir)
	maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasSuffix(name, ".tmp") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
