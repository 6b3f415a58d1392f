// Package outcome has the result of a verification, in the form that lines, pages and events share. It
// has the subject, the findings, the number of files by status, and the verdict.
package outcome
