package story

import "github.com/heddle-mc/heddle/internal/program/verdict"

// Places calls visit with every place of the program in the story, possibly several times.
func (s *Story) Places(visit func(verdict.Location)) {
	at := func(l verdict.Location, stack []verdict.Location) {
		for _, p := range append([]verdict.Location{l}, stack...) {
			if p.Line > 0 {
				visit(p)
			}
		}
	}
	for i := range s.Actions {
		at(s.Actions[i].Place, s.Actions[i].Stack)
	}
	f := &s.Failure
	at(f.Place, f.Stack)
	for i := range f.Waits {
		at(f.Waits[i].Place, f.Waits[i].Stack)
	}
	for i := range f.Race {
		at(f.Race[i].Place, f.Race[i].Stack)
	}
	if f.Other != nil {
		at(f.Other.Place, f.Other.Stack)
	}
	for i := range s.Objects {
		at(s.Objects[i].Place, nil)
	}
}
