// Package evaluation measures schemes on the real documents that lab/corpus/install.sh evaluation
// installs. It measures how often they find pairs of the same text: edited, in another medium or of
// another version. It also measures how often they find other pairs. It writes docs/measured/evaluation.md.
//
// The same documents and options give the same results, byte for byte, however many workers there
// are.
package evaluation

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Options say what to measure.
type Options struct {
	// Schemes are what is measured; all registered ones if nil.
	Schemes []*scheme.Scheme
	// Quick measures on a sample.
	Quick bool
	Seed  uint64
	// Workers is how many texts are sketched at a time; all processors if 0.
	Workers int
	// Progress, if not nil, is told how much of each step is done. It is called by
	// several goroutines at once.
	Progress func(step string, done, total int)
}

// plan is how much is measured. Numbers of 0 mean all there are.
type plan struct {
	languages     []string // of manuals; nil: all
	everyRevision int      // one in this number
	pagesOfWork   int      // of each manual, for unrelated pairs
	editedPages   int      // of each language
	twins         int      // of each manual in each medium
	perGroup      int      // edits of declarations in a group of scripts, at each share
	windows       int      // of each language and length
}

var (
	fullPlan  = plan{everyRevision: 1, editedPages: 60, twins: 40, perGroup: 300, windows: 480}
	quickPlan = plan{languages: quickLanguages, everyRevision: quickRevisions, pagesOfWork: 40, editedPages: 20,
		twins: 12, perGroup: 60, windows: 80}
)

// run is one evaluation under way.
type run struct {
	options Options
	plan    plan
	workers int
	library *library
	meter   *meter
	tally   *tally

	floors     *floors
	worst      map[corpus.Medium][]miss
	worstWhole map[corpus.Medium]miss
	left       map[leftKey]corpus.Left
	counted    counted
}

// counted are numbers of texts, for people.
type counted struct {
	manuals, works, languages, pages int
	revisionsSame                    int // texts that are the same in both releases
}

func newRun(o Options, p plan) *run {
	r := &run{options: o, plan: p, workers: o.Workers,
		worst: make(map[corpus.Medium][]miss), worstWhole: make(map[corpus.Medium]miss), left: make(map[leftKey]corpus.Left)}
	if r.workers == 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	return r
}

// Run measures.
func Run(ctx context.Context, e *corpus.Evaluation, o Options) (*Results, error) {
	r := newRun(o, fullPlan)
	if o.Quick {
		r.plan = quickPlan
	}
	if err := r.load(ctx, e); err != nil {
		return nil, err
	}
	return r.measure(ctx)
}

// measure is Run once the documents are at hand.
func (r *run) measure(ctx context.Context) (*Results, error) {
	schemes := r.options.Schemes
	if schemes == nil {
		schemes = scheme.All()
	}
	r.meter = newMeter(schemes)
	r.tally = newTally(r.meter)
	for _, step := range []func(context.Context) error{
		r.measureDeclarations, r.measurePages, r.measureEdits, r.measureMedia, r.measureVersions,
		r.measureLengths, r.measureWindows,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return &Results{r}, nil
}

func (r *run) progress(step string, done, total int) {
	if r.options.Progress != nil {
		r.options.Progress(step, done, total)
	}
}

// parallel calls do for 0 to n-1, in any order, on all workers at once.
func (r *run) parallel(ctx context.Context, step string, n int, do func(i int)) error {
	var next, done atomic.Int64
	var all sync.WaitGroup
	for range r.workers {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
				r.progress(step, int(done.Add(1)), n)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// worker is what each of the goroutines that count has to itself.
type worker struct {
	*sketcher
	tally *tally
}

// each calls do for 0 to n-1 on all workers at once. Each worker sketches and counts separately,
// and each adds up the counts.
func (r *run) each(ctx context.Context, step string, n int, do func(w *worker, i int)) error {
	free := make(chan *worker, r.workers)
	for range r.workers {
		free <- &worker{r.meter.sketcher(), newTally(r.meter)}
	}
	err := r.parallel(ctx, step, n, func(i int) {
		w := <-free
		do(w, i)
		free <- w
	})
	close(free)
	for w := range free {
		r.tally.merge(w.tally)
		err = cmp.Or(err, w.err)
	}
	return err
}

// sketchAll sketches texts, which may be parts of longer ones.
func (r *run) sketchAll(ctx context.Context, step string, texts []string) ([]sketches, error) {
	all := make([]sketches, len(texts))
	err := r.each(ctx, step, len(texts), func(w *worker, i int) { all[i] = w.sketch(texts[i]) })
	return all, err
}
