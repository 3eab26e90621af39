package front_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	only  = testflag.Only()
	every = testflag.Every(25)
)

// TestCorpus compiles the programs of the corpus: at least 97 % of them must
// come out as a program.
func TestCorpus(t *testing.T) {
	var list []string
	total, failed, slowest, slowestFile := 0, 0, time.Duration(0), ""
	for i, row := range testprog.CorpusPrograms(t, only) {
		if !every.Has(i) {
			continue
		}
		total++
		start := time.Now()
		unsupported, err := compileRow(&row)
		if d := time.Since(start); d > slowest {
			slowest, slowestFile = d, row.File
		}
		if err != nil {
			failed++
			list = append(list, fmt.Sprintf("%s: %v", row.File, err))
		}
		for _, u := range unsupported {
			t.Logf("%s: not supported: %s", row.File, u)
		}
	}
	t.Logf("%d of %d programs compile; the slowest is %s with %s", total-failed, total, slowestFile, slowest)
	if 100*failed > 3*total {
		t.Errorf("%d of %d programs do not compile:\n%s", failed, total, strings.Join(list[:min(len(list), 20)], "\n"))
	}
}

// compileRow compiles one program and lists the unsupported constructs in it.
func compileRow(row *testprog.Row) (unsupported []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("PANIC: %v", p)
		}
	}()
	r, err := front.Compile(context.Background(), front.Options{Files: []string{row.Path}, Model: row.Model, Defines: row.Defines})
	switch {
	case err != nil:
		return nil, err
	case r.Program == nil:
		return nil, fmt.Errorf("%s", r.Diagnostics[0])
	}
	return unsupportedIn(r.Program), nil
}

// unsupportedIn lists the constructs of a program, each once.
func unsupportedIn(p *ir.Program) []string {
	found := make(map[string]bool)
	for f := range p.Funcs {
		for b := range p.Funcs[f].Blocks {
			for _, in := range p.Funcs[f].Blocks[b].Instrs {
				if in.Op == ir.OpUnsupported {
					found[in.Text] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
