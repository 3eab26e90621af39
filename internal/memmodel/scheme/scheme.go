// Package scheme turns accesses and fences of C into events of a memory model (semantics 7.7). Models of a language have
// the events of C. For models of processors the standard compilation schemes give the instructions. Packages
// order/consistency and engine/explore turn programs into candidate executions with it. It judges no execution.
package scheme

import (
	"regexp"
	"slices"

	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Op is an access or a fence of C.
type Op struct {
	Kind   string      // R, W or F, as a tag
	Order  ir.MemOrder // of a read-modify-write: the order of the operation, or that of its failure
	Update bool        // it is part of a read-modify-write, which may have failed
}

// Code holds the events for an operation: one of the operation itself, and fences before and after it.
type Code struct {
	Tags          []string // of the event, with the kind
	Before, After string   // the tags of fences; empty: there is none
}

// Scheme is a way to turn operations of C into events.
type Scheme struct {
	Models []string // the built-in memory models that have these events
	// Full is the fence around creation, join and sections of library models; empty: they have no fence.
	Full  string
	Races bool // a data race is undefined behaviour
	// Pairs is the base relation of the read and the write of a read-modify-write.
	Pairs   string
	compile func(o *Op, c *Code)
	sets    func() *regexp.Regexp // sets that only models of this scheme mention
}

// Processor reports whether the events are instructions of a processor.
func (s *Scheme) Processor() bool { return s.Full != "" }

// Code returns the events for an operation. Those of a processor have the order of the source as a tag, too.
func (s *Scheme) Code(o Op) Code {
	c := Code{Tags: []string{o.Kind}}
	s.compile(&o, &c)
	if names := orders[o.Order]; s.Processor() {
		c.tag(names[len(names)-1])
	}
	return c
}

// tag adds tags to the event of an operation.
func (c *Code) tag(tags ...string) { c.Tags = append(c.Tags, tags...) }

// Of returns the scheme of a memory model. That of a model in a file is the first of which the model mentions a set. The events
// of another one are those of IMM, so it has no plain accesses. The result is nil for a model of another language.
func Of(model string) *Scheme {
	m, err := memmodel.Named(model)
	var other *Scheme
	for i := range schemes {
		s := &schemes[i]
		if slices.Contains(s.Models, model) {
			return s
		}
		if memmodel.IsFile(model) && err == nil && other == nil && (s.sets == nil || m.Mentions(s.sets().MatchString)) {
			other = s
		}
	}
	if other != nil && other.Models == nil {
		return nil
	}
	return other
}

var schemes = [...]Scheme{
	{sets: pattern.Lazy(`^(ONCE|Once|MB|Mb|Rmb|Wmb|Barrier|NORETURN|Noreturn|Sync-rcu|Rcu-lock|sync|lwsync|eieio|[LS]FENCE|[ls]fence)$`)}, // Linux, Power, the rest of x86
	{Models: []string{"aarch64"}, Full: "DMB.ISH", Pairs: "lxsx", compile: aarch64, sets: pattern.Lazy(`^(DMB|DSB)\.|^(ISB|Q)$`)},
	{Models: []string{"riscv"}, Full: "Fence.rw.rw", Pairs: "lxsx", compile: riscv, sets: pattern.Lazy(`^Fence\.|^(Acq|Rel|AcqRel)$`)},
	{Models: []string{"tso", "pso"}, Full: "mfence", Pairs: "amo", compile: buffered, sets: pattern.Lazy(`^(mfence|MFENCE|stbar)$`)},
	{Models: []string{"sc", "rc11", "c11"}, Races: true, Pairs: "amo", compile: language, sets: pattern.Lazy(`^(A|NA|NAL)$`)},
	{Models: []string{"imm"}, Pairs: "amo", compile: intermediate},
}

// orders are the base sets of C accesses and fences by their order.
var orders = [...][]string{
	ir.NonAtomic: {"NA"}, ir.Relaxed: {"A", "RLX"}, ir.Consume: {"A", "ACQ"}, ir.Acquire: {"A", "ACQ"},
	ir.Release: {"A", "REL"}, ir.AcqRel: {"A", "ACQ_REL"}, ir.SeqCst: {"A", "SC"},
}

func language(o *Op, c *Code) {
	c.tag(orders[o.Order]...)
	if o.Update {
		c.tag("RMW")
	}
}

// intermediate is the scheme of IMM. It has no plain accesses.
func intermediate(o *Op, c *Code) {
	o.Order = max(o.Order, ir.Relaxed)
	language(o, c)
}

// buffered is the scheme of processors with store buffers: mfence after a seq_cst store, locked instructions, and
// stbar, which tso does not need, before a release.
func buffered(o *Op, c *Code) {
	switch {
	case o.Kind == "F" && o.Order == ir.SeqCst:
		c.tag("mfence")
	case o.Kind == "F" && o.Order.Releases():
		c.tag("stbar")
	case o.Kind == "W":
		if o.Order.Releases() {
			c.Before = "stbar"
		}
		if o.Order == ir.SeqCst {
			c.After = "mfence"
		}
	}
	if o.Update {
		c.tag("A")
	}
}

// aarch64 is the scheme of Armv8 without atomic instructions, which order more: ldxr, ldaxr, stxr, stlxr. An acquire
// load is ldapr, which orders less than the ldar of old compilers.
func aarch64(o *Op, c *Code) {
	switch {
	case o.Kind == "F" && o.Order.Releases():
		c.tag("DMB.ISH")
	case o.Kind == "F":
		c.tag("DMB.ISHLD")
	case o.Kind == "W" && o.Order.Releases():
		c.tag("L")
	case o.Kind == "R" && o.Order.Acquires() && !o.Update && o.Order != ir.SeqCst:
		c.tag("Q")
	case o.Kind == "R" && o.Order.Acquires():
		c.tag("A")
	}
	if o.Update {
		c.tag("X")
	}
}

// riscv is the scheme of the RISC-V manual (chapter "RVWMO", table "Mappings from C/C++ primitives to RISC-V
// primitives"), with lr and sc for a read-modify-write, as amo instructions order more.
func riscv(o *Op, c *Code) {
	acquires, releases, sc := o.Order.Acquires(), o.Order.Releases(), o.Order == ir.SeqCst
	switch {
	case o.Kind == "F" && sc:
		c.tag("Fence.rw.rw")
	case o.Kind == "F" && acquires && releases:
		c.tag("Fence.tso")
	case o.Kind == "F" && releases:
		c.tag("Fence.rw.w")
	case o.Kind == "F":
		c.tag("Fence.r.rw")
	case o.Update && o.Kind == "R" && sc:
		c.tag("AcqRel")
	case o.Update && o.Kind == "R" && acquires:
		c.tag("Acq")
	case o.Update && o.Kind == "W" && releases:
		c.tag("Rel")
	case !o.Update && o.Kind == "W" && releases:
		c.Before = "Fence.rw.w"
	case !o.Update && o.Kind == "R" && acquires:
		if c.After = "Fence.r.rw"; sc {
			c.Before = "Fence.rw.rw"
		}
	}
	if o.Update {
		c.tag("X")
	}
}
