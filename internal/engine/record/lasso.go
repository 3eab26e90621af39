package record

import (
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// maxRounds bounds how often a loop is repeated until the program's state repeats. The program has variables that the system
// lacks. A counter of 8 bits has each value twice in 512 rounds.
const maxRounds = 520

// Lasso returns the trace of an execution that performs the steps of e and then repeats the steps of loop.
// It repeats them until the program's complete state is the same at the start and the end of the last two
// rounds. An empty loop means that the execution ends after e. An error means that the program does not
// follow the steps.
func Lasso(code *interp.Code, sys *efsm.System, e *Execution, loop []Step, message string) (*trace.Trace, error) {
	d := newDriver(code, sys, e)
	if err := d.do(code, e); err != nil {
		return nil, err
	}
	if len(loop) == 0 {
		if err := d.drain(); err != nil {
			return nil, err
		}
		return d.lasso(fmt.Sprintf("%s, which ends after step %d", message, d.steps()), d.steps()), nil
	}
	starts, states := []uint64{d.steps()}, [][2]uint64{d.machine.LoopHash()}
	for range maxRounds {
		acts, err := d.execute(loop)
		if err != nil {
			return nil, err
		}
		for i := range acts {
			if err := d.follow(&acts[i]); err != nil {
				return nil, err
			}
		}
		starts, states = append(starts, d.steps()), append(states, d.machine.LoopHash())
		n := len(states) - 1
		for k := 1; 2*k <= n; k++ {
			first, again := n-2*k, n-k
			round := starts[again] - starts[first]
			if states[n] == states[again] && states[again] == states[first] && round > 0 && starts[n]-starts[again] == round {
				return d.lasso(fmt.Sprintf("%s, which goes through steps %d to %d for ever", message, starts[first]+1, starts[again]), starts[first]), nil
			}
		}
	}
	return nil, errors.New("the program's state does not repeat")
}

// lasso returns the trace of the execution so far. Its loop begins at step start.
func (d *driver) lasso(message string, start uint64) *trace.Trace {
	t := d.machine.Trace(&interp.Violation{Property: d.property, Message: message})
	t.Schedule, t.Failure.Loop = d.schedule.Schedule, start
	return t
}

func (d *driver) steps() uint64 { return d.schedule.Steps() }

// drain lets all threads execute the operations that the system does not represent, until no thread can
// step.
func (d *driver) drain() error {
	for n := 0; ; n++ {
		stepped := false
		for _, th := range d.machine.Threads() {
			if d.machine.End().Kind == interp.Running && d.step(th) {
				stepped = true
			}
		}
		switch {
		case !stepped:
			return nil
		case n == maxExtra:
			return errors.New("the program goes on")
		}
	}
}

// end lets a thread end the process.
func (d *driver) end(th *interp.Thread) error {
	for n := 0; d.machine.End().Kind == interp.Running; n++ {
		if n == maxExtra || !d.step(th) {
			return fmt.Errorf("%s does not end the process", th.Name())
		}
	}
	return nil
}
