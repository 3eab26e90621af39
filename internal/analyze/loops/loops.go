package loops

import "github.com/heddle-mc/heddle/internal/program/ir"

// Info is the result of the analysis. It is immutable.
type Info struct {
	prog  *ir.Program
	funcs []Func // by FuncID
}

// Func is a function's part. Slices indexed by identifiers have an unused entry 0.
type Func struct {
	Nest  *ir.LoopNest
	Loops []Loop // as in Nest
	// Spun reports whether the function has a loop with Await or may be called from one: only then do
	// its actions matter.
	Spun bool

	nonEscaping []bool  // by local
	outlived    []bool  // by local, of those: see Outlived
	class       []class // by register: what it points to
	params      []bool  // by parameter: non-escaping
	quiet       bool    // some path returns without acting
}

// Loop is a loop of a function.
type Loop struct {
	*ir.Loop
	// Await reports whether an iteration might have no action, so that checking is worth the effort.
	// Some path from Header to a back edge must have no actions, except for actions that depend on
	// values.
	Await bool
	// Concrete reports whether every branch that leaves the loop depends on
	// constants and on registers computed from constants only: its iterations
	// are the same in every execution.
	Concrete bool
	// Live are the registers whose values at Header may still be read, and
	// Carried those of them that the loop may assign.
	Live, Carried []ir.Reg
	// LiveLocals are the non-escaping locals whose bytes at Header may still be read,
	// and CarriedLocals those of them that the loop may write.
	LiveLocals, CarriedLocals []ir.LocalID
	// Renewals are ways into a loop with Await.
	Renewals []Renewal
}

// Action describes whether an instruction makes a change visible to another thread, a caller or a later
// iteration.
type Action uint8

// The actions.
const (
	Quiet     Action = iota // it does not act
	IfChanged               // rmw, cmpxchg: it acts iff memory holds another value afterwards
	// ThroughParam: a store through a non-escaping parameter. It acts for the loops of this function
	// and of the callers that passed the pointer on, but not for loops of the function that owns the
	// local, nor of its callers.
	ThroughParam
	Acts
	ByCallee // call, callptr: as the callee does
)

// Analyse analyses a program that passed ir.Check. The cost is quadratic in the
// number of blocks of a function in the worst case, and linear in practice.
func Analyse(p *ir.Program) *Info {
	info := &Info{prog: p, funcs: make([]Func, len(p.Funcs))}
	for id := 1; id < len(p.Funcs); id++ {
		f := &p.Funcs[id]
		if !f.HasBody() {
			continue
		}
		fn := &info.funcs[id]
		fn.Nest = f.Loops()
		for n := range fn.Nest.Loops {
			fn.Loops = append(fn.Loops, Loop{Loop: &fn.Nest.Loops[n]})
		}
	}
	info.findNonEscaping()
	info.quietness()
	for id := 1; id < len(p.Funcs); id++ {
		if f := &p.Funcs[id]; f.HasBody() {
			fn := &info.funcs[id]
			fn.findOutlived(f)
			fn.liveness(f)
			fn.concreteness(f)
			info.awaits(ir.FuncID(id))
		}
	}
	info.spun()
	return info
}

// Func returns the part of a function; one without a body has no loops.
func (i *Info) Func(f ir.FuncID) *Func { return &i.funcs[f] }

// NonEscaping reports whether a local of the function is non-escaping.
func (fn *Func) NonEscaping(l ir.LocalID) bool { return fn.nonEscaping[l] }
