package story

import "fmt"

// Check returns an error if a story read from a file refers to a missing action, by its number, or to a
// missing thread, by its name. Stories of package narrate pass.
func (s *Story) Check() error {
	known := make(map[string]bool)
	for _, t := range s.Threads {
		known[t.Name] = true
	}
	for i := range s.Actions {
		a := &s.Actions[i]
		switch {
		case !known[a.Thread]:
			return fmt.Errorf("action %d: thread %q is not among the threads", i, a.Thread)
		case a.Step < 0 || a.Place.Line < 0:
			return fmt.Errorf("action %d: found step %d in line %d, expected none below 0", i, a.Step, a.Place.Line)
		case a.Latest < 0 || a.Latest > len(s.Actions):
			return fmt.Errorf("action %d: found latest write %d, expected 0 to %d", i, a.Latest, len(s.Actions))
		case a.Writer < 0 || a.Writer > len(s.Actions):
			return fmt.Errorf("action %d: found writer %d, expected 0 to %d", i, a.Writer, len(s.Actions))
		}
		if err := s.has("uses", a.Uses); err != nil {
			return fmt.Errorf("action %d: %w", i, err)
		}
	}
	f := &s.Failure
	for _, list := range []struct {
		name    string
		actions []int
	}{{"reads", f.Reads}, {"branches", f.Branches}, {"earlier", f.Earlier}} {
		if err := s.has(list.name, list.actions); err != nil {
			return fmt.Errorf("failure: %w", err)
		}
	}
	if n := len(f.Race); n != 0 && n != 2 {
		return fmt.Errorf("failure: found %d accesses of a race, expected 2", n)
	}
	return nil
}

// has returns an error if one of the actions does not exist.
func (s *Story) has(name string, actions []int) error {
	for _, i := range actions {
		if i < 0 || i >= len(s.Actions) {
			return fmt.Errorf("%s: found action %d, expected 0 to %d", name, i, len(s.Actions)-1)
		}
	}
	return nil
}
