// Package keep has the commands that record and verify what the files of a tree say: manifest and verify,
// for directories, bags, OCFL repositories and web archives.
package keep
