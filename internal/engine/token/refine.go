package token

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/efsm"
)

// refine activates variables whose values in the model made a witness wrong: they differ from the values
// that the writer had, and the witness's steps mention them. If the steps mention none of the differing
// variables, all become active. An error means that there are none: the encoding is wrong.
func (e *Encoding) refine(x *reader, w *Witness) error {
	mentioned := make(map[efsm.VarID]bool)
	for _, s := range w.Steps {
		for _, a := range e.sys.Threads[s.Thread].States[s.State].Accesses {
			mentioned[a.Var] = true
		}
	}
	var wrong, wanted []int
	for i, v := range e.copied {
		if e.active[i] || !e.broken(x, i) {
			continue
		}
		wrong = append(wrong, i)
		if mentioned[v] {
			wanted = append(wanted, i)
		}
	}
	if len(wanted) == 0 {
		wanted = wrong
	}
	if len(wanted) == 0 {
		return fmt.Errorf("the model's execution is none of the system, and no variable explains it: %s", w.Via())
	}
	for _, i := range wanted {
		e.activate(i)
	}
	return nil
}

// broken reports whether the model changes a copied variable without reason.
func (e *Encoding) broken(x *reader, i int) bool {
	for _, m := range e.machines[1:] {
		for j := range m.reads {
			r := &m.reads[j]
			from := r.before[i]
			for _, p := range r.passes {
				if q := &e.passes[p]; x.eval.Holds(q.holds) {
					from = e.machines[q.writer].frames[q.writeDepth].Values()[e.copied[i]]
				}
			}
			if x.eval.Word(from) != x.eval.Word(r.copies[i]) {
				return true
			}
		}
	}
	return false
}
