package compare

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// point identifies a cell of the comparison of translations.
type point struct {
	program  string
	schedule string
	method   string
	solver   string // none: the method has no solver
	seed     int
	threads  int
	bound    int // of the schedule; 0: there is none
	length   int
}

// pointKeys lists the columns that identify a point.
var pointKeys = []string{"program", "schedule", "method", "solver", "seed", "threads", "bound", "length"}

func (p *point) key() []string {
	out := []string{p.program, p.schedule, p.method, p.solver}
	for _, n := range []int{p.seed, p.threads, p.bound, p.length} {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// ladder names the points that differ only in length.
func (p *point) ladder() string {
	key := p.key()
	return strings.Join(key[:len(key)-1], " ")
}

// family names the points that differ only in threads, bound and length.
func (p *point) family() string { return strings.Join(p.key()[:5], " ") }

func parsePoint(key []string) (point, error) {
	p := point{program: key[0], schedule: key[1], method: key[2], solver: key[3]}
	for i, to := range []*int{&p.seed, &p.threads, &p.bound, &p.length} {
		n, err := strconv.Atoi(key[4+i])
		if err != nil {
			return p, fmt.Errorf("%s: %w", pointKeys[4+i], err)
		}
		*to = n
	}
	if _, ok := programs[p.program]; !ok {
		return p, fmt.Errorf("unknown program %q", p.program)
	}
	return p, nil
}

// outcome is a point with its result.
type outcome struct {
	point
	answered  bool
	verdict   string
	reason    string
	cpu       time.Duration
	limit     time.Duration
	memory    int64
	terms     float64
	clauses   float64
	conflicts float64
}

// translationSheet is the table of the comparison of translations.
func translationSheet() cell.Sheet {
	return cell.Sheet{Keys: pointKeys, Measures: []cell.Measure{
		cell.Field("terms", "stats", "terms"),
		cell.Field("variables", "stats", "variables"),
		cell.Field("clauses", "stats", "clauses"),
		cell.Field("conflicts", "stats", "conflicts"),
		{Name: "solve_s", Read: solveTime},
	}}
}

// solveTime reads the time of the solver, in seconds.
func solveTime(answer any) string {
	object, _ := answer.(map[string]any)
	stats, _ := object["stats"].(map[string]any)
	stages, _ := stats["stages"].([]any)
	sum := 0.0
	for _, s := range stages {
		stage, _ := s.(map[string]any)
		if stage["name"] == "solve" {
			sum += cell.Number(stage, "time_ns")
		}
	}
	return strconv.FormatFloat(sum/float64(time.Second), 'f', 3, 64)
}

// outcomes reads results. It skips unknown points.
func outcomes(results []cell.Result) []outcome {
	var out []outcome
	for i := range results {
		r := &results[i]
		p, err := parsePoint(r.Key)
		if err != nil {
			continue
		}
		number := func(i int) float64 {
			f, _ := strconv.ParseFloat(r.Measures[i], 64) // empty: the method has no such measure
			return f
		}
		out = append(out, outcome{point: p, answered: r.Answered(), verdict: r.Verdict, reason: r.Reason, cpu: r.CPU, limit: r.Limit,
			memory: r.Memory, terms: number(0), clauses: number(2), conflicts: number(3)})
	}
	return out
}

// wrong returns the known fact that a result contradicts, or nothing.
func (o *outcome) wrong() string {
	fewest, known := programs[o.program].fewest[o.schedule]
	fails := fewest > 0 && (o.schedule == allOf || o.bound >= fewest)
	switch {
	case !known || !o.answered:
		return ""
	case o.verdict == "violation" && !fails:
		return "no violation exists"
	case o.verdict != "violation" && fails, o.verdict == "safe" && fewest > 0:
		return "there is a violation"
	}
	return ""
}
