// Package near contains the commands that find near duplicates: dedupe, index, search, plan, eval
// and serve.
package near
