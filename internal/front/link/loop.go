package link

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// boundLoops bounds the loops that the user names, FILE:LINE=N. An execution ends, with the mark of a
// bound, if a thread would reach the head of such a loop more than N times since it entered the loop.
func (l *linker) boundLoops() {
	for _, given := range l.opts.Loops {
		file, line, most, ok := splitLoop(given)
		if !ok {
			l.errorf(ir.Pos{}, -1, "loop", "--loop: found %q, expected FILE:LINE=N with N of at least 1", given)
			continue
		}
		var others []int
		found := false
		for i := 1; i < len(l.prog.Funcs); i++ {
			f := &l.prog.Funcs[i]
			if f.Model || !f.HasBody() {
				continue
			}
			for _, loop := range slices.Backward(f.Loops().Loops) { // inner ones first, whose blocks are of the outer ones
				at := f.Blocks[loop.Header].Pos().In(l.prog.Files, "")
				switch same := at.File == file || strings.HasSuffix(at.File, "/"+file); {
				case same && at.Line == line:
					found = true
					l.boundLoop(f, &loop, most)
				case same:
					others = append(others, at.Line)
				}
			}
		}
		if !found {
			slices.Sort(others)
			l.errorf(ir.Pos{}, -1, "loop", "--loop: no loop begins at %s:%d, but in lines %v of the file", file, line, slices.Compact(others))
		}
	}
}

// splitLoop takes FILE:LINE=N apart.
func splitLoop(given string) (file string, line, most int, ok bool) {
	place, count, _ := strings.Cut(given, "=")
	file, name := SplitEntry(place)
	line, _ = strconv.Atoi(name)
	most, _ = strconv.Atoi(count)
	return file, line, most, file != "" && line > 0 && most > 0
}

// boundLoop counts how often the head of a loop is reached, from zero wherever control
// enters the loop.
func (l *linker) boundLoop(f *ir.Func, loop *ir.Loop, most int) {
	b := ir.NewFuncBuilder(l.opts.Model, f)
	b.Pos = f.Blocks[loop.Header].Pos()
	enter, next, end := b.NewBlock(), b.NewBlock(), b.NewBlock()
	for from := range ir.BlockID(enter) {
		for k, to := range f.Blocks[from].Term.Targets {
			switch {
			case to != loop.Header:
			case slices.Contains(loop.Back, from):
				f.Blocks[from].Term.Targets[k] = next
			default:
				f.Blocks[from].Term.Targets[k] = enter
			}
		}
	}
	count := b.Temp(ir.I32)
	b.SetBlock(enter)
	b.CopyTo(count, b.Int(ir.I32, 0))
	b.Br(next)
	b.SetBlock(next)
	b.CopyTo(count, b.Binary(ir.OpAdd, 0, ir.RegOperand(count), b.Int(ir.I32, 1)))
	b.CondBr(b.Compare(ir.OpULe, ir.RegOperand(count), b.Int(ir.I32, uint64(most))), loop.Header, end)
	b.SetBlock(end)
	b.Emit(ir.Instr{Op: ir.OpLimit, Text: fmt.Sprintf("%s %d", verdict.LoopBound, most)})
	b.Emit(ir.Instr{Op: ir.OpAssume, Args: []ir.Operand{b.Int(ir.I1, 0)}})
	b.Br(loop.Header)
}
