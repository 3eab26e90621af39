/*
 * mutex.h - the form of mutexes in the models.
 *
 * The machine stores the holder of a mutex (acquire, release, lock_state, keyed by
 * the address). The user's bytes hold the kind, at glibc's place, so that glibc's
 * static initialisers work in preprocessed files too. They also hold how often a
 * recursive mutex is held beyond the first time.
 */
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

struct __heddle_mutex {
	int lock;
	unsigned count;
	int owner;
#ifdef __LP64__
	unsigned users;
#endif
	int kind;
};

#define HEDDLE_MUTEX(m) ((struct __heddle_mutex *)(m))

/* The kinds; PTHREAD_MUTEX_ADAPTIVE_NP (3) is taken for normal at creation. */
enum {
	HEDDLE_MUTEX_NORMAL = 0,
	HEDDLE_MUTEX_RECURSIVE = 1,
	HEDDLE_MUTEX_ERRORCHECK = 2,
	HEDDLE_MUTEX_ADAPTIVE = 3,
	HEDDLE_MUTEX_ROBUST = 16, /* a bit beside the others, as in glibc */
	HEDDLE_MUTEX_DESTROYED = -1,
};

/* The owner of a destroyed mutex, which the models keep for nothing else. */
enum { HEDDLE_OWNER_DESTROYED = 0x64656164 };

/* The parts of a mutex attribute, as in glibc. */
enum {
	HEDDLE_ATTR_KIND = 0x0f000fff,
	HEDDLE_ATTR_CEILING_BITS = 0x00fff000,
	HEDDLE_ATTR_CEILING_SHIFT = 12,
	HEDDLE_ATTR_PROTOCOL_SHIFT = 28, /* two bits */
	HEDDLE_ATTR_CEILING = 0x20000000, /* the protocol PTHREAD_PRIO_PROTECT, which glibc has for no robust mutex */
	HEDDLE_ATTR_ROBUST = 0x40000000,
};
#define HEDDLE_ATTR_SHARED 0x80000000u

/* Callable inside sections only. */
int __heddle_mutex_lock(struct __heddle_mutex *m);
int __heddle_mutex_trylock(struct __heddle_mutex *m);
int __heddle_mutex_unlock(struct __heddle_mutex *m);

/*
 * Robust mutexes (robust.c), inside sections: locks or unlocks one; frees those of a
 * thread that ends. Hooks, null in programs without, and their targets.
 */
extern int (*__heddle_robust_hook)(struct __heddle_mutex *m, int unlocks);
extern void (*__heddle_robust_end_hook)(void);
int __heddle_robust(struct __heddle_mutex *m, int unlocks);
void __heddle_robust_end(void);

/* Count the locks that the running thread holds and that are not robust (holds.c). */
void __heddle_acquired(void);
void __heddle_released(void);

/*
 * Checks the word of an object that tells whether it was destroyed. Hooks, null in programs that destroy
 * no object of the kind; the target is the same. Inside a section.
 */
#define HEDDLE_DESTROYED 0x64656164u
extern void (*__heddle_cond_hook)(const unsigned *state);
extern void (*__heddle_rwlock_hook)(const unsigned *state);
extern void (*__heddle_spin_hook)(const unsigned *state);
void __heddle_check_destroyed(const unsigned *state);
#define HEDDLE_USE(hook, state) ((hook) ? (hook)(state) : (void)0)

/* A lock is initialised: whoever held it does so no more. */
void __heddle_lock_reset(void *lock);

#endif
