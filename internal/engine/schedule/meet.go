package schedule

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/trace"
)

// Meet returns the trace of the execution of a program after which threads are at
// states of the system that was made from it, at once: right before what is written
// there. The trace has no failure. An error means that the steps are no execution, or
// one that does not lead there.
func Meet(code *interp.Code, sys *efsm.System, e *Execution, at map[efsm.ThreadID]efsm.StateID) (*trace.Trace, error) {
	d := newDriver(code, sys, e)
	d.meets = true
	if err := d.do(code, e); err != nil {
		return nil, err
	}
	for t := efsm.ThreadID(1); int(t) < len(sys.Threads); t++ {
		c, ok := at[t]
		if !ok {
			continue
		}
		if err := d.arrive(t, &sys.Threads[t].States[c]); err != nil {
			return nil, err
		}
	}
	made := d.machine.Trace(nil)
	made.Schedule = d.schedule.Schedule
	return made, nil
}

// arrive makes a thread do what only it sees until it is at a state.
func (d *driver) arrive(t efsm.ThreadID, st *efsm.State) error {
	th := d.threads[t]
	if th == nil {
		return fmt.Errorf("thread %s is not created", d.sys.Threads[t].Name)
	}
	for n := 0; !d.isAt(th, st); n++ {
		if d.machine.End().Kind != interp.Running || n == maxExtra || !d.step(th) {
			return fmt.Errorf("%s does not come to %s", th.Name(), place(st))
		}
	}
	return nil
}

// isAt reports whether a thread is before a state's operation, or did an invisible one
// there right after its last visible one.
func (d *driver) isAt(th *interp.Thread, st *efsm.State) bool {
	if where := th.Where(); where.Func == st.Origin.Func && where.Pos == st.Origin.Pos {
		return true
	}
	for _, in := range d.executed[th] {
		if in != nil && in == d.instr(&st.Origin) {
			return true
		}
	}
	return false
}
