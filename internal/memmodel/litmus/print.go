package litmus

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// Write prints the answer as herd does.
func (r *Result) Write(w io.Writer) error {
	title := map[program.Quantifier]string{program.Exists: "Allowed", program.NotExists: "Forbidden", program.Forall: "Required"}
	var b strings.Builder
	fmt.Fprintf(&b, "Test %s %s\nStates %d\n", r.Name, title[r.Quantifier], len(r.States))
	for _, s := range r.States {
		for _, v := range s.Values {
			fmt.Fprintf(&b, "%s=%s; ", v.Place, v.Value)
		}
		b.WriteByte('\n')
	}
	answer, often := "No", "Sometimes"
	if r.Holds {
		answer = "Ok"
	}
	switch {
	case r.Positive == 0:
		often = "Never"
	case r.Negative == 0:
		often = "Always"
	}
	fmt.Fprintf(&b, "%s\nWitnesses\nPositive: %d Negative: %d\n", answer, r.Positive, r.Negative)
	for _, f := range r.Flags {
		fmt.Fprintf(&b, "Flag %s\n", f)
	}
	if r.Bounded {
		b.WriteString("Loop bound reached\n")
	}
	fmt.Fprintf(&b, "Condition %s %s\nObservation %s %s %d %d\n", r.Quantifier, r.Condition, r.Name, often, r.Positive, r.Negative)
	if f := r.Forbidden; f != nil {
		fmt.Fprintf(&b, "Forbidden by %s\n", f.Axiom)
		for _, p := range f.Pairs {
			fmt.Fprintf(&b, "  %s\n", p)
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
