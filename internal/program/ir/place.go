package ir

// Place is a line of a source file. A thread is at it when it has reached an instruction of the line
// at which it pauses (Func.Pauses).
type Place struct {
	File FileID
	Line int32 // from 1
}

// Has reports whether a position is on the line.
func (p Place) Has(at Pos) bool { return at.Line == p.Line && at.File == p.File && at.IsValid() }

// Pauses reports whether a thread that reaches an instruction is about to execute a part of its line.
// That is so for the first instruction of a row of the line's instructions. It is also so for an
// instruction that may affect other threads, if an earlier one of the row may, too. Instructions that
// only compute in registers belong to the instruction before them.
//
// In a library model, whose instructions belong to the line that calls it, a thread
// pauses where it may have to wait, unless it comes there first of all.
func (f *Func) Pauses(b BlockID, i int) bool {
	list := f.Blocks[b].Instrs
	if f.Model {
		switch list[i].Op {
		case OpAtomicBegin, OpAcquire, OpJoin:
			return b != 1 || actsBefore(list, 0, i)
		}
		return false
	}
	row := i
	for row > 0 && list[row-1].Pos.Line == list[i].Pos.Line && list[row-1].Pos.File == list[i].Pos.File {
		row--
	}
	return row == i || list[i].acts() && actsBefore(list, row, i)
}

// actsBefore reports whether one of the instructions from one up to another may have
// to do with other threads.
func actsBefore(list []Instr, from, to int) bool {
	for i := from; i < to; i++ {
		if list[i].acts() {
			return true
		}
	}
	return false
}

// acts reports whether an instruction may affect or depend on other threads: it touches memory,
// synchronises, or calls a function that may.
func (in *Instr) acts() bool {
	switch in.Op {
	case OpLoad, OpStore, OpRMW, OpCmpXchg, OpFence, OpFree, OpCall, OpCallPtr,
		OpSpawn, OpJoin, OpAcquire, OpRelease, OpAtomicBegin:
		return true
	}
	return false
}
