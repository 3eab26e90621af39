package fromir

import (
	"cmp"
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options say for which property a system is made, and how.
type Options struct {
	Property    verdict.Property
	Environment ir.Environment // choices that are on
	Places      []ir.Place     // lines at which a thread's arrivals are control states, each visible, whatever is done there
	Watched     []Watched      // memory that a linear-time property is about
	// Instances bounds the threads or objects created by a place that runs more than once, and the
	// copies of a recursive function in a thread; 0: DefaultInstances.
	Instances int
	// Threads bounds the number of threads, including main. Threads beyond it are created but never
	// run; 0: there is no bound.
	Threads int
	// Replicate makes a place that creates threads without a bound create replicas: any number of
	// threads (replica.go). A state that is unreachable in such a system is unreachable in the
	// program.
	Replicate bool
	// Arrays makes objects without a constant size array variables (array.go), for properties of ArrayChecks and without
	// Replicate.
	Arrays bool
}

// Watched is memory of a global variable that is kept even if nothing else depends on it.
type Watched struct {
	Global       ir.GlobalID
	Offset, Size int64 // in bytes
}

// DefaultInstances is the value of Options.Instances if it is 0.
const DefaultInstances = 3

// Limits on the size of the result.
const (
	maxThreads = 64
	maxCopies  = 20_000
	maxCells   = 50_000
	maxStates  = 100_000
)

// Error says why a program has no transition system.
type Error struct {
	Construct string
	Location  verdict.Location
}

// Error returns place: construct.
func (e *Error) Error() string {
	if e.Location.File == "" {
		return e.Construct
	}
	return e.Location.String() + ": " + e.Construct
}

// builder makes one system.
type builder struct {
	ctx    context.Context
	prog   *ir.Program
	opts   Options
	points *pointsto.Result
	loops  *loops.Info
	sites  *ir.Sites
	sys    *efsm.System
	terms  *term.Store
	ptr    uint // width of a pointer in memory, in bits
	tag    uint // by how much it is wider in a register (array.go)

	flows    []*flow // by function, when needed
	threads  []*thread
	objects  []*object // from 1
	where    map[objectKey][]*object
	unsized  map[objectKey]bool // places that make objects of no constant size, which are not modelled
	crowded  map[objectKey]bool // accesses of more than maxTargets places
	cells    int
	counters map[objectKey]efsm.VarID // of places that make several objects or threads
	watched  []efsm.VarID             // that hold Options.Watched

	descriptors map[pointsto.ObjID]bool // the objects that describe replicas
	merged      []*object
	arrays      []*object // those with an array, by tag - 1
}

// Checks are the checks that a system can express.
const Checks = verdict.AllChecks &^ (verdict.ValueCheck | verdict.HeapCheck)

// Build makes the system of a program.
func Build(ctx context.Context, facts *analyze.Facts, opts Options) (sys *efsm.System, err error) {
	p := facts.Program
	opts.Instances = cmp.Or(opts.Instances, DefaultInstances)
	if !opts.Property.Is(Checks) {
		return nil, &Error{Construct: "property " + opts.Property.String()}
	}
	b := &builder{
		ctx: ctx, prog: p, opts: opts, points: facts.PointsTo(ctx), loops: facts.Loops(), sites: facts.Sites(),
		terms: term.New(term.Options{}), ptr: uint(p.Model.PtrBits()), flows: make([]*flow, len(p.Funcs)),
		objects: make([]*object, 1), where: make(map[objectKey][]*object), unsized: make(map[objectKey]bool), crowded: make(map[objectKey]bool), counters: make(map[objectKey]efsm.VarID),
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("transition system: %w", context.Cause(ctx))
	}
	if b.points.Lost != "" {
		return nil, &Error{Construct: "pointers: " + b.points.Lost}
	}
	b.sys = efsm.NewSystem(b.terms)
	b.sys.Files, b.sys.Whole = p.Files, opts.Property.IsTemporal()
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			if sys, err = nil, e; ctx.Err() != nil {
				err = fmt.Errorf("transition system: %w", context.Cause(ctx))
			}
		}
	}()
	b.findArrays()
	b.findThreads()
	b.findDescriptors()
	b.findObjects()
	b.findAccesses()
	b.layOut()
	for _, t := range b.threads {
		b.states(t)
	}
	b.finish()
	b.sys.Replicas = b.replicas()
	if b.tag > 0 {
		b.sys.Tagged = b.ptr
	}
	return b.sys, nil
}

// keepsEnds reports whether the ends of threads and the process matter, and the reasons for waiting.
// Then no choice decides whether a thread waits, and both ends are separate states.
func (b *builder) keepsEnds() bool {
	return b.opts.Property.IsTemporal() || b.opts.Property == verdict.Deadlock
}

// refuse aborts Build with an error.
func (b *builder) refuse(at ir.Pos, fn string, format string, args ...any) {
	panic(&Error{fmt.Sprintf(format, args...), at.In(b.prog.Files, fn)})
}

// poll aborts Build after the context has ended.
func (b *builder) poll() {
	if b.ctx.Err() != nil {
		b.refuse(ir.Pos{}, "", "interrupted")
	}
}
