/*
 * team.h - teams of OpenMP (API 5.2) as the models see them. Package openmp rewrites directives to calls of the functions __heddle_omp_... in
 * team.c (regions), worksharing.c (loops, single) and task.c; omp.c has locks and the functions of <omp.h>.
 *
 * A team has as many threads as its directive or omp_set_num_threads asks for. Else the number is chosen, once in an execution: 1 to 64.
 * Teams are made new, and all but their first threads end with the region.
 *
 * Order: what happens before a team is made happens before its threads, and these before what follows the region; every arrival at a barrier,
 * and every task that the barrier waits for, happens before the departures; a task's creation happens before the task, and this before the
 * end of a taskwait, of a taskgroup and of tasks that depend on it; an ordered region happens before the next ones of its loop. Handing out
 * iterations, sections and single constructs orders nothing.
 *
 * All threads of a team must come to the same constructs and barriers in the same order (chapter 11). A thread that comes to another
 * construct than the first one did waits for ever.
 *
 * A task is a thread of its own, so that it can run beside every other part of the team: any thread of the team may execute it. In a team of
 * one thread, and where it is not deferred, its creator executes it at once.
 */
#ifndef HEDDLE_TEAM_H
#define HEDDLE_TEAM_H

#include "thread.h"

/* The locks of a league's teams are at the bytes of one. */
enum { HEDDLE_OMP_THREADS = 64, HEDDLE_OMP_LEAGUE = 32 };

/* One instance of a worksharing construct, as all threads of a team see it. */
struct __heddle_omp_work {
	struct __heddle_omp_work *next;
	const char *site;          /* the construct */
	unsigned long long left;   /* the barriers that a thread has left when it comes here */
	unsigned long long at;     /* iterations or chunks that are handed out */
	unsigned long long start;  /* the first of them */
	unsigned long long turn;   /* the iteration whose ordered region may run: all earlier ones have none any more */
	unsigned long long passed; /* by bit, from turn: iterations that have none any more */
	int begun;
	int taken; /* a thread executes the single construct */
	void **copies;
	unsigned long long *sources; /* by bit: the iterations that have passed a source */
};

struct __heddle_omp_team {
	unsigned threads;
	unsigned arrived; /* at the current barrier */
	unsigned round;   /* barriers that are over */
	unsigned tasks;   /* explicit tasks that have not ended */
	unsigned level, active;
	int league;       /* the teams of a league; 0: it is no league */
	unsigned contention; /* the contention group, from 1, in a league of several teams; else 0 */
	struct __heddle_omp_work *works;
};

struct __heddle_omp_group {
	struct __heddle_omp_group *outer;
	unsigned long long tasks;
};

/* A dependence of a task, in the list of its parent. */
struct __heddle_omp_dependence {
	struct __heddle_omp_dependence *next;
	struct __heddle_omp_task *task;
	const void *place;
	int kind;                              /* 1 reads, 2 writes, 3 writes in any order with others of kind 3, one at a time */
	struct __heddle_omp_exclusion *others; /* of kind 3 at the same place */
};

/* A place that one of several tasks may write at a time (mutexinoutset). */
struct __heddle_omp_exclusion {
	int taken;
};

/* The places of a task that excludes others. */
struct __heddle_omp_excluded {
	struct __heddle_omp_excluded *next;
	struct __heddle_omp_exclusion *others;
};

/* A task that another one waits for. */
struct __heddle_omp_wait {
	struct __heddle_omp_wait *next;
	struct __heddle_omp_task *task;
};

/* A task: implicit ones are the threads of a team. */
struct __heddle_omp_task {
	struct __heddle_omp_team *team;
	struct __heddle_omp_task *outer; /* that goes on behind it in the same thread */
	struct __heddle_omp_work *work;  /* the worksharing construct that it met last */
	struct __heddle_omp_loop *loop;
	struct __heddle_omp_wait *children, *before;
	struct __heddle_omp_dependence *dependences, *pending;
	struct __heddle_omp_excluded *excluded;
	struct __heddle_omp_group *group;
	unsigned long long left; /* barriers that the thread has left */
	unsigned number;
	int final;
	int deferred; /* a thread of its own executes it */
	int ended;
};

/* A thread's part of a loop; the program has its memory. */
struct __heddle_omp_loop {
	unsigned long long k, at, end, n, chunk, turn, start; /* turn: the chunk goes on */
	struct __heddle_omp_work *work;
	unsigned long long rounds; /* of a static schedule; else the pieces that the thread has seen handed out */
	unsigned char kind, ordered;
};

/* The kinds of schedules, and a bit for the clause ordered. */
enum { HEDDLE_OMP_ANY = 0, HEDDLE_OMP_STATIC = 1, HEDDLE_OMP_DYNAMIC = 2, HEDDLE_OMP_ORDERED = 4 };

/* The running task; null outside of all regions. */
extern _Thread_local struct __heddle_omp_task *__heddle_omp_me;

extern int __heddle_omp_default, __heddle_omp_levels;

struct __heddle_omp_task *__heddle_omp_new(struct __heddle_omp_team *team, unsigned number);
struct __heddle_omp_task *__heddle_omp_self(void);
int __heddle_omp_threads(void);
int __heddle_omp_create(struct __heddle_thread **id, void *(*start)(void *), void *arg);
void __heddle_omp_advance(struct __heddle_omp_team *team);
void __heddle_omp_barrier(void);

#endif
