package token

import "github.com/heddle-mc/heddle/internal/solve/term"

// noteRaces adds the races of pairs whose second access or write_sync is at the depth.
func (e *Encoding) noteRaces(depth int) {
	for i := range e.passes {
		p := &e.passes[i]
		if max(p.readDepth+1, p.writeDepth) == depth {
			e.noteRacesOf(i)
		}
	}
}

func (e *Encoding) noteRacesOf(index int) {
	p := &e.passes[index]
	reader, writer := e.machines[p.reader], e.machines[p.writer]
	for i, r := range reader.reach.At(p.readDepth) {
		if reader.g.nodes[r].role != readSync || reader.holds[p.readDepth][i] == term.False {
			continue
		}
		for j, w := range writer.reach.At(p.writeDepth) {
			if writer.g.nodes[w].role != writeSync || writer.holds[p.writeDepth][j] == term.False {
				continue
			}
			second, first := reader.g.nodes[r].state, writer.g.nodes[w].state
			between := e.terms.Conj(p.holds, reader.holds[p.readDepth][i], writer.holds[p.writeDepth][j])
			before, at := writer.frames[p.writeDepth-1], reader.frames[p.readDepth+1]
			e.asked.Adjacent(before, first, at, second, between, func() term.ID { return reader.enabled(at, second) })
		}
	}
}
