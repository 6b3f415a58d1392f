// Package keep contains the commands manifest and verify, which record and verify what files say.
// They work on directories, bags, OCFL repositories and web archives.
package keep
