package check

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/dimacs"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestFormulas solves the clauses that Dump writes for a violated program: those of each engine are its own,
// and satisfiable. An engine without formulas refuses.
func TestFormulas(t *testing.T) {
	p := testprog.Source(t, `
#include <assert.h>
#include <pthread.h>
static int x, any;
extern int some(void);
static void *f(void *a) { x = any; return a; }
int main(void)
{
	pthread_t t;
	any = some();
	pthread_create(&t, 0, f, 0);
	int y = x;
	pthread_join(t, 0);
	assert(y != 1000);
	return 0;
}
`, ir.LP64)
	texts := make(map[string]string)
	for _, name := range []string{Auto, "token", "eager", "lr", "mu", "mu:inter", "lazy", "schedule"} {
		var text bytes.Buffer
		b := NewBudget(context.Background(), time.Minute, 0)
		if err := Dump(b, p, Options{Engine: name, Properties: []string{"assert"}}, "cnf", &text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if other := texts[text.String()]; other != "" {
			t.Errorf("%s writes the clauses of %s", name, other)
		}
		texts[text.String()] = name
		f, err := dimacs.Read(&text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := sat.New(sat.Options{})
		for range f.Vars {
			s.NewVar()
		}
		for _, clause := range f.Clauses {
			var lits []sat.Lit
			for _, l := range clause {
				lits = append(lits, sat.Var(max(l, -l)).Lit(l > 0))
			}
			s.AddClause(lits...)
		}
		if is := s.Solve(context.Background()); is != sat.Satisfiable {
			t.Errorf("%s: %v", name, is)
		}
	}
	for _, name := range []string{"static", "explore", "bmc", "pdr"} {
		var input *engine.InputError
		b := NewBudget(context.Background(), time.Minute, 0)
		if err := Dump(b, p, Options{Engine: name, Properties: []string{"assert"}}, "cnf", &bytes.Buffer{}); !errors.As(err, &input) {
			t.Errorf("%s: %v, expected a refusal", name, err)
		}
	}
}
