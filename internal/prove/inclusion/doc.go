// Package inclusion checks that no execution was lost between a program and a model of it. A random
// execution of the program, done by the interpreter, must be one of the model, or reach a place where a
// bound of the model cuts it off. The package judges single executions. Whether a model has too many
// executions is not checked here: the replay of violations does that.
//
// Engines return their model in this form (the method Model). Package drive/check compares executions with
// it under --paranoid, and so do the tests of the engines. Package engine/order compares a few executions
// with its graph before a safe or bounded verdict.
//
// A signal may arrive at places that are not known here, so engine/order compares none if signals are on.
//
// # Event graphs
//
// An execution decides the values of a graph's variables (solve.go): inputs and reads have the values of
// the execution, a thread that continues there continues, and variables that facts define follow. So the
// graph is evaluated, not solved (follow.go). Each visible operation must be the next node of its thread
// whose guard holds. It must be completed there, at the same line, after the sources of its edges. Each
// event must read and write the value of the execution, at the same place of the same object. No write of
// the execution may be missing (bytes.go). The graph's memory consists of the graph's own writes, so a lost
// write shows at the latest where it is read. Choices are made in the same order.
//
// With a trail (unwind.Options.Trail) the paths of the threads between visible operations are compared as
// well, block by block with the values of registers, and the end of the process (finish.go). A lost path
// shows here first.
//
// Which executions the order allows is not checked here; the tests of engine/order compare prefixes of
// executions with the formula.
//
// # Transition systems
//
// The system of package efsm is executed beside the execution (system.go). Each instruction of a thread
// that has a visible state in its system must be the next operation of that state. It must be possible
// there with the execution's choices, have the same writes, and lead to the same violation. Local states in
// between are executed at once.
//
// # Inlined programs
//
// The inlined program of package sequential gets a start function that calls given steps (inlined.go), and
// the interpreter runs it. The next step is determined: it contains the next operation of the execution.
// Each operation must be one of a step at which its thread stands. The results of the methods, and their
// schedules, are not checked here. In internal/drive/check, the final states of executions are asserted not
// to occur, and every engine has to find them (TestOutcomes).
//
// # Executions
//
// Random returns an execution: a seed decides schedule and inputs. Iterations of loops in which a thread
// waits in vain are removed, since no engine has them (package loops).
package inclusion
