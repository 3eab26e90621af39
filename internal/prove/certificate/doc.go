// Package certificate owns the text form of proofs: a file with the proofs that properties of a program
// hold. Write writes it and Read reads it. docs/use/certificate.md describes it for users. The package
// checks no proof: package engine/stored does. Package drive/result writes certificates, and the public
// package reads them for heddle certify.
//
// A certificate is bound to its program by a digest of the IR (Digest). Places, functions, variables
// and registers have their names in C, followed by a number that distinguishes equal names. When a
// proof is read its names are compared with names computed from the program, so that none can be wrong.
//
// Reading takes two steps. Read needs no program: it parses the header and finds the beginning and end
// of each proof. A proof is parsed when the program is available (Section.Values), or its circuit
// (Section.Circuit). Errors are *SyntaxError, with a place in the text.
package certificate
