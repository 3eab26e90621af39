package slice

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// running is a sign that a process judges a slice. It is of use to people only: no worker and no merge reads it.
type running struct {
	Slice   string    `json:"slice"` // its hash
	Machine string    `json:"machine"`
	Began   time.Time `json:"began"`
}

func (r *running) check() error {
	if !isHash(r.Slice) || r.Machine == "" {
		return errors.New("found no slice or no machine")
	}
	return nil
}

// A process renews its sign each signEvery. If a sign is older than signOld, its process was killed. So the clocks
// of machines may differ by signOld.
const (
	signEvery = 10 * time.Second
	signOld   = time.Minute
)

// Begin writes the sign that this process judges a slice, and renews it until end is called. A sign that cannot be
// written is left out: the result tells whether the directory can be used.
func (d *Dir) Begin(hash string) (end func()) {
	text, _, err := seal(runningKind, &running{hash, Hostname(), time.Now().UTC()})
	if err != nil || d.write(hash+runningEnd, text) != nil {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for tick := time.NewTicker(signEvery); ; {
			select {
			case <-done:
				tick.Stop()
				_ = os.Remove(d.file(hash + runningEnd))
				return
			case now := <-tick.C:
				_ = os.Chtimes(d.file(hash+runningEnd), now, now)
			}
		}
	}()
	return func() { close(done); <-gone }
}

// Hostname returns the name of this machine.
func Hostname() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "unknown"
	}
	return name
}

// State is how far the work in a directory is.
type State struct {
	Slices   Counts    `json:"slices"`
	Machines []Machine `json:"machines"` // by name
	// Left is an estimate of the time until the end. It takes the mean time of the finished slices for each
	// unfinished slice. It is nil if no slice is finished, or no machine is at work.
	Left *time.Duration `json:"left_ns,omitempty"`
}

// Counts counts slices. Each is in one of the numbers.
type Counts struct {
	Open     int `json:"open"`
	Running  int `json:"running"`
	Done     int `json:"done"`     // the result is safe, bounded or a violation
	Recut    int `json:"recut"`    // its time or memory was up, and it was cut
	Failed   int `json:"failed"`   // the result is unknown, or the slice or its result is refused
	Unneeded int `json:"unneeded"` // other results make it superfluous
}

// Machine is a machine that judges slices, or has judged some.
type Machine struct {
	Name     string        `json:"name"`
	Running  int           `json:"running"`
	Finished int           `json:"finished"` // slices with a valid result
	Spent    time.Duration `json:"spent_ns"` // by the latter
}

// State returns how far the work is at a time.
func (d *Dir) State(now time.Time) (*State, error) {
	list, err := d.pieces()
	if err != nil {
		return nil, err
	}
	s := &State{Machines: []Machine{}}
	own := make(map[string][]piece) // by property
	for _, p := range list {
		if p.slice != nil {
			own[p.slice.Property] = append(own[p.slice.Property], p)
		}
	}
	var spent, begun time.Duration // the latter by slices that run
	finished := 0
	for i := range list {
		switch p := &list[i]; {
		case p.slice == nil:
			s.Slices.Failed++
		case p.judgement != nil:
			m := s.machine(p.machine)
			m.Finished++
			m.Spent += p.judgement.Stats.Time
			spent += p.judgement.Stats.Time
			finished++
			switch {
			case p.holds() || violated(*p):
				s.Slices.Done++
			case slices.ContainsFunc(own[p.slice.Property], p.isParent):
				s.Slices.Recut++
			default:
				s.Slices.Failed++
			}
		default:
			name, since, at := d.sign(p.hash, now)
			switch {
			case at:
				s.Slices.Running++
				s.machine(name).Running++
				begun += since
			case p.refused:
				s.Slices.Failed++
			case slices.ContainsFunc(own[p.slice.Property], violated) || covered(p.slice, own[p.slice.Property]):
				s.Slices.Unneeded++
			default:
				s.Slices.Open++
			}
		}
	}
	if finished > 0 && s.Slices.Running > 0 {
		each := spent / time.Duration(finished)
		rest := each*time.Duration(s.Slices.Open+s.Slices.Running) - begun
		left := max(0, rest) / time.Duration(s.Slices.Running)
		s.Left = &left
	}
	slices.SortFunc(s.Machines, func(a, b Machine) int { return strings.Compare(a.Name, b.Name) })
	return s, nil
}

// machine returns the entry of a machine.
func (s *State) machine(name string) *Machine {
	i := slices.IndexFunc(s.Machines, func(m Machine) bool { return m.Name == name })
	if i < 0 {
		i = len(s.Machines)
		s.Machines = append(s.Machines, Machine{Name: name})
	}
	return &s.Machines[i]
}

// sign returns the machine that judges a slice, and since when; false: none has a new sign.
func (d *Dir) sign(hash string, now time.Time) (machine string, since time.Duration, at bool) {
	info, err := os.Stat(d.file(hash + runningEnd))
	if err != nil || now.Sub(info.ModTime()) > signOld {
		return "", 0, false
	}
	var r running
	text, err := os.ReadFile(d.file(hash + runningEnd))
	if err == nil {
		_, err = unseal(runningKind, text, &r)
	}
	return r.Machine, now.Sub(r.Began), err == nil
}

// isParent reports whether a slice was cut from p.
func (p *piece) isParent(child piece) bool {
	s := child.slice
	root := p.slice.Root
	if root == "" {
		root = p.hash
	}
	return s.Root == root && s.Again == p.slice.Again-1 && within(s.branches(), p.slice.branches())
}

// Demand holds the number of slices in a directory and the memory that a worker needs.
type Demand struct {
	Plan   string // its hash
	Slices int    // of the first cut
	Memory int64  // the most that one of them may use, bytes; 0: no limit
}

// Demand returns the demand of the slices. An error: there is none, or one cannot be read.
func (d *Dir) Demand() (*Demand, error) {
	list, err := d.pieces()
	if err != nil {
		return nil, err
	}
	out, unlimited := &Demand{Plan: d.Hash}, false
	for _, p := range list {
		switch {
		case p.slice == nil:
			return nil, fmt.Errorf("slice %s: %w", p.hash, p.err)
		case p.slice.Root == "":
			out.Slices++
		}
		unlimited = unlimited || p.slice.Memory < 0
		out.Memory = max(out.Memory, p.slice.Memory)
	}
	if unlimited {
		out.Memory = 0
	}
	if out.Slices == 0 {
		return nil, errors.New("the directory has no slices")
	}
	return out, nil
}
