package ctype

import (
	"strconv"
	"sync"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// partsKey identifies a vector or complex type: equal types share a record.
type partsKey struct {
	kind, elem Kind
	n          int64
	model      ir.DataModel
}

var partsRecords sync.Map // from partsKey to *Record

// VectorOf returns GNU's vector type of n elements of a basic arithmetic type.
func VectorOf(m ir.DataModel, elem *Type, n int64) *Type {
	elem = Basic(elem.arith())
	return partsType(partsKey{Vector, elem.kind, n, m}, n*elem.Size(m), strconv.FormatInt)
}

// ComplexOf returns the complex type with two parts of a basic arithmetic type.
func ComplexOf(m ir.DataModel, part *Type) *Type {
	part = Basic(part.arith())
	align, _ := part.fullAlign(m)
	return partsType(partsKey{Complex, part.kind, 2, m}, align, func(i int64, _ int) string {
		return [...]string{"real", "imag"}[i]
	})
}

// partsType returns the type for a key; name gives its parts names.
func partsType(k partsKey, align int64, name func(i int64, base int) string) *Type {
	elem := Basic(k.elem)
	r, ok := partsRecords.Load(k)
	if !ok {
		size := elem.Size(k.model)
		made := &Record{size: k.n * size, align: align, done: true}
		for i := range k.n {
			made.fields = append(made.fields, Field{Name: name(i, 10), Type: elem, Offset: i * size, BitOffset: i * size * 8, size: size})
		}
		r, _ = partsRecords.LoadOrStore(k, made)
	}
	return &Type{kind: k.kind, elem: elem, len: k.n, rec: r.(*Record)}
}
