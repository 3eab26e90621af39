package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Choose implements interp.Source: the choices of the system, in the thread's order. A
// choice that the system did not make did not matter to it. Nor did a value outside the
// range: the system's thread stopped there, or took the lowest.
func (d *driver) Choose(c interp.Choice) (wide.Word, error) {
	t := d.system[c.Thread]
	if t == 0 {
		t = d.creating // operations of a thread before its first visible one belong to its creation
	}
	list := d.answers[t]
	if n := d.asked[t]; n < len(list) && list[n].reason == c.Reason {
		d.asked[t]++
		v := list[n].value
		if c.Reason == ir.ChooseWake && c.Bits != 0 { // else whether the thread acts upon a cancellation
			v.Lo = d.woken(v.Lo, c.Bits)
		}
		if (!c.Range || c.Lo <= v.Lo && v.Lo <= c.Hi) && (c.Bits == 0 || v.Lo < 64 && c.Bits>>v.Lo&1 != 0) {
			return v, nil
		}
	}
	switch {
	case c.Range:
		return wide.Word{Lo: c.Lo}, nil
	case c.Bits != 0:
		low := uint64(0)
		for c.Bits>>low&1 == 0 {
			low++
		}
		return wide.Word{Lo: low}, nil
	}
	return wide.Word{}, nil
}

// woken returns the number of the thread that the system chose among the waiters. If the choice names none
// of them, it is the first one in the system's order.
func (d *driver) woken(choice, waiters uint64) uint64 {
	lowest := uint64(64)
	for t := len(d.threads) - 1; t > 0; t-- {
		if d.threads[t] == nil {
			continue
		}
		if n := uint64(Number(d.threads[t].Name())); n < 64 && waiters>>n&1 != 0 {
			if lowest = n; uint64(t) == choice+1 {
				return n
			}
		}
	}
	return lowest
}

// Number returns the number of a thread in the program, given its name. The system has another number.
func Number(name string) ir.ThreadNumber {
	n := ir.ThreadNumber(0)
	for _, part := range strings.Split(name, ".")[1:] {
		k, _ := strconv.ParseUint(part, 10, 64) // a thread name, which package trace checks
		n = n.Child(k)
	}
	return n
}

// Uninit implements interp.Source: the first values of the system's variables.
func (d *driver) Uninit(key interp.ObjectKey, offset uint64) (byte, error) {
	var held, again []efsm.VarID
	for v := 1; v < len(d.sys.Vars); v++ {
		h := d.sys.Vars[v].Home
		if h == nil || offset < h.Offset || offset >= h.Offset+uint64(h.Bytes) || h.Global != key.Global {
			continue
		}
		if h.Global == "" && (h.Site != key.Site || d.system[key.Thread] != h.Maker) {
			continue
		}
		switch {
		case d.sys.Vars[v].Class == efsm.Input:
			again = append(again, efsm.VarID(v))
		case h.Global != "" || h.Count == key.Count:
			held = append(held, efsm.VarID(v))
		}
	}
	if len(again) > 0 || len(held) > 1 {
		d.guessed = true
	}
	if len(again) > 0 {
		return d.again(again, key, offset), nil
	}
	if len(held) > 0 {
		if value := d.initial[held[0]]; !value.IsZero() && 8*int(d.sys.Vars[held[0]].Home.Bytes) == d.prog.Model.PtrBits() {
			d.guessed = true // perhaps an address
		}
		return d.byteOf(held[0], d.initial[held[0]], offset), nil
	}
	return 0, nil
}

// again returns a byte of an object that the system makes again and again: as likely as
// not, the system gave it a first value each time.
func (d *driver) again(inputs []efsm.VarID, key interp.ObjectKey, offset uint64) byte {
	n, last := uint32(0), byte(0)
	for _, f := range d.firsts {
		if slices.Contains(inputs, f.input) && n <= key.Count {
			n, last = n+1, d.byteOf(f.input, f.value, offset)
		}
	}
	return last
}

// byteOf returns a byte of an object, given the value of a variable that holds it.
func (d *driver) byteOf(v efsm.VarID, value term.Word, offset uint64) byte {
	return byte(value.Shr(uint(8 * (offset - d.sys.Vars[v].Home.Offset))).Lo)
}
