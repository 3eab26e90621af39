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
