// Package cputime returns the name of the machine's processor, and the processor time of this process.
// Unlike wall-clock time, it does not depend on other processes.
//
// Package drive/check divides budgets by it, engines report it as their cost, and the programs of room
// lab print it.
package cputime

import "time"

// Used returns the processor time that all threads of this process have used, user and system, without
// the time of child processes. It is 0 if the system does not report it.
func Used() time.Duration { return used() }
