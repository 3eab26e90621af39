// Package svcomp owns the witness formats of the competition on software verification
// (SV-COMP): verification witnesses as data, read and written as YAML (format versions 2.0
// to 2.2) and as GraphML 1.0. It knows neither programs nor executions.
//
// The public package reads and writes witnesses with it. Packages explain/waypoint and
// drive/check/validate use its types.
//
//	witness.go     Witness: the data, for all formats
//	yaml.go        reads YAML, with places in errors; yamlwrite.go writes it
//	graphml.go     writes GraphML; graphmlread.go reads it
//	rules.go       the rules for witnesses beyond the syntax; the readers check them, the writers do not
//	property.go    the specifications of SV-COMP and Heddle's properties
//
// # Words
//
// A verification witness (here: Witness) is a file for other verifiers. It is unrelated to the
// stories of traces for people (package narrate). A violation witness has segments. Each has a
// waypoint to be followed, and waypoints to be avoided before it. The last followed waypoint is the
// target. A correctness witness has invariants, which may mention ghost variables.
//
// # Sources
//
// Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: Software Verification Witnesses 2.0,
// SPIN 2024; the extensions 2.1 (ghosts) and 2.2 (threads, pairs of targets) as the tools of
// SV-COMP read and write them. Places where these disagree are noted at the code that decides.
package svcomp
