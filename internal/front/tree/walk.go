package tree

// Operands returns the direct subexpressions of e, including those of lvalues; statement expressions
// hold statements instead.
func Operands(e Expr) []Expr {
	switch e := e.(type) {
	case *Load:
		return []Expr{e.X}
	case *Deref:
		return []Expr{e.X}
	case *Member:
		return []Expr{e.X}
	case *Decay:
		return []Expr{e.X}
	case *AddrOf:
		return []Expr{e.X}
	case *Convert:
		return []Expr{e.X}
	case *Unary:
		return []Expr{e.X}
	case *IncDec:
		return []Expr{e.X}
	case *VaStart:
		return []Expr{e.List}
	case *VaArg:
		return []Expr{e.List}
	case *VaCopy:
		return []Expr{e.Dst, e.Src}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *PtrAdd:
		return some(e.X, e.Index, e.ElemVLA)
	case *PtrSub:
		return some(e.X, e.Y, e.ElemVLA)
	case *Logical:
		return []Expr{e.X, e.Y}
	case *Cond:
		return some(e.C, e.X, e.Y)
	case *Comma:
		return []Expr{e.X, e.Y}
	case *Assign:
		return some(e.X, e.Y, e.ElemVLA)
	case *Call:
		return append([]Expr{e.F}, e.Args...)
	case *Intrinsic:
		return e.Args
	}
	return nil
}

func some(list ...Expr) []Expr {
	out := list[:0]
	for _, e := range list {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// Named returns the function that a value names, or nil.
func Named(e Expr) *Function {
	switch e := e.(type) {
	case *Convert:
		return Named(e.X)
	case *Decay:
		return Named(e.X)
	case *AddrOf:
		return Named(e.X)
	case *FuncRef:
		return e.Func
	case *Address:
		return e.Func
	}
	return nil
}
