package heddle

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/heddle-mc/heddle"

// room is a directory below internal: packages with one purpose. Its floors list them by
// name, "." for the package of the directory itself. Packages of one floor do not import each other.
type room struct {
	name   string
	floors []string
}

// rooms is the order of the rooms, from bottom to top. A package imports packages of earlier rooms and of
// earlier floors of its own room. A new arrow upwards is a design decision with a commit of its own;
// docs/understand/architecture.md has the same table. A star stands for the packages directly below the room
// that no floor lists.
var rooms = withoutStars([]room{
	{"internal/host", []string{
		"child cputime pattern raise",
	}},
	{"internal/program", []string{
		"ltl scc verdict wide",
		"ir propfile trace",
	}},
	{"internal/front", []string{
		"clib ctype diag difftest halt header known probe",
		"preprocess tree",
		"openmp",
		"load",
		"evalorder harness sema",
		"lower",
		"link",
		".",
	}},
	{"internal/analyze", []string{
		"loops ssa threadproof",
		"pointsto",
		".",
		"callbacks raceproof wakeup",
		"layout lockorder values",
	}},
	{"internal/run", []string{
		"footprint race",
		"interp",
		"coverage smc",
		"weak",
	}},
	{"internal/solve", []string{
		"affine dimacs proof sat term",
		"bitblast lia smtlib",
		"solver",
		"solver/process solver/script",
	}},
	{"internal/memmodel", []string{
		"relation litmus/program",
		"cat litmus/read",
		".",
		"scheme litmus/candidate",
		"litmus",
	}},
	{"internal/order", []string{
		"acyclic arith event",
		"intervals unwind",
		"consistency",
	}},
	{"internal/model", []string{
		"cemit circuit efsm interleave sequential",
		"circuit/aiger circuit/bdd circuit/bmc circuit/btor2 circuit/interpolant circuit/liveness circuit/walk efsm/fromir por sequential/lazy sequential/mu sequential/rounds",
		"circuit/abc circuit/fromefsm circuit/itp circuit/kinduction circuit/pdr sequential/lalreps sequential/lmp",
	}},
	{"internal/prove", []string{
		"certificate confirm/persistent confirm/reduced confirm/threads inclusion pathproof",
		"confirm",
	}},
	{"internal/engine", []string{
		". record unroll",
		"explore search static",
		"depth interleave order sequentialized",
		"circuit eager refine stored token *",
	}},
	{"internal/explain", []string{
		"accept minimize native story svcomp",
		"accept/baseline narrate report waypoint",
		"report/html report/sarif",
	}},
	{"internal/drive", []string{
		"check/shrink result translate",
		"check slice",
		"check/validate relax",
	}},
	{"internal/testkit", []string{
		"aigertest efsmtest irtext peer svcomptest termtest testflag testgen",
		"abctest golden testprog",
	}},
	{"internal/lab", []string{
		"compare/fit compare/plot hunt ledger satbench stagebench",
		"bench compare/cell compare/page mutants trial",
		"compare",
	}},
	{"", []string{"heddle", "cmd/heddle/cli", "cmd/heddle/instrument cmd/clibgen", "cmd/heddle"}},
})

// withoutStars replaces each star by the packages that it stands for.
func withoutStars(list []room) []room {
	for _, r := range list {
		listed := strings.Fields(strings.Join(r.floors, " "))
		for i, names := range r.floors {
			names, found := strings.CutSuffix(names, " *")
			if !found {
				continue
			}
			below, err := os.ReadDir(filepath.FromSlash(r.name))
			if err != nil {
				panic(err)
			}
			for _, d := range below {
				if d.IsDir() && !slices.Contains(listed, d.Name()) {
					names += " " + d.Name()
				}
			}
			r.floors[i] = names
		}
	}
	return list
}

// outside lists the modules beyond the standard library, and the packages that may import them.
var outside = map[string][]string{
	"modernc.org/cc/v4":               {"internal/front"},
	"go.yaml.in/yaml/v3":              {"internal/explain/svcomp", "internal/testkit/svcomptest"}, // verification witnesses
	"github.com/dalzilio/rudd":        {"internal/model/circuit/bdd"},
	"github.com/spf13/cobra":          {"cmd"},
	"github.com/spf13/pflag":          {"cmd"}, // the flags of cobra
	"golang.org/x/term":               {"cmd"}, // terminals: whether, and how wide
	"github.com/owenrumney/go-sarif":  {"internal/explain/report/sarif"},
	"github.com/rogpeppe/go-internal": {"internal/testkit/golden"}, // and tests
}

// floorOf numbers the floors of all rooms from 1; 0: the package is in no room. A package below a listed
// one is in no room unless it is listed itself.
var floorOf = numberFloors()

func numberFloors() map[string]int {
	number := make(map[string]int)
	count := 0
	for _, r := range rooms {
		for _, names := range r.floors {
			count++
			for _, name := range strings.Fields(names) {
				switch {
				case r.name != "":
					name = path.Join(r.name, name)
				case name == "heddle":
					name = "."
				}
				number[name] = count
			}
		}
	}
	return number
}

// TestImports holds the import order; test files are free, and so are modules of their own.
func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != "." {
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

// forbidden returns the reason why pkg must not import the other package, or "".
func forbidden(pkg, imported string) string {
	from := floorOf[pkg]
	if from == 0 {
		return "the importing package is in no room"
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
	switch to := floorOf[own]; {
	case to == 0:
		return "the imported package is in no room"
	case to >= from:
		return "it is not on a lower floor"
	}
	return ""
}

// TestDoor checks that the command uses the public package only. Its instruments of research, a package of
// their own, use internal packages.
func TestDoor(t *testing.T) {
	for _, pkg := range []string{"cmd/heddle", "cmd/heddle/cli"} {
		for imported := range importsOf(t, pkg) {
			if strings.HasPrefix(imported, "internal/") {
				t.Errorf("%s imports %s, which is not public", pkg, imported)
			}
		}
	}
}

// provers lists the packages that find proofs, and the packages that help them.
var provers = []string{
	"internal/engine/circuit", "internal/engine/static", "internal/engine/order", "internal/engine/explore", "internal/engine/refine", "internal/engine/token",
	"internal/model/circuit/bdd", "internal/model/circuit/bmc", "internal/model/circuit/interpolant", "internal/model/circuit/itp", "internal/model/circuit/kinduction", "internal/model/circuit/pdr", "internal/model/circuit/liveness",
	"internal/analyze/values", "internal/analyze/lockorder", "internal/model/por", "internal/solve/lia",
}

// TestConfirmedAlone checks the imports of the package that confirms written proofs, and of the packages
// that it uses for that. None of them imports code that finds proofs. The latter do not import the analyses
// with which proofs are found either.
func TestConfirmedAlone(t *testing.T) {
	for from, apart := range map[string][]string{
		"internal/engine/stored":            provers,
		"internal/prove/confirm":            append([]string{"internal/analyze", "internal/engine"}, provers...),
		"internal/prove/confirm/persistent": append([]string{"internal/analyze", "internal/engine", "internal/model/circuit/fromefsm"}, provers...),
		"internal/prove/confirm/threads":    append([]string{"internal/analyze", "internal/analyze/pointsto", "internal/analyze/raceproof", "internal/engine"}, provers...),
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
	for own := range importsOf(t, pkg) {
		if !below[own] {
			below[own] = true
			collect(t, own, below)
		}
	}
}

// importsOf returns the packages of this module that one imports.
func importsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	imports := make(map[string]bool)
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
			if own, is := strings.CutPrefix(strings.Trim(spec.Path.Value, "\""), module+"/"); is {
				imports[own] = true
			}
		}
	}
	return imports
}

// TestRoomsAreReal reports rooms that list packages without files.
func TestRoomsAreReal(t *testing.T) {
	for name := range floorOf {
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(name), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("package %s is in a room but has no files", name)
		}
	}
}

// TestRoomDoors checks that the package comment at the door of each room, or one below it, names each package
// of the room.
func TestRoomDoors(t *testing.T) {
	for _, r := range rooms {
		if r.name == "" {
			continue
		}
		for _, name := range strings.Fields(strings.Join(r.floors, " ")) {
			comment := ""
			for dir := path.Dir(name); name != "."; dir = path.Dir(dir) {
				comment += packageComment(t, path.Join(r.name, dir))
				if dir == "." {
					break
				}
			}
			if name != "." && !regexp.MustCompile(`\b`+path.Base(name)+`\b`).MatchString(comment) {
				t.Errorf("no comment at the door of %s names %s", r.name, name)
			}
		}
	}
}

// packageComment returns the comment of the package in a directory; empty: there is no package.
func packageComment(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	comment := ""
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil && !strings.HasSuffix(name, "_test.go") {
			comment += file.Doc.Text()
		}
	}
	return comment
}
