// Package lab is the door of measurements: corpora, published experiments, benchmarks and
// seeded faults. No verdict of heddle check depends on these packages.
//
//	bench       runs heddle check on programs with known verdicts, a process for each row
//	compare     repeats the published experiments; draws and prints their tables
//	satbench    compares SAT solvers side by side
//	stagebench  measures the stages of a check on generated families of programs
//	trial       checks real programs as a new user does
//	mutants     seeds faults in Heddle and reports which test finds each
//	hunt        judges generated programs with every engine and gcc, and keeps disagreements
//	ledger      tables in CSV files that survive a kill
package lab
