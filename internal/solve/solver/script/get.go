package script

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// get answers queries about the last answer.
func (r *run) get(cmd *smtlib.Command) error {
	want := sat.Unsatisfiable
	if cmd.Name == "get-model" || cmd.Name == "get-value" {
		want = sat.Satisfiable
	}
	if r.asked && r.last.Status == sat.Unknown {
		// This is not an error of the script.
		fmt.Fprintln(r.out, `(error "the last answer is unknown")`)
		return nil
	}
	if !r.asked || r.last.Status != want {
		return &smtlib.Error{Pos: cmd.Pos, Msg: fmt.Sprintf("%s: the last answer about what is asserted is not %s", cmd.Name, want)}
	}
	switch cmd.Name {
	case "get-model":
		r.model()
	case "get-value":
		r.values(cmd)
	case "get-unsat-core":
		if !r.cores {
			return &smtlib.Error{Pos: cmd.Pos, Msg: "get-unsat-core: the option :produce-unsat-cores is not set"}
		}
		blamed := r.blamed()
		r.list(func(add func(string)) {
			for _, a := range r.assumed {
				if a.label != "" && blamed[a.term] {
					add(a.label)
				}
			}
		})
	case "get-unsat-assumptions":
		if r.assuming.Name != "check-sat-assuming" {
			return &smtlib.Error{Pos: cmd.Pos, Msg: "get-unsat-assumptions: the last question was " + r.assuming.Name}
		}
		blamed := r.blamed()
		r.list(func(add func(string)) {
			for i, t := range r.assuming.Terms {
				if blamed[t] {
					add(r.assuming.Exprs[i].String())
				}
			}
		})
	}
	return nil
}

// blamed returns the set of terms in the core.
func (r *run) blamed() map[term.ID]bool {
	blamed := make(map[term.ID]bool)
	for _, t := range r.solver.Core() {
		blamed[t] = true
	}
	return blamed
}

// list writes words in parentheses.
func (r *run) list(words func(add func(string))) {
	separator := "("
	words(func(word string) {
		fmt.Fprint(r.out, separator, word)
		separator = " "
	})
	if separator == "(" {
		fmt.Fprint(r.out, separator)
	}
	fmt.Fprintln(r.out, ")")
}

// model writes the values of all declared variables.
func (r *run) model() {
	fmt.Fprintln(r.out, "(")
	for _, v := range r.parser.Vars() {
		fmt.Fprintf(r.out, "  (define-fun %s () %s %s)\n", v.Symbol, v.Sort, r.appendValue(nil, v.Term, v.Meaning))
	}
	fmt.Fprintln(r.out, ")")
}

// values writes each queried term with its value.
func (r *run) values(cmd *smtlib.Command) {
	r.list(func(add func(string)) {
		for i, t := range cmd.Terms {
			add("(" + cmd.Exprs[i].String() + " " + string(r.appendValue(nil, t, cmd.Meanings[i])) + ")")
		}
	})
}

// appendValue appends the value of a term in the last model.
func (r *run) appendValue(dst []byte, t term.ID, m smtlib.Meaning) []byte {
	if sort := r.terms.Sort(t); sort.IsArray() {
		return smtlib.AppendArray(dst, r.evaluator.Array(t), sort)
	}
	return smtlib.AppendMeaning(dst, r.evaluator.Word(t), r.terms.Sort(t), m)
}

// info answers get-info.
func (r *run) info(cmd *smtlib.Command) {
	switch cmd.Key {
	case ":name":
		fmt.Fprintln(r.out, `(:name "heddle")`)
	case ":error-behavior":
		fmt.Fprintln(r.out, "(:error-behavior immediate-exit)")
	case ":reason-unknown":
		switch {
		case !r.asked || r.last.Status != sat.Unknown:
			fmt.Fprintln(r.out, "(:reason-unknown none)")
		case r.last.Reason == sat.ReasonMemory:
			fmt.Fprintln(r.out, "(:reason-unknown memout)")
		default:
			fmt.Fprintf(r.out, "(:reason-unknown %q)\n", r.last.Reason)
		}
	default:
		fmt.Fprintln(r.out, "unsupported")
	}
}
