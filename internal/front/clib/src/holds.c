/*
 * holds.c - how many locks the running thread holds: mutexes that are not robust, read-write locks
 * and spin locks. A thread that ends holds none (property lock). The counter is unsigned, so that
 * property overflow has no check in it.
 */
#include "intrinsics.h"
#include "mutex.h"
#include "thread.h"

static _Thread_local unsigned __heddle_holds;

void __heddle_acquired(void)
{
	__heddle_holds++;
}

void __heddle_released(void)
{
	__heddle_holds--;
}

void __heddle_check_destroyed(const unsigned *state)
{
	__heddle_assert(*state != HEDDLE_DESTROYED, "use-after-destroy", HEDDLE_PROPERTY_LOCK);
}

void __heddle_check_holds(void)
{
	__heddle_assert(__heddle_holds == 0, "end-held", HEDDLE_PROPERTY_LOCK);
}
