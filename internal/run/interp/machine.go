package interp

import (
	"fmt"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// Properties is a set of properties.
type Properties uint32

// PropertySet returns the set of the given properties.
func PropertySet(list ...verdict.Property) Properties {
	var s Properties
	for _, p := range list {
		s |= 1 << p
	}
	return s
}

// AllProperties holds every property.
const AllProperties Properties = 1<<verdict.NumProperties - 1

// Has reports whether p is in s.
func (s Properties) Has(p verdict.Property) bool { return s&(1<<p) != 0 }

// Config holds the options of a machine.
type Config struct {
	Properties  Properties      // the checked properties; the others act as in semantics 5
	Environment ir.Environment  // choices of the environment that the source gets at all
	Source      Source          // answers the choices
	Output      io.Writer       // the output of the program; nil: dropped
	MaxSteps    uint64          // instructions in all; 0: DefaultMaxSteps
	Alone       uint64          // further instructions of main before it creates a thread
	MaxMemory   uint64          // bytes, approximately: live objects, stacks, records; 0: DefaultMaxMemory
	Done        <-chan struct{} // when closed, the execution ends (EndKind Interrupted); nil: never
	Observer    Observer        // gets the observations of the execution; nil: there is none
	// KeepGoing makes a violation that does not end the process not end the
	// execution either: all are collected in Machine.Violations. A race never
	// ends an execution (semantics 5).
	KeepGoing bool
	// GoOn makes a failure that ends the process stop its thread only, so that one execution shows the
	// failures of all threads. Leaks are not looked for.
	GoOn   bool
	Loops  Loops
	Places *[2]ir.Place // the places at which two threads must not be at once; nil: there are none (place.go)
	Blocks bool         // the observer gets every block that is begun; a read before a loop then is not repeated (loops.Renewal)
	Unwind int          // how often the head of a loop is reached at most, per entry, if that is not a constant; 0: no bound
	// ConstantUnwind is the bound for other loops; 0: none.
	ConstantUnwind int
	Ahead          uint64 // a thread with about this many instructions without a visible operation is stopped; 0: no thread is
	Threads        int    // how many begin, main included; those created later are stopped at once; 0: all

	Names   *footprint.Names // of threads and objects: footprints are recorded (Record); nil: they are not
	Memory  Memory           // selects the writes that reads see; nil: the latest. It needs Names
	Depends bool             // the Memory gets the dependencies of accesses (depend.go)
}

// The defaults of Config.
const (
	DefaultMaxSteps  = 2_000_000_000
	DefaultMaxMemory = 1 << 30
)

// pollInterval is the number of instructions between two checks of Config.Done.
const pollInterval = 1 << 22

// The bounds of a thread's stack, in registers with constants and in calls.
const (
	maxSlots  = 8 << 20
	maxFrames = 1 << 19
)

// EndKind is the way in which an execution ended.
type EndKind uint8

// The ways in which an execution ends.
const (
	Running     EndKind = iota
	Exited              // main returned, exit, abort, or every thread finished
	Violated            // at a violation of a checked property
	Undefined           // at a failure that ends the process and is not checked
	Deadlocked          // semantics 11, when checked
	Stuck               // no thread can continue; some thread is stopped or blocked
	Unsupported         // at a construct without meaning
	StepLimit           // Config.MaxSteps
	MemoryLimit         // Config.MaxMemory, or a thread's stack
	Mismatch            // the source has no answer: a trace does not fit
	Interrupted         // Config.Done
	Abandoned           // Config.Memory
)

var endNames = [...]string{"running", "exited", "violated", "undefined", "deadlocked", "stuck",
	"unsupported", "step limit", "memory limit", "mismatch", "interrupted", "abandoned"}

// String returns the kind in words.
func (k EndKind) String() string { return endNames[k] }

// End describes how an execution ended, and where.
type End struct {
	Kind   EndKind
	Status int32  // Exited: the process's
	Text   string // Unsupported: the construct; Undefined: the failure; Mismatch: the reason
	Thread string
	Pos    ir.Pos
}

// Limit reports whether a limit of the machine was the end.
func (e End) Limit() bool { return e.Kind == StepLimit || e.Kind == MemoryLimit }

// Machine executes one program. It is for one goroutine.
type Machine struct {
	from     *Code
	prog     *ir.Program
	conf     Config
	sites    *ir.Sites
	space    *ir.Space
	funcs    []*function
	loops    *loops.Info // nil: loops just run
	cuts     []verdict.Mark
	numFuncs int
	ptrBytes int
	ptrSh    uint8 // 64 minus a pointer's width

	objects []*object
	pool    [poolClasses][]*object
	live    uint64 // bytes of live objects, and of the other data of an execution
	// addressed counts the uses of bits of addresses of local variables. fromLatest is on in LoopHash only.
	addressed  uint64
	fromLatest bool
	bySlot     map[uint64]*object // dynamic objects with an address, by it (see objectAt)

	threads    []*Thread
	ready      []*Thread // those in state Ready, by index
	finished   int       // how many are in state Finished
	starting   []*Thread // created, not yet run to their first visible operation
	handles    map[wide.Word]*Thread
	locks      map[wide.Word]*lock
	processes  *processes // nil: fork was not called
	attempt    *attempt
	spare      *attempt    // for reuse
	spent      bool        // the step's visible operation is done
	probing    bool        // see Probe
	probed     bool        // the attempt would have succeeded
	steps      uint64      // instructions executed
	race       *raceEvents // nil: races are not checked
	began      uint64      // steps when the thread that runs last began to
	most       uint64      // the execution ends after these instructions
	pause      uint64      // when to check Config.Done and most next
	version    uint64      // changes with every visible operation that was done
	hash       uint64      // of all visible operations with the values that they read and wrote
	violations []Violation
	end        End
	uninit     []UninitByte // bytes without value that were read
	outputErr  error
	output     []byte // of the attempt, or waiting to be written

	observation     Observation // the current observation
	access          Access      // the current one, for Config.Memory
	reading, stored Reads       // Identify and Stored (depend.go)

	violated Properties           // so far
	names    *footprint.Names     // nil: footprints are not recorded
	foot     *footprint.Footprint // of the step, when it is recorded
}

// Code is a program prepared for execution. Machines share it: it is immutable
// but for functions being decoded when first called, so it is for one goroutine.
type Code struct {
	facts     *analyze.Facts
	funcs     []*function
	hooks     []*function // decoded with the hooks of loops
	asked     asked       // decoded with the hooks of places
	traced    withHooks   // decoded with the hooks of blocks
	dependent withHooks   // decoded with the hooks for dependencies
	id        string      // ProgramID, when first needed
	words     words       // that the program may be given
}

// Prepare prepares a program, which must have passed ir.Check.
func Prepare(p *ir.Program) *Code { return PrepareFrom(analyze.Of(p)) }

// PrepareFrom prepares a program whose facts may already be computed.
func PrepareFrom(f *analyze.Facts) *Code {
	return &Code{facts: f, funcs: make([]*function, len(f.Program.Funcs))}
}

// Program returns the program that was prepared.
func (c *Code) Program() *ir.Program { return c.facts.Program }

// Facts returns the results of the analyses of the program.
func (c *Code) Facts() *analyze.Facts { return c.facts }

// NewMachine returns a machine with the main thread before its first visible
// operation, unless something ended the execution before that (Machine.End).
func NewMachine(c *Code, conf Config) *Machine {
	if conf.MaxSteps == 0 {
		conf.MaxSteps = DefaultMaxSteps
	}
	if conf.MaxMemory == 0 {
		conf.MaxMemory = DefaultMaxMemory
	}
	p := c.Program()
	m := &Machine{
		from: c, prog: p, conf: conf, sites: c.facts.Sites(), space: c.facts.Space(), funcs: c.funcs,
		numFuncs: len(p.Funcs) - 1,
		ptrBytes: p.Model.PtrBits() / 8,
		ptrSh:    uint8(64 - p.Model.PtrBits()),
		bySlot:   make(map[uint64]*object),
		handles:  make(map[wide.Word]*Thread),
		locks:    make(map[wide.Word]*lock),
		names:    conf.Names,
	}
	if conf.Loops != RunLoops || conf.Unwind > 0 || conf.ConstantUnwind > 0 {
		m.loops, m.funcs = c.withLoops()
	}
	if conf.Blocks {
		m.funcs = c.traced.of(c, m.loops)
	}
	if conf.Places != nil {
		m.funcs = c.withPlaces(*conf.Places, m.loops)
	}
	if conf.Depends {
		m.funcs = c.dependent.of(c, m.loops)
	}
	m.most = conf.MaxSteps + conf.Alone
	m.pause = m.polled()
	if conf.Properties.Has(verdict.Race) {
		m.race = &raceEvents{detector: race.New()}
	}
	m.makeStatics()
	if m.end.Kind == Running {
		m.handles[wide.Word{}] = m.newThread(nil, m.code(p.Start), wide.Word{}) // joined by null
		m.starting = append(m.starting, m.threads[0])
		m.start()
		m.checkPlaces()
	}
	return m
}

// makeStatics creates the objects of functions and globals.
func (m *Machine) makeStatics() {
	p := m.prog
	m.objects = make([]*object, 1, 1+len(p.Funcs)+len(p.Globals)+64)
	m.objects[0] = &object{ref: ^ref(0), dead: true}
	all := make([]object, m.numFuncs+len(p.Globals)-1)
	for f := 1; f <= m.numFuncs; f++ {
		o := &all[f-1]
		*o = object{ref: m.funcRef(ir.FuncID(f)), kind: kindFunc, fn: ir.FuncID(f),
			base: m.space.Func(ir.FuncID(f)), hasAddr: true}
		m.objects = append(m.objects, o)
	}
	for g := 1; g < len(p.Globals); g++ {
		gl := &p.Globals[g]
		o := &all[m.numFuncs+g-1]
		*o = object{ref: m.globalRef(ir.GlobalID(g)), kind: kindGlobal, size: uint64(gl.Size),
			global: ir.GlobalID(g), model: gl.Model, constant: gl.Storage == ir.Constant, readOnly: gl.ReadOnly,
			base: m.space.Global(ir.GlobalID(g)), hasAddr: true}
		o.visible = gl.Storage == ir.Static && !gl.Model
		o.watched = o.visible || m.watchesAll() || o.model && m.names != nil
		m.objects = append(m.objects, o)
		if gl.Storage == ir.ThreadLocal {
			o.hasAddr = false
			continue
		}
		if m.live += o.size; m.live > m.conf.MaxMemory {
			m.end = End{Kind: MemoryLimit}
			return
		}
		o.data = make([]byte, o.size)
		if gl.External {
			o.external = true
			o.forget()
		}
	}
	for g := 1; g < len(p.Globals); g++ {
		if p.Globals[g].Storage != ir.ThreadLocal {
			m.initialise(m.objects[m.numFuncs+g], p.Globals[g].Init)
		}
	}
}

// code returns a function, decoded.
func (m *Machine) code(f ir.FuncID) *function {
	if m.funcs[f] == nil {
		m.funcs[f] = decode(m.prog, m.sites, m.loops, &m.conf, f)
	}
	return m.funcs[f]
}

// Threads returns the threads by index. The slice is the machine's.
func (m *Machine) Threads() []*Thread { return m.threads }

// Named returns the thread of a name, nil if there is none yet.
func (m *Machine) Named(name string) *Thread {
	for _, t := range m.threads {
		if t.name == name {
			return t
		}
	}
	return nil
}

// Ready returns the threads that are neither finished nor stopped, by index. The
// slice is the machine's and changes with every step.
func (m *Machine) Ready() []*Thread { return m.ready }

// End returns how the execution ended; its Kind is Running while it has not.
func (m *Machine) End() End { return m.end }

// Violations returns the violations so far, in the order of execution.
func (m *Machine) Violations() []Violation { return m.violations }

// Probing reports whether a probe (Probe) is under way.
func (m *Machine) Probing() bool { return m.probing }

// Attempting reports whether an atomic section is being attempted.
func (m *Machine) Attempting() bool { return m.attempt != nil }

// HasHeap reports whether an object was allocated.
func (m *Machine) HasHeap() bool {
	return slices.ContainsFunc(m.objects, func(o *object) bool { return o.kind == kindHeap })
}

// Instructions returns the number of IR instructions executed.
func (m *Machine) Instructions() uint64 { return m.steps }

// Version changes whenever a visible operation was done: a thread that had to
// wait at a version still has to at the same version, unless it makes choices.
func (m *Machine) Version() uint64 { return m.version }

// Hash identifies the execution so far: its visible operations in order, with
// the values that they read and wrote.
func (m *Machine) Hash() uint64 { return m.hash }

// Outcome is the result of Step.
type Outcome uint8

// The outcomes of a step.
const (
	Stepped Outcome = iota // the thread did its visible operation, or the execution ended
	Waits                  // nothing changed: Thread.Waiting returns the wait
	Idle                   // nothing changed: the thread is finished or stopped
)

// Step makes a thread do its next visible operation, and then all invisible instructions up to just before
// the next one. The execution must not have ended.
func (m *Machine) Step(t *Thread) Outcome {
	if m.end.Kind != Running || t.state != Ready {
		return Idle
	}
	m.become(t.process)
	m.spent = false
	m.began = m.steps
	t.steps++
	if out := m.exec(t); out == blocked || out == wait && !m.spent {
		t.steps--
		return Waits
	}
	m.version++
	m.start()
	m.checkAllFinished()
	m.checkPlaces()
	return Stepped
}

// start runs new threads to just before their first visible operation.
func (m *Machine) start() {
	for len(m.starting) > 0 && m.end.Kind == Running {
		t := m.starting[0]
		m.starting = m.starting[1:]
		m.become(t.process)
		m.spent = true
		m.began = m.steps
		if m.conf.Memory != nil {
			m.conf.Memory.Start(t)
		}
		m.exec(t)
	}
	m.starting = m.starting[:0]
}

// checkAllFinished ends the process when no thread is left.
func (m *Machine) checkAllFinished() {
	if m.end.Kind != Running || m.finished < len(m.threads) {
		return
	}
	if m.processes != nil {
		m.end = m.processes.end
		return
	}
	m.processEnd()
	if m.end.Kind == Running {
		m.end = End{Kind: Exited}
	}
}

// Flush writes the program's output so far. It returns the first error of any write; after one, output is
// dropped.
func (m *Machine) Flush() error {
	if m.conf.Output != nil && len(m.output) > 0 && m.outputErr == nil {
		if _, err := m.conf.Output.Write(m.output); err != nil {
			m.outputErr = fmt.Errorf("write the program's output: %w", err)
		}
	}
	m.output = m.output[:0]
	return m.outputErr
}

// Probe reports whether a thread could do its next visible operation now, without doing it. If not,
// Thread.Waiting returns the reason for the wait. The source answers choices on the way.
func (m *Machine) Probe(t *Thread) bool {
	if m.end.Kind != Running || t.state != Ready {
		return false
	}
	m.become(t.process)
	fr := t.top()
	in := &fr.fn.code[fr.pc]
	if in.code == cPlace {
		if !t.begun && m.placesOf(t) != 0 {
			return true
		}
		in = &fr.fn.places[in.aux].op
	}
	switch in.code {
	case cAtomicBegin, cAcquire, cJoin:
	default:
		return true
	}
	regs := t.slots[fr.base : int(fr.base)+fr.fn.numSlots]
	if in.code == cJoin {
		target := m.handles[regs[in.a]]
		t.wait = Wait{Kind: WaitJoin, Owners: []*Thread{target}}
		return target == nil || target.state == Finished
	}
	if in.code == cAcquire {
		l := m.locksOf(regs[in.a])[regs[in.a]]
		exclusive := ir.LockMode(fr.fn.src[fr.pc].Sub) == ir.Exclusive
		if l == nil || l.owner == nil && !(exclusive && len(l.shared) > 0) {
			return true
		}
		t.wait = Wait{Kind: WaitLock, Owners: l.holders()}
		return false
	}
	m.spent, m.probing, m.probed = false, true, false
	m.exec(t)
	m.probing = false
	return m.probed
}

// Waiting returns the wait of a thread, right after Step or Probe found that it has to wait.
func (t *Thread) Waiting() Wait { return t.wait }
