// Package halt ends a phase of the front end in the middle of its work, once the time or memory of a check is
// spent. Packages sema, lower, link and evalorder call Poll for each function, statement or expression. The
// functions of package front that run the phases defer Catch. Without a deferred Catch, the panic of Poll
// ends the process. Poll does nothing before its context has ended.
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

// Catch sets err to the error of the ended context if Poll left the phase. Other panics go on.
func Catch(err *error) {
	switch v := recover().(type) {
	case nil:
	case ended:
		*err = v.err
	default:
		panic(v)
	}
}
