package story

// These are the limits of Fold.
const (
	// MaxActions is the number of actions above which a story is folded.
	MaxActions = 20_000
	// ends is how many actions stay at each end of a run.
	ends = 8
)

// Fold makes a story of more than MaxActions actions shorter. In a run of actions of one thread at one place, such as
// the writes of memset, those between the first and the last few become one action of the kind Omitted. If the story is
// still too long, the actions that affect no other thread become such actions, too. The actions that explain the failure stay.
// References to actions that left are removed.
func (s *Story) Fold() {
	if len(s.Actions) <= MaxActions {
		return
	}
	needed := s.explaining()
	s.fold(needed, func(list []Action, i int) bool {
		return i >= ends && i+ends < len(list) && list[i-ends].repeats(&list[i]) && list[i].repeats(&list[i+ends])
	})
	if len(s.Actions) > MaxActions {
		s.fold(s.explaining(), func(list []Action, i int) bool { return list[i].Minor && list[i].Kind != Omitted })
	}
}

// explaining returns the actions that the failure refers to.
func (s *Story) explaining() map[int]bool {
	out := make(map[int]bool)
	f := &s.Failure
	for _, list := range [][]int{f.Reads, f.Branches, f.Earlier} {
		for _, i := range list {
			out[i] = true
		}
	}
	steps := make(map[int]bool)
	for i := range f.Race {
		steps[f.Race[i].Step] = true
	}
	for _, o := range []*Origin{f.Freed, f.Lost} {
		if o != nil {
			steps[o.Step] = true
		}
	}
	for i := range s.Actions {
		if n := s.Actions[i].Step; n > 0 && steps[n] {
			out[i] = true
		}
	}
	return out
}

// repeats reports whether two actions are of one thread, of one kind, and at one place.
func (a *Action) repeats(b *Action) bool {
	return a.Thread == b.Thread && a.Kind == b.Kind && a.Place == b.Place && a.Call == b.Call
}

// fold replaces runs of actions that can leave and are not needed.
func (s *Story) fold(needed map[int]bool, leaves func(list []Action, i int) bool) {
	var out []Action
	at := make([]int, len(s.Actions)) // the new numbers of actions; -1: it left
	for i := range s.Actions {
		a := &s.Actions[i]
		if needed[i] || !leaves(s.Actions, i) {
			at[i] = len(out)
			out = append(out, *a)
			continue
		}
		at[i] = -1
		if n := len(out) - 1; n >= 0 && i > 0 && at[i-1] < 0 && out[n].Kind == Omitted && out[n].Thread == a.Thread {
			out[n].Count++
			out[n].Step = max(out[n].Step, a.Step)
			continue
		}
		out = append(out, Action{Kind: Omitted, Thread: a.Thread, Step: a.Step, Place: a.Place, Source: a.Source, Stack: a.Stack, Count: 1, Minor: true})
	}
	s.Actions = out
	number := func(from1 int) int {
		if from1 == 0 {
			return 0
		}
		return at[from1-1] + 1
	}
	list := func(from0 []int) (out []int) {
		for _, i := range from0 {
			if at[i] >= 0 {
				out = append(out, at[i])
			}
		}
		return out
	}
	for i := range out {
		a := &out[i]
		a.Writer, a.Latest = number(a.Writer), number(a.Latest)
		a.Uses, a.Branches, a.Earlier = list(a.Uses), list(a.Branches), list(a.Earlier)
	}
	f := &s.Failure
	f.Reads, f.Branches, f.Earlier = list(f.Reads), list(f.Branches), list(f.Earlier)
	for i := range f.Waits {
		w := &f.Waits[i]
		w.Branches, w.Earlier = list(w.Branches), list(w.Earlier)
	}
}
