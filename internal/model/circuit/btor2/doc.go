// Package btor2 writes circuits in the BTOR2 format, bit by bit: every sort is a bit-vector of width 1.
// It only writes; circuit/aiger reads witnesses.
//
// Package drive/check calls Write for heddle export --btor2.
//
// Niemetz, Preiner, Wolf, Biere, "Btor2, BtorMC and Boolector 3.0", CAV 2018.
package btor2
