//go:build !race

package main

import ()

const raced = false
