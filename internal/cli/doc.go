// Package cli groups the command: its flags, output and progress, the way from arguments to documents,
// and one package for each family of commands.
//
// Only cmd/fpcheck and the lab may import the group.
package cli
