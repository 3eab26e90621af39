package lower

import (
	"math"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The printf family with a literal format becomes reads of the strings that it
// prints and one output instruction. Other calls go to the library.

// readString is the library function that reads a string as %s does: at most
// the given number of bytes, or up to its zero when that is negative.
const readString = "__heddle_read_string"

func (f *function) printf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) == 0 {
		return 0, false
	}
	return f.output(e, destination{fd: 1}, e.Args[0], e.Args[1:])
}

func (f *function) fprintf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) < 2 {
		return 0, false
	}
	to := destination{}
	if fd, ok := standardStream(e.Args[0]); ok {
		to.fd = fd
	} else if to.stream = e.Args[0]; !to.stream.Type().IsPointer() || f.isDefined(descriptorOf) {
		return 0, false
	}
	return f.output(e, to, e.Args[1], e.Args[2:])
}

// destination is the target of output: a descriptor, or the descriptor of a stream.
type destination struct {
	fd     uint64
	stream tree.Expr // or nil
}

// descriptorOf is the library function that returns the descriptor of a stream.
const descriptorOf = "fileno"

// standardStream returns the descriptor of stdout or stderr, named directly.
func standardStream(e tree.Expr) (fd uint64, ok bool) {
	switch x := e.(type) {
	case *tree.Convert:
		return standardStream(x.X)
	case *tree.Load:
		if r, ok := x.X.(*tree.Ref); ok && r.Object.Linkage == tree.External {
			switch r.Object.Name {
			case "stdout":
				return 1, true
			case "stderr":
				return 2, true
			}
		}
	}
	return 0, false
}

func (f *function) output(e *tree.Call, to destination, format tree.Expr, args []tree.Expr) (ir.Operand, bool) {
	text, ok := literalText(format)
	if !ok {
		return 0, false
	}
	convs, rest, ok := conversions(text)
	need := 0
	for i := range convs {
		need += convs[i].arguments()
		if c := convs[i].letter; c == 'n' || c == 'S' {
			ok = false
		}
	}
	if !ok || need > len(args) {
		return 0, false
	}
	for _, a := range args {
		if !a.Type().IsScalar() {
			return 0, false
		}
	}
	var stream ir.Operand
	if to.stream != nil {
		stream = f.holdAmong(f.rvalue(to.stream), args)
	}
	values := []ir.Operand{0, f.rvalue(format)}
	for i, a := range args {
		if i < need {
			values = append(values, f.holdAmong(f.rvalue(a), args))
		} else {
			f.discard(a)
		}
	}
	f.b.Pos = e.P
	if values[0] = f.b.Int(ir.I32, to.fd); to.stream != nil {
		values[0] = f.b.Call(f.helper(descriptorOf, ir.I32, ir.Ptr), ir.I32, stream)
	}
	next := 2
	for i := range convs {
		c := &convs[i]
		next += c.arguments()
		if c.letter == 's' {
			limit := f.ptrInt(int64(c.precision))
			if c.precision == star {
				limit = f.resize(values[next-2], f.model.PtrInt(), true)
			}
			f.readString(values[next-1], limit)
		}
	}
	f.b.Emit(ir.Instr{Op: ir.OpOutput, Args: values})
	exact := f.allFormatted(convs, args)
	if to.stream != nil {
		f.keep(stream, exact, convs, rest, values[2:])
	}
	return f.count(e, exact, convs, rest, values[2:]), true
}

// allFormatted reports whether format.c has the kinds of all conversions.
func (f *function) allFormatted(convs []conversion, args []tree.Expr) bool {
	types := make([]*ctype.Type, len(args))
	for i, a := range args {
		types[i] = a.Type()
	}
	for i := range convs {
		n := convs[i].arguments()
		if !f.formatted(&convs[i], types[:n]) {
			return false
		}
		types = types[n:]
	}
	return true
}

// keptText is the type of the text of one call in a file with contents, as long as that of printf.c.
var keptText = ctype.ArrayOf(ctype.Basic(ctype.Char), 256)

// streamReaders lists functions that read a stream, seek in it, or make one of memory.
var streamReaders = []string{"fgetc", "fgets", "fmemopen", "fread", "fscanf", "fseek", "fseeko", "fsetpos", "getc", "getdelim", "getline", "open_memstream", "rewind", "tmpfile"}

// keep writes the text to a file with contents, if the stream has one. A unit that reads no stream does not need the text: the
// contents of the file are then not known.
func (f *function) keep(stream ir.Operand, exact bool, convs []conversion, rest string, values []ir.Operand) {
	if !exact || !f.readsStreams {
		f.b.Call(f.helper("__heddle_printed", ir.NoType, ir.Ptr), ir.NoType, stream)
		return
	}
	text, sink := f.tempMemory(keptText).base, &sink{f: f, at: f.tempMemory(sinkType).base}
	kept, end := f.b.NewBlock(), f.b.NewBlock()
	f.b.CondBr(f.b.Compare(ir.OpNe, f.b.Call(f.helper("__heddle_is_kept", ir.I32, ir.Ptr), ir.I32, stream), f.b.Int(ir.I32, 0)), kept, end)
	f.open(kept)
	sink.call("begin", ir.NoType, text, f.ptrInt(keptText.Size(f.model)))
	for i := range convs {
		values = sink.conversion(&convs[i], values)
	}
	sink.text(rest)
	f.b.Call(f.helper("__heddle_keep_text", ir.NoType, ir.Ptr, ir.Ptr, ir.I32), ir.NoType, stream, text, sink.call("end", ir.I32))
	f.b.Br(end)
	f.open(end)
}

// count returns the result of printf (semantics 5.18), if it is used: the number of characters, or any value where a conversion
// is of no kind that format.c has.
func (f *function) count(e *tree.Call, exact bool, convs []conversion, rest string, values []ir.Operand) ir.Operand {
	if f.unused == e {
		return 0
	}
	if !exact {
		f.b.Call(f.helper("__heddle_approximates", ir.NoType), ir.NoType)
		return f.ioResult(e)
	}
	sink := &sink{f: f, at: f.tempMemory(sinkType).base}
	sink.call("begin", ir.NoType, f.b.Null(), f.ptrInt(0))
	for i := range convs {
		values = sink.conversion(&convs[i], values)
	}
	sink.text(rest)
	n := sink.call("end", ir.I32)
	return f.outputResult(e, n)
}

// vprintf replaces a call whose result is not used: counting the characters is work.
func (f *function) vprintf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	return f.outputList(e, f.b.Int(ir.I32, 1), e.Args)
}

func (f *function) vfprintf(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 3 || f.isDefined(descriptorOf) || !e.Args[0].Type().IsPointer() || f.unused != e {
		return 0, false
	}
	if fd, ok := standardStream(e.Args[0]); ok {
		return f.outputList(e, f.b.Int(ir.I32, fd), e.Args[1:])
	}
	stream := f.holdAmong(f.rvalue(e.Args[0]), e.Args[1:])
	return f.outputList(e, f.b.Call(f.helper(descriptorOf, ir.I32, ir.Ptr), ir.I32, stream), e.Args[1:])
}

// outputList prints a format and its argument area, if the result is not used.
func (f *function) outputList(e *tree.Call, fd ir.Operand, args []tree.Expr) (ir.Operand, bool) {
	if f.unused != e || !args[0].Type().IsPointer() || !args[1].Type().IsPointer() {
		return 0, false
	}
	format := f.holdAmong(f.rvalue(args[0]), args[1:])
	list := f.rvalue(args[1])
	f.b.Pos = e.P
	f.b.Call(f.helper("__heddle_print", ir.NoType, ir.I32, ir.Ptr, ir.Ptr), ir.NoType, fd, format, list)
	return 0, true
}

func (f *function) readString(p, limit ir.Operand) {
	if !f.b.TypeOf(p).IsPtr() {
		return
	}
	f.b.Call(f.helper(readString, ir.NoType, ir.Ptr, f.model.PtrInt()), ir.NoType, p, limit)
}

// ioResult returns the result of an output function, if it is used: any number that is not negative, or -1 if output fails
// (semantics 5.18).
func (f *function) ioResult(e *tree.Call) ir.Operand {
	if f.unused == e {
		return 0
	}
	n := f.b.ChooseRange(f.b.Int(ir.I32, 0), f.b.Int(ir.I32, math.MaxInt32), ir.ChooseIO)
	return f.outputResult(e, n)
}

// outputResult returns n, or -1 if output fails.
func (f *function) outputResult(e *tree.Call, n ir.Operand) ir.Operand {
	return f.adapt(f.b.Select(f.b.Choose(ir.I1, ir.ChooseOutputFail), f.b.SignedInt(ir.I32, -1), n), irType(f.model, e.T))
}

func (f *function) puts(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 1 || !e.Args[0].Type().IsPointer() {
		return 0, false
	}
	v := f.rvalue(e.Args[0])
	f.b.Pos = e.P
	if _, literal := literalText(e.Args[0]); !literal {
		f.readString(v, f.ptrInt(-1))
	}
	f.outputText("%s\n", v)
	return f.ioResult(e), true
}

func (f *function) putchar(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 1 || irType(f.model, e.Args[0].Type()) != ir.I32 {
		return 0, false
	}
	v := f.rvalue(e.Args[0])
	f.b.Pos = e.P
	f.outputText("%c", v)
	return f.extendByte(v), true
}

// extendByte returns the value of putchar: its argument as unsigned char.
func (f *function) extendByte(v ir.Operand) ir.Operand {
	return f.binary(ir.OpAnd, 0, v, f.b.Int(f.b.TypeOf(v), 0xff))
}

// outputText emits output to stdout with a format of our own.
func (f *function) outputText(format string, v ir.Operand) {
	g := f.b.GlobalAddr(f.text(format))
	f.b.Emit(ir.Instr{Op: ir.OpOutput, Args: []ir.Operand{f.b.Int(ir.I32, 1), g, v}})
}
