package compare

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// surveyed is the bound on schedules of the translations in a survey. It suffices to find each
// violation.
const surveyed = 3

func answersOfTranslations(results []cell.Result) []Answer {
	var out []Answer
	for _, o := range outcomes(results) {
		if o.seed != 0 || o.solver != embedded && o.solver != none || o.schedule != allOf && o.bound != surveyed {
			continue
		}
		a := Answer{Kind: holding, Question: fmt.Sprintf("%s %d %d", o.program, o.threads, o.length), Program: o.program, Cell: o.key(), Method: o.method,
			Settled: o.answered && o.wrong() == "", Seconds: o.cpu.Seconds()}
		if o.program == bluetooth {
			a.Kind, a.Settled = failing, o.verdict == "violation"
		}
		if o.schedule != allOf {
			a.Method += ", " + o.schedule
		}
		out = append(out, a)
	}
	return out
}

func answersOfUnwinding(results []cell.Result, o *UnwindingOptions) []Answer {
	var out []Answer
	for _, s := range searches(results) {
		if !s.open(o) {
			out = append(out, Answer{Kind: failing, Question: s.row, Program: s.row, Cell: s.key, Method: s.method, Settled: s.found, Seconds: s.seconds})
		}
	}
	return out
}

// aboutRaces is an answer about the races of a file system.
func aboutRaces(program, question, method string, r *cell.Result) Answer {
	a := Answer{Kind: hasRace, Question: question, Program: "daisy", Cell: r.Key, Method: method, Settled: r.Verdict == "violation", Seconds: r.CPU.Seconds()}
	if isRepaired(program) {
		a.Kind, a.Settled = raceFree, r.Verdict == "safe"
	}
	return a
}

func answersOfLazyToken(results []cell.Result) []Answer {
	var out []Answer
	for i := range results {
		if r := &results[i]; r.Key[2] == allAnalyses || r.Key[1] == noModel {
			out = append(out, aboutRaces(r.Key[0], r.Key[0], r.Key[1], r))
		}
	}
	return out
}

func answersOfCircuits(results []cell.Result) []Answer {
	var out []Answer
	for _, c := range checks(results) {
		out = append(out, aboutRaces(c.program, c.problem(), c.String(), c.Result))
	}
	return out
}

func answersOfProofs(results []cell.Result) []Answer {
	var out []Answer
	for i := range results {
		r := &results[i]
		out = append(out, Answer{Kind: proving, Question: strings.Join(r.Key[:4], " "), Program: r.Key[0], Cell: r.Key, Method: prover{r.Key[4], r.Key[5]}.String(),
			Settled: r.Verdict == "safe", Seconds: r.CPU.Seconds()})
	}
	return out
}

func answersOfInterleavings(results []cell.Result) []Answer {
	var out []Answer
	for i := range results {
		r := &results[i]
		program, variant, _ := strings.Cut(r.Key[0], "_")
		a := Answer{Kind: holding, Question: strings.Join(r.Key[:4], " "), Program: program, Cell: r.Key, Method: r.Key[4], Settled: r.Answered() && r.Verdict != "violation", Seconds: r.CPU.Seconds()}
		if variant == wrong {
			a.Kind, a.Settled = failing, r.Verdict == "violation"
		}
		out = append(out, a)
	}
	return out
}

// ExampleRows returns a row for each example program in dir whose comment states that an assertion
// fails.
func ExampleRows(dir string) ([]Row, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "// expect:") && strings.Contains(lines.Text(), " assert=violation") {
				rows = append(rows, Row{File: filepath.Base(name), Origin: "examples", Property: "assert", Expected: "violation", Arch: "lp64"})
			}
		}
		f.Close()
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return rows, nil
}
