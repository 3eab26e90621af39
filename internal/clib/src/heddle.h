/*
 * heddle.h - what the library models know about the machine below them.
 *
 * A model is C over the intrinsics __heddle_NAME (internal/cfront/tree/
 * intrinsic.go gives their prototypes, internal/ir/optable.go their meaning).
 * This header names the integer constants that the intrinsics take. They equal
 * the enumerations of packages ir and verdict; a test compares them.
 *
 * How a model is written (semantics 1, 10):
 *
 *   - one visible operation is one section, __heddle_atomic_begin() ...
 *     __heddle_atomic_end(); control never leaves a section in between;
 *   - inside a section nothing races and no other thread runs; what blocks
 *     (acquire, join, block_until) makes the thread wait before the section;
 *   - user memory that the caller hands over as data (strings, buffers, result
 *     pointers) is accessed outside sections: these accesses count;
 *   - what models share between threads is accessed inside sections only; a test
 *     of clibgen looks. A hook (package link) is a constant of the program;
 *   - objects whose names start with __heddle_ are a model's own. Others that stand
 *     here are the program's as well (environ, the result of localtime): accesses to
 *     them count wherever they are made;
 *   - happens-before comes from __heddle_send and __heddle_recv only.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

/* verdict.Property */
enum {
	HEDDLE_PROPERTY_ASSERT = 0,
	HEDDLE_PROPERTY_REACH = 1,
	HEDDLE_PROPERTY_MEMORY = 4,
	HEDDLE_PROPERTY_LOCK = 5,
};

/* ir.ChooseReason */
enum {
	HEDDLE_CHOOSE_NONDET = 0,
	HEDDLE_CHOOSE_WAKE = 1,
	HEDDLE_CHOOSE_TIMEOUT = 2,
	HEDDLE_CHOOSE_IO = 4,
	HEDDLE_CHOOSE_SPURIOUS = 6,
	HEDDLE_CHOOSE_ALLOC_FAIL = 7,
	HEDDLE_CHOOSE_SPAWN_FAIL = 8,
};

/* ir.LockMode */
enum {
	HEDDLE_EXCLUSIVE = 0,
	HEDDLE_SHARED = 1,
};

/* ir.LockHeldBySelf and its like: the bits of __heddle_lock_state. */
enum {
	HEDDLE_HELD_BY_SELF = 1,
	HEDDLE_HELD_BY_OTHER = 2,
	HEDDLE_SHARED_BY_SELF = 4,
	HEDDLE_SHARED_BY_OTHER = 8,
};

/* ir.BlockKind */
enum {
	HEDDLE_BLOCK_CONDITION = 0,
	HEDDLE_BLOCK_SEMAPHORE = 1,
	HEDDLE_BLOCK_BARRIER = 2,
	HEDDLE_BLOCK_WRITER = 3,
};

/* ir.AllocKind */
enum {
	HEDDLE_ALLOC_HEAP = 0,
	HEDDLE_ALLOC_MODEL = 2,
	HEDDLE_ALLOC_HEAP_ZERO = 3,
};


/* ir.MemOrder */
enum {
	HEDDLE_ORDER_SEQ_CST = 6,
};

/* ir.RoundMode */
enum {
	HEDDLE_ROUND_NEAREST_EVEN = 0,
	HEDDLE_ROUND_NEAREST_AWAY = 1,
	HEDDLE_ROUND_DOWN = 2,
	HEDDLE_ROUND_UP = 3,
	HEDDLE_ROUND_TO_ZERO = 4,
};

/* Whether something happens, for a reason above: 0 or 1. */
#define __heddle_flip(reason) __heddle_choose((_Bool)0, (reason))

/* A number between two bounds, inclusive, both at least 0. */
#define __heddle_pick(lo, hi) \
	__heddle_choose_range((lo), (hi), HEDDLE_CHOOSE_IO)

/* Sets errno and yields the usual -1. */
#define __heddle_error(code) (errno = (code), -1)

/*
 * The state of functions that need not be thread-safe (POSIX 2018, XSH 2.9.1): a
 * call of one writes it, as an access of the calling thread, so that calls which
 * nothing orders race. What the state is, models keep elsewhere, for values. The
 * name of the object is what a race is reported on: the state of NAME, or of NAME
 * and NAME.
 */
#define HEDDLE_STATE(name) static char __state_of_##name
#define HEDDLE_NOT_THREAD_SAFE(name) (__state_of_##name = 0)

#endif
