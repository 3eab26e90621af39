package sema

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated are random constant expressions to compare with gcc, for each data model.
var generated = testflag.Generated(400)

// constGen makes random constant expressions over the arithmetic types.
type constGen struct{ r *rand.Rand }

var genTypes = []string{
	"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long", "unsigned long long",
}

func (g *constGen) pick(list ...string) string { return list[g.r.Intn(len(list))] }

func (g *constGen) integer(depth int) string {
	if depth == 0 {
		return g.pick("0", "1", "2", "3", "7", "31", "127", "128", "255", "32767", "65535", "0x7fffffff", "0x80000000",
			"2147483648", "4294967295", "4294967296L", "-1", "-2", "0xffffffffffffffff", "9223372036854775807LL",
			"1u", "5ul", "3ll", "10ull", "'a'", "'\\xff'", "'\\0'", "'ab'", "A", "B", "C", "017", "sizeof(int)",
			"sizeof(struct s)", "sizeof \"abc\"", "_Alignof(double)", "__builtin_offsetof(struct s, c)", "0b101",
			"L'x'", strconv.Itoa(g.r.Intn(1000)))
	}
	d := g.r.Intn(depth)
	switch g.r.Intn(13) {
	case 0:
		return "(" + g.pick(genTypes...) + ")" + g.operand(depth-1)
	case 1:
		return g.pick("-", "~", "!", "+") + g.operand(depth-1)
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", g.integer(d), g.integer(depth-1), g.integer(d))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.any(d), g.pick("==", "!=", "<", "<=", ">", ">="), g.any(depth-1))
	case 4:
		return fmt.Sprintf("(%s %s %s)", g.integer(d), g.pick("&&", "||"), g.integer(depth-1))
	case 5:
		return fmt.Sprintf("(%s %s %d)", g.operand(depth-1), g.pick("<<", ">>"), g.r.Intn(20))
	case 6:
		return fmt.Sprintf("(%s)%s", g.pick(genTypes...), g.float(min(depth-1, 1)))
	case 7:
		return "sizeof(" + g.integer(depth-1) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", g.integer(d), g.pick("+", "-", "*", "/", "%", "&", "|", "^"), g.integer(depth-1))
}

// operand is an integer that may follow a unary operator or cast.
func (g *constGen) operand(depth int) string { return "(" + g.integer(depth) + ")" }

func (g *constGen) float(depth int) string {
	if depth == 0 {
		return g.pick("1.5", "0.1", "2.0f", "1e10", "0x1.8p3", "3.25f", "100.0", "0.1f", "16777217.0", "1e-3f")
	}
	switch g.r.Intn(4) {
	case 0:
		return "(" + g.pick("float", "double") + ")" + g.operand(depth-1)
	case 1:
		return "(-" + g.float(depth-1) + ")"
	}
	return fmt.Sprintf("(%s %s %s)", g.float(depth-1), g.pick("+", "-", "*", "/"), g.any(depth-1))
}

func (g *constGen) any(depth int) string {
	if g.r.Intn(5) == 0 {
		return g.float(depth)
	}
	return g.integer(depth)
}

const constPrelude = `
struct s { char a; int b : 5; double c; short d[3]; };
enum e { A, B = 40, C = -3 };
`

// TestConstantsAgainstGCC compares the value and type of random constant
// expressions with gcc's.
func TestConstantsAgainstGCC(t *testing.T) {
	for _, m := range []struct {
		model ir.DataModel
		flag  string
	}{{ir.LP64, "-m64"}, {ir.ILP32, "-m32"}} {
		t.Run(m.model.String(), func(t *testing.T) {
			peer.NeedGCC(t, m.flag)
			g := &constGen{rand.New(rand.NewSource(int64(m.model) + 1))}
			var exprs []string
			var objects []*tree.Object
			for len(exprs) < generated.N() {
				// In small units: too many errors would end the analysis.
				src := constPrelude
				for range 40 {
					e := g.any(1 + g.r.Intn(4))
					src += fmt.Sprintf("__typeof__(%s) v%d = %s;\n", e, len(exprs), e)
					exprs = append(exprs, e)
				}
				u, _ := analyze(t, "c.c", src, m.model)
				objects = append(objects, u.Objects...)
			}
			checked := compareConstants(t, objects, exprs, m.model, m.flag)
			if checked < generated.N()*3/4 {
				t.Errorf("only %d of %d expressions could be compared", checked, generated.N())
			}
		})
	}
}

// compareConstants makes gcc confirm the constants of sema and returns how many expressions both
// accept.
func compareConstants(t *testing.T, objects []*tree.Object, exprs []string, model ir.DataModel, flag string) int {
	t.Helper()
	var asserts strings.Builder
	asserts.WriteString(constPrelude)
	count := 0
	for _, o := range objects {
		i, err := strconv.Atoi(strings.TrimPrefix(o.Name, "v"))
		if err != nil || o.Init == nil {
			continue
		}
		c := o.Init.Items[0].Value.(*tree.Const)
		kind := ctype.Basic(o.Type.Unqualified().ArithKind()).String()
		if kind == "_Float128" {
			continue
		}
		if c.Float != c.Float {
			continue // nothing compares equal to a NaN
		}
		fmt.Fprintf(&asserts, "_Static_assert((%s) == %s && _Generic((%s), %s: 1, default: 0), \"v%d\");\n",
			exprs[i], cValue(c, model), exprs[i], kind, i)
		count++
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "c.c")
	if err := os.WriteFile(file, []byte(asserts.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	// gcc refuses expressions that it does not regard as constant; only failures count.
	out, _ := exec.Command("gcc", flag, "-std=gnu17", "-fsyntax-only", "-w", file).CombinedOutput()
	lines := strings.Split(asserts.String(), "\n")
	for _, l := range strings.Split(string(out), "\n") {
		switch {
		case strings.Contains(l, "static assertion failed"):
			n, _ := strconv.Atoi(strings.Split(l, ":")[1])
			t.Errorf("gcc disagrees: %s", lines[n-1])
		case strings.Contains(l, "error:"):
			count--
		}
	}
	return count
}

// cValue writes a constant so that gcc reads the same value.
func cValue(c *tree.Const, model ir.DataModel) string {
	switch {
	case c.T.IsFloating() && math.IsInf(c.Float, 1):
		return "__builtin_inf()"
	case c.T.IsFloating() && math.IsInf(c.Float, -1):
		return "-__builtin_inf()"
	case c.T.IsFloating():
		return strconv.FormatFloat(c.Float, 'x', -1, 64)
	case c.T.IsSigned():
		v, _ := (&analyzer{model: model}).value(c).Int64()
		if v == math.MinInt64 {
			return "(-9223372036854775807LL - 1)"
		}
		return fmt.Sprintf("%dLL", v)
	}
	return fmt.Sprintf("%dULL", c.Lo)
}
