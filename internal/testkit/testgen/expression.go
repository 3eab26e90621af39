package testgen

import (
	"fmt"
	"strings"
)

// visible returns the variables that an expression may use.
func (g *seq) visible() []variable {
	return append(append([]variable(nil), g.globals...), g.scope...)
}

// pick returns an lvalue of exactly type t other than a bit-field, or "".
func (g *seq) pick(t *ctype) string {
	var found []string
	for _, v := range g.visible() {
		if v.typ == t {
			found = append(found, g.element(v.expr, v.len))
		}
	}
	if len(found) == 0 {
		return ""
	}
	return found[g.rng.IntN(len(found))]
}

// element indexes an array within its bounds; n is its length, 0 for no array.
func (g *seq) element(expr string, n int) string {
	if n == 0 {
		return expr
	}
	if n&(n-1) == 0 && !g.fixed && g.rng.IntN(2) == 0 {
		return fmt.Sprintf("%s[(%s) & %d]", expr, g.intExpr(1), n-1)
	}
	return fmt.Sprintf("%s[%d]", expr, g.rng.IntN(n))
}

// lvalue returns a random scalar lvalue and its type.
func (g *seq) lvalue() (string, *ctype) {
	all := g.visible()
	if len(all) == 0 {
		return "fuel", intTypes[6]
	}
	v := all[g.rng.IntN(len(all))]
	expr, t := g.element(v.expr, v.len), v.typ
	for t.kind == structKind {
		f := t.fields[g.rng.IntN(len(t.fields))]
		expr, t = g.element(expr+"."+f.name, f.len), f.typ
	}
	return expr, t
}

// value returns an expression of type t without side effects.
func (g *seq) value(t *ctype) string {
	if t.kind != structKind {
		return g.expr(t, 2)
	}
	if v := g.pick(t); v != "" && g.rng.IntN(4) > 0 {
		return v
	}
	return fmt.Sprintf("(%s)%s", t.name, g.initializer(t))
}

// expr returns a scalar expression of kind t, at most depth deep.
func (g *seq) expr(t *ctype, depth int) string {
	if t.kind == floatKind {
		return g.floatExpr(depth)
	}
	return g.intExpr(depth)
}

func (g *seq) constant(t *ctype) string {
	if t.kind == floatKind {
		return []string{"0.75", "1.5", "-2.25", "1e3", "3.1f", "0x1p-3", "-4.5", "7.0f", "0.0"}[g.rng.IntN(9)]
	}
	switch g.rng.IntN(6) {
	case 0:
		return []string{"0", "1", "-1", "127", "-128", "255", "32767", "65535", "2147483647", "(-2147483647 - 1)", "4294967295u", "0x7fffffffffffffffll", "0xffffffffffffffffull"}[g.rng.IntN(13)]
	case 1:
		return fmt.Sprintf("%d", -g.rng.IntN(1000))
	case 2:
		return fmt.Sprintf("%#xull", g.rng.Uint64())
	case 3:
		return fmt.Sprintf("'%c'", 'a'+g.rng.IntN(26))
	}
	return fmt.Sprintf("%d", g.rng.IntN(100))
}

// intLeaf returns an integer lvalue or constant.
func (g *seq) intLeaf() string {
	if g.rng.IntN(3) > 0 {
		for range 4 {
			if lv, t := g.operand(); t.kind == intKind {
				return lv
			}
		}
	}
	return g.constant(intTypes[6])
}

// operand is like lvalue, for reading only and with constant indices, so that it ends.
func (g *seq) operand() (string, *ctype) {
	all := g.visible()
	if len(all) == 0 {
		return "fuel", intTypes[6]
	}
	v := all[g.rng.IntN(len(all))]
	expr, t := v.expr, v.typ
	if v.len > 0 {
		expr = fmt.Sprintf("%s[%d]", expr, g.rng.IntN(v.len))
	}
	for t.kind == structKind {
		f := t.fields[g.rng.IntN(len(t.fields))]
		expr, t = expr+"."+f.name, f.typ
		if f.len > 0 {
			expr = fmt.Sprintf("%s[%d]", expr, g.rng.IntN(f.len))
		}
		if f.bits > 32 {
			// gcc computes with wide bit-fields in a type of exactly their
			// width, other compilers in the declared type.
			expr = fmt.Sprintf("(%s)%s", t.name, expr)
		}
	}
	return expr, t
}

func (g *seq) intExpr(depth int) string {
	if depth <= 0 {
		return g.intLeaf()
	}
	x := func() string { return g.intExpr(depth - 1) }
	switch g.rng.IntN(14) {
	case 0, 1, 2:
		op := []string{"+", "-", "*", "&", "|", "^"}[g.rng.IntN(6)]
		return fmt.Sprintf("(%s %s %s)", x(), op, x())
	case 3:
		return fmt.Sprintf("(%s %s ((%s) & 7))", x(), []string{"<<", ">>"}[g.rng.IntN(2)], x())
	case 4:
		return fmt.Sprintf("(%s %s (((%s) & 31) + 1))", x(), []string{"/", "%"}[g.rng.IntN(2)], x())
	case 5:
		return fmt.Sprintf("(%s)(%s)", intTypes[g.rng.IntN(len(intTypes))].name, x())
	case 6:
		return "(" + g.condition() + ")"
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(), x(), x())
	case 8:
		return fmt.Sprintf("%s(%s)", []string{"~", "-", "!", "+"}[g.rng.IntN(4)], x())
	case 9:
		t := []string{"int", "long long", "unsigned char", "short"}[g.rng.IntN(4)]
		return fmt.Sprintf("(%s)(long long)tame(%s)", t, g.floatExpr(depth-1))
	case 10:
		return fmt.Sprintf("(int)sizeof(%s + 0)", g.intExpr(depth-1))
	case 11:
		return fmt.Sprintf("((void)0, %s)", x())
	}
	return g.intLeaf()
}

func (g *seq) floatExpr(depth int) string {
	if depth <= 0 {
		if lv, t := g.operand(); t.kind == floatKind {
			return lv
		}
		return g.constant(floatTypes[0])
	}
	x := func() string { return g.floatExpr(depth - 1) }
	switch g.rng.IntN(7) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x(), []string{"+", "-", "*", "/"}[g.rng.IntN(4)], x()+" * 1.0")
	case 2:
		return fmt.Sprintf("(%s)(%s)", floatTypes[g.rng.IntN(2)].name, g.intExpr(depth-1))
	case 3:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(), x(), x())
	case 4:
		return fmt.Sprintf("-(%s)", x())
	case 5:
		return fmt.Sprintf("(float)(%s)", x())
	}
	return g.floatExpr(0)
}

// condition returns a truth value.
func (g *seq) condition() string {
	op := []string{"==", "!=", "<", "<=", ">", ">="}[g.rng.IntN(6)]
	switch g.rng.IntN(5) {
	case 0:
		return fmt.Sprintf("%s %s %s", g.floatExpr(1), op, g.floatExpr(1))
	case 1:
		logical := []string{"&&", "||"}[g.rng.IntN(2)]
		return strings.Join([]string{g.intExpr(1), logical, g.intExpr(1)}, " ")
	}
	return fmt.Sprintf("%s %s %s", g.intExpr(1), op, g.intExpr(1))
}
