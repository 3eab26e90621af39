// Package cli has the common parts of the commands: exit codes, sizes, progress, and the terminal. Packages
// cmd/heddle and cmd/heddle/instrument use it. Of Heddle it imports the public package only. It ends no
// process: main exits with the code from Code.
package cli

import (
	"errors"
	"fmt"
)

// The exit codes of every subcommand but sat, which follows the SAT
// competitions' convention.
const (
	ExitOK           = 0 // no violation
	ExitViolation    = 1
	ExitUsage        = 2 // usage or input error
	ExitInconclusive = 3 // time, memory, unsupported construct
	ExitInternal     = 4 // a bug of Heddle

	ExitRejected = 1 // a proof can be read and is wrong
)

// Meanings has the meanings of the exit codes.
var Meanings = map[int]string{
	ExitOK:           "no violation",
	ExitViolation:    "violation",
	ExitUsage:        "usage or input error",
	ExitInconclusive: "inconclusive",
	ExitInternal:     "internal error",
}

// Code returns the exit code for a command's error.
func Code(err error) int {
	var exit *ExitError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &exit):
		return exit.Code
	}
	return ExitUsage
}

// ExitError ends the command with a code; a nil Err prints nothing more.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *ExitError) Unwrap() error { return e.Err }

// InputError is an ExitError for input that cannot be read or understood.
func InputError(format string, args ...any) error {
	return &ExitError{Code: ExitUsage, Err: fmt.Errorf(format, args...)}
}

// Silently ends the command with a code whose reason has been printed.
func Silently(code int) error { return &ExitError{Code: code} }

// Worse returns the error with which a command ends, given the error of its results and the failure of its
// run; nil: 0 or none. A violation that was found and replayed outweighs an internal error elsewhere in the
// run, which is still printed.
func Worse(results, failed error) error {
	switch {
	case failed == nil:
		return results
	case Code(results) == ExitViolation && Code(failed) == ExitInternal:
		return &ExitError{Code: ExitViolation, Err: failed}
	}
	return failed
}
