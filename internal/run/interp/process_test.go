package interp

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// hashes is an observer that asks for the hash of the state while threads run.
type hashes struct {
	t *testing.T
	n int
}

// Observe implements Observer.
func (h *hashes) Observe(m *Machine, t *Thread, _ *Observation) {
	m.StateHash(t)
	if m.processes == nil {
		return
	}
	h.n++
	if m.processes.current != t.process {
		h.t.Errorf("a hash leaves the memory of process %d behind, while a thread of process %d runs", m.processes.current, t.process)
	}
}

func TestStateHashOfProcesses(t *testing.T) {
	h := &hashes{t: t}
	m := NewMachine(Prepare(irtext.Parse(t, irtext.Shared+`
func @main() {
  local &l.1 size 4 align 4
b1:
  %1 = fork i32 "fork"
  %2 = globaladdr ptr @x
  %3 = enter ptr &l.1
  store i32 %2, 1:i32
  leave &l.1
  store i32 %2, 2:i32
  halt 0:i32
}
`)), Config{Source: leastSource{}, Observer: h})
	for m.End().Kind == Running {
		ready := m.Ready()
		m.Step(ready[len(ready)-1])
	}
	if h.n < 4 {
		t.Errorf("%d observations behind the fork", h.n)
	}
}
