package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// initBuilder flattens one initialiser (C11 6.7.9).
type initBuilder struct {
	a      *analyzer
	static bool // values must be constants
	items  []tree.InitItem
	excess bool // the warning was given
	// designated is set once a designator occurred: only then can a later piece
	// replace an earlier one.
	designated bool
	end        int64              // the first byte after all pieces so far
	active     map[unionPlace]int // which member of a union is initialised
}

// unionPlace is a union at an offset.
type unionPlace struct {
	union *ctype.Record
	off   int64
}

// initCursor walks through one braced list; brace elision lets several
// aggregates take from it.
type initCursor struct {
	list *cc.InitializerList
	x    tree.Expr // the value of the current item, once analysed
	// designated is set if the designation of the current item was followed: the item is the first one
	// of the part that the designation names (C11 6.7.9p17 to p20).
	designated bool
}

func (c *initCursor) done() bool { return c.list == nil }

func (c *initCursor) next() {
	c.list = c.list.InitializerList
	c.x, c.designated = nil, false
}

// value analyses the current item, an expression, once.
func (c *initCursor) value(a *analyzer) tree.Expr {
	if c.x == nil {
		c.x = a.expr(c.list.Initializer.AssignmentExpression)
	}
	return c.x
}

// autoInit reads the initialiser of an automatic object and completes its type.
func (a *analyzer) autoInit(o *tree.Object, n *cc.Initializer) {
	b := &initBuilder{a: a}
	o.Type = b.object(o.Type, n)
	o.Init = &tree.Init{Items: b.items}
}

// staticInit reads the initialiser of an object with static storage.
func (a *analyzer) staticInit(o *tree.Object, n *cc.Initializer) {
	saved := a.constant
	a.constant = true
	defer func() { a.constant = saved }()
	b := &initBuilder{a: a, static: true}
	o.Type = b.object(o.Type, n)
	o.Init = &tree.Init{Items: b.items}
}

// emptyInit reports whether an initialiser is {}.
func emptyInit(n *cc.Initializer) bool {
	return n.Case == cc.InitializerInitList && n.InitializerList == nil
}

// object initialises a whole object and returns its type, complete now.
func (b *initBuilder) object(t *ctype.Type, n *cc.Initializer) *ctype.Type {
	if n.Case == cc.InitializerInitList {
		return b.braced(t, 0, n)
	}
	x := b.a.expr(n.AssignmentExpression)
	if t.IsArray() {
		return b.arrayFrom(t, x)
	}
	b.put(t, 0, nil, x)
	return t
}

// arrayFrom initialises an array with a string, or with another array's
// compound literal (GNU).
func (b *initBuilder) arrayFrom(t *ctype.Type, x tree.Expr) *ctype.Type {
	if lit, ok := x.(*tree.StringLit); ok && b.takesString(t, lit) {
		return b.str(t, 0, lit)
	}
	if o := literalObject(x); o != nil && o.Init != nil && ctype.Compatible(t.Elem().Unqualified(), o.Type.Elem().Unqualified()) {
		b.splice(0, o)
		if t.ArrayForm() == ctype.Incomplete {
			return ctype.ArrayOf(t.Elem(), o.Type.Len())
		}
		return t
	}
	b.a.fail(x.Pos(), "initializer", "invalid initializer for an array")
	return nil
}

// literalObject returns the object of a compound literal of array or record type.
func literalObject(x tree.Expr) *tree.Object {
	switch x := x.(type) {
	case *tree.CompoundLit:
		return x.Object
	case *tree.Ref:
		if x.Object.Name == "" && x.Object.Static {
			return x.Object
		}
	}
	return nil
}

// splice copies the initialiser of a compound literal to offset off.
func (b *initBuilder) splice(off int64, o *tree.Object) {
	for _, it := range o.Init.Items {
		it.Offset += off
		if b.static {
			it.Value = b.a.staticValue(it.Value)
		}
		b.add(it)
	}
}

// braced initialises a sub-object of type t at off from a braced list and
// returns its type, complete now.
func (b *initBuilder) braced(t *ctype.Type, off int64, n *cc.Initializer) *ctype.Type {
	c := &initCursor{list: n.InitializerList}
	pos := b.a.pos(n.Token)
	if hasOneValue(t) {
		if c.done() {
			b.put(t, off, nil, b.zero(t, pos))
			return t
		}
		b.scalarInBraces(t, off, nil, c)
		return t
	}
	if !t.IsAggregate() {
		b.a.fail(pos, "initializer", "invalid initializer for type %q", t.String())
	}
	if t.IsArray() && !c.done() && c.list.Designation == nil && c.list.Initializer.Case == cc.InitializerExpr && isCharacterArray(t) {
		if lit, ok := c.value(b.a).(*tree.StringLit); ok && b.takesString(t, lit) {
			c.next()
			b.checkExcess(c)
			return b.str(t, off, lit)
		}
	}
	b.a.requireElements(t, pos)
	n64 := b.fill(t, off, c, 0, true)
	b.checkExcess(c)
	if t.IsArray() && t.ArrayForm() == ctype.Incomplete {
		return ctype.ArrayOf(t.Elem(), n64)
	}
	return t
}

// requireElements reports a record or element type that is not complete.
func (a *analyzer) requireElements(t *ctype.Type, pos ir.Pos) {
	for t.IsArray() {
		t = t.Elem()
	}
	a.requireComplete(t, pos)
}

func (b *initBuilder) checkExcess(c *initCursor) {
	if c.done() || b.excess {
		return
	}
	b.excess = true
	b.a.warn(b.a.nodePos(c.list.Initializer), "initializer", "excess elements in initializer are dropped")
}

// bracedScalar initialises a scalar by a list in braces. An empty list gives it zero.
func (b *initBuilder) bracedScalar(t *ctype.Type, off int64, bf *tree.BitField, n *cc.Initializer) {
	inner := &initCursor{list: n.InitializerList}
	if inner.done() {
		b.put(t, off, bf, b.zero(t, b.a.pos(n.Token)))
	} else {
		b.scalarInBraces(t, off, bf, inner)
	}
}

// scalarInBraces takes the value of {v} or {{v}}.
func (b *initBuilder) scalarInBraces(t *ctype.Type, off int64, bf *tree.BitField, c *initCursor) {
	if c.list.Designation != nil {
		b.a.fail(b.a.nodePos(c.list.Designation), "initializer", "designator in initializer for a scalar")
	}
	if n := c.list.Initializer; n.Case == cc.InitializerInitList {
		b.bracedScalar(t, off, bf, n)
	} else {
		b.put(t, off, bf, c.value(b.a))
	}
	c.next()
	b.checkExcess(c)
}

// hasOneValue reports whether an object of type t takes one value of an initialiser: a scalar or a complex number.
func hasOneValue(t *ctype.Type) bool { return t.IsScalar() || t.IsComplex() }

func (b *initBuilder) zero(t *ctype.Type, pos ir.Pos) tree.Expr {
	if t.IsComplex() {
		t = t.Elem()
	}
	return b.a.constNode(ctype.Const{Type: t.Unqualified()}, pos)
}

// fill initialises the parts of an aggregate from index on, as long as the list
// has values. In a list of its own (braces) designators choose the part; in an
// elided one they end it. It returns the number of array elements reached.
func (b *initBuilder) fill(t *ctype.Type, off int64, c *initCursor, index int64, braces bool) int64 {
	reached := index
	for !c.done() {
		if d := c.list.Designation; d != nil && !c.designated {
			if !braces {
				return reached
			}
			b.designated, c.designated = true, true
			index = b.designate(t, off, c, d.DesignatorList)
			reached = max(reached, index)
			continue
		}
		if !b.part(t, off, index, c) {
			return reached
		}
		index++
		reached = max(reached, index)
	}
	return reached
}

// part initialises the index-th part of an aggregate; false if there is none.
func (b *initBuilder) part(t *ctype.Type, off, index int64, c *initCursor) bool {
	if t.IsArray() {
		if t.ArrayForm() == ctype.Fixed && index >= t.Len() {
			return false
		}
		elem := t.Elem()
		b.element(elem, off+index*elem.Size(b.a.model), nil, c)
		return true
	}
	fields := t.Record().Fields()
	i, ok := memberAt(t.Record(), index)
	if !ok {
		return false
	}
	f := &fields[i]
	if t.Kind() == ctype.Union {
		b.activate(t, off, i)
	}
	if f.BitField {
		b.element(f.Type, off, placement(f.Place), c)
		return true
	}
	b.element(f.Type, off+f.Offset, nil, c)
	return true
}

// memberAt returns the field that initialisers without designator fill in the
// index-th place: unnamed bit-fields are skipped, a union has one place.
func memberAt(r *ctype.Record, index int64) (int, bool) {
	if r.Union && index > 0 {
		return 0, false
	}
	for i := range r.Fields() {
		f := &r.Fields()[i]
		if f.Name == "" && (f.BitField || !f.Type.IsRecord()) {
			continue
		}
		if index == 0 {
			return i, true
		}
		index--
	}
	return 0, false
}

// placeOf is the inverse of memberAt. The list continues after this place, at the result plus one.
func placeOf(r *ctype.Record, field int) int64 {
	place := int64(0)
	for i := range field {
		f := &r.Fields()[i]
		if f.Name == "" && (f.BitField || !f.Type.IsRecord()) {
			continue
		}
		place++
	}
	if r.Union {
		return 0
	}
	return place
}

// element initialises one part from the current item: a braced list, a value,
// or, for an aggregate without braces, as many items as it has parts.
func (b *initBuilder) element(t *ctype.Type, off int64, bf *tree.BitField, c *initCursor) {
	n := c.list.Initializer
	if n.Case == cc.InitializerInitList {
		b.forget(t, off)
		if hasOneValue(t) {
			b.bracedScalar(t, off, bf, n)
		} else {
			b.braced(t, off, n)
		}
		c.next()
		return
	}
	if hasOneValue(t) {
		x := c.value(b.a)
		c.next()
		b.put(t, off, bf, x)
		return
	}
	x := c.value(b.a)
	if t.IsArray() {
		if lit, ok := x.(*tree.StringLit); ok && b.takesString(t, lit) {
			c.next()
			b.forget(t, off)
			b.str(t, off, lit)
			return
		}
		if o := literalObject(x); o != nil && o.Type.IsArray() && o.Init != nil && ctype.Compatible(t.Unqualified(), o.Type.Unqualified()) {
			c.next()
			b.forget(t, off)
			b.splice(off, o)
			return
		}
	}
	if t.IsRecord() && x.Type().IsRecord() && x.Type().Record() == t.Record() {
		c.next()
		b.forget(t, off)
		b.put(t, off, nil, x)
		return
	}
	if !t.IsAggregate() {
		b.a.fail(x.Pos(), "initializer", "invalid initializer for type %q", t.String())
	}
	b.a.requireElements(t, x.Pos())
	before := c.list
	b.fill(t, off, c, 0, false)
	if c.list == before && hasParts(t) {
		b.a.fail(x.Pos(), "initializer", "invalid initializer")
	}
}

// hasParts reports whether an aggregate has anything to initialise.
func hasParts(t *ctype.Type) bool {
	if t.IsArray() {
		return t.ArrayForm() != ctype.Fixed || t.Len() > 0
	}
	_, ok := memberAt(t.Record(), 0)
	return ok
}

// forget drops earlier pieces of a sub-object that is initialised anew as a whole.
func (b *initBuilder) forget(t *ctype.Type, off int64) {
	if !b.designated || off >= b.end || !t.IsAggregate() || !t.IsComplete() {
		return
	}
	end := off + t.Size(b.a.model)
	var kept []tree.InitItem
	for _, it := range b.items {
		kept = appendOutside(kept, it, off, end)
	}
	b.items = kept
}

// appendOutside appends the repetitions of an item that do not start in off..end.
func appendOutside(items []tree.InitItem, it tree.InitItem, off, end int64) []tree.InitItem {
	if it.Repeat <= 1 {
		if it.Offset < off || it.Offset >= end {
			items = append(items, it)
		}
		return items
	}
	// The repetitions before and after the region remain.
	first, last := int64(0), it.Repeat
	for first < last && it.Offset+first*it.Stride < off {
		first++
	}
	stop := first
	for stop < last && it.Offset+stop*it.Stride < end {
		stop++
	}
	if first > 0 {
		head := it
		head.Repeat = first
		items = append(items, head)
	}
	if stop < last {
		tail := it
		tail.Offset += stop * it.Stride
		tail.Repeat = last - stop
		items = append(items, tail)
	}
	return items
}

// put adds one value. In a static initialiser it must be constant.
func (b *initBuilder) put(t *ctype.Type, off int64, bf *tree.BitField, x tree.Expr) {
	if b.static && t.IsRecord() {
		if o := literalObject(x); o != nil && o.Init != nil && o.Type.Record() == t.Record() {
			b.splice(off, o)
			return
		}
	}
	b.a.requireComplete(t, x.Pos())
	v := b.a.assignConvert(b.a.load(x), t, "initialization")
	if l, ok := v.(*tree.Load); ok && t.IsRecord() {
		if lit, ok := l.X.(*tree.CompoundLit); ok && lit.Object.Init != nil && (b.static || lit.Temporary) {
			b.splice(off, lit.Object)
			return
		}
	}
	if b.static {
		v = b.a.staticValue(v)
	}
	bf = shifted(bf, off)
	if bf != nil {
		off = bf.UnitOffset + int64(bf.BitOffset/8) // forget goes by the place of the bits
	}
	b.add(tree.InitItem{Offset: off, Type: t, BitField: bf, Value: v})
}

func (b *initBuilder) add(it tree.InitItem) {
	b.items = append(b.items, it)
	end := it.Offset + it.Type.Size(b.a.model)
	if it.BitField != nil {
		end = it.BitField.UnitOffset + it.BitField.UnitBytes
	}
	if it.Repeat > 1 {
		end += (it.Repeat - 1) * it.Stride
	}
	b.end = max(b.end, end)
}

// shifted returns a bit-field's place relative to the object instead of the record.
func shifted(bf *tree.BitField, off int64) *tree.BitField {
	if bf == nil || off == 0 {
		return bf
	}
	c := *bf
	c.UnitOffset += off
	return &c
}
