/*
 * intrinsics.h - the interface of the library models to the machine below them.
 *
 * A model is C over the intrinsics __heddle_NAME (internal/front/tree/
 * intrinsic.go gives their prototypes, internal/program/ir/optable.go their meaning).
 * This header names the integer constants that the intrinsics take. They equal
 * the enumerations of packages ir and verdict; a test compares them.
 *
 * How a model is written (semantics 1, 10):
 *
 *   - one visible operation is one section, __heddle_atomic_begin() ...
 *     __heddle_atomic_end(); control never leaves a section in between;
 *   - inside a section no access races and no other thread runs; a blocking operation
 *     (acquire, join, block_until) makes the thread wait before the section;
 *   - user memory that the caller hands over as data (strings, buffers, result
 *     pointers) is accessed outside sections: these accesses count;
 *   - memory that models share between threads is accessed inside sections only; a test
 *     of clibgen checks this. A hook (package link) is a constant of the program;
 *   - objects whose names start with __heddle_ are private to a model. Other objects of
 *     models belong to the program as well (environ, the result of localtime): all
 *     accesses to them count;
 *   - __heddle_role gives the purpose of a function, for analyses that treat its calls as
 *     one operation (internal/program/ir/role.go);
 *   - happens-before comes from __heddle_send and __heddle_recv only.
 */
#ifndef HEDDLE_INTRINSICS_H
#define HEDDLE_INTRINSICS_H

/* As in <heddle.h>, which includes more. */
#ifdef __HEDDLE__
#define __heddle_role(verb, object) __attribute__((__heddle_role__(#verb, #object)))
#else
#define __heddle_role(verb, object)
#endif

/* verdict.Property */
enum {
	HEDDLE_PROPERTY_ASSERT = 0,
	HEDDLE_PROPERTY_REACH = 1,
	HEDDLE_PROPERTY_MEMORY = 4,
	HEDDLE_PROPERTY_LOCK = 5,
	HEDDLE_PROPERTY_RESOURCE = 10,
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
	HEDDLE_CHOOSE_SPURIOUS_AGAIN = 10,
	HEDDLE_CHOOSE_SIGNAL = 11,
	HEDDLE_CHOOSE_OUTPUT_FAIL = 12,
	HEDDLE_CHOOSE_IO_FAIL = 13,
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
	HEDDLE_BLOCK_INPUT = 4,
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
 * call of such a function writes it, as an access of the calling thread, so that
 * unordered calls race. The contents of the state are kept elsewhere by the models.
 * The name of the object appears in reports of races: the state of NAME, or of NAME
 * and NAME.
 */
#define HEDDLE_STATE(name) static char __state_of_##name
#define HEDDLE_NOT_THREAD_SAFE(name) (__state_of_##name = 0)

#ifndef __HEDDLE__
/* The prototypes, good enough for gcc to check the models' syntax. */
#define __heddle_choose(like, reason) (*(volatile __typeof__((like) + 0) *)(0 * (reason)))
unsigned long long __heddle_choose_range(unsigned long long lo, unsigned long long hi, int reason);
int __heddle_choose_bit(unsigned long long mask, int reason);
void __heddle_assert(int condition, const char *text, int property);
void __heddle_assume(int condition);
void __heddle_unsupported(const char *construct);
void __heddle_limit(const char *bound);
void __heddle_output(int fd, const char *format, ...);
void __heddle_output_list(int fd, const char *format, __builtin_va_list list);
_Noreturn void __heddle_halt(int status);
void *__heddle_alloc(__SIZE_TYPE__ size, __SIZE_TYPE__ align, int kind);
void __heddle_free(void *p);
__SIZE_TYPE__ __heddle_object_size(const void *p);
__SIZE_TYPE__ __heddle_apart(const void *p, const void *q);
void __heddle_spawn(void (*run)(void *), void *handle);
void __heddle_join(void *handle);
int __heddle_self(void);
_Noreturn void __heddle_thread_exit(void);
void __heddle_acquire(void *lock, int mode);
void __heddle_release(void *lock);
int __heddle_lock_state(void *lock);
void __heddle_block_until(int condition, int kind);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void __heddle_send(void *object, long long channel);
void __heddle_recv(void *object, long long channel);
int __heddle_fork(void);
void __heddle_share(void *object);
#define __heddle_atomic_load(p, order) __atomic_load_n((p), (order) - 1)
#define __heddle_atomic_cmpswap(p, expected, desired, order) __sync_val_compare_and_swap((p), (expected), (desired))
#define __heddle_fsqrt(x) (x)
#define __heddle_fabs(x) (x)
#define __heddle_fround(x, mode) ((x) + 0 * (mode))
#define __heddle_frem(x, y) ((x) + (y))
#define __heddle_fma(x, y, z) ((x) * (y) + (z))
#endif

#endif
