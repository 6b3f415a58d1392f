// Package cli is the frame of the command: flags that all commands have, output, progress, colours,
// help, manual pages and exit codes. The packages below it are
//
//	documents     the way from arguments to documents, which most commands share
//	fingerprint   fingerprint and compare documents, and what shows how that works
//	near          find near duplicates: dedupe, index, search, plan, eval, serve
//	keep          record and verify files: manifests, bags, OCFL, web archives
//	suite         conform, fuzz and vectors, for authors of ports
//	commands      the table of all commands
//	startup       stack space for the initialisation of the program
//
// Results go to standard output, everything else to standard error. An [App] is one run.
//
// Only cmd/fpcheck and the lab may import the group.
package cli
