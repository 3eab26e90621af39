package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A nested function (GNU) uses automatic objects of the functions around it. Each call of a function that has nested ones
// has a frame, an array of pointers in memory, which is never freed if the function is Outlived:
//
//	0   the frame of the function around it, if any
//	1…  the addresses of the captured objects
//	    then, for each nested function whose address is used, two: the function and this frame
//
// A caller stores the frame of the callee's parent in the thread's variable ChainName, and the callee begins with a load of it. The
// address of a nested function is that of its two pointers plus one. Package link makes calls through pointers
// look at this bit.

// ChainName is the name of the variable with the frame for a nested function that is called.
const ChainName = "__heddle_chain"

// captured is the place of a captured object's address.
type captured struct {
	fn   *tree.Function
	slot int
}

// captures numbers the captured objects of a unit.
func captures(u *tree.Unit) map[*tree.Object]captured {
	list := make(map[*tree.Object]captured)
	for _, f := range u.Functions {
		for i, o := range f.Captured {
			list[o] = captured{f, i + 1}
		}
	}
	return list
}

// chainVariable returns the address of the variable ChainName.
func (f *function) chainVariable() ir.Operand {
	l := f.lowerer
	if l.chain == nil {
		l.chain = &tree.Object{Name: ChainName, Type: ctype.PointerTo(ctype.Basic(ctype.Void)), Linkage: tree.External,
			Static: true, ThreadLocal: true, Tentative: true}
	}
	id := l.global(l.chain)
	l.prog.Globals[id].Model = true
	return f.b.GlobalAddr(id)
}

// frameSlot returns the address of a pointer in a frame.
func (f *function) frameSlot(frame ir.Operand, slot int) ir.Operand {
	return f.ptrAdd(frame, f.ptrInt(int64(slot)*f.pointerSize()))
}

func (f *function) pointerSize() int64 { return int64(f.model.PtrBits() / 8) }

func (f *function) pointerAccess() access { return access{Align: int32(f.pointerSize())} }

func (f *function) loadPointer(at ir.Operand) ir.Operand {
	return f.b.Load(ir.Ptr, at, f.pointerAccess())
}

func (f *function) storePointer(at, v ir.Operand) { f.b.Store(at, v, f.pointerAccess()) }

// enterNested emits the beginning of a nested function.
func (f *function) enterNested() {
	if f.tf.Parent != nil {
		f.chain = f.hold(f.loadPointer(f.chainVariable()))
	}
}

// enterFrame makes the frame of a function that has nested ones.
func (f *function) enterFrame() {
	if !f.tf.Nested {
		return
	}
	n := int64(1 + len(f.tf.Captured) + 2*len(f.tf.Trampolines))
	t := ctype.ArrayOf(ctype.PointerTo(ctype.Basic(ctype.Void)), n)
	if f.tf.Outlived {
		f.frame = f.b.Emit(ir.Instr{Op: ir.OpAlloc, Type: ir.Ptr, Dst: f.newTemp(ir.Ptr), Sub: uint8(ir.ModelObject), Pos: f.tf.Pos,
			Args: []ir.Operand{f.ptrInt(n * f.pointerSize()), f.ptrInt(f.pointerSize())}})
	} else {
		v := f.memory(ir.Local{Name: f.tf.Name + ".frame", Size: n * f.pointerSize(), Align: f.pointerSize(), CType: f.types.id(t), Pos: f.tf.Pos})
		f.enter(v)
		f.scope.declare(nil, v)
		f.frame = v.addr
	}
	if f.tf.Parent != nil {
		f.storePointer(f.frame, f.chain)
	}
	for _, o := range f.tf.Captured {
		if v := f.vars[o]; v != nil { // a parameter
			f.showCaptured(v, f.captured[o].slot)
		}
	}
	for _, fn := range f.tf.Trampolines {
		at := f.trampolineSlot(fn)
		f.storePointer(f.frameSlot(f.frame, at), f.b.FuncAddr(f.lowerer.function(fn)))
		f.storePointer(f.frameSlot(f.frame, at+1), f.frame)
	}
}

// showCaptured stores the address of an object of the function in its frame.
func (f *function) showCaptured(v *variable, slot int) {
	if f.frame != 0 {
		f.storePointer(f.frameSlot(f.frame, slot), v.addr)
	}
}

// frameOf returns the frame of a function: the current one, or one around it.
func (f *function) frameOf(fn *tree.Function) ir.Operand {
	if fn == f.tf {
		return f.frame
	}
	frame := f.chain
	for p := f.tf.Parent; p != fn; p = p.Parent {
		frame = f.loadPointer(frame)
	}
	return frame
}

// outerObject returns the place of an automatic object of a function around the current one.
func (f *function) outerObject(o *tree.Object, t *ctype.Type) place {
	c := f.captured[o]
	at := f.hold(f.loadPointer(f.frameSlot(f.frameOf(c.fn), c.slot)))
	return place{typ: t, addr: address{base: at}, align: objectAlign(f.model, o)}
}

// passFrame stores the frame that a function finds, if it is a nested one.
func (f *function) passFrame(callee *tree.Function) {
	if callee.Parent != nil {
		f.storePointer(f.chainVariable(), f.frameOf(callee.Parent))
	}
}

func (f *function) trampolineSlot(fn *tree.Function) int {
	return 1 + len(fn.Parent.Captured) + 2*slices.Index(fn.Parent.Trampolines, fn)
}

// funcPointer returns a pointer to a function.
func (f *function) funcPointer(fn *tree.Function) ir.Operand {
	if fn.Parent == nil {
		return f.b.FuncAddr(f.lowerer.function(fn))
	}
	f.out.Trampolines = true
	return f.ptrAdd(f.frameSlot(f.frameOf(fn.Parent), f.trampolineSlot(fn)), f.ptrInt(1))
}
