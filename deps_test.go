package heddle

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/heddle-mc/heddle"

// floors is the order of the house: a package imports packages on lower floors
// only. Relaxing it is a design decision with its own commit; docs/architecture.md
// draws the same picture.
var floors = [][]string{
	0: {"internal/verdict", "internal/clib", "internal/proof", "internal/propfile", "internal/testgen", "internal/child", "internal/cputime", "internal/ltl", "internal/ledger", "internal/peer", "internal/testflag", "internal/wide", "internal/affine"},
	1: {"internal/accept", "internal/svcomp", "internal/golden", "internal/ir", "internal/term", "internal/sat", "internal/trace", "internal/story", "internal/acyclic", "internal/scc"},
	2: {"internal/cfront", "internal/bitblast", "internal/dimacs", "internal/smtlib", "internal/event", "internal/analysis", "internal/report", "internal/cemit", "internal/lia"},
	3: {"internal/certificate", "internal/circuit", "internal/solver", "internal/interp", "internal/unwind", "internal/efsm", "internal/seqz", "internal/interleave", "internal/intervals"},
	4: {"internal/certify", "internal/circuit/fromefsm", "internal/engine", "internal/consistency", "internal/minimize", "internal/witness", "internal/waypoint", "internal/member", "internal/coverage", "internal/native", "internal/reduction", "internal/pathproof"},
	5: {"internal/engine/circuit", "internal/engine/explore", "internal/engine/order", "internal/engine/static", "internal/engine/stored", "internal/engine/token", "internal/engine/eager", "internal/engine/seq", "internal/engine/interleave", "internal/engine/refine"},
	6: {"internal/check", "internal/translate", "internal/testprog"},
	7: {".", "internal/bench", "internal/compare"},
	8: {"cmd/heddle", "cmd/clibgen", "internal/satbench", "internal/stagebench", "internal/mutants", "internal/trial"},
}

// rooms orders the packages inside one floor's package: each may import those
// before it.
var rooms = map[string][]string{
	"internal/cfront": {
		"internal/cfront/halt",
		"internal/cfront/diag",
		"internal/cfront/probe",
		"internal/cfront/ctype",
		"internal/cfront/known",
		"internal/cfront/header",
		"internal/cfront/tree",
		"internal/cfront/load",
		"internal/cfront/sema",
		"internal/cfront/sequence",
		"internal/cfront/lower",
		"internal/cfront/link",
		"internal/cfront/harness",
		"internal/cfront",
	},
	"internal/accept": {"internal/accept", "internal/accept/baseline"},
	"internal/analysis": {
		"internal/analysis/loops",
		"internal/analysis/ssa",
		"internal/analysis/pointsto",
		"internal/analysis/modular",
		"internal/analysis",
		"internal/analysis/raceproof",
		"internal/analysis/lockorder",
		"internal/analysis/values",
		"internal/analysis/layout",
		"internal/analysis/callbacks",
	},
	"internal/interp":  {"internal/interp/footprint", "internal/interp/race", "internal/interp/irtext", "internal/interp", "internal/interp/smc"},
	"internal/circuit": {"internal/circuit", "internal/circuit/walk", "internal/circuit/aiger", "internal/circuit/bdd", "internal/circuit/bmc", "internal/circuit/btor2", "internal/circuit/interpolant", "internal/circuit/itp", "internal/circuit/kind", "internal/circuit/live", "internal/circuit/pdr", "internal/circuit/abc", "internal/circuit/abc/abctest"},
	"internal/check":   {"internal/check/shrink", "internal/check", "internal/check/validate"},
	"internal/efsm":    {"internal/efsm", "internal/efsm/efsmtest", "internal/efsm/fromir"},
	"internal/seqz": {
		"internal/seqz",
		"internal/seqz/lazy",
		"internal/seqz/rounds",
		"internal/seqz/lalreps",
		"internal/seqz/lmp",
		"internal/seqz/mu",
	},
	"internal/svcomp": {"internal/svcomp", "internal/svcomp/svcomptest"},
	"internal/report": {"internal/report", "internal/report/html", "internal/report/sarif"},
	"internal/term":   {"internal/term", "internal/term/termtest"},
	"internal/compare": {
		"internal/compare/cell",
		"internal/compare/fit",
		"internal/compare/plot",
		"internal/compare/page",
		"internal/compare",
	},
	"internal/engine": {"internal/engine", "internal/engine/search", "internal/engine/unroll", "internal/engine/record", "internal/engine/depth"},
	"internal/solver": {"internal/solver", "internal/solver/process", "internal/solver/script"},
}

// outside lists the modules beyond the standard library, and who may import them.
var outside = map[string][]string{
	"modernc.org/cc/v4":               {"internal/cfront"},
	"go.yaml.in/yaml/v3":              {"internal/svcomp"}, // verification witnesses
	"github.com/dalzilio/rudd":        {"internal/circuit/bdd"},
	"github.com/spf13/cobra":          {"cmd"},
	"github.com/spf13/pflag":          {"cmd"}, // the flags of cobra
	"golang.org/x/term":               {"cmd"}, // terminals: whether, and how wide
	"github.com/owenrumney/go-sarif":  {"internal/report/sarif"},
	"github.com/rogpeppe/go-internal": {"internal/golden"}, // and tests
}

// floorOf finds the floor of a package by the longest name that is a prefix of
// its path.
func floorOf(pkg string) (floor int, room string, ok bool) {
	for f, names := range floors {
		for _, name := range names {
			matches := pkg == name || name != "." && strings.HasPrefix(pkg, name+"/")
			if matches && (!ok || len(name) > len(room)) {
				floor, room, ok = f, name, true
			}
		}
	}
	return floor, room, ok
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

// TestImports holds the import order; test files are free.
func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if msg := forbidden(pkg, imported); msg != "" {
				t.Errorf("%s imports %s: %s", path, imported, msg)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// forbidden says why pkg must not import the other package, or nothing.
func forbidden(pkg, imported string) string {
	from, room, ok := floorOf(pkg)
	if !ok {
		return "the importing package is on no floor"
	}
	own, isOwn := strings.CutPrefix(imported, module+"/")
	if imported == module {
		own, isOwn = ".", true
	}
	if !isOwn {
		if !strings.Contains(strings.Split(imported, "/")[0], ".") {
			return "" // the standard library
		}
		for mod, users := range outside {
			if imported != mod && !strings.HasPrefix(imported, mod+"/") {
				continue
			}
			for _, u := range users {
				if pkg == u || strings.HasPrefix(pkg, u+"/") {
					return ""
				}
			}
		}
		return "not a module that this package may use"
	}
	to, toRoom, ok := floorOf(own)
	switch {
	case !ok:
		return "the imported package is on no floor"
	case to < from:
		return ""
	case room != toRoom:
		return "it is not on a lower floor"
	}
	order := rooms[room]
	if i, j := indexOf(order, own), indexOf(order, pkg); i < 0 || j <= i {
		return "it does not come before within " + room
	}
	return ""
}

// provers find proofs, and what they work with.
var provers = []string{
	"internal/engine/circuit", "internal/engine/static", "internal/engine/order", "internal/engine/explore", "internal/engine/refine", "internal/engine/token",
	"internal/circuit/bdd", "internal/circuit/bmc", "internal/circuit/interpolant", "internal/circuit/itp", "internal/circuit/kind", "internal/circuit/pdr", "internal/circuit/live",
	"internal/analysis/values", "internal/analysis/lockorder", "internal/reduction", "internal/lia",
}

// TestConfirmedAlone: no code that finds proofs is below the package that confirms those that were written down, nor below
// those that it does so with; these know nothing of the analyses that proofs are found with either.
func TestConfirmedAlone(t *testing.T) {
	for from, apart := range map[string][]string{
		"internal/engine/stored":   provers,
		"internal/certify":         append([]string{"internal/analysis", "internal/engine"}, provers...),
		"internal/certify/threads": append([]string{"internal/analysis", "internal/analysis/pointsto", "internal/analysis/raceproof", "internal/engine"}, provers...),
	} {
		below := make(map[string]bool)
		collect(t, from, below)
		if len(below) < 5 {
			t.Errorf("%s: found only %d packages below", from, len(below))
		}
		for _, p := range apart {
			if below[p] {
				t.Errorf("%s is below %s", p, from)
			}
		}
	}
}

// collect adds the packages of this module that one imports, directly or not.
func collect(t *testing.T, pkg string, below map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", pkg, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if own, is := strings.CutPrefix(strings.Trim(spec.Path.Value, "\""), module+"/"); is && !below[own] {
				below[own] = true
				collect(t, own, below)
			}
		}
	}
}

// TestFloorsAreReal reports a floor table that names packages that do not exist.
func TestFloorsAreReal(t *testing.T) {
	for _, names := range floors {
		for _, name := range names {
			files, err := filepath.Glob(filepath.Join(filepath.FromSlash(name), "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 {
				t.Errorf("package %s is on a floor but has no files", name)
			}
		}
	}
}
