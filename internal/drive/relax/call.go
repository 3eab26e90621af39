package relax

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// operation describes a function of C11 or of the compilers with a memory order.
type operation struct {
	kinds []Kind // those of its orders, which are its last arguments if it has them
	// gives is set if the function has arguments for its orders. Otherwise the orders are seq_cst, and the function
	// with the name other has them.
	gives bool
	other string
}

// operationOf returns the operation that a function has.
func operationOf(name string) (op operation, ok bool) {
	if name == "__sync_synchronize" {
		return operation{kinds: []Kind{Fence}, other: "__atomic_thread_fence"}, true
	}
	short, gnu := strings.CutPrefix(name, "__atomic_")
	op.gives = gnu
	if !gnu {
		if short, ok = strings.CutPrefix(name, "atomic_"); !ok {
			return op, false
		}
		if short, op.gives = strings.CutSuffix(short, "_explicit"); !op.gives {
			op.other = name + "_explicit"
		}
	}
	switch {
	case short == "thread_fence":
		op.kinds, op.gives, op.other = []Kind{Fence}, true, ""
	case short == "load", short == "load_n":
		op.kinds = []Kind{Load}
	case short == "store", short == "store_n", short == "flag_clear", short == "clear":
		op.kinds = []Kind{Store}
	case strings.HasPrefix(short, "compare_exchange"):
		op.kinds = []Kind{Exchange, Failure}
	case strings.HasPrefix(short, "exchange"), strings.HasPrefix(short, "fetch_"), strings.HasSuffix(short, "_fetch"), strings.HasSuffix(short, "test_and_set"):
		op.kinds = []Kind{Update}
	default:
		return op, false
	}
	return op, true
}

// constant returns the constant for an order, in the style of a function's name.
func constant(function string, o ir.MemOrder) string {
	if strings.HasPrefix(function, "__") {
		return "__ATOMIC_" + strings.ToUpper(o.String())
	}
	return "memory_order_" + o.String()
}

// call is a function call in the text of a file, with byte offsets.
type call struct {
	name       string
	begin, end int      // the end is behind the closing parenthesis
	args       [][2]int // without the space around them
}

// callAt reads the call that begins at an offset.
func callAt(text string, begin int) (c call, ok bool) {
	if begin >= len(text) || !isLetter(text[begin]) {
		return c, false
	}
	end := next(text, begin)
	c = call{name: text[begin:end], begin: begin}
	open := skip(text, end)
	if open >= len(text) || text[open] != '(' {
		return c, false
	}
	depth, from := 0, open+1
	for i := open; i < len(text); i = skip(text, next(text, i)) {
		switch text[i] {
		case '(', '[', '{':
			depth++
			continue
		case ')', ']', '}':
			depth--
		case ',':
			if depth > 1 {
				continue
			}
		default:
			continue
		}
		if depth <= 1 {
			if a := trimmed(text, from, i); a[0] < a[1] {
				c.args = append(c.args, a)
			}
			from = i + 1
		}
		if depth == 0 {
			c.end = i + 1
			return c, true
		}
	}
	return c, false
}

func isLetter(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// trimmed returns a part of a text without the white space around it, and without comments before it.
func trimmed(text string, from, to int) [2]int {
	from = min(skip(text, from), to)
	return [2]int{from, from + len(strings.TrimSpace(text[from:to]))}
}

// skip returns the offset of the first character from i on that is neither white space nor in a comment.
func skip(text string, i int) int {
	for i < len(text) {
		switch rest := text[i:]; {
		case strings.IndexByte(" \t\r\n\v\f", text[i]) >= 0:
			i++
		case strings.HasPrefix(rest, "//"):
			i += endOf(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			i += 2 + endOf(rest[2:], "*/")
		default:
			return i
		}
	}
	return i
}

// endOf returns the offset behind a mark in a text, or that of its end.
func endOf(text, mark string) int {
	if at := strings.Index(text, mark); at >= 0 {
		return at + len(mark)
	}
	return len(text)
}

// next returns the offset behind the character at i, or behind the word or literal that begins there.
func next(text string, i int) int {
	if isLetter(text[i]) {
		for i < len(text) && isLetter(text[i]) {
			i++
		}
		return i
	}
	quote := text[i]
	if quote != '"' && quote != '\'' {
		return i + 1
	}
	for i++; i < len(text) && text[i] != quote && text[i] != '\n'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}

// found is a call with its operation.
type found struct {
	call
	operation
}

// operationsAt returns the calls with an order that have the place of an offset. All that a macro expands to has the place
// of the macro. So the calls in the arguments are among them if the call is a macro of <stdatomic.h> or <assert.h>.
func operationsAt(text string, begin int) (list []found) {
	c, ok := callAt(text, begin)
	if !ok {
		return nil
	}
	op, ok := operationOf(c.name)
	if ok {
		list = append(list, found{c, op})
	}
	if c.name != "assert" && (!ok || strings.HasPrefix(c.name, "__")) {
		return list
	}
	for i := skip(text, begin+len(c.name)); i < c.end; i = skip(text, next(text, i)) {
		inner, ok := callAt(text, i)
		if !ok {
			continue
		}
		if op, ok := operationOf(inner.name); ok {
			list = append(list, found{inner, op})
		}
	}
	return list
}
