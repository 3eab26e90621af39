package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// mostSamples is how many samples are kept of a question, or of an outcome.
const mostSamples = 16

// sample is values that a solver found.
type sample = *term.Assignment

// samples are values that a solver found for earlier questions. Most questions have been answered by some of
// them before: assertions are weakened anew in every round.
type samples struct {
	eval  *term.Partial
	of    map[term.ID][]sample      // by goal
	steps map[*por.Outcome][]sample // of states from which an outcome leads on
}

func newSamples(terms *term.Store) *samples {
	return &samples{term.NewPartial(terms), make(map[term.ID][]sample), make(map[*por.Outcome][]sample)}
}

// use makes terms have the values of a sample.
func (s *samples) use(x sample) {
	s.eval.Undo(0)
	s.eval.Ask = func(id term.ID) (term.Word, bool) { return x.Word(id), true }
	s.eval.AskElement = func(id term.ID, index term.Word) (term.Word, bool) { return x.Array(id).At(index), true }
}

// value returns the value of a term by the sample in use.
func (s *samples) value(id term.ID) term.Word {
	w, _ := s.eval.Word(id)
	return w
}

// has reports whether a sample satisfies some conditions, and uses it.
func (s *samples) has(x sample, conditions []term.ID, other term.ID) bool {
	s.use(x)
	if s.value(other).IsZero() {
		return false
	}
	return !slices.ContainsFunc(conditions, func(id term.ID) bool { return s.value(id).IsZero() })
}

// find returns whether a sample of a goal satisfies it together with some conjuncts.
func (s *samples) find(facts []term.ID, goal term.ID) bool {
	list := s.of[goal]
	at := slices.IndexFunc(list, func(x sample) bool { return s.has(x, facts, goal) })
	if at > 0 { // the last match is tried first
		list[0], list[at] = list[at], list[0]
	}
	return at >= 0
}

// kept returns samples with one more in front, without the last if they are too many.
func kept(list []sample, x sample) []sample {
	list = slices.Insert(list, 0, x)
	return list[:min(len(list), mostSamples)]
}
