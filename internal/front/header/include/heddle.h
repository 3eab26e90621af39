/*
 * heddle.h - tests of code with threads, and what Heddle is told about functions.
 *
 * `heddle test FILE…` tries every interleaving of each test and every value of its inputs. For
 * any other compiler a test is a function that nobody calls.
 *
 *	HEDDLE_TEST(two_pushes)
 *	{
 *		heddle_thread a = heddle_spawn(pusher, &stack);
 *		heddle_thread b = heddle_spawn(pusher, &stack);
 *
 *		heddle_join(a);
 *		heddle_join(b);
 *		heddle_assert(size(&stack) == 2);
 *	}
 */
#ifndef _HEDDLE_H
#define _HEDDLE_H

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define HEDDLE_TEST(name) static __attribute__((__unused__)) void heddle_test_##name(void)

#define heddle_assert(condition) assert(condition)

typedef pthread_t heddle_thread;

/*
 * heddle_spawn(function, arg) starts a thread that calls a function, heddle_join(thread) waits
 * for its end. heddle_any_int(low, high) is any number of these and of those between; elsewhere
 * low. heddle_atomic { … } is one step for the other threads, and no jump leads out of it;
 * elsewhere it means nothing. __heddle_role(lock, spinlock) before the declaration of a function
 * is its role, which docs/use/library.md explains.
 */
#ifdef __HEDDLE__
#define heddle_spawn(function, arg) \
	({ heddle_thread _heddle_new; pthread_create(&_heddle_new, 0, (function), (arg)); _heddle_new; })
#define heddle_join(thread) ((void)pthread_join((thread), 0))
#define heddle_any_int(low, high) \
	((int)((low) + (long long)__heddle_choose_range(0, (unsigned long long)((long long)(high) - (low)), 0)))
#define heddle_atomic \
	for (int _heddle_once = (__heddle_atomic_begin(), 1); _heddle_once; _heddle_once = 0, __heddle_atomic_end())
#define __heddle_role(verb, object) __attribute__((__heddle_role__(#verb, #object)))
#else
static inline heddle_thread heddle_spawn(void *(*function)(void *), void *arg)
{
	pthread_t new_thread;

	if (pthread_create(&new_thread, 0, function, arg) != 0)
		abort();
	return new_thread;
}
static inline void heddle_join(heddle_thread thread) { pthread_join(thread, 0); }
#ifdef __HEDDLE_NATIVE__ /* heddle replay --native has the value */
int __heddle_led_any_int(int low, int high);
#define heddle_any_int __heddle_led_any_int
#else
static inline int heddle_any_int(int low, int high) { return (void)high, low; }
#endif
#define heddle_atomic
#define __heddle_role(verb, object)
#endif

/*
 * HEDDLE_LINEARIZABLE(name, threads, calls, operations, call, state, model) is a test of an object
 * in the file: so many threads do so many calls each, of any operations from 0 on, and what they
 * return is what some order of the calls gives, one after the other, in which none comes before one
 * that had returned when it began. The functions are
 *
 *	long call(int thread, int operation)                    does an operation of the object
 *	long model(state *object, int thread, int operation)    the same of a simple one, alone
 *
 * The model's object begins with zeros. docs/use/testing.md has an example.
 */
struct heddle_call {
	long returned;
	int operation;
	unsigned short from, to; /* how many calls had returned when it began, and before it returned */
};

#define HEDDLE_LINEARIZABLE(name, threads, calls, operations, call, state, model) \
	static struct heddle_##name##_history { struct heddle_call of[threads][calls]; } heddle_##name; \
	static unsigned short heddle_##name##_returned; \
	static void *heddle_##name##_thread(void *number) \
	{ \
		for (int i = 0; i < (calls); i++) { \
			struct heddle_call c; \
			c.operation = heddle_any_int(0, (operations) - 1); \
			c.from = __atomic_load_n(&heddle_##name##_returned, __ATOMIC_SEQ_CST); \
			c.returned = call((int)(long)number, c.operation); \
			c.to = __atomic_fetch_add(&heddle_##name##_returned, 1, __ATOMIC_SEQ_CST); \
			heddle_##name.of[(long)number][i] = c; \
		} \
		return 0; \
	} \
	struct heddle_##name##_done { int of[threads]; }; \
	static int heddle_##name##_explained(const struct heddle_##name##_history *history, state before, \
	                                     struct heddle_##name##_done done) \
	{ \
		int left = 0; \
		for (int t = 0; t < (threads); t++) { \
			const struct heddle_call *c = &history->of[t][done.of[t]]; \
			struct heddle_##name##_done then = done; \
			state after = before; \
			int next = 1; \
			if (done.of[t] == (calls)) \
				continue; \
			left = 1; \
			for (int u = 0; u < (threads); u++) \
				if (u != t && done.of[u] != (calls)) \
					next &= history->of[u][done.of[u]].to >= c->from; \
			next &= model(&after, t, c->operation) == c->returned; \
			then.of[t]++; \
			if (next && heddle_##name##_explained(history, after, then)) \
				return 1; \
		} \
		return !left; \
	} \
	HEDDLE_TEST(name) \
	{ \
		struct heddle_##name##_history history; \
		struct heddle_##name##_done none = {{0}}; \
		heddle_thread started[threads]; \
		state initial; \
		for (unsigned long i = 0; i < sizeof initial; i++) \
			((char *)&initial)[i] = 0; \
		for (int t = 0; t < (threads); t++) \
			started[t] = heddle_spawn(heddle_##name##_thread, (void *)(long)t); \
		for (int t = 0; t < (threads); t++) \
			heddle_join(started[t]); \
		history = heddle_##name; \
		heddle_assert(heddle_##name##_explained(&history, initial, none)); \
	}

#endif
