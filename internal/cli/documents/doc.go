// Package documents reads the documents that the arguments of a command name. These are files,
// directories, standard input, and the members of containers, data sets, mailboxes and web
// archives. [ReadDocuments] passes on one [Document] after another. They are in the order of the
// arguments, whatever the number of workers.
//
// The package also contains the flags that decide how documents are read.
package documents
