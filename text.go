package heddle

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/report"
)

// pageWidth is how wide the text form is, in characters.
const pageWidth = 100

// TextOptions says what the text form shows.
type TextOptions struct {
	Verbose bool // every step of a trace
	Stats   bool // what it took, in a table
}

// WriteText writes the result for people: the verdicts that are no violation,
// a line or more each, then the violations with their traces.
func (r *Result) WriteText(w io.Writer, opts TextOptions) error {
	out := bufio.NewWriter(w)
	list := r.worthTelling()
	for _, group := range alike(list) {
		group[0].write(out, group)
	}
	first := true
	for i := range list {
		if list[i].Verdict == Violation {
			if !first || len(list) > 1 && i > 0 {
				fmt.Fprintln(out)
			}
			first = false
			if err := list[i].writeViolation(out, opts); err != nil {
				return err
			}
			list[i].writeOthers(out)
		}
	}
	if opts.Stats {
		for i := range list {
			list[i].writeStats(out)
		}
	}
	return out.Flush()
}

// worthTelling returns the judgements, but not of properties that nobody asked
// for and that the program has nothing to violate with, unless it is so with all.
func (r *Result) worthTelling() []Judgement {
	list := r.Judgements()
	if r.asked {
		return list
	}
	var out []Judgement
	for _, j := range list {
		if j.Verdict != Safe || j.Stats.Engine != "" {
			out = append(out, j)
		}
	}
	if len(out) == 0 {
		return list
	}
	return out
}

// writeOthers lists the further violations.
func (j *Judgement) writeOthers(out *bufio.Writer) {
	if len(j.Others) == 0 {
		return
	}
	fmt.Fprintf(out, "\nfurther violations of %s\n", j.Property)
	for i := range j.Others {
		v := &j.Others[i]
		place := ""
		if v.Location != nil {
			place = v.Location.String() + ": "
		}
		report.WriteLine(out, "  "+place+v.Message, pageWidth)
	}
}

// alike groups the judgements that are no violation by what there is to say,
// the property aside, in the order of the first of each group.
func alike(list []Judgement) [][]Judgement {
	var groups [][]Judgement
	for _, j := range list {
		if j.Verdict == Violation {
			continue
		}
		at := slices.IndexFunc(groups, func(g []Judgement) bool {
			k := &g[0]
			return k.Verdict == j.Verdict && k.Message == j.Message && k.Reason == j.Reason &&
				slices.Equal(k.Bounds, j.Bounds) && slices.Equal(k.Assumptions, j.Assumptions)
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], j)
	}
	return groups
}

// write writes a verdict that is no violation, for the judgements of a group.
func (j *Judgement) write(out *bufio.Writer, group []Judgement) {
	var names []string
	for i := range group {
		names = append(names, group[i].Property)
	}
	them := "it"
	if len(group) > 1 {
		them = "them"
	}
	head := strings.Join(names, ", ") + ": " + string(j.Verdict)
	switch j.Verdict {
	case Safe:
		if j.Message == "" {
			head += ": no execution violates " + them
		}
	case Bounded:
		head += ": no violation within the bounds"
	}
	if j.Reason != "" {
		head += " (" + reasonText(j.Reason) + ")"
	}
	if j.Message != "" {
		head += ": " + j.Message
	}
	report.WriteLine(out, head, pageWidth)
	for _, m := range j.Bounds {
		report.WriteLine(out, "  "+markText(m), pageWidth)
	}
	if c := j.Coverage; c != nil && len(c.NotReached) > 0 {
		report.WriteLine(out, "  "+"not reached: "+notReached(c.NotReached), pageWidth)
	}
	if len(j.Assumptions) > 0 {
		report.WriteLine(out, "  "+"assuming: "+strings.Join(j.Assumptions, "; "), pageWidth)
	}
}

// maxNotReached is the number of places that the text names; JSON has all.
const maxNotReached = 8

// notReached lists the checks that were not evaluated.
func notReached(list []Location) string {
	var names []string
	for _, l := range list[:min(len(list), maxNotReached)] {
		names = append(names, l.String())
	}
	if n := len(list) - maxNotReached; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// reasonText says a reason in words.
func reasonText(reason string) string {
	switch reason {
	case "timeout":
		return "the time is up"
	case "memory":
		return "the memory is used up"
	case "unsupported":
		return "an unsupported construct"
	case "inputs":
		return "not every input was tried"
	case "not-proved":
		return "there is no proof, and none of the opposite was looked for"
	case "not-built":
		return "not built yet"
	case "not-reached":
		return "no execution is known to come to a check"
	case "undefined-behaviour":
		return "undefined behaviour happens"
	case "internal-error":
		return "internal error"
	}
	return reason
}

// markText says which bound cut executions where.
func markText(m Mark) string {
	limit := string(m.Bound) + " bound"
	if m.Limit > 0 {
		limit += fmt.Sprintf(" %d", m.Limit)
	}
	if m.Location.Line == 0 {
		return limit
	}
	return limit + " at " + m.Location.String()
}

// writeViolation writes a violation and its trace.
func (j *Judgement) writeViolation(out *bufio.Writer, opts TextOptions) error {
	if j.Story != nil {
		return report.Text(out, j.Story, report.TextOptions{Width: pageWidth, Verbose: opts.Verbose})
	}
	what := j.Property
	if j.Kind != "" {
		what += " (" + j.Kind + ")"
	}
	place := ""
	if j.Location != nil {
		place = j.Location.String() + ": "
	}
	report.WriteLine(out, fmt.Sprintf("%sviolation of %s: %s", place, what, j.Message), pageWidth)
	return nil
}

// writeStats writes what a judgement took.
func (j *Judgement) writeStats(out *bufio.Writer) {
	s := &j.Stats
	fmt.Fprintf(out, "\n%s: %s", j.Property, j.Verdict)
	if s.Engine != "" {
		fmt.Fprintf(out, " by %s", s.Engine)
	}
	fmt.Fprintf(out, " in %s, %d MB\n", seconds(s.Time), s.Memory>>20)
	fmt.Fprintf(out, "  %-12s %10s %12s\n", "stage", "time", "size")
	for _, stage := range s.Stages {
		fmt.Fprintf(out, "  %-12s %10s %12d\n", stage.Name, seconds(stage.Time), stage.Size)
	}
	for _, c := range append(s.Counts(), engine.Count{Name: "switches", Value: int64(s.Switches)}) {
		if c.Value != 0 {
			fmt.Fprintf(out, "  %-12s %23d\n", c.Name, c.Value)
		}
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
