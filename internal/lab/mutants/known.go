package main

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// columns lists the columns of the table of findings.
var columns = []string{"name", "version", "found_by", "test", "time_s"}

// finding records how one seeded fault ended: caught by a test, or missed.
type finding struct {
	by   string // the command that failed; empty: all passed
	test string // the first test that failed in it
	time time.Duration
}

// findings holds the known findings, in memory and in a table.
type findings struct {
	mu    sync.Mutex
	table *ledger.Table
	of    map[[2]string]finding // by name and version
}

// open reads a table, which need not exist; an empty path keeps nothing.
func open(path string) (*findings, error) {
	table, records, err := ledger.Open(path, columns, ledger.Resume)
	if err != nil {
		return nil, err
	}
	known := &findings{table: table, of: make(map[[2]string]finding)}
	for _, r := range records {
		seconds, err := strconv.ParseFloat(r[4], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, r[0], err)
		}
		known.of[[2]string{r[0], r[1]}] = finding{by: r[2], test: r[3], time: time.Duration(seconds * float64(time.Second))}
	}
	return known, nil
}

func (k *findings) get(m *mutant) (finding, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, ok := k.of[[2]string{m.name, m.version()}]
	return f, ok
}

func (k *findings) add(m *mutant, f finding) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.of[[2]string{m.name, m.version()}] = f
	return k.table.Write([]string{m.name, m.version(), f.by, f.test, strconv.FormatFloat(f.time.Seconds(), 'f', 1, 64)})
}

// line returns the finding about a seeded fault as one line of text.
func (f *finding) line(m *mutant) string {
	if f.by == "" {
		return fmt.Sprintf("SURVIVED %s %s: %s", m.name, m.file, m.wrong)
	}
	return fmt.Sprintf("found    %s %s: by %s in %s, %.0f s", m.name, m.file, f.test, f.by, f.time.Seconds())
}

// report prints the findings about seeded faults, and returns how many faults survived.
func (k *findings) report(w io.Writer, mutants []*mutant) (survived int) {
	found := 0
	for _, m := range mutants {
		f, ok := k.get(m)
		switch {
		case !ok:
			fmt.Fprintf(w, "open     %s %s: %s\n", m.name, m.file, m.wrong)
			continue
		case f.by == "":
			survived++
		default:
			found++
		}
		fmt.Fprintln(w, f.line(m))
	}
	fmt.Fprintf(w, "%d mistakes: %d found, %d survived, %d open\n", len(mutants), found, survived, len(mutants)-found-survived)
	return survived
}
