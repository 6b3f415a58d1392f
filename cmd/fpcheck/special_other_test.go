//go:build !unix

package main

import "github.com/rogpeppe/go-internal/testscript"

func fifo(ts *testscript.TestScript, _ bool, _ []string)   { ts.Fatalf("no named pipes here") }
func socket(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no sockets here") }
