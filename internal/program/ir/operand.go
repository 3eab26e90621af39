package ir

// TypeOf returns the type of an operand of f, or NoType if it names nothing.
func (f *Func) TypeOf(o Operand) Type {
	if o.IsConst() {
		if o.Const() < len(f.Consts) {
			return f.Consts[o.Const()].Type
		}
		return NoType
	}
	if r := o.Reg(); r > 0 && int(r) < len(f.Regs) {
		return f.Regs[r].Type
	}
	return NoType
}

// Normal returns c with the bits beyond its type's width cleared.
func (c Const) Normal(m DataModel) Const {
	switch n := c.Type.Bits(m); {
	case n < 64:
		c.Lo &= 1<<n - 1
		c.Hi = 0
	case n == 64:
		c.Hi = 0
	case n < 128:
		c.Hi &= 1<<(n-64) - 1
	}
	return c
}

// Canonicalise renumbers f's constants in the order in which its code mentions
// them, drops the unmentioned and merges equal ones, so that equal code is
// equal data. It shares nothing with the old Consts.
func (f *Func) Canonicalise() {
	old := f.Consts
	f.Consts = nil
	if len(old) == 0 {
		return
	}
	renumbered := make([]int32, len(old))
	first := make(map[Const]int32, len(old))
	for o := range f.Operands() {
		if !o.IsConst() {
			continue
		}
		i := o.Const()
		if renumbered[i] == 0 {
			n, ok := first[old[i]]
			if !ok {
				f.Consts = append(f.Consts, old[i])
				n = int32(len(f.Consts))
				first[old[i]] = n
			}
			renumbered[i] = n
		}
		*o = ConstOperand(int(renumbered[i]) - 1)
	}
}

// String returns the opcode's name in the text form.
func (op Op) String() string {
	if op < numOps && opTable[op].name != "" {
		return opTable[op].name
	}
	return "invalid"
}
