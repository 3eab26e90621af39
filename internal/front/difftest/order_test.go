package difftest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var orderPrograms = flag.Int("orders", 6, "number of random programs about the order of evaluation")

const (
	orderExpressions = 20  // in a program
	orderSeeds       = 300 // runs of a program
)

// orderPrelude declares functions with effects that meet.
const orderPrelude = `#include <stdio.h>
int g, h, a[4], calls;
struct node { int v, w; struct node *next; } n0 = {1, 2, 0}, n1 = {3, 4, &n0}, *top;
int addg(int x) { g = g * 2 + x; return g & 1023; }
int addh(int x) { h += x + g; return h & 1023; }
int seth(int x) { h = x; return x; }
int geth(void) { return h; }
int elem(int i) { a[i & 3] += 3; return a[i & 3]; }
int via(int *p) { *p += 7; return *p & 1023; }
int peek(int *p) { return *p; }
int push(int x) { top = x & 1 ? &n0 : &n1; top->v += x; return top->v; }
int pure(int x) { return x * 3 + 1; }
int mix(int x, int y) { return 5 * x - 3 * y; }
int three(int x, int y, int z) { g++; return x + 10 * y + 100 * z; }
static void reset(void) { g = h = 1; for (int i = 0; i < 4; i++) a[i] = i; n0.v = 1; n1.v = 3; top = &n1; }
static void show(int k, long r) { printf("%d: %ld %d %d %d %d %d %d %d %d\n", k, r, g, h, a[0], a[1], a[2], a[3], n0.v, n1.v); }
`

// expression writes a random expression of type int without undefined behaviour:
// everything that meets is in a called function.
func expression(r *rand.Rand, depth int) string {
	sub := func() string { return expression(r, depth-1) }
	if depth <= 0 {
		return []string{"g", "h", "a[1]", "2", "top->v", "geth()", "peek(&g)", "addg(1)"}[r.IntN(8)]
	}
	switch r.IntN(16) {
	case 0, 1:
		return "addg(" + sub() + ")"
	case 2:
		return "addh(" + sub() + ")"
	case 3:
		return "elem(" + sub() + ")"
	case 4:
		return "via(&" + []string{"g", "h", "a[2]", "n0.v", "top->v"}[r.IntN(5)] + ")"
	case 5:
		return "a[" + sub() + " & 3]"
	case 6:
		return "push(" + sub() + ")"
	case 7:
		return "mix(" + sub() + ", " + sub() + ")"
	case 8:
		return "three(" + sub() + ", " + sub() + ", " + sub() + ")"
	case 9:
		return "(" + sub() + " ? " + sub() + " : " + sub() + ")"
	case 10:
		return "(" + sub() + " && " + sub() + ")"
	case 11:
		return "(" + sub() + ", " + sub() + ")"
	case 12:
		return "((int[]){" + sub() + ", " + sub() + "})[1]"
	default:
		return "((" + sub() + " " + []string{"+", "-", "^", "<", "|"}[r.IntN(5)] + " " + sub() + ") & 4095)"
	}
}

// statement writes a statement that may assign, and leaves its value in r.
func statement(r *rand.Rand) string {
	e := expression(r, 3)
	switch r.IntN(5) {
	case 0:
		return "r = a[" + expression(r, 1) + " & 3] = " + e + ";"
	case 1:
		return "r = g += " + e + ";"
	case 2:
		return "r = top->v = " + e + ";"
	}
	return "r = " + e + ";"
}

// TestOrders checks that the behaviour of a compiled program is among its behaviours under all tried
// orders of evaluation, for programs of which all orders are tried.
func TestOrders(t *testing.T) {
	peer.NeedGCC(t, testprog.GCCBits[ir.LP64])
	compared, several := 0, 0
	for seed := range *orderPrograms {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		text := orderPrelude
		for k := range orderExpressions {
			text += fmt.Sprintf("#line 1 \"expression%d\"\nstatic void e%d(void) { long r; reset(); %s show(%d, r); }\n", k, k, statement(r), k)
		}
		text += "int main(void) {\n"
		for k := range orderExpressions {
			text += fmt.Sprintf("e%d();\n", k)
		}
		text += "return 0; }\n"
		file := filepath.Join(t.TempDir(), "program.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		possible, partly := orders(t, file)
		for _, level := range []string{"-O0", "-O2"} {
			for k, line := range compiledLines(t, file, level) {
				if partly[k] {
					continue
				}
				compared++
				if !possible[k][line] {
					t.Errorf("seed %d: expression %d is %q with gcc %s, which no order gives\n%s", seed, k, line, level, text)
				}
				if len(possible[k]) > 1 {
					several++
				}
			}
		}
	}
	t.Logf("%d values compared, %d of expressions with several", compared, several)
	if compared < 10**orderPrograms || several < compared/5 {
		t.Errorf("%d values compared, %d of expressions with several: too few", compared, several)
	}
}

// orders returns the possible results of each expression, and the expressions for which not every
// order is tried.
func orders(t *testing.T, file string) (possible [orderExpressions]map[string]bool, partly [orderExpressions]bool) {
	t.Helper()
	p := testprog.Compile(t, file, ir.LP64)
	for id := range p.Funcs {
		for _, u := range p.Funcs[id].Unsequenced {
			k := 0
			if n, _ := fmt.Sscanf(p.Files[u.Pos.File], "expression%d", &k); n == 1 {
				partly[k] = true
			}
		}
	}
	for k := range possible {
		possible[k] = make(map[string]bool)
	}
	code := interp.Prepare(p)
	for seed := range uint64(orderSeeds) {
		var out bytes.Buffer
		res, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Output: &out})
		if err != nil || res.End.Kind != interp.Exited {
			t.Fatal(err, res.End)
		}
		for k, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			possible[k][line] = true
		}
	}
	return possible, partly
}

func compiledLines(t *testing.T, file, level string) []string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("gcc", "-w", "-fwrapv", level, file, "-o", bin).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %s", out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
