package fromefsm

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options selects the bad signals, besides the marks, and the reduction.
type Options struct {
	Property verdict.Property // Exclusion: threads at both Places; Race: data races; Deadlock: deadlocks; others: the obligations of this property
	Places   *[2]ir.Place
	Reduce   Reduction   // reduces the executions that reach the same signals
	Atoms    []efsm.Atom // for a temporal property: the atoms of its formula
	// Observed lists, for a reduction, the atoms of each conjunct of the formula. The formula is without
	// Next.
	Observed [][]int
	Unfair   bool // executions that are not weakly fair count, too
}

// Composition is the circuit of a system. It has one output per thread, in their order, which holds
// before a step of the thread.
type Composition struct {
	Circuit *circuit.Circuit
	System  *efsm.System
	Targets []Target // the meaning of each bad signal, in their order
	Course  *Course  // for a temporal property; else nil
	// Allowed holds, by thread, whether the reduction lets it execute a visible state. It is a function
	// of the latches. nil: there is no reduction.
	Allowed []bitblast.Edge

	blaster  *bitblast.Blaster
	over     int // the latch for the end of the process; -1: no state ends it
	property verdict.Property
	places   [][]int           // by thread: the latches of its place number, least significant first
	vars     [][]bitblast.Edge // by VarID: the bits of its value
	latch    []int             // by VarID: the first latch; inputs: the first input of the circuit
	// comparing holds, for each comparison of the circuit, the thread whose variable is compared with
	// its own or shared ones, or 0.
	comparing []efsm.ThreadID
	pairs     []comparison // by comparison of the circuit
}

// Target is the meaning of a bad signal. The thread executes the state and violates an obligation or
// reaches a mark, or two threads are at two states, or there is a deadlock.
type Target struct {
	Thread     efsm.ThreadID
	State      efsm.StateID
	Obligation int // index in the state; -1: none
	Mark       int // index in the state; -1: none
	// Other is the second thread, for two threads at the places in question. For a race on Var it is
	// the thread that could access Var right after the first.
	Other   efsm.ThreadID
	OtherAt efsm.StateID
	Var     efsm.VarID
	Ordered bool // the two steps of the race may synchronise, so it may not be a race

	Deadlock Deadlock // not NoDeadlock: the signal is about a deadlock, and Thread and State have no meaning
}

// Edge returns the edge of a term over variables of the system. It may add gates to the graph.
func (m *Composition) Edge(id term.ID) bitblast.Edge { return m.blaster.Edge(id) }

// Ended returns whether the process ended.
func (m *Composition) Ended() bitblast.Edge {
	if m.over < 0 {
		return bitblast.False
	}
	return m.Circuit.Latches[m.over].Edge
}

// builder builds a circuit.
type builder struct {
	*Composition
	ctx     context.Context
	opts    Options
	graph   *bitblast.Graph
	at      [][]bitblast.Edge // by thread and state: the thread is there
	moving  [][]bitblast.Edge // by thread and state: the thread executes it
	execute []bitblast.Edge   // by thread: it does the step
	ends    []bitblast.Edge   // the process ends
	settled bitblast.Edge     // visible states can be executed
	stops   []bitblast.Edge   // a thread is stopped and has not finished
	updates [][]update        // by VarID
}

// update is a value that a variable takes.
type update struct {
	when  bitblast.Edge
	value []bitblast.Edge
}

// Build returns the circuit of a system that efsm.Check accepts. The error is the cause of ctx's
// cancellation.
func Build(ctx context.Context, s *efsm.System, opts Options) (m *Composition, err error) {
	defer func() {
		if r := recover(); r == errEnded {
			m, err = nil, context.Cause(ctx)
		} else if r != nil {
			panic(r)
		}
	}()
	blaster := bitblast.New(s.Terms, nil)
	b := &builder{
		Composition: &Composition{
			Circuit: &circuit.Circuit{Graph: blaster.Graph()}, System: s, blaster: blaster, over: -1, property: opts.Property, places: make([][]int, len(s.Threads)),
			vars: make([][]bitblast.Edge, len(s.Vars)), latch: make([]int, len(s.Vars)),
		},
		ctx: ctx, opts: opts, graph: blaster.Graph(), at: make([][]bitblast.Edge, len(s.Threads)), moving: make([][]bitblast.Edge, len(s.Threads)),
		execute: make([]bitblast.Edge, len(s.Threads)), updates: make([][]update, len(s.Vars)), settled: bitblast.True,
	}
	b.variables()
	b.chooseThread()
	for i := 1; i < len(s.Threads); i++ {
		b.place(efsm.ThreadID(i))
	}
	if opts.Property.IsTemporal() {
		b.settle()
	}
	if opts.Reduce != None {
		b.reduce()
	}
	for i := 1; i < len(s.Threads); i++ {
		b.thread(efsm.ThreadID(i))
	}
	b.next()
	b.compare()
	for _, f := range s.Facts {
		b.Circuit.Constraints = append(b.Circuit.Constraints, circuit.Signal{Edge: b.blaster.Edge(f), Name: "counted"})
	}
	if opts.Property.IsTemporal() {
		b.course()
	}
	switch opts.Property {
	case verdict.Exclusion:
		b.meetings()
	case verdict.Deadlock:
		b.deadlocks()
	case verdict.Race:
		b.races()
	}
	return b.Composition, nil
}

// errEnded ends building. It is recovered in Build.
var errEnded = errors.New("fromefsm: ended")

// poll stops building when ctx is done.
func (b *builder) poll() {
	if b.ctx.Err() != nil {
		panic(errEnded)
	}
}

// variables creates the latches of variables, and the inputs for input variables.
func (b *builder) variables() {
	c := b.Circuit
	for v := 1; v < len(b.System.Vars); v++ {
		w := &b.System.Vars[v]
		b.vars[v] = b.blaster.Bits(w.Term)
		name := b.varName(efsm.VarID(v))
		b.latch[v] = len(c.Latches)
		if w.Class == efsm.Input {
			b.latch[v] = len(c.Inputs)
		}
		var init term.Word
		if w.Init != term.None {
			init, _ = b.System.Terms.Value(w.Init)
		}
		for i, e := range b.vars[v] {
			bit := circuit.Signal{Edge: e, Name: fmt.Sprintf("%s[%d]", name, i)}
			switch {
			case w.Class == efsm.Input:
				c.Inputs = append(c.Inputs, bit)
			case w.Init == term.None:
				c.Latches = append(c.Latches, circuit.Latch{Signal: bit, Next: e, Init: circuit.Any})
			default:
				c.Latches = append(c.Latches, circuit.Latch{Signal: bit, Next: e, Init: initial(init.Bit(uint(i)) != 0)})
			}
		}
	}
	for i := 1; i < len(b.System.Threads) && b.over < 0; i++ {
		for _, st := range b.System.Threads[i].States {
			if st.Kind == efsm.Halt && b.over < 0 {
				b.over = len(c.Latches)
				c.NewLatch("over", circuit.Zero)
			}
		}
	}
}

// varName names a variable with its thread, if it has one.
func (m *Composition) varName(v efsm.VarID) string {
	w := &m.System.Vars[v]
	if w.Thread != 0 {
		return m.System.Threads[w.Thread].Name + ":" + w.Name
	}
	return w.Name
}

func initial(one bool) circuit.Initial {
	if one {
		return circuit.One
	}
	return circuit.Zero
}

// chooseThread builds execute for all threads. Inputs encode the number of the chosen thread; numbers
// beyond the last thread choose the last.
func (b *builder) chooseThread() {
	n := len(b.System.Threads) - 1
	var number []bitblast.Edge
	for i := range bits.Len(uint(max(0, n-1))) {
		number = append(number, b.Circuit.NewInput(fmt.Sprintf("thread[%d]", i)))
	}
	others := bitblast.True
	for i := 1; i < n; i++ {
		b.execute[i] = b.equals(number, uint(i-1))
		others = b.graph.And(others, b.execute[i].Not())
	}
	b.execute[n] = others
}

func (b *builder) equals(word []bitblast.Edge, n uint) bitblast.Edge {
	is := bitblast.True
	for i, e := range word {
		if n>>i&1 == 0 {
			e = e.Not()
		}
		is = b.graph.And(is, e)
	}
	return is
}

// place creates the latches for a thread's place.
func (b *builder) place(id efsm.ThreadID) {
	t := &b.System.Threads[id]
	var word []bitblast.Edge
	for i := range bits.Len(uint(len(t.States) - 1)) {
		b.places[id] = append(b.places[id], len(b.Circuit.Latches))
		word = append(word, b.Circuit.NewLatch(fmt.Sprintf("%s:at[%d]", t.Name, i), initial(uint(t.Entry)>>i&1 != 0)))
	}
	b.at[id] = make([]bitblast.Edge, len(t.States))
	for c := 1; c < len(t.States); c++ {
		b.at[id][c] = b.equals(word, uint(c))
	}
}

func (b *builder) thread(id efsm.ThreadID) {
	t := &b.System.Threads[id]
	b.moving[id] = make([]bitblast.Edge, len(t.States))
	var moved []bitblast.Edge
	to := make([][]bitblast.Edge, len(t.States)) // by state: the next place of the thread
	for c := 1; c < len(t.States); c++ {
		st := &t.States[c]
		if st.Kind == efsm.Stopped {
			continue
		}
		b.poll()
		moves := b.moves(id, efsm.StateID(c))
		b.moving[id][c] = moves
		moved = append(moved, moves)
		if st.Kind == efsm.Halt {
			b.ends = append(b.ends, moves)
		}
		goes := moves
		for i := range st.Marks {
			met := b.blaster.Edge(st.Marks[i].When)
			b.bad(Target{Thread: id, State: efsm.StateID(c), Obligation: -1, Mark: i}, b.graph.And(moves, met))
			if !st.Marks[i].GoesOn {
				goes = b.graph.And(goes, met.Not())
			}
		}
		for i := range st.Obligations {
			if st.Obligations[i].Property == b.opts.Property {
				b.bad(Target{Thread: id, State: efsm.StateID(c), Obligation: i, Mark: -1}, b.graph.And(moves, b.blaster.Edge(st.Obligations[i].When)))
			}
		}
		for _, u := range st.Updates {
			b.updates[u.Var] = append(b.updates[u.Var], update{moves, b.blaster.Bits(u.Value)})
		}
		for _, e := range st.Edges {
			to[e.To] = append(to[e.To], b.graph.And(goes, b.blaster.Edge(e.Guard)))
		}
		if b.opts.Property.IsTemporal() && st.Kind != efsm.Halt && !b.isLast(id, st) {
			b.stops = append(b.stops, b.graph.And(moves, b.goesOn(st).Not()))
		}
	}
	moves := circuit.Or(b.graph, moved...)
	stays := moves.Not()
	b.Circuit.Outputs = append(b.Circuit.Outputs, circuit.Signal{Edge: moves, Name: t.Name + " moves"})
	arrives := make([]bitblast.Edge, len(t.States))
	var locations []circuit.Location
	for c := 1; c < len(t.States); c++ {
		arrives[c] = circuit.Or(b.graph, to[c]...)
		locations = append(locations, circuit.Location{
			Signal: circuit.Signal{Edge: b.at[id][c], Name: t.Name + ":at " + b.stateName(id, efsm.StateID(c))},
			Next:   circuit.Or(b.graph, arrives[c], b.graph.And(stays, b.at[id][c])),
			First:  efsm.StateID(c) == t.Entry,
		})
	}
	b.Circuit.Locations = append(b.Circuit.Locations, locations)
	for i, l := range b.places[id] {
		latch := &b.Circuit.Latches[l]
		ones := []bitblast.Edge{b.graph.And(stays, latch.Edge)}
		for c := 1; c < len(t.States); c++ {
			if c>>i&1 != 0 {
				ones = append(ones, arrives[c])
			}
		}
		latch.Next = circuit.Or(b.graph, ones...)
	}
}

// stateName names a state with its line.
func (b *builder) stateName(id efsm.ThreadID, c efsm.StateID) string {
	st := &b.System.Threads[id].States[c]
	if l := st.Origin.Pos.In(b.System.Files, st.Origin.Func); l.Line > 0 {
		return st.Name + " " + l.String()
	}
	return st.Name
}

func (b *builder) moves(id efsm.ThreadID, c efsm.StateID) bitblast.Edge {
	if b.System.Threads[id].States[c].IsVisible() {
		return b.graph.And(b.graph.And(b.execute[id], b.settled), b.ready(id, c))
	}
	return b.ready(id, c)
}

// ready returns whether a thread is at a state and able to execute it.
func (b *builder) ready(id efsm.ThreadID, c efsm.StateID) bitblast.Edge {
	t := &b.System.Threads[id]
	ready := b.at[id][c]
	and := func(e bitblast.Edge) { ready = b.graph.And(ready, e) }
	if c == t.Entry && t.Alive != 0 {
		and(b.vars[t.Alive][0])
	}
	if b.over >= 0 {
		and(b.Circuit.Latches[b.over].Edge.Not())
	}
	and(b.blaster.Edge(t.States[c].Enable))
	return ready
}

// next builds the next-state functions of the variables.
func (b *builder) next() {
	for v, updates := range b.updates {
		var any []bitblast.Edge
		for _, u := range updates {
			any = append(any, u.when)
		}
		keeps := circuit.Or(b.graph, any...).Not()
		for i := range b.vars[v] {
			if len(updates) == 0 {
				break
			}
			latch := &b.Circuit.Latches[b.latch[v]+i]
			ones := []bitblast.Edge{b.graph.And(keeps, latch.Edge)}
			for _, u := range updates {
				ones = append(ones, b.graph.And(u.when, u.value[i]))
			}
			latch.Next = circuit.Or(b.graph, ones...)
		}
	}
	if b.over >= 0 {
		latch := &b.Circuit.Latches[b.over]
		latch.Next = circuit.Or(b.graph, append(b.ends, latch.Edge)...)
	}
}

// bad adds a bad signal, unless it never holds.
func (b *builder) bad(t Target, holds bitblast.Edge) {
	if holds == bitblast.False {
		return
	}
	st := &b.System.Threads[t.Thread].States[t.State]
	origin, what := st.Origin, b.opts.Property.String()
	switch {
	case t.Mark >= 0:
		k := &st.Marks[t.Mark]
		if origin, what = k.Origin, "bound "+string(k.Bound); k.Unsupported != "" {
			what = "unsupported " + k.Unsupported
		}
	case t.Ordered:
		what = "unsupported race that may be ordered"
	case t.Obligation >= 0:
		origin = st.Obligations[t.Obligation].Origin
	}
	l := origin.Pos.In(b.System.Files, origin.Func)
	name := fmt.Sprintf("%s %s in %s", what, l, b.System.Threads[t.Thread].Name)
	if t.Other != 0 {
		other := b.System.Threads[t.Other].States[t.OtherAt].Origin
		name += fmt.Sprintf(" and %s in %s", other.Pos.In(b.System.Files, other.Func), b.System.Threads[t.Other].Name)
	}
	if t.Deadlock != NoDeadlock {
		name = [...]string{Apparent: "deadlock unless somebody unlocks what another thread owns", Last: "deadlock when the process ends", Whole: "deadlock of all threads"}[t.Deadlock]
	}
	b.Targets = append(b.Targets, t)
	b.Circuit.Bads = append(b.Circuit.Bads, circuit.Signal{Edge: holds, Name: name})
}

// meetings adds bad signals for two threads at the two places in question.
func (b *builder) meetings() {
	asked := func(id efsm.ThreadID, which int) []efsm.StateID {
		var list []efsm.StateID
		for c := range b.System.Threads[id].States {
			if st := &b.System.Threads[id].States[c]; st.Asked && b.opts.Places[which].Has(st.Origin.Pos) {
				list = append(list, efsm.StateID(c))
			}
		}
		return list
	}
	is := func(id efsm.ThreadID, c efsm.StateID) bitblast.Edge {
		if alive := b.System.Threads[id].Alive; alive != 0 {
			return b.graph.And(b.at[id][c], b.vars[alive][0])
		}
		return b.at[id][c]
	}
	running := bitblast.True
	if b.over >= 0 {
		running = b.Circuit.Latches[b.over].Edge.Not()
	}
	for i := 1; i < len(b.System.Threads); i++ {
		for j := 1; j < len(b.System.Threads); j++ {
			one, two := efsm.ThreadID(i), efsm.ThreadID(j)
			if i == j {
				continue
			}
			for _, x := range asked(one, 0) {
				for _, y := range asked(two, 1) {
					both := b.graph.And(running, b.graph.And(is(one, x), is(two, y)))
					b.bad(Target{Thread: one, State: x, Obligation: -1, Mark: -1, Other: two, OtherAt: y}, both)
				}
			}
		}
	}
}
