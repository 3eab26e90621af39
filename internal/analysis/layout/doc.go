// Package layout owns the question where what a program does may depend on where in
// memory its objects lie. Engines lay them out in one way (ir.Space), in which no address
// comes back; C leaves both open. What holds in that layout holds in all of them if
// there is no such place; else a proof is one within a bound (semantics 9).
//
// # What does not depend
//
//   - Two objects that are alive at once have different addresses, and no object is at
//     null or at a number that is small or nearly the largest one, which programs use
//     as marks.
//   - Within one object, differences and order are C's.
//   - The low bits of an address are known as far as C aligns the object (C11 6.2.8),
//     and may be used as tags.
//   - A number that is moved, copied, printed or made into a pointer again.
//
// # What does
//
//   - The order and the distance of different objects, and all other arithmetic on the
//     number of an address, comparisons with other numbers, too: the bound `addresses`.
//   - Whether the end of one object is where another begins (C11 6.5.9): `addresses`.
//   - Whether a pointer to freed memory, or to a variable whose scope has ended, equals
//     one to an object that was made later: the bound `address-reuse`. Frames of
//     different threads are apart, as if a stack were not used again.
//
// # How
//
// Package pointsto says which objects numbers and pointers may be addresses of. The
// first instruction that looks at the number is the place; what follows from its result
// is not. Where pointsto knows nothing, an instruction that might be one is one.
//
// Engines that execute (interp, unwind) see for themselves which objects two pointers
// point to when they compare them, and leave the marks where these are apart. For them
// only the other places count.
//
// Cost: that of pointsto, and one pass over its nodes.
package layout
