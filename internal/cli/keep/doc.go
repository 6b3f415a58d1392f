// Package keep contains the commands manifest and verify, which record and verify what files say.
// They work on directories, bags, OCFL repositories and web archives. The packages below it are
//
//	outcome     findings, numbers of files by status, and the verdict
//	premis      verifications as PREMIS and METS events
//	profile     BagIt Profiles, and how a bag differs from them
//	verifypage  verifications as HTML pages
package keep
