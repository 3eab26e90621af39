package record

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// deadlock lets the blocked threads of the system execute their invisible operations until they wait in the
// program. It returns the trace of the deadlock, and the result of the execution.
func (d *driver) deadlock(blocked []efsm.ThreadID) (*trace.Trace, *interp.Result, error) {
	for _, t := range blocked {
		th := d.threads[t]
		if th == nil {
			return nil, nil, fmt.Errorf("thread %s is not created", d.sys.Threads[t].Name)
		}
		for n := 0; d.machine.End().Kind == interp.Running && d.step(th); n++ {
			if n == maxExtra {
				return nil, nil, fmt.Errorf("%s does not come to wait", th.Name())
			}
		}
	}
	cores, _ := d.machine.DeadlockCores()
	if cores == nil {
		return nil, nil, ErrNoViolation
	}
	v := interp.DeadlockOf(cores[0])
	return d.violated(&v)
}
