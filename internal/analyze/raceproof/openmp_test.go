package raceproof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// inRegion returns a program with a parallel region. A construct of OpenMP begins with its name in brackets.
func inRegion(body string) string {
	body = strings.NewReplacer("[", "\n#pragma omp ", "]", "\n", "<", "[", ">", "]").Replace(body)
	return fmt.Sprintf(`int omp_get_thread_num(void); int a[8], b[8], m[4][3], x, y;
		#pragma omp declare reduction(add: int: omp_out += omp_in)
		int main(void) {
		#pragma omp parallel num_threads(2)
		{ int id = omp_get_thread_num(); %s }
		return x; }`, body)
}

// loop returns a worksharing loop of two iterations. Its body writes < and > for the brackets of elements.
func loop(clauses, body string) string {
	return "[for schedule(static, 1) " + clauses + "] for (int i = 1; i != 3; i++) { " + body + " }"
}

// nest returns a nest of two loops as one worksharing loop, with two iterations of each.
func nest(body string) string {
	return "[for collapse(2) schedule(static, 1)] for (int i = 0; i != 2; i++) for (int j = 0; j != 2; j++) { " + body + " }"
}

// TestOpenMP checks proofs for regions of OpenMP, and compares them with the explorer. Without -long it takes every sixth region.
func TestOpenMP(t *testing.T) {
	for i, c := range []struct {
		name, body string
		proved     bool
	}{
		{"own elements", loop("", "a<i> = i; b<i> = a<i>;"), true},
		{"the element in front", loop("", "a<i> = a<i - 1>;"), false},
		{"two writes", loop("", "a<i> = i; a<i + 1> = i;"), false},
		{"two elements each: the product may wrap", loop("", "a<2 * i> = i; a<2 * i + 1> = i;"), false},
		{"a barrier behind the loop", loop("", "a<i> = i;") + loop("", "b<i> = a<3 - i>;"), true},
		{"no barrier behind the loop", loop("nowait", "a<i> = i;") + loop("", "b<i> = a<3 - i>;"), false},
		{"a loop without a barrier", loop("nowait", "a<i> = i; b<i> = a<i>;"), true},
		{"a loop without a barrier, in a loop", "for (int r = 0; r != 2; r++) { " + loop("nowait", "a<i> = i;") + " }", false},
		{"a loop without a barrier, in a function called twice", "void f(void) { " + loop("nowait", "a<i> = i;") + " } f(); f();", false},
		{"a barrier behind a loop without one", loop("nowait", "a<i> = i;") + "[barrier] [single] b<1> = a<2>;", true},
		{"a single construct without a barrier, met once", "[single nowait] x++; [barrier] int z = x; z++;", true},
		{"sections without a barrier", "[sections nowait] { [section] x++; [section] y++; } [barrier] int z = x; z++;", true},
		{"sections without a barrier, in a loop", "for (int r = 0; r != 2; r++) { [sections nowait] { [section] x++; [section] y++; } }", false},
		{"two barriers in a loop", "for (int r = 0; r != 2; r++) { " + loop("", "a<i> = b<i + 1>;") + loop("", "b<i> = a<i + 1>;") + " }", true},
		{"one barrier in a loop", "for (int r = 0; r != 2; r++) { " + loop("nowait", "a<i> = b<i + 1>;") + loop("", "b<i> = a<i + 1>;") + " }", false},
		{"a barrier in a branch", "[master] x = 1; if (b<0>) { [barrier] } [barrier] int z = x; z++;", true},
		{"a barrier in one branch of two phases", "[barrier] [master] x = 1; if (b<0>) { [barrier] } int z = x; z++;", false},
		{"values of a single construct without a barrier", "[single nowait] x++; int z = x; z++;", false},
		{"values of a single construct", "[single] x++; int z = x; z++;", true},
		{"single constructs in a loop", "for (int r = 0; r != 2; r++) { [single] x++; }", true},
		{"a single construct without a barrier", "for (int r = 0; r != 2; r++) { [single nowait] x++; }", false},
		{"the first thread", "[master] x++; [barrier] [master] x++; [master] x++;", true},
		{"the first thread and a single construct", "[master] x++; [single] x++;", false},
		{"sections", "[sections] { [section] x++; [section] y++; }", true},
		{"sections with one variable", "[sections] { [section] x++; [section] x++; }", false},
		{"sections and what follows", "[sections nowait] { [section] x++; [section] y++; } [master] x++;", false},
		{"rows", loop("", "for (int j = 0; j != 3; j++) m<i><j> = m<i><2 - j>;"), true},
		{"rows and the element behind", loop("", "for (int j = 0; j != 4; j++) m<i><j> = i;"), false},
		{"the row in front", loop("", "for (int j = 0; j != 3; j++) m<i><j> = m<i - 1><j>;"), false},
		{"columns", loop("", "for (int j = 0; j != 3; j++) m<j><i - 1> = i;"), false},
		{"a nest", nest("m<i><j>++;"), true},
		{"the element beside, in a nest", nest("m<i><j> = m<i><j + 1>;"), false},
		{"the row below, in a nest", nest("m<i><j> = m<i + 1><j>;"), false},
		{"one element of each row, in a nest", nest("m<i><0>++;"), false},
		{"a nest with elements of another row", nest("m<i><2 * j + 1>++;"), false},
		{"a nest of other counts", "[for collapse(2) schedule(static, 1)] for (int i = 0; i != 2; i++) for (int j = 0; j != 1 + id; j++) m<i><j>++;", false},
		{"three elements each", loop("", "a<2 * i> = i; a<2 * i + 2> = i;"), false},
	} {
		if i%6 > 0 && !*long {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			p := testprog.Source(t, inRegion(c.body), ir.LP64)
			done, _ := hold(t, c.name, p, smc.Options{Executions: 300, MaxDepth: 500, MaxSteps: 1 << 18})
			if done != c.proved {
				t.Errorf("proved: %v, expected %v\n%s", done, c.proved, raceproof.Analyse(context.Background(), analyze.Of(p), 0))
			}
		})
	}
}

// constructs are those of generated regions; % stands for statements.
var constructs = []string{loop("", "%"), loop("nowait", "%"), "[single] { % }", "[single nowait] { % }", "[master] { % }", "[critical] { % }", "[barrier]", "{ % }",
	"[sections] { [section] { % } [section] { % } }", "for (int r = 0; r != 2; r++) { [single] { % } % }", "for (int r = 0; r != 2; r++) { [master] { % } [barrier] % }", "if (b<7>) { % [barrier] }",
	nest("%"), nest("% m<i><j>++;"), "[single] { [task] { % } % [taskwait] % }", "[single] { [task depend(out: x)] { % } [task depend(in: x)] { % } }",
	"[single] { [task depend(mutexinoutset: x)] { % } [task depend(mutexinoutset: x)] { % } }", "[single] { [taskgroup] { [task] { % } } % }",
	"[single nowait] { [taskloop num_tasks(2)] for (int i = 1; i != 3; i++) { % } }",
	"[for ordered(1) schedule(static, 1)] for (int i = 1; i != 3; i++) { % [ordered depend(sink: i - 1)] % [ordered depend(source)] }",
	"[for ordered schedule(static, 1)] for (int i = 1; i != 3; i++) { % [ordered] { % } }", loop("reduction(add: x)", "x += i;"), loop("reduction(+: a<0:4>)", "a<i> += i;")}

// statements are those of generated regions. Outside of loops i is the variable around the region.
var statements = []string{"a<i> = 1;", "a<i> = a<i + 1>;", "b<i + 1> = a<i>;", "a<2 * i> = b<i>;", "x++;", "y = x;", "b<i> = y;", "a<i + 1> = 2;", "m<i><j> = 1;", "m<i + 1><j> = y;", "m<j><i>++;"}

// TestGeneratedOpenMP puts random constructs together. Most of the regions race. Bounds on values take most of the time, so that only some
// programs are judged with them.
func TestGeneratedOpenMP(t *testing.T) {
	proved, judged, raced, all := 0, 0, 0, 0
	for seed := range generated.All() {
		all++
		rng := rand.New(rand.NewPCG(seed, 12))
		body := "int i = 0, j = 1; "
		for range 1 + rng.IntN(3) {
			text := constructs[rng.IntN(len(constructs))]
			for strings.Contains(text, "%") {
				text = strings.Replace(text, "%", statements[rng.IntN(len(statements))], 1)
			}
			body += text + " "
		}
		p := testprog.Source(t, inRegion(body), ir.LP64)
		name := fmt.Sprintf("seed %d: %s", seed, body)
		limits := smc.Options{Executions: *executions, MaxDepth: 500, MaxSteps: 1 << 18}
		if seed%8 == 0 {
			judged++
			if done, _ := hold(t, name, p, limits); done {
				proved++
			}
		}
		facts := analyze.Of(p)
		r := raceproof.Analyse(context.Background(), facts, 0)
		if races, _ := compare(t, name, facts, r, limits); races {
			raced++
		}
	}
	t.Logf("%d of %d proved with bounds on values, the explorer finds a race in %d of %d", proved, judged, raced, all)
}
