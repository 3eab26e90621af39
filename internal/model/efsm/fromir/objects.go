package fromir

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// objectKey identifies a place that makes objects: a function or a global with static storage, a
// thread's instance of a global, or a local or allocation of a copy.
type objectKey struct {
	thread *thread
	fn     ir.FuncID
	global ir.GlobalID
	copied *copied
	local  ir.LocalID
	at     ir.At
}

// object is an instance of an object.
type object struct {
	number   int // its address is in address.go
	key      objectKey
	name     string
	size     int64
	owner    *thread // the thread that makes it; nil: it exists from the start
	private  bool    // only its owner can reach it
	reused   bool    // made again and again: its address is not used, nor are its bytes after its life
	merged   bool    // it stands for the descriptors of all replicas of a place
	unsized  bool    // it stands for all objects of a place whose size is no constant
	array    *array  // of an object whose size is no constant, if there is only one of it; else nil
	zeroed   bool
	readOnly bool // defined const, as ir.Local.ReadOnly
	unknown  bool // the first bytes are any
	init     []ir.InitItem
	sync     bool // memory of library models
	readers  map[*thread]bool
	uses     []use
	used     map[use]bool // what uses has
	runs     []use        // runs of bit-fields that racing accesses touch
	locks    []*lock
	cells    []*cell
	freed    bool
	left     bool       // its scope can be left before its thread ends
	mortal   bool       // its life can end while pointers to it may exist
	dead     efsm.VarID // a Bool, of mortal objects
	home     *efsm.Home // of its first byte
}

func (b *builder) findObjects() {
	shared := b.points.Shared()
	for id := 1; id < len(b.points.Objects); id++ {
		o := &b.points.Objects[id]
		switch o.Kind {
		case pointsto.Function:
			b.addObject(objectKey{fn: o.Func}, &object{name: b.prog.Funcs[o.Func].Name})
		case pointsto.Global:
			b.addGlobal(o)
		case pointsto.ThreadLocal:
			g := &b.prog.Globals[o.Global]
			for _, t := range b.threads {
				if t.is(o.Thread) {
					b.addObject(objectKey{thread: t, global: o.Global}, &object{
						name: g.Name + "." + b.threadName(t), size: g.Size, owner: t, private: !shared[id], init: g.Init,
						sync: g.Model, readOnly: g.ReadOnly, home: &efsm.Home{Site: b.sites.Global(o.Global), Maker: t.id},
					})
				}
			}
		default:
			for _, t := range b.threads {
				if t.is(b.points.Nodes[o.Node].Thread) {
					b.addBorn(t, pointsto.ObjID(id), !shared[id])
				}
			}
		}
	}
}

func (b *builder) threadName(t *thread) string { return b.sys.Threads[t.id].Name }

func (b *builder) addGlobal(o *pointsto.Object) {
	g := &b.prog.Globals[o.Global]
	b.addObject(objectKey{global: o.Global}, &object{
		name: g.Name, size: g.Size, init: g.Init, unknown: g.External, sync: g.Model, readOnly: g.ReadOnly, home: &efsm.Home{Global: g.Name},
	})
}

// addBorn makes the instances of a local or an allocation in a thread.
func (b *builder) addBorn(t *thread, id pointsto.ObjID, private bool) {
	o := &b.points.Objects[id]
	for _, c := range t.copies {
		if !slices.Contains(c.nodes, o.Node) {
			continue
		}
		proto := object{size: o.Size, owner: t, private: private, zeroed: o.Zeroed, sync: o.Kind == pointsto.Model}
		key := objectKey{thread: t, copied: c}
		var site ir.SiteID
		if o.Kind == pointsto.Local {
			l := &c.fn.Locals[o.Local]
			key.local = o.Local
			site = b.sites.Local(c.fid, o.Local)
			proto.name, proto.init = c.fn.Name+"."+l.Name, l.Init
			proto.zeroed, proto.unknown, proto.readOnly = l.Initialised, !l.Initialised, l.ReadOnly
			proto.reused = b.loops.Func(c.fid).NonEscaping(o.Local) && !b.loops.Func(c.fid).Outlived(o.Local)
		} else {
			at := b.points.Site(pointsto.At{Node: o.Node, Block: o.Block, Instr: o.Instr})
			key.at = ir.At{Block: o.Block, Index: o.Instr}
			site = b.sites.Instr(b.points.Nodes[at.Node].Func, at.Block, at.Instr)
			proto.name = "heap"
			if o.Kind == pointsto.Model {
				proto.name = "model"
			}
			proto.unknown = !o.Zeroed && o.Kind != pointsto.Model
		}
		proto.unsized = o.Size < 0 && o.Kind != pointsto.Local && b.opts.Replicate && b.opts.Property != verdict.Memory
		isArray := b.isArray(c, o)
		if b.where[key] != nil {
			b.merge(b.where[key], o, private)
			continue
		}
		if o.Size < 0 && !proto.unsized && !isArray {
			b.unsized[key] = true
			continue
		}
		if b.unsized[key] {
			b.refuse(ir.Pos{}, "", "objects of several sizes that one place makes")
		}
		n := min(b.runs(c, o.Block, c.times), b.opts.Instances)
		if times := b.runs(c, o.Block, c.times); isArray && times <= maxArrays {
			n = times
		}
		if o.Kind == pointsto.Local {
			n = min(b.enters(c, o.Local), b.opts.Instances)
		}
		proto.merged = b.descriptors[id] || proto.unsized
		if proto.reused || proto.merged {
			n = 1
		}
		for k := range n {
			inst := proto
			inst.name = fmt.Sprintf("%s.%s.%d", proto.name, b.threadName(t), len(b.objects))
			inst.home = &efsm.Home{Site: site, Maker: t.id, Count: uint32(k)}
			if isArray {
				inst.size = -1
				b.addArray(&inst)
			}
			b.addObject(key, &inst)
		}
	}
}

// merge lets instances of an object stand for another object of points-to as well: a copy with
// several nodes creates both at one place.
func (b *builder) merge(list []*object, o *pointsto.Object, private bool) {
	for _, inst := range list {
		inst.private = inst.private && private
		if inst.size != o.Size && inst.size >= 0 && !inst.unsized {
			b.refuse(ir.Pos{}, "", "objects of several sizes that one place makes")
		}
	}
}

// enters returns an upper bound on how often a local of a copy begins its life.
func (b *builder) enters(c *copied, l ir.LocalID) int {
	n := 0
	for at, in := range c.fn.InstrsOf(c.flow.order) {
		if in.Op == ir.OpEnter && in.Local == l {
			n += b.runs(c, at.Block, c.times)
		}
	}
	return min(n, many)
}

func (b *builder) addObject(key objectKey, o *object) {
	if o.owner == nil && b.where[key] != nil {
		return
	}
	o.number, o.key = len(b.objects), key
	o.readers = make(map[*thread]bool)
	o.used = make(map[use]bool)
	if o.merged {
		b.merged = append(b.merged, o)
	}
	b.objects = append(b.objects, o)
	b.where[key] = append(b.where[key], o)
	if uint64(o.number) >= 1<<(b.ptr-b.shift()) || o.size > 1<<(b.shift()-1) {
		b.refuse(ir.Pos{}, "", "more or larger objects than there are addresses for")
	}
}

// instances returns the instances of an object of points-to that a thread can reach.
func (b *builder) instances(t *thread, id pointsto.ObjID) []*object {
	o := &b.points.Objects[id]
	switch o.Kind {
	case pointsto.Function:
		return b.where[objectKey{fn: o.Func}]
	case pointsto.Global:
		return b.where[objectKey{global: o.Global}]
	}
	var list []*object
	for _, owner := range b.threads {
		if o.Kind == pointsto.ThreadLocal {
			if owner.is(o.Thread) {
				list = append(list, b.where[objectKey{thread: owner, global: o.Global}]...)
			}
			continue
		}
		if !owner.is(b.points.Nodes[o.Node].Thread) {
			continue
		}
		for _, c := range owner.copies {
			if slices.Contains(c.nodes, o.Node) {
				key := objectKey{thread: owner, copied: c, local: o.Local}
				if o.Kind != pointsto.Local {
					key.at = ir.At{Block: o.Block, Index: o.Instr}
				}
				list = append(list, b.where[key]...)
			}
		}
	}
	reach := list[:0]
	for _, o := range list {
		if !o.private || o.owner == t {
			reach = append(reach, o)
		}
	}
	return reach
}
