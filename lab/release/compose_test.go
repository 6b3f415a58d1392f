package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// The compose file is valid by its specification, according to the library that docker compose
// uses. It gives the service nothing that it does not need.
func TestCompose(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "serve", "compose.yaml")
	octets, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	load := func(octets []byte) (*types.Project, error) {
		return loader.LoadWithContext(t.Context(), types.ConfigDetails{
			WorkingDir: t.TempDir(), ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: octets}},
		}, func(o *loader.Options) { o.SetProjectName("fpcheck", true) })
	}
	project, err := load(octets)
	if err != nil {
		t.Fatal(err)
	}
	s := project.Services["fpcheck"]
	for what, ok := range map[string]bool{
		"the file system is only read":   s.ReadOnly,
		"all capabilities are dropped":   len(s.CapDrop) == 1 && s.CapDrop[0] == "ALL",
		"it is not root":                 s.User == "1000:1000",
		"only this machine reaches it":   len(s.Ports) == 1 && s.Ports[0].HostIP == "127.0.0.1",
		"a token is needed":              len(s.Secrets) == 1 && strings.Contains(strings.Join(s.Command, " "), "--tokens /run/secrets/tokens"),
		"the index is where it is bound": len(s.Volumes) == 1 && strings.HasPrefix(s.Command[len(s.Command)-1], s.Volumes[0].Target+"/"),
		"it has time to stop":            s.StopGracePeriod != nil,
	} {
		if !ok {
			t.Errorf("it is not so that %s: %+v", what, s)
		}
	}
	for _, wrong := range []string{"read_only: perhaps", "red_only: true"} {
		if _, err := load([]byte(strings.Replace(string(octets), "read_only: true", wrong, 1))); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
