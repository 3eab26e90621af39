package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
)

const module = "github.com/heddle-mc/heddle"

// patience is the time limit of one command. A command that takes longer with a fault counts as a
// failure.
const patience = 40 * time.Minute

// maxAddresses is the address space of a process in kB. With some faults a program allocates memory
// without end.
const maxAddresses = 16 << 20

// tree is a copy of the tree, with the commands that test it.
type tree struct {
	root string
	took map[string]time.Duration // duration of the tests of a package without a fault, if none fails
	long [][]string               // the longer commands
}

// newTree copies the tree and runs the tests of packages without a fault. A package whose tests fail
// then, for example since the machine is too busy, finds no faults, and neither do its other tests.
// long: the longer commands of .ci/run may find faults as well.
func newTree(ctx context.Context, dir string, packages []string, long bool) (*tree, error) {
	root, err := copyTree(dir)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, took: make(map[string]time.Duration)}
	if long {
		if t.long, err = longCommands(".ci/run"); err != nil {
			return nil, err
		}
	}
	fmt.Println("testing the tree without a mistake")
	out := t.do(ctx, append([]string{"go", "test"}, packages...))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for line := range strings.Lines(string(out.Stdout)) {
		switch w := strings.Fields(line); {
		case len(w) < 3:
		case w[0] == "ok":
			seconds, _ := strconv.ParseFloat(strings.TrimSuffix(w[2], "s"), 64) // 0: a result that was kept
			t.took[w[1]] = time.Duration(seconds * float64(time.Second))
		case w[0] == "FAIL":
			fmt.Printf("left out, since it fails without a mistake: %s\n", w[1])
		}
	}
	if len(t.took) == 0 {
		return nil, fmt.Errorf("all tests fail without a mistake: %s%s", out.Stdout, out.Stderr)
	}
	return t, nil
}

// longCommands returns the commands of a script that begin with `go test` and have
// arguments of their own.
func longCommands(script string) ([][]string, error) {
	text, err := os.ReadFile(script)
	if err != nil {
		return nil, err
	}
	var list [][]string
	for line := range strings.Lines(string(text)) {
		w := strings.Fields(strings.ReplaceAll(line, "'", ""))
		if len(w) > 3 && w[0] == "go" && w[1] == "test" && !slices.Contains(w, "-race") {
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no command go test", script)
	}
	return list, nil
}

// do runs a command in the copy.
func (t *tree) do(ctx context.Context, command []string) *child.Result {
	script := fmt.Sprintf(`ulimit -v %d; exec "$@"`, maxAddresses)
	return child.Run(ctx, append([]string{"/bin/sh", "-c", script, "sh"}, command...), child.Options{Dir: t.root, Kill: patience})
}

// commands returns the commands to run with a fault in a package, in order.
func (t *tree) commands(ctx context.Context, dir string) ([][]string, error) {
	own := path.Join(module, dir)
	packages, err := t.dependents(ctx, own)
	if err != nil {
		return nil, err
	}
	distance := func(p string) int {
		switch {
		case p == own, dir == models && p == path.Join(module, modelTests):
			return 0
		case strings.HasPrefix(p, module+"/internal/engine/"):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(packages, func(x, y string) int {
		return cmp.Or(cmp.Compare(distance(x), distance(y)), cmp.Compare(t.took[x], t.took[y]))
	})
	var list [][]string
	for _, p := range packages {
		list = append(list, []string{"go", "test", "-vet=off", "-failfast", p})
	}
	for _, command := range t.long {
		if slices.Contains(packages, path.Join(module, command[2])) {
			list = append(list, command)
		}
	}
	return list, nil
}

// dependents returns the packages whose tests depend on a package and can fail.
func (t *tree) dependents(ctx context.Context, own string) ([]string, error) {
	out := t.do(ctx, []string{"go", "list", "-test", "-f", `{{if .ForTest}}{{.ForTest}} {{join .Deps " "}}{{end}}`, "./..."})
	if out.Err != nil {
		return nil, fmt.Errorf("go list: %w: %s", out.Err, out.LastLine())
	}
	var packages []string
	for line := range strings.Lines(string(out.Stdout)) {
		if w := strings.Fields(line); slices.Contains(w, own) && !slices.Contains(packages, w[0]) {
			if _, passes := t.took[w[0]]; passes {
				packages = append(packages, w[0])
			}
		}
	}
	return packages, nil
}
