package service

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var served = filepath.Join("..", "..", "docs", "serve")

// promtool checks what Prometheus reads.
func promtool(t *testing.T, stdin string, args ...string) {
	t.Helper()
	name, err := filepath.Abs(filepath.Join("..", "..", ".cache", "promtool", "promtool"))
	if _, err2 := os.Stat(name); err != nil || err2 != nil {
		t.Fatal(err, err2, ": run lab/scripts/promtool.sh")
	}
	check := exec.Command(name, args...)
	check.Stdin = strings.NewReader(stdin)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// Rules are about metrics that there are, and each fires when it should and not before.
func TestAlerts(t *testing.T) {
	name, err := filepath.Abs(filepath.Join(served, "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, metric := range regexp.MustCompile(`fpcheck_[a-z_]+`).FindAllString(string(octets), -1) {
		if _, ok := help[strings.TrimSuffix(metric, "_bucket")]; !ok {
			t.Errorf("there is no metric %s", metric)
		}
	}
	tests, err := os.ReadFile(filepath.Join("testdata", "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, alert := range regexp.MustCompile(`(?m)- alert: (.*)$`).FindAllSubmatch(octets, -1) {
		if strings.Count(string(tests), "alertname: "+string(alert[1])+",")+strings.Count(string(tests), "alertname: "+string(alert[1])+"}") != 2 {
			t.Errorf("%s is not tested with both", alert[1])
		}
	}
	if testing.Short() {
		t.Skip("promtool is not for a short run")
	}
	promtool(t, "", "check", "rules", name)
	here := filepath.Join(t.TempDir(), "tests.yaml")
	if err := os.WriteFile(here, []byte(strings.Replace(string(tests), "ALERTS", name, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "", "test", "rules", here)
}

// systemd accepts the unit, and finds little that is left open.
func TestUnit(t *testing.T) {
	if testing.Short() {
		t.Skip("systemd-analyze is not for a short run")
	}
	octets, err := os.ReadFile(filepath.Join(served, "fpcheck.service"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "fpcheck.service")
	analyze := func(unit string, args ...string) (string, error) {
		if err := os.WriteFile(name, []byte(unit), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("systemd-analyze", append(args, name)...).CombinedOutput()
		return string(out), err
	}
	// The program need not be installed where it is tested.
	unit := strings.Replace(string(octets), "ExecStart=/usr/bin/fpcheck ", "ExecStart=/bin/true ", 1)
	if out, err := analyze(unit, "verify"); err != nil || out != "" {
		t.Error(err, out)
	}
	if out, _ := analyze(strings.Replace(unit, "NoNewPrivileges=yes", "NoPrivileges=yes", 1), "verify"); !strings.Contains(out, "NoPrivileges") {
		t.Error("a setting that is none is accepted:", out)
	}
	const most = "--threshold=15" // tenths: of 0, where nothing is open, to 10
	if out, err := analyze(unit, "security", "--offline=true", most); err != nil {
		t.Error(err, out)
	}
	if _, err := analyze(strings.Replace(unit, "CapabilityBoundingSet=\n", "", 1), "security", "--offline=true", most); err == nil {
		t.Error("a unit with all capabilities is accepted")
	}
}
