package cfront

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/ir"
)

var (
	corpusDir  = flag.String("corpus", "", "directory of the corpus; default: ../shared/corpus beside the repository")
	corpusStep = flag.Int("corpus.step", 25, "compile every n-th program of the corpus")
	corpusList = flag.String("corpus.list", "", "file to which failures and reachable unsupported constructs are written")
)

// corpusRow is a program of the corpus.
type corpusRow struct {
	file    string
	defines []string
	model   ir.DataModel
}

// readCorpus returns the programs of the corpus index, each once; the test is
// skipped when there is none.
func readCorpus(t testing.TB) (dir string, rows []corpusRow) {
	t.Helper()
	dir = *corpusDir
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	f, err := os.Open(filepath.Join(dir, "index.csv"))
	if err != nil {
		t.Skipf("NO CORPUS: %v", err)
	}
	defer f.Close()
	table, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := make(map[string]int)
	for i, name := range table[0] {
		column[name] = i
	}
	seen := make(map[string]bool)
	for _, r := range table[1:] {
		row := corpusRow{file: r[column["file"]]}
		for _, d := range strings.Fields(r[column["defines"]]) {
			row.defines = append(row.defines, strings.TrimPrefix(d, "-D"))
		}
		if r[column["arch"]] == "ilp32" {
			row.model = ir.ILP32
		}
		if key := fmt.Sprint(row); !seen[key] {
			seen[key] = true
			rows = append(rows, row)
		}
	}
	return dir, rows
}

// TestCorpus compiles the programs of the corpus: at least 97 % of them must
// come out as a program.
func TestCorpus(t *testing.T) {
	dir, rows := readCorpus(t)
	var list []string
	total, failed, slowest, slowestFile := 0, 0, time.Duration(0), ""
	for i := 0; i < len(rows); i += *corpusStep {
		row := rows[i]
		total++
		start := time.Now()
		unsupported, err := compileRow(dir, row)
		if d := time.Since(start); d > slowest {
			slowest, slowestFile = d, row.file
		}
		if err != nil {
			failed++
			list = append(list, fmt.Sprintf("FAIL\t%s\t%v", row.file, err))
		}
		for _, u := range unsupported {
			list = append(list, fmt.Sprintf("UNSUPPORTED\t%s\t%s", row.file, u))
		}
	}
	t.Logf("%d of %d programs compile; the slowest is %s with %s", total-failed, total, slowestFile, slowest)
	if 100*failed > 3*total {
		t.Errorf("%d of %d programs do not compile:\n%s", failed, total, strings.Join(list[:min(len(list), 20)], "\n"))
	}
	if *corpusList != "" {
		if err := os.WriteFile(*corpusList, []byte(strings.Join(list, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// compileRow compiles one program and lists the unsupported constructs in it.
func compileRow(dir string, row corpusRow) (unsupported []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("PANIC: %v", p)
		}
	}()
	r, err := Compile(context.Background(), Options{
		Files: []string{filepath.Join(dir, row.file)}, Model: row.model, Defines: row.defines,
	})
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
	var out []string
	for u := range found {
		out = append(out, u)
	}
	sort.Strings(out)
	return out
}
