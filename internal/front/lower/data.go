package lower

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// data gives a static object its initial value.
func (l *lowerer) data(o *tree.Object) {
	halt.Poll(l.opts.Context)
	img := newImage(l.model)
	for i := range o.Init.Items {
		it := &o.Init.Items[i]
		v, ok := l.constant(it.Value)
		if !ok {
			v = constant{} // sema has complained about a value that is no constant
		}
		img.item(it, v)
	}
	l.prog.Globals[l.globals[o]].Init = img.items()
}

// constant is the value of one item of a static initialiser: bytes of a scalar
// (little-endian), an address, or a string.
type constant struct {
	wide.Word
	glob   ir.GlobalID
	fn     ir.FuncID
	addend int64
	text   []byte
}

// constant evaluates an initialiser that needs no code. ok is false for others.
func (l *lowerer) constant(e tree.Expr) (c constant, ok bool) {
	switch e := e.(type) {
	case *tree.Const:
		return l.scalarConstant(e), true
	case *tree.Address:
		c.addend = e.Offset
		if e.Func != nil {
			c.fn = l.function(e.Func)
		} else if c.glob = l.global(e.Object); e.Object.ThreadLocal {
			return constant{}, false
		}
		return c, true
	case *tree.StringLit:
		return constant{text: e.Bytes}, true
	case *tree.LabelAddr:
		return constant{Word: wide.Word{Lo: e.Label.Number}}, true
	case *tree.Convert:
		if e.T.IsPointer() && e.X.Type().IsPointer() {
			return l.constant(e.X)
		}
	}
	return constant{}, false
}

func (l *lowerer) scalarConstant(e *tree.Const) constant {
	switch irType(l.model, e.T) {
	case ir.F32:
		return constant{Word: wide.Word{Lo: uint64(math.Float32bits(float32(e.Float)))}}
	case ir.F64:
		return constant{Word: wide.Word{Lo: math.Float64bits(e.Float)}}
	}
	return constant{Word: e.Word}
}

// image collects the pieces of an initial value; a later piece overwrites an
// earlier one. Bytes are kept in pages, so that a large sparse array is cheap.
type image struct {
	model ir.DataModel
	pages map[int64]*[pageSize]byte
	addrs map[int64]ir.InitItem
}

const pageSize = 256

func newImage(m ir.DataModel) *image {
	return &image{model: m, pages: make(map[int64]*[pageSize]byte), addrs: make(map[int64]ir.InitItem)}
}

// item writes one item of an initialiser, as often as it is repeated.
func (img *image) item(it *tree.InitItem, c constant) {
	for i := int64(0); i < max(it.Repeat, 1); i++ {
		off := it.Offset + i*it.Stride
		switch {
		case it.BitField != nil:
			img.bits(i*it.Stride+it.BitField.UnitOffset, it.BitField, c.Word)
		case c.text != nil:
			img.text(off, it.Type, c.text)
		case c.glob != 0 || c.fn != 0:
			img.address(off, c)
		default:
			img.scalar(off, it.Type, c)
		}
	}
}

func (img *image) set(off int64, b byte) {
	p := img.pages[off/pageSize]
	if p == nil {
		if b == 0 {
			return
		}
		p = new([pageSize]byte)
		img.pages[off/pageSize] = p
	}
	p[off%pageSize] = b
}

func (img *image) get(off int64) byte {
	if p := img.pages[off/pageSize]; p != nil {
		return p[off%pageSize]
	}
	return 0
}

// forget drops addresses that overlap n bytes at off.
func (img *image) forget(off, n int64) {
	if len(img.addrs) == 0 {
		return
	}
	w := int64(img.model.PtrBits() / 8)
	for o := off - w + 1; o < off+n; o++ {
		delete(img.addrs, o)
	}
}

func (img *image) scalar(off int64, t *ctype.Type, c constant) {
	n := memType(img.model, t).Bytes(img.model)
	img.forget(off, n)
	if t.IsBitInt() && t.IsSigned() { // as storeScalar does
		unused := uint(128 - t.Bits(img.model))
		c.Word = c.Shl(unused).Ashr(unused)
	}
	for i := int64(0); i < n; i++ {
		img.set(off+i, byte(c.Shr(uint(8*i)).Lo))
	}
}

func (img *image) address(off int64, c constant) {
	n := int64(img.model.PtrBits() / 8)
	img.forget(off, n)
	for i := int64(0); i < n; i++ {
		img.set(off+i, 0)
	}
	img.addrs[off] = ir.InitItem{Offset: off, Global: c.glob, Func: c.fn, Addend: c.addend}
}

func (img *image) text(off int64, t *ctype.Type, s []byte) {
	n := int64(len(s))
	if t.IsArray() && t.IsComplete() {
		n = t.Size(img.model)
	}
	img.forget(off, n)
	for i := int64(0); i < n; i++ {
		b := byte(0)
		if i < int64(len(s)) {
			b = s[i]
		}
		img.set(off+i, b)
	}
}

// bits writes a bit-field one bit at a time.
func (img *image) bits(off int64, bf *tree.BitField, v wide.Word) {
	for i := 0; i < bf.Bits; i++ {
		at := bf.BitOffset + i
		o := off + int64(at/8)
		img.set(o, img.get(o)&^(1<<(at%8))|byte(v.Bit(uint(i)))<<(at%8))
	}
}

// gapLimit is the number of zero bytes that one item may contain in a row.
const gapLimit = 8

// items returns the pieces that are not zero, by offset.
func (img *image) items() []ir.InitItem {
	var out []ir.InitItem
	var pages []int64
	for p := range img.pages {
		pages = append(pages, p)
	}
	slices.Sort(pages)
	var cur ir.InitItem
	flush := func() {
		if len(cur.Bytes) > 0 {
			out = append(out, cur)
		}
		cur = ir.InitItem{}
	}
	last := int64(-1) // offset after the last byte that is not zero
	for _, p := range pages {
		for i, b := range img.pages[p] {
			off := p*pageSize + int64(i)
			if b == 0 {
				continue
			}
			if len(cur.Bytes) == 0 || off-last > gapLimit || img.addressBetween(last, off) {
				flush()
				cur.Offset = off
				last = off
			}
			for ; last < off; last++ {
				cur.Bytes = append(cur.Bytes, 0)
			}
			cur.Bytes = append(cur.Bytes, b)
			last = off + 1
		}
	}
	flush()
	for _, a := range img.addrs {
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b ir.InitItem) int { return int(a.Offset - b.Offset) })
	return out
}

func (img *image) addressBetween(from, to int64) bool {
	if len(img.addrs) == 0 {
		return false
	}
	for o := from; o < to; o++ {
		if _, ok := img.addrs[o]; ok {
			return true
		}
	}
	return false
}
