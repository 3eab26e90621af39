/*
 * access.c - accesses of memory. The compiler inserts a call before each access, with names that
 * gcc and clang share (-fsanitize=thread), and in place of each atomic operation. While a thread
 * has its turn, plain code is atomic.
 *
 * A data race is found at the second of the plan's two accesses. Both are to the same bytes, one is
 * a write, not both are atomic, and the first does not precede the second by vector clocks
 * (Mattern, Virtual Time and Global States of Distributed Systems, 1989). Fences order nothing
 * here, so accesses that only a fence orders count as unordered; the plan accounts for that.
 */
#include "access.h"
#include "failure.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sent {
	const void *address;
	struct sent *next;
	struct heddle_clock clock;
};

static struct sent *sent[1024];

static struct sent *sent_at(const void *address)
{
	struct sent **list = &sent[(uintptr_t)address / 4 % 1024], *s;

	for (s = *list; s; s = s->next)
		if (s->address == address)
			return s;
	s = calloc(1, sizeof *s);
	if (s == NULL)
		heddle_give_up("no memory");
	s->address = address;
	s->next = *list;
	return *list = s;
}

void heddle_join_clock(struct heddle_clock *to, const struct heddle_clock *from)
{
	int i;

	for (i = 0; i < HEDDLE_THREADS; i++)
		if (from->time[i] > to->time[i])
			to->time[i] = from->time[i];
}

void heddle_send(const void *address)
{
	struct heddle_thread *self = heddle_self();

	heddle_join_clock(&sent_at(address)->clock, &self->clock);
	self->clock.time[self->index]++;
}

void heddle_receive(const void *address) { heddle_join_clock(&heddle_self()->clock, &sent_at(address)->clock); }

void heddle_forget_sent(const void *address)
{
	memset(&sent_at(address)->clock, 0, sizeof(struct heddle_clock));
}

/* An access of a race, as it happened. */
struct seen {
	uintptr_t address;
	unsigned long long size;
	int writes, atomic;
	unsigned thread, time;
};

static struct seen *seen[2];
static size_t seen_count[2];

static int is_place(const struct heddle_access *want, const char *file, int line)
{
	return want->line == line && strcmp(want->file, file) == 0;
}

static void race(int k, const struct seen *s, struct heddle_place at)
{
	struct heddle_thread *self = heddle_self();
	size_t i;

	for (i = 0; i < seen_count[1 - k]; i++) {
		const struct seen *o = &seen[1 - k][i];

		if (o->thread != s->thread && o->address < s->address + s->size && s->address < o->address + o->size &&
		    (o->writes || s->writes) && !(o->atomic && s->atomic) && o->time > self->clock.time[o->thread])
			heddle_fail("race", at, "a data race");
	}
	seen[k] = realloc(seen[k], (seen_count[k] + 1) * sizeof *seen[k]);
	if (seen[k] == NULL)
		heddle_give_up("no memory");
	seen[k][seen_count[k]++] = *s;
}

/* Looks for a race between the access, which is anchored at a unless that is NULL, and earlier ones. */
static void check_race(const struct heddle_operation *op, const struct heddle_anchor *a, int atomic)
{
	struct heddle_thread *self = heddle_self();
	struct seen s = { op->address, op->size, op->kind != HEDDLE_READ, atomic, (unsigned)self->index, self->clock.time[self->index] };
	struct heddle_place at;
	int k;

	if (heddle_plan.race[0].line == 0)
		return;
	at = heddle_place_of(op->pc);
	for (k = 1; k >= 0; k--) {
		const struct heddle_access *want = &heddle_plan.race[k];

		if (strcmp(want->thread, self->name) == 0 &&
		    (is_place(want, at.file, at.line) || (a && is_place(want, a->file, a->line))))
			race(k, &s, at);
	}
}

static void arrive(const void *address, size_t size, enum heddle_kind kind, int atomic, const char *call, const void *pc, const char *frame)
{
	struct heddle_operation op = { .kind = kind, .call = call, .address = (uintptr_t)address, .size = size, .pc = pc };
	const struct heddle_anchor *a;

	if (heddle_self() == NULL)
		return;
	heddle_self()->frame = frame;
	a = heddle_arrive(&op);
	check_race(&op, a, atomic);
	heddle_check_access(op.address, op.size, pc);
	if (a && a->offset + a->size > heddle_plan.objects[a->object - 1].size &&
	    op.address + op.size > heddle_object_address(a->object) + heddle_plan.objects[a->object - 1].size)
		heddle_fail("memory", heddle_place_of(pc), "an access out of bounds");
}

void heddle_access_range(const void *p, size_t n, enum heddle_kind kind, const char *call, const void *pc)
{
	if (n > 0)
		arrive(p, n, kind, 0, call, pc, (const char *)__builtin_frame_address(0));
}

void heddle_written(const void *p, size_t n, const void *pc)
{
	struct heddle_operation op = { .kind = HEDDLE_WRITE, .call = "", .address = (uintptr_t)p, .size = n, .pc = pc };

	check_race(&op, NULL, 0);
}

/* What the compiler calls. */

#define FRAME ((const char *)__builtin_frame_address(0))
#define PLAIN(name, size, kind) \
	void name(void *p) { arrive(p, size, kind, 0, "", PC, FRAME); }
#define PLAINS(size)                                           \
	PLAIN(__tsan_read##size, size, HEDDLE_READ)            \
	PLAIN(__tsan_write##size, size, HEDDLE_WRITE)          \
	PLAIN(__tsan_unaligned_read##size, size, HEDDLE_READ)  \
	PLAIN(__tsan_unaligned_write##size, size, HEDDLE_WRITE) \
	PLAIN(__tsan_volatile_read##size, size, HEDDLE_READ)   \
	PLAIN(__tsan_volatile_write##size, size, HEDDLE_WRITE) \
	PLAIN(__tsan_unaligned_volatile_read##size, size, HEDDLE_READ) \
	PLAIN(__tsan_unaligned_volatile_write##size, size, HEDDLE_WRITE) \
	PLAIN(__tsan_read_write##size, size, HEDDLE_UPDATE)    \
	PLAIN(__tsan_unaligned_read_write##size, size, HEDDLE_UPDATE)

PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

void __tsan_read_range(void *p, size_t n) { arrive(p, n, HEDDLE_READ, 0, "", PC, FRAME); }
void __tsan_write_range(void *p, size_t n) { arrive(p, n, HEDDLE_WRITE, 0, "", PC, FRAME); }
void __tsan_vptr_update(void **p, void *v) { (void)v; arrive(p, sizeof *p, HEDDLE_WRITE, 0, "", PC, FRAME); }
void __tsan_vptr_read(void **p) { arrive(p, sizeof *p, HEDDLE_READ, 0, "", PC, FRAME); }
void __tsan_init(void) {}

/*
 * Functions, announced by -finstrument-functions, the empty ones too: those whose names
 * say so are atomic sections, or errors.
 */

void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}

static int is_section(void *function) { return strncmp(heddle_function_of((char *)function + 1), "__VERIFIER_atomic_", 18) == 0; }

void __cyg_profile_func_enter(void *function, void *caller)
{
	struct heddle_thread *self = heddle_self();
	const char *name = heddle_function_of((char *)function + 1);

	if (self == NULL)
		return;
	self->frame = FRAME;
	if (is_section(function))
		heddle_begin_atomic(caller);
	if (strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0) {
		self->pc = caller;
		if (strcmp(heddle_plan.property, "reach") == 0)
			heddle_fail("reach", heddle_place_of(caller), "the error is reached");
	}
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	struct heddle_thread *self = heddle_self();
	char call[200];

	if (self == NULL)
		return;
	if (is_section(function))
		heddle_end_atomic();
	snprintf(call, sizeof call, "return of %s", heddle_function_of((char *)function + 1));
	if (heddle_calls_next(call)) { /* another thread looks at a variable of the function */
		struct heddle_operation op = { .kind = HEDDLE_CALL, .call = call, .pc = caller };

		heddle_arrive(&op);
		self->frame = (const char *)__builtin_frame_address(1);
	}
}

void heddle_begin_atomic(const void *pc)
{
	heddle_enter_section(pc);
	heddle_receive(&sent);
}

void heddle_end_atomic(void)
{
	heddle_send(&sent);
	heddle_leave_section();
}

/* Atomic operations. The memory orders are those of C11: relaxed 0, acquire 2, release 3. */

static int acquires(int order) { return order == 1 || order == 2 || order >= 4; }
static int releases(int order) { return order >= 3; }

static void loaded(const volatile void *p, int order)
{
	if (acquires(order))
		heddle_receive((const void *)p);
}

static void stored(const volatile void *p, int order)
{
	heddle_forget_sent((const void *)p);
	if (releases(order))
		heddle_send((const void *)p);
}

static void updated(const volatile void *p, int order)
{
	if (acquires(order))
		heddle_receive((const void *)p);
	if (releases(order))
		heddle_send((const void *)p);
}

#define ARRIVE(p, T, kind) arrive((const void *)(p), sizeof(T), kind, 1, "", PC, FRAME)

#define UPDATE(bits, T, name, expression)                                      \
	T __tsan_atomic##bits##_##name(volatile T *p, T v, int order)           \
	{                                                                      \
		T old;                                                         \
		ARRIVE(p, T, HEDDLE_UPDATE);                                   \
		updated(p, order);                                             \
		old = *p;                                                      \
		*p = (T)(expression);                                          \
		return old;                                                    \
	}

#define EXCHANGE(bits, T, strength, weak)                                                                   \
	int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *p, T *expected, T v, int order, int fail) \
	{                                                                                                   \
		struct heddle_input in;                                                                     \
		ARRIVE(p, T, HEDDLE_UPDATE);                                                                \
		if (*p == *expected && !(weak && heddle_input("weak_fail", &in) && in.lo)) {                \
			updated(p, order);                                                                  \
			*p = v;                                                                             \
			return 1;                                                                           \
		}                                                                                           \
		loaded(p, fail);                                                                            \
		*expected = *p;                                                                             \
		return 0;                                                                                   \
	}

#define ATOMICS(bits, T)                                                        \
	T __tsan_atomic##bits##_load(const volatile T *p, int order)             \
	{                                                                       \
		ARRIVE(p, T, HEDDLE_READ);                                      \
		loaded(p, order);                                               \
		return *p;                                                      \
	}                                                                       \
	void __tsan_atomic##bits##_store(volatile T *p, T v, int order)          \
	{                                                                       \
		ARRIVE(p, T, HEDDLE_WRITE);                                     \
		stored(p, order);                                               \
		*p = v;                                                         \
	}                                                                       \
	UPDATE(bits, T, exchange, v)                                            \
	UPDATE(bits, T, fetch_add, old + v)                                     \
	UPDATE(bits, T, fetch_sub, old - v)                                     \
	UPDATE(bits, T, fetch_and, old & v)                                     \
	UPDATE(bits, T, fetch_or, old | v)                                      \
	UPDATE(bits, T, fetch_xor, old ^ v)                                     \
	UPDATE(bits, T, fetch_nand, ~(old & v))                                 \
	EXCHANGE(bits, T, strong, 0)                                            \
	EXCHANGE(bits, T, weak, 1)                                              \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T v, int order, int fail) \
	{                                                                       \
		T old;                                                          \
		ARRIVE(p, T, HEDDLE_UPDATE);                                    \
		old = *p;                                                       \
		if (old == expected) {                                          \
			updated(p, order);                                      \
			*p = v;                                                 \
		} else {                                                        \
			loaded(p, fail);                                        \
		}                                                               \
		return old;                                                     \
	}

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;
ATOMICS(128, uint128)
#endif

void __tsan_atomic_thread_fence(int order)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = "fence", .pc = PC };

	(void)order;
	heddle_arrive(&op);
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
