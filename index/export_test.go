package index

// HoldFewLinks has clusters of SimHashes found without links if there are more than a few. It returns a
// function that undoes this.
func HoldFewLinks(links int) (undo func()) {
	few, each := fewLinks, linksEach
	fewLinks, linksEach = links, 0
	return func() { fewLinks, linksEach = few, each }
}
