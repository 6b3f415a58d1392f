//go:build !linux

package processgroup

import "os/exec"

func LeadTied(cmd *exec.Cmd) { Lead(cmd) }
