// Package outcome states what a verification found, in the form that lines, pages and events share:
// the subject of a validation, its findings, the numbers of files by status, and the verdict.
package outcome
