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
 * is its role, which docs/library.md explains.
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
static inline int heddle_any_int(int low, int high) { return (void)high, low; }
#define heddle_atomic
#define __heddle_role(verb, object)
#endif

#endif
