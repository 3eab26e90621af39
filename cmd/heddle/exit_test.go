package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// TestExitCodes checks each verdict with and without an internal error in the same run.
func TestExitCodes(t *testing.T) {
	broken := &heddle.InternalError{Err: errors.New("broken")}
	for _, tt := range []struct {
		verdict heddle.Verdict
		err     error
		want    int
	}{
		{heddle.Safe, nil, cli.ExitOK},
		{heddle.Unknown, nil, cli.ExitInconclusive},
		{heddle.Violation, nil, cli.ExitViolation},
		{heddle.Safe, broken, cli.ExitInternal},
		{heddle.Unknown, broken, cli.ExitInternal},
		{heddle.Violation, broken, cli.ExitViolation},
		{heddle.Violation, &heddle.InputError{Err: errors.New("bad")}, cli.ExitUsage},
	} {
		var out bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		o := outputOptions{form: formOptions{name: textForm}}
		end := o.finish(cmd, &heddle.Result{Judgement: heddle.Judgement{Property: "assert", Verdict: tt.verdict}}, tt.err, demands{}, nil)
		if got := cli.Code(end); got != tt.want {
			t.Errorf("%s, %v: exit code %d, want %d", tt.verdict, tt.err, got, tt.want)
		}
		if tt.err != nil && (end == nil || !strings.Contains(end.Error(), tt.err.Error())) {
			t.Errorf("%s: the error %v is not printed: %v", tt.verdict, tt.err, end)
		}
	}
}
