package memmodel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// execution builds an execution from text. Threads are separated by |, events by blanks. An event is an access and its
// tags: W:x:REL=1 writes, R:x=1 reads from the write of 1 to x (0: the initial write), F:mfence is a fence. A write
// with a bigger value is coherence-later. dep:NAME after a thread's event relates the read before it by NAME to the next event.
func execution(text string) *Execution {
	x := &Execution{Relations: make(map[string]relation.Rel)}
	values := []int{}
	locs := map[string]int{}
	for _, w := range strings.Fields(text) {
		if parts := strings.Split(strings.Split(w, "=")[0], ":"); (parts[0] == "W" || parts[0] == "R") && locs[parts[1]] == 0 {
			locs[parts[1]] = len(locs) + 1
			x.Events = append(x.Events, Event{Thread: InitialThread, Loc: locs[parts[1]], Tags: []string{"W"}})
			values = append(values, 0)
		}
	}
	type dependency struct {
		name     string
		from, to int
	}
	var deps []dependency
	for thread, events := range strings.Split(text, "|") {
		for _, w := range strings.Fields(events) {
			parts := strings.Split(strings.Split(w, "=")[0], ":")
			if parts[0] == "dep" {
				deps = append(deps, dependency{parts[1], len(x.Events) - 1, len(x.Events)})
				continue
			}
			e := Event{Thread: thread, Tags: append([]string{parts[0]}, parts[1:]...)}
			value := 0
			if parts[0] != "F" {
				e.Loc = locs[parts[1]]
				fmt.Sscan(strings.Split(w, "=")[1], &value)
			}
			x.Events = append(x.Events, e)
			values = append(values, value)
		}
	}
	rf, co := relation.New(len(x.Events)), relation.New(len(x.Events))
	x.Relations["rf"], x.Relations["co"] = rf, co
	for _, d := range deps {
		if x.Relations[d.name].Size() == 0 {
			x.Relations[d.name] = relation.New(len(x.Events))
		}
		x.Relations[d.name].Add(d.from, d.to)
	}
	for a, e := range x.Events {
		for b, f := range x.Events {
			if e.Loc != f.Loc || e.Loc == 0 || !e.has("W") {
				continue
			}
			if f.has("W") && values[a] < values[b] {
				co.Add(a, b)
			}
			if f.has("R") && values[a] == values[b] {
				rf.Add(a, b)
			}
		}
	}
	return x
}

// TestClassics judges well-known executions. The models that allow an execution are listed; all others forbid it.
func TestClassics(t *testing.T) {
	const all = "sc tso pso rc11 c11 imm aarch64 riscv lkmm"
	tests := []struct{ name, text, allowed string }{
		{"SB", "W:x=1 R:y=0 | W:y=1 R:x=0", "tso pso rc11 c11 imm aarch64 riscv lkmm"},
		{"SB, one in order", "W:x=1 R:y=0 | W:y=1 R:x=1", all},
		{"SB+mfences", "W:x=1 F:mfence R:y=0 | W:y=1 F:mfence R:x=0", "rc11 c11 imm aarch64 riscv lkmm"},
		{"SB+dmbs", "W:x=1 F:DMB.ISH R:y=0 | W:y=1 F:DMB.ISH R:x=0", "tso pso rc11 c11 imm riscv lkmm"},
		{"SB+fence.rw.rw", "W:x=1 F:Fence.rw.rw R:y=0 | W:y=1 F:Fence.rw.rw R:x=0", "tso pso rc11 c11 imm aarch64 lkmm"},
		{"SB+fence.w.w", "W:x=1 F:Fence.w.w R:y=0 | W:y=1 F:Fence.w.w R:x=0", "tso pso rc11 c11 imm aarch64 riscv lkmm"},
		{"SB+smp_mb", "W:x:ONCE=1 F:MB R:y:ONCE=0 | W:y:ONCE=1 F:MB R:x:ONCE=0", "tso pso rc11 c11 imm aarch64 riscv"},
		{"SB+SC", "W:x:atomic:SC=1 R:y:atomic:SC=0 | W:y:atomic:SC=1 R:x:atomic:SC=0", "tso pso aarch64 riscv lkmm"},
		{"SB+SC fences", "W:x:atomic:RLX=1 F:SC R:y:atomic:RLX=0 | W:y:atomic:RLX=1 F:SC R:x:atomic:RLX=0", "tso pso aarch64 riscv lkmm"},
		{"MP", "W:x=1 W:y=1 | R:y=1 R:x=0", "pso rc11 imm aarch64 riscv lkmm c11"},
		{"MP+rel+acq", "W:x:RLX:atomic=1 W:y:atomic:REL=1 | R:y:atomic:ACQ=1 R:x:RLX:atomic=0", "pso aarch64 riscv lkmm"},
		{"MP+rel+rlx", "W:x:RLX:atomic=1 W:y:atomic:REL=1 | R:y:atomic:RLX=1 R:x:RLX:atomic=0", "pso aarch64 riscv lkmm rc11 c11 imm"},
		{"MP+rel+addr", "W:x:ONCE=1 W:y:RELEASE=1 | R:y:ONCE=1 dep:addr R:x:ONCE=0", "pso aarch64 riscv rc11 c11 imm"},
		{"MP+L+A", "W:x=1 W:y:L=1 | R:y:A=1 R:x=0", "pso rc11 imm riscv lkmm c11"},
		{"MP+dmb+addr", "W:x=1 F:DMB.ISHST W:y=1 | R:y=1 dep:addr R:x=0", "pso rc11 imm riscv lkmm c11"},
		{"MP+dmb+po", "W:x=1 F:DMB.ISHST W:y=1 | R:y=1 R:x=0", "pso rc11 imm aarch64 riscv lkmm c11"},
		{"MP+stbar", "W:x=1 F:stbar W:y=1 | R:y=1 R:x=0", "rc11 imm aarch64 riscv lkmm c11"},
		{"LB", "R:x=1 W:y=1 | R:y=1 W:x=1", "aarch64 riscv lkmm c11 imm"},
		{"LB+datas", "R:x:ONCE=1 dep:data W:y:ONCE=1 | R:y:ONCE=1 dep:data W:x:ONCE=1", "c11"},
		{"CoRR", "W:x=1 | R:x=1 R:x=0", ""},
		{"CoRR2", "W:x:atomic:RLX:ONCE=1 | R:x:atomic:RLX:ONCE=1 R:x:atomic:RLX:ONCE=0", ""},
		{"CoWR", "W:x:atomic:ONCE=2 R:x:atomic:ONCE=1 | W:x:atomic:ONCE=1", ""},
		{"CoWW", "W:x:atomic:ONCE=2 W:x:atomic:ONCE=1", ""},
		{"2+2W", "W:x=2 W:y=1 | W:y=2 W:x=1", "pso rc11 c11 imm aarch64 riscv lkmm"},
		{"2+2W+SC", "W:x:atomic:SC=2 W:y:atomic:SC=1 | W:y:atomic:SC=2 W:x:atomic:SC=1", "pso aarch64 riscv lkmm"},
		{"IRIW", "W:x=1 | W:y=1 | R:x=1 R:y=0 | R:y=1 R:x=0", "rc11 c11 imm aarch64 riscv lkmm"},
		{"IRIW+acq", "W:x:atomic:REL=1 | W:y:atomic:REL=1 | R:x:atomic:ACQ=1 R:y:atomic:ACQ=0 | R:y:atomic:ACQ=1 R:x:atomic:ACQ=0", "rc11 c11 imm aarch64 riscv lkmm"},
		{"IRIW+A", "W:x=1 | W:y=1 | R:x:A=1 R:y=0 | R:y:A=1 R:x=0", "rc11 c11 imm riscv lkmm"},
		{"IRIW+SC", "W:x:SC:atomic=1 | W:y:SC:atomic=1 | R:x:SC:atomic=1 R:y:SC:atomic=0 | R:y:SC:atomic=1 R:x:SC:atomic=0", "aarch64 riscv lkmm"},
		{"RCU", "F:Rcu-lock R:x:ONCE=1 R:y:ONCE=0 F:Rcu-unlock | W:y:ONCE=1 F:Sync-rcu W:x:ONCE=1", "pso rc11 c11 imm aarch64 riscv"},
		{"RCU without a reader's section", "R:x:ONCE=1 R:y:ONCE=0 | W:y:ONCE=1 F:Sync-rcu W:x:ONCE=1", "pso rc11 c11 imm aarch64 riscv lkmm"},
	}
	models := builtins(t)
	for _, test := range tests {
		for _, name := range strings.Fields(all) {
			// The tag A is for atomic accesses in C, for acquiring ones in AArch64.
			text := strings.ReplaceAll(test.text, ":atomic", "")
			if strings.Contains("rc11 c11 imm", name) {
				text = strings.ReplaceAll(test.text, "atomic", "A")
			}
			r := models[name].Check(execution(text))
			if want := strings.Contains(" "+test.allowed+" ", " "+name+" "); r.Consistent != want {
				t.Errorf("%s: %s under %s: consistent = %v (%s, cycle %v)", test.name, text, name, r.Consistent, r.Axiom, r.Cycle)
			}
		}
	}
}

// builtins loads all models that come with Heddle.
func builtins(t *testing.T) map[string]*Model {
	t.Helper()
	out := make(map[string]*Model)
	for _, name := range Builtins() {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = m
	}
	return out
}
