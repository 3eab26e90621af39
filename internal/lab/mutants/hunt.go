package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// hunt runs the tests for the faults without a known finding.
func hunt(ctx context.Context, o *options, mutants []*mutant, known *findings) error {
	packages := []string{"./..."}
	if o.quick {
		packages = []string{"./internal/engine/..."}
		for _, m := range mutants {
			packages = append(packages, "./"+m.dir())
			if m.dir() == models {
				packages = append(packages, "./"+modelTests)
			}
		}
	}
	work := o.work
	if work == "" {
		dir, err := os.MkdirTemp("", "heddle-mutants")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		work = dir
	}
	next := make(chan *mutant)
	var workers sync.WaitGroup
	var failed error
	var once sync.Once
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i := range max(1, o.jobs) {
		workers.Go(func() {
			if err := work1(ctx, o, filepath.Join(work, strconv.Itoa(i)), packages, next, known); err != nil {
				once.Do(func() { failed = err; cancel() })
			}
		})
	}
feed:
	for _, m := range mutants {
		if _, ok := known.get(m); ok {
			continue
		}
		select {
		case next <- m:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	if failed == nil && ctx.Err() != nil {
		failed = errors.New("interrupted")
	}
	return failed
}

// work1 looks for mistakes in a copy of the tree of its own.
func work1(ctx context.Context, o *options, dir string, packages []string, next <-chan *mutant, known *findings) error {
	var t *tree
	for m := range next {
		if t == nil {
			var err error
			if t, err = newTree(ctx, dir, packages, !o.quick); err != nil {
				return err
			}
		}
		f, err := t.look(ctx, m)
		if err != nil {
			return err
		}
		if err := known.add(m, f); err != nil {
			return err
		}
		fmt.Println(f.line(m))
	}
	return nil
}

// look makes a mistake and runs commands until one fails. The error is one of the list
// or of the system.
func (t *tree) look(ctx context.Context, m *mutant) (f finding, err error) {
	former, err := m.make(t.root)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, m.undo(t.root, former), t.generate(context.WithoutCancel(ctx), m)) }()
	begun := time.Now()
	if err := t.generate(ctx, m); err != nil {
		return f, err
	}
	if out := t.do(ctx, []string{"go", "build", "./..."}); out.Err != nil {
		return f, fmt.Errorf("%s does not compile: %s", m.name, out.Stderr)
	}
	commands, err := t.commands(ctx, m.dir())
	if err != nil {
		return f, err
	}
	for _, command := range commands {
		out := t.do(ctx, command)
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		if out.Err != nil {
			f.by, f.test = strings.Join(command, " "), firstFailure(string(out.Stdout)+out.Stderr)
			if out.Killed {
				f.test = "no end"
			}
			break
		}
	}
	f.time = time.Since(begun)
	return f, nil
}

// These are the package of the library models, and the package that runs them alone.
const (
	models     = "internal/front/clib"
	modelTests = "cmd/clibgen"
)

// dir returns the directory of the package that has a mistake: C code of a library model belongs to
// the package that embeds its IR.
func (m *mutant) dir() string { return strings.TrimSuffix(path.Dir(m.file), "/src") }

// generate makes the IR of the library models anew, if the mistake is in their C code.
func (t *tree) generate(ctx context.Context, m *mutant) error {
	if m.dir() != models || path.Ext(m.file) != ".c" {
		return nil
	}
	if out := t.do(ctx, []string{"go", "generate", "./" + models}); out.Err != nil {
		return fmt.Errorf("%s: the library models: %s", m.name, out.Stderr)
	}
	return nil
}

// failure matches a line that names a failure: a test, the whole program, the build of it.
var failure = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)|^(panic: .*)|^FAIL\s+\S+ (\[.*\])`)

// firstFailure returns the first failed subtest in an output, else the first failed test, else another
// failure.
func firstFailure(out string) string {
	first := ""
	for _, groups := range failure.FindAllStringSubmatch(out, -1) {
		what := groups[1] + groups[2] + groups[3]
		if strings.Contains(what, "/") && groups[1] != "" {
			return what
		}
		first = cmp.Or(first, what)
	}
	return cmp.Or(first, "something")
}
