package testprog

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// Confirmed reports whether package confirm/threads confirms that a program cannot violate a property,
// from the results of package values. If not, why gives the reason.
func Confirmed(t testing.TB, p *ir.Program, env ir.Environment, property verdict.Property) (ok bool, why string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r := values.Analyse(ctx, analyze.Of(p), env)
	if r.Lost != "" {
		return false, r.Lost
	}
	report, err := threads.Confirm(ctx, p, r.Proof(ctx))
	if err != nil {
		return false, err.Error()
	}
	return report.Confirms(property)
}
