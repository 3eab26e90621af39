package mu

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Scheme is the representation of a memory unwinding (Tomasco et al., section 4).
type Scheme uint8

// The schemes.
const (
	FineImplicit Scheme = iota // a position is a write; a read guesses the write that it sees
	FineExplicit               // a position is a write; the value of every unit is kept at every position
	Mixed                      // explicit for scalars, implicit for arrays
	Intra                      // a position is a cluster of one thread's writes
	Inter                      // a position is a cluster of the writes of several threads
)

// MaxWrites bounds the positions of a memory unwinding.
const MaxWrites = 120

// MaxThreads bounds the threads of a program whose memory is unwound: the number of the writing thread
// is stored in a byte.
const MaxThreads = 250

// unwinding is the work on one program.
type unwinding struct {
	seq     *sequential.Sequential
	scheme  Scheme
	n       int  // positions
	each    bool // each write in an atomic section of the source has a position
	units   *unitTable
	word    ir.Type // holds the value of any unwound unit
	plain   int     // bits of a word that hold a value, or a pointer's offset
	tagged  int     // higher bits that identify the target of a pointer
	joint   bool    // some step may write several units
	writing int     // positions that all steps together may use: with each, writes of sections
	memory  memory

	pos     table // by thread: position
	when    table // by thread: when its latest step was
	started table // by thread: it was created
	stuck   table // by thread: it has to write, and no position is left
	full    table // some thread is stuck though all positions are used
	failed  table // the number of an assertion that failed
	reached map[int32]table
	asserts []ir.Instr // the assertions that are checked, by their number less one

	pickers map[picking]ir.FuncID
	funcs   map[string]ir.FuncID // that steps call
}

// memory is a scheme: the unwound memory.
type memory interface {
	// setup guesses the unwinding.
	setup(c *code)
	// enter begins the execution of a thread, whose position is set.
	enter(c *code, tid int)
	// leave ends it: the thread does no more.
	leave(c *code, tid int)
	// seek moves a thread to a position from which a step reads. It returns whether the
	// step is to write, where that was guessed; else zero. Where it stops, the thread may be
	// stuck then.
	seek(c *code, thread ir.Operand, s *footprint) (writes ir.Operand)
	stops() bool
	// guesses reports whether seek guesses, in a step that may write or not, if it does.
	guesses() bool
	// row returns whether a unit is written up to the position of a thread, and the value of the last
	// such write.
	row(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand)
	// read is seek and row for a step that reads one unit.
	read(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand)
	// write emits the writes of one step of a thread. At least one of the writes is executed. If no
	// position is left the thread is stuck. write ends the function.
	write(c *code, thread ir.Operand, list []unitWrite, how writeMode)
	// finish emits the conditions that must hold after all threads were executed.
	finish(c *code)
}

// unitRef is the unit of an access: one unit, or one of several.
type unitRef struct {
	number ir.Operand // i16; none of the units: 0
	units  []*unit    // unwound ones
	only   bool       // there is one unit, and the access is to it
}

// writeMode describes a step that writes.
type writeMode struct {
	sought  bool // it has read before, and its writes come directly after the position that it read
	several bool // it may do several of its writes, at one position
	each    bool // it may do several of its writes, at a position for each
}

// unitWrite is a write that is done if a condition holds.
type unitWrite struct {
	done  ir.Operand
	at    unitRef
	value ir.Operand
}

// Method is the sequentialisation by memory unwinding of Tomasco, Inverso, Fischer, La
// Torre, Parlato, "Verifying concurrent programs by memory unwinding", TACAS 2015, with
// a number of positions from 1 to MaxWrites. A sequence of writes to shared memory is
// guessed; then each thread is executed once, from its creation as far as it comes,
// against that sequence:
//
//	start          guess the unwinding; thread 0; every thread that has writes in the
//	               unwinding was created; no assertion failed
//	thread t       position(t) = position(creator); its steps, in their order; all its
//	               writes in the unwinding were done
//	read u         go to a position from the thread's own to before that of its next
//	               write; the value of u there
//	write u, v     go to the position of the thread's next write, which must be v to u;
//	               where there is none, the thread stops (it is not finished)
//	create t       the step; then thread t
//	join t         t is finished, and its end is at the thread's position or before
//	assert c       if c does not hold, that is noted, and the thread ends
//
// A step with several writes, an atomic section or a call of a library model, reads at one position
// and does all its writes at the next one; no other step comes between. With Limits.EachWrite, each
// write of an atomic section of the source has a position of its own, as in the paper, and the section
// excludes other writes over an interval of positions. Calls of library models keep one position.
// Locks are words, and to lock and to unlock are writes. Queues and counters of the models of
// condition variables, barriers and semaphores are ordinary memory.
//
// Units (units.go) decide which memory is unwound. Memory that only one thread accesses at a time
// stays as it is, and writes to it do not count. Writes by main before it creates a thread do not
// count either; they are the initial values. Before values are guessed, the values of units are
// bounded, and with them the elements that indexed accesses may touch (ranges.go).
//
// Deviations from the paper: all threads have their functions, and steps replace CHECK_RETURN. By
// default an atomic section is one position and not an interval of them. Reads of initial values of
// units that are written later are possible (the paper's figure 6 rules them out). The position at
// which a thread stops has no lower bound from its possible next positions.
//
// An execution is found if it does at most that many writes. A thread that would do another write when
// all positions are used leaves the mark verdict.WriteBound. If no thread can, all executions were
// considered, since a longer one would have a prefix whose next step is such a write. The number of
// positions is at most the number of steps that may write.
func Method(scheme Scheme) sequential.Method {
	return func(ctx context.Context, p *sequential.Inlined, limits sequential.Limits) (*sequential.Sequential, error) {
		switch n := limits.Number; {
		case n < 1 || n > MaxWrites:
			return nil, fmt.Errorf("memory unwinding: %d positions are outside 1..%d", n, MaxWrites)
		case len(p.Threads) > MaxThreads:
			return nil, fmt.Errorf("memory unwinding: %d threads are more than %d", len(p.Threads), MaxThreads)
		}
		return unwind(ctx, p, scheme, limits)
	}
}

func unwind(ctx context.Context, f *sequential.Inlined, scheme Scheme, limits sequential.Limits) (*sequential.Sequential, error) {
	m := &unwinding{seq: sequential.NewSequential(f), scheme: scheme, n: limits.Number, each: limits.EachWrite,
		reached: make(map[int32]table), pickers: make(map[picking]ir.FuncID), funcs: make(map[string]ir.FuncID)}
	m.units = findUnits(ctx, f)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("memory unwinding: %w", context.Cause(ctx))
	}
	m.layOut()
	threads := len(f.Threads)
	m.pos, m.when = m.table("position", threads, ir.I8), m.table("when", threads, ir.I8)
	m.started, m.stuck = m.table("started", threads, ir.I8), m.table("stuck", threads, ir.I8)
	m.full, m.failed = m.table("full", 1, ir.I8), m.table("failed", 1, ir.I16)
	m.seq.Inputs, m.seq.Unwound = nil, &sequential.Unwinding{When: m.when.global, Failed: m.failed.global}
	m.writing = m.findJoint()
	m.n = min(m.n, max(m.writing, 1))
	switch scheme {
	case Intra:
		m.memory = newIntra(m)
	case Inter:
		m.memory = newInter(m)
	default:
		m.memory = newFine(m)
	}
	for tid := range f.Threads {
		for i := range f.Threads[tid].Steps {
			m.rewrite(tid, i)
		}
	}
	m.start()
	return m.seq, nil
}

// layOut decides how values are held by words.
func (m *unwinding) layOut() {
	m.plain = 8
	for _, t := range m.units.unwound {
		if t.size <= 8 {
			m.plain = max(m.plain, int(t.size)*8)
		}
		if len(t.holds) > 0 {
			m.tagged = bits.Len(uint(len(m.units.targets)))
		}
	}
	w := 8
	for w < m.plain+m.tagged {
		w *= 2
	}
	m.word = ir.Int(w)
}

// nameOf names a unit: by its object, and by its place in it unless that is all of it.
func (m *unwinding) nameOf(t *unit) string {
	g := &m.seq.Program.Globals[t.global]
	if t.start == 0 && t.size == g.Size {
		return g.Name
	}
	return fmt.Sprintf("%s.%d", g.Name, t.start)
}

// reach returns the word that is set when a mark is reached.
func (m *unwinding) reach(mark int32) table {
	t, ok := m.reached[mark]
	if !ok {
		t = m.table(fmt.Sprintf("reached%d", mark), 1, ir.I8)
		m.reached[mark] = t
	}
	return t
}

// start adds the functions of the threads and the start function.
func (m *unwinding) start() {
	threads := m.seq.Inlined.Threads
	funcs := make([]ir.FuncID, len(threads))
	for tid := len(threads) - 1; tid >= 0; tid-- {
		funcs[tid] = m.thread(tid, funcs)
	}
	guess := m.function("guess")
	m.memory.setup(guess)
	guess.b.RetVoid()
	check := m.function("check")
	m.memory.finish(check)
	check.b.RetVoid()
	c := m.function("sequential")
	c.b.StoreGlobal(threads[0].Steps[0].At, c.byteConst(1))
	c.b.Call(m.seq.AddFunc(guess.b), ir.NoType)
	c.b.Call(funcs[0], ir.NoType)
	c.b.Call(m.seq.AddFunc(check.b), ir.NoType)
	for k, in := range m.asserts {
		failed := c.b.Equal(c.get(m.failed, c.at(0)), c.b.Int(m.failed.typ, uint64(k+1)))
		in.Args = []ir.Operand{c.b.Not(failed)}
		c.b.Emit(in)
	}
	m.reached[m.seq.AddMark(verdict.Mark{Bound: verdict.WriteBound, Limit: m.n})] = m.full
	for mark := int32(1); int(mark) <= len(m.seq.Marks); mark++ {
		t, ok := m.reached[mark]
		if !ok {
			continue
		}
		c.b.When(c.flag(t), func() {
			c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() { sequential.EmitMark(c.b, m.seq.Marks, mark) })
		})
	}
	c.b.Halt(c.b.Int(ir.I32, 0))
	m.seq.Program.Start = m.seq.AddFunc(c.b)
}

// thread adds the function that executes the thread from its creation as
// far as it comes. Where it creates a thread, that is executed first.
func (m *unwinding) thread(tid int, funcs []ir.FuncID) ir.FuncID {
	t := &m.seq.Inlined.Threads[tid]
	c := m.function(fmt.Sprintf("thread%d", tid))
	end := c.b.NewBlock()
	c.put(m.started, c.at(tid), c.byteConst(1))
	if t.Creator >= 0 {
		c.put(m.pos, c.at(tid), c.get(m.pos, c.at(t.Creator)))
		c.put(m.when, c.at(tid), c.get(m.when, c.at(t.Creator)))
	}
	m.memory.enter(c, tid)
	for i := range t.Steps {
		p := &t.Steps[i]
		c.b.When(c.b.NonZero(c.b.LoadGlobal(ir.I8, p.At)), func() {
			if m.seq.Inlined.Program.Funcs[p.Func].Has(ir.OpAssume) {
				on := c.b.NewBlock()
				c.b.CondBr(c.b.Choose(ir.I1, ir.ChooseNondet), on, end)
				c.b.SetBlock(on)
			}
			c.b.Call(p.Func, ir.NoType)
			if m.mostWrites(p.Func) > 0 {
				on := c.b.NewBlock()
				c.b.CondBr(c.b.NonZero(c.get(m.stuck, c.at(tid))), end, on)
				c.b.SetBlock(on)
			}
			if p.Creates > 0 {
				c.b.When(c.b.NonZero(c.b.LoadGlobal(ir.I8, m.seq.Inlined.Threads[p.Creates].Steps[0].At)), func() {
					c.b.Call(funcs[p.Creates], ir.NoType)
				})
			}
		})
	}
	c.b.Br(end)
	c.b.SetBlock(end)
	m.memory.leave(c, tid)
	c.b.RetVoid()
	return m.seq.AddFunc(c.b)
}
