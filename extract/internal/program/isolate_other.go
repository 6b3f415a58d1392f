//go:build !unix

package program

import "os/exec"

func isolate(*exec.Cmd)            {}
func killGroup(cmd *exec.Cmd)      { cmd.Process.Kill() }
func limitMemory(*exec.Cmd, int64) {}
