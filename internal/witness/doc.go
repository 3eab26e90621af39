// Package witness tells the story of a trace: it replays it on a machine of
// interp and records, in the program's own words, what every thread did: source
// lines, C names of objects, values by their C types, which write a read saw, and
// which locks were held. The story is data of package report, which renders it.
// It judges nothing and changes no trace.
//
// # Names
//
// An object with a declaration is called as C calls the part of it that is
// meant: balance, queue.items[3]. A variable of a thread's stack carries the
// thread, main:x. An allocated object is called by the type of the pointer that
// malloc's result goes to, and numbered, message#1.length; the story's Objects say
// where each comes from.
//
// # Library calls
//
// What a library model does for itself is told as the one thing that the call
// means: locks m, waits for c, posts s.
package witness
