// Package layout finds instructions whose effect may depend on the addresses of objects. Engines use
// one layout of memory (ir.Space), in which no address is reused; C permits others. A result for that
// layout holds for all layouts if there are no such instructions. Otherwise a proof is limited by a
// bound (semantics 9).
//
// Package drive/check calls Find after an engine found no violation. A dependence turns safe into
// bounded, with its Bound as a mark. Find may report too many instructions, and must miss none. It
// changes no program.
//
// # Independent of the layout
//
//   - Two objects that are alive at once have different addresses. No object is at null, or at a number
//     that is small or nearly the largest one, since programs use these as marks.
//   - Within one object, differences and order are C's.
//   - The low bits of an address are known as far as C aligns the object (C11 6.2.8), and may be used as
//     tags.
//   - A number that is moved, copied, printed or converted to a pointer again.
//
// # Dependent on the layout
//
//   - The order and the distance of different objects, and all other arithmetic on the number of an
//     address, including comparisons with other numbers: the bound `addresses`.
//   - Whether the end of one object is the beginning of another (C11 6.5.9): `addresses`.
//   - Whether a pointer to freed memory, or to a variable whose scope has ended, equals a pointer to a
//     newer object: the bound `address-reuse`. Frames of different threads are distinct, as if stacks
//     were not reused.
//
// # Method
//
// Package pointsto returns the objects whose addresses numbers and pointers may be. The place is the
// first instruction that uses the number; instructions that use its result are not places. If pointsto
// knows nothing, every instruction that could be a place is one.
//
// Engines that execute (interp, unwind) detect themselves which objects two pointers point to when they
// compare them, and add marks only if these differ. For them only the other places count. An interpreter also
// adds marks where a library model reads single bytes of a pointer: strcmp of a name in a structure with pointers
// reads none in fact, which package pointsto cannot know.
//
// Cost: that of pointsto, and one pass over its nodes.
package layout
