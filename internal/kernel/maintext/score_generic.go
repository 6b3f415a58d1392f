//go:build !amd64 || purego

package maintext

type wideForest struct{}

func wideModel() *wideForest { return nil }

func (*wideForest) score([]vector) (scores [lanes]int32) { return scores }
