/*
 * atomic.c - the functions behind the macros of <stdatomic.h>, for programs that
 * suppress the macros. The macros themselves never come here.
 */

/* An order that is not a constant: the numbers are those of memory_order. */
void atomic_thread_fence(int order)
{
	switch (order) {
	case __ATOMIC_RELAXED:
		break;
	case __ATOMIC_CONSUME:
	case __ATOMIC_ACQUIRE:
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		break;
	case __ATOMIC_RELEASE:
		__atomic_thread_fence(__ATOMIC_RELEASE);
		break;
	case __ATOMIC_ACQ_REL:
		__atomic_thread_fence(__ATOMIC_ACQ_REL);
		break;
	default:
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	}
}

/* Signal handlers are unsupported, so there is no code to order against. */
void atomic_signal_fence(int order)
{
	(void)order;
}

_Bool atomic_flag_test_and_set(volatile void *flag)
{
	return __atomic_test_and_set((volatile _Bool *)flag, __ATOMIC_SEQ_CST);
}

void atomic_flag_clear(volatile void *flag)
{
	__atomic_clear((volatile _Bool *)flag, __ATOMIC_SEQ_CST);
}

/* Of clang: the greater or the smaller one of the old value and another. */
#define EXTREME(name, T, keeps)                                                                                      \
	T __sync_fetch_and_##name(volatile T *p, T value)                                                            \
	{                                                                                                            \
		T old = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                        \
                                                                                                                     \
		while (!__atomic_compare_exchange_n(p, &old, old keeps value ? old : value, 0, __ATOMIC_SEQ_CST,     \
						    __ATOMIC_SEQ_CST))                                               \
			;                                                                                            \
		return old;                                                                                          \
	}

EXTREME(max, int, >)
EXTREME(min, int, <)
EXTREME(umax, unsigned, >)
EXTREME(umin, unsigned, <)
