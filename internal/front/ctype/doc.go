// Package ctype owns the C types of the front end: their kinds, their layout in memory, the
// conversions between them, and the computation of constants. It knows neither syntax nor the IR's
// instructions. Packages above it do not use cc's own types, because these lack _Atomic and differ
// from gcc in the layout of bit-fields and packed structures.
//
// Place in the pipeline: sema builds Types from declarations and puts them into the tree; lower
// computes sizes, offsets and kinds from them. link chooses the effects of undefined
// functions by their types. harness writes drivers that declare objects of the types.
//
// # Key types
//
//	Type       one C type, qualifiers included. Derived types point to others.
//	Record     what all spellings of one struct or union share; completed in place.
//	Enum       the same for an enumeration.
//	Signature  parameters of a function type.
//	Const      a typed constant; integers to 128 bits and floating values.
//
// # Invariants
//
//   - A Type never changes after it was made. Records and enumerations are
//     completed exactly once; all types that refer to them see it.
//   - Types are not interned: compare them with Identical or Compatible, never
//     with ==. The basic types (Basic) are the exception, they are shared.
//   - Sizes and offsets depend on the data model, which is passed in; a Record
//     is laid out once, under the model given to Complete.
//   - The layout is the one of gcc for x86-64 and i386 (System V ABI): System V
//     Application Binary Interface, AMD64 and Intel386 supplements, section 3.1,
//     with GNU's packed and aligned attributes. The tests compare with gcc.
//
// long double has gcc's size and alignment, but its values are binary64.
package ctype
