package weak_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/weak"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var twins = testflag.Executions(10)

// twin writes a random program as C and as a litmus test.
func twin(seed uint64) (c, test, machine string) {
	rng := rand.New(rand.NewPCG(seed, 7))
	var cc, lit strings.Builder
	var columns [][]string // of instructions, by thread
	cc.WriteString("#include <stdatomic.h>\n#include <pthread.h>\natomic_int X, Y; atomic_int *x = &X, *y = &Y;\n")
	lit.WriteString("C generated\n\n{ x = 0; y = 0; }\n\n")
	threads := 2 + rng.IntN(2)
	for i := range threads {
		fmt.Fprintf(&cc, "static void *P%d(void *arg) { atomic_int *x = &X, *y = &Y;\n", i)
		fmt.Fprintf(&lit, "P%d(atomic_int *x, atomic_int *y) {\n", i)
		var column []string
		for r := range 2 + rng.IntN(5-threads) {
			at := []string{"x", "y"}[rng.IntN(2)]
			order := []string{"relaxed", "relaxed", "acquire", "release", "seq_cst"}[rng.IntN(5)]
			read, write := strings.Replace(order, "release", "acquire", 1), strings.Replace(order, "acquire", "release", 1)
			line := ""
			switch rng.IntN(6) {
			case 0:
				order = []string{"acquire", "release", "acq_rel", "seq_cst", "seq_cst"}[rng.IntN(5)]
				line = fmt.Sprintf("atomic_thread_fence(memory_order_%s);", order)
				if order == "seq_cst" {
					column = append(column, "MFENCE")
				}
			case 1:
				line = fmt.Sprintf("int r%d = atomic_fetch_add_explicit(%s, 1, memory_order_%s);", r, at, order)
				column = append(column, fmt.Sprintf("MOV %s,$1", registers[r]), fmt.Sprintf("LOCK XADD [%s],%s", at, registers[r]))
			case 2, 3:
				line = fmt.Sprintf("int r%d = atomic_load_explicit(%s, memory_order_%s);", r, at, read)
				column = append(column, fmt.Sprintf("MOV %s,[%s]", registers[r], at))
			default:
				line = fmt.Sprintf("atomic_store_explicit(%s, %d, memory_order_%s);", at, 1+r, write)
				if column = append(column, fmt.Sprintf("MOV [%s],$%d", at, 1+r)); write == "seq_cst" {
					column = append(column, "MFENCE")
				}
			}
			cc.WriteString(line + "\n")
			lit.WriteString(line + "\n")
		}
		cc.WriteString("return arg; }\n")
		lit.WriteString("}\n\n")
		columns = append(columns, column)
	}
	lit.WriteString("locations [x; y;]\nexists (x = 9)\n")
	cc.WriteString("int main(void) { pthread_t t;\n")
	for i := range threads {
		fmt.Fprintf(&cc, "pthread_create(&t, 0, P%d, 0);\n", i)
	}
	cc.WriteString("return 0; }\n")
	return strings.Replace(cc.String(), "atomic_int *x = &X, *y = &Y;\n", "\n", 1), lit.String(), table("X86", "{ x = 0; y = 0; }", columns)
}

var registers = [...]string{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"}

// table returns a litmus test of columns of instructions.
func table(dialect, init string, columns [][]string) string {
	s := new(strings.Builder)
	s.WriteString(dialect + " generated\n" + init + "\n")
	most := 0
	for i, c := range columns {
		s.WriteString([]string{"", "|"}[min(i, 1)] + fmt.Sprintf(" P%d ", i))
		most = max(most, len(c))
	}
	for row := range most {
		s.WriteString(";\n")
		for i, c := range columns {
			s.WriteString([]string{"", "|"}[min(i, 1)] + " ")
			if row < len(c) {
				s.WriteString(c[row])
			}
		}
	}
	s.WriteString(";\nlocations [x; y;]\nexists (x = 9)\n")
	return s.String()
}

// TestLitmusAgrees compares the executions of generated programs with those of the same litmus tests: each
// is consistent, none is visited twice, and their number is the same.
func TestLitmusAgrees(t *testing.T) {
	further := 0
	for seed := range *twins {
		c, source, machine := twin(seed)
		code := testprog.Code(t, c)
		counts := make(map[string]uint64)
		for _, name := range weak.Models() {
			m, err := weak.ModelOf(name)
			if err != nil {
				t.Fatal(err)
			}
			cat, err := memmodel.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			judge, err := explore.Judge(m)
			if err != nil {
				t.Fatal(err)
			}
			allowed, err := explore.Allowed(m)
			if err != nil {
				t.Fatal(err)
			}
			seen := make(map[string]bool)
			x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Allowed: allowed, Visit: func(x *weak.Execution) {
				key := fmt.Sprint(x.Events())
				if seen[x.Key()] {
					t.Errorf("seed %d, %s: visited twice: %s", seed, name, key)
				}
				seen[x.Key()] = true
				if err := judge(x); err != nil {
					t.Errorf("seed %d: %v: %s", seed, err, x.Key())
				}
			}})
			if err != nil || x.Refused != "" {
				t.Fatal(seed, err, x.Refused)
			}
			text := source
			if m.Hardware() {
				text = machine
			}
			counts[name] = x.Executions
			// The same model in a file has the same executions. Litmus tests have no instructions for pso, or too few dependencies.
			want := []uint64{selected(t, code, name, judge)}
			if name != "pso" && !m.Dependent() {
				want = append(want, executions(t, text, cat))
			}
			if slices.ContainsFunc(want, func(n uint64) bool { return n != x.Executions }) {
				t.Errorf("seed %d, %s: %d executions, expected %d\n%s", seed, name, x.Executions, want, text)
			}
		}
		if counts["sc"] > counts["tso"] || counts["tso"] > counts["pso"] {
			t.Errorf("seed %d: %v", seed, counts)
		}
		if counts["rc11"] > counts["sc"] {
			further++
		}
		if t.Failed() {
			return
		}
	}
	if further == 0 {
		t.Error("no program has further executions under rc11")
	}
	t.Logf("%d of %d programs have further executions under rc11", further, *twins)
}

// selected returns the number of executions under a built-in model that is read from its file.
func selected(t *testing.T, code *interp.Code, name string, judge func(*weak.Execution) error) uint64 {
	t.Helper()
	m, err := explore.ModelOf(filepath.Join("..", "..", "memmodel", "models", name+".cat"))
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := explore.Allowed(m)
	if err != nil {
		t.Fatal(err)
	}
	x, err := weak.Explore(t.Context(), code, weak.Options{Model: m, Allowed: allowed, Visit: func(x *weak.Execution) {
		if err := judge(x); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}})
	if err != nil || x.Refused != "" || m.Cycles() != slices.Contains([]string{"imm", "aarch64", "riscv"}, name) {
		t.Fatal(name, err, x.Refused, m.Cycles())
	}
	return x.Executions
}
