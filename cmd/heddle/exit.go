package main

import (
	"errors"
	"fmt"
)

// The exit codes of every subcommand but sat, which follows the SAT
// competitions' convention.
const (
	exitOK           = 0 // no violation
	exitViolation    = 1
	exitUsage        = 2 // usage or input error
	exitInconclusive = 3 // time, memory, unsupported construct
	exitInternal     = 4 // a bug of Heddle
)

// meanings has the meanings of the exit codes.
var meanings = map[int]string{
	exitOK:           "no violation",
	exitViolation:    "violation",
	exitUsage:        "usage or input error",
	exitInconclusive: "inconclusive",
	exitInternal:     "internal error",
}

// exitCode returns the exit code for a command's error.
func exitCode(err error) int {
	var exit *exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return exit.code
	}
	return exitUsage
}

// exitError ends the command with a code; a nil err prints nothing more.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// inputError is an exitError for input that cannot be read or understood.
func inputError(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// silently ends the command with a code whose reason has been printed.
func silently(code int) error { return &exitError{code: code} }

// worse returns the error with which a command ends, given the error of its results and the failure of its
// run; nil: 0 or none. A violation that was found and replayed outweighs an internal error elsewhere in the
// run, which is still printed.
func worse(results, failed error) error {
	switch {
	case failed == nil:
		return results
	case exitCode(results) == exitViolation && exitCode(failed) == exitInternal:
		return &exitError{code: exitViolation, err: failed}
	}
	return failed
}
