package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// Features holds measures of a question by their names in `heddle ir --form features`: the size of its
// program, with loops without a constant bound unrolled once. It is nil if they could not be measured.
type Features map[string]int

// The features, in the order of the dump. Closed loops, those with a constant bound, are not in the
// dump.
const (
	threadCount = "threads"
	allLoops    = "loops"
	openLoops   = "open_loops"
	closedLoops = "closed_loops"
	accesses    = "accesses"
	writes      = "writes"
	locks       = "locks"
	atomics     = "atomics"
	terms       = "terms"
)

// dumped lists the features in the dump.
var dumped = []string{threadCount, allLoops, openLoops, accesses, writes, locks, atomics, terms}

// FeatureOptions configures the measuring of features.
type FeatureOptions struct {
	Command []string      // heddle, by its full path
	Timeout time.Duration // processor time of a question
	Memory  string        // in the form of --memory
	Out     string        // the directory of the table, which is continued; empty: none
}

// Measure measures the features of the answers' questions, by one pass up to the event graph for each
// question. Questions in the table are not measured again, so that a later report runs no command.
func (e *Experiment) Measure(ctx context.Context, answers []Answer, o FeatureOptions) (map[string]Features, error) {
	name := ""
	if o.Out != "" {
		name = filepath.Join(o.Out, "features.csv")
	}
	table, records, err := ledger.Open(name, append([]string{"question"}, dumped...), ledger.Resume)
	if err != nil {
		return nil, err
	}
	defer table.Close() // each line is written, or its error returned, before
	out := make(map[string]Features)
	for _, r := range records {
		out[r[0]] = readFeatures(r[1:])
	}
	asks := make(map[string][]string, len(e.Cells))
	for i := range e.Cells {
		asks[strings.Join(e.Cells[i].Key, "\x00")] = e.Cells[i].Asks
	}
	for i := range answers {
		a := &answers[i]
		question, ok := asks[strings.Join(a.Cell, "\x00")]
		if _, known := out[a.Question]; known || !ok {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		values := o.measure(ctx, question)
		if ctx.Err() != nil {
			break // interrupted
		}
		out[a.Question] = readFeatures(values)
		if err := table.Write(append([]string{a.Question}, values...)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// measure returns the columns of a question, empty if it cannot be measured.
func (o *FeatureOptions) measure(ctx context.Context, question []string) []string {
	clock := cell.Patience * o.Timeout
	command := slices.Concat(o.Command, []string{"ir", "--engine", noModel, "--form", "features", "--timeout", clock.String(), "--memory", o.Memory}, question)
	ran := child.Run(ctx, command, child.Options{CPU: o.Timeout, Kill: clock + clock/10})
	out := make([]string, len(dumped))
	if ran.Err != nil {
		return out
	}
	for line := range strings.Lines(string(ran.Stdout)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if i := slices.Index(dumped, name); i >= 0 {
			out[i] = value
		}
	}
	return out
}

// readFeatures reads the columns of a question.
func readFeatures(columns []string) Features {
	f := make(Features)
	for i, name := range dumped {
		n, err := strconv.Atoi(columns[i])
		if err != nil {
			return nil
		}
		f[name] = n
	}
	f[closedLoops] = max(0, f[allLoops]-f[openLoops])
	return f
}

// division divides the values of a feature into bands: below the first limit, from each limit to the
// next, and from the last on.
type division struct {
	feature string
	title   string
	limits  []int
}

// divisions holds the bands in which questions are grouped. The limits are round numbers, not fitted to
// results. There are few, since a band needs enough questions.
var divisions = []division{
	{threadCount, "threads", []int{3, 5}},
	{openLoops, "loops without a constant bound", []int{1}},
	{closedLoops, "loops with a constant bound", []int{1}},
	{accesses, "shared accesses", []int{20, 100}},
	{writes, "shared writes", []int{10, 50}},
	{locks, "operations on locks", []int{1}},
	{atomics, "atomic operations", []int{1}},
	{terms, "terms", []int{1000, 10000}},
}

// band returns the number of the band that contains a value.
func (d *division) band(value int) (n int) {
	for n < len(d.limits) && value >= d.limits[n] {
		n++
	}
	return n
}

// text names a band.
func (d *division) text(band int) string {
	last := len(d.limits) - 1
	switch {
	case band == 0 && d.limits[0] == 1:
		return "no " + d.title
	case band == 0:
		return fmt.Sprintf("fewer than %d %s", d.limits[0], d.title)
	case band <= last:
		return fmt.Sprintf("%d to %d %s", d.limits[band-1], d.limits[band]-1, d.title)
	case d.limits[last] == 1:
		return d.title
	}
	return fmt.Sprintf("%d or more %s", d.limits[last], d.title)
}
