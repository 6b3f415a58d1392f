// Package cli is the frame of the command: common flags, output, progress, colours, help, manual
// pages and exit codes. These packages are below it:
//
//	documents     arguments to documents, for most commands
//	fingerprint   fingerprint and compare documents, and show the steps
//	near          find near duplicates: dedupe, index, search, plan, eval, serve
//	passages      find passages of texts in other texts
//	keep          record and verify files: manifests, bags, OCFL, web archives
//	suite         conform, fuzz and vectors, for authors of ports
//	commands      the table of all commands
//	startup       stack space for the initialisation of the program
//
// Results go to standard output, everything else to standard error. An [App] is one run.
//
// Only cmd/fpcheck and the lab may import the group.
package cli
