/*
 * await.c - Nidhugg's exchange that waits for a condition on the old value. The
 * condition is a set of bits: 1 greater, 2 equal, 4 less, 8 signed comparison.
 *
 * The exchange is guessed to come right after the load that satisfies the
 * condition; the thread stops where the guess is wrong.
 */
#include "intrinsics.h"

enum { GREATER = 1, EQUAL = 2, LESS = 4, SIGNED = 8 };

int __VERIFIER_xchg_await_aint(int *variable, int value, int condition, int operand)
{
	int old = __heddle_atomic_load(variable, HEDDLE_ORDER_SEQ_CST);
	int less = condition & SIGNED ? old < operand : (unsigned)old < (unsigned)operand;

	__heddle_assume((condition & (old == operand ? EQUAL : less ? LESS : GREATER)) != 0);
	__heddle_assume(__heddle_atomic_cmpswap(variable, old, value, HEDDLE_ORDER_SEQ_CST) == old);
	return old;
}
