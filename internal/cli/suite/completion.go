package suite

import (
	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/vectors"
)

func stageNames() []string {
	var names []string
	for _, s := range vectors.Stages {
		names = append(names, string(s))
	}
	return names
}

// ruleIDs come with the rules' names, which shells show beside them.
func ruleIDs() []string {
	var ids []string
	for _, r := range fpcheck.Rules() {
		ids = append(ids, r.ID+"\t"+r.Name)
	}
	return ids
}
