// Package documents reads the documents that the arguments of a command name: files, the files of a
// directory, standard input, and the members of containers, data sets, mailboxes and web archives.
// [ReadDocuments] is the entry. It hands over one [Document] after another, in the order of the
// arguments, whatever the number of workers.
//
// The package also has the flags that decide how documents are read.
package documents
