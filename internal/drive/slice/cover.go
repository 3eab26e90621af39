package slice

import "github.com/heddle-mc/heddle/internal/engine"

// Uncovered returns the way to executions that none of the parts of a tree has; ok: each execution is in
// some part. A node may be asked several questions: one whose alternatives are all covered is enough.
func Uncovered(parts [][]engine.Branch) (way []engine.Branch, ok bool) {
	return uncovered(parts, nil)
}

// uncovered looks below a node, which all of the parts go through. way leads to the node.
func uncovered(parts [][]engine.Branch, way []engine.Branch) ([]engine.Branch, bool) {
	type question struct {
		at string
		of int
	}
	below := make(map[question][][][]engine.Branch) // by alternative
	var asked []question                            // in the order of the parts
	for _, p := range parts {
		if len(p) == len(way) {
			return nil, true
		}
		b := p[len(way)]
		q := question{b.At, b.Of}
		if below[q] == nil {
			below[q] = make([][][]engine.Branch, b.Of)
			asked = append(asked, q)
		}
		below[q][b.Took] = append(below[q][b.Took], p)
	}
	missed := way
	for i, q := range asked {
		covered := true
		for took, list := range below[q] {
			on := append(append([]engine.Branch(nil), way...), engine.Branch{At: q.at, Of: q.of, Took: took})
			first, ok := uncovered(list, on)
			if ok {
				continue
			}
			if covered = false; i == 0 {
				missed = first
			}
			break
		}
		if covered {
			return nil, true
		}
	}
	return missed, false
}

// within reports whether a way leads into the executions of a part: whether the part's branches are its
// first ones.
func within(way, part []engine.Branch) bool {
	if len(way) < len(part) {
		return false
	}
	for i := range part {
		if way[i] != part[i] {
			return false
		}
	}
	return true
}
