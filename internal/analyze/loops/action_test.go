package loops

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestActions encodes the expected action of every instruction in the column of its position: column 1
// Quiet, 2 IfChanged, 3 ThroughParam, 4 Acts, 5 ByCallee; line 2 means that it is Repeated.
func TestActions(t *testing.T) {
	const text = `
program lp64 start @main
file 0 "t.c"
global @l size 4 align 4
global @p size 8 align 8
func @lock(%l.1: ptr, %out.2: ptr) {
b1:
  br b2
b2:
  %3 = load i32 %l.1 @0:2:1
  %4 = rmw xchg seq_cst i32 %l.1, 1:i32 @0:2:2
  store i32 %out.2, %4 @0:1:3
  %5 = load i32 %l.1 @0:1:1
  %6 = ne i32 %4, 0:i32
  condbr %6, b2, b3
b3:
  ret
}
func @main() {
  local &t.1 size 4 align 4
  local &u.2 size 4 align 4
b1:
  %1 = enter ptr &t.1 @0:1:1
  %2 = enter ptr &u.2 @0:1:4
  %3 = globaladdr ptr @p
  store ptr %3, %2 @0:1:4
  br b2
b2:
  %4 = globaladdr ptr @l
  %5 = load i32 %4 @0:2:1
  %6 = load ptr %3 @0:2:1
  %7 = load i32 %6 @0:1:1
  %8 = cmpxchg seq_cst fail seq_cst i32 %4, 0:i32, 1:i32 @0:2:2
  store i32 %1, %7 @0:1:1
  store i32 %2, %7 @0:1:4
  call @lock(%4, %1) @0:1:5
  %9 = ptrtoint i64 %4 @0:1:4
  %10 = eq i32 %8, 0:i32
  condbr %10, b3, b2
b3:
  halt 0:i32
}
`
	p, err := ir.Parse(strings.TrimLeft(text, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	info := Analyse(p)
	for id := 1; id < len(p.Funcs); id++ {
		f, fn := &p.Funcs[id], info.Func(ir.FuncID(id))
		for b := 1; b < len(f.Blocks); b++ {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if !in.Pos.IsValid() {
					continue
				}
				if got := fn.Action(in); int32(got)+1 != in.Pos.Col {
					t.Errorf("%s: action %d, expected %d", p.InstrText(f, in), got+1, in.Pos.Col)
				}
				repeated := fn.Reads(in) && fn.Repeated(f, ir.BlockID(b), i)
				if repeated != (in.Pos.Line == 2) {
					t.Errorf("%s: repeated %v", p.InstrText(f, in), repeated)
				}
			}
		}
	}
}
