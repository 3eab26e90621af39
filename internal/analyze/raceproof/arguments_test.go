package raceproof_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestArguments checks proofs for programs whose main gets arguments: they cover more arguments than an execution has. Two threads execute a
// body each.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		proved              bool
	}{
		{"the number", "if (argc > 2) y = argc;", "x = argc;", true},
		{"the texts", "x = argv[1][2] + argc;", "y = argv[2][0];", true},
		{"each text", "for (int i = 1; i < argc; i++) x += argv[i][0];", "for (int i = 0; i < argc; i++) y += argv[i][1];", true},
		{"more than four", "if (argc > 9) x = 1;", "x = 2;", false},
		{"only more than four", "if (argc > 9) x = 1;", "if (argc > 9) x = 2;", false},
		{"the seventh", "argv[7][0] = 'a';", "argv[7][0] = 'b';", false},
		{"a longer text", "argv[1][70] = 'a';", "argv[1][70] = 'b';", false},
		{"texts that meet behind the fourth", "for (int i = 4; i < argc; i += 5) argv[i][0] = 'a';", "for (int i = 3; i < argc; i += 3) argv[i][0] = 'b';", false},
		{"one text of two threads", "argv[1][0] = 'a';", "argv[1][0] = 'b';", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprog.Source(t, fmt.Sprintf(`#include <pthread.h>
				int argc, x, y; char **argv;
				void *first(void *p) { %s return p; }
				void *second(void *p) { %s return p; }
				int main(int c, char **v) { argc = c; argv = v; pthread_t t; pthread_create(&t, 0, first, 0); second(0); return 0; }`, c.first, c.second), ir.LP64)
			facts, ctx := analyze.Of(p), context.Background()
			r := raceproof.Analyse(ctx, facts, smc.Options{}.Environment)
			if r.RaceFree() != c.proved {
				t.Errorf("proved: %v, expected %v\n%s", r.RaceFree(), c.proved, r)
			}
			known := values.Analyse(ctx, facts, smc.Options{}.Environment)
			if r.RaceFree() || known.Lost != "" {
				return
			}
			if raceproof.AnalyseKnowing(ctx, facts, smc.Options{}.Environment, known).RaceFree() {
				t.Error("bounds on values prove it")
			}
		})
	}
}
