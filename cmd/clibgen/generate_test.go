package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

const (
	sourceDir = "../../internal/front/clib/src"
	genDir    = "../../internal/front/clib/gen"
)

// TestFresh checks that gen/ has the files that the generator writes from src/.
func TestFresh(t *testing.T) {
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			text, index, err := generate(context.Background(), sourceDir, m)
			if err != nil {
				t.Fatal(err)
			}
			for ext, want := range map[string][]byte{".ir": text, ".idx": index} {
				got, err := os.ReadFile(filepath.Join(genDir, m.String()+ext))
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != string(want) {
					t.Errorf("%s%s is stale: run go generate ./internal/front/clib", m, ext)
				}
			}
		})
	}
}

// TestConstants checks that intrinsics.h names the values of packages ir and verdict.
func TestConstants(t *testing.T) {
	want := map[string]int{
		"PROPERTY_ASSERT":   int(verdict.Assert),
		"PROPERTY_REACH":    int(verdict.Reach),
		"PROPERTY_MEMORY":   int(verdict.Memory),
		"PROPERTY_LOCK":     int(verdict.Lock),
		"PROPERTY_RESOURCE": int(verdict.Resource),

		"CHOOSE_NONDET":         int(ir.ChooseNondet),
		"CHOOSE_WAKE":           int(ir.ChooseWake),
		"CHOOSE_TIMEOUT":        int(ir.ChooseTimeout),
		"CHOOSE_IO":             int(ir.ChooseIO),
		"CHOOSE_SPURIOUS":       int(ir.ChooseSpurious),
		"CHOOSE_ALLOC_FAIL":     int(ir.ChooseAllocFail),
		"CHOOSE_SPAWN_FAIL":     int(ir.ChooseSpawnFail),
		"CHOOSE_SPURIOUS_AGAIN": int(ir.ChooseSpuriousAgain),
		"CHOOSE_SIGNAL":         int(ir.ChooseSignal),
		"CHOOSE_OUTPUT_FAIL":    int(ir.ChooseOutputFail),
		"CHOOSE_IO_FAIL":        int(ir.ChooseIOFail),

		"EXCLUSIVE":       int(ir.Exclusive),
		"SHARED":          int(ir.Shared),
		"HELD_BY_SELF":    ir.LockHeldBySelf,
		"HELD_BY_OTHER":   ir.LockHeldByOther,
		"SHARED_BY_SELF":  ir.LockSharedBySelf,
		"SHARED_BY_OTHER": ir.LockSharedByOther,

		"BLOCK_CONDITION": int(ir.BlockCondition),
		"BLOCK_SEMAPHORE": int(ir.BlockSemaphore),
		"BLOCK_BARRIER":   int(ir.BlockBarrier),
		"BLOCK_WRITER":    int(ir.BlockWriter),
		"BLOCK_INPUT":     int(ir.BlockInput),

		"ALLOC_HEAP":      int(ir.HeapObject),
		"ALLOC_MODEL":     int(ir.ModelObject),
		"ALLOC_HEAP_ZERO": int(ir.HeapZero),

		"ORDER_SEQ_CST": int(ir.SeqCst),

		"ROUND_NEAREST_EVEN": int(ir.RoundNearestEven),
		"ROUND_NEAREST_AWAY": int(ir.RoundNearestAway),
		"ROUND_DOWN":         int(ir.RoundDown),
		"ROUND_UP":           int(ir.RoundUp),
		"ROUND_TO_ZERO":      int(ir.RoundToZero),
	}
	text, err := os.ReadFile(filepath.Join(sourceDir, "intrinsics.h"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`HEDDLE_(\w+) = (\d+),`).FindAllStringSubmatch(string(text), -1) {
		got, _ := strconv.Atoi(m[2])
		value, ok := want[m[1]]
		if !ok {
			t.Errorf("intrinsics.h names HEDDLE_%s, which this test does not know", m[1])
		} else if got != value {
			t.Errorf("HEDDLE_%s = %d, want %d", m[1], got, value)
		}
		delete(want, m[1])
	}
	for name := range want {
		t.Errorf("intrinsics.h does not name HEDDLE_%s", name)
	}
}

// resolver finds all functions of the library, and records the names without a model.
type resolver struct {
	lib   *clib.Library
	funcs []string // without a model
}

func (r *resolver) Func(name string) (ir.FuncID, bool) {
	if _, ok := r.lib.Func(name); !ok {
		r.funcs = append(r.funcs, name)
	}
	return 1, true
}
func (r *resolver) Global(name string) (ir.GlobalID, bool) { _, ok := r.lib.Global(name); return 1, ok }
func (r *resolver) CType(label string) (ir.CTypeID, bool)  { _, ok := r.lib.CType(label); return 1, ok }
func (r *resolver) File(index int) (ir.FileID, bool)       { return 0, index < len(r.lib.Files()) }

// TestItems parses every function alone and holds that all it mentions is there.
func TestItems(t *testing.T) {
	for _, m := range models {
		lib := clib.Load(m.String())
		r := &resolver{lib: lib}
		for _, name := range lib.Funcs() {
			text, ok := lib.Func(name)
			if !ok {
				t.Fatalf("%s: no function %s", m, name)
			}
			f, err := ir.ParseFunc(text, m, r)
			if err != nil {
				t.Fatalf("%s: %s: %v", m, name, err)
			}
			if f.Name != name || !f.HasBody() || !f.Model {
				t.Errorf("%s: the text of %s is function %s, body %t, model %t", m, name, f.Name, f.HasBody(), f.Model)
			}
		}
		if len(r.funcs) > 0 {
			t.Errorf("%s: functions without a model are called: %q", m, r.funcs)
		}
	}
}

// TestRefused checks that some functions have no model: a call of them is unsupported.
func TestRefused(t *testing.T) {
	lib := clib.Load("lp64")
	for _, name := range []string{
		"getcontext", "swapcontext", "clone",
		"reach_error", "__VERIFIER_error", "alloca",
	} {
		if _, ok := lib.Func(name); ok {
			t.Errorf("%s has a model", name)
		}
	}
}

// TestGCC checks that gcc accepts the models against our headers, without warnings, for both data models.
func TestGCC(t *testing.T) {
	dir := t.TempDir()
	for _, name := range header.Names() {
		text, _ := header.Open(name)
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sources, err := filepath.Glob(filepath.Join(sourceDir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"-m64", "-m32"} {
		t.Run(arch, func(t *testing.T) {
			peer.NeedGCC(t, arch)
			args := []string{
				arch, "-std=gnu11", "-nostdinc", "-isystem", dir, "-fsyntax-only", "-fno-builtin", "-D_GNU_SOURCE",
				"-Wall", "-Wextra", "-Werror", "-Wno-builtin-declaration-mismatch", "-Wno-int-to-pointer-cast",
			}
			if out, err := exec.Command("gcc", append(args, sources...)...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
