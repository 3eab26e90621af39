package testgen

// overdone computes a value that may overflow, or divides by zero.
func (g *conc) overdone(s *scope, room int) (Stmt, bool) {
	l, ok := g.local(s)
	if !ok {
		l = Expr{Op: Local, Local: g.fresh(s)}
	}
	big, some := Expr{Op: Constant, Value: 1 << 30}, Expr{Op: Constant, Value: 2 + g.rng.IntN(3)}
	var e Expr
	switch g.rng.IntN(4) {
	case 0:
		e = Expr{Op: Mul, L: &l, R: &big}
	case 1:
		e = Expr{Op: Shl, L: &some, R: &Expr{Op: Mul, L: &l, R: &Expr{Op: Constant, Value: 16}}}
	case 2:
		lowest := Expr{Op: Sub, L: &Expr{Op: Constant, Value: -1<<31 + 1}, R: &Expr{Op: And, L: &l, R: &Expr{Op: Constant, Value: 1}}}
		e = Expr{Op: Mod, L: &lowest, R: &Expr{Op: Constant, Value: -1}}
	case 3:
		e = Expr{Op: Mod, L: &some, R: &l}
	}
	return Stmt{Kind: Assign, Dst: g.fresh(s), Value: e}, true
}

// unset reads an uninitialised variable.
func (g *conc) unset(s *scope, room int) (Stmt, bool) {
	return Stmt{Kind: Unset, Dst: g.fresh(s)}, !s.section
}
