// Package raise ends a recursive parser at its first error: the parser panics with the error, and its exported
// function defers Catch. Packages program/ir, program/trace, program/ltl and prove/certificate read their texts with
// it. No other panic becomes an error.
package raise

// Catch sets err to the error of type E that its caller panicked with. Other panics go on.
func Catch[E error](err *error) {
	switch r := recover().(type) {
	case nil:
	case E:
		*err = r
	default:
		panic(r)
	}
}
