// Package cputime tells which processor the machine has, and how much time of it this process has used. Unlike the
// clock's, this time does not depend on what else the machine does.
package cputime

import "time"

// Used returns the processor time that all threads of this process have used, user
// and system, without that of other processes that it started. It is 0 where the
// system does not tell.
func Used() time.Duration { return used() }
