package inclusion

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// System is the model of a transition system: it checks that executions are in the system.
type System struct {
	sys    *efsm.System
	places []map[operation]bool // by thread: where its visible operations are
}

// operation is the place of a visible operation.
type operation struct {
	fn    string
	block ir.BlockID
	instr int
	pos   ir.Pos // of the call of a library model; none in user code, and in a copy with several callers
}

// NewSystem prepares a system. The error is a rule that the system breaks.
func NewSystem(sys *efsm.System) (*System, error) {
	if err := efsm.Check(sys); err != nil {
		return nil, err
	}
	m := &System{sys: sys, places: make([]map[operation]bool, len(sys.Threads))}
	for t := 1; t < len(sys.Threads); t++ {
		m.places[t] = make(map[operation]bool)
		for i := 1; i < len(sys.Threads[t].States); i++ {
			if st := &sys.Threads[t].States[i]; st.IsVisible() && st.Within != (efsm.Origin{}) {
				m.places[t][placeOf(st)] = true
			}
		}
	}
	return m, nil
}

func placeOf(st *efsm.State) operation {
	op := operation{st.Within.Func, st.Within.Block, st.Within.Instr, st.Origin.Pos}
	if st.Origin.Func == st.Within.Func {
		op.pos = ir.Pos{}
	}
	return op
}

// Check implements Model.
func (m *System) Check(_ context.Context, e *Execution) (*Outcome, error) {
	// The initial values of the objects of a thread depend on the identity of the thread in the system.
	// Only the execution of the system shows it.
	known := []efsm.ThreadID{1}
	for {
		c := &walker{System: m, e: e, made: known, is: []efsm.ThreadID{1}, took: make(map[efsm.ThreadID]int), cut: make(map[efsm.ThreadID]*verdict.Mark)}
		c.run = efsm.NewSimulator(m.sys, c.initial)
		c.fill()
		err := c.walk()
		if len(c.is) <= len(known) {
			if err != nil {
				return nil, err
			}
			return &c.outcome, nil
		}
		known = c.is
	}
}

// walker follows one execution in a system.
type walker struct {
	*System
	e        *Execution
	run      *efsm.Simulator
	made     []efsm.ThreadID // by the execution's thread, as far as known before
	is       []efsm.ThreadID // by the execution's thread, so far; zero: it has none
	took     map[efsm.ThreadID]int
	cut      map[efsm.ThreadID]*verdict.Mark
	cutAt    int // the step of the latest
	at       int
	violated []*efsm.Obligation
	outcome  Outcome
}

func (c *walker) lost(thread int, pos ir.Pos, format string, args ...any) error {
	return &LostError{Model: "transition system", Step: max(0, c.at-1), Thread: c.e.Threads[thread].Name,
		Place: pos.Text(c.e.Code.Program().Files), Msg: fmt.Sprintf(format, args...), Execution: c.e}
}

// initial returns the first value of a variable that has none.
func (c *walker) initial(v efsm.VarID) term.Word {
	h := c.sys.Vars[v].Home
	if h == nil {
		return term.Word{}
	}
	key, known := c.object(h)
	if !known {
		return term.Word{}
	}
	var w term.Word
	for i := range h.Bytes {
		w = w.Or(term.WordOf(uint64(c.e.Uninit[Byte{key, h.Offset + uint64(i)}])).Shl(8 * uint(i)))
	}
	return w
}

// object returns the object of a home, and whether the thread that makes it is known.
func (c *walker) object(h *efsm.Home) (key interp.ObjectKey, known bool) {
	if h.Global != "" {
		return interp.ObjectKey{Global: h.Global}, true
	}
	maker := slices.Index(c.made, h.Maker)
	if maker < 0 {
		return key, false
	}
	return interp.ObjectKey{Site: h.Site, Thread: c.e.Threads[maker].Name, Count: h.Count}, true
}

// fill initialises arrays with the bytes that are read before they are written.
func (c *walker) fill() {
	arrays := make(map[interp.ObjectKey]efsm.VarID)
	values := make(map[efsm.VarID]term.ArrayValue)
	for v := efsm.VarID(1); int(v) < len(c.sys.Vars); v++ {
		if x := &c.sys.Vars[v]; x.Sort.IsArray() && x.Home != nil {
			if key, known := c.object(x.Home); known {
				arrays[key] = v
				values[v] = term.ArrayValue{Elems: make(map[term.Word]term.Word)}
			}
		}
	}
	if len(arrays) == 0 {
		return
	}
	for at, b := range c.e.Uninit {
		if v, ok := arrays[at.Object]; ok {
			size := uint64(c.sys.Vars[v].Home.Bytes)
			i := term.WordOf(at.Offset / size)
			values[v].Elems[i] = values[v].Elems[i].Or(term.WordOf(uint64(b)).Shl(8 * uint(at.Offset%size)))
		}
	}
	for v, a := range values {
		c.run.SetArray(v, a)
	}
}

func (c *walker) walk() error {
	if err := c.advance(0); err != nil {
		return err
	}
	for c.at = range c.e.Steps {
		st := &c.e.Steps[c.at]
		for i := range st.Done {
			over, err := c.did(&st.Done[i])
			if err != nil || over {
				return err
			}
		}
	}
	if c.e.End.Kind != interp.Violated || c.violates() {
		return nil
	}
	thread := c.e.Steps[len(c.e.Steps)-1].Thread
	if c.cut[c.is[thread]] != nil {
		c.outcome.Cut = c.cut[c.is[thread]]
		return nil
	}
	// A thread that fails before it has done anything visible fails in its first step.
	if st := c.state(c.is[thread]); st != nil && c.run.Alive(c.is[thread]) && !c.run.Over() {
		if _, err := c.step(thread, c.is[thread]); err != nil || c.violates() {
			return err
		}
	}
	return c.lost(thread, c.e.End.Pos, "the execution violates %s, the system does not", c.e.Property)
}

// violates reports whether the system has violated the property where the execution does.
func (c *walker) violates() bool {
	return slices.ContainsFunc(c.violated, func(o *efsm.Obligation) bool { return o.Origin.Pos.Line == c.e.End.Pos.Line })
}

// did follows an instruction of the execution, if it is a visible operation of the
// system. It reports whether the system need not be followed further.
func (c *walker) did(d *Done) (over bool, err error) {
	if d.Thread >= len(c.is) || c.is[d.Thread] == 0 {
		return false, nil
	}
	t := c.is[d.Thread]
	here := operation{c.e.Code.Program().Funcs[d.Func].Name, d.Block, d.Instr, d.Pos}
	shared := operation{here.fn, here.block, here.instr, ir.Pos{}}
	st := c.state(t)
	switch {
	case c.cut[t] != nil && c.at > c.cutAt:
		c.outcome.Cut = c.cut[t]
		return true, nil
	case c.cut[t] == nil && d.End && st != nil && st.IsVisible() && st.Within == (efsm.Origin{}):
	case c.cut[t] == nil && st != nil && st.IsVisible() && (placeOf(st) == here || placeOf(st) == shared):
	case !c.places[t][here] && !c.places[t][shared] && !d.End:
		return false, nil
	case c.cut[t] != nil:
		c.outcome.Cut = c.cut[t]
		return true, nil
	case d.End && c.run.At(t) == 0:
		return false, nil // its end was part of the operation before
	case c.last():
		return true, nil // an operation that fails in the execution need not be in the system
	case st == nil:
		return false, c.lost(d.Thread, d.Pos, "the system has nothing more for the thread to do")
	default:
		return false, c.lost(d.Thread, d.Pos, "the system is at %s, before the operation at %s", st.Name, st.Origin.Pos.Text(c.e.Code.Program().Files))
	}
	done, err := c.step(d.Thread, t)
	if err != nil {
		return false, err
	}
	if done.Progress != efsm.Stepped {
		if c.last() {
			return true, nil
		}
		for _, mark := range c.cut { // of another thread, which in the execution did the step for which this one waits
			c.outcome.Cut = mark
			return true, nil
		}
		return false, c.lost(d.Thread, d.Pos, "the system cannot do the operation of state %s", st.Name)
	}
	if c.cut[t] == nil && !c.last() {
		if err := c.compare(d, t, st); err != nil {
			return false, err
		}
	}
	if err := c.created(t, st); err != nil {
		return false, err
	}
	return false, c.advance(d.Thread)
}

// last reports whether the execution ends in this step.
func (c *walker) last() bool {
	return c.at == len(c.e.Steps)-1 && c.e.End.Kind != interp.Running
}

// state returns the state of a thread, or nil if it cannot continue.
func (c *walker) state(t efsm.ThreadID) *efsm.State {
	at := c.run.At(t)
	if at == 0 || c.run.IsStuck(t) || c.sys.Threads[t].States[at].Kind == efsm.Stopped {
		return nil
	}
	return &c.sys.Threads[t].States[at]
}

// maxLocal bounds the steps between two visible operations.
const maxLocal = 20_000

// advance executes the steps of a thread that are no operations of the program.
func (c *walker) advance(thread int) error {
	t := c.is[thread]
	for range maxLocal {
		st := c.state(t)
		if st == nil || !c.run.Alive(t) || c.run.Over() {
			return nil
		}
		last := len(st.Edges) == 0
		if st.IsVisible() && (st.Within != (efsm.Origin{}) || last) && !st.Asked {
			return nil
		}
		done, err := c.step(thread, t)
		if err != nil || done.Progress != efsm.Stepped {
			return err
		}
	}
	return nil
}

// step makes a thread do a step with the choices of the execution.
func (c *walker) step(thread int, t efsm.ThreadID) (*efsm.Step, error) {
	st := c.state(t)
	inputs := make(map[efsm.VarID]term.Word)
	value := func(v efsm.VarID) term.Word { return inputs[v] }
	for next := 0; next < len(st.Choices); {
		try, err := c.run.Clone().Step(t, value)
		if err != nil {
			return nil, err
		}
		if try.Progress != efsm.Stepped {
			// Whether it can step may depend on the choices: all that come are made.
			try.Choices = nil
			for i := range st.Choices {
				try.Choices = append(try.Choices, i)
			}
		}
		at := slices.IndexFunc(try.Choices, func(i int) bool { return i >= next })
		if at < 0 {
			break
		}
		i := try.Choices[at]
		next = i + 1
		if w, ok, err := c.choice(thread, t, &st.Choices[i], try.Progress == efsm.Stepped); err != nil {
			return nil, err
		} else if ok {
			inputs[st.Choices[i].Input] = w
		}
	}
	c.forced(t, st, inputs)
	done, err := c.run.Step(t, value)
	if err != nil || done.Progress != efsm.Stepped {
		return done, err
	}
	c.outcome.Steps++
	for _, i := range done.Obligations {
		c.violated = append(c.violated, &st.Obligations[i])
	}
	for _, i := range done.Marks {
		c.cut[t], c.cutAt = &st.Marks[i].Mark, c.at
	}
	return done, nil
}

// forced gives values to the inputs of choices that were not made, since there is only one alternative: a
// wake-up when one thread waits, or the one element of a set.
func (c *walker) forced(t efsm.ThreadID, st *efsm.State, inputs map[efsm.VarID]term.Word) {
	value := func(v efsm.VarID) term.Word { return inputs[v] }
	for i := range st.Choices {
		ch := &st.Choices[i]
		if _, made := inputs[ch.Input]; made {
			continue
		}
		values := uint64(len(c.sys.Threads))
		if ch.Reason != ir.ChooseWake {
			if try, err := c.run.Clone().Step(t, value); err != nil || try.Progress == efsm.Stepped {
				continue
			}
			values = maxWoken
		}
		for w := range values {
			inputs[ch.Input] = term.WordOf(w)
			if try, err := c.run.Clone().Step(t, value); err == nil && try.Progress == efsm.Stepped {
				break
			}
		}
	}
}

// choice returns the next choice that a thread makes in the execution. ok is false if the execution
// ends before, or if it makes no choice because there is one alternative only (forced). certain reports that
// the system makes the choice, given those before.
func (c *walker) choice(thread int, t efsm.ThreadID, want *efsm.Choice, certain bool) (w term.Word, ok bool, err error) {
	list := c.e.Threads[thread].Choices
	if c.took[t] >= len(list) {
		return w, false, nil
	}
	have := list[c.took[t]]
	if have.Reason != want.Reason {
		if c.cut[t] != nil || !certain || want.Reason == ir.ChooseWake { // a signal to a single waiter is no choice of the execution
			return w, false, nil
		}
		return w, false, c.lost(thread, want.Origin.Pos, "the execution chooses for %s, the system for %s", have.Reason, want.Reason)
	}
	c.took[t]++
	w = have.Value
	if have.Reason == ir.ChooseWake {
		for i, s := range c.is {
			if s != 0 && numberOf(c.e.Threads[i].Name) == w.Lo {
				w = term.WordOf(uint64(s - 1))
				break
			}
		}
	}
	return w, true, nil
}

// created finds the threads that a step of the system created, in the execution's.
func (c *walker) created(t efsm.ThreadID, st *efsm.State) error {
	spawned := c.e.Steps[c.at].Spawned
	for len(spawned) > 0 && spawned[0] < len(c.is) && c.is[spawned[0]] != 0 {
		spawned = spawned[1:]
	}
	for s := 1; s < len(c.sys.Threads); s++ {
		alive := c.sys.Threads[s].Alive
		if alive == 0 || c.run.Value(alive).IsZero() || slices.Contains(c.is, efsm.ThreadID(s)) {
			continue
		}
		if len(spawned) == 0 {
			return c.lost(c.e.Steps[c.at].Thread, c.e.Steps[c.at].Pos, "the system creates a thread, the execution does not")
		}
		for len(c.is) <= spawned[0] {
			c.is = append(c.is, 0)
		}
		c.is[spawned[0]] = efsm.ThreadID(s)
		if err := c.advance(spawned[0]); err != nil {
			return err
		}
		spawned = spawned[1:]
	}
	if len(spawned) > 0 && c.cut[t] == nil {
		return c.lost(c.e.Steps[c.at].Thread, c.e.Steps[c.at].Pos, "the execution creates a thread, the system does not")
	}
	return nil
}

// isAddress reports whether a written value may be an address. The system has other addresses.
func (c *walker) isAddress(a *Access) bool {
	p := c.e.Code.Program()
	if a.Size != uint64(p.Model.PtrBits())/8 {
		return false
	}
	space := c.e.Code.Facts().Space()
	if _, dynamic := space.Slot(a.Value.Lo); dynamic {
		return true
	}
	for g := 1; g < len(p.Globals); g++ {
		if at := space.Global(ir.GlobalID(g)); p.Globals[g].Size > 0 && a.Value.Lo-at < uint64(p.Globals[g].Size) {
			return true
		}
	}
	return false
}

// compare compares the program memory that a state writes with the writes of the execution.
func (c *walker) compare(d *Done, t efsm.ThreadID, st *efsm.State) error {
	step := &c.e.Steps[c.at]
	for _, u := range st.Updates {
		v := &c.sys.Vars[u.Var]
		h := v.Home
		if h == nil || v.Thread != 0 || v.Class != efsm.Data {
			continue
		}
		key := interp.ObjectKey{Global: h.Global}
		if h.Global == "" {
			maker := slices.Index(c.is, h.Maker)
			if maker < 0 {
				continue
			}
			key = interp.ObjectKey{Site: h.Site, Thread: c.e.Threads[maker].Name, Count: h.Count}
		}
		if v.Sort.IsArray() {
			if err := c.compareArray(d, u.Var, key); err != nil {
				return err
			}
			continue
		}
		value := c.run.Value(u.Var)
		for i := range uint64(h.Bytes) {
			if w := lastWrite(step, d.Thread, Byte{key, h.Offset + i}); w != nil && !w.Pointer && !c.isAddress(w) &&
				byteOf(w, h.Offset+i) != byte(value.Shr(uint(8*i)).Lo) {
				return c.lost(d.Thread, d.Pos, "the execution writes %#x, the system %#x to %s", w.Value.Lo, value.Lo, v.Name)
			}
		}
	}
	return nil
}

// compareArray is compare for an array, with the last writes of the step.
func (c *walker) compareArray(d *Done, v efsm.VarID, object interp.ObjectKey) error {
	step, size := &c.e.Steps[c.at], uint64(c.sys.Vars[v].Home.Bytes)
	for i := range step.Accesses {
		w := &step.Accesses[i]
		if !w.Write || w.Thread != d.Thread || w.Object != object || w.Pointer || c.isAddress(w) || lastWrite(step, d.Thread, Byte{object, w.Offset}) != w {
			continue
		}
		if value := c.run.Array(v).At(term.WordOf(w.Offset / size)); byteOf(w, w.Offset) != byte(value.Lo>>(8*(w.Offset%size))) {
			return c.lost(d.Thread, d.Pos, "the execution writes %#x, the system %#x to %s", w.Value.Lo, value.Lo, c.sys.Vars[v].Name)
		}
	}
	return nil
}

// lastWrite returns the last access of a thread in a step that writes a byte, or nil.
func lastWrite(st *Step, thread int, b Byte) *Access {
	for i := len(st.Accesses) - 1; i >= 0; i-- {
		if a := &st.Accesses[i]; a.Write && a.Thread == thread && a.Object == b.Object && b.Offset >= a.Offset && b.Offset < a.Offset+a.Size {
			return a
		}
	}
	return nil
}

// byteOf returns the byte of an access's value at an offset in the object.
func byteOf(a *Access, offset uint64) byte {
	at := offset - a.Offset
	if at >= 8 {
		return byte(a.Value.Hi >> (8 * (at - 8)))
	}
	return byte(a.Value.Lo >> (8 * at))
}
