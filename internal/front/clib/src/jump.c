/*
 * jump.c - jumps out of calls. Package link adds the program's part to its functions
 * and calls (jump.go there). A function that calls setjmp has a landing in its
 * frame. Every function returns at once from a call after which a jump is under way,
 * until the landing is reached. In a program without longjmp, setjmp returns 0.
 */
#include <setjmp.h>
#include <signal.h>
#include "intrinsics.h"
#include "process.h"
#include "thread.h"

/* The data that setjmp writes into the program's jmp_buf, which is larger. */
struct __heddle_jump {
	int *landing; /* lives as long as the frame; 0 while no jump leads there */
	int *thread;  /* its __heddle_jumping */
	int place;    /* which setjmp of the function, from 1 */
	int masked;   /* sigsetjmp kept the signals that the thread blocks */
	unsigned long long blocked;
};

/* The running thread blocks other signals: a hook, null in programs that block none. */
int (*__heddle_mask_hook)(unsigned long long blocked);

/* The value that setjmp will return after the jump that is under way, or 0. */
_Thread_local int __heddle_jumping;

/* Package link puts this in place of the calls of setjmp and its kin. */
void __heddle_set_jump(void *env, int *landing, int place)
{
	struct __heddle_jump *j = env;

	j->landing = landing;
	j->thread = &__heddle_jumping;
	j->place = place;
	j->masked = 0;
}

/* C11 7.13.2.1p2: the frame must be there, and of this thread. */
static void __heddle_jump(void *env, int value)
{
	struct __heddle_jump *j = env;
	int mine = j->thread == &__heddle_jumping;

	__heddle_assert(mine, "use-after-scope", HEDDLE_PROPERTY_MEMORY);
	if (!mine)
		__heddle_end_process(SIGABRT);
	if (j->masked && __heddle_mask_hook)
		__heddle_mask_hook(j->blocked);
	*j->landing = j->place;
	__heddle_jumping = value ? value : 1;
}

_Noreturn void longjmp(jmp_buf env, int value)
{
	__heddle_jump(env, value);
}

_Noreturn void _longjmp(jmp_buf env, int value)
{
	__heddle_jump(env, value);
}

_Noreturn void siglongjmp(sigjmp_buf env, int value)
{
	__heddle_jump(env, value);
}

int setjmp(jmp_buf env)
{
	(void)env;
	return 0;
}

int _setjmp(jmp_buf env)
{
	(void)env;
	return 0;
}

/* Not sigsetjmp itself: a call of that from here would make the model's own frame the target. */
static int __heddle_keep_mask(struct __heddle_jump *j, int mask)
{
	j->masked = mask != 0;
	j->blocked = __heddle_blocked_hook ? __heddle_blocked_hook() : 0;
	return 0;
}

/*
 * Package link calls these two behind __heddle_set_jump. A signal mask that is kept is there
 * again after the jump.
 */
int sigsetjmp(sigjmp_buf env, int mask)
{
	return __heddle_keep_mask((struct __heddle_jump *)env, mask);
}

int __sigsetjmp(void *env, int mask)
{
	return __heddle_keep_mask(env, mask);
}

/* Of glibc's own pthread_cleanup_push: pthread_exit inside is refused (cancel.c). */
int __sigsetjmp_cancel(void *env, int mask)
{
	(void)env, (void)mask;
	return 0;
}
