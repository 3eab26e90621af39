package ir

// AddressTaken lists the functions to which a pointer is made, by an instruction or by an
// initial value, in ascending order.
func (p *Program) AddressTaken() []FuncID {
	taken := make([]bool, len(p.Funcs))
	initial := func(list []InitItem) {
		for _, it := range list {
			taken[it.Func] = true
		}
	}
	for g := range p.Globals {
		initial(p.Globals[g].Init)
	}
	for f := range p.Funcs {
		for l := range p.Funcs[f].Locals {
			initial(p.Funcs[f].Locals[l].Init)
		}
	}
	for _, in := range p.Instrs() {
		if in.Op == OpFuncAddr {
			taken[in.Func] = true
		}
	}
	var out []FuncID
	for f := 1; f < len(taken); f++ {
		if taken[f] {
			out = append(out, FuncID(f))
		}
	}
	return out
}

// GlobalByte is a byte of a global.
type GlobalByte struct {
	Global GlobalID
	Off    int64
}

// KnownAddresses returns the registers of a function that only ever hold one address in a
// global.
func (f *Func) KnownAddresses(m DataModel) map[Reg]GlobalByte {
	assigned := make([]int, len(f.Regs))
	for _, in := range f.Instrs() {
		assigned[in.Dst]++
	}
	known := make(map[Reg]GlobalByte)
	for _, in := range f.Instrs() {
		if in.Dst == 0 || assigned[in.Dst] > 1 {
			continue
		}
		switch in.Op {
		case OpGlobalAddr:
			known[in.Dst] = GlobalByte{Global: in.Glob}
		case OpCopy:
			if at, ok := known[in.Args[0].Reg()]; ok {
				known[in.Dst] = at
			}
		case OpPtrAdd:
			if at, ok := known[in.Args[0].Reg()]; ok && in.Args[1].IsConst() {
				at.Off += SignExtend(f.Consts[in.Args[1].Const()].Lo, m.PtrBits())
				known[in.Dst] = at
			}
		}
	}
	return known
}

// Initial returns the value of n bytes of a global when the program starts; ok is false
// if they are more than 8, not all of the global, or an address.
func (g *Global) Initial(offset uint64, n int64) (v uint64, ok bool) {
	if n > 8 || offset > uint64(g.Size) || uint64(n) > uint64(g.Size)-offset {
		return 0, false
	}
	for _, it := range g.Init {
		if it.Global != 0 || it.Func != 0 {
			if uint64(it.Offset) < offset+uint64(n) && offset < uint64(it.Offset)+8 {
				return 0, false
			}
			continue
		}
		for i, b := range it.Bytes {
			if at := uint64(it.Offset) + uint64(i); at >= offset && at < offset+uint64(n) {
				v |= uint64(b) << (8 * (at - offset))
			}
		}
	}
	return v, true
}

// Truncate clears the bits of v beyond a width.
func Truncate(v uint64, width int) uint64 {
	if width >= 64 {
		return v
	}
	return v & (1<<width - 1)
}

// SignExtend reads the bits of a width of at most 64 as a signed number.
func SignExtend(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }
