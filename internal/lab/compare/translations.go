package compare

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// TranslationOptions selects the part of the comparison of translations that is run.
type TranslationOptions struct {
	Dir     string   // of the example programs
	Engines []string // supported by the command
	Solvers []string // available besides the embedded one
	Methods []string // empty: all
	Seeds   int      // seeds of the baseline besides the default search; at most 0: none
	Quick   bool     // a part that takes ten minutes on two processors
}

// span is a set of values for one program.
type span struct {
	threads, bounds, lengths []int
}

// series returns from, from+by, … up to to.
func series(from, by, to int) (out []int) {
	for n := from; n <= to; n += by {
		out = append(out, n)
	}
	return out
}

// Valid returns an error if an option names an unknown method.
func (o *TranslationOptions) Valid() error {
	for _, name := range o.Methods {
		if !slices.ContainsFunc(methods(), func(m method) bool { return m.name == name }) {
			return fmt.Errorf("unknown method %q", name)
		}
	}
	return nil
}

// spans returns the values for each program. The values for solvers and seeds are parts of the
// increment microbenchmark, as in the paper.
func spans(quick bool) (baseline map[string]span, solvers, seeds span) {
	small := []int{2, 3}
	if quick {
		return map[string]span{
			increment: {[]int{1, 2, 3}, []int{1, 2, 3}, []int{5, 10, 20, 40}},
			bluetooth: {small, []int{1, 2, 3}, []int{1, 2, 4, 8}},
		}, span{small, []int{2}, []int{5, 10, 20}}, span{small, []int{2}, []int{5, 10, 20}}
	}
	lengths := append([]int{5}, series(10, 10, 100)...)
	four := series(1, 1, 4)
	return map[string]span{
		increment: {four, four, lengths},
		bluetooth: {series(2, 1, 4), four, series(1, 1, 10)},
	}, span{small, small, lengths}, span{small, small, lengths}
}

// Translations returns the comparison of context-bounded translations (Ghafari, Hu, Rakamarić, SPIN
// 2010) together with memory unwinding, partial orders and exploration.
func Translations(o TranslationOptions) *Experiment {
	baseline, solvers, seeds := spans(o.Quick)
	plan := &plan{opts: &o, seen: make(map[string]bool)}
	for _, name := range programNames {
		for _, m := range plan.methods() {
			for _, schedule := range m.schedules {
				plan.add(&m, point{program: name, schedule: schedule, solver: embedded}, baseline[name])
			}
		}
	}
	// Seeds and solvers are compared under rounds, and solvers also without a bound.
	for _, m := range plan.methods() {
		at := point{program: increment, schedule: m.schedules[0], solver: embedded}
		for at.seed = 1; at.seed <= o.Seeds && at.schedule == rounds && !m.explicit; at.seed++ {
			plan.add(&m, at, seeds)
		}
		at.seed = 0
		for _, at.solver = range o.Solvers {
			if m.outside && at.solver != embedded && at.schedule != clusters {
				plan.add(&m, at, solvers)
			}
		}
	}
	return &Experiment{
		Sheet: translationSheet(), Cells: plan.cells,
		Report: func(r []cell.Result) *page.Page { return reportTranslations(outcomes(r), &o) },
		Wrong:  wrongTranslations, Answers: answersOfTranslations,
	}
}

// plan collects cells.
type plan struct {
	opts  *TranslationOptions
	cells []cell.Cell
	seen  map[string]bool
}

// methods returns the selected methods that the command supports.
func (pl *plan) methods() []method {
	return slices.DeleteFunc(methods(), func(m method) bool {
		return !m.in(pl.opts.Engines) || len(pl.opts.Methods) > 0 && !m.in(pl.opts.Methods)
	})
}

// add adds the points of a span that are otherwise like a given one.
func (pl *plan) add(m *method, p point, s span) {
	p.method = m.name
	if m.explicit {
		p.solver = none
	}
	bounds := s.bounds
	if p.schedule == allOf {
		bounds = []int{0}
	}
	for _, p.threads = range s.threads {
		for _, p.bound = range bounds {
			for _, p.length = range s.lengths {
				key := fmt.Sprint(p)
				if !pl.seen[key] {
					pl.seen[key] = true
					asks := p.asks(pl.opts.Dir)
					pl.cells = append(pl.cells, cell.Cell{Key: p.key(), Args: append(m.arguments(&p), asks...), Asks: asks, Ladder: p.ladder(),
						Family: p.family(), Size: []int{p.threads, p.bound, p.length}})
				}
			}
		}
	}
}

// wrongTranslations lists the verdicts that contradict exploration.
func wrongTranslations(results []cell.Result) []string {
	var out []string
	list := outcomes(results)
	for i := range list {
		if why := list[i].wrong(); why != "" {
			out = append(out, fmt.Sprintf("%v: %s, but %s", list[i].key(), list[i].verdict, why))
		}
	}
	return out
}
