/*
 * waypoint.c - how far an execution has followed the waypoints of a violation
 * witness. Calls are put into programs (package front/probe), each in an atomic
 * section; no program makes them.
 */
#include "intrinsics.h"
#include "thread.h"

/* How many segments of the witness were passed. */
static int __heddle_waypoints;

/* The number for the thread that the running thread creates next; 0: none. */
static _Thread_local int __heddle_next_number;

/* The targets that the running thread has come to, by bit. */
static _Thread_local int __heddle_targets;

/* Whether a segment is the one to be passed next, and may be by the running thread. */
int __heddle_waypoint_at(int segment, int thread)
{
	return __heddle_waypoints == segment && (thread < 0 || __heddle_me->number == thread);
}

/* Goes on behind a segment if its waypoint holds, else waits: another may change that. */
void __heddle_waypoint_follow(int segment, int holds)
{
	__heddle_assume(holds);
	__heddle_waypoints = segment + 1;
}

/* Waits as long as a waypoint holds that is to be avoided. */
void __heddle_waypoint_avoid(int holds)
{
	__heddle_assume(!holds);
}

/* Goes on behind a segment, and numbers the thread that is created next. */
void __heddle_waypoint_create(int segment, int number)
{
	__heddle_waypoints = segment + 1;
	__heddle_next_number = number;
}

/* Notes that a target was come to. */
void __heddle_waypoint_target(int bit)
{
	__heddle_targets |= bit;
}

/* A waypoint that is only looked at. */
void __heddle_waypoint_visit(int site, long long value)
{
	(void)site;
	(void)value;
}

/* The target of the hook: numbers a thread that is about to start. */
void __heddle_number(struct __heddle_thread *t)
{
	t->number = __heddle_next_number ? __heddle_next_number : -1;
	__heddle_next_number = 0;
}

/* Asserts an invariant of a correctness witness. */
void __heddle_waypoint_invariant(int holds)
{
	__heddle_assert(holds, "an invariant of the witness", HEDDLE_PROPERTY_REACH);
}
