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
	for second, read := range reader.syncs(p.readDepth, readSync) {
		for first, written := range writer.syncs(p.writeDepth, writeSync) {
			between := e.terms.Conj(p.holds, read, written)
			before, at := writer.frames[p.writeDepth-1], reader.frames[p.readDepth+1]
			e.asked.Adjacent(before, first, at, second, between, func() term.ID { return reader.enabled(at, second) })
		}
	}
}
