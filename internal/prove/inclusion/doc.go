// Package inclusion shows that nothing was lost between a program and a model of it: a
// random execution of the program, done by the interpreter, must be one that the model
// has, or come to a place where the model says that a bound cuts it off. It judges
// single executions; that a model has nothing else is the replay's business.
//
// # Event graphs
//
// An execution decides the values of a graph's variables (solve.go): inputs and reads
// are what they were, a thread that goes on goes on, and what facts define follows. So
// the graph is evaluated, not solved (follow.go). Each visible operation must be the
// next node of its thread whose guard holds and be completed there, at the same line,
// after what edges demand; each event must read and write what the execution did, at
// the same place of the same object, and nothing of the execution's writes may be
// missing (bytes.go). The graph's memory is made of the graph's own writes, so that a
// lost one shows where it is read at the latest. Choices are made in the same order.
//
// With a trail (unwind.Options.Trail) the paths of the threads between visible
// operations are compared as well, block by block with the values of registers, and the
// end of the process (finish.go): this is where a path that is lost shows first.
//
// Which executions order gives a graph is not looked at here; its own tests hold
// prefixes of executions against the formula (engine/order).
//
// # Transition systems
//
// The system of package efsm is executed beside the execution (system.go): each
// instruction at which a visible state of the thread's system is must be what that state
// does next, be possible there with the execution's choices, write what the execution
// writes, and lead to the violation that it leads to. What the system does between, it
// does at once.
//
// # Inlined programs
//
// The inlined program of package sequential gets a start function that calls the steps that it is
// told to (inlined.go), and the interpreter runs that: the next step is the one whose
// operation the execution does next. Each operation must be one of a step at which its
// thread stands. What methods make of the steps, and which schedules they have, is not
// looked at; in internal/drive/check, what executions come to is asserted not to happen, and
// every engine has to find it (TestOutcomes).
//
// # Executions
//
// Random makes one: a seed decides schedule and inputs. Iterations of loops in which a
// thread waits in vain are taken out of it, since no engine has them (package loops).
package inclusion
