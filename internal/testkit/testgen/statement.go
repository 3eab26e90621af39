package testgen

import (
	"fmt"
	"strings"
)

// local declares an initialised local variable and brings it into scope.
func (g *seq) local(t *ctype) {
	v := variable{expr: fmt.Sprintf("l%d", g.locals), typ: t}
	g.locals++
	if t.kind == structKind {
		g.line("%s %s = %s;", t.name, v.expr, g.initializer(t))
	} else {
		g.line("%s %s = %s;", t.name, v.expr, g.expr(t, 2))
	}
	g.scope = append(g.scope, v)
}

// statements writes a few statements, nesting at most depth deep.
func (g *seq) statements(depth int) {
	for range 1 + g.rng.IntN(4) {
		g.statement(depth)
	}
}

// block writes a braced block with a scope of its own.
func (g *seq) block(depth int) {
	mark := len(g.scope)
	g.indent++
	g.statements(depth)
	g.indent--
	g.scope = g.scope[:mark]
}

func (g *seq) statement(depth int) {
	choice := g.rng.IntN(g.choices)
	if depth == 0 && choice >= 6 {
		choice %= 6
	}
	switch choice {
	case 0, 1, 2:
		g.assign()
	case 3:
		g.local(g.anyType())
	case 4:
		g.callOrCopy()
	case 5:
		g.mixScalar()
	case 6, 7:
		g.line("if (%s) {", g.condition())
		g.block(depth - 1)
		if g.rng.IntN(2) == 0 {
			g.line("} else {")
			g.block(depth - 1)
		}
		g.line("}")
	case 8, 9:
		g.loop(depth)
	case 10:
		g.switchStatement(depth)
	case 11:
		g.pointerBlock(depth)
	case 12:
		g.graph(depth)
	case 13:
		g.switchInto(depth)
	}
}

// assign writes a plain or compound assignment, or an increment, of a scalar.
func (g *seq) assign() {
	lv, t := g.lvalue()
	if t.kind == floatKind {
		op := []string{"=", "+=", "-=", "*="}[g.rng.IntN(4)]
		g.line("%s %s %s;", lv, op, g.expr(t, 3))
		return
	}
	switch g.rng.IntN(8) {
	case 0:
		g.line("%s%s;", lv, []string{"++", "--"}[g.rng.IntN(2)])
	case 1:
		g.line("%s%s;", []string{"++", "--"}[g.rng.IntN(2)], lv)
	case 2:
		g.line("%s %s (%s) & 7;", lv, []string{"<<=", ">>="}[g.rng.IntN(2)], g.intExpr(2))
	case 3:
		g.line("%s %s ((%s) & 15) + 1;", lv, []string{"/=", "%="}[g.rng.IntN(2)], g.intExpr(2))
	case 4, 5:
		op := []string{"+=", "-=", "*=", "&=", "|=", "^="}[g.rng.IntN(6)]
		g.line("%s %s %s;", lv, op, g.intExpr(2))
	default:
		g.line("%s = %s;", lv, g.expr(t, 3))
	}
}

// callOrCopy calls a function, or copies a structure.
func (g *seq) callOrCopy() {
	if len(g.funcs) > 0 && g.rng.IntN(2) == 0 {
		f := g.funcs[g.rng.IntN(len(g.funcs))]
		var args []string
		for _, p := range f.params {
			args = append(args, g.value(p))
		}
		call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
		g.fixed = true
		if to := g.pick(f.result); to != "" {
			g.line("%s = %s;", to, call)
		} else {
			g.line("%s;", call)
		}
		g.fixed = false
		return
	}
	if len(g.structs) == 0 {
		g.assign()
		return
	}
	t := g.structs[g.rng.IntN(len(g.structs))]
	if to := g.pick(t); to != "" {
		g.line("%s = %s;", to, g.value(t))
		return
	}
	g.local(t)
}

func (g *seq) mixScalar() {
	lv, t := g.lvalue()
	g.digest(lv, t)
}

func (g *seq) loop(depth int) {
	if g.loops == 2 {
		g.assign()
		return
	}
	i := fmt.Sprintf("i%d", g.locals)
	g.locals++
	n := 1 + g.rng.IntN(5)
	g.loops++
	switch g.rng.IntN(3) {
	case 0:
		g.line("for (int %s = 0; %s < %d && --fuel > 0; %s++) {", i, i, n, i)
		g.block(depth - 1)
		if g.rng.IntN(3) == 0 {
			g.line("\tif (%s)", g.condition())
			g.line("\t\t%s;", []string{"break", "continue"}[g.rng.IntN(2)])
			g.line("\tmix(%s);", i)
		}
		g.line("}")
	case 1:
		g.line("{")
		g.indent++
		g.line("unsigned char %s = %d;", i, n)
		g.line("while (%s-- && --fuel > 0) {", i)
		g.block(depth - 1)
		g.line("}")
		g.indent--
		g.line("}")
	case 2:
		g.line("{")
		g.indent++
		g.line("short %s = %d;", i, n)
		g.line("do {")
		g.block(depth - 1)
		g.line("} while (--%s > 0 && --fuel > 0);", i)
		g.indent--
		g.line("}")
	}
	g.loops--
}

func (g *seq) switchStatement(depth int) {
	g.line("switch ((%s) & 7) {", g.intExpr(2))
	for _, c := range g.rng.Perm(8)[:1+g.rng.IntN(4)] {
		g.line("case %d: {", c)
		g.block(depth - 1)
		g.line("}")
		if g.rng.IntN(3) > 0 {
			g.line("\tbreak;")
		}
	}
	if g.rng.IntN(2) == 0 {
		g.line("default:")
		g.line("\tmix(%d);", g.rng.IntN(100))
	}
	g.line("}")
}

// graph writes nodes that control goes through by goto, forwards and backwards, most
// often into the middle of cycles.
func (g *seq) graph(depth int) {
	id := g.locals
	g.locals++
	n := 3 + g.rng.IntN(3)
	jump := func(to int) { g.line("if ((%s) && --fuel > 0)", g.condition()); g.line("\tgoto n%d_%d;", id, to) }
	jump(1 + g.rng.IntN(n-1))
	for i := range n {
		g.line("n%d_%d: {", id, i)
		g.block(depth - 1)
		g.line("}")
		for range 1 + g.rng.IntN(2) {
			jump(g.rng.IntN(n))
		}
		// No label is without a use, which gcc would warn of.
		jump(i)
	}
}

// switchInto writes a loop that is entered in its middle.
func (g *seq) switchInto(depth int) {
	g.line("switch ((%s) & 3) {", g.intExpr(2))
	g.line("case 0:")
	g.line("\tdo {")
	for i := range 3 {
		if i > 0 {
			g.line("case %d:;", i)
		}
		g.line("{")
		g.block(depth - 1)
		g.line("}")
	}
	g.line("\t} while ((%s) && --fuel > 0);", g.condition())
	g.line("}")
}

// pointerBlock takes the address of a variable and works through the pointer.
func (g *seq) pointerBlock(depth int) {
	t := g.anyType()
	target := g.pick(t)
	if target == "" {
		g.assign()
		return
	}
	p := fmt.Sprintf("q%d", g.locals)
	g.locals++
	g.line("{")
	g.indent++
	g.line("%s *%s = &%s;", t.name, p, target)
	mark := len(g.scope)
	g.scope = append(g.scope, variable{expr: "(*" + p + ")", typ: t})
	g.statements(depth - 1)
	if t.kind == structKind && g.rng.IntN(2) == 0 {
		g.line("mix(((unsigned char *)%s)[0] & 0);", p)
	}
	g.scope = g.scope[:mark]
	g.indent--
	g.line("}")
}
