// Package tree owns the typed syntax tree of one C translation unit, the data
// between sema (which builds it from cc's syntax) and lower (which turns it
// into IR). Packages evalorder and harness read it as well. It computes nothing.
//
// The tree is C with everything implicit made explicit:
//
//   - every expression carries its type after the rules of C11 6.3: the usual
//     arithmetic conversions, promotions, array and function decay, and
//     conversions at assignment, initialisation, call and return are Convert
//     or Decay nodes;
//   - an lvalue that is read is wrapped in Load; Assign, AddrOf, Member and the
//     like take the bare lvalue;
//   - integer and floating constant expressions are folded to Const, addresses
//     in static initialisers to a symbol plus an offset;
//   - names are resolved to *Object, *Function, *Label; enumeration constants
//     are Const; sizeof, _Alignof, _Generic and typeof are gone (the size of a
//     variable-length array is an expression over hidden objects that hold its lengths);
//   - initialisers of aggregates are flat lists of (byte offset, value);
//   - sugar is gone: a->b is Member of Deref, a[i] is Deref of an Add of
//     pointers, i++ stays (IncDec), compound assignment stays (Assign with Op),
//     since their single evaluation of the lvalue matters;
//   - anything that Heddle refuses is an Unsupported expression or statement
//     with a position: it becomes ir.OpUnsupported, reported when reachable.
package tree
