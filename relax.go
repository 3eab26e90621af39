package heddle

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/drive/relax"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// DefaultRelaxUnwind is the bound on loops of Relax.
const DefaultRelaxUnwind = 4

// RelaxOptions configure Relax. Of Options it uses those about the program, Properties, Environment, Model, Unwind, Timeout
// and Memory. Here a Timeout or Memory of 0 is no limit.
type RelaxOptions struct {
	Strengthen bool // the program has a violation: the smallest set of operations is searched that need a stronger order
}

// Relaxation holds the memory orders that a program needs.
type Relaxation struct {
	// Verdict is Safe or Bounded for the program with the needed orders. Otherwise there are none: Violation means that the
	// program has a violation already, or with Strengthen that no order helps, and Unknown that this is not known.
	Verdict Verdict

	strengthen bool
	result     *relax.Result
	model      string
	why        string // of the verdicts Violation and Unknown
	properties string // that were judged
	program    *ir.Program
	diff       string
	byHand     []*relax.Row // changed, but not in diff
}

// RelaxedModels lists the values of Options.Model for Relax. The empty model is rc11.
func RelaxedModels() []string { return relax.Models() }

// RelaxedProperties lists the properties that Relax can judge.
func RelaxedProperties() []string { return relax.Properties() }

// Relax finds which memory orders of a program can be weaker, and which fences can go, without a violation under RC11,
// or Options.Model, within the bound on loops. A data race is always a violation, and so is a thread that waits in a loop for ever. Errors are as those of Check.
func Relax(ctx context.Context, opts Options, how RelaxOptions) (*Relaxation, error) {
	if opts.Unwind == 0 {
		opts.Unwind = DefaultRelaxUnwind
	}
	if opts.Model = cmp.Or(opts.Model, check.RC11); !slices.Contains(relax.Models(), opts.Model) {
		return nil, &InputError{Err: fmt.Errorf("--model: found %s, expected one of %s: in executions of some other models no property is judged", opts.Model, strings.Join(relax.Models(), ", "))}
	}
	c, err := opts.program(ctx, func(*front.Options) {})
	if err != nil {
		return nil, err
	}
	q := relax.Question{Model: opts.Model, Environment: opts.Environment, Unwind: opts.Unwind, Memory: max(0, opts.Memory), Strict: opts.Externals == StrictExternals, Sources: c.lines}
	if q.Properties, err = relax.Judged(opts.Properties); err != nil {
		return nil, &InputError{Err: fmt.Errorf("--property: %w", err)}
	}
	if q.Allowed, err = ir.ParseEnvironment(opts.Environment); err != nil {
		return nil, &InputError{Err: fmt.Errorf("--environment: %w", err)}
	}
	if opts.Unwind < 0 {
		return nil, &InputError{Err: fmt.Errorf("--unwind: found %d, expected at least 1", opts.Unwind)}
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if opts.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, opts.Timeout)
	}
	defer cancel()
	search := relax.Relax
	if how.Strengthen {
		search = relax.Strengthen
	}
	r, err := search(limited, c.Program, q.Judge)
	var misfit *interp.MisfitError
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &misfit):
		return nil, opts.report(err, c)
	case err != nil:
		return nil, err
	}
	x := &Relaxation{strengthen: how.Strengthen, result: r, model: opts.Model, properties: strings.Join(q.Names(), ", "), program: c.Program}
	if q.Properties.Has(verdict.Termination) {
		x.properties += ", no thread goes round for ever"
	}
	x.conclude()
	x.diff, x.byHand = r.Patch(c.Program.Files, func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil { // a header of Heddle
			return ""
		}
		return string(text)
	}, relative)
	return x, nil
}

// conclude fills in the verdict.
func (x *Relaxation) conclude() {
	r := x.result
	last := r.First
	if r.Strong != nil {
		last = r.Strong
	}
	switch {
	case r.Done():
		x.Verdict = r.Last.Verdict
	case last.Verdict == verdict.Unknown:
		x.Verdict, x.why = Unknown, last.Detail
	case x.strengthen && r.Strong != nil:
		x.Verdict, x.why = Violation, "with the strongest order everywhere: "+last.Why
	case x.strengthen:
		x.Verdict, x.why = last.Verdict, "the program has no violation: without --strengthen weaker orders are tried"
	default:
		x.Verdict, x.why = Violation, last.Why
	}
}

// relative returns the name of a file as seen from the working directory, if it is in or below that.
func relative(file string) string {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(filepath.Clean(file))
	}
	dir, err := os.Getwd()
	if err != nil {
		return file
	}
	name, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(name) {
		return file
	}
	return filepath.ToSlash(name)
}

// WritePatch writes the changes of the sources for patch -p0, as a unified diff.
func (x *Relaxation) WritePatch(w io.Writer) error {
	_, err := io.WriteString(w, x.diff)
	return err
}

// WriteText writes the orders as a table.
func (x *Relaxation) WriteText(w io.Writer) error {
	r := x.result
	if !r.Done() {
		line := x.Verdict.String() + ": " + x.why
		if x.Verdict == Violation && !x.strengthen {
			line += "\nOrders can be weaker only in a program without a violation; --strengthen finds those that must be stronger."
		}
		_, err := fmt.Fprintln(w, line)
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "place\toperation\torder\tneeded\twhy")
	for i := range r.Rows {
		row := &r.Rows[i]
		why := reasons(row)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", place(x.program, row.Pos), row.Kind, relax.OrderName(row.Order), relax.OrderName(row.Needed), why[0])
		for _, line := range why[1:] {
			fmt.Fprintf(t, "\t\t\t\t%s\n", line)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, pos := range r.Fixed {
		fmt.Fprintf(w, "%s: the program computes the order, which stays\n", place(x.program, pos))
	}
	for _, row := range x.byHand {
		fmt.Fprintf(w, "%s: no call in the text has this order, so the %s is not in the patch\n", place(x.program, row.Pos), row.Kind)
	}
	fmt.Fprintln(w, x.summary())
	fmt.Fprintf(w, "  judged: %s\n", x.properties)
	for _, m := range r.Last.Marks {
		fmt.Fprintf(w, "  %s bound %d at %s\n", m.Bound, m.Limit, m.Location)
	}
	for _, a := range assumedOf(x.program) {
		fmt.Fprintf(w, "  assuming %s\n", a)
	}
	return nil
}

// reasons describes why weaker orders of a row are not possible: a line for each, at least one.
func reasons(row *relax.Row) (list []string) {
	for _, s := range row.Steps {
		text := relax.OrderName(s.Order) + ": "
		switch {
		case s.Answer == nil:
			text += "C allows no failure order that is stronger"
		case s.Answer.Verdict == verdict.Unknown:
			text += "undecided: " + s.Answer.Detail
		default:
			text += s.Answer.Why
		}
		list = append(list, text)
	}
	if list == nil {
		list = append(list, "")
	}
	return list
}

// changed counts the rows with another order.
func (x *Relaxation) changed() (n int) {
	for i := range x.result.Rows {
		if x.result.Rows[i].Needed != x.result.Rows[i].Order {
			n++
		}
	}
	return n
}

// summary describes the result in a line.
func (x *Relaxation) summary() string {
	r := x.result
	text := x.Verdict.String() + " with the needed orders under " + x.model + "; "
	text += fmt.Sprintf("%d of %d can be weaker", x.changed(), len(r.Rows))
	if x.strengthen {
		text = strings.TrimSuffix(text, "can be weaker") + "must be stronger"
		if !r.Smallest {
			text += " (a smaller set may do: there was no answer for one)"
		}
	}
	if r.Minimal() {
		return text + "; each further step is refuted by a replayed execution"
	}
	return text + "; some further steps are undecided"
}

// relaxJSON is the JSON form of a Relaxation.
type relaxJSON struct {
	Verdict    string           `json:"verdict"`
	Model      string           `json:"model"`
	Strengthen bool             `json:"strengthen"`
	Why        string           `json:"why,omitempty"`   // without operations: the violation, or the reason of unknown
	Trace      *Trace           `json:"trace,omitempty"` // to that violation
	Minimal    bool             `json:"minimal"`         // each further step is refuted
	Smallest   bool             `json:"smallest"`        // with strengthen: no smaller set of operations is enough
	Judged     int              `json:"judged"`          // programs
	Bounds     []verdict.Mark   `json:"bounds,omitempty"`
	Assumed    []string         `json:"assumptions,omitempty"`
	Operations []relaxOperation `json:"operations"`
	Computed   []string         `json:"computed,omitempty"` // places of operations whose orders the program computes
}

type relaxOperation struct {
	Place     string      `json:"place"` // file:line:column
	Operation string      `json:"operation"`
	Order     string      `json:"order"`
	Needed    string      `json:"needed"`
	Patched   bool        `json:"patched"` // the patch has the needed order
	Steps     []relaxStep `json:"steps,omitempty"`
}

// relaxStep is a weaker order that is not possible.
type relaxStep struct {
	Order string `json:"order"`
	// Verdict is violation, or unknown if the step is undecided. Without one C does not allow the order.
	Verdict string `json:"verdict,omitempty"`
	Why     string `json:"why,omitempty"`
	Trace   *Trace `json:"trace,omitempty"` // of the program with the needed orders and this step
}

// WriteJSON writes the orders as one JSON object.
func (x *Relaxation) WriteJSON(w io.Writer) error {
	r := x.result
	out := relaxJSON{Verdict: x.Verdict.String(), Model: x.model, Strengthen: x.strengthen, Why: x.why, Minimal: r.Done() && r.Minimal(), Smallest: r.Smallest, Judged: r.Asked,
		Assumed: assumedOf(x.program), Operations: []relaxOperation{}}
	switch {
	case r.Done():
		out.Bounds = r.Last.Marks
	case r.Strong != nil:
		out.Trace = r.Strong.Trace
	default:
		out.Trace = r.First.Trace
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		op := relaxOperation{Place: place(x.program, row.Pos), Operation: row.Kind.String(), Order: relax.OrderName(row.Order), Needed: relax.OrderName(row.Needed),
			Patched: row.Needed != row.Order && !slices.Contains(x.byHand, row)}
		for _, s := range row.Steps {
			step := relaxStep{Order: relax.OrderName(s.Order)}
			if a := s.Answer; a != nil {
				step.Verdict, step.Why, step.Trace = a.Verdict.String(), a.Why+a.Detail, a.Trace
			}
			op.Steps = append(op.Steps, step)
		}
		out.Operations = append(out.Operations, op)
	}
	for _, pos := range r.Fixed {
		out.Computed = append(out.Computed, place(x.program, pos))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
