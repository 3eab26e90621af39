package testprog

import "runtime/debug"

// Tests compile many small programs one after the other: most of what they allocate is
// garbage soon, and a quarter of their time went into collecting it often.
func init() { debug.SetGCPercent(400) }
