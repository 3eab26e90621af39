package testprog

import "runtime/debug"

// Tests compile many small programs one after the other. Most of the allocated memory is garbage soon,
// and with the default setting collection took a quarter of the time.
func init() { debug.SetGCPercent(400) }
