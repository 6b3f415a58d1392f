// Package suite contains the commands for authors of ports: conform, fuzz, vectors, port and
// report.
package suite
