package threads

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Report is the result of Confirm. It is immutable.
type Report struct {
	// NotCovered says what the proof relies on that this package cannot check. Empty: nothing.
	NotCovered string
	// Unconfirmed names the first place where a statement of the proof was not confirmed. Either the
	// proof is wrong, or the statement does not follow from the state at the entry of a single block.
	// Empty: all were confirmed.
	Unconfirmed string
	// Open has, by property, the first place where an obligation does not follow.
	Open map[verdict.Property]string
	// Blocks and Conditions count the checked blocks and conditions.
	Blocks, Conditions int
}

// Checks are the checks that Confirm can confirm.
const Checks = verdict.FiniteChecks &^ verdict.LockCheck

// Confirms reports whether no execution violates a property, and otherwise why that is not confirmed.
func (r *Report) Confirms(p verdict.Property) (ok bool, why string) {
	open, found := r.Open[p]
	switch {
	case !p.Is(Checks):
		return false, "not covered: what is asked about is not a matter of what holds at a place"
	case r.NotCovered != "":
		return false, "not covered: " + r.NotCovered
	case r.Unconfirmed != "":
		return false, "not confirmed: " + r.Unconfirmed
	case found:
		return false, "does not follow: " + open
	}
	return true, ""
}

// checker is the state of Confirm.
type checker struct {
	ctx    context.Context
	prog   *ir.Program
	proof  *threadproof.Proof
	report *Report

	parts     [][]threadproof.CellID // by object
	guards    [][]int                // by cell
	globals   map[ir.GlobalID]threadproof.ObjectID
	locals    map[threadLocal]threadproof.ObjectID
	functions map[ir.FuncID]threadproof.ObjectID
	born      map[threadproof.At]threadproof.ObjectID // by alloc; of a local, at block 0: by its number
	runs      []map[threadproof.NodeID]bool           // by node: the nodes that a call of it may run
	quiet     []bool                                  // by node: a call of it changes nothing in memory and no lock
	initial   map[threadproof.CellID]*threadproof.Value

	// For checks that are done after all blocks.
	users  []map[threadproof.ThreadID]bool // by object: who accesses it
	stale  map[threadproof.ObjectID]string // stack objects to which there may be pointers when they are gone
	deaths []death
	used   map[threadproof.ObjectID]bool // stack objects that are accessed

	// Conditions that do not follow within their blocks, and are tried along paths.
	postponed []goal
	changed   map[threadproof.At]map[threadproof.CellID]bool // by block: the cells that it may change, without the changes of callees
	nests     map[ir.FuncID]*ir.LoopNest

	counters map[threadproof.CellID]*counter
	chooses  bool // bounds of loops that do not hold are left out

	// Elements with their own locks.
	owns       map[threadproof.CellID][]int
	ownObjects map[threadproof.ObjectID]bool
	bare       objectsOf // where elements are written, or their locks given up, that the thread does not hold, while no other runs
	framed     []framed

	keepers map[threadproof.CellID]bool // the globals that keep objects from the heap

	// For races.
	accesses       [][]access                        // by object
	hidden         map[threadproof.ObjectID][]access // of library models in sections of their own, which are not among these
	sent, received channels
	ownSent        objectChannels
	ownReceived    objectChannels
	opened         map[threadproof.At]sections // by block, or at block 0 where a function returns
	doing          doing                       // with locks
	taken          map[threadproof.Edge]bool   // between blocks: control may go there
}

type threadLocal struct {
	global ir.GlobalID
	thread threadproof.ThreadID
}

// death is the end of a stack object's scope while other threads may run.
type death struct {
	object threadproof.ObjectID
	beside []threadproof.ThreadID
	where  string
}

// Confirm checks a proof. The error is the error of ctx, if ctx ends before the check is complete.
func Confirm(ctx context.Context, p *ir.Program, proof *threadproof.Proof) (*Report, error) {
	return newChecker(ctx, p, proof).confirm()
}

func newChecker(ctx context.Context, p *ir.Program, proof *threadproof.Proof) *checker {
	return &checker{
		ctx: ctx, prog: p, proof: proof, report: &Report{Open: make(map[verdict.Property]string), NotCovered: proof.Beyond},
		stale: make(map[threadproof.ObjectID]string), used: make(map[threadproof.ObjectID]bool),
		initial: make(map[threadproof.CellID]*threadproof.Value), changed: make(map[threadproof.At]map[threadproof.CellID]bool), nests: make(map[ir.FuncID]*ir.LoopNest),
		sent: make(channels), received: make(channels), ownSent: make(objectChannels), ownReceived: make(objectChannels), doing: make(doing), taken: make(map[threadproof.Edge]bool), bare: make(objectsOf),
		hidden: make(map[threadproof.ObjectID][]access),
	}
}

func (c *checker) confirm() (*Report, error) {
	proof := c.proof
	if c.done() {
		return c.report, nil
	}
	if err := c.shape(); err != nil {
		c.refute("%v", err)
		return c.report, nil
	}
	c.findSections()
	c.start()
	for _, at := range slices.SortedFunc(maps.Keys(proof.States), threadproof.At.Compare) {
		if c.done() {
			return c.report, nil
		}
		if err := c.block(at); err != nil {
			return nil, err
		}
	}
	if c.chooses && !c.done() {
		if err := c.choose(); err != nil {
			return nil, err
		}
	}
	if !c.done() {
		if err := c.alongPaths(); err != nil {
			return nil, err
		}
	}
	c.conclude()
	c.concludeOwns()
	c.concludeRaces()
	c.concludeDeadlocks()
	return c.report, nil
}

// settle records that a condition was not shown to hold.
func (c *checker) settle(g goal) {
	switch where := c.where(g.at); {
	case g.outside:
		c.leaveOut("%s: %s", where, g.what)
	case !g.is:
		c.refute("%s: %s", where, g.what)
	default:
		c.open(g.property, where, g.what)
	}
}

// maxPostponed bounds the number of conditions that are tried along paths.
const maxPostponed = 500

// postpones reports whether a condition that does not follow from the state at the entry of its block
// is tried along paths. The proof lists the properties for which its obligations are tried; if it lists
// any, so are the parts of the proof.
func (c *checker) postpones(g *goal) bool {
	return len(c.postponed) < maxPostponed && len(c.proof.Paths) > 0 && (!g.is || slices.Contains(c.proof.Paths, g.property))
}

func (c *checker) postpone(g goal) {
	if c.postpones(&g) {
		c.postponed = append(c.postponed, g)
	} else {
		c.settle(g)
	}
}

// isOpen reports whether an obligation of a property failed and is not tried along paths.
func (c *checker) isOpen(failed []goal, p verdict.Property) bool {
	return slices.ContainsFunc(failed, func(g goal) bool { return g.is && g.property == p && !c.postpones(&g) })
}

func (c *checker) done() bool { return c.report.NotCovered != "" || c.report.Unconfirmed != "" }

func (c *checker) refute(format string, args ...any) {
	if c.report.Unconfirmed == "" {
		c.report.Unconfirmed = fmt.Sprintf(format, args...)
	}
}

func (c *checker) leaveOut(format string, args ...any) {
	if c.report.NotCovered == "" {
		c.report.NotCovered = fmt.Sprintf(format, args...)
	}
}

func (c *checker) open(p verdict.Property, where, why string) {
	if _, found := c.report.Open[p]; !found {
		c.report.Open[p] = where + ": " + why
	}
}

// conclude makes the checks that need the results of all blocks.
func (c *checker) conclude() {
	for o := 1; o < len(c.proof.Objects); o++ {
		c.concludeOwner(threadproof.ObjectID(o))
	}
	for _, d := range c.deaths {
		for _, t := range d.beside {
			if c.users[d.object][t] {
				c.stale[d.object] = d.where
			}
		}
	}
	for o, where := range c.stale {
		if c.used[o] {
			c.open(verdict.Memory, where, "an object may be accessed when its scope has ended")
		}
	}
}

// concludeOwner confirms, if the proof says so, that only the thread that made an object accesses it.
func (c *checker) concludeOwner(id threadproof.ObjectID) {
	o := &c.proof.Objects[id]
	if o.Shared || o.Base != 0 || o.Kind == threadproof.Function || len(c.users[id]) == 0 {
		return
	}
	owner := threadproof.ThreadID(0)
	switch o.Kind {
	case threadproof.Global:
		for t := range c.users[id] {
			owner = t
		}
		if !c.proof.Threads[owner].Once {
			c.leaveOut("how several threads share %s", c.prog.Globals[o.Global].Name)
		}
	case threadproof.ThreadLocal:
		owner = o.Thread
	default:
		owner = c.proof.Nodes[o.At.Node].Thread
	}
	for t := range c.users[id] {
		if t != owner {
			c.leaveOut("how an object of one thread comes to be another one's")
		}
	}
}

// where returns a description of a place of the program.
func (c *checker) where(at threadproof.At) string {
	f := &c.prog.Funcs[c.proof.Nodes[at.Node].Func]
	b := &f.Blocks[at.Block]
	pos := b.Term.Pos
	if at.Instr < len(b.Instrs) {
		pos = b.Instrs[at.Instr].Pos
	}
	if text := pos.Text(c.prog.Files); text != "" {
		return text + " in " + f.Name
	}
	return f.Name
}

// company returns the threads that may run in parallel with the thread at a place: all threads if the
// proof does not say.
func (c *checker) company(at threadproof.At) []threadproof.ThreadID {
	if list, known := c.proof.Beside[at]; known {
		return list
	}
	own := c.proof.Nodes[at.Node].Thread
	var all []threadproof.ThreadID
	for t := 1; t < len(c.proof.Threads); t++ {
		if id := threadproof.ThreadID(t); id != own || !c.proof.Threads[own].Once {
			all = append(all, id)
		}
	}
	return all
}
