//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// packedBag writes a tar of a bag with many files.
func packedBag(t *testing.T, name string) {
	t.Helper()
	var b, list bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(name, content string) {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "bag/" + name, Mode: 0o644, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(content))
	}
	for i := range 60 {
		name := fmt.Sprintf("data/%d/%d.txt", i%7, i)
		content := fmt.Sprintf("Two keepers of the light wrote down the weather every day for %d years.\n", i)
		add(name, content)
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256([]byte(content)), name)
	}
	declaration, info := "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n", "Contact-Name: Somebody\n"
	add("bagit.txt", declaration)
	add("bag-info.txt", info)
	add("manifest-sha256.txt", list.String())
	add("tagmanifest-sha256.txt", fmt.Sprintf("%x  bagit.txt\n%x  bag-info.txt\n%x  manifest-sha256.txt\n",
		sha256.Sum256([]byte(declaration)), sha256.Sum256([]byte(info)), sha256.Sum256(list.Bytes())))
	w.Close()
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A process that is killed leaves no new container, or a whole one, and the next one goes on. Both
// forms of writing the fingerprints of a packed bag are killed.
func TestKilledManifestOfPackedBag(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	dir := t.TempDir()
	bag := filepath.Join(dir, "bag.tar")
	packedBag(t, bag)
	original, err := os.ReadFile(bag)
	if err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "new", "bag.tar")
	os.Mkdir(filepath.Dir(inside), 0o777)
	outcomes := []struct {
		name string
		args []string
		want []byte
	}{
		{bag + ".sm1.fpm", []string{"manifest", "bagit", "--quiet", bag}, nil},
		{inside, []string{"manifest", "bagit", "--quiet", "--output", inside, bag}, nil},
	}
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(os.Args[0], args...)
		c.Env = append(os.Environ(), asCommand+"=1")
		return c
	}
	var took time.Duration
	for i := range outcomes {
		o := &outcomes[i]
		begun := time.Now()
		if out, err := command(o.args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		took = max(took, time.Since(begun))
		if o.want, err = os.ReadFile(o.name); err != nil {
			t.Fatal(err)
		}
		os.Remove(o.name)
	}
	r := rand.New(rand.NewPCG(7, 8))
	done := 0
	for i := range kills {
		o := outcomes[i%len(outcomes)]
		c := command(o.args...)
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(took)*5/4)), func() { c.Process.Kill() })
		if c.Wait() == nil {
			took = (took + time.Since(begun)) / 2
		}
		timer.Stop()
		switch got, err := os.ReadFile(o.name); {
		case err != nil:
		case !bytes.Equal(got, o.want):
			t.Fatalf("kill %d: %s is another than it was", i, o.name)
		default:
			done++
			os.Remove(o.name)
		}
	}
	t.Logf("%d of %d were done before they were killed", done, kills)
	if now, err := os.ReadFile(bag); err != nil || !bytes.Equal(now, original) {
		t.Errorf("the container was changed: %v", err)
	}
	for _, o := range outcomes {
		if out, err := command(o.args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if out, err := command("verify", "--strict", bag).CombinedOutput(); err != nil || bytes.Count(out, []byte(": OK\n")) != 60 {
			t.Errorf("%v: %s", err, out)
		}
	}
	left, _ := os.ReadDir(filepath.Dir(inside))
	if len(left) != 1 {
		t.Errorf("left %v", left)
	}
	acceptedByBagIt(t, inside)
}

// acceptedByBagIt unpacks a bag as people do, and has bagit.py judge it.
func acceptedByBagIt(t *testing.T, name string) {
	t.Helper()
	if testing.Short() {
		return
	}
	dir := t.TempDir()
	if out, err := exec.Command("tar", "-xf", name, "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	python, err := filepath.Abs("../../.cache/repositories/bin/python3")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-m", "bagit", "--validate", filepath.Join(dir, "bag"))
	c.Env = append(os.Environ(), "HOME="+dir)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("bagit.py: %v: %s (lab/scripts/repositories.sh installs it)", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "bag", "fingerprints", "sm1.txt")); err != nil {
		t.Error(err)
	}
}
