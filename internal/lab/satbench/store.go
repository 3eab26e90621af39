package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
)

// A results file has one line of JSON per finished run, so that a comparison can
// be interrupted and continued, and its table printed at any time. A run is
// taken from the file only if the solver is the same build and the limit the
// same: a new heddle binary is measured anew.

// record is a line of the results file.
type record struct {
	Formula string  `json:"formula"`
	Order   int     `json:"order"`
	Solver  string  `json:"solver"`
	Build   string  `json:"build"` // see buildOf
	Limit   float64 `json:"limit"` // processor seconds
	Answer  string  `json:"answer"`
	Seconds float64 `json:"seconds"` // processor seconds, twice the limit if unsolved
	Memory  int64   `json:"memory"`  // peak resident bytes
	Vars    int     `json:"vars"`
	Clauses int     `json:"clauses"`
}

// runKey identifies a run.
type runKey struct {
	formula string
	order   int
	solver  string
}

// store holds the known runs, and the file for new ones.
type store struct {
	file   *os.File          // nil: nothing is kept
	builds map[string]string // by solver
	limit  float64
	known  map[runKey]record
}

// openStore reads the results file, which need not exist. With an empty path no file is kept.
func openStore(path string, opts options) (*store, error) {
	st := &store{builds: map[string]string{}, limit: opts.limit.Seconds(), known: map[runKey]record{}}
	for _, solver := range opts.solvers {
		build, err := buildOf(opts, solver)
		if err != nil {
			return nil, err
		}
		st.builds[solver] = build
	}
	if path == "" {
		return st, nil
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if r.Limit == st.limit && r.Build == st.builds[r.Solver] {
			st.known[runKey{r.Formula, r.Order, r.Solver}] = r
		}
	}
	st.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return st, err
}

// add stores a finished run.
func (st *store) add(r record) error {
	r.Build, r.Limit = st.builds[r.Solver], st.limit
	st.known[runKey{r.Formula, r.Order, r.Solver}] = r
	if st.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = st.file.Write(append(line, '\n'))
	return err
}

func (st *store) close() error {
	if st.file == nil {
		return nil
	}
	return st.file.Close()
}

// buildOf identifies the measured build: the package from which a solver was installed, or the hash of
// the heddle binary.
func buildOf(opts options, solver string) (string, error) {
	if solver != "heddle" {
		text, err := exec.Command("dpkg-query", "-W", "-f", "package ${Version}", solver).Output()
		if err != nil {
			return "unknown version", nil
		}
		return strings.TrimSpace(string(text)), nil
	}
	binary, err := os.ReadFile(opts.heddle)
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(binary)
	return fmt.Sprintf("binary %x", hash[:6]), nil
}
