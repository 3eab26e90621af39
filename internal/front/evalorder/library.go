package evalorder

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Library is where the library models come from, as for link.
type Library interface {
	Func(name string) (text string, ok bool)
}

// modelled returns the effects of the model of a library function, or nil if there is none. They are
// computed once, from the model's IR.
func (a *analyzer) modelled(name string) *effects {
	if s := a.modelOf(name); s != nil {
		return &s.effects
	}
	return nil
}

// modelSummary holds the effects and the result of a library function.
type modelSummary struct {
	effects
	result base // of the pointer that it returns
}

func (a *analyzer) modelOf(name string) *modelSummary {
	if a.opts.Library == nil {
		return nil
	}
	if s, ok := a.models[name]; ok {
		return s
	}
	m := a.read(name)
	if m == nil {
		return nil
	}
	s, fn := &modelSummary{}, &m.fn
	a.models[name] = s // recursion in a model adds nothing that the rest of it does not do
	m.bases()
	for b := 1; b < len(fn.Blocks); b++ {
		for i := range fn.Blocks[b].Instrs {
			a.modelInstr(m, &s.effects, &fn.Blocks[b].Instrs[i])
		}
		switch t := &fn.Blocks[b].Term; {
		case t.Op == ir.TermHalt || t.Op == ir.TermThreadExit:
			s.stops = true
		case t.Op == ir.TermRet && t.HasArg:
			s.result = s.result.join(m.of(t.Arg))
		}
	}
	return s
}

// read parses the model of a library function once. It returns nil if there is none.
func (a *analyzer) read(name string) *model {
	m, ok := a.parsed[name]
	if ok || a.opts.Library == nil {
		return m
	}
	if text, ok := a.opts.Library.Func(name); ok {
		m = &model{analyzer: a, funcs: []string{""}, globals: []string{""}}
		fn, err := ir.ParseFunc(text, a.opts.Model, m)
		if err != nil {
			panic("sequence: library function " + name + ": " + err.Error())
		}
		m.fn = fn
	}
	a.parsed[name] = m
	return m
}

// isHook reports whether a global of the library is a hook.
func isHook(pointer string) bool {
	return slices.ContainsFunc(clib.Hooks, func(h clib.Hook) bool { return h.Pointer == pointer })
}

// target returns the effects of the function to which a hook leads; without a user in the program there
// is none.
func (a *analyzer) target(pointer string) effects {
	for i := range clib.Hooks {
		if h := &clib.Hooks[i]; h.Pointer == pointer && a.needs(h.User) {
			if target := a.modelled(h.Target); target != nil {
				return *target
			}
		}
	}
	return effects{}
}

// needs reports whether the program may have a function of the library, as its unit calls or
// names it, or a model that the unit needs.
func (a *analyzer) needs(name string) bool { return !a.opts.Whole || a.needed[name] }

// findNeeded notes the functions of the library that the program needs, if it is a single unit.
func (a *analyzer) findNeeded(u *tree.Unit) {
	if !a.opts.Whole {
		return
	}
	var need func(string)
	need = func(name string) {
		if a.needed[name] {
			return
		}
		a.needed[name] = true
		if m := a.read(name); m != nil {
			for _, f := range m.funcs[1:] {
				need(f)
			}
		}
		for i := range clib.Hooks {
			if h := &clib.Hooks[i]; h.User == name {
				need(h.Target)
			}
		}
	}
	for f := range a.taken {
		need(f.Name)
	}
	for _, f := range u.Functions {
		eachCall(f, func(c *tree.Function) { need(c.Name) })
	}
}

// model is a library function being read. It resolves names to numbers of its own.
type model struct {
	*analyzer
	fn      ir.Func
	funcs   []string // by number
	globals []string
	base    []base // by register
}

// Func implements ir.Resolver.
func (m *model) Func(name string) (ir.FuncID, bool) {
	m.funcs = append(m.funcs, name)
	return ir.FuncID(len(m.funcs) - 1), true
}

// Global implements ir.Resolver.
func (m *model) Global(name string) (ir.GlobalID, bool) {
	m.globals = append(m.globals, name)
	return ir.GlobalID(len(m.globals) - 1), true
}

// CType implements ir.Resolver.
func (m *model) CType(string) (ir.CTypeID, bool) { return 0, true }

// File implements ir.Resolver.
func (m *model) File(int) (ir.FileID, bool) { return 0, true }

// base is the origin of a pointer in a register.
type base struct {
	known  bool
	own    bool   // an object of this very call
	param  int    // from 1
	hidden string // a global of the models
	hook   string // such a global, which is a hook: the pointer is its value
	other  bool   // anything
}

// join is the least base that covers two.
func (x base) join(y base) base {
	switch {
	case !x.known || x == y:
		return y
	case !y.known:
		return x
	}
	return base{known: true, other: true}
}

// bases finds where the pointers in registers come from. A base only grows, in two
// steps at most, so the iteration ends.
func (m *model) bases() {
	m.base = make([]base, len(m.fn.Regs))
	for i, r := range m.fn.Params {
		m.base[r] = base{known: true, param: i + 1}
	}
	if m.fn.Variadic {
		m.base[m.fn.Params[len(m.fn.Params)-1]] = base{known: true, own: true} // the caller's area
	}
	for changed := true; changed; {
		changed = false
		for _, in := range m.fn.Instrs() {
			if in.Dst == 0 {
				continue
			}
			if j := m.base[in.Dst].join(m.produced(in)); j != m.base[in.Dst] {
				m.base[in.Dst], changed = j, true
			}
		}
	}
}

func (m *model) produced(in *ir.Instr) base {
	switch in.Op {
	case ir.OpCopy, ir.OpPtrAdd:
		return m.of(in.Args[0])
	case ir.OpSelect:
		return m.of(in.Args[1]).join(m.of(in.Args[2]))
	case ir.OpGlobalAddr:
		return base{known: true, hidden: m.globals[in.Glob]}
	case ir.OpLoad:
		if b := m.of(in.Args[0]); b.hidden != "" && isHook(b.hidden) {
			return base{known: true, hook: b.hidden}
		}
	case ir.OpEnter, ir.OpAlloc:
		return base{known: true, own: true}
	case ir.OpCall:
		if s := m.modelOf(m.funcs[in.Func]); s != nil && s.result.hidden != "" {
			return s.result
		}
	}
	return base{known: true, other: true}
}

// of returns the base of an operand; a constant points nowhere.
func (m *model) of(o ir.Operand) base {
	if r := o.Reg(); r != 0 {
		return m.base[r]
	}
	return base{}
}

// touch adds an access through a pointer.
func (a *analyzer) touch(m *model, s *effects, p ir.Operand, write, atomic bool) {
	switch b := m.of(p); {
	case !b.known, b.own:
	case b.param > 0:
		s.accesses.add(a.id(access{param: b.param, write: write, atomic: atomic, class: class{kind: 'c', size: 1}}))
	case b.hidden != "":
		s.accesses.add(a.id(access{hidden: b.hidden, write: write}))
		if !write {
			a.consulted[b.hidden] = true
		}
	case write:
		s.any = true
	default:
		s.reads = true
	}
}

func (a *analyzer) modelInstr(m *model, s *effects, in *ir.Instr) {
	atomic := in.Order != ir.NonAtomic
	switch in.Op {
	case ir.OpLoad:
		a.touch(m, s, in.Args[0], false, atomic)
	case ir.OpStore, ir.OpFree:
		a.touch(m, s, in.Args[0], true, atomic)
	case ir.OpRMW, ir.OpCmpXchg:
		a.touch(m, s, in.Args[0], false, atomic)
		a.touch(m, s, in.Args[0], true, atomic)
	case ir.OpOutput:
		s.output = true
	case ir.OpAssume:
		s.stops = true
	case ir.OpAssert:
		s.fails = true
	case ir.OpSpawn, ir.OpJoin, ir.OpAcquire, ir.OpRelease, ir.OpBlockUntil, ir.OpSend, ir.OpRecv, ir.OpFence:
		s.sync = true
	case ir.OpAtomicBegin, ir.OpAtomicEnd:
		s.sync = s.sync || ir.SectionKind(in.Sub) == ir.UserSection
	case ir.OpCallPtr:
		called := everything()
		if hook := m.of(in.Args[0]).hook; hook != "" {
			called = a.target(hook)
		}
		s.union(&called)
	case ir.OpCall:
		called := a.modelled(m.funcs[in.Func])
		if called == nil {
			all := everything()
			called = &all
		}
		flags := *called
		flags.accesses = nil
		s.union(&flags)
		for _, id := range slices.Clone(called.accesses) { // a model that calls itself
			x := *a.get(id)
			if x.param > 0 && x.param <= len(in.Args) {
				a.touch(m, s, in.Args[x.param-1], x.write, x.atomic)
			} else {
				s.accesses.add(id)
			}
		}
	}
}
