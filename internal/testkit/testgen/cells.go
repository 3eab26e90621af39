package testgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Target is the property that a program of cells may violate, by its name.
type Target string

// Targets lists the properties that Cells supports.
var Targets = []Target{"assert", "reach", "div", "overflow", "memory", "deadlock", "race"}

// Cells returns a C program of two or three threads with a few shared variables, its cells. Cells have narrow and wide integer types.
// The threads compute sums, products, shifts and bitwise operations of them, which wrap around or lose bits in conversions. A thread
// often writes a sum and then computes another value from it. Cells are atomic, guarded by a mutex, accessed in atomic sections, or unguarded.
//
// The last statement of the program violates the target if a cell has a certain value. The generator follows one random execution and mostly
// chooses the value of the cell after that, so that a violation exists. Else it chooses a value nearby. Programs with unguarded cells have
// data races; there is no other undefined behaviour. The explorer needs some milliseconds for a program.
func Cells(seed uint64, target Target) string {
	g := &cells{rng: rand.New(rand.NewPCG(seed, 0xce115)), target: target}
	return g.program()
}

// MostInput is the greatest input with which a program of cells continues.
const MostInput = 15

// cellType is a type of cells.
type cellType struct {
	name   string
	bits   uint
	signed bool
}

var cellTypes = []cellType{
	{"unsigned", 32, false}, {"signed char", 8, true}, {"unsigned char", 8, false}, {"short", 16, true}, {"unsigned short", 16, false},
}

// convert returns a value as one of the type.
func (t cellType) convert(v int64) int64 {
	v &= 1<<t.bits - 1
	if t.signed && v>>(t.bits-1) != 0 {
		v -= 1 << t.bits
	}
	return v
}

var unsignedInt = cellTypes[0]

// cellExpr is an expression of type int or unsigned.
type cellExpr struct {
	text  string
	wraps bool  // of type unsigned
	most  int64 // its greatest absolute value, if it is of type int
	eval  func(memory []int64) int64
}

// cellStep is an assignment to a cell, which a thread makes a number of times.
type cellStep struct {
	text  string
	to    int
	value cellExpr
	times int
}

// cells is the work on one program.
type cells struct {
	rng     *rand.Rand
	target  Target
	types   []cellType
	initial []int64
	guard   cellGuard
	threads [][]cellStep
}

// cellGuard is the protection of accesses to cells.
type cellGuard int

const (
	atomicCells cellGuard = iota
	lockedCells
	sectionCells
	bareCells
	cellGuards
)

func (g *cells) program() string {
	g.guard = cellGuard(g.rng.IntN(int(cellGuards)))
	if g.rng.IntN(3) == 0 {
		g.guard = atomicCells
	}
	for range 2 + g.rng.IntN(2) {
		t := cellTypes[0]
		if len(g.types) > 0 {
			t = cellTypes[g.rng.IntN(len(cellTypes))]
		}
		g.types = append(g.types, t)
		v := []int64{0, 1, 3, 5, 127, 128, -128, 255, -1, 1000}[g.rng.IntN(10)]
		g.initial = append(g.initial, t.convert(v))
	}
	count := 2
	if g.rng.IntN(6) == 0 {
		count = 3
	}
	own := g.rng.IntN(3) > 0
	for left := 5; count > 0; count-- {
		n := 1 + g.rng.IntN(max(1, min(3, left-count+1)))
		left -= n
		cell := -1
		if own {
			cell = len(g.threads) % len(g.types)
		}
		g.threads = append(g.threads, g.thread(n, cell))
	}
	input := int64(0) // the first cell begins with an input up to it
	if g.rng.IntN(6) == 0 {
		input = []int64{1, 2, MostInput}[g.rng.IntN(3)]
		g.initial[0] = g.rng.Int64N(input + 1)
	}
	cell := g.rng.IntN(len(g.types))
	value := g.execute()[cell]
	if g.rng.IntN(4) == 0 {
		value = g.types[cell].convert(value + int64(g.rng.IntN(5)) - 2)
	}
	return g.print(input, cell, value)
}

// thread returns the steps of a thread, which write to the cell own, or to any cell if own is -1. Half of the steps after the first
// compute from the cell that the step before wrote. The first step often writes the difference of another cell and a constant.
func (g *cells) thread(steps, own int) []cellStep {
	var list []cellStep
	for i := range steps {
		to, from := g.rng.IntN(len(g.types)), g.rng.IntN(len(g.types))
		if i > 0 && g.rng.IntN(2) == 0 {
			from = list[i-1].to
		}
		if i > 0 && g.rng.IntN(3) == 0 {
			to = list[i-1].to
		}
		if own >= 0 {
			to = own
		}
		x := g.expression(from)
		if i == 0 && from != to && g.rng.IntN(2) == 0 {
			c := int64(1 + g.rng.IntN(3))
			x = g.cell(from)
			x = x.binary("-", c, x.most+c, func(v int64) int64 { return v - c })
		}
		s := cellStep{fmt.Sprintf("%s = %s;", cellName(to), x.text), to, x, 1}
		if op := g.rng.IntN(12); op < 2 {
			s.text, s.value = g.update(to, op)
		}
		if g.rng.IntN(8) == 0 {
			s.times = 2
			s.text = fmt.Sprintf("for (int i = 0; i < %d; i++) %s", s.times, s.text)
		}
		list = append(list, s)
	}
	return list
}

// update returns a compound assignment.
func (g *cells) update(to, op int) (string, cellExpr) {
	c := int64(1 + g.rng.IntN(3))
	x := g.cell(to)
	eval := x.eval
	if op == 0 {
		return fmt.Sprintf("%s += %d;", cellName(to), c), cellExpr{eval: func(m []int64) int64 { return eval(m) + c }}
	}
	return fmt.Sprintf("%s ^= %d;", cellName(to), c), cellExpr{eval: func(m []int64) int64 { return eval(m) ^ c }}
}

func cellName(i int) string { return string(rune('x' + i)) }

func (g *cells) cell(i int) cellExpr {
	t := g.types[i]
	return cellExpr{cellName(i), t == unsignedInt, 1 << t.bits, func(m []int64) int64 { return m[i] }}
}

// expression returns one of one or two operations, the first of them on a cell.
func (g *cells) expression(from int) cellExpr {
	x := g.operation(g.cell(from))
	if g.rng.IntN(3) == 0 {
		x = g.operation(x)
	}
	return x
}

// operation returns an operation on an expression. It converts the expression to unsigned first if the int result might overflow.
func (g *cells) operation(x cellExpr) cellExpr {
	c := []int64{1, 1, 1, 2, 3, 7, 100, 128, 255}[g.rng.IntN(9)]
	k := int64(1 + g.rng.IntN(4))
	wide := x
	if !x.wraps && x.most > 1<<18 {
		wide = x.unsigned()
	}
	switch g.rng.IntN(14) {
	case 0, 1, 2:
		return wide.binary("-", c, wide.most+c, func(v int64) int64 { return v - c })
	case 3, 4:
		return wide.binary("+", c, wide.most+c, func(v int64) int64 { return v + c })
	case 5:
		return wide.binary("*", c, wide.most*c, func(v int64) int64 { return v * c })
	case 6:
		return x.binary("^", c, x.most|511, func(v int64) int64 { return v ^ c })
	case 7:
		return x.binary("&", c, c, func(v int64) int64 { return v & c })
	case 8:
		return x.binary(">>", k, x.most, func(v int64) int64 { return v >> k })
	case 9:
		x = x.unsigned()
		return x.binary("<<", k, 0, func(v int64) int64 { return v << k })
	case 10:
		return x.binary("/", c, x.most, func(v int64) int64 { return v / c })
	case 11:
		return x.binary("%", c, c, func(v int64) int64 { return v % c })
	case 12:
		t := cellTypes[g.rng.IntN(len(cellTypes))]
		return cellExpr{fmt.Sprintf("(%s)%s", t.name, x.text), t == unsignedInt, 1 << t.bits, func(m []int64) int64 { return t.convert(x.eval(m)) }}
	}
	y := g.cell(g.rng.IntN(len(g.types)))
	if wide.most > 1<<18 && !y.wraps {
		wide = wide.unsigned()
	}
	sum := cellExpr{fmt.Sprintf("(%s + %s)", wide.text, y.text), wide.wraps || y.wraps, wide.most + y.most, nil}
	sum.eval = sum.typed(func(m []int64) int64 { return wide.eval(m) + y.eval(m) })
	return sum
}

// typed returns f, cut off if the expression is unsigned.
func (x cellExpr) typed(f func([]int64) int64) func([]int64) int64 {
	if !x.wraps {
		return f
	}
	return func(m []int64) int64 { return unsignedInt.convert(f(m)) }
}

func (x cellExpr) unsigned() cellExpr {
	return cellExpr{"(unsigned)" + x.text, true, x.most, func(m []int64) int64 { return unsignedInt.convert(x.eval(m)) }}
}

func (x cellExpr) binary(op string, c, most int64, f func(int64) int64) cellExpr {
	out := cellExpr{fmt.Sprintf("(%s %s %d)", x.text, op, c), x.wraps, most, nil}
	out.eval = out.typed(func(m []int64) int64 { return f(x.eval(m)) })
	return out
}

// execute returns the values of the cells after a random interleaving of whole statements.
func (g *cells) execute() []int64 {
	memory := append([]int64(nil), g.initial...)
	at := make([]int, len(g.threads))
	for {
		var ready []int
		for t, steps := range g.threads {
			if at[t] < len(steps) {
				ready = append(ready, t)
			}
		}
		if len(ready) == 0 {
			return memory
		}
		t := ready[g.rng.IntN(len(ready))]
		s := &g.threads[t][at[t]]
		at[t]++
		for range s.times {
			memory[s.to] = g.types[s.to].convert(s.value.eval(memory))
		}
	}
}

// print returns the text of the program. The violation happens if the cell has the value in the end.
func (g *cells) print(input int64, cell int, value int64) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("#include <assert.h>\n#include <pthread.h>\nvoid reach_error(void);\nunsigned __VERIFIER_nondet_uint(void);")
	line("extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);")
	line("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\nstatic int plain, one[1];")
	atomic := ""
	if g.guard == atomicCells {
		atomic = "_Atomic "
	}
	for i, t := range g.types {
		line("static %s%s %s = %d;", atomic, t.name, cellName(i), g.initial[i])
	}
	open, shut := "", ""
	switch g.guard {
	case lockedCells:
		open, shut = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"
	case sectionCells:
		open, shut = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"
	}
	for t, steps := range g.threads {
		line("static void *t%d(void *arg)\n{", t)
		inside := false
		for i, s := range steps {
			if !inside && open != "" {
				line("\t%s", open)
			}
			line("\t%s", s.text)
			if inside = i+1 < len(steps) && g.rng.IntN(2) == 0; !inside && open != "" {
				line("\t%s", shut)
			}
		}
		line("\treturn arg;\n}")
	}
	line("static void *last(void *arg)\n{\n\tplain = 1;\n\treturn arg;\n}")
	line("int main(void)\n{\n\tpthread_t h[%d];", len(g.threads)+1)
	if input > 0 {
		line("\tunsigned in = __VERIFIER_nondet_uint();\n\tif (in > %d)\n\t\treturn 0;\n\t%s = in;", input, cellName(0))
	}
	for t := range g.threads {
		line("\tpthread_create(&h[%d], 0, t%d, 0);", t, t)
	}
	for t := range g.threads {
		line("\tpthread_join(h[%d], 0);", t)
	}
	at := fmt.Sprintf("%s == %d", cellName(cell), value)
	if g.types[cell] == unsignedInt {
		at += "u"
	}
	for _, text := range violations(g.target, at, len(g.threads)) {
		line("\t%s", text)
	}
	line("\treturn 0;\n}")
	return b.String()
}

// violations returns statements that violate a target iff a condition holds. A further thread has the handle of number last.
func violations(target Target, at string, last int) []string {
	switch target {
	case "reach":
		return []string{fmt.Sprintf("if (%s)\n\t\treach_error();", at)}
	case "div":
		return []string{fmt.Sprintf("plain = 7 / !(%s);", at)}
	case "overflow":
		return []string{fmt.Sprintf("plain = 2147483647 + (%s);", at)}
	case "memory":
		return []string{fmt.Sprintf("one[%s] = 1;", at)}
	case "deadlock":
		return []string{"pthread_mutex_lock(&n);", fmt.Sprintf("if (%s)\n\t\tpthread_mutex_lock(&n);", at), "pthread_mutex_unlock(&n);"}
	case "race":
		return []string{
			fmt.Sprintf("pthread_create(&h[%d], 0, last, 0);", last), fmt.Sprintf("if (%s)\n\t\tplain = 2;", at), fmt.Sprintf("pthread_join(h[%d], 0);", last),
		}
	}
	return []string{fmt.Sprintf("assert(!(%s));", at)}
}
