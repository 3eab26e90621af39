// Package certificate owns the text form of proofs: a file that says why properties of a
// program hold, which Write writes and Read reads. docs/certificate.md describes it for people. It
// judges nothing: package engine/stored confirms what is read.
//
// A certificate is bound to its program by a digest of the IR (Digest). What names a place, a function, a
// variable or a register has the name of C behind which a number tells things of one name apart;
// names are computed anew from the program when a proof is read, so that none can lie.
//
// Reading takes two steps. Read needs no program: it knows the header and where proofs begin and
// end. A proof is read when the program is at hand (Section.Values), or its circuit (Section.Circuit). Errors
// are *SyntaxError, with a place in the text.
package certificate
