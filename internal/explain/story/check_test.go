package story

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Story)
		want   string
	}{
		{"as it is", func(*Story) {}, ""},
		{"thread", func(s *Story) { s.Actions[1].Thread = "x" }, `action 1: thread "x"`},
		{"step", func(s *Story) { s.Actions[0].Step = -1 }, "found step -1"},
		{"writer", func(s *Story) { s.Actions[1].Writer = 3 }, "found writer 3, expected 0 to 2"},
		{"uses", func(s *Story) { s.Actions[0].Uses = []int{2} }, "uses: found action 2"},
		{"reads", func(s *Story) { s.Failure.Reads = []int{-1} }, "reads: found action -1"},
		{"branches", func(s *Story) { s.Failure.Branches = []int{0, 9} }, "branches: found action 9"},
		{"earlier", func(s *Story) { s.Failure.Earlier = []int{2} }, "earlier: found action 2"},
		{"race", func(s *Story) { s.Failure.Race = make([]RaceAccess, 1) }, "found 1 accesses"},
	} {
		s := &Story{Threads: []Thread{{Name: "main"}}, Actions: []Action{{Thread: "main", Kind: Write}, {Thread: "main", Kind: Read, Writer: 1}},
			Failure: Failure{Reads: []int{1}}}
		c.change(s)
		err := s.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %q", c.name, err, c.want)
		}
	}
}
