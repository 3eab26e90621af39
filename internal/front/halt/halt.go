// Package halt ends a phase of the front end in the middle of its work, once the time or memory of a check is
// spent. A phase calls Poll for each function, statement or expression; whoever runs the phases defers Catch.
package halt

import "context"

// ended is the value of the panic by which Poll leaves a phase.
type ended struct{ err error }

// Poll leaves the phase if ctx has ended, by a panic that Catch turns into an error. A nil ctx does not end.
func Poll(ctx context.Context) {
	if ctx == nil {
		return
	}
	if err := ctx.Err(); err != nil {
		panic(ended{err})
	}
}

// Catch sets err if Poll left the phase. Other panics go on.
func Catch(err *error) {
	switch v := recover().(type) {
	case nil:
	case ended:
		*err = v.err
	default:
		panic(v)
	}
}
