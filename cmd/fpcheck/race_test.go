//go:build race

package main

// raced says that the race detector is at work: then pools forget what they are given, at random.
const raced = true
