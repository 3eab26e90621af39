package efsm_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
)

// TestReplicas has threads that are replicas, and threads that are not.
func TestReplicas(t *testing.T) {
	const creator = `shared a.on sync bool false
shared b.on sync bool false
shared x data bv8 0x0:8
thread main entry s1
  input which bv2
  state s1 visible
    access write a.on atomic
    access write b.on atomic
    set a.on := (or a.on (= which 0x0:2))
    set b.on := (or b.on (= which 0x1:2))
    goto s1
`
	replica := func(name, value string) string {
		return "thread " + name + " entry s1 alive " + name + ".on\n  local " + name + ".v bv8 0x0:8\n  state s1 visible\n    access write x\n    set x := " +
			name + ".v\n    set " + name + ".v := " + value + "\n    goto s2\n  state s2 local\n    goto s1\n"
	}
	like := creator + replica("a", "x") + replica("b", "x")
	for _, c := range []struct{ name, from, to, want string }{
		{"like", "", "", ""},
		{"another value", "set b.v := x", "set b.v := 0x1:8", "other state"},
		{"another first value", "b.v bv8 0x0:8", "b.v bv8 0x1:8", "other variable"},
		{"one that begins by itself", "(or b.on (= which 0x1:2))", "true", "for another reason"},
		{"both at once", "(= which 0x1:2)", "(= which 0x0:2)", "for another reason"},
		{"one that ends", "(or b.on (= which 0x1:2))", "(= which 0x1:2)", "ends"},
		{"one that is looked at", "    goto s1\n", "    goto s1 if a.on\n", "looked at"},
		{"an input that says more", "    goto s1\n", "    goto s1 if (= which 0x1:2)\n", "for another reason"},
	} {
		text := strings.Replace(like, c.from, c.to, 1)
		s, err := efsmtest.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s.Replicas = [][]efsm.ThreadID{{2, 3}}
		// Contexts has a store that simplifies.
		if err := s.Contexts().CheckReplicas(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
