package slice

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Missing is the reason of an unknown verdict for which a slice has no valid result.
const Missing verdict.Reason = "slice"

// Merge returns the judgements of the plan's properties. replay executes the trace of a violation and returns
// its judgement; an error: the trace does not lead there. The error of Merge is of the directory.
func (d *Dir) Merge(replay func(*result.Judgement) (*result.Judgement, error)) ([]result.Judgement, error) {
	all, err := d.pieces()
	if err != nil {
		return nil, err
	}
	var broken, list []piece
	for _, p := range all {
		if p.slice == nil {
			broken = append(broken, p)
		} else {
			list = append(list, p)
		}
	}
	var out []result.Judgement
	for _, property := range d.Plan.Properties {
		own := slices.DeleteFunc(slices.Clone(list), func(p piece) bool { return p.slice.Property != property })
		j := merge(own, broken, replay)
		j.Property = property
		out = append(out, j)
	}
	return out, nil
}

// merge judges a property by its pieces. Those of broken may have been of the property.
func merge(list, broken []piece, replay func(*result.Judgement) (*result.Judgement, error)) result.Judgement {
	for i := range list {
		p := &list[i]
		if p.judgement == nil || p.judgement.Verdict != verdict.Violation {
			continue
		}
		j, err := replay(p.judgement)
		if err == nil {
			return *j
		}
		p.judgement, p.err = nil, fmt.Errorf("its result is refused: the violation does not replay: %w", err)
	}
	// The zero form, all executions, comes first.
	for _, f := range forms(list) {
		if _, ok := Uncovered(waysOf(list, f)); ok {
			return unite(list, f)
		}
	}
	if len(list) == 1 && list[0].slice.Part == nil && list[0].judgement != nil {
		return *list[0].judgement
	}
	return missed(list, broken)
}

// unite returns the judgement of a cover: the pieces of a tree that hold.
func unite(list []piece, f form) result.Judgement {
	var parts []*result.Judgement
	for i := range list {
		if p := &list[i]; p.slice.form() == f && p.holds() {
			parts = append(parts, p.judgement)
		}
	}
	if f == (form{}) { // each has all executions
		best := slices.MinFunc(parts, func(a, b *result.Judgement) int { return int(a.Verdict) - int(b.Verdict) })
		return *best
	}
	out := *parts[0]
	out.Assumptions, out.Bounds = slices.Clone(out.Assumptions), slices.Clone(out.Bounds)
	out.Stats.Stages = nil
	for _, j := range parts[1:] {
		if out.Verdict = max(out.Verdict, j.Verdict); out.Reason == "" {
			out.Reason, out.Message = j.Reason, j.Message
		}
		if out.Uncertified == "" {
			out.Uncertified = j.Uncertified
		}
		if j.MemoryOrder == "" {
			out.MemoryOrder = ""
		}
		if out.Note == "" {
			out.Note = j.Note
		}
		if out.Next == "" {
			out.Next = j.Next
		}
		if out.Coverage == nil {
			out.Coverage = j.Coverage
		}
		for _, a := range j.Assumptions {
			if !slices.Contains(out.Assumptions, a) {
				out.Assumptions = append(out.Assumptions, a)
			}
		}
		for _, m := range j.Bounds {
			if !slices.Contains(out.Bounds, m) {
				out.Bounds = append(out.Bounds, m)
			}
		}
		out.Stats.Time += j.Stats.Time
		out.Stats.Memory = max(out.Stats.Memory, j.Stats.Memory)
		out.Stats.Conflicts += j.Stats.Conflicts
	}
	return out
}

// missed returns the judgement of a property without a cover. It names a slice for which the cover lacks.
func missed(list, broken []piece) result.Judgement {
	unknown := func(reason verdict.Reason, format string, args ...any) result.Judgement {
		return result.Judgement{Verdict: verdict.Unknown, Reason: reason, Message: fmt.Sprintf(format, args...)}
	}
	var way []engine.Branch
	var refused, open *piece // without a valid result; of those that are unknown, the last to be cut
	if all := forms(list); len(all) > 0 {
		f := all[len(all)-1]
		way, _ = Uncovered(waysOf(list, f))
		for i := range list {
			p := &list[i]
			own := p.slice.branches()
			switch {
			case p.slice.form() != f || p.holds() || !within(way, own) && !within(own, way):
			case p.judgement == nil && refused == nil:
				refused = p
			case p.judgement != nil && (open == nil || len(own) > len(open.slice.branches())):
				open = p
			}
		}
	}
	switch {
	case refused != nil:
		return unknown(Missing, "slice %s: %s", refused.hash, refused.err)
	case open != nil:
		j := unknown(cmp.Or(open.judgement.Reason, Missing), "slice %s is unknown", open.hash)
		if m := open.judgement.Message; m != "" {
			j.Message += ": " + m
		}
		return j
	case len(broken) > 0:
		return unknown(Missing, "slice %s: %s", broken[0].hash, broken[0].err)
	case len(way) > 0:
		return unknown(Missing, "the slice with the executions %v is not there", way)
	}
	return unknown(Missing, "the slice of the property is not there")
}
