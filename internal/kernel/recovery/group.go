package recovery

import "sync"

// A Group runs functions at the same time. A panic of one of them would end the process, whatever the caller
// recovers. In a Group, it becomes a panic of [Group.Wait] with an error of [Catch].
type Group struct {
	running sync.WaitGroup
	once    sync.Once
	err     error // of the first panic
}

// Go calls do in a new goroutine.
func (g *Group) Go(do func()) {
	g.running.Go(func() {
		if err := Shielded(do, "work that is done at once"); err != nil {
			g.once.Do(func() { g.err = err })
		}
	})
}

// Wait waits until all functions have returned. It panics if one of them did.
func (g *Group) Wait() {
	if g.running.Wait(); g.err != nil {
		panic(g.err)
	}
}
