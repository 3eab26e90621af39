/*
 * tsd.c - thread-specific data. Keys are numbered in the order of creation and
 * never used again, so that a deleted key's values cannot reappear. At the end
 * of a thread the destructors of its values that are not null run, in up to four
 * rounds (PTHREAD_DESTRUCTOR_ITERATIONS). Which destructor a value has is decided
 * when its turn comes: an operation of its own, beside which others delete keys.
 */
#include <errno.h>
#include <pthread.h>
#include "intrinsics.h"
#include "thread.h"
#include "tsd.h"

enum { KEYS = 32, ROUNDS = 4 };

static unsigned __heddle_keys; /* how many were created */
static void (*__heddle_destructors[KEYS])(void *);
static _Thread_local void *__heddle_values[KEYS];
static unsigned __heddle_gone; /* the keys that were deleted, as bits */
static _Thread_local unsigned __heddle_used; /* keys from this one on have no value here */

/* The destructor of a key at this moment; a deleted key has none. */
static void (*__heddle_destructor(unsigned key))(void *)
{
	void (*destructor)(void *);

	__heddle_atomic_begin();
	destructor = __heddle_destructors[key];
	__heddle_atomic_end();
	return destructor;
}

/* One round of destructors; whether any ran. */
static int __heddle_tsd_round(void)
{
	int ran = 0;

	for (unsigned k = 0; k < __heddle_used; k++) {
		void *value = __heddle_values[k];
		void (*destructor)(void *);

		if (value && (destructor = __heddle_destructor(k)) != 0) {
			__heddle_values[k] = 0;
			destructor(value);
			ran = 1;
		}
	}
	return ran;
}

void __heddle_tsd_end(void)
{
	for (int round = 0; round < ROUNDS; round++)
		if (!__heddle_tsd_round())
			break;
}

int __heddle_key_create(unsigned *key, void (*destructor)(void *))
{
	unsigned k;

	__heddle_atomic_begin();
	k = __heddle_keys;
	if (k < KEYS) {
		__heddle_keys = k + 1;
		__heddle_destructors[k] = destructor;
	}
	__heddle_atomic_end();
	if (k == KEYS)
		__heddle_unsupported("more than 32 keys of thread-specific data");
	*key = k;
	return 0;
}

/* Whether there was such a key. */
static int __heddle_delete(unsigned key)
{
	int there;

	__heddle_atomic_begin();
	there = key < __heddle_keys && !(__heddle_gone >> key & 1);
	if (there) {
		__heddle_destructors[key] = 0;
		__heddle_gone |= 1u << key;
	}
	__heddle_atomic_end();
	return there;
}

void __heddle_key_delete(unsigned key)
{
	__heddle_delete(key);
}

/* Whether a key was deleted: a hook, null in programs that delete none, and its target. */
int (*__heddle_key_hook)(unsigned key);

int __heddle_key_is_gone(unsigned key)
{
	int gone;

	__heddle_atomic_begin();
	gone = __heddle_gone >> key & 1;
	__heddle_atomic_end();
	return gone;
}

/* Most programs have one key. That its value has an access by a constant makes it a variable for the analyses. */
void *__heddle_key_get(unsigned key)
{
	if (key == 0)
		return __heddle_values[0];
	return key < KEYS ? __heddle_values[key] : 0;
}

int __heddle_key_set(unsigned key, const void *value)
{
	if (key >= KEYS)
		return EINVAL;
	__heddle_values[key] = (void *)value;
	if (key >= __heddle_used)
		__heddle_used = key + 1;
	return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	return __heddle_key_create(key, destructor);
}

int pthread_key_delete(pthread_key_t key)
{
	return __heddle_delete(key) ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key)
{
	if (__heddle_key_hook && key < KEYS && __heddle_key_hook(key))
		return 0;
	return __heddle_key_get(key);
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (__heddle_key_hook && key < KEYS && __heddle_key_hook(key))
		return EINVAL;
	return __heddle_key_set(key, value);
}
