package efsm_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
)

// TestLive: a variable matters where a path reads it before it writes it, and a conditional write keeps it.
func TestLive(t *testing.T) {
	s, err := efsmtest.Parse(`shared x data bv8 0x0:8
thread a entry s1
  local a.v bv8 0x0:8
  local a.w bv8 0x0:8
  state s1 visible
    access read x
    set a.v := x
    goto s2
  state s2 local
    set a.w := (ite (= a.v 0x0:8) a.v a.w)
    goto s3
  state s3 visible
    access write x
    set x := a.w
    goto s1
  state s4 local
`)
	if err != nil {
		t.Fatal(err)
	}
	for c, live := range s.Live(1)[1:] {
		var names []string
		for _, v := range slices.Sorted(maps.Keys(live)) {
			names = append(names, s.Vars[v].Name)
		}
		if got, want := strings.Join(names, " "), []string{"a.w", "a.v a.w", "a.w", ""}[c]; got != want {
			t.Errorf("s%d: %q matter, want %q", c+1, got, want)
		}
	}
}
