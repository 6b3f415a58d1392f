// Package keep has the commands that record and verify what the files of a tree say: manifest and verify,
// for directories, bags, OCFL repositories and web archives. The packages below it are
//
//	outcome     findings, numbers of files by status, and the verdict
//	premis      verifications as PREMIS and METS events
//	profile     BagIt Profiles, and what of a bag is not as they ask
//	verifypage  verifications as HTML pages
package keep
