package slice

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// piece is a slice with its result.
type piece struct {
	hash      string
	slice     *Slice            // nil: it cannot be read
	judgement *result.Judgement // nil: there is no valid result
	machine   string            // that judged it
	refused   bool              // there is a result, and it is not valid
	err       error             // why one of them is nil
}

// pieces reads all slices and results.
func (d *Dir) pieces() (list []piece, err error) {
	hashes, err := d.hashes()
	if err != nil {
		return nil, err
	}
	for _, hash := range hashes {
		p := piece{hash: hash}
		if p.slice, p.err = d.Slice(hash); p.err != nil {
			p.slice = nil
		} else {
			p.readResult(d)
		}
		list = append(list, p)
	}
	return list, nil
}

// readResult reads the result of a slice.
func (p *piece) readResult(d *Dir) {
	r, err := d.result(p.hash)
	if errors.Is(err, fs.ErrNotExist) {
		p.err = errors.New("it has no result")
		return
	}
	var read *result.Result
	if err == nil {
		read, err = result.Read("result", r.Result)
	}
	if err == nil && (len(read.Results) > 0 || read.Property != p.slice.Property) {
		err = fmt.Errorf("it is about %s, expected %s", read.Property, p.slice.Property)
	}
	if err != nil {
		p.refused, p.err = true, fmt.Errorf("its result is refused: %w", err)
		return
	}
	p.judgement, p.machine = &read.Judgement, r.Machine
}

// form identifies the tree of a slice's part; the zero value: it has all executions.
type form struct{ engine, graph string }

func (s *Slice) form() form {
	if s.Part == nil {
		return form{}
	}
	return form{s.Engine, s.Part.Form}
}

func (s *Slice) branches() []engine.Branch {
	if s.Part == nil {
		return nil
	}
	return s.Part.Branches
}

// holds reports whether the piece says that its executions have no violation.
func (p *piece) holds() bool {
	return p.judgement != nil && (p.judgement.Verdict == verdict.Safe || p.judgement.Verdict == verdict.Bounded)
}

// covered reports whether pieces that hold have all executions of a slice. They are of its property.
func covered(s *Slice, list []piece) bool {
	var below [][]engine.Branch
	for i := range list {
		p := &list[i]
		switch own := p.slice; {
		case !p.holds():
		case own.Part == nil, own.form() == s.form() && within(s.branches(), own.branches()):
			return true
		case own.form() == s.form() && s.Part != nil && within(own.branches(), s.branches()):
			below = append(below, own.branches()[len(s.branches()):])
		}
	}
	if s.Part != nil {
		_, ok := Uncovered(below)
		return ok
	}
	for _, f := range forms(list) {
		if _, ok := Uncovered(waysOf(list, f)); ok {
			return true
		}
	}
	return false
}

// forms lists the trees of pieces, in a fixed order.
func forms(list []piece) (out []form) {
	for i := range list {
		if f := list[i].slice.form(); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b form) int { return cmp.Or(cmp.Compare(a.engine, b.engine), cmp.Compare(a.graph, b.graph)) })
	return out
}

// waysOf lists the branches of the pieces of a tree that hold.
func waysOf(list []piece, f form) (ways [][]engine.Branch) {
	for i := range list {
		if p := &list[i]; p.slice.form() == f && p.holds() {
			ways = append(ways, p.slice.branches())
		}
	}
	return ways
}
